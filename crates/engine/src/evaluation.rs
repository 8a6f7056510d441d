//! The evaluation of a game as the search wants it: a network, or terms with weights, or material; and the tables that
//! know better.

use game::{Exact, Position as _};
use learn::{Accumulators, NETWORK_MAGIC, Network, Output};
use search::{DRAW_SCALE, Evaluator, MoveOrdering, StaticEval};

use crate::defaults::MeasuredMaterial;
use crate::play::{Move, Play};
use crate::tables::TableProbe;
use crate::think::WeightsChoice;
use crate::weights::{ALL_KEPT, Sum, Weights, WeightsError};

/// The evaluation of a game with certain weights, and the tables that know better.
pub(crate) struct WeightedEvaluator<P: Play> {
    weights: Weights,
    /// In place of terms, where the game has a learned evaluation.
    network: Option<Network>,
    /// In place of terms, where the game has none.
    material: Option<MeasuredMaterial>,
    tables: Option<TableProbe<P>>,
}

impl<P: Play> WeightedEvaluator<P> {
    /// The evaluation by terms, or by material where the game has none.
    pub(crate) fn new(weights: Weights, tables: Option<TableProbe<P>>) -> WeightedEvaluator<P> {
        let material = P::TERMS.is_empty().then(MeasuredMaterial::of::<P::Position>);
        WeightedEvaluator { weights, network: None, material, tables }
    }

    /// The evaluation with the weights that are chosen.
    pub(crate) fn chosen(
        choice: &WeightsChoice,
        tables: Option<TableProbe<P>>,
    ) -> Result<WeightedEvaluator<P>, WeightsError> {
        let bytes = match choice {
            WeightsChoice::Best => P::NETWORK,
            WeightsChoice::Terms | WeightsChoice::First => &[],
            WeightsChoice::File(bytes) => bytes,
        };
        if bytes.starts_with(NETWORK_MAGIC) {
            if !P::IS_USUAL_BOARD {
                return Err(WeightsError::OtherBoard);
            }
            let network = Network::from_bytes(&P::Position::start(), bytes)?;
            // What captures win is still counted by the terms, where the game has any.
            let weights = Weights::read(P::TERMS, P::WEIGHTS)?;
            if network.shape().terms.is_some_and(|checksum| Some(checksum) != terms_checksum::<P>()) {
                return Err(WeightsError::OtherTerms);
            }
            return Ok(WeightedEvaluator { weights, network: Some(network), material: None, tables });
        }
        let weights = Weights::read(P::TERMS, choice.text::<P>()?)?;
        Ok(WeightedEvaluator::new(weights, tables))
    }

    /// What the tables say of a position, where a limit of plies does not count.
    #[inline]
    pub(crate) fn known(&self, pos: &P::Position) -> Option<Exact> {
        self.tables.as_ref()?.probe(pos)
    }

    /// The evaluation by the game's terms.
    #[inline(always)]
    pub(crate) fn by_terms(&self, pos: &P::Position) -> StaticEval {
        let mut sum = Sum::new(&self.weights);
        P::tally(pos, &mut sum);
        let kept = P::kept(pos);
        StaticEval { points: sum.blend(P::opening(pos), kept), drawn: ALL_KEPT - kept }
    }

    /// The points of a position for the side to move, outside of a search.
    pub(crate) fn points(&self, pos: &P::Position) -> i32 {
        self.evaluate(pos, 0, &mut Accumulators::default()).points
    }
}

impl<P: Play> Evaluator<P::Position> for WeightedEvaluator<P> {
    type Scratch = Accumulators;

    #[inline]
    fn evaluate(&self, pos: &P::Position, ply: usize, accumulators: &mut Accumulators) -> StaticEval {
        if let Some(network) = &self.network {
            let terms = if network.shape().terms.is_some() { self.by_terms(pos).points } else { 0 };
            return evaluate_by_network(network, terms, pos, ply, accumulators);
        }
        // Known at compile time: a game with terms pays nothing for the others.
        if P::TERMS.is_empty() {
            let points = self.material.as_ref().map_or(0, |material| material.evaluate(pos));
            return StaticEval { points, drawn: 0 };
        }
        self.by_terms(pos)
    }

    #[inline]
    fn exact(&self, pos: &P::Position) -> Option<Exact> {
        self.known(pos)
    }
}

/// What a network that adds to the game's terms is tied to: the checksum of their weights. None where the game has no
/// terms.
pub(crate) fn terms_checksum<P: Play>() -> Option<u32> {
    (!P::TERMS.is_empty()).then(|| crc32fast::hash(P::WEIGHTS.as_bytes()))
}

/// Not inlined, so that an evaluation by terms is not burdened with the registers of one by a network.
#[inline(never)]
fn evaluate_by_network<G: game::Game>(
    network: &Network,
    terms: i32,
    pos: &G,
    ply: usize,
    kept: &mut Accumulators,
) -> StaticEval {
    let output = kept.evaluate(network, pos, ply);
    let output = Output { points: output.points + terms, ..output };
    StaticEval { points: output.points, drawn: network.drawn_parts(output, DRAW_SCALE) }
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

    #[inline(always)]
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
