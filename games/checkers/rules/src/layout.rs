//! The appearance of the board.

use game::{ByPlayer, Cell, CellId, Diagram, Edge, Label, Layout, Piece, Player, Point, Shade, Side, Style};

use crate::setup::side_name;
use crate::{Checkers, Move, Square};

const RING: &str =
    "M-.28,0a.28,.28 0 1 0 .56,0a.28,.28 0 1 0 -.56,0ZM-.22,0a.22,.22 0 1 0 .44,0a.22,.22 0 1 0 -.44,0Z";
const CROWN: &str = "M-.24,.12L-.29,-.14L-.12,0L0,-.22L.12,0L.29,-.14L.24,.12ZM-.24,.16H.24V.23H-.24Z";

/// The kinds of pieces: red man, red king, black man, black king.
const PIECES: [Piece; 4] = [
    Piece { player: Player::One, letter: 'r', glyph: '○', name: "red man", emblem: RING },
    Piece { player: Player::One, letter: 'R', glyph: '♔', name: "red king", emblem: CROWN },
    Piece { player: Player::Two, letter: 'b', glyph: '●', name: "black man", emblem: RING },
    Piece { player: Player::Two, letter: 'B', glyph: '♚', name: "black king", emblem: CROWN },
];

impl Layout for Checkers {
    fn diagram(&self) -> Diagram {
        let cell = |cell: CellId| {
            let (row, column) = (cell / 8, cell % 8);
            match Square::from_cell(cell) {
                Some(square) => {
                    Cell::square(row, column, Shade::Dark, square.to_string(), format!("square {square}"))
                }
                None => {
                    let name = format!("row {}, column {}", row + 1, column + 1);
                    Cell::square(row, column, Shade::Unused, name.clone(), format!("{name}, light"))
                }
            }
        };
        // The notation has no rows and columns: the numbers of the outer squares label each row.
        let beside = |row: usize| {
            let y = row as f64 + 0.5;
            let label = |text: usize, x| Label { text: text.to_string(), at: Point::new(x, y) };
            [label(4 * row + 1, -0.5), label(4 * row + 4, 8.5)]
        };
        Diagram {
            cells: (0..64).map(cell).collect(),
            labels: (0..8).flat_map(beside).collect(),
            pieces: PIECES.to_vec(),
            players: ByPlayer {
                one: Side {
                    name: side_name(Player::One),
                    letter: 'r',
                    colour: [120, 0, 0],
                    paint: [198, 40, 34],
                    home: Edge::Bottom,
                },
                two: Side {
                    name: side_name(Player::Two),
                    letter: 'b',
                    colour: [0, 0, 0],
                    paint: [38, 36, 40],
                    home: Edge::Top,
                },
            },
            style: Style::default(),
            tray: None,
        }
    }

    fn occupants(&self) -> Vec<Option<usize>> {
        let kind = |piece: crate::Piece| 2 * piece.player as usize + usize::from(piece.is_king);
        (0..64).map(|cell| self.piece_at(Square::from_cell(cell)?).map(kind)).collect()
    }

    #[inline]
    fn write_occupants(&self, cells: &mut [u8]) {
        cells.fill(0);
        let [red, black] = Player::ALL.map(|player| self.pieces(player));
        for (set, number) in
            [(red - self.kings, 1), (red & self.kings, 2), (black - self.kings, 3), (black & self.kings, 4)]
        {
            for square in set {
                cells[square.cell()] = number;
            }
        }
    }

    fn touched(&self, mv: Move) -> Vec<CellId> {
        mv.squares().into_iter().map(Square::cell).collect()
    }
}
