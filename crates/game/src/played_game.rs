//! A finished game as data, for [`Game::write_game`](crate::Game::write_game).

use crate::{ByPlayer, Outcome};

/// A game that was played, without the position in which it began.
#[derive(Clone, Copy, Debug)]
pub struct PlayedGame<'g> {
    /// The event.
    pub event: &'g str,
    /// The number of the game in the event, from 1.
    pub number: usize,
    /// The day as `2026.11.18`, or nothing.
    pub date: &'g str,
    /// The names of the players.
    pub players: ByPlayer<&'g str>,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
    /// The reason for the result, in words.
    pub reason: &'g str,
    /// The moves in the game's notation.
    pub moves: &'g [String],
    /// How many of them are an opening that the players did not choose.
    pub opening: usize,
}
