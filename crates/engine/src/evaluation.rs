//! The evaluation of a game as the search wants it: terms with weights, and the tables that know better.

use game::Exact;
use search::{Evaluator, MoveOrdering};

use crate::defaults::MeasuredMaterial;
use crate::play::{Move, Play};
use crate::tables::TableProbe;
use crate::weights::{ALL_KEPT, Sum, Weights};

/// The evaluation of a game with certain weights, and the tables that know better.
pub(crate) struct WeightedEvaluator<P: Play> {
    weights: Weights,
    /// In place of terms, where the game has none.
    material: Option<MeasuredMaterial>,
    tables: Option<TableProbe<P>>,
}

impl<P: Play> WeightedEvaluator<P> {
    pub(crate) fn new(weights: Weights, tables: Option<TableProbe<P>>) -> WeightedEvaluator<P> {
        let material = P::TERMS.is_empty().then(MeasuredMaterial::of::<P::Position>);
        WeightedEvaluator { weights, material, tables }
    }

    /// What the tables say of a position, where a limit of plies does not count.
    #[inline]
    pub(crate) fn known(&self, pos: &P::Position) -> Option<Exact> {
        self.tables.as_ref()?.probe(pos)
    }
}

impl<P: Play> Evaluator<P::Position> for WeightedEvaluator<P> {
    #[inline]
    fn evaluate(&self, pos: &P::Position) -> i32 {
        // Known at compile time: a game with terms pays nothing for the others.
        if P::TERMS.is_empty() {
            return self.material.as_ref().map_or(0, |material| material.evaluate(pos));
        }
        let mut sum = Sum::new(&self.weights);
        P::tally(pos, &mut sum);
        sum.blend(P::opening(pos), P::kept(pos))
    }

    #[inline]
    fn exact(&self, pos: &P::Position) -> Option<Exact> {
        self.known(pos)
    }

    #[inline]
    fn draw_scale(&self, pos: &P::Position) -> i32 {
        ALL_KEPT - P::kept(pos)
    }
}

impl<P: Play> MoveOrdering<P::Position> for WeightedEvaluator<P> {
    const HISTORY_SIZE: usize = P::HISTORY_SIZE;
    const PIECE_TO_SIZE: usize = P::PIECE_TO_SIZE;

    #[inline]
    fn tactical_gain(&self, pos: &P::Position, mv: Move<P>) -> i32 {
        P::tactical_gain(&self.weights, pos, mv)
    }

    #[inline]
    fn history_index(&self, pos: &P::Position, mv: Move<P>) -> usize {
        P::history_index(pos, mv)
    }

    #[inline]
    fn piece_to(&self, pos: &P::Position, mv: Move<P>) -> usize {
        P::piece_to(pos, mv)
    }

    #[inline]
    fn is_irreversible(&self, pos: &P::Position, mv: Move<P>) -> bool {
        P::is_irreversible(pos, mv)
    }

    #[inline]
    fn must_capture(&self, pos: &P::Position) -> bool {
        P::must_capture(pos)
    }

    #[inline]
    fn is_quiet(&self, pos: &P::Position) -> bool {
        P::is_quiet(pos)
    }

    #[inline]
    fn null_move(&self, pos: &P::Position) -> Option<P::Position> {
        P::null_move(pos)
    }
}
