//! Placing the board's cells on the screen at the largest size that fits.

use engine::{Cell, Diagram};
use ratatui::layout::{Position, Rect};

/// The size of a cell in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Size {
    pub(crate) width: u16,
    pub(crate) height: u16,
}

/// Largest first. A character is about twice as high as wide.
const SIZES: [Size; 5] = [
    Size { width: 11, height: 5 },
    Size { width: 7, height: 3 },
    Size { width: 5, height: 2 },
    Size { width: 3, height: 1 },
    Size { width: 2, height: 1 },
];

impl Size {
    /// The line of a cell that shows its piece.
    pub(crate) fn middle(self) -> u16 {
        (self.height - 1) / 2
    }

    /// The position of a piece's symbol in a cell. In cells of two characters the first one is for marks.
    pub(crate) fn center(self, cell: Rect) -> Position {
        Position::new(cell.x + self.width / 2, cell.y + self.middle())
    }
}

/// A board placed on the screen.
pub(crate) struct PlacedBoard {
    pub(crate) size: Size,
    pub(crate) is_hexagonal: bool,
    /// The place of each visible cell.
    pub(crate) cells: Vec<Option<Rect>>,
    pub(crate) labels: Vec<PlacedLabel>,
}

/// A label and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlacedLabel {
    pub(crate) at: Position,
    pub(crate) text: String,
}

impl PlacedBoard {
    /// The cell at a screen position.
    pub(crate) fn cell_at(&self, column: u16, row: u16) -> Option<usize> {
        let at = Position::new(column, row);
        self.cells.iter().position(|place| place.is_some_and(|place| place.contains(at)))
    }
}

/// Lays out a diagram in characters, flipped or not.
pub(crate) struct BoardLayout<'a> {
    diagram: &'a Diagram,
    is_flipped: bool,
    is_hexagonal: bool,
    last_row: usize,
    last_column: usize,
}

/// The side of the board a label belongs to.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Side {
    Left(usize),
    Right(usize),
    /// Above or below a column, counted in half cells.
    Above(f64),
    Below(f64),
}

/// The space for labels.
#[derive(Clone, Copy, Default)]
struct Margins {
    left: u16,
    right: u16,
    top: u16,
    bottom: u16,
}

