//! The appearance of a board as data, from which any front end can draw and speak any game.

use crate::{ByPlayer, CellId, Player, Position};

/// The ability to be drawn.
pub trait Layout: Position {
    /// The empty board and the kinds of pieces. The same for all positions of one board size.
    fn diagram(&self) -> Diagram;

    /// The piece on each cell of the diagram, as an index into [`Diagram::pieces`].
    fn occupants(&self) -> Vec<Option<usize>>;

    /// Writes what stands on each cell of the diagram: 0 for nothing, otherwise its number into
    /// [`Diagram::pieces`] + 1. A learned evaluation asks this at every leaf of a search, so a game
    /// gives a quick one of its own. `cells` has a place for each cell of the diagram.
    fn write_occupants(&self, cells: &mut [u8]) {
        for (cell, occupant) in cells.iter_mut().zip(self.occupants()) {
            *cell = occupant.map_or(0, |number| number as u8 + 1);
        }
    }

    /// The cells that a player touches to make the legal move `mv`, in order; none for a pass.
    /// [`Explain::attempt`](crate::Explain::attempt) takes them back.
    fn touched(&self, mv: Self::Move) -> Vec<CellId>;

    /// The pieces that the legal move `mv` carries from cell to cell, the one on the first touched
    /// cell first. By default that piece alone, along the touched cells. A game whose moves carry
    /// several pieces overrides this.
    fn slides(&self, mv: Self::Move) -> Vec<Slide> {
        let path = self.touched(mv);
        if path.len() < 2 { Vec::new() } else { vec![Slide { path, leaves_board: false }] }
    }
}

/// The way of a piece during a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slide {
    /// Its cells, beginning with the one where it stands before the move.
    pub path: Vec<CellId>,
    /// Whether it goes off the board from the last of them.
    pub leaves_board: bool,
}

/// An empty board and the kinds of pieces that stand on it. x grows to the right and y downwards; the
/// distance between the centres of neighbouring cells is 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagram {
    /// The cells, in the order of the position text.
    pub cells: Vec<Cell>,
    /// Names of rows and columns beside the board.
    pub labels: Vec<Label>,
    /// Every kind of piece.
    pub pieces: Vec<Piece>,
    /// The players.
    pub players: ByPlayer<Side>,
    /// What pieces and cells look like.
    pub style: Style,
    /// The places beside the board for pieces that a player has lost, if the game counts them.
    pub tray: Option<Tray>,
}

/// What pieces and cells look like.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Style {
    /// Discs on flat cells.
    #[default]
    Discs,
    /// Marbles in hollows.
    Marbles,
}

/// The lost pieces of a player, beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tray {
    /// How many pieces a player has who has lost none.
    pub pieces: usize,
    /// How many lost pieces lose the game.
    pub places: usize,
}

/// The name and the colours of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side {
    /// The name: "White".
    pub name: &'static str,
    /// Its letter in the position text.
    pub letter: char,
    /// The colour of its letters in a terminal, with enough contrast to wood: red, green and blue.
    pub colour: [u8; 3],
    /// The colour of its pieces in a picture.
    pub paint: [u8; 3],
    /// The edge of the diagram at which the player sits, and from which its pieces go forward. Front
    /// ends turn the board by it. The players sit at opposite edges.
    pub home: Edge,
}

/// An edge of the diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// Where y is least: the first row of the position text.
    Top,
    /// Where y is greatest: the last row of the position text.
    Bottom,
}

/// A place for a piece.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// Its name in the game's notation, or its coordinates if the notation has no name for it.
    pub name: String,
    /// Its name read aloud.
    pub spoken: String,
    /// Its row, counted from 0 at the top.
    pub row: usize,
    /// Its distance from the left in half cells, so that rows of hexagons interlock.
    pub column: usize,
    /// Its centre.
    pub center: Point,
    /// Its corners, clockwise.
    pub outline: Vec<Point>,
    /// Its colour.
    pub shade: Shade,
    /// The player who aims for it, if reaching it wins: front ends mark it.
    pub goal: Option<Player>,
}

/// The colour of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// The lighter of two colours.
    Light,
    /// The darker of two colours.
    Dark,
    /// Part of the picture, but never occupied.
    Unused,
}

