//! The cursor, which follows the geometry of any board.

use engine::{Cell, Diagram, Shade};

/// A direction on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    /// The same direction on the diagram if the board is flipped.
    fn on(self, flipped: bool) -> Direction {
        match (self, flipped) {
            (way, false) => way,
            (Direction::Up, true) => Direction::Down,
            (Direction::Down, true) => Direction::Up,
            (Direction::Left, true) => Direction::Right,
            (Direction::Right, true) => Direction::Left,
        }
    }
}

/// The cell under the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cursor {
    pub(crate) cell: usize,
    /// The column in half cells that vertical moves keep, although rows of hexagons interlock.
    column: usize,
}

/// Whether pieces can be on the cell.
fn is_used(cell: &Cell) -> bool {
    cell.shade != Shade::Unused
}

impl Cursor {
    /// A cursor on a cell.
    pub(crate) fn at(cell: usize, diagram: &Diagram) -> Cursor {
        Cursor { cell, column: diagram.cells.get(cell).map_or(0, |cell| cell.column) }
    }

    /// A cursor on the most central of these cells, or of all cells if there are none.
    pub(crate) fn in_the_middle(of: &[usize], diagram: &Diagram) -> Cursor {
        let used = || (0..diagram.cells.len()).filter(|&cell| is_used(&diagram.cells[cell]));
        let middle = |part: fn(&Cell) -> f64| {
            used().map(|cell| part(&diagram.cells[cell])).sum::<f64>() / used().count().max(1) as f64
        };
        let (x, y) = (middle(|cell| cell.center.x), middle(|cell| cell.center.y));
        let distance = |cell: usize| {
            let center = diagram.cells[cell].center;
            (center.x - x).hypot(center.y - y)
        };
        let nearest = |cells: &mut dyn Iterator<Item = usize>| {
            cells.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
        };
        let cell = nearest(&mut of.iter().copied()).or_else(|| nearest(&mut used())).unwrap_or_default();
        Cursor::at(cell, diagram)
    }

    /// Moves one cell in a direction; stays at the edge.
    pub(crate) fn go(&mut self, direction: Direction, diagram: &Diagram, flipped: bool) {
        let Some(from) = diagram.cells.get(self.cell) else { return };
        let cells = || diagram.cells.iter().enumerate().filter(|(_, cell)| is_used(cell));
        let in_row = |row: usize| cells().filter(move |(_, cell)| cell.row == row);
        let next = match direction.on(flipped) {
            Direction::Left => in_row(from.row)
                .filter(|(_, cell)| cell.column < from.column)
                .max_by_key(|(_, cell)| cell.column),
            Direction::Right => in_row(from.row)
                .filter(|(_, cell)| cell.column > from.column)
                .min_by_key(|(_, cell)| cell.column),
            Direction::Up => {
                let row = cells().map(|(_, cell)| cell.row).filter(|&row| row < from.row).max();
                row.and_then(|row| in_row(row).min_by_key(|(_, cell)| cell.column.abs_diff(self.column)))
            }
            Direction::Down => {
                let row = cells().map(|(_, cell)| cell.row).filter(|&row| row > from.row).min();
                row.and_then(|row| in_row(row).min_by_key(|(_, cell)| cell.column.abs_diff(self.column)))
            }
        };
        let Some((number, cell)) = next else { return };
        self.cell = number;
        if matches!(direction, Direction::Left | Direction::Right) {
            self.column = cell.column;
        }
    }

    /// Goes to the next of these cells in the order of reading, or to the one before.
    pub(crate) fn next_of(&mut self, cells: &[usize], diagram: &Diagram, backwards: bool, flipped: bool) {
        let place = |cell: usize| diagram.cells.get(cell).map(|cell| (cell.row, cell.column));
        let here = place(self.cell);
        let after = cells.iter().copied().filter(|&cell| place(cell) > here).min_by_key(|&cell| place(cell));
        let before = cells.iter().copied().filter(|&cell| place(cell) < here).max_by_key(|&cell| place(cell));
        let first = cells.iter().copied().min_by_key(|&cell| place(cell));
        let last = cells.iter().copied().max_by_key(|&cell| place(cell));
        let next = if backwards == flipped { after.or(first) } else { before.or(last) };
        if let Some(cell) = next {
            *self = Cursor::at(cell, diagram);
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::testing::every_board;

    use super::*;

    const WAYS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    fn diagram(game: &str) -> Diagram {
        catalogue::CATALOGUE.find(game).unwrap().start().diagram()
    }

    /// The names of the cells that a cursor comes to.
    fn walk(game: &str, from: &str, ways: &[Direction], flipped: bool) -> Vec<String> {
        let diagram = diagram(game);
        let cell = diagram.cells.iter().position(|cell| cell.name == from).unwrap();
        let mut cursor = Cursor::at(cell, &diagram);
        let mut step = |&way: &Direction| {
            cursor.go(way, &diagram, flipped);
            diagram.cells[cursor.cell].name.clone()
        };
        ways.iter().map(&mut step).collect()
    }

    #[test]
    fn arrows_move_between_squares() {
        use Direction::{Down, Left, Right, Up};
        assert_eq!(walk("dragon-queen", "c3", &[Up, Right, Down, Left], false), ["c4", "d4", "d3", "c3"]);
        assert_eq!(walk("dragon-queen", "c3", &[Up, Right, Down, Left], true), ["c2", "b2", "b3", "c3"]);
        assert_eq!(walk("dragon-queen", "a5", &[Up, Left], false), ["a5", "a5"]);
    }

    #[test]
    fn vertical_moves_keep_the_column_on_hexagons() {
        use Direction::{Down, Up};
        assert_eq!(
            walk("abalone", "D4", &[Up, Up, Up, Down, Down, Down], false),
            ["C4", "B5", "A5", "B5", "C4", "D4"]
        );
        assert_eq!(walk("checkers", "18", &[Up, Up, Up], false), ["14", "10", "6"]);
    }

    #[test]
    fn arrows_reach_exactly_the_used_cells() {
        for game in every_board(catalogue::CATALOGUE, 26) {
            for flipped in [false, true] {
                let diagram = diagram(&game);
                let start = Cursor::in_the_middle(&[], &diagram);
                let (mut seen, mut open) = (vec![start.cell], vec![start]);
                while let Some(cursor) = open.pop() {
                    for way in WAYS {
                        let mut next = cursor;
                        next.go(way, &diagram, flipped);
                        if !seen.contains(&next.cell) {
                            seen.push(next.cell);
                            open.push(next);
                        }
                    }
                }
                seen.sort_unstable();
                let used: Vec<usize> =
                    (0..diagram.cells.len()).filter(|&cell| is_used(&diagram.cells[cell])).collect();
                assert_eq!(seen, used, "{game}");
            }
        }
    }

    #[test]
    fn tab_follows_reading_order() {
        let diagram = diagram("dragon-queen");
        let mut cursor = Cursor::at(12, &diagram);
        let mut next = |backwards, flipped| {
            cursor.next_of(&[20, 3, 14], &diagram, backwards, flipped);
            cursor.cell
        };
        assert_eq!([(); 3].map(|()| next(false, false)), [14, 20, 3]);
        assert_eq!([(); 3].map(|()| next(true, false)), [20, 14, 3]);
        assert_eq!(next(true, true), 14);
    }
}