impl<'a> BoardLayout<'a> {
    pub(crate) fn new(diagram: &'a Diagram, is_flipped: bool) -> BoardLayout<'a> {
        let most = |part: fn(&Cell) -> usize| diagram.cells.iter().map(part).max().unwrap_or(0);
        BoardLayout {
            diagram,
            is_flipped,
            is_hexagonal: diagram.cells.iter().any(|cell| cell.column % 2 == 1),
            last_row: most(|cell| cell.row),
            last_column: most(|cell| cell.column),
        }
    }

    /// The distance between neighbours in a row. Rows of hexagons are shifted by half of it, and have a gap between cells
    /// because all have the same colour.
    fn pitch(&self, size: Size) -> u16 {
        size.width + u16::from(self.is_hexagonal)
    }

    /// The offset of a cell from the top left corner, in characters.
    fn place(&self, cell: &Cell, size: Size) -> (u16, u16) {
        let turned = |place: usize, last: usize| if self.is_flipped { last - place } else { place };
        let column = turned(cell.column, self.last_column) as u16;
        (column * self.pitch(size) / 2, turned(cell.row, self.last_row) as u16 * size.height)
    }

    fn board_size(&self, size: Size) -> (u16, u16) {
        let width = self.last_column as u16 * self.pitch(size) / 2 + size.width;
        (width, (self.last_row as u16 + 1) * size.height)
    }

    /// The row beside which a label belongs, or the column above or below it.
    fn side(&self, label: &engine::Label) -> Side {
        let beside = self.diagram.cells.iter().find(|cell| (cell.center.y - label.at.y).abs() < 0.25);
        let turned = |is_first: bool| is_first != self.is_flipped;
        match beside {
            Some(first) if turned(label.at.x < first.center.x) => Side::Left(first.row),
            Some(first) => Side::Right(first.row),
            None => {
                let column = 2.0 * (label.at.x - 0.5);
                let column = if self.is_flipped { self.last_column as f64 - column } else { column };
                let is_above = self.diagram.cells.first().is_some_and(|cell| label.at.y < cell.center.y);
                if turned(is_above) { Side::Above(column) } else { Side::Below(column) }
            }
        }
    }

    /// The start and end of a row, and the line of its pieces.
    fn row(&self, row: usize, size: Size) -> (u16, u16, u16) {
        let places =
            || self.diagram.cells.iter().filter(|cell| cell.row == row).map(|cell| self.place(cell, size));
        let first = places().map(|(x, _)| x).min().unwrap_or(0);
        let last = places().map(|(x, _)| x).max().unwrap_or(0);
        let top = places().map(|(_, y)| y).min().unwrap_or(0);
        (first, last + size.width, top + size.middle())
    }

    fn margins(&self, size: Size) -> Margins {
        let (width, _) = self.board_size(size);
        let mut margins = Margins::default();
        for label in &self.diagram.labels {
            let length = label.text.chars().count() as u16 + 1;
            match self.side(label) {
                Side::Left(row) => {
                    let (first, _, _) = self.row(row, size);
                    margins.left = margins.left.max(length.saturating_sub(first));
                }
                Side::Right(row) => {
                    let (_, end, _) = self.row(row, size);
                    margins.right = margins.right.max((end + length).saturating_sub(width));
                }
                Side::Above(_) => margins.top = 1,
                Side::Below(_) => margins.bottom = 1,
            }
        }
        margins
    }

    /// The size of the board with its labels.
    pub(crate) fn required_size(&self, size: Size) -> (u16, u16) {
        let (width, height) = self.board_size(size);
        let Margins { left, right, top, bottom } = self.margins(size);
        (width + left + right, height + top + bottom)
    }

    /// The largest size that fits; otherwise one that fits across and scrolls.
    pub(crate) fn largest_size(&self, width: u16, height: u16) -> Size {
        let fits = |size: &&Size| {
            let (wide, high) = self.required_size(**size);
            wide <= width && high <= height
        };
        let fits_across = |size: &&Size| self.required_size(**size).0 <= width;
        let [.., smallest] = SIZES;
        *SIZES
            .iter()
            .find(fits)
            .or_else(|| SIZES.iter().rev().take(2).rev().find(fits_across))
            .unwrap_or(&smallest)
    }

    /// Centres the board in an area; a larger board shows the part around a cell.
    pub(crate) fn place_in(&self, area: Rect, size: Size, around: usize) -> PlacedBoard {
        let (width, height) = self.board_size(size);
        let margins = self.margins(size);
        let window = Rect {
            x: area.x + margins.left,
            y: area.y + margins.top,
            width: area.width.saturating_sub(margins.left + margins.right),
            height: area.height.saturating_sub(margins.top + margins.bottom),
        };
        let center = self.diagram.cells.get(around).map_or((0, 0), |cell| self.place(cell, size));
        let across = Axis::new(width, window.x, window.width, center.0 + size.width / 2);
        let down = Axis::new(height, window.y, window.height, center.1 + size.height / 2);
        let place = |cell: &Cell| {
            let (x, y) = self.place(cell, size);
            Some(Rect {
                x: across.on_screen(x, size.width)?,
                y: down.on_screen(y, size.height)?,
                width: size.width,
                height: size.height,
            })
        };
        let label = |label: &engine::Label| {
            let length = label.text.chars().count() as u16;
            let at = match self.side(label) {
                Side::Left(row) | Side::Right(row) => {
                    let (first, end, middle) = self.row(row, size);
                    let is_left = matches!(self.side(label), Side::Left(_));
                    let x = if is_left {
                        across.clamped(first).saturating_sub(length + 1)
                    } else {
                        across.clamped(end) + 1
                    };
                    Position::new(x, down.on_screen(middle, 1)?)
                }
                Side::Above(column) | Side::Below(column) => {
                    let is_above = matches!(self.side(label), Side::Above(_));
                    let middle = column * f64::from(self.pitch(size)) / 2.0 + f64::from(size.width / 2);
                    let x = across.on_screen(middle.round().max(0.0) as u16, 1)?;
                    let y = if is_above { down.clamped(0).saturating_sub(1) } else { down.clamped(height) };
                    Position::new(x, y)
                }
            };
            Some(PlacedLabel { at, text: label.text.clone() })
        };
        PlacedBoard {
            size,
            is_hexagonal: self.is_hexagonal,
            cells: self.diagram.cells.iter().map(place).collect(),
            labels: self.diagram.labels.iter().filter_map(label).collect(),
        }
    }
}

/// One axis of the screen: the part of the board that the window shows.
struct Axis {
    /// The window.
    start: u16,
    length: u16,
    /// The margin that centres the board, and the length scrolled away at its start.
    gap: u16,
    skipped: u16,
}

impl Axis {
    fn new(board: u16, start: u16, length: u16, around: u16) -> Axis {
        let gap = length.saturating_sub(board) / 2;
        let skipped = around.saturating_sub(length / 2).min(board.saturating_sub(length));
        Axis { start, length, gap, skipped }
    }

