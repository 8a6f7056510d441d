//! `plywood engine GAME --check COMMAND`: tests another engine's UGI conformance.

use std::io::Write as _;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use arena::compliance::{self, Check, Mark};
use arena::sandbox::{CommandLine, Sandbox};
use engine::{Control, GameRef};

use crate::command::print_json;
use crate::error::CliError;
use crate::interrupt::Interrupt;

/// Checks an engine; fails if any check does.
pub(super) fn run(game: GameRef, command: &str, dir: Option<PathBuf>, json: bool) -> Result<(), CliError> {
    let misuse = |fault: &dyn std::fmt::Display| CliError::Usage(format!("--check: {fault}"));
    let command = CommandLine::read(command).map_err(|fault| misuse(&fault))?;
    let words = command.filled(&*game.start(), 0.0);
    let sandbox = Sandbox { dir, ..Sandbox::of_this_program() };
    let control = Control::new();
    let interrupt = Interrupt::cancelling(control.token());
    let mut write_error = None;
    let checks = compliance::check(game, &sandbox, &words, &control, &mut |check| {
        if !json && let Err(error) = print(check) {
            write_error.get_or_insert(error);
            control.stop();
        }
    });
    if let Some(error) = write_error {
        return Err(error.into());
    }
    if interrupt.was_pressed() {
        return Err(CliError::Interrupted);
    }
    if json {
        print_json(&checks)?;
    }
    let count = |mark: Mark| checks.iter().filter(|check| check.mark == mark).count();
    match count(Mark::Fail) {
        0 => {
            let _ = writeln!(
                anstream::stderr(),
                "{} checks passed, {} skipped",
                count(Mark::Pass),
                count(Mark::Skip)
            );
            Ok(())
        }
        failed => Err(CliError::Refused(format!("{failed} of {} checks failed", checks.len()))),
    }
}

fn print(check: &Check) -> std::io::Result<()> {
    let colour = match check.mark {
        Mark::Pass => AnsiColor::Green,
        Mark::Fail => AnsiColor::Red,
        Mark::Skip => AnsiColor::Yellow,
    };
    let style = Style::new().fg_color(Some(colour.into()));
    let Check { name, mark, note } = check;
    let line = format!("{style}{}{style:#}  {name:<17}  {note}", mark.word());
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", line.trim_end())?;
    out.flush()
}
