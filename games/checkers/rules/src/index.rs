//! The position index for tables.
//!
//! The board is turned so that Red is to move. A slice is then the numbers of men and kings of
//! either side, and its positions are indexed in this order: the red men on the bottom row (where
//! no black man can be), the other red men, the black men on the squares left to them, red kings,
//! black kings. Black men have 28 squares minus those of the red men above the bottom row. The
//! slice is divided into sections by that number, so that no index is wasted.

use game::combinations::{choose, rank, unrank};
use game::{Indexed, Player, Position as _, Slice, gather, scatter};

use crate::{Checkers, Move, SquareSet};

/// Beyond this many pieces the indices of a slice might not fit into a word.
const MOST_PIECES: u32 = 16;

/// The row on which no black man can be.
const BOTTOM: SquareSet = SquareSet::crown_row(Player::Two);

/// The squares of red men above the bottom row.
const MIDDLE: SquareSet = SquareSet::drawn(
    "
      .   .   .   .
    x   x   x   x
      x   x   x   x
    x   x   x   x
      x   x   x   x
    x   x   x   x
      x   x   x   x
    .   .   .   .
    ",
);

/// The number of pieces of each kind, with Red to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Material {
    red_men: u32,
    red_kings: u32,
    black_men: u32,
    black_kings: u32,
}

impl Material {
    fn pieces(self) -> u32 {
        self.men() + self.red_kings + self.black_kings
    }

    fn men(self) -> u32 {
        self.red_men + self.black_men
    }

    fn slice(self) -> Slice {
        let counts = [self.red_men, self.red_kings, self.black_men, self.black_kings];
        Slice(counts.into_iter().fold(0, |code, count| code << 8 | u64::from(count)))
    }

    fn of(slice: Slice) -> Material {
        let count = |byte: u32| (slice.0 >> (8 * byte) & 0xFF) as u32;
        Material { red_men: count(3), red_kings: count(2), black_men: count(1), black_kings: count(0) }
    }

    /// The number of ways to place the kings, given the men.
    fn ways_for_kings(self) -> u64 {
        let free = 32 - self.men();
        choose(free, self.red_kings) * choose(free - self.red_kings, self.black_kings)
    }

    /// The number of squares for black men, with this many red men on the bottom row.
    fn free_for_black_men(self, on_bottom: u32) -> u32 {
        28 - (self.red_men - on_bottom)
    }

    /// The number of ways to place the men with this many red men on the bottom row.
    fn ways_for_men(self, on_bottom: u32) -> u64 {
        if on_bottom > self.red_men {
            return 0;
        }
        choose(4, on_bottom)
            * choose(24, self.red_men - on_bottom)
            * choose(self.free_for_black_men(on_bottom), self.black_men)
    }

    /// The index of the first way to place the men in this section.
    fn first_of_section(self, on_bottom: u32) -> u64 {
        (0..on_bottom).map(|section| self.ways_for_men(section)).sum()
    }

    fn len(self) -> u64 {
        self.first_of_section(5) * self.ways_for_kings()
    }
}

/// The pieces with Red to move.
struct Sets {
    red_men: SquareSet,
    red_kings: SquareSet,
    black_men: SquareSet,
    black_kings: SquareSet,
}

impl Sets {
    fn of(pos: &Checkers) -> Sets {
        let [red, black, kings] = match pos.turn {
            Player::One => [pos.ours, pos.theirs, pos.kings],
            Player::Two => [pos.ours, pos.theirs, pos.kings].map(SquareSet::turned),
        };
        Sets {
            red_men: red - kings,
            red_kings: red & kings,
            black_men: black - kings,
            black_kings: black & kings,
        }
    }

    fn material(&self) -> Material {
        Material {
            red_men: self.red_men.len(),
            red_kings: self.red_kings.len(),
            black_men: self.black_men.len(),
            black_kings: self.black_kings.len(),
        }
    }
}

/// The index of `part` among the subsets of `whole` of its size.
fn rank_in(part: SquareSet, whole: SquareSet) -> u64 {
    rank(gather(part.0, whole.0))
}

/// The subset of `whole` with `size` elements and this index.
fn unrank_in(number: u64, size: u32, whole: SquareSet) -> SquareSet {
    SquareSet(scatter(unrank(number, size), whole.0))
}

impl Indexed for Checkers {
    fn slice(&self) -> Option<Slice> {
        let material = Sets::of(self).material();
        let both = !self.ours.is_empty() && !self.theirs.is_empty();
        (both && material.pieces() <= MOST_PIECES).then(|| material.slice())
    }

    #[inline]
    fn pieces(&self) -> u32 {
        (self.ours | self.theirs).len()
    }

    fn slice_len(slice: Slice) -> u64 {
        Material::of(slice).len()
    }

