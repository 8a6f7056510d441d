//! A position as a value, and the moves from it.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Player};

/// A position of a two-player game without chance: a value that is cheap to clone, without history,
/// evaluation or clock.
///
/// Two positions are equal if the same moves are possible from here on. A move is a whole turn: a
/// chain of jumps is one move, and a forced pass is a move too. So either the game is over or there
/// is at least one move.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A whole turn.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Whether turns alternate and no move ends the game with a win for the opponent, as in most
    /// games. A win then takes an odd number of plies and a loss an even one, which halves the work
    /// of exact search.
    const ALTERNATES: bool = false;

    /// The start position.
    fn start() -> Self;

    /// The side to move.
    fn turn(&self) -> Player;

    /// Replaces the contents of `moves` with every legal move, each once, in an order that depends
    /// on the position alone. Returns the outcome, and leaves the list empty, exactly if the game
    /// is over.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>) -> Option<Outcome>;

    /// The position after a move that is known to be legal here. For any other move the result is
    /// unspecified, but memory stays safe; debug builds assert legality.
    #[must_use]
    fn play_unchecked(&self, mv: Self::Move) -> Self;

    /// Whether `mv` is legal here. Any move is allowed, even one from another position.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&mv)
    }

    /// The outcome, if the game is over.
    fn outcome(&self) -> Option<Outcome> {
        self.legal_moves(&mut Vec::new())
    }

    /// The number of legal moves. Games that can count without generating override this.
    fn count_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }

    /// Whether the side to move may have won or may have a move that wins at once; `true` if a
    /// cheap test cannot rule it out. Exact search calls it at the last ply, where it spends most
    /// of its time.
    fn may_win_at_once(&self) -> bool {
        true
    }

    /// The number of plies until a rule ends the game, if there is such a rule and this position
    /// counts its plies. Not part of the key or the index.
    fn plies_left(&self) -> Option<u32> {
        None
    }

    /// The position after `mv`.
    ///
    /// # Errors
    /// Fails if `mv` is illegal here. [`Explain`](crate::Explain) says which rule it breaks.
    fn play(&self, mv: Self::Move) -> Result<Self, IllegalMove<Self::Move>> {
        if self.is_legal(mv) { Ok(self.play_unchecked(mv)) } else { Err(IllegalMove(mv)) }
    }
}

/// A move that is not legal where it was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not a legal move here")]
pub struct IllegalMove<M: Debug>(pub M);
