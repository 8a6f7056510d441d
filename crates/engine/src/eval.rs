//! What positions are worth: for each game a list of named terms, and weights that are fitted to results.

mod abalone;
mod checkers;
mod dragon_queen;
mod raichu;
#[cfg(test)]
mod tests;
mod weights;

use game::{Exact, Game};
use search::{Evaluator, Score};

use crate::player::{Strengths, USUAL_STRENGTHS};
use crate::tables::Known;

pub(crate) use weights::PHASES;
pub use weights::{Weight, Weights, WeightsError};

/// A game that can be played well, because it is known what its positions are worth.
pub trait Playable: Game {
    /// What they are worth.
    type Evaluation: Evaluation<Self>;

    /// The tables that are part of the program, packed as [`tablebase::write_pack`] does.
    const TABLES: &'static [u8] = &[];

    /// How many pieces the tables have that are usually built.
    const TABLE_PIECES: u32 = 2;
}

/// What a game's positions are worth and what its moves are like. One piece of code counts the terms, for
/// playing and for fitting alike.
pub trait Evaluation<G: Game>: Send + Sync + 'static {
    /// The names of the terms.
    const TERMS: &'static [&'static str];
    /// The weights that play, as a text of [`Weights`].
    const WEIGHTS: &'static str;
    /// The weights that were typed by feel before the first fit, as an opponent to measure the others by.
    const FIRST_WEIGHTS: &'static str;
    /// The term that stands for the least piece, whose weight is a hundred by convention.
    const UNIT: usize = 0;
    /// How many numbers [`history_index`](Evaluation::history_index) gives.
    const HISTORY_SIZE: usize;
    /// How many numbers [`piece_to`](Evaluation::piece_to) gives.
    const PIECE_TO_SIZE: usize;

    /// See [`Evaluator::MARGIN_PERCENT`].
    const MARGIN_PERCENT: i32 = 100;
    /// How many points a player gives up rather than draw.
    const CONTEMPT: i32 = 40;
    /// What makes the levels, so that each is clearly stronger than the one below.
    const STRENGTHS: Strengths = USUAL_STRENGTHS;

    /// How much of the opening a position has: 16 at the beginning, 0 in an ending.
    fn opening(pos: &G) -> i32;

    /// How many of 16 parts of its worth a position keeps: fewer where even a large lead does not win.
    #[inline]
    fn kept(pos: &G) -> i32 {
        let _ = pos;
        ALL_KEPT
    }

    /// Counts the terms of a position that is not over, from the view of the side to move.
    fn tally(pos: &G, tally: &mut impl Tally);

    /// What the move wins at once; see [`Evaluator::tactical_gain`].
    fn tactical_gain(weights: &Weights, pos: &G, mv: G::Move) -> i32;

    /// A number for the move; see [`Evaluator::history_index`].
    fn history_index(pos: &G, mv: G::Move) -> usize;

    /// A coarser number for the move; see [`Evaluator::piece_to`].
    fn piece_to(pos: &G, mv: G::Move) -> usize;

    /// Whether no earlier position can come again after the move.
    fn is_irreversible(pos: &G, mv: G::Move) -> bool;

    /// Whether the side to move has no choice but noisy moves.
    fn must_capture(pos: &G) -> bool {
        let _ = pos;
        false
    }

    /// Whether it is plain to see that there is no noisy move.
    fn is_quiet(pos: &G) -> bool {
        let _ = pos;
        false
    }

    /// The position after doing nothing, where that is surely no better than the best move.
    fn null_move(pos: &G) -> Option<G> {
        let _ = pos;
        None
    }
}

/// What [`Evaluation::kept`] gives for ordinary positions.
pub(crate) const ALL_KEPT: i32 = search::DRAW_SCALE;

/// Where terms are counted.
pub trait Tally {
    /// The position has a term so many times. The number of the term is its place in [`Evaluation::TERMS`].
    fn add(&mut self, term: usize, times: i32);
}

/// The sum of all terms with their weights.
struct Sum<'w> {
    weights: &'w Weights,
    total: i64,
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, term: usize, times: i32) {
        // Absurd weights give absurd sums, and no panic.
        self.total = self.total.wrapping_add(self.weights.both(term).wrapping_mul(times.into()));
    }
}

/// Each term by itself.
impl Tally for Vec<i32> {
    fn add(&mut self, term: usize, times: i32) {
        self[term] += times;
    }
}

/// How often a position has each term.
#[must_use]
pub fn terms<G: Playable>(pos: &G) -> Vec<i32> {
    let mut counts = vec![0; G::Evaluation::TERMS.len()];
    G::Evaluation::tally(pos, &mut counts);
    counts
}

/// The evaluation of a game with certain weights, and the tables that know better, as the search wants it.
pub(crate) struct WeightedEvaluator<G> {
    weights: Weights,
    tables: Option<Known<G>>,
}

impl<G: Playable> WeightedEvaluator<G> {
    pub(crate) fn new(weights: Weights, tables: Option<Known<G>>) -> WeightedEvaluator<G> {
        WeightedEvaluator { weights, tables }
    }

    /// What the tables say of a position, where a limit of plies does not count.
    #[inline]
    pub(crate) fn known(&self, pos: &G) -> Option<Exact> {
        self.tables.as_ref()?.probe(pos)
    }
}

impl<G: Playable> Evaluator<G> for WeightedEvaluator<G> {
    const HISTORY_SIZE: usize = G::Evaluation::HISTORY_SIZE;
    const PIECE_TO_SIZE: usize = G::Evaluation::PIECE_TO_SIZE;
    const MARGIN_PERCENT: i32 = G::Evaluation::MARGIN_PERCENT;

    #[inline]
    fn evaluate(&self, pos: &G) -> i32 {
        let mut sum = Sum { weights: &self.weights, total: 0 };
        G::Evaluation::tally(pos, &mut sum);
        Weights::blend(sum.total, G::Evaluation::opening(pos), G::Evaluation::kept(pos))
    }

    #[inline]
    fn exact(&self, pos: &G) -> Option<Score> {
        Some(match self.known(pos)? {
            Exact::Win(plies) => Score::win_in(plies),
            Exact::Loss(plies) => Score::loss_in(plies),
            Exact::Draw => Score::DRAW,
        })
    }

    #[inline]
    fn draw_scale(&self, pos: &G) -> i32 {
        ALL_KEPT - G::Evaluation::kept(pos)
    }

    #[inline]
    fn tactical_gain(&self, pos: &G, mv: G::Move) -> i32 {
        G::Evaluation::tactical_gain(&self.weights, pos, mv)
    }

    #[inline]
    fn history_index(&self, pos: &G, mv: G::Move) -> usize {
        G::Evaluation::history_index(pos, mv)
    }

    #[inline]
    fn piece_to(&self, pos: &G, mv: G::Move) -> usize {
        G::Evaluation::piece_to(pos, mv)
    }

    #[inline]
    fn is_irreversible(&self, pos: &G, mv: G::Move) -> bool {
        G::Evaluation::is_irreversible(pos, mv)
    }

    #[inline]
    fn must_capture(&self, pos: &G) -> bool {
        G::Evaluation::must_capture(pos)
    }

    #[inline]
    fn is_quiet(&self, pos: &G) -> bool {
        G::Evaluation::is_quiet(pos)
    }

    #[inline]
    fn null_move(&self, pos: &G) -> Option<G> {
        G::Evaluation::null_move(pos)
    }
}
