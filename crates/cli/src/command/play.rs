//! `plywood play`, `plywood dragon-queen`, `plywood abalone`: a game against the machine.

use std::hash::{BuildHasher as _, RandomState};
use std::path::PathBuf;
use std::time::Duration;

use engine::Level;

use crate::args::{At, Mind, seconds};
use crate::failure::Failure;
use crate::prompt::{Plan, seats};

/// What `plywood play --help` teaches.
pub(crate) const HELP: &str = "Type moves at the prompt, or help, moves, hint, undo, board, resign, quit. It
works from a pipe as well, a line for each move; the end of the input ends the
game. Without --as you play the side that is to move.

Examples:
  plywood play checkers
  plywood play raichu:10 --as black --level 3 --time 0.5
  plywood play dragon-queen --as none --transcript games.txt
  plywood play abalone --as both 'bbbb/bbbbb/..bb../......./..rr../rrrrr/rrrr r'
  printf '22-18\\nmoves\\n' | plywood play checkers --plain";

/// What `plywood dragon-queen --help` teaches.
pub(crate) const DRAGON_QUEEN_HELP: &str =
    "Moves are typed as a1-a2 or c5xb4, as a1 a2, or as MOVE 5,1-4,1 with rows and
columns counted from the top left; the words are help, moves, hint, undo, board,
resign and quit. Without --as you play the side that is to move.

Examples:
  plywood dragon-queen
  plywood dragon-queen --as queen --level 5
  plywood dragon-queen --as wights '..Q../.D.../...../.W.W./..... w 30'";

/// What `plywood abalone --help` teaches.
pub(crate) const ABALONE_HELP: &str =
    "Asks whether you play 1 (Blue, who starts) or 2 (Red). Moves are typed as A4 B3:
the token behind, and the one in front of it; both shift one cell that way. The
words are help, moves, hint, undo, board, resign and quit.

Examples:
  plywood abalone
  plywood abalone --as 2 --level 4
  printf '1\\nA4 B3\\n' | plywood abalone";

/// A game at the prompt.
#[derive(clap::Args, Debug)]
pub(crate) struct Play {
    #[command(flatten)]
    at: At,
    /// Play at the prompt, line by line; so far there is nothing else
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    opponents: Opponents,
}

/// The same for a command that is the name of its game.
#[derive(clap::Args, Debug)]
pub(crate) struct OneGame {
    /// The position; the start if left out
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    #[command(flatten)]
    opponents: Opponents,
}

impl Play {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.opponents.play(&self.at, Question::None)
    }
}

impl OneGame {
    pub(crate) fn run(self, game: &str, question: Question) -> Result<(), Failure> {
        self.opponents.play(&At::new(game.to_string(), self.position), question)
    }
}

/// Who plays, and how well.
#[derive(clap::Args, Debug)]
struct Opponents {
    /// What you play: a side by its name or as 1 or 2, both, or none to watch
    #[arg(long = "as", value_name = "SIDE")]
    human: Option<String>,
    /// How well the machine plays, from 1 to 10
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    /// How long the machine may think about a move
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, allow_negative_numbers = true)]
    time: Duration,
    /// Makes the machine's mistakes the same ones again; another number each time if left out
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Keep a record of the game in this file, after those that it has already
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    #[command(flatten)]
    mind: Mind,
}

/// Whether a person who did not say what to play is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    /// The person plays the side that is to move.
    None,
    /// 1 or 2?
    Side,
}

impl Opponents {
    fn play(self, at: &At, question: Question) -> Result<(), Failure> {
        let start = at.position()?;
        let seats = match (&self.human, question) {
            (Some(word), _) => {
                let wrong = |wrong| Failure::Misuse(format!("--as {wrong}"));
                Some(seats::read(word, &*start).map_err(wrong)?)
            }
            (None, Question::None) => Some(seats::against_machine(start.turn())),
            (None, Question::Side) => None,
        };
        let plan = Plan {
            game: at.game()?.info().name,
            thinking: self.mind.options(&*start)?,
            start,
            seats,
            level: Level::new(self.level).unwrap_or(Level::HIGHEST),
            time: self.time,
            seed: self.seed.unwrap_or_else(|| RandomState::new().hash_one(0)),
            transcript: self.transcript,
        };
        plan.run()
    }
}
