//! What the search must know of a game besides its rules: evaluation, kinds of moves, null moves.

use game::Position;

use crate::Score;

/// The parts of [`Evaluator::draw_scale`].
pub const DRAW_SCALE: i32 = 16;

/// Static evaluation and the features of moves that ordering and pruning use. The rules do not know this, and the search
/// does not know the game.
pub trait Evaluator<P: Position>: Sync {
    /// How many numbers [`history_index`](Evaluator::history_index) gives.
    const HISTORY_SIZE: usize;
    /// How many numbers [`piece_to`](Evaluator::piece_to) gives. Continuation history has an entry for every pair of them.
    const PIECE_TO_SIZE: usize;

    /// The static evaluation for the side to move, in hundredths of the least piece. The game is not over.
    fn evaluate(&self, pos: &P) -> i32;

    /// The exact value, where a table has it: a win or a loss with its distance, or a draw. House rules and repetitions do
    /// not count.
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

    /// The move's index into history, killers and countermoves: usually from and to.
    fn history_index(&self, pos: &P, mv: P::Move) -> usize;

    /// The move's index into continuation history: usually the piece and where it goes.
    fn piece_to(&self, pos: &P, mv: P::Move) -> usize;

    /// Whether the move cannot be taken back, so that no earlier position can come again.
    fn is_irreversible(&self, pos: &P, mv: P::Move) -> bool;

    /// Whether captures are compulsory here, so that standing pat is no option.
    fn must_capture(&self, pos: &P) -> bool {
        let _ = pos;
        false
    }

    /// Whether there is plainly no noisy move, so that none need be generated.
    fn is_quiet(&self, pos: &P) -> bool {
        let _ = pos;
        false
    }

    /// The position after a null move, where passing is no better than the best move: no zugzwang.
    fn null_move(&self, pos: &P) -> Option<P> {
        let _ = pos;
        None
    }
}
