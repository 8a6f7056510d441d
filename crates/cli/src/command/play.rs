//! `plywood play`, and `plywood GAME` for games without a course program: play against the machine.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{IsTerminal as _, Read as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use engine::{ByPlayer, GameClock, Level, Record, Session, SideChoice};

use crate::args::{PositionArgs, SearchArgs, SuggestedValues, game_names, seconds};
use crate::error::CliError;
use crate::plan::Plan;
use crate::plan::clock::{TimeControl, game_clock};
use crate::plan::saved_game::{SaveFile, SavedGame};
use crate::plan::seats::{self, Seat};
use crate::plan::transcript::Transcript;
use crate::{board, prompt};

/// The text after the options in `plywood play --help`.
pub(crate) const HELP: &str =
    "On a terminal the board fills the screen. Move the cursor with the arrow keys and
select a piece and its destination with Enter; or use the mouse; or type : and the
move. Press ? for all keys. An unfinished game is saved; --resume continues it.

With --plain, in a pipe, or if TERM is dumb, you type one move per line at a prompt,
or one of the commands help, moves, hint, undo, board, resign and quit. The end of
the input ends the game. Without --as you play the side to move.

Examples:
  plywood play checkers
  plywood play raichu:10 --as black --level 3 --time 0.5
  plywood play abalone --as both --clock 5+3
  plywood play dragon-queen --as none --eval --transcript games.txt
  plywood play --resume
  plywood play --resume games.txt
  plywood play abalone --as both 'bbbb/bbbbb/..bb../......./..rr../rrrrr/rrrr r'
  printf '22-18\\nmoves\\n' | plywood play checkers --plain";

/// Arguments of `plywood play`.
#[derive(clap::Args, Debug)]
pub(crate) struct PlayArgs {
    /// The game, such as checkers or raichu:10
    #[arg(value_name = "GAME", required_unless_present = "resume", value_parser = SuggestedValues(game_names))]
    game: Option<String>,
    /// The position [default: the start position]
    #[arg(value_name = "POSITION", conflicts_with = "resume")]
    position: Vec<String>,
    /// Resume the most recent unfinished game, or the last game in FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    resume: Option<Option<PathBuf>>,
    /// Play at a line prompt instead of the full-screen board
    #[arg(long)]
    plain: bool,
    /// Start with the evaluation switched on (full-screen board only)
    #[arg(long)]
    eval: bool,
    #[command(flatten)]
    opponents: OpponentArgs,
}

/// Arguments of a command that plays one game at the prompt.
#[derive(clap::Args, Debug)]
pub(crate) struct SingleGameArgs {
    /// The position [default: the start position]
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    #[command(flatten)]
    opponents: OpponentArgs,
}

impl PlayArgs {
    pub(crate) fn run(self) -> Result<(), CliError> {
        let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let at = self.game.map(|game| PositionArgs::new(game, self.position));
        let game = match (&self.resume, at) {
            (Some(file), at) => InitialGame::resume(file.clone(), at.as_ref())?,
            (None, Some(at)) => InitialGame::new(&at)?,
            (None, None) => return Err(CliError::Usage("expected a game, such as checkers".to_string())),
        };
        let mut plan = self.opponents.plan(game, SideChoice::SideToMove)?;
        plan.evaluates = self.eval;
        if is_terminal && plan.save_file.is_none() {
            plan.save_file = SaveFile::new(plan.game);
        }
        if self.plain || is_dumb || !is_terminal { prompt::run(plan) } else { board::run(plan) }
    }
}

impl SingleGameArgs {
    pub(crate) fn run(self, game: &str, side_choice: SideChoice) -> Result<(), CliError> {
        let game = InitialGame::new(&PositionArgs::new(game.to_string(), self.position))?;
        prompt::run(self.opponents.plan(game, side_choice)?)
    }
}

/// Who plays, at what strength and speed.
#[derive(clap::Args, Debug)]
struct OpponentArgs {
    /// The side you play: its name, 1 or 2; both; or none to watch
    #[arg(long = "as", value_name = "SIDE")]
    human: Option<String>,
    /// Strength of the machine, from 1 to 10 [default: 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: Option<u8>,
    /// Thinking time of the machine per move, in seconds [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// A clock for each side: minutes plus increment per move in seconds, such as 5+3
    #[arg(long, value_name = "MIN+INC", value_parser = str::parse::<TimeControl>)]
    clock: Option<TimeControl>,
    /// Random seed of the machine's deliberate mistakes [default: random]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Append the game's record to this file
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
}

/// A new or resumed game, with the settings that were saved with it.
struct InitialGame {
    name: &'static str,
    session: Session,
    seats: Option<ByPlayer<Seat>>,
    level: Option<Level>,
    time: Option<Duration>,
    clock: Option<GameClock>,
    transcript: Option<Transcript>,
    save_file: Option<SaveFile>,
}

impl InitialGame {
    fn new(at: &PositionArgs) -> Result<InitialGame, CliError> {
        let session = Session::game(&*at.position()?);
        Ok(InitialGame::with(at.game()?.info().name, session))
    }

