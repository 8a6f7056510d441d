//! What the search must know of a game's moves besides the rules, to order, prune and reduce them.

use game::Position;

/// The features of moves that ordering, pruning and reductions use. Usually the
/// [`Evaluator`](crate::Evaluator) implements this too, because the gain of a capture depends on
/// its weights.
pub trait MoveOrdering<P: Position>: Sync {
    /// The number of values of [`history_index`](MoveOrdering::history_index).
    const HISTORY_SIZE: usize;
    /// The number of values of [`piece_to`](MoveOrdering::piece_to). Continuation history has an
    /// entry for every pair of them.
    const PIECE_TO_SIZE: usize;

    /// The immediate gain of the move, in points: positive for a noisy move, which quiescence
    /// searches, and 0 for a quiet one.
    fn tactical_gain(&self, pos: &P, mv: P::Move) -> i32;

    /// The move's index into history, killers and countermoves: usually from and to.
    fn history_index(&self, pos: &P, mv: P::Move) -> usize;

    /// The move's index into continuation history: usually the piece and its destination.
    fn piece_to(&self, pos: &P, mv: P::Move) -> usize;

    /// Whether no earlier position can come again after the move.
    fn is_irreversible(&self, pos: &P, mv: P::Move) -> bool;

    /// Whether captures are compulsory here, so that standing pat is no option.
    #[inline]
    fn must_capture(&self, pos: &P) -> bool {
        let _ = pos;
        false
    }

    /// Whether there is plainly no noisy move, so that none need be generated.
    #[inline]
    fn is_quiet(&self, pos: &P) -> bool {
        let _ = pos;
        false
    }

    /// The position after a null move, where passing is no better than the best move: no zugzwang.
    #[inline]
    fn null_move(&self, pos: &P) -> Option<P> {
        let _ = pos;
        None
    }
}
