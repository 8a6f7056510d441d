//! `plywood table build`: builds tables by retrograde analysis.

use std::io::Write as _;
use std::time::{Duration, Instant};

use engine::{Build, BuildError, BuildEvent, Cancel, Forecast, Group, SolveError, Summary};

use crate::args::{PositionArgs, SuggestedValues, game_names};
use crate::cpu_load;
use crate::error::CliError;
use crate::executor::{self, ExecutorArgs};
use crate::format;
use crate::interrupt::Interrupt;
use crate::job::DistributedBuild;
use crate::progress::Progress;
use crate::tables::TablesArgs;

/// The text after the options in `--help`.
pub(super) const HELP: &str =
    "Solves every position with at most N pieces by retrograde analysis, one material
combination after another, and writes a table for each below --tables DIR. First
prints the expected time and memory, and stops if the memory exceeds --memory. A
build may be killed at any time, even with SIGKILL: it loses only the material in
progress, and the same command resumes it. Damaged tables are rebuilt. Builds are
reproducible byte for byte.

Prints for each table: positions, wins, losses, draws, time (including its partner
slice), size, and the longest win with an example position.

Examples:
  plywood table build checkers --pieces 5
  plywood table build dragon-queen
  plywood table build raichu --pieces 4 --memory 4000 --tables /data/tables";

/// The folder of results that are not yet tables.
const RESULTS: &str = "results";

#[derive(clap::Args, Debug)]
pub(crate) struct BuildArgs {
    /// The game, such as checkers
    #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
    game: String,
    /// Maximum number of pieces [default: the game's own, such as 5 for checkers]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=32))]
    pieces: Option<u32>,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory limit in MiB
    #[arg(long, value_name = "MIB", default_value_t = 8192, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
    /// Only print the expected time and memory
    #[arg(long)]
    forecast: bool,
    #[command(flatten)]
    tables: TablesArgs,
    #[command(flatten)]
    executor: ExecutorArgs,
}

impl BuildArgs {
    pub(super) fn run(self) -> Result<(), CliError> {
        let start = PositionArgs::new(self.game.clone(), Vec::new()).position()?;
        let folder = self.tables.folder().ok_or_else(|| {
            CliError::Usage("this user has no data folder: name one with --tables DIR".to_string())
        })?;
        let cancel = Cancel::new();
        let pieces = self.pieces.unwrap_or_else(|| start.game().default_table_pieces());
        let threads = self.threads.map_or_else(cpu_load::processors, usize::from);
        let build =
            Build { folder: &folder, pieces, threads, memory: u64::from(self.memory) << 20, cancel: &cancel };
        let forecast = start.game().forecast_tables(&build).map_err(build_error)?;
        let mut err = anstream::stderr();
        let _ = writeln!(err, "{}", forecast_text(&forecast));
        if self.forecast {
            return Ok(());
        }
        let interrupt = Interrupt::cancelling(&cancel);
        // Beside the tables, so that a result is not copied to another disk.
        let results = folder.join(start.game().name()).join(RESULTS);
        let executor = self.executor.start(&results)?;
        let progress = BuildProgress {
            bar: Progress::start("looking at positions"),
            begin: Instant::now(),
            forecast: &forecast,
        };
        let observe = |event: &BuildEvent| progress.report(event);
        let built = match executor {
            None => start.game().build_tables(&build, &forecast, &observe),
            Some(executor) => {
                let solver = DistributedBuild { game: self.game.clone(), pieces, executor };
                let built = start.game().build_tables_elsewhere(&build, &forecast, &solver, &observe);
                drop(solver);
                executor::remove_empty(&results);
                built
            }
        };
        drop(progress);
        match built {
            Err(BuildError::Solve(SolveError::Stopped)) if interrupt.was_pressed() => {
                let _ = writeln!(err, "finished tables are kept; the same command resumes");
                Err(CliError::Interrupted)
            }
            built => built.map_err(build_error),
        }
    }
}

fn build_error(fault: BuildError) -> CliError {
    match fault {
        BuildError::NoTables(_) | BuildError::Memory { .. } => CliError::Usage(fault.to_string()),
        BuildError::Write { .. } => CliError::File(fault.to_string()),
        BuildError::Elsewhere(_) | BuildError::Busy(_) | BuildError::Solve(_) | BuildError::Table(_) => {
            CliError::Refused(fault.to_string())
        }
    }
}

fn forecast_text(forecast: &Forecast) -> String {
    let missing: Vec<&Group> = forecast.groups.iter().filter(|group| !group.is_done).collect();
    let there = forecast.groups.len() - missing.len();
    let entries: u64 = missing.iter().map(|group| group.entries).sum();
    if missing.is_empty() {
        return format!("all {there} tables are there");
    }
    format!(
        "{} positions to solve, about {} and {} MiB of memory; {there} of {} materials are there",
        format::grouped(entries),
        format::clock(forecast.time),
        forecast.memory >> 20,
        forecast.groups.len()
    )
}

/// Output during a build: one line per table on standard output, and a progress line on a terminal.
struct BuildProgress<'t> {
    bar: Progress,
    begin: Instant,
    forecast: &'t Forecast,
}

impl BuildProgress<'_> {
    fn report(&self, event: &BuildEvent) {
        match event {
            BuildEvent::Part(group, part) => self.bar.set_message(self.progress_text(group, *part)),
            BuildEvent::Done { name, summary, longest_win, time } => {
                let longest = summary.longest_win.zip(longest_win.as_deref());
                let longest =
                    longest.map(|(win, pos)| format!("longest win {}: {pos}", format::plies(win.distance)));
                let line = table_line(name, summary, *time, longest.as_deref());
                self.bar.suspend(|| {
                    // A closed standard output does not stop the build.
                    let _ = writeln!(anstream::stdout().lock(), "{line}");
                });
            }
        }
    }

    /// The percentage done and the time left.
    fn progress_text(&self, group: &Group, part: f64) -> String {
        let missing = || self.forecast.groups.iter().filter(|group| !group.is_done);
        let before: u64 = missing().take_while(|other| *other != group).map(|group| group.entries).sum();
        let all: u64 = missing().map(|group| group.entries).sum();
        let done = (before as f64 + part * group.entries as f64) / all.max(1) as f64;
        let left = self.begin.elapsed().mul_f64((1.0 - done) / done.max(1e-6));
        let left = if done > 0.001 { format!(", {} left", format::clock(left)) } else { String::new() };
        format!("{:.1} %{left}", 100.0 * done)
    }
}

fn table_line(name: &str, summary: &Summary, time: Duration, longest: Option<&str>) -> String {
    let Summary { wins, losses, draws, bytes, .. } = *summary;
    format!(
        "{name}\t{} positions\t{} wins\t{} losses\t{} draws\t{:.1} s\t{} bytes\t{}",
        summary.positions(),
        wins,
        losses,
        draws,
        time.as_secs_f64(),
        bytes,
        longest.unwrap_or("no win")
    )
}
