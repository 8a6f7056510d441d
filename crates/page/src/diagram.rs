//! A board as data, as the browser's board draws it.

use game::{Edge, Player, Point, Shade, Style};
use serde::Serialize;
use utoipa::ToSchema;

/// An empty board and the kinds of pieces, ready to be drawn.
#[derive(Serialize, ToSchema)]
pub struct Diagram {
    /// The cells, in the order of the position text.
    pub cells: Vec<Cell>,
    /// The names of rows and columns.
    pub labels: Vec<Label>,
    /// Every kind of piece.
    pub pieces: Vec<Piece>,
    /// The players, the first one first.
    pub players: Vec<Side>,
    /// `discs` or `marbles`.
    pub style: &'static str,
    /// The places beside the board for lost pieces, if the game counts them.
    pub tray: Option<Tray>,
}

/// The places beside the board for the lost pieces of a player.
#[derive(Serialize, ToSchema)]
pub struct Tray {
    /// How many pieces a player has who has lost none.
    pub pieces: usize,
    /// How many lost pieces lose the game.
    pub places: usize,
}

/// A place for a piece.
#[derive(Serialize, ToSchema)]
pub struct Cell {
    /// Its name in the game's notation.
    pub name: String,
    /// The name read aloud.
    pub spoken: String,
    /// From the top.
    pub row: usize,
    /// From the left, in half cells.
    pub column: usize,
    /// Its middle.
    pub center: [f64; 2],
    /// Its corners.
    pub outline: Vec<[f64; 2]>,
    /// `light`, `dark`, or `unused` where no piece ever stands.
    pub shade: &'static str,
    /// The player, 1 or 2, who wins by reaching it.
    pub goal: Option<u8>,
}

/// The name of a row or a column.
#[derive(Serialize, ToSchema)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Its middle.
    pub at: [f64; 2],
}

/// A kind of piece.
#[derive(Serialize, ToSchema)]
pub struct Piece {
    /// Whose it is, 1 or 2.
    pub player: u8,
    /// Its character in the position text.
    pub letter: char,
    /// Its name read aloud.
    pub name: &'static str,
    /// The data of an SVG path around 0,0.
    pub emblem: &'static str,
}

/// A player's name and the colour of the pieces.
#[derive(Serialize, ToSchema)]
pub struct Side {
    /// The name.
    pub name: &'static str,
    /// `#rrggbb`
    pub paint: String,
    /// The edge of the diagram at which the player sits, `top` or `bottom`; front ends turn the board by it.
    pub home: &'static str,
}

impl Diagram {
    /// The board of a game.
    #[must_use]
    pub fn of(diagram: &game::Diagram) -> Diagram {
        let label = |label: &game::Label| Label { text: label.text.clone(), at: pair(&label.at) };
        Diagram {
            cells: diagram.cells.iter().map(Cell::of).collect(),
            labels: diagram.labels.iter().map(label).collect(),
            pieces: diagram.pieces.iter().map(Piece::of).collect(),
            players: Side::both(diagram),
            style: match diagram.style {
                Style::Discs => "discs",
                Style::Marbles => "marbles",
            },
            tray: diagram.tray.map(|game::Tray { pieces, places }| Tray { pieces, places }),
        }
    }
}

impl Cell {
    fn of(cell: &game::Cell) -> Cell {
        Cell {
            name: cell.name.clone(),
            spoken: cell.spoken.clone(),
            row: cell.row,
            column: cell.column,
            center: pair(&cell.center),
            outline: cell.outline.iter().map(pair).collect(),
            shade: match cell.shade {
                Shade::Light => "light",
                Shade::Dark => "dark",
                Shade::Unused => "unused",
            },
            goal: cell.goal.map(number),
        }
    }
}

impl Piece {
    fn of(piece: &game::Piece) -> Piece {
        Piece { player: number(piece.player), letter: piece.letter, name: piece.name, emblem: piece.emblem }
    }
}

impl Side {
    /// Both players, the first one first.
    #[must_use]
    pub fn both(diagram: &game::Diagram) -> Vec<Side> {
        let side = |player: Player| {
            let game::Side { name, paint: [red, green, blue], home, .. } = diagram.players[player];
            let home = match home {
                Edge::Top => "top",
                Edge::Bottom => "bottom",
            };
            Side { name, paint: format!("#{red:02x}{green:02x}{blue:02x}"), home }
        };
        Player::ALL.map(side).into()
    }
}

/// Players are numbered from 1.
fn number(player: Player) -> u8 {
    player as u8 + 1
}

fn pair(point: &Point) -> [f64; 2] {
    [point.x, point.y]
}
