//! `plywood table info`: lists tables.

use std::io::Write as _;

use engine::{Contents, TableInfo};
use serde::Serialize;

use crate::args::{SuggestedValues, game_names};
use crate::command::print_json;
use crate::error::CliError;
use crate::format;
use crate::tables::TablesArgs;

/// The text after the options in `--help`.
pub(crate) const HELP: &str =
    "Prints one line per table: the slice, its positions, its wins, losses and draws for
the side to move, the longest win in plies, the size in bytes, and an example of the
longest win. An invalid table is listed with the reason, and the exit code is 1.

Examples:
  plywood table info checkers
  plywood table info raichu --json | jq '.[].longest_win'";

#[derive(clap::Args, Debug)]
pub(crate) struct InfoArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
    game: String,
    #[command(flatten)]
    tables: TablesArgs,
    /// Print JSON: [{slice, positions, wins, losses, draws, longest_win, example, bytes, file, fault}]
    #[arg(long)]
    json: bool,
}

/// A table as data.
#[derive(Serialize, Default)]
struct TableOutput {
    slice: String,
    positions: Option<u64>,
    wins: Option<u64>,
    losses: Option<u64>,
    draws: Option<u64>,
    longest_win: Option<u32>,
    example: Option<String>,
    bytes: Option<u64>,
    file: Option<String>,
    fault: Option<String>,
}

impl From<&TableInfo> for TableOutput {
    fn from(info: &TableInfo) -> TableOutput {
        let slice = info.name.clone();
        match &info.contents {
            Ok(Contents { summary, longest_win, path }) => TableOutput {
                slice,
                positions: Some(summary.positions()),
                wins: Some(summary.wins),
                losses: Some(summary.losses),
                draws: Some(summary.draws),
                longest_win: summary.longest_win.map(|longest| longest.distance),
                example: longest_win.clone(),
                bytes: Some(summary.bytes),
                file: path.clone(),
                fault: None,
            },
            Err(fault) => TableOutput { slice, fault: Some(fault.to_string()), ..TableOutput::default() },
        }
    }
}

impl InfoArgs {
    pub(crate) fn run(self) -> Result<(), CliError> {
        let game = catalogue::CATALOGUE.find(&self.game)?;
        let infos = game.start().game().tables(&self.tables.at()?).list();
        if self.json {
            print_json(&infos.iter().map(TableOutput::from).collect::<Vec<_>>())?;
        } else if infos.is_empty() {
            writeln!(anstream::stderr(), "No tables of {} were found.", game.info().title)?;
        } else {
            print(&infos)?;
        }
        match infos.iter().filter(|info| info.contents.is_err()).count() {
            0 => Ok(()),
            1 => Err(CliError::Refused("1 table is invalid".to_string())),
            many => Err(CliError::Refused(format!("{many} tables are invalid"))),
        }
    }
}

fn print(infos: &[TableInfo]) -> Result<(), CliError> {
    let mut out = anstream::stdout().lock();
    let widest = infos.iter().map(|info| info.name.chars().count()).max().unwrap_or(0).max(5);
    writeln!(
        out,
        "{:widest$} {:>14} {:>14} {:>14} {:>14} {:>7} {:>11}  example of the longest win",
        "slice", "positions", "wins", "losses", "draws", "longest", "bytes"
    )?;
    let (mut positions, mut bytes) = (0, 0);
    for info in infos {
        write!(out, "{:widest$} ", info.name)?;
        match &info.contents {
            Ok(Contents { summary, longest_win, path }) => {
                positions += summary.positions();
                bytes += summary.bytes;
                let [all, wins, losses, draws, size] =
                    [summary.positions(), summary.wins, summary.losses, summary.draws, summary.bytes]
                        .map(format::grouped);
                let longest = summary.longest_win.map_or_else(|| "-".into(), |win| win.distance.to_string());
                let example = longest_win.as_deref().unwrap_or("-");
                let place = if path.is_none() { "  (in the program)" } else { "" };
                writeln!(
                    out,
                    "{all:>14} {wins:>14} {losses:>14} {draws:>14} {longest:>7} {size:>11}  {example}{place}"
                )?;
            }
            Err(fault) => writeln!(out, "{fault}")?,
        }
    }
    writeln!(
        out,
        "{} tables, {} positions, {} bytes",
        infos.len(),
        format::grouped(positions),
        format::grouped(bytes)
    )?;
    Ok(())
}