/// The name of a row or a column.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Its centre: beside the board at the height of its row, or above or below its column.
    pub at: Point,
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its owner.
    pub player: Player,
    /// Its character in the position text.
    pub letter: char,
    /// A printable character that resembles it.
    pub glyph: char,
    /// Its name read aloud: "white Pichu".
    pub name: &'static str,
    /// The emblem on its disc in a picture, so that kinds differ not only by colour: the data of an
    /// SVG path around 0,0, filled by the even-odd rule, within 0.3 of the centre where cells are 1
    /// apart. May be empty.
    pub emblem: &'static str,
}

/// A point of the diagram.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Cell {
    /// A unit square in this row and column, both counted from 0 at the top left.
    #[must_use]
    pub fn square(row: usize, column: usize, shade: Shade, name: String, spoken: String) -> Cell {
        let center = Point::new(column as f64 + 0.5, row as f64 + 0.5);
        let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
        let outline = center.around(&corners);
        Cell { name, spoken, row, column: 2 * column, center, outline, shade, goal: None }
    }

    /// A hexagon with a corner at its top, in this row, `column` half cells from the left.
    #[must_use]
    pub fn hexagon(row: usize, column: usize, shade: Shade, name: String, spoken: String) -> Cell {
        // A cell is 1 wide, so its side is 1/√3 and the rows are √3/2 apart.
        let side = 1.0 / 3.0_f64.sqrt();
        let center = Point::new(column as f64 / 2.0 + 0.5, side * (1.5 * row as f64 + 1.0));
        let half = side / 2.0;
        let corners = [(0.0, -side), (0.5, -half), (0.5, half), (0.0, side), (-0.5, half), (-0.5, -half)];
        let outline = center.around(&corners);
        Cell { name, spoken, row, column, center, outline, shade, goal: None }
    }

    /// The same cell as one that a player aims for.
    #[must_use]
    pub fn with_goal(self, goal: Option<Player>) -> Cell {
        Cell { goal, ..self }
    }
}

impl Diagram {
    /// The player whose home edge is the bottom, who sees the diagram as it is drawn. For the other
    /// one it is turned around.
    #[must_use]
    pub fn lower_player(&self) -> Player {
        if self.players.one.home == Edge::Bottom { Player::One } else { Player::Two }
    }

    /// The same board as it is seen from the other side. The cells keep their numbers.
    #[must_use]
    pub fn turned(&self) -> Diagram {
        let most = |part: fn(&Cell) -> usize| self.cells.iter().map(part).max().unwrap_or(0);
        let (last_row, last_column) = (most(|cell| cell.row), most(|cell| cell.column));
        let centers = || self.cells.iter().map(|cell| cell.center);
        let bounds = |part: fn(Point) -> f64| {
            let parts = || centers().map(part);
            parts().fold(f64::INFINITY, f64::min) + parts().fold(f64::NEG_INFINITY, f64::max)
        };
        let (across, down) = (bounds(|point| point.x), bounds(|point| point.y));
        let turn = |point: Point| Point::new(across - point.x, down - point.y);
        let cell = |cell: &Cell| Cell {
            row: last_row - cell.row,
            column: last_column - cell.column,
            center: turn(cell.center),
            outline: cell.outline.iter().copied().map(turn).collect(),
            ..cell.clone()
        };
        Diagram {
            cells: self.cells.iter().map(cell).collect(),
            labels: self.labels.iter().map(|label| Label { at: turn(label.at), ..label.clone() }).collect(),
            ..self.clone()
        }
    }

    /// The board as a player sees it.
    #[must_use]
    pub fn seen_by(&self, player: Player) -> Diagram {
        if player == self.lower_player() { self.clone() } else { self.turned() }
    }
}

impl Point {
    /// The point at `x`, `y`.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The point at this offset to the right and down.
    #[must_use]
    pub const fn moved(self, dx: f64, dy: f64) -> Point {
        Point::new(self.x + dx, self.y + dy)
    }

    fn around(self, offsets: &[(f64, f64)]) -> Vec<Point> {
        offsets.iter().map(|&(dx, dy)| self.moved(dx, dy)).collect()
    }
}
