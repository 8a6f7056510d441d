//! The sums of the first layer, kept along the path of a search.
//!
//! Each ply remembers the last position that was evaluated there, with its sums. The next one at
//! that ply is a sibling, and differs from it, or from the position two plies earlier, in a few
//! cells: only the patterns of these cells are exchanged. Any remembered position is a correct
//! beginning, so nothing must be undone when the search goes back.

use game::Game;

use crate::features::View;
use crate::network::{Link, Network, Output, Room};

/// What one thread of a search remembers between evaluations.
#[derive(Default)]
pub struct Accumulators {
    view: Option<View>,
    plies: Vec<Kept>,
    /// The cells of the diagram in the position in hand.
    cells: Vec<u8>,
    /// The indices before the cells in hand were looked at.
    before: Vec<u16>,
    /// Where the rows begin that are added and removed; as long as there are patterns.
    added: Vec<u32>,
    removed: Vec<u32>,
    room: Room,
}

/// A position with its sums.
#[derive(Clone, Default)]
struct Kept {
    plane: Option<usize>,
    cells: Vec<u8>,
    /// The row of each pattern, padded to whole groups of [`GROUP`].
    indices: Vec<u16>,
    sums: Vec<i16>,
}

/// Cells are compared eight at a time.
const WORD: usize = 8;
/// Indices are compared four at a time.
const GROUP: usize = 4;

impl Accumulators {
    /// The output of a network for the position that a search evaluates `ply` plies from its
    /// root. One value is for one network and one type of board.
    #[inline]
    pub fn evaluate<G: Game>(&mut self, network: &Network, pos: &G, ply: usize) -> Output {
        if self.plies.len() <= ply {
            self.make_room::<G>(network, ply);
        }
        let view = self.view.as_ref().expect("there is room");
        let plane = view.write_diagram(pos, &mut self.cells[..network.features.diagram_cells()]);
        self.bring_up_to_date(network, plane, ply);
        let kept = &self.plies[ply];
        debug_assert!(kept.is_from_scratch(network), "the sums are those of a computation from scratch");
        let pieces = kept.cells.iter().filter(|&&cell| cell != 0).count();
        network.output(&kept.sums, network.bucket(pieces), &mut self.room)
    }

    #[cold]
    fn make_room<G: Game>(&mut self, network: &Network, ply: usize) {
        let features = &network.features;
        let padded = features.diagram_cells().next_multiple_of(WORD);
        self.view.get_or_insert_with(View::of::<G>);
        self.cells.resize(padded, 0);
        let patterns = features.patterns.len();
        self.before.resize(patterns.next_multiple_of(GROUP), 0);
        self.added.resize(patterns, 0);
        self.removed.resize(patterns, 0);
        let kept = Kept {
            plane: None,
            cells: vec![0; padded],
            indices: vec![0; patterns.next_multiple_of(GROUP)],
            sums: vec![0; network.width],
        };
        self.plies.resize(ply + 1, kept);
    }

    /// Makes what is kept for a ply that of the cells in hand.
    #[inline]
    fn bring_up_to_date(&mut self, network: &Network, plane: usize, ply: usize) {
        let distance = |kept: &Kept| match kept.plane {
            Some(other) if other == plane => differences(&kept.cells, &self.cells),
            _ => usize::MAX,
        };
        let here = distance(&self.plies[ply]);
        let earlier = ply.checked_sub(2).map_or(usize::MAX, |ply| distance(&self.plies[ply]));
        if here.min(earlier) > network.features.cells() / 2 {
            let kept = &mut self.plies[ply];
            kept.plane = Some(plane);
            kept.cells.copy_from_slice(&self.cells);
            network.features.indices(&network.features.input_cells(&kept.cells), &mut kept.indices);
            network.refresh(plane, &kept.indices, &mut kept.sums);
            return;
        }
        if earlier < here {
            let (before, after) = self.plies.split_at_mut(ply);
            after[0].copy_from(&before[ply - 2]);
        }
        self.exchange(network, plane, ply);
    }

    /// Exchanges the rows of the patterns that differ.
    #[inline]
    fn exchange(&mut self, network: &Network, plane: usize, ply: usize) {
        let Accumulators { plies, cells, before, added, removed, .. } = self;
        let kept = &mut plies[ply];
        before.copy_from_slice(&kept.indices);
        let words = kept.cells.chunks_exact_mut(WORD).zip(cells.chunks_exact(WORD));
        for (word, (old, new)) in words.enumerate() {
            let mut bits = word_of(old) ^ word_of(new);
            while bits != 0 {
                let place = bits.trailing_zeros() as usize / 8;
                bits &= !(0xFF << (8 * place));
                let delta = u16::from(new[place]).wrapping_sub(old[place].into());
                for &Link { pattern, place } in network.links.of_cell(WORD * word + place) {
                    let index = &mut kept.indices[usize::from(pattern)];
                    *index = index.wrapping_add(delta.wrapping_mul(place));
                }
            }
            old.copy_from_slice(new);
        }
        let (mut additions, mut removals) = (0, 0);
        let groups = before.chunks_exact(GROUP).zip(kept.indices.chunks_exact(GROUP));
        for (group, (old, new)) in groups.enumerate() {
            let mut bits = lanes_of(old) ^ lanes_of(new);
            while bits != 0 {
                let place = bits.trailing_zeros() as usize / 16;
                bits &= !(0xFFFF << (16 * place));
                let start = network.links.row_starts[GROUP * group + place] + network.plane_start(plane);
                // The row of an empty pattern is zero. It is not used, but written all the same:
                // a branch would be mispredicted.
                removed[removals] = start + u32::from(old[place]) * network.width as u32;
                removals += usize::from(old[place] != 0);
                added[additions] = start + u32::from(new[place]) * network.width as u32;
                additions += usize::from(new[place] != 0);
            }
        }
        network.exchange(&mut kept.sums, &added[..additions], &removed[..removals]);
    }
}

impl Kept {
    fn copy_from(&mut self, other: &Kept) {
        self.plane = other.plane;
        self.cells.copy_from_slice(&other.cells);
        self.indices.copy_from_slice(&other.indices);
        self.sums.copy_from_slice(&other.sums);
    }

    fn is_from_scratch(&self, network: &Network) -> bool {
        let mut indices = vec![0; self.indices.len()];
        let mut sums = vec![0; self.sums.len()];
        network.features.indices(&network.features.input_cells(&self.cells), &mut indices);
        network.refresh(self.plane.unwrap_or_default(), &indices, &mut sums);
        indices == self.indices && sums == self.sums
    }
}

#[inline]
fn word_of(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

/// Four indices in one number.
#[inline]
fn lanes_of(indices: &[u16]) -> u64 {
    let [a, b, c, d]: [u16; GROUP] = indices.try_into().expect("a whole group");
    u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
}

/// How many cells differ.
#[inline]
fn differences(a: &[u8], b: &[u8]) -> usize {
    let pairs = a.chunks_exact(WORD).zip(b.chunks_exact(WORD));
    // A byte that differs is one bit: kinds of pieces are less than 0x80.
    let differing = |word: u64| ((word + 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080).count_ones();
    pairs.map(|(a, b)| differing(word_of(a) ^ word_of(b)) as usize).sum()
}