    /// The screen coordinate of a span, if all of it is in the window.
    fn on_screen(&self, at: u16, long: u16) -> Option<u16> {
        let at = (at + self.gap).checked_sub(self.skipped)?;
        (at + long <= self.length).then_some(self.start + at)
    }

    /// The screen coordinate, clamped to the window.
    fn clamped(&self, at: u16) -> u16 {
        self.start + (at + self.gap).saturating_sub(self.skipped).min(self.length)
    }
}

#[cfg(test)]
mod tests {
    use engine::testing::every_board;

    use super::*;

    fn diagram(game: &str) -> Diagram {
        catalogue::CATALOGUE.find(game).unwrap().start().diagram()
    }

    #[test]
    fn cells_are_disjoint_and_inside_the_area() {
        for game in every_board(catalogue::CATALOGUE, 16) {
            let diagram = diagram(&game);
            for flipped in [false, true] {
                let layout = BoardLayout::new(&diagram, flipped);
                for size in SIZES {
                    let (width, height) = layout.required_size(size);
                    let area = Rect::new(3, 2, width, height);
                    let board = layout.place_in(area, size, 0);
                    let places: Vec<Rect> = board.cells.iter().map(|place| place.unwrap()).collect();
                    for (i, place) in places.iter().enumerate() {
                        assert_eq!(area.intersection(*place), *place, "{game}");
                        assert!(places[..i].iter().all(|other| !other.intersects(*place)), "{game}");
                        assert_eq!(board.cell_at(place.x, place.y), Some(i));
                    }
                    for PlacedLabel { at, text } in &board.labels {
                        let right = Position::new(at.x + text.chars().count() as u16 - 1, at.y);
                        assert!(area.contains(*at) && area.contains(right), "{game}: {text}");
                        assert!(places.iter().all(|place| !place.contains(*at) && !place.contains(right)));
                    }
                    assert_eq!(board.labels.len(), diagram.labels.len());
                }
            }
        }
    }

    #[test]
    fn flipped_layout_is_the_mirror_image() {
        let diagram = diagram("abalone");
        let area = Rect::new(0, 0, 80, 40);
        let [as_drawn, turned] = [false, true]
            .map(|flipped| BoardLayout::new(&diagram, flipped).place_in(area, SIZES[1], 0).cells);
        let mut reversed = turned.clone();
        reversed.reverse();
        let offsets = |cells: &[Option<Rect>]| -> Vec<(u16, u16)> {
            let first = cells[0].unwrap();
            cells
                .iter()
                .map(|place| place.unwrap())
                .map(|place| (place.x.abs_diff(first.x), place.y.abs_diff(first.y)))
                .collect()
        };
        assert_eq!(offsets(&as_drawn), offsets(&reversed));
        assert!(as_drawn[0].unwrap().y < turned[0].unwrap().y);
    }

    #[test]
    fn oversized_board_scrolls_to_the_cursor() {
        let diagram = diagram("raichu:26");
        let layout = BoardLayout::new(&diagram, false);
        let area = Rect::new(0, 0, 56, 20);
        let size = layout.largest_size(area.width, area.height);
        assert_eq!(size.width, 2);
        for cell in 0..diagram.cells.len() {
            let board = layout.place_in(area, size, cell);
            assert!(board.cells[cell].is_some(), "{cell}");
            assert!(board.cells.iter().filter(|place| place.is_some()).count() >= 26 * 19);
            assert!(board.labels.iter().all(|label| area.contains(label.at)));
        }
    }

    #[test]
    fn sizes_at_80_by_24() {
        for (game, width) in
            [("raichu", 5), ("checkers", 5), ("dragon-queen", 7), ("abalone", 5), ("raichu:12", 3)]
        {
            assert_eq!(BoardLayout::new(&diagram(game), false).largest_size(48, 20).width, width, "{game}");
        }
    }
}
