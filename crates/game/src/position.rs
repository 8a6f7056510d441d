//! A position as a value, and the moves from it.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Player};

/// A position of a two-player game without chance: a value that is cheap to clone and knows no history,
/// no evaluation and no clock.
///
/// Two positions are equal when the same things can happen from here on. A move is a whole turn: a chain
/// of jumps is one move, and a turn that must be passed is a move too. So a position either is over or
/// has at least one move.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A whole turn.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Whether turns alternate and no move ends the game with a win for the opponent, as in most games. A win to come
    /// then takes an odd number of plies and a loss an even one, and exact search asks half as many questions.
    const ALTERNATES: bool = false;

    /// Where an ordinary game starts.
    fn start() -> Self;

    /// Whose turn it is.
    fn turn(&self) -> Player;

    /// Replaces the contents of `moves` by every legal move, each once, in an order that depends on the
    /// position alone. Returns the outcome, and leaves the list empty, exactly when the game is over.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>) -> Option<Outcome>;

    /// The position after a move that is known to be legal here. Nothing is promised for another one,
    /// except that memory stays safe; debug builds assert legality.
    #[must_use]
    fn play_unchecked(&self, mv: Self::Move) -> Self;

    /// Whether `mv` is legal here. It may be any move, also one from another position.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&mv)
    }

    /// How the game ended, if it is over.
    fn outcome(&self) -> Option<Outcome> {
        self.legal_moves(&mut Vec::new())
    }

    /// How many legal moves there are. Games that can count without generating do.
    fn count_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }

    /// Whether the side to move may have won or have a move that wins at once; `true` where that is not seen at a glance.
    /// Exact search asks it at its last ply, which most of its work goes into.
    fn may_win_at_once(&self) -> bool {
        true
    }

    /// How many plies may still be played before a rule of the game stops it, where there is such a rule
    /// and this position counts its plies. Not part of key or index.
    fn plies_left(&self) -> Option<u32> {
        None
    }

    /// The position after `mv`.
    ///
    /// # Errors
    /// Fails when `mv` is illegal here. [`Explain`](crate::Explain) says which rule it breaks.
    fn play(&self, mv: Self::Move) -> Result<Self, IllegalMove<Self::Move>> {
        if self.is_legal(mv) { Ok(self.play_unchecked(mv)) } else { Err(IllegalMove(mv)) }
    }
}

/// A move that is not legal where it was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not a legal move here")]
pub struct IllegalMove<M: Debug>(pub M);
