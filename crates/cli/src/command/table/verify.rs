//! `plywood table verify`: every value proven with nothing but the rules.

use std::io::Write as _;
use std::time::Instant;

use engine::{Cancel, TableInfo, Verdict};

use crate::args::{SuggestedValues, game_names};
use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::tables::TablesArgs;
use crate::{cpu_load, format};

/// What `--help` teaches.
pub(crate) const HELP: &str = "Checks the checksums of each table, then every value in it against the values
after each move: a win needs a move to a loss one ply shorter and none shorter
still, a loss only moves to wins, a draw a move to a draw and none to a loss. Prints
a line for each table that is right: the slice, a tab, the number of positions.
The first position with a wrong value is named, and the exit code is 1.

Examples:
  plywood table verify checkers
  plywood table verify checkers 0m2k-0m1k --tables ./tables
  plywood table verify dragon-queen --threads 2";

/// What was asked for.
#[derive(clap::Args, Debug)]
pub(crate) struct VerifyArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
    game: String,
    /// Only these slices, by their names; all if left out
    #[arg(value_name = "SLICE")]
    slices: Vec<String>,
    #[command(flatten)]
    tables: TablesArgs,
    /// How many threads to use; as many as there are processors if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl VerifyArgs {
    pub(crate) fn run(self) -> Result<(), CliError> {
        let game = catalogue::CATALOGUE.find(&self.game)?;
        let tables = game.start().game().tables(&self.tables.at()?);
        let infos = self.select(tables.list())?;
        if infos.is_empty() {
            let message = format!("there are no tables of {} here, so none is verified", game.info().title);
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
        writeln!(anstream::stderr(), "{} tables with {count} positions are right; {time}", infos.len())?;
        Ok(())
    }

    /// The tables that were named, in the order of all.
    fn select(&self, all: Vec<TableInfo>) -> Result<Vec<TableInfo>, CliError> {
        if let Some(unknown) = self.slices.iter().find(|&name| all.iter().all(|info| info.name != *name)) {
            let message = format!("there is no table of a slice '{}'", engine::quoted(unknown));
            return Err(CliError::Usage(format!("{message}: 'plywood table info {}' lists them", self.game)));
        }
        let wanted = |info: &TableInfo| self.slices.is_empty() || self.slices.contains(&info.name);
        Ok(all.into_iter().filter(wanted).collect())
    }
}
