//! The appearance of the board.

use game::{ByPlayer, Cell, CellId, Diagram, Edge, Label, Layout, Point, Shade, Side, Style};

use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Raichu;

impl<const W: usize, const N: usize> Layout for Raichu<W, N> {
    fn diagram(&self) -> Diagram {
        let size = self.size();
        let cell = |number| {
            let square = self.square_of(number);
            let (row, column) = (square.row(), square.column());
            let shade = if (row + column) % 2 == 0 { Shade::Light } else { Shade::Dark };
            let name = square.to_string();
            let spoken = format!("{} {}", &name[..1], &name[1..]);
            Cell::square(row, column, shade, name, spoken)
        };
        let columns = (0..size).map(|column| Label {
            text: self.square_of(column).to_string()[..1].to_string(),
            at: Point::new(column as f64 + 0.5, -0.5),
        });
        let rows = (0..size)
            .map(|row| Label { text: (row + 1).to_string(), at: Point::new(-0.5, row as f64 + 0.5) });
        Diagram {
            cells: (0..size * size).map(cell).collect(),
            labels: columns.chain(rows).collect(),
            pieces: Piece::ALL.map(drawn).to_vec(),
            players: ByPlayer {
                one: Side {
                    name: "White",
                    letter: 'w',
                    colour: [255, 255, 255],
                    paint: [252, 248, 238],
                    home: Edge::Top,
                },
                two: Side {
                    name: "Black",
                    letter: 'b',
                    colour: [0, 0, 0],
                    paint: [38, 36, 40],
                    home: Edge::Bottom,
                },
            },
            style: Style::default(),
            tray: None,
        }
    }

    fn occupants(&self) -> Vec<Option<usize>> {
        let cells = 0..self.size() * self.size();
        cells.map(|cell| self.piece_at(self.square_of(cell)).map(Piece::number)).collect()
    }

    #[inline]
    fn write_occupants(&self, cells: &mut [u8]) {
        cells.fill(0);
        let size = self.size();
        for (number, set) in self.board.pieces().into_iter().enumerate() {
            for at in set.numbers() {
                cells[size * (at / N) + at % N] = number as u8 + 1;
            }
        }
    }

    fn touched(&self, mv: Move<N>) -> Vec<CellId> {
        if mv.is_pass() {
            return Vec::new();
        }
        [mv.from(), mv.to()].map(|square| self.cell(square)).to_vec()
    }
}

const DOT: &str = "M-.13,0a.13,.13 0 1 0 .26,0a.13,.13 0 1 0 -.26,0Z";
const DIAMOND: &str = "M0,-.27L.21,0L0,.27L-.21,0Z";
const STAR: &str = "M0,-.29L.07,-.1L.28,-.09L.11,.04L.17,.24L0,.12L-.17,.24L-.11,.04L-.28,-.09L-.07,-.1Z";

fn drawn(piece: Piece) -> game::Piece {
    let glyph = ['○', '◇', '☆', '●', '◆', '★'][piece.number()];
    let emblem = [DOT, DIAMOND, STAR][piece.number() % 3];
    game::Piece { player: piece.player, letter: piece.letter(), glyph, name: piece.name(), emblem }
}
