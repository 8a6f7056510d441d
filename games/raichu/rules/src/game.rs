//! The game as a whole.

use game::{Game, HouseRules};

use crate::moves::Move;
use crate::position::Raichu;

impl<const W: usize, const N: usize> Game for Raichu<W, N> {
    const NAME: &'static str = "raichu";
    const TITLE: &'static str = "Raichu";
    const SUMMARY: &'static str =
        "jump the enemy's Pichus, Pikachus and Raichus; whoever has captured all of them wins";
    const HOUSE_RULES: HouseRules = HouseRules { repetition: Some(3), no_progress: Some(100) };

    fn is_progress(&self, mv: Move<N>) -> bool {
        mv.is_jump() || mv.is_promotion()
    }
}
