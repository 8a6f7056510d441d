//! The appearance of the board: front ends draw and speak it from this data alone.

use game::{ByPlayer, Cell, CellId, Diagram, Edge, Label, Layout, Piece, Player, Point, Shade, Side, Style};

use crate::notation::LETTERS;
use crate::square::{FILES, SIDE};
use crate::{Noughts, Square};

const CROSS: &str =
    "M-.24,-.18L-.18,-.24L0,-.06L.18,-.24L.24,-.18L.06,0L.24,.18L.18,.24L0,.06L-.18,.24L-.24,.18L-.06,0Z";
const RING: &str =
    "M-.26,0a.26,.26 0 1 0 .52,0a.26,.26 0 1 0 -.52,0ZM-.18,0a.18,.18 0 1 0 .36,0a.18,.18 0 1 0 -.36,0Z";

impl Layout for Noughts {
    fn diagram(&self) -> Diagram {
        let piece =
            |player, glyph, name, emblem| Piece { player, letter: LETTERS[player], glyph, name, emblem };
        Diagram {
            cells: Square::all().map(cell).collect(),
            labels: (0..SIDE).flat_map(labels).collect(),
            pieces: vec![piece(Player::One, '×', "cross", CROSS), piece(Player::Two, '○', "nought", RING)],
            players: ByPlayer {
                one: Side {
                    name: "Crosses",
                    letter: 'x',
                    colour: [160, 0, 0],
                    paint: [190, 60, 40],
                    home: Edge::Bottom,
                },
                two: Side {
                    name: "Noughts",
                    letter: 'o',
                    colour: [0, 0, 160],
                    paint: [40, 80, 180],
                    home: Edge::Top,
                },
            },
            style: Style::default(),
            tray: None,
        }
    }

    /// Indices into the diagram's pieces, of which each player has one.
    fn occupants(&self) -> Vec<Option<usize>> {
        self.marks.iter().map(|mark| mark.map(|player| player as usize)).collect()
    }

    fn touched(&self, square: Square) -> Vec<CellId> {
        vec![square.cell()]
    }
}

fn cell(square: Square) -> Cell {
    let (row, column) = square.place();
    Cell::square(row, column, Shade::Light, square.to_string(), square.to_string())
}

/// The name of row `i`, on its left, and of column `i`, below it. A cell is 1 wide and 1 high.
fn labels(i: usize) -> [Label; 2] {
    let along = i as f64 + 0.5;
    [
        Label { text: (SIDE - i).to_string(), at: Point::new(-0.5, along) },
        Label { text: FILES[i].to_string(), at: Point::new(along, SIDE as f64 + 0.5) },
    ]
}
