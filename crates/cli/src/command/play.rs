//! `plywood play`, `plywood dragon-queen`, `plywood abalone`: a game against the machine.

use std::hash::{BuildHasher as _, RandomState};
use std::path::PathBuf;
use std::time::Duration;

use engine::Level;

use crate::args::{At, Mind, seconds};
use crate::failure::Failure;
use crate::prompt::{Plan, seats};

/// Who plays, and how well.
#[derive(clap::Args, Debug)]
pub(crate) struct Opponents {
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
    pub(crate) fn play(self, at: &At, question: Question) -> Result<(), Failure> {
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
            start,
            seats,
            level: Level::new(self.level).unwrap_or(Level::HIGHEST),
            time: self.time,
            seed: self.seed.unwrap_or_else(|| RandomState::new().hash_one(0)),
            thinking: self.mind.options(),
            transcript: self.transcript,
        };
        plan.run()
    }
}
