//! The rehearsal before the first game: every program makes one move, and who cannot is named.

use std::io::{IsTerminal as _, Write as _};

use arena::{Rehearsal, Tournament};
use engine::Control;

use super::fault;
use super::folder::Folder;
use crate::failure::Failure;
use crate::progress::Progress;

/// Rehearses, tells who made no move, and asks whether to go on where that is news and somebody can be asked.
/// Nothing where there are no programs, or it was interrupted.
///
/// # Errors
/// Fails where a program cannot play the game, where the match is not to go on, or where the result cannot be kept.
pub(super) fn rehearse(
    contest: &Tournament,
    folder: Option<&Folder>,
    may_go_on: bool,
    control: &Control,
) -> Result<Option<Rehearsal>, Failure> {
    let before = folder.and_then(Folder::rehearsal);
    let progress = Progress::start_later("rehearsal: every program makes one move");
    let rehearsal = contest.rehearse(control).map_err(fault)?;
    drop(progress);
    let Some(rehearsal) = rehearsal else { return Ok(before) };
    tell(&rehearsal);
    let is_news = rehearsal.is_worse_than(&before.unwrap_or_default());
    if is_news && !may_go_on && !goes_on() {
        return Err(Failure::Refused("the match was not played".to_string()));
    }
    if let Some(folder) = folder {
        folder.keep_rehearsal(&rehearsal)?;
    }
    Ok(Some(rehearsal))
}

fn tell(rehearsal: &Rehearsal) {
    let mut to = anstream::stderr().lock();
    // Where nobody can be told, the match goes on.
    let _ = writeln!(to, "rehearsal: {}", rehearsal.sentence());
    for verdict in &rehearsal.failed {
        let _ = writeln!(to, "  {verdict}");
    }
}

/// What is answered; where there is nobody at a terminal, yes.
fn goes_on() -> bool {
    if !(std::io::stdin().is_terminal() && std::io::stderr().is_terminal()) {
        return true;
    }
    let mut to = anstream::stderr();
    let _ = write!(to, "Play the match all the same? [y/N] ").and_then(|()| to.flush());
    let mut answer = String::new();
    let heard = std::io::stdin().read_line(&mut answer);
    heard.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}
