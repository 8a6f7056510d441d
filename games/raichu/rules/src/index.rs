//! The index of positions on 8 × 8.
//!
//! A position is indexed from the point of view of the player to move, who becomes White by
//! [`crate::symmetry`]. Its slice is the number of pieces of each kind for each player. Its index
//! has one part for each group of equal pieces: the subset of squares that it occupies, among those
//! that earlier groups leave free. The first part belongs to the leading group, of which only one
//! of two mirror images is indexed.

use std::cmp::Reverse;

use game::combinations::{choose, rank};
use game::{Indexed, Player, Position, Slice, gather, scatter};

use crate::board::Board;
use crate::lead;
use crate::piece::Piece;
use crate::position::Raichu;
use crate::square_set::SquareSet;
use crate::symmetry::{flipped_word, mirrored_word};

/// The largest number of pieces in a table: the indices stay far below 2⁶⁴.
const MOST_PIECES: u32 = 8;

/// The number of pieces of each kind, in the order of [`Piece::ALL`] with the player to move as
/// White.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Material([u32; 6]);

impl Material {
    fn of(groups: &[u64; 6]) -> Material {
        Material(groups.map(u64::count_ones))
    }

    fn pieces(self) -> u32 {
        self.0.iter().sum()
    }

    fn raichus(self) -> u32 {
        self.0[2] + self.0[5]
    }

    /// Whether it has tables: both players have pieces, and not too many.
    fn has_table(self) -> bool {
        let [white, black] = [&self.0[..3], &self.0[3..]].map(|side| side.iter().sum::<u32>());
        white > 0 && black > 0 && white + black <= MOST_PIECES
    }

    fn slice(self) -> Slice {
        Slice(self.0.iter().fold(0, |packed, &count| packed << 4 | u64::from(count)))
    }

    /// `None` if there is no such slice.
    fn from_slice(slice: Slice) -> Option<Material> {
        let material = Material(std::array::from_fn(|i| (slice.0 >> (20 - 4 * i)) as u32 & 15));
        (material.slice() == slice && material.has_table()).then_some(material)
    }

    /// The group that is indexed first: one with an odd number of pieces, if there is any, because
    /// then no position is its own mirror image, and mirroring saves exactly half of the indices.
    fn lead(self) -> usize {
        let odd = self.0.iter().position(|&count| count % 2 == 1);
        odd.or_else(|| self.0.iter().position(|&count| count > 0)).unwrap_or(0)
    }

    /// The other groups that have pieces.
    fn followers(self) -> impl Iterator<Item = usize> {
        let lead = self.lead();
        (0..6).filter(move |&group| group != lead && self.0[group] > 0)
    }

    fn len(self) -> u64 {
        let mut free = 64 - self.0[self.lead()];
        self.followers().fold(lead::len(self.0[self.lead()]), |len, group| {
            let ways = choose(free, self.0[group]);
            free -= self.0[group];
            len * ways
        })
    }
}

impl<const W: usize, const N: usize> Raichu<W, N> {
    /// The groups of pieces in the order of [`Piece::ALL`] with the player to move as White, on 8 × 8.
    #[inline]
    fn groups(&self) -> Option<[u64; 6]> {
        let words = self.board.pieces().map(|squares| squares.word().unwrap_or(0));
        let [a, b, c, d, e, f] = words;
        (W == 1).then(|| match self.turn {
            Player::One => words,
            Player::Two => [d, e, f, a, b, c].map(flipped_word),
        })
    }
}

impl<const W: usize, const N: usize> Indexed for Raichu<W, N> {
    fn slice(&self) -> Option<Slice> {
        let material = Material::of(&self.groups()?);
        material.has_table().then(|| material.slice())
    }

    #[inline]
    fn pieces(&self) -> u32 {
        (self.board.players.one | self.board.players.two).len()
    }

    fn slice_len(slice: Slice) -> u64 {
        Material::from_slice(slice).filter(|_| W == 1).map_or(0, Material::len)
    }

