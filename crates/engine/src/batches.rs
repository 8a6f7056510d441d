//! Batches of games for learners, with the moves numbered as a game says.

use std::marker::PhantomData;

use environment::Encoding;
use game::{CellId, Symmetry};

use crate::play::{Move, Play};

/// How a game numbers its moves.
pub(crate) struct PlayEncoding<P>(PhantomData<fn() -> P>);

impl<P: Play> Encoding for PlayEncoding<P> {
    type Position = P::Position;

    const MOVE_CODES: usize = P::MOVE_CODES;

    fn action_paths(pos: &P::Position) -> Vec<Vec<CellId>> {
        P::action_paths(pos)
    }

    #[inline]
    fn move_code(mv: Move<P>) -> Option<usize> {
        P::move_code(mv)
    }

    fn player_two_view() -> Option<Symmetry> {
        P::player_two_view()
    }

    #[inline]
    fn is_irreversible(pos: &P::Position, mv: Move<P>) -> bool {
        P::is_irreversible(pos, mv)
    }
}