    fn index(&self) -> u64 {
        let sets = Sets::of(self);
        let material = sets.material();
        let on_bottom = sets.red_men & BOTTOM;
        let above = sets.red_men & MIDDLE;
        let section = on_bottom.len();
        let free_for_black = SquareSet::BOARD - BOTTOM - above;
        let free_for_kings = !(sets.red_men | sets.black_men);
        let men = material.first_of_section(section)
            + (rank_in(on_bottom, BOTTOM) * choose(24, material.red_men - section) + rank_in(above, MIDDLE))
                * choose(material.free_for_black_men(section), material.black_men)
            + rank_in(sets.black_men, free_for_black);
        let red_kings = rank_in(sets.red_kings, free_for_kings);
        let black_kings = rank_in(sets.black_kings, free_for_kings - sets.red_kings);
        let free = 32 - material.men() - material.red_kings;
        men * material.ways_for_kings() + red_kings * choose(free, material.black_kings) + black_kings
    }

    fn unindex(slice: Slice, index: u64) -> Checkers {
        let material = Material::of(slice);
        let free = 32 - material.men() - material.red_kings;
        let (mut men, kings) = (index / material.ways_for_kings(), index % material.ways_for_kings());
        let mut section = 0;
        while men >= material.ways_for_men(section) {
            men -= material.ways_for_men(section);
            section += 1;
        }
        let ways_for_black = choose(material.free_for_black_men(section), material.black_men);
        let ways_above = choose(24, material.red_men - section);
        let red = men / ways_for_black;
        let on_bottom = unrank_in(red / ways_above, section, BOTTOM);
        let above = unrank_in(red % ways_above, material.red_men - section, MIDDLE);
        let black_men =
            unrank_in(men % ways_for_black, material.black_men, SquareSet::BOARD - BOTTOM - above);
        let free_for_kings = !(on_bottom | above | black_men);
        let ways_for_black_kings = choose(free, material.black_kings);
        let red_kings = unrank_in(kings / ways_for_black_kings, material.red_kings, free_for_kings);
        let free_for_black_kings = free_for_kings - red_kings;
        let black_kings = unrank_in(kings % ways_for_black_kings, material.black_kings, free_for_black_kings);
        Checkers {
            ours: on_bottom | above | red_kings,
            theirs: black_men | black_kings,
            kings: red_kings | black_kings,
            turn: Player::One,
        }
    }

    fn partner(slice: Slice) -> Slice {
        let m = Material::of(slice);
        Material {
            red_men: m.black_men,
            red_kings: m.black_kings,
            black_men: m.red_men,
            black_kings: m.red_kings,
        }
        .slice()
    }

    /// Jumps, and steps that crown a man.
    fn conversions(&self, moves: &mut Vec<Move>) -> usize {
        self.legal_moves(moves);
        let all = moves.len();
        let crown_row = SquareSet::crown_row(self.turn);
        moves.retain(|mv| mv.is_jump() || crown_row.contains(mv.to()) && !self.kings.contains(mv.from()));
        all - moves.len()
    }

    /// Fewer pieces first, then fewer men.
    fn slices(pieces: u32) -> Vec<Slice> {
        let mut all: Vec<Material> = Vec::new();
        for total in 2..=pieces.min(MOST_PIECES) {
            for red in (1..total).filter(|&red| red <= 12 && total - red <= 12) {
                let black = total - red;
                for (red_men, black_men) in (0..=red).flat_map(|r| (0..=black).map(move |b| (r, b))) {
                    let (red_kings, black_kings) = (red - red_men, black - black_men);
                    all.push(Material { red_men, red_kings, black_men, black_kings });
                }
            }
        }
        all.sort_by_key(|material| (material.pieces(), material.men()));
        all.into_iter().map(Material::slice).collect()
    }

    fn slice_name(slice: Slice) -> String {
        let m = Material::of(slice);
        format!("{}m{}k-{}m{}k", m.red_men, m.red_kings, m.black_men, m.black_kings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of positions according to the literature on endgame databases, for one side to
    /// move, including those in which a side has no pieces.
    #[test]
    fn as_many_positions_as_are_known() {
        let known =
            [(1, 120), (2, 6_972), (3, 261_224), (4, 7_092_774), (5, 148_688_232), (6, 2_503_611_964)];
        for (pieces, known) in known {
            let mut total = 0;
            for red in 0..=pieces {
                let black = pieces - red;
                for (red_men, black_men) in (0..=red).flat_map(|r| (0..=black).map(move |b| (r, b))) {
                    let (red_kings, black_kings) = (red - red_men, black - black_men);
                    total += Material { red_men, red_kings, black_men, black_kings }.len();
                }
            }
            assert_eq!(total, known, "{pieces} pieces");
        }
    }

    #[test]
    fn the_largest_slice_fits_a_word() {
        let largest = Checkers::slices(MOST_PIECES).into_iter().map(|slice| {
            let m = Material::of(slice);
            u128::from(m.first_of_section(5)) * u128::from(m.ways_for_kings())
        });
        assert!(largest.max().is_some_and(|len| len < u128::from(u64::MAX)));
    }
}
