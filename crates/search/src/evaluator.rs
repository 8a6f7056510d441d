//! What a search must know of a game besides its rules.

use game::Position;

use crate::Score;

/// The parts of [`Evaluator::draw_scale`].
pub const DRAW_SCALE: i32 = 16;

/// The worth of positions and the nature of moves. The rules do not know this, and the search does not know
/// the game.
pub trait Evaluator<P: Position>: Sync {
    /// How many numbers [`history_index`](Evaluator::history_index) gives.
    const HISTORY_SIZE: usize;
    /// How many numbers [`piece_to`](Evaluator::piece_to) gives. Experience is kept for every pair of them.
    const PIECE_TO_SIZE: usize;
    /// By how much a few quiet moves change what a position is worth, in hundredths of what they usually do. The
    /// margins of the search grow with it.
    const MARGIN_PERCENT: i32 = 100;

    /// What the position is worth to the side to move, in hundredths of the least piece. The game is not over.
    fn evaluate(&self, pos: &P) -> i32;

    /// What the position is worth exactly, where that is known without a search: a win or a loss in so many plies, or a
    /// draw. Rules that stop games, and positions that came before, do not count.
    #[inline]
    fn exact(&self, pos: &P) -> Option<Score> {
        let _ = pos;
        None
    }

    /// How many of [`DRAW_SCALE`] parts the position is as good as drawn. The worth given by
    /// [`evaluate`](Evaluator::evaluate) is less by as much; whoever would rather not draw must know it too.
    fn draw_scale(&self, pos: &P) -> i32 {
        let _ = pos;
        0
    }

    /// What the move wins at once: more than nothing for a noisy move, whose outcome must be awaited before
    /// the position can be judged, and nothing for a quiet one.
    fn tactical_gain(&self, pos: &P, mv: P::Move) -> i32;

    /// A number for the move, the same for moves that are the same idea in different positions. Experience is
    /// kept by it.
    fn history_index(&self, pos: &P, mv: P::Move) -> usize;

    /// A coarser number for the move, such as what goes where. Which ideas are good answers to which others is
    /// remembered.
    fn piece_to(&self, pos: &P, mv: P::Move) -> usize;

    /// Whether the move cannot be taken back, so that no earlier position can come again.
    fn is_irreversible(&self, pos: &P, mv: P::Move) -> bool;

    /// Whether the side to move has no choice but noisy moves, so that standing still is no measure.
    fn must_capture(&self, pos: &P) -> bool {
        let _ = pos;
        false
    }

    /// Whether it is plain to see that there is no noisy move, so that none need be looked for.
    fn is_quiet(&self, pos: &P) -> bool {
        let _ = pos;
        false
    }

    /// The position after doing nothing, where that is surely no better than the best move.
    fn null_move(&self, pos: &P) -> Option<P> {
        let _ = pos;
        None
    }
}