    fn index(&self) -> u64 {
        let Some(mut groups) = self.groups() else { return 0 };
        let material = Material::of(&groups);
        if !material.has_table() {
            return 0;
        }
        if lead::is_reflected(groups[material.lead()]) {
            groups = groups.map(mirrored_word);
        }
        let mut taken = groups[material.lead()];
        material.followers().fold(lead::rank(taken), |index, group| {
            let free = 64 - taken.count_ones();
            let place = rank(gather(groups[group], !taken));
            taken |= groups[group];
            index * choose(free, material.0[group]) + place
        })
    }

    /// Mirroring changes the leading group, if that is not its own mirror image.
    fn shares_number(&self) -> bool {
        let Some(groups) = self.groups() else { return false };
        let lead = groups[Material::of(&groups).lead()];
        mirrored_word(lead) != lead
    }

    /// Returns the start position if there is no such slice or index.
    fn unindex(slice: Slice, index: u64) -> Self {
        let Some(material) = Material::from_slice(slice).filter(|_| W == 1) else {
            return Self::start();
        };
        let (lead, counts) = (material.lead(), material.0);
        let is_follower = |group: &usize| *group != lead && counts[*group] > 0;
        // The parts are extracted from the index from the last to the first; then each group takes
        // its squares among those that earlier groups leave free.
        let (mut index, mut places, mut free) = (index, [0; 6], 64 - material.pieces());
        for group in (0..6).rev().filter(is_follower) {
            free += counts[group];
            let ways = choose(free, counts[group]);
            (index, places[group]) = (index / ways, index % ways);
        }
        if index >= lead::len(counts[lead]) {
            return Self::start();
        }
        let mut groups = [0; 6];
        groups[lead] = lead::unrank(index, counts[lead]);
        let mut taken = groups[lead];
        for group in (0..6).filter(is_follower) {
            groups[group] = scatter(lead::subset(places[group], counts[group]), !taken);
            taken |= groups[group];
        }
        Self::new(Board::from_pieces(groups.map(SquareSet::from_word)), Player::One, 8)
    }

    fn conversions(&self, moves: &mut Vec<Self::Move>) -> usize {
        self.legal_moves(moves);
        let all = moves.len();
        moves.retain(|mv| mv.is_jump() || mv.is_promotion());
        all - moves.len()
    }

    fn partner(slice: Slice) -> Slice {
        match Material::from_slice(slice) {
            Some(Material([a, b, c, d, e, f])) => Material([d, e, f, a, b, c]).slice(),
            None => slice,
        }
    }

    /// Fewer pieces first, because captures reduce them, then more Raichus first, because
    /// promotions add to them.
    fn slices(pieces: u32) -> Vec<Slice> {
        let mut all: Vec<Material> = Vec::new();
        if W == 1 {
            let most = pieces.min(MOST_PIECES);
            add_materials(&mut [0; 6], 0, most, &mut all);
        }
        all.retain(|material| material.has_table());
        all.sort_by_key(|material| (material.pieces(), Reverse(material.raichus()), material.slice()));
        all.into_iter().map(Material::slice).collect()
    }

    /// Such as `@W v b`, with the player to move first.
    fn slice_name(slice: Slice) -> String {
        let Some(material) = Material::from_slice(slice) else { return format!("{}", slice.0) };
        let letters = |pieces: &[Piece]| -> String {
            let strongest_first = pieces.iter().rev();
            strongest_first
                .flat_map(|piece| std::iter::repeat_n(piece.letter(), material.0[piece.number()] as usize))
                .collect()
        };
        format!("{} v {}", letters(&Piece::ALL[..3]), letters(&Piece::ALL[3..]))
    }
}

/// Adds every material with at most `left` more pieces in the kinds from `kind` on.
fn add_materials(counts: &mut [u32; 6], kind: usize, left: u32, all: &mut Vec<Material>) {
    if kind == 6 {
        all.push(Material(*counts));
        return;
    }
    for count in 0..=left {
        counts[kind] = count;
        add_materials(counts, kind + 1, left - count, all);
    }
    counts[kind] = 0;
}
