//! A whole game that was played, as it is told to whoever writes it down.

use crate::{ByPlayer, Outcome};

/// A whole game that was played, but for the position in which it began.
#[derive(Clone, Copy, Debug)]
pub struct PlayedGame<'g> {
    /// On which occasion.
    pub event: &'g str,
    /// Which game of the event it was, from 1.
    pub number: usize,
    /// Who played.
    pub players: ByPlayer<&'g str>,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// What brought the end about, in words.
    pub reason: &'g str,
    /// The moves, as the game writes them.
    pub moves: &'g [String],
    /// How many of them nobody chose, because they are an opening.
    pub opening: usize,
}
