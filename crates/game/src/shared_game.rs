//! A game of a file that other programs may have written, from
//! [`Game::read_games`](crate::Game::read_games).

use crate::{ByPlayer, Outcome};

/// A game with everything that was said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedGame {
    /// Where its text ends in the file, in bytes.
    pub end: usize,
    /// The event, or nothing.
    pub event: String,
    /// The day as it was written, or nothing.
    pub date: String,
    /// The names of the players, or nothing.
    pub players: ByPlayer<String>,
    /// The name of the opening, or nothing.
    pub opening: String,
    /// The result as it was written.
    pub result: String,
    /// The result as it was meant.
    pub outcome: Option<Outcome>,
    /// Where it started, as a position text.
    pub position: String,
    /// What was said before the first move.
    pub comment: String,
    /// The moves, legal from the position on, in the game's notation.
    pub moves: Vec<SharedMove>,
    /// What could not be read, and where reading stopped.
    pub faults: Vec<String>,
}

/// A move and what was said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedMove {
    /// The move in the game's notation.
    pub text: String,
    /// The comment after it.
    pub comment: String,
    /// Signs such as `!?` or `$6`.
    pub signs: Vec<String>,
    /// Other moves in its place, each with what follows.
    pub variations: Vec<Vec<SharedMove>>,
}

impl SharedGame {
    /// The moves that were played.
    pub fn main_line(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().map(|mv| mv.text.as_str())
    }
}
