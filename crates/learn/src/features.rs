//! What a network sees of a position, derived from the game's layout alone.
//!
//! A position is seen by the side to move: where the game has a symmetry that exchanges the
//! players, the second player sees the board through it, so that one network serves both. Where it
//! has none, each player has rows of its own (a *plane*).
//!
//! The cells of the board are cut into *patterns*, small groups of cells that touch. What stands on
//! the cells of a pattern, read as a number, chooses one row of the first layer.

use std::collections::{BTreeMap, BTreeSet};

use game::playout::below;
use game::{CellId, Diagram, Game, Player, Shade, Symmetry};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// How large the patterns are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Patterns {
    /// Every cell by itself.
    Cells,
    /// Two cells that touch.
    Pairs,
    /// All cells around a point or around an unused cell: 2 × 2 squares, triangles of hexagons,
    /// diamonds of dark squares.
    Blocks,
    /// Two blocks that share two cells.
    DoubleBlocks,
}

impl Patterns {
    /// All of them, the smallest first.
    pub const ALL: [Patterns; 4] =
        [Patterns::Cells, Patterns::Pairs, Patterns::Blocks, Patterns::DoubleBlocks];

    /// The word for it in options and files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Patterns::Cells => "cells",
            Patterns::Pairs => "pairs",
            Patterns::Blocks => "blocks",
            Patterns::DoubleBlocks => "double-blocks",
        }
    }

    /// The patterns that a word means.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Patterns> {
        Patterns::ALL.into_iter().find(|patterns| patterns.word() == word)
    }
}

/// A group of cells. Its row is `first_row` + Σ occupant · place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pattern {
    /// Input cells with their place values: powers of the number of occupants.
    pub(crate) cells: Vec<(usize, usize)>,
    pub(crate) first_row: usize,
}

/// The inputs of a network for one type of board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    /// The cells of the diagram on which pieces may stand. Their places here are *input cells*.
    used: Vec<CellId>,
    diagram_cells: usize,
    /// How many kinds of pieces there are.
    kinds: usize,
    planes: usize,
    pub(crate) patterns: Vec<Pattern>,
    /// For each input cell, the patterns that it is part of, with its place value there.
    pub(crate) touching: Vec<Vec<(u16, u16)>>,
    rows_per_plane: usize,
    choice: Patterns,
}

/// At most this many rows, whatever the board: a network with 32 units then takes 1.3 MB.
const MOST_ROWS: usize = 20_000;

impl Features {
    /// The features of the board that `start` is on, with the largest patterns that a network of
    /// reasonable size has room for.
    pub fn of<G: Game>(start: &G) -> Features {
        let largest = Patterns::ALL.into_iter().rev().find_map(|choice| Features::with(start, choice).ok());
        largest.expect("single cells always fit")
    }

    /// The features of the board that `start` is on, with these patterns.
    ///
    /// # Errors
    /// Fails with the number of rows where there are more than a network has room for.
    pub fn with<G: Game>(start: &G, choice: Patterns) -> Result<Features, usize> {
        let features = Features::unbounded(start, choice);
        match features.rows() {
            rows if rows > MOST_ROWS && choice != Patterns::Cells => Err(rows),
            _ => Ok(features),
        }
    }

    fn unbounded<G: Game>(start: &G, choice: Patterns) -> Features {
        let diagram = start.diagram();
        let used: Vec<CellId> =
            (0..diagram.cells.len()).filter(|&cell| diagram.cells[cell].shade != Shade::Unused).collect();
        let input = |cell: CellId| used.binary_search(&cell).ok();
        let groups = groups(&diagram, choice);
        let mut groups: Vec<Vec<usize>> =
            groups.iter().map(|group| group.iter().filter_map(|&cell| input(cell)).collect()).collect();
        let covered: BTreeSet<usize> = groups.iter().flatten().copied().collect();
        groups.extend((0..used.len()).filter(|cell| !covered.contains(cell)).map(|cell| vec![cell]));
        let kinds = diagram.pieces.len();
        let base = kinds + 1;
        let mut touching = vec![Vec::new(); used.len()];
        let mut patterns: Vec<Pattern> = Vec::new();
        let mut first_row = 0_usize;
        for (number, group) in groups.into_iter().enumerate() {
            let cells: Vec<(usize, usize)> = group
                .into_iter()
                .enumerate()
                .map(|(i, cell)| (cell, base.saturating_pow(i as u32)))
                .collect();
            for &(cell, place) in &cells {
                touching[cell].push((number as u16, place.min(usize::from(u16::MAX)) as u16));
            }
            let rows = base.saturating_pow(cells.len() as u32);
            patterns.push(Pattern { cells, first_row });
            first_row = first_row.saturating_add(rows);
        }
        Features {
            diagram_cells: diagram.cells.len(),
            used,
            kinds,
            planes: if View::of::<G>().swap.is_some() { 1 } else { 2 },
            patterns,
            touching,
            rows_per_plane: first_row,
            choice,
        }
    }

