//! The rehearsal before the first game: every program makes one move; failures are named.

use std::io::{IsTerminal as _, Write as _};

use arena::{Rehearsal, Tournament};
use engine::Control;

use super::folder::MatchFolder;
use super::tournament_usage_error;
use crate::error::CliError;
use crate::progress::Progress;

/// Runs the rehearsal and prints its failures. If there are new ones and a user is at the terminal, asks whether to
/// continue. `None` if there are no programs or it was interrupted.
///
/// # Errors
/// Fails if a program cannot play the game, if the user declines, or if the result cannot be stored.
pub(super) fn rehearse(
    tournament: &Tournament,
    folder: Option<&MatchFolder>,
    may_continue: bool,
    control: &Control,
) -> Result<Option<Rehearsal>, CliError> {
    let before = folder.and_then(MatchFolder::rehearsal);
    let progress = Progress::start_delayed("rehearsal: every program makes one move");
    let rehearsal = tournament.rehearse(control).map_err(tournament_usage_error)?;
    drop(progress);
    let Some(rehearsal) = rehearsal else { return Ok(before) };
    print_rehearsal(&rehearsal);
    let is_new = rehearsal.is_worse_than(&before.unwrap_or_default());
    if is_new && !may_continue && !ask_to_continue() {
        return Err(CliError::Refused("the match was not played".to_string()));
    }
    if let Some(folder) = folder {
        folder.save_rehearsal(&rehearsal)?;
    }
    Ok(Some(rehearsal))
}

fn print_rehearsal(rehearsal: &Rehearsal) {
    let mut to = anstream::stderr().lock();
    // A closed standard error does not stop the match.
    let _ = writeln!(to, "rehearsal: {}", rehearsal.sentence());
    for verdict in &rehearsal.failed {
        let _ = writeln!(to, "  {verdict}");
    }
}

/// Asks the user; without a terminal the answer is yes.
fn ask_to_continue() -> bool {
    if !(std::io::stdin().is_terminal() && std::io::stderr().is_terminal()) {
        return true;
    }
    let mut to = anstream::stderr();
    let _ = write!(to, "Play the match anyway? [y/N] ").and_then(|()| to.flush());
    let mut answer = String::new();
    let read = std::io::stdin().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}
