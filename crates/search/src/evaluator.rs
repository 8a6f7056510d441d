//! What the search must know of a game besides its rules: what positions are worth.

use game::{Exact, Position};

/// The parts of [`StaticEval::drawn`].
pub const DRAW_SCALE: i32 = 16;

/// The static evaluation of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaticEval {
    /// The value for the side to move, in points: hundredths of the least piece.
    pub points: i32,
    /// How nearly the position is drawn, in parts of [`DRAW_SCALE`], for contempt. The points are
    /// already scaled down accordingly.
    pub drawn: i32,
}

/// Static evaluation. The rules do not know it, and the search does not know the game.
pub trait Evaluator<P: Position>: Sync {
    /// What one thread of a search keeps between evaluations, such as the accumulators of a
    /// network; `()` where there is nothing to keep.
    type Scratch: Default;

    /// The static evaluation of a position `ply` plies from the root. The game is not over.
    fn evaluate(&self, pos: &P, ply: usize, scratch: &mut Self::Scratch) -> StaticEval;

    /// The exact value, where a tablebase has it: a win or a loss with its distance, or a draw.
    /// House rules and repetitions do not count.
    #[inline]
    fn exact(&self, pos: &P) -> Option<Exact> {
        let _ = pos;
        None
    }
}