    /// Which patterns these are.
    #[must_use]
    pub fn choice(&self) -> Patterns {
        self.choice
    }

    /// How many rows the first layer has, of all planes together.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows_per_plane.saturating_mul(self.planes)
    }

    /// How many input cells there are.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.used.len()
    }

    /// How many kinds of pieces there are.
    #[must_use]
    pub fn kinds(&self) -> usize {
        self.kinds
    }

    /// How many planes there are: one where a symmetry exchanges the players, otherwise one for
    /// each.
    #[must_use]
    pub fn planes(&self) -> usize {
        self.planes
    }

    pub(crate) fn diagram_cells(&self) -> usize {
        self.diagram_cells
    }

    /// The input cells of the cells of a diagram.
    pub(crate) fn input_cells(&self, diagram: &[u8]) -> Vec<u8> {
        self.used.iter().map(|&cell| diagram[cell]).collect()
    }

    pub(crate) fn used(&self) -> &[CellId] {
        &self.used
    }

    pub(crate) fn rows_per_plane(&self) -> usize {
        self.rows_per_plane
    }

    /// The place of each pattern's row among the rows of the pattern: 0 where all its cells are
    /// empty.
    pub(crate) fn indices(&self, cells: &[u8], indices: &mut [u16]) {
        for (pattern, index) in self.patterns.iter().zip(indices) {
            let sum: usize =
                pattern.cells.iter().map(|&(cell, place)| usize::from(cells[cell]) * place).sum();
            *index = sum as u16;
        }
    }
}

/// The groups of diagram cells that make patterns.
fn groups(diagram: &Diagram, choice: Patterns) -> Vec<BTreeSet<CellId>> {
    let blocks = || blocks(diagram);
    let groups: BTreeSet<BTreeSet<CellId>> = match choice {
        Patterns::Cells => BTreeSet::new(),
        Patterns::Pairs => {
            let pairs = |block: &BTreeSet<CellId>| {
                let cells: Vec<CellId> = block.iter().copied().collect();
                let pair = |i: usize, j: usize| BTreeSet::from([cells[i], cells[j]]);
                (0..cells.len())
                    .flat_map(|j| (0..j).map(move |i| (i, j)))
                    .map(|(i, j)| pair(i, j))
                    .collect::<Vec<_>>()
            };
            blocks().iter().flat_map(pairs).collect()
        }
        Patterns::Blocks => blocks(),
        Patterns::DoubleBlocks => {
            let blocks: Vec<BTreeSet<CellId>> = blocks().into_iter().collect();
            let mut doubles = BTreeSet::new();
            for (i, a) in blocks.iter().enumerate() {
                for b in &blocks[..i] {
                    if a.intersection(b).count() == 2 {
                        doubles.insert(a | b);
                    }
                }
            }
            doubles
        }
    };
    groups.into_iter().collect()
}

/// The cells that meet in a point, or that surround an unused cell: three or more of them.
fn blocks(diagram: &Diagram) -> BTreeSet<BTreeSet<CellId>> {
    // Corners of neighbouring outlines differ by rounding only.
    let corner =
        |point: &game::Point| ((point.x * 1_000.0).round() as i64, (point.y * 1_000.0).round() as i64);
    let mut meeting: BTreeMap<(i64, i64), BTreeSet<CellId>> = BTreeMap::new();
    for (number, cell) in diagram.cells.iter().enumerate() {
        for point in &cell.outline {
            meeting.entry(corner(point)).or_default().insert(number);
        }
    }
    let is_used = |cell: &CellId| diagram.cells[*cell].shade != Shade::Unused;
    let at_points = meeting.values().map(|cells| cells.iter().copied().filter(is_used).collect());
    let around_unused = (0..diagram.cells.len()).filter(|cell| !is_used(cell)).map(|unused| {
        // A neighbour shares a side: two corners.
        let mut shared: BTreeMap<CellId, usize> = BTreeMap::new();
        for point in &diagram.cells[unused].outline {
            for &cell in &meeting[&corner(point)] {
                *shared.entry(cell).or_default() += 1;
            }
        }
        shared
            .into_iter()
            .filter(|(cell, corners)| *corners >= 2 && is_used(cell))
            .map(|(cell, _)| cell)
            .collect()
    });
    let large = |cells: &BTreeSet<CellId>| cells.len() >= 3;
    at_points.chain(around_unused).filter(large).collect()
}

/// How the side to move sees a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct View {
    /// The symmetry that exchanges the players, through which the second player looks.
    pub(crate) swap: Option<Symmetry>,
}

impl View {
    pub(crate) fn of<G: Game>() -> View {
        View { swap: G::symmetries().find(|&symmetry| G::swaps_players(symmetry)) }
    }

