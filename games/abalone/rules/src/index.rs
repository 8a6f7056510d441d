//! The position index.
//!
//! Exchanging the colours together with the side to move changes nothing in the game, so a position
//! is indexed from the point of view of the player to move, and a slice is the numbers of own and
//! enemy tokens.

use game::combinations::{choose, rank, unrank};
use game::{Indexed, Player, Slice, gather, scatter};

use crate::board::{Board, FULL, LOST};
use crate::cell::CELLS;
use crate::{Abalone, CellSet};

/// The numbers of tokens in a slice.
#[derive(Clone, Copy)]
struct Counts {
    us: u32,
    them: u32,
}

impl Counts {
    fn slice(self) -> Slice {
        Slice(u64::from(self.us << 4 | self.them))
    }

    /// Clamped to what a side can have, for any number of a slice.
    fn of(slice: Slice) -> Counts {
        let count = |bits: u64| ((bits & 15) as u32).min(FULL);
        Counts { us: count(slice.0 >> 4), them: count(slice.0) }
    }

    /// The number of ways to place the enemies, given the own tokens.
    fn enemies(self) -> u64 {
        choose(CELLS as u32 - self.us, self.them)
    }
}

impl Indexed for Abalone {
    fn slice(&self) -> Option<Slice> {
        let board = self.board();
        (!board.is_decided()).then(|| Counts { us: board.us.len(), them: board.them.len() }.slice())
    }

    fn slice_len(slice: Slice) -> u64 {
        let counts = Counts::of(slice);
        choose(CELLS as u32, counts.us) * counts.enemies()
    }

    fn index(&self) -> u64 {
        let Board { us, them } = *self.board();
        let counts = Counts { us: us.len(), them: them.len() };
        let us_number = rank(gather(us.bits(), CellSet::BOARD.bits()));
        let them_number = rank(gather(them.bits(), (CellSet::BOARD - us).bits()));
        us_number * counts.enemies() + them_number
    }

    /// Blue is to move.
    fn unindex(slice: Slice, index: u64) -> Abalone {
        let counts = Counts::of(slice);
        let us = unrank(index / counts.enemies(), counts.us);
        let us = CellSet::from_bits(scatter(us, CellSet::BOARD.bits()));
        let them = unrank(index % counts.enemies(), counts.them);
        let them = CellSet::from_bits(scatter(them, (CellSet::BOARD - us).bits()));
        Abalone::new(Board { us, them }, Player::One)
    }

    fn partner(slice: Slice) -> Slice {
        let Counts { us, them } = Counts::of(slice);
        Counts { us: them, them: us }.slice()
    }

    /// A capture leads to a slice with one token fewer.
    fn slices(pieces: u32) -> Vec<Slice> {
        let counts = LOST + 1..=FULL;
        let mut slices: Vec<Counts> =
            counts.clone().flat_map(|us| counts.clone().map(move |them| Counts { us, them })).collect();
        slices.retain(|slice| slice.us + slice.them <= pieces);
        slices.sort_by_key(|slice| slice.us + slice.them);
        slices.into_iter().map(Counts::slice).collect()
    }

    fn slice_name(slice: Slice) -> String {
        let Counts { us, them } = Counts::of(slice);
        format!("{us} against {them}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_come_after_those_that_eliminations_lead_to() {
        let slices = Abalone::slices(22);
        assert_eq!(slices.len(), 16);
        for (i, &slice) in slices.iter().enumerate() {
            let Counts { us, them } = Counts::of(slice);
            let after = Counts { us: them - 1, them: us }.slice();
            assert!(them - 1 == LOST || slices[..i].contains(&after));
            assert!(slices.contains(&Abalone::partner(slice)));
        }
        assert_eq!(Abalone::slices(17).len(), 3);
        assert_eq!(Abalone::slices(15), []);
    }
}
