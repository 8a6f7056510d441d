//! What the search must know of a game besides its rules: what positions are worth.

use game::{Exact, Position};

/// The parts of [`Evaluator::draw_scale`].
pub const DRAW_SCALE: i32 = 16;

/// Static evaluation. The rules do not know it, and the search does not know the game.
pub trait Evaluator<P: Position>: Sync {
    /// The static evaluation for the side to move, in points: hundredths of the least piece. The
    /// game is not over.
    fn evaluate(&self, pos: &P) -> i32;

    /// The exact value, where a tablebase has it: a win or a loss with its distance, or a draw.
    /// House rules and repetitions do not count.
    #[inline]
    fn exact(&self, pos: &P) -> Option<Exact> {
        let _ = pos;
        None
    }

    /// How many of [`DRAW_SCALE`] parts the position is as good as drawn, for contempt.
    /// [`evaluate`](Evaluator::evaluate) is already scaled down by as much.
    #[inline]
    fn draw_scale(&self, pos: &P) -> i32 {
        let _ = pos;
        0
    }
}
