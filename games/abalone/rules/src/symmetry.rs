//! The symmetries of the board and the exchange of colours.
//!
//! Relative to the centre D4, a cell has three coordinates whose sum is 0: the row, the diagonal,
//! and minus their sum. Permuting them and changing all signs gives the twelve rotations and
//! reflections of the hexagon. The rules do not depend on colours, so these may be exchanged as
//! well.

use game::{Position, Symmetric, Symmetry};

use crate::board::Board;
use crate::cell::{CELLS, ROWS};
use crate::{Abalone, Cell, CellSet, Move};

/// The number of rotations and reflections of the hexagon, including the identity.
const SHAPES: usize = 12;

/// The permutations of three coordinates.
const ORDERS: [[usize; 3]; SHAPES / 2] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

/// The image of each cell, by its number.
static IMAGES: [[Cell; CELLS]; SHAPES] = images();

const fn images() -> [[Cell; CELLS]; SHAPES] {
    let mut images = [Cell::ALL; SHAPES];
    let mut shape = 0;
    while shape < SHAPES {
        let mut id = 0;
        while id < CELLS {
            images[shape][id] = image(shape, Cell::ALL[id]);
            id += 1;
        }
        shape += 1;
    }
    images
}

const fn image(shape: usize, cell: Cell) -> Cell {
    const CENTRE: isize = ROWS as isize / 2;
    let (down, along) = (cell.row() as isize - CENTRE, cell.diagonal() as isize - CENTRE);
    let coordinates = [down, along, -down - along];
    let order = ORDERS[shape / 2];
    let sign = if shape.is_multiple_of(2) { 1 } else { -1 };
    let (down, along) = (sign * coordinates[order[0]], sign * coordinates[order[1]]);
    let image = Cell::at((CENTRE + down) as usize, (CENTRE + along) as usize);
    image.expect("a symmetry keeps the distance from the centre")
}

/// The parts of a symmetry.
struct Parts {
    shape: &'static [Cell; CELLS],
    recolours: bool,
}

impl Parts {
    /// Number 0 would be the identity, which has no [`Symmetry`].
    fn of(symmetry: Symmetry) -> Parts {
        let number = usize::from(symmetry.0) + 1;
        Parts { shape: &IMAGES[number % SHAPES], recolours: number / SHAPES % 2 == 1 }
    }

    fn cell(&self, cell: Cell) -> Cell {
        self.shape[cell.id()]
    }

    fn cells(&self, cells: CellSet) -> CellSet {
        cells.into_iter().map(|cell| self.cell(cell)).collect()
    }
}

impl Abalone {
    /// The board turned by 180°, with the colours exchanged: each player sees its own tokens in the
    /// same place.
    pub const HALF_TURN: Symmetry = Symmetry(SHAPES as u8);
}

impl Symmetric for Abalone {
    const SYMMETRIES: u8 = 2 * SHAPES as u8 - 1;

    fn swaps_players(symmetry: Symmetry) -> bool {
        Parts::of(symmetry).recolours
    }

    fn transform(&self, symmetry: Symmetry) -> Abalone {
        let parts = Parts::of(symmetry);
        let Board { us, them } = *self.board();
        let turn = if parts.recolours { self.turn().other() } else { self.turn() };
        Abalone::new(Board { us: parts.cells(us), them: parts.cells(them) }, turn)
    }

    fn transform_move(&self, symmetry: Symmetry, mv: Move) -> Move {
        let parts = Parts::of(symmetry);
        Move { behind: parts.cell(mv.behind), front: parts.cell(mv.front) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Notation;
    use std::collections::HashSet;

    /// Without any symmetry of its own, so that its images distinguish all symmetries.
    fn lopsided() -> Abalone {
        Abalone::read("b..b/r..b./.b..rr/rr.b.../bb.r.b/.rr../b.r. b").unwrap()
    }

    #[test]
    fn symmetries_and_the_identity_are_a_group_of_24() {
        let pos = lopsided();
        let once: HashSet<Abalone> = Abalone::symmetries().map(|s| pos.transform(s)).chain([pos]).collect();
        assert_eq!(once.len(), 24);
        for image in &once {
            let twice: HashSet<Abalone> =
                Abalone::symmetries().map(|s| image.transform(s)).chain([*image]).collect();
            assert_eq!(twice, once);
        }
    }

    #[test]
    fn neighbours_stay_neighbours() {
        for shape in &IMAGES {
            for a in Cell::ALL {
                for b in Cell::ALL {
                    let images = (shape[a.id()], shape[b.id()]);
                    assert_eq!(images.0.direction_to(images.1).is_some(), a.direction_to(b).is_some());
                }
            }
        }
    }

    #[test]
    fn the_start_is_its_own_mirror_image_and_turned_round_the_other_colour() {
        let start = Abalone::start();
        let images = || Abalone::symmetries().map(|s| (s, start.transform(s)));
        let same: Vec<Symmetry> = images().filter(|(_, image)| *image == start).map(|(s, _)| s).collect();
        assert_eq!(same.len(), 1);
        let mv = start.read_move("A4B3").unwrap();
        assert_eq!(start.transform_move(same[0], mv).to_string(), "A7B7");

        let red_first = Abalone::read("bbbb/bbbbb/..bb../......./..rr../rrrrr/rrrr r").unwrap();
        let recoloured: Vec<Symmetry> =
            images().filter(|(_, image)| *image == red_first).map(|(s, _)| s).collect();
        assert_eq!(recoloured.len(), 2);
        assert!(recoloured.into_iter().all(Abalone::swaps_players));
    }

    #[test]
    fn the_half_turn_puts_each_colour_in_the_others_place() {
        assert!(Abalone::swaps_players(Abalone::HALF_TURN));
        assert_eq!(Abalone::start().transform(Abalone::HALF_TURN), Abalone::start().passed());
        let mv = Abalone::start().read_move("A4B3").unwrap();
        assert_eq!(Abalone::start().transform_move(Abalone::HALF_TURN, mv).to_string(), "G4F5");
    }
}