    /// Writes what stands on the cells of the diagram as the side to move sees it: 0 for nothing,
    /// otherwise the kind of piece + 1. Gives the plane.
    #[inline]
    pub(crate) fn write_diagram<G: Game>(&self, pos: &G, diagram: &mut [u8]) -> usize {
        match (pos.turn(), self.swap) {
            (Player::One, _) => {
                pos.write_occupants(diagram);
                0
            }
            (Player::Two, Some(swap)) => {
                pos.transform(swap).write_occupants(diagram);
                0
            }
            (Player::Two, None) => {
                pos.write_occupants(diagram);
                1
            }
        }
    }

    /// The same for the input cells. `room` has a byte for each cell of the diagram.
    pub(crate) fn write<G: Game>(
        &self,
        features: &Features,
        pos: &G,
        room: &mut [u8],
        cells: &mut [u8],
    ) -> usize {
        let plane = self.write_diagram(pos, room);
        for (to, &from) in cells.iter_mut().zip(features.used()) {
            *to = room[from];
        }
        plane
    }
}

/// The symmetries that keep the players, as permutations of the input cells: `to = image[from]`.
/// They are found by comparing random positions with their images, so a game need not say them.
pub fn images<G: Game>(start: &G, features: &Features) -> Vec<Vec<usize>> {
    let keeps_players = |symmetry: &Symmetry| !G::swaps_players(*symmetry);
    G::symmetries().filter(keeps_players).filter_map(|symmetry| image(start, features, symmetry)).collect()
}

/// The most random plies that are compared.
const PLIES_COMPARED: usize = 4_000;

fn image<G: Game>(start: &G, features: &Features, symmetry: Symmetry) -> Option<Vec<usize>> {
    let cells = features.cells();
    let mut may_be: Vec<BTreeSet<usize>> = vec![(0..cells).collect(); cells];
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut pos, mut moves) = (start.clone(), Vec::new());
    let occupants = |pos: &G| -> Vec<u8> {
        let mut room = vec![0; features.diagram_cells()];
        pos.write_occupants(&mut room);
        features.used().iter().map(|&cell| room[cell]).collect()
    };
    for ply in 0..PLIES_COMPARED {
        let (here, there) = (occupants(&pos), occupants(&pos.transform(symmetry)));
        for (from, candidates) in may_be.iter_mut().enumerate() {
            candidates.retain(|&to| there[to] == here[from]);
        }
        if may_be.iter().all(|candidates| candidates.len() == 1) {
            break;
        }
        let is_over = pos.legal_moves(&mut moves).is_some();
        pos = if is_over || ply % 100 == 99 {
            start.clone()
        } else {
            pos.play_unchecked(moves[below(&mut rng, moves.len())])
        };
    }
    // Cells that nothing tells apart may be taken in any order, each once.
    let mut taken = vec![false; cells];
    let mut image = vec![0; cells];
    let mut order: Vec<usize> = (0..cells).collect();
    order.sort_by_key(|&cell| may_be[cell].len());
    for from in order {
        let to = may_be[from].iter().copied().find(|&to| !taken[to])?;
        taken[to] = true;
        image[from] = to;
    }
    Some(image)
}

#[cfg(test)]
mod tests {
    use abalone::Abalone;
    use checkers::Checkers;
    use dragon_queen::DragonQueen;
    use game::Position as _;
    use raichu::Raichu8;

    use super::*;

    fn counts<G: Game>(choice: Patterns) -> (usize, usize) {
        let features = Features::unbounded(&G::start(), choice);
        (features.patterns.len(), features.rows())
    }

    #[test]
    fn patterns_follow_the_geometry() {
        assert_eq!(counts::<Checkers>(Patterns::Cells), (32, 32 * 5));
        assert_eq!(counts::<Checkers>(Patterns::Blocks), (18 + 12, 18 * 625 + 12 * 125), "diamonds");
        assert_eq!(counts::<Abalone>(Patterns::Blocks), (54, 54 * 27), "triangles");
        assert_eq!(counts::<DragonQueen>(Patterns::Blocks), (16, 2 * 16 * 256), "2 × 2, two planes");
        assert_eq!(counts::<Raichu8>(Patterns::Pairs).0, 2 * 56 + 2 * 49, "straight and diagonal");
    }

    #[test]
    fn the_largest_patterns_with_room_are_chosen() {
        assert_eq!(Features::of(&Checkers::start()).choice(), Patterns::Blocks);
        assert_eq!(Features::of(&Abalone::start()).choice(), Patterns::DoubleBlocks);
        assert_eq!(Features::of(&Raichu8::start()).choice(), Patterns::Pairs);
        assert!(Features::with(&Raichu8::start(), Patterns::Blocks).is_err());
    }

    #[test]
    fn symmetries_are_found_as_permutations() {
        fn check<G: Game>(count: usize) {
            let start = G::start();
            let features = Features::of(&start);
            let images = images(&start, &features);
            assert_eq!(images.len(), count);
            for image in images {
                let sorted: BTreeSet<usize> = image.iter().copied().collect();
                assert_eq!(sorted.len(), features.cells());
            }
        }
        check::<Checkers>(0);
        check::<Raichu8>(1);
        check::<DragonQueen>(1);
        check::<Abalone>(11);
    }
}
