//! `plywood games import`: the games of files, of our own and of other programs.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use engine::{FiledGame, GameQuery, GameRef, SharedMove, game_of_form, read_games, read_result, result_word};
use serde::Serialize;

use crate::command::print_json;
use crate::error::CliError;

pub(super) const HELP: &str = "\
Every game is listed with its number, date, players, result, opening and length; what could not be \
read is said on standard error, and the moves before it are kept. The exit code is 1 if no game \
could be read at all.

1-0 means that the first of the players won, as everywhere in Plywood. Where a file means \
the opposite, its own comments and final positions tell.

Examples:
  plywood games import club.pdn
  plywood games import club.pdn --player Tinsley --opening '11-15 23-19' --json
  plywood games import club.pdn --result 1/2-1/2 --records > draws.txt";

/// Files are read up to this size.
const MOST_BYTES: u64 = 1 << 30;

#[derive(clap::Args, Debug)]
pub(crate) struct ImportArgs {
    /// The files; what their names end in says what is in them
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Only games of players with this in their names
    #[arg(long, value_name = "NAME", default_value = "")]
    player: String,
    /// Only games with this in the name of their opening, or that begin with these moves
    #[arg(long, value_name = "OPENING", default_value = "")]
    opening: String,
    /// Only games with this result: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long, value_parser = outcome)]
    result: Option<Outcome>,
    /// Print records, which every command and the browser read
    #[arg(long, conflicts_with = "json")]
    records: bool,
    /// Print JSON: [{file, number, game, event, date, players, result, opening, position, moves, …}]
    #[arg(long)]
    json: bool,
}

type Outcome = Option<engine::Outcome>;

fn outcome(text: &str) -> Result<Outcome, String> {
    read_result(text).ok_or_else(|| "expected 1-0, 0-1, 1/2-1/2 or *".to_string())
}

/// A game and where it was found.
struct Found {
    file: String,
    number: usize,
    filed: FiledGame,
}

impl ImportArgs {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let query =
            GameQuery { player: self.player.clone(), opening: self.opening.clone(), outcome: self.result };
        let mut found = Vec::new();
        let mut read = 0;
        for path in &self.files {
            for (i, filed) in read_file(path)?.into_iter().enumerate() {
                let (file, number) = (path.display().to_string(), i + 1);
                for fault in &filed.shared.faults {
                    writeln!(anstream::stderr(), "plywood: {file}: game {number}: {fault}")?;
                }
                read += usize::from(filed.shared.faults.is_empty() || !filed.shared.moves.is_empty());
                if query.matches(&filed) {
                    found.push(Found { file, number, filed });
                }
            }
        }
        self.print(&found)?;
        if read == 0 {
            return Err(CliError::Refused("no game could be read".to_string()));
        }
        Ok(())
    }

    fn print(&self, found: &[Found]) -> Result<(), CliError> {
        if self.json {
            return print_json(&found.iter().map(GameJson::of).collect::<Vec<_>>());
        }
        let mut out = anstream::stdout().lock();
        if self.records {
            let records = found.iter().map(|found| found.filed.record().write()).collect::<Vec<_>>();
            return Ok(write!(out, "{}", records.join("\n"))?);
        }
        for Found { number, filed, .. } in found {
            let shared = &filed.shared;
            let named = |name: &str| if name.is_empty() { "?".to_string() } else { name.to_string() };
            let (one, two) = (named(&shared.players.one), named(&shared.players.two));
            let (date, result) = (named(&shared.date), result_word(shared.outcome));
            let plies = engine::counted(shared.moves.len(), "ply", "plies");
            writeln!(out, "{number:>5}  {date:<10}  {one} – {two}  {result}  {}  {plies}", filed.opening())?;
        }
        Ok(())
    }
}

/// The games of a file.
fn read_file(path: &Path) -> Result<Vec<FiledGame>, CliError> {
    let bytes = files::read(path, MOST_BYTES)
        .map_err(|error| CliError::File(format!("cannot read {}: {error}", path.display())))?;
    // Files of older programs are in Latin-1, in which every byte is a character.
    let text =
        String::from_utf8(bytes).unwrap_or_else(|bad| bad.into_bytes().into_iter().map(char::from).collect());
    let form = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let game: Option<GameRef> = game_of_form(catalogue::CATALOGUE, form)?;
    let games = read_games(catalogue::CATALOGUE, game, &text);
    games.map_err(|fault| CliError::Usage(format!("{}: {fault}", path.display())))
}

#[derive(Serialize)]
struct GameJson<'g> {
    file: &'g str,
    number: usize,
    game: &'g str,
    event: &'g str,
    date: &'g str,
    players: [&'g str; 2],
    result: &'static str,
    opening: String,
    position: &'g str,
    comment: &'g str,
    moves: Vec<MoveJson<'g>>,
    faults: &'g [String],
}

#[derive(Serialize)]
struct MoveJson<'g> {
    #[serde(rename = "move")]
    text: &'g str,
    #[serde(skip_serializing_if = "str::is_empty")]
    comment: &'g str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    signs: &'g [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Vec<MoveJson<'g>>>,
}

impl<'g> GameJson<'g> {
    fn of(found: &'g Found) -> GameJson<'g> {
        let shared = &found.filed.shared;
        GameJson {
            file: &found.file,
            number: found.number,
            game: &found.filed.game,
            event: &shared.event,
            date: &shared.date,
            players: [&shared.players.one, &shared.players.two],
            result: result_word(shared.outcome),
            opening: found.filed.opening(),
            position: &shared.position,
            comment: &shared.comment,
            moves: shared.moves.iter().map(MoveJson::of).collect(),
            faults: &shared.faults,
        }
    }
}

impl<'g> MoveJson<'g> {
    fn of(mv: &'g SharedMove) -> MoveJson<'g> {
        MoveJson {
            text: &mv.text,
            comment: &mv.comment,
            signs: &mv.signs,
            variations: mv.variations.iter().map(|line| line.iter().map(MoveJson::of).collect()).collect(),
        }
    }
}
