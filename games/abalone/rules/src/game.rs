//! The game as a whole.

use game::{Game, HouseRules};

use crate::{Abalone, Move};

impl Game for Abalone {
    const NAME: &'static str = "abalone";
    const TITLE: &'static str = "Abalone on 37 cells";
    const SUMMARY: &'static str = "pairs of tokens push enemies off a hexagon; four pushed off win";
    const HOUSE_RULES: HouseRules = HouseRules { repetition: Some(3), no_progress: Some(200) };

    #[inline]
    fn is_progress(&self, mv: Move) -> bool {
        self.board().eliminates(mv)
    }
}
