//! The appearance of the board.

use game::{ByPlayer, Cell, CellId, Diagram, Edge, Label, Layout, Player, Point, Shade, Side, Style};

use crate::square::SIDE;
use crate::{DragonQueen, Move, Piece, Square, SquareSet};

const HALF: f64 = 0.5;

impl Layout for DragonQueen {
    fn diagram(&self) -> Diagram {
        Diagram {
            cells: Square::ALL.into_iter().map(cell).collect(),
            labels: labels(),
            pieces: Piece::ALL.map(piece).to_vec(),
            players: ByPlayer {
                one: Side {
                    name: "Queen",
                    letter: 'q',
                    colour: [110, 0, 110],
                    paint: [122, 36, 140],
                    home: Edge::Top,
                },
                two: Side {
                    name: "Wights",
                    letter: 'w',
                    colour: [0, 50, 90],
                    paint: [148, 196, 222],
                    home: Edge::Bottom,
                },
            },
            style: Style::default(),
            tray: None,
        }
    }

    fn occupants(&self) -> Vec<Option<usize>> {
        let occupant = |square| self.board.piece_at(square).map(|piece| piece as usize);
        Square::ALL.into_iter().map(occupant).collect()
    }

    #[inline]
    fn write_occupants(&self, cells: &mut [u8]) {
        cells.fill(0);
        for piece in Piece::ALL {
            for square in self.board.pieces(piece) {
                cells[square.cell()] = piece as u8 + 1;
            }
        }
    }

    fn touched(&self, mv: Move) -> Vec<CellId> {
        vec![mv.from.cell(), mv.to.cell()]
    }
}

fn cell(square: Square) -> Cell {
    let (row, column) = (square.row(), square.column());
    // Neighbours differ, and a1 is dark as in chess.
    let shade = if (row + column).is_multiple_of(2) { Shade::Dark } else { Shade::Light };
    let name = square.to_string();
    let spoken = format!("{} {}", &name[..1], &name[1..]);
    let goal = SquareSet::BOTTOM.contains(square).then_some(Player::One);
    Cell::square(row, column, shade, name, spoken).with_goal(goal)
}

/// The ranks on the left, the files below.
fn labels() -> Vec<Label> {
    let side = SIDE as f64;
    let rank =
        |row: usize| Label { text: (SIDE - row).to_string(), at: Point::new(-HALF, row as f64 + HALF) };
    let file = |column: usize| Label {
        text: char::from(b'a' + column as u8).to_string(),
        at: Point::new(column as f64 + HALF, side + HALF),
    };
    (0..SIDE).map(rank).chain((0..SIDE).map(file)).collect()
}

const CROWN: &str =
    "M-.22,.14L-.3,-.16L-.14,-.01L-.09,-.25L0,-.05L.09,-.25L.14,-.01L.3,-.16L.22,.14ZM-.22,.18H.22V.25H-.22Z";
const WINGS: &str = "M0,-.22L.06,-.07C.14,-.21 .24,-.21 .3,-.16C.25,-.06 .28,.02 .3,.1C.22,.04 .16,.06 .12,.12L0,.28L-.12,.12C-.16,.06 -.22,.04 -.3,.1C-.28,.02 -.25,-.06 -.3,-.16C-.24,-.21 -.14,-.21 -.06,-.07Z";
const GHOST: &str = "M-.2,.26V-.04C-.2,-.33 .2,-.33 .2,-.04V.26L.1,.17L0,.26L-.1,.17ZM-.13,-.05a.05,.05 0 1 0 .1,0a.05,.05 0 1 0 -.1,0ZM.03,-.05a.05,.05 0 1 0 .1,0a.05,.05 0 1 0 -.1,0Z";

fn piece(piece: Piece) -> game::Piece {
    let (glyph, emblem) = match piece {
        Piece::Queen => ('♛', CROWN),
        Piece::Dragon => ('♞', WINGS),
        Piece::Wight => ('♟', GHOST),
    };
    game::Piece { player: piece.player(), letter: piece.letter(), glyph, name: piece.name(), emblem }
}

#[cfg(test)]
mod tests {
    use game::{Explain, Notation, Position};

    use super::*;

    #[test]
    fn the_diagram_is_the_board_of_the_position_text() {
        let start = DragonQueen::start();
        let diagram = start.diagram();
        let text = start.write();
        let letters = text.chars().filter(|&c| c != '/');
        for ((cell, occupant), letter) in diagram.cells.iter().zip(start.occupants()).zip(letters) {
            assert_eq!(occupant.map_or('.', |piece| diagram.pieces[piece].letter), letter, "{}", cell.name);
        }
        let named = |row: usize, column: usize| &diagram.cells[row * SIDE + column];
        assert_eq!((&*named(4, 0).name, named(4, 0).shade), ("a1", Shade::Dark));
        assert_eq!((&*named(0, 3).spoken, named(0, 3).shade), ("d 5", Shade::Light));
        let labels: String = diagram.labels.iter().map(|label| &*label.text).collect();
        assert_eq!(labels, "54321abcde");
    }

    #[test]
    fn what_is_touched_is_the_move() {
        let start = DragonQueen::start();
        let mv = start.read_move("b1-b2").unwrap();
        assert_eq!(start.touched(mv), [21, 16]);
        assert_eq!(start.attempt(&[21, 16]), Ok(mv));
    }
}