    fn with(name: &'static str, session: Session) -> InitialGame {
        InitialGame {
            name,
            session,
            seats: None,
            level: None,
            time: None,
            clock: None,
            transcript: None,
            save_file: None,
        }
    }

    /// Resumes a game: the most recent one, the most recent one of a game, or the one in a file.
    fn resume(file: Option<PathBuf>, at: Option<&PositionArgs>) -> Result<InitialGame, CliError> {
        let named = match at {
            Some(at) => Some(at.game()?.info().name),
            None => None,
        };
        // `--resume checkers` means the most recent game of checkers unless there is such a file.
        let is_game = |file: &PathBuf| {
            !file.exists() && file.to_str().is_some_and(|w| catalogue::CATALOGUE.find(w).is_ok())
        };
        let (file, named) = match file {
            Some(word) if is_game(&word) => (
                None,
                word.to_str()
                    .and_then(|word| catalogue::CATALOGUE.find(word).ok())
                    .map(|game| game.info().name),
            ),
            file => (file, named),
        };
        let game = match file {
            None => InitialGame::from_save_file(SaveFile::latest(named)?)?,
            Some(file) if is_save_file(&file) => InitialGame::from_save_file(SaveFile::at(file))?,
            Some(file) => InitialGame::from_transcript(file)?,
        };
        match named.filter(|&named| named != game.name) {
            Some(named) => {
                Err(CliError::Usage(format!("expected a saved game of {named}, found {}", game.name)))
            }
            None => Ok(game),
        }
    }

    fn from_save_file(save_file: SaveFile) -> Result<InitialGame, CliError> {
        let saved: SavedGame = save_file.read()?;
        Ok(InitialGame {
            level: saved.level(),
            time: saved.time(),
            clock: saved.clock(),
            transcript: saved.transcript().unwrap_or_else(without_transcript),
            save_file: Some(save_file),
            ..InitialGame::from_record(&saved.record)?
        })
    }

    fn from_transcript(file: PathBuf) -> Result<InitialGame, CliError> {
        let (transcript, record) = Transcript::open_last_game(file)?;
        if record.outcome.is_some() {
            let file = transcript.path().display();
            return Err(CliError::Usage(format!("{file}: its last game is over ({})", record.reason)));
        }
        Ok(InitialGame { transcript: Some(transcript), ..InitialGame::from_record(&record)? })
    }

    fn from_record(record: &Record) -> Result<InitialGame, CliError> {
        let refused = |fault| CliError::Refused(format!("cannot resume the game: {fault}"));
        let session = record.replay(catalogue::CATALOGUE).map_err(|fault| refused(fault.to_string()))?;
        let (seats, level) = seats::parse_players(&record.players);
        let game = catalogue::CATALOGUE.find(&record.game)?.info().name;
        Ok(InitialGame { seats: Some(seats), level, ..InitialGame::with(game, session) })
    }
}

/// Warns that the game is resumed without its transcript.
fn without_transcript(failure: CliError) -> Option<Transcript> {
    let _ = writeln!(anstream::stderr(), "plywood: resuming without the transcript: {failure}");
    None
}

/// Whether a file is a save file (JSON) rather than a transcript.
fn is_save_file(file: &std::path::Path) -> bool {
    const PREFIX_BYTES: u64 = 64;
    let mut text = Vec::new();
    let read = std::fs::File::open(file).and_then(|file| file.take(PREFIX_BYTES).read_to_end(&mut text));
    read.is_ok() && text.trim_ascii_start().starts_with(b"{")
}

impl OpponentArgs {
    /// The command line takes precedence over saved settings, and those over the defaults.
    fn plan(self, game: InitialGame, side_choice: SideChoice) -> Result<Plan, CliError> {
        let start = game.session.start();
        let seats = match (&self.human, game.seats, side_choice) {
            (Some(word), ..) => {
                let wrong = |wrong| CliError::Usage(format!("--as: {wrong}"));
                Some(seats::parse(word, start).map_err(wrong)?)
            }
            (None, Some(seats), _) => Some(seats),
            (None, None, SideChoice::SideToMove) => {
                Some(seats::against_machine(game.session.position().turn()))
            }
            (None, None, SideChoice::Ask) => None,
        };
        let clock = match self.clock {
            Some(time_control) => game_clock(Some(time_control), ByPlayer::default()),
            None => game.clock.unwrap_or_else(|| game_clock(None, ByPlayer::default())),
        };
        Ok(Plan {
            game: game.name,
            thinking: self.search.options(start)?,
            seats,
            level: self.level.and_then(Level::new).or(game.level).unwrap_or(Level::HIGHEST),
            time: self.time.or(game.time).unwrap_or(Duration::from_secs(1)),
            clock,
            seed: self.seed.unwrap_or_else(|| RandomState::new().hash_one(0)),
            transcript: match self.transcript {
                Some(path) => Some(Transcript::open(path)?),
                None => game.transcript,
            },
            save_file: game.save_file,
            evaluates: false,
            session: game.session,
        })
    }
}
