//! Abalone on 37 cells.

use abalone::{Abalone, Cell, CellSet, Direction, Move};
use game::{Game, Position};

use super::{Evaluation, Playable, Tally, Weights};

impl Playable for Abalone {
    type Evaluation = Terms;
}

/// The terms of Abalone.
pub struct Terms;

const TOKEN: usize = 0;
const TO_MOVE: usize = 1;
const CENTRE: usize = 2;
const RIM: usize = 3;
const NEIGHBOURS: usize = 4;

/// The cells at most one step from the middle, and those at the rim.
const MIDDLE: [CellSet; 2] = rings();

const fn rings() -> [CellSet; 2] {
    [CellSet::around_middle(1), CellSet::around_middle(2)]
}

impl Evaluation<Abalone> for Terms {
    const TERMS: &'static [&'static str] =
        &["token", "to move", "token in the centre", "token on the rim", "neighbours"];
    const WEIGHTS: &'static str = include_str!("../../weights/abalone.txt");
    const FIRST_WEIGHTS: &'static str = include_str!("../../weights/abalone-first.txt");
    const SLOTS: usize = 37 * 37;
    const IDEAS: usize = 37;

    #[inline]
    fn opening(_: &Abalone) -> i32 {
        super::PHASES
    }

    #[inline]
    fn tally(pos: &Abalone, tally: &mut impl Tally) {
        tally.add(TO_MOVE, 1);
        for (player, sign) in [(pos.turn(), 1), (pos.turn().other(), -1)] {
            let tokens = pos.tokens(player);
            let [centre, inner] = MIDDLE;
            tally.add(TOKEN, sign * tokens.len() as i32);
            tally.add(CENTRE, sign * (tokens & centre).len() as i32);
            tally.add(RIM, sign * (tokens - inner).len() as i32);
            // Each pair has two directions, of which one is enough.
            let pairs = [Direction::East, Direction::SouthEast, Direction::SouthWest]
                .map(|direction| (tokens & tokens.shifted(direction)).len() as i32);
            tally.add(NEIGHBOURS, sign * pairs.iter().sum::<i32>());
        }
    }

    #[inline]
    fn gain(weights: &Weights, pos: &Abalone, mv: Move) -> i32 {
        if pos.is_progress(mv) { weights.points(TOKEN) } else { 0 }
    }

    #[inline]
    fn slot(_: &Abalone, mv: Move) -> usize {
        37 * Cell::id(mv.behind) + Cell::id(mv.front)
    }

    /// What goes where.
    #[inline]
    fn idea(_: &Abalone, mv: Move) -> usize {
        mv.front.id()
    }

    #[inline]
    fn is_irreversible(pos: &Abalone, mv: Move) -> bool {
        pos.is_progress(mv)
    }

    #[inline]
    fn after_passing(pos: &Abalone) -> Option<Abalone> {
        Some(pos.passed())
    }
}
