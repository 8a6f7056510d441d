//! Raichu, on boards of all sizes.

use game::{Game, Player, Position};
use raichu::{Kind, Move, Raichu, Squares};

use super::{Evaluation, Playable, Tally, Weights};

impl<const W: usize, const N: usize> Playable for Raichu<W, N> {
    type Evaluation = Terms;
}

/// The terms of Raichu.
pub struct Terms;

const PICHU: usize = 0;
const PIKACHU: usize = 1;
const RAICHU: usize = 2;
const TO_MOVE: usize = 3;
const PICHU_ROWS: usize = 4;
const PIKACHU_ROWS: usize = 5;
const MOBILITY: usize = 6;
const THREATENED: usize = 7;

impl<const W: usize, const N: usize> Evaluation<Raichu<W, N>> for Terms {
    const TERMS: &'static [&'static str] = &[
        "Pichu",
        "Pikachu",
        "Raichu",
        "to move",
        "Pichu's row",
        "Pikachu's row",
        "choice of moves",
        "threatened piece",
    ];
    const WEIGHTS: &'static str = include_str!("../../weights/raichu.txt");
    const FIRST_WEIGHTS: &'static str = include_str!("../../weights/raichu-first.txt");
    const SLOTS: usize = N * N * N * N;
    const IDEAS: usize = 3 * N * N;

    #[inline]
    fn tally(pos: &Raichu<W, N>, tally: &mut impl Tally) {
        tally.add(TO_MOVE, 1);
        for (player, sign) in [(pos.turn(), 1), (pos.turn().other(), -1)] {
            let [pichus, pikachus, raichus] = Kind::ALL.map(|kind| pos.pieces(player, kind));
            tally.add(PICHU, sign * pichus.len() as i32);
            tally.add(PIKACHU, sign * pikachus.len() as i32);
            tally.add(RAICHU, sign * raichus.len() as i32);
            tally.add(PICHU_ROWS, sign * rows(pos, player, pichus));
            tally.add(PIKACHU_ROWS, sign * rows(pos, player, pikachus));
            tally.add(MOBILITY, sign * pos.mobility(player) as i32);
            tally.add(THREATENED, sign * pos.threatened(player).len() as i32);
        }
    }

    #[inline]
    fn gain(weights: &Weights, pos: &Raichu<W, N>, mv: Move<N>) -> i32 {
        let worth = |kind: Kind| weights.points(kind as usize);
        let promoted =
            if mv.is_promotion() { worth(Kind::Raichu) - worth(pos.kind_on(mv.from())) } else { 0 };
        promoted + if mv.is_jump() { worth(pos.kind_on(mv.over())) } else { 0 }
    }

    #[inline]
    fn slot(_: &Raichu<W, N>, mv: Move<N>) -> usize {
        mv.from() * N * N + mv.to()
    }

    /// What goes where.
    #[inline]
    fn idea(pos: &Raichu<W, N>, mv: Move<N>) -> usize {
        pos.kind_on(mv.from()) as usize * N * N + mv.to()
    }

    #[inline]
    fn is_irreversible(pos: &Raichu<W, N>, mv: Move<N>) -> bool {
        pos.is_progress(mv)
    }

    /// There is nearly always a harmless move, except with very few pieces.
    #[inline]
    fn after_passing(pos: &Raichu<W, N>) -> Option<Raichu<W, N>> {
        let pieces: u64 = Kind::ALL.iter().map(|&kind| pos.pieces(pos.turn(), kind).len()).sum();
        (pieces > 2).then(|| pos.passed())
    }
}

/// How many rows the pieces have left behind them, together.
#[inline]
fn rows<const W: usize, const N: usize>(pos: &Raichu<W, N>, player: Player, pieces: Squares<W, N>) -> i32 {
    let row = |at: usize| match player {
        Player::One => at / N,
        Player::Two => pos.size() - 1 - at / N,
    };
    pieces.iter().map(|at| row(at) as i32).sum()
}
