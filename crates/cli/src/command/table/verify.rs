//! `plywood table verify`: checks every value using nothing but the rules.

use std::io::Write as _;
use std::time::Instant;

use engine::{Cancel, TableInfo, Verdict};

use crate::args::{SuggestedValues, game_names};
use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::tables::TablesArgs;
use crate::{cpu_load, format};

/// The text after the options in `--help`.
pub(crate) const HELP: &str =
    "Checks each table's checksums, then every value against the values after each legal
move: a win needs a move to a loss one ply shorter and none to a shorter loss, a
loss has only moves to wins, a draw has a move to a draw and none to a loss. Prints
one line per correct table: the slice, a tab, the number of positions. The first
wrong value is reported with its position, and the exit code is 1.

Examples:
  plywood table verify checkers
  plywood table verify checkers 0m2k-0m1k --tables ./tables
  plywood table verify dragon-queen --threads 2";

#[derive(clap::Args, Debug)]
pub(crate) struct VerifyArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
    game: String,
    /// The slices to verify [default: all]
    #[arg(value_name = "SLICE")]
    slices: Vec<String>,
    #[command(flatten)]
    tables: TablesArgs,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl VerifyArgs {
    pub(crate) fn run(self) -> Result<(), CliError> {
        let game = catalogue::CATALOGUE.find(&self.game)?;
        let tables = game.start().game().tables(&self.tables.at()?);
        let infos = self.select(tables.list())?;
        if infos.is_empty() {
            let message = format!("no tables of {} were found", game.info().title);
            return Err(CliError::Refused(message));
        }
        let threads = self.threads.map_or_else(cpu_load::processors, usize::from);
        let cancel = Cancel::new();
        Interrupt::cancelling(&cancel);
        let begin = Instant::now();
        let mut positions = 0;
        for info in &infos {
            let size = info.contents.as_ref().map_or(0, |contents| contents.summary.positions());
            let progress = Progress::bar(size, &info.name);
            let verdict = tables.verify(info.slice, threads, &cancel, &mut |so_far| {
                progress.update(so_far.done, info.name.clone());
            });
            drop(progress);
            match verdict {
                Ok(()) => writeln!(std::io::stdout().lock(), "{}\t{size}", info.name)?,
                Err(Verdict::Stopped) => return Err(CliError::Interrupted),
                Err(wrong) => return Err(CliError::Refused(wrong.to_string())),
            }
            positions += size;
        }
        let (count, time) = (format::grouped(positions), format::time(begin.elapsed()));
        writeln!(anstream::stderr(), "{} tables with {count} positions verified in {time}", infos.len())?;
        Ok(())
    }

    /// The named tables, or all of them.
    fn select(&self, all: Vec<TableInfo>) -> Result<Vec<TableInfo>, CliError> {
        if let Some(unknown) = self.slices.iter().find(|&name| all.iter().all(|info| info.name != *name)) {
            let message = format!("there is no table for slice '{}'", engine::quoted(unknown));
            return Err(CliError::Usage(format!("{message}: 'plywood table info {}' lists them", self.game)));
        }
        let wanted = |info: &TableInfo| self.slices.is_empty() || self.slices.contains(&info.name);
        Ok(all.into_iter().filter(wanted).collect())
    }
}
