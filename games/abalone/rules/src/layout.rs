//! The appearance of the board.

use game::{
    ByPlayer, CellId, Diagram, Edge, Label, Layout, Piece, Player, Point, Shade, Side, Slide, Style, Tray,
};

use crate::board::{FULL, LOST};
use crate::cell::{ROWS, row_letter};
use crate::notation::LETTERS;
use crate::{Abalone, Cell, Direction, Move};

const RING: &str =
    "M-.28,0a.28,.28 0 1 0 .56,0a.28,.28 0 1 0 -.56,0ZM-.22,0a.22,.22 0 1 0 .44,0a.22,.22 0 1 0 -.44,0Z";
const DOT: &str = "M-.13,0a.13,.13 0 1 0 .26,0a.13,.13 0 1 0 -.26,0Z";

/// The players.
pub(crate) const SIDES: ByPlayer<Side> = ByPlayer {
    one: Side { name: "Blue", letter: 'b', colour: [0, 60, 190], paint: [40, 98, 214], home: Edge::Top },
    two: Side { name: "Red", letter: 'r', colour: [120, 0, 0], paint: [200, 48, 38], home: Edge::Bottom },
};

impl Layout for Abalone {
    /// Rows have their letter on the left, diagonals their number at the lower right end:
    ///
    /// ```text
    ///     A    . . . .
    ///     B   . . . . .
    ///     C  . . . . . .
    ///     D . . . . . . .
    ///     E  . . . . . . 7
    ///     F   . . . . . 6
    ///     G    . . . . 5
    ///           1 2 3 4
    /// ```
    fn diagram(&self) -> Diagram {
        let piece =
            |player, glyph, name, emblem| Piece { player, letter: LETTERS[player], glyph, name, emblem };
        Diagram {
            cells: Cell::ALL.map(drawn).to_vec(),
            labels: row_labels().chain(diagonal_labels()).collect(),
            pieces: vec![
                piece(Player::One, '●', "blue token", RING),
                piece(Player::Two, '○', "red token", DOT),
            ],
            players: SIDES,
            style: Style::Marbles,
            tray: Some(Tray { pieces: FULL as usize, places: (FULL - LOST) as usize }),
        }
    }

    fn occupants(&self) -> Vec<Option<usize>> {
        Cell::ALL.map(|cell| self.token_at(cell).map(|player| player as usize)).to_vec()
    }

    #[inline]
    fn write_occupants(&self, cells: &mut [u8]) {
        cells.fill(0);
        for player in Player::ALL {
            for cell in self.tokens(player) {
                cells[cell.id()] = player as u8 + 1;
            }
        }
    }

    fn touched(&self, mv: Move) -> Vec<CellId> {
        vec![mv.behind.id(), mv.front.id()]
    }

    /// Both tokens of the pair, and the enemy that they push.
    fn slides(&self, mv: Move) -> Vec<Slide> {
        let Move { behind, front } = mv;
        let direction = behind.direction_to(front).expect("a pair stands side by side");
        let ahead = front.neighbour(direction).expect("a pair stays on the board");
        let step = |from: Cell, to: Cell| Slide { path: vec![from.id(), to.id()], leaves_board: false };
        let mut slides = vec![step(behind, front), step(front, ahead)];
        if self.token_at(ahead).is_some() {
            slides.push(match ahead.neighbour(direction) {
                Some(beyond) => step(ahead, beyond),
                None => Slide { path: vec![ahead.id()], leaves_board: true },
            });
        }
        slides
    }
}

fn drawn(cell: Cell) -> game::Cell {
    // A step down a diagonal is half a cell to the right. D1 is leftmost.
    let column = 2 * cell.diagonal() + cell.row() - ROWS / 2;
    game::Cell::hexagon(cell.row(), column, Shade::Light, cell.to_string(), cell.to_string())
}

/// The letter of each row, to the left of its first cell.
fn row_labels() -> impl Iterator<Item = Label> {
    let starts = Cell::ALL.into_iter().filter(|cell| cell.neighbour(Direction::West).is_none());
    starts.map(|cell| {
        let Point { x, y } = drawn(cell).center;
        Label { text: row_letter(cell.row()).to_string(), at: Point::new(x - 1.0, y) }
    })
}

/// The number of each diagonal, beyond its lower end.
fn diagonal_labels() -> impl Iterator<Item = Label> {
    let ends = Cell::ALL.into_iter().filter(|cell| cell.neighbour(Direction::SouthEast).is_none());
    ends.map(|cell| {
        let Point { x, y } = drawn(cell).center;
        let at = Point::new(x + 0.5, y + 3.0_f64.sqrt() / 2.0);
        Label { text: (cell.diagonal() + 1).to_string(), at }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Position;

    #[test]
    fn rows_interlock() {
        let cells = Abalone::start().diagram().cells;
        let firsts: Vec<(&str, usize)> =
            cells.chunk_by(|a, b| a.row == b.row).map(|row| (&*row[0].name, row[0].column)).collect();
        assert_eq!(firsts, [("A4", 3), ("B3", 2), ("C2", 1), ("D1", 0), ("E1", 1), ("F1", 2), ("G1", 3)]);
    }

    #[test]
    fn neighbours_are_drawn_side_by_side() {
        for a in Cell::ALL {
            for b in Cell::ALL {
                let (from, to) = (drawn(a).center, drawn(b).center);
                let distance = (from.x - to.x).hypot(from.y - to.y);
                assert_eq!((distance - 1.0).abs() < 1e-9, a.direction_to(b).is_some(), "{a} {b}");
            }
        }
    }

    #[test]
    fn every_row_and_diagonal_has_its_label_off_the_board() {
        let Diagram { cells, labels, .. } = Abalone::start().diagram();
        let mut texts: Vec<&str> = labels.iter().map(|label| &*label.text).collect();
        texts.sort_unstable();
        assert_eq!(texts.concat(), "1234567ABCDEFG");
        for label in &labels {
            let apart =
                |cell: &game::Cell| (cell.center.x - label.at.x).hypot(cell.center.y - label.at.y) > 0.99;
            assert!(cells.iter().all(apart), "{label:?}");
        }
    }
}
