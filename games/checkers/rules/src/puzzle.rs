//! Puzzle files: 8 lines of 8 cells, the top row first, red to move.

use game::{Player, PositionError, PositionErrors};

use crate::notation::{cells, format, place};
use crate::setup::{MOST_PIECES, Setup, side_name};
use crate::{Checkers, Square};

/// A puzzle as read from a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position, red to move.
    pub position: Checkers,
    /// Whether the pieces stood on the light squares, so that the board was mirrored left to right.
    pub is_mirrored: bool,
}

/// An error in a puzzle file, and its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct PuzzleError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
    /// The error.
    pub what: PuzzleErrorKind,
}

/// An error at one place in a puzzle file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PuzzleErrorKind {
    /// The file ends too early.
    #[error("the file ends here; a puzzle has 8 lines")]
    NoLine,
    /// There is something after the board.
    #[error("there is more after the 8 lines of a puzzle")]
    ExtraLine,
    /// A line ends too early.
    #[error("the line ends here; it has 8 cells")]
    NoCell,
    /// A line has more than 8 cells.
    #[error("the line goes on after its 8 cells")]
    ExtraCell,
    /// A character is not a cell.
    #[error("expected one of . r R b B, found '{}'", .0.escape_debug())]
    UnknownCell(char),
    /// A piece is on a light square, although other pieces are on dark squares.
    #[error("'{0}' stands on a light square")]
    LightSquare(char),
    /// A side has more pieces than at the start.
    #[error("this is piece number {number} of {}, and no more than 12 are allowed", side_name(*.player))]
    TooMany {
        /// Its owner.
        player: Player,
        /// Its number in reading order.
        number: usize,
    },
    /// A man is on its crowning row.
    #[error("a man of {} would be a king here", side_name(*.0))]
    UncrownedMan(Player),
    /// There is no piece at all.
    #[error("the board is empty: at least one piece must stand on it")]
    Empty,
}

impl PositionError for PuzzleError {
    fn is_malformed(&self) -> bool {
        use PuzzleErrorKind::{ExtraCell, ExtraLine, NoCell, NoLine};
        matches!(self.what, NoLine | ExtraLine | NoCell | ExtraCell)
    }
}

impl PuzzleError {
    fn at(row: usize, column: usize, what: PuzzleErrorKind) -> PuzzleError {
        PuzzleError { line: row + 1, column: column + 1, what }
    }
}

/// The lines of a text, without line ends and without blank lines at the end.
pub(crate) fn lines_of(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    lines
}

impl Puzzle {
    /// Reads a puzzle. Lines may end with CR LF, the last line may have no end, and blank lines may
    /// follow.
    ///
    /// # Errors
    /// Fails with every error, each with its line and column.
    pub fn read(text: &str) -> Result<Puzzle, PositionErrors<PuzzleError>> {
        let lines = lines_of(text);
        let mut errors = shape_errors(&lines);
        let is_mirrored = stands_on_light_squares(&lines);
        errors.extend(piece_errors(&lines, is_mirrored));
        errors.sort_by_key(|error| (error.line, error.column));
        PositionErrors::check(errors)?;
        let mut cells: Vec<char> = lines.iter().flat_map(|line| line.chars()).collect();
        if is_mirrored {
            mirror(&mut cells);
        }
        let mut setup = Setup::new(Player::One);
        place(&cells, &mut setup);
        let elsewhere = |_| PuzzleError::at(0, 0, PuzzleErrorKind::Empty);
        let position = setup.position().map_err(elsewhere)?;
        Ok(Puzzle { position, is_mirrored })
    }

    /// A position of this puzzle in the form of the file: 8 lines without a final line end,
    /// mirrored back if the puzzle was.
    #[must_use]
    pub fn write(&self, pos: &Checkers) -> String {
        let mut cells = cells(pos);
        if self.is_mirrored {
            mirror(&mut cells);
        }
        grid(&cells)
    }
}

/// The errors in lines and characters.
fn shape_errors(lines: &[&str]) -> Vec<PuzzleError> {
    let mut errors = Vec::new();
    for (row, line) in lines.iter().take(8).enumerate() {
        for (column, cell) in line.chars().take(8).enumerate() {
            if !format().letters.contains(cell) {
                errors.push(PuzzleError::at(row, column, PuzzleErrorKind::UnknownCell(cell)));
            }
        }
        match line.chars().count() {
            short @ ..8 => errors.push(PuzzleError::at(row, short, PuzzleErrorKind::NoCell)),
            8 => (),
            _ => errors.push(PuzzleError::at(row, 8, PuzzleErrorKind::ExtraCell)),
        }
    }
    match lines.len() {
        few @ ..8 => errors.push(PuzzleError::at(few, 0, PuzzleErrorKind::NoLine)),
        8 => (),
        _ => errors.push(PuzzleError::at(8, 0, PuzzleErrorKind::ExtraLine)),
    }
    errors
}

/// Whether a line has 8 cells, so that their squares are known.
fn is_whole(line: &str) -> bool {
    line.chars().count() == 8
}

/// The letters of all pieces with their rows and columns, and whether these are known: after a
/// missing cell or line, a piece could be on any square.
fn pieces<'t>(lines: &'t [&str]) -> impl Iterator<Item = (usize, usize, char, bool)> + 't {
    let is_complete = lines.len() >= 8;
    lines.iter().take(8).enumerate().flat_map(move |(row, line)| {
        let is_certain = is_complete && is_whole(line);
        let cells = line.chars().take(8).enumerate();
        let pieces = cells.filter(|(_, letter)| matches!(letter.to_ascii_lowercase(), 'r' | 'b'));
        pieces.map(move |(column, letter)| (row, column, letter, is_certain))
    })
}

/// The errors of the pieces, as far as they are certain in lines that may be malformed.
fn piece_errors(lines: &[&str], is_mirrored: bool) -> Vec<PuzzleError> {
    let mut errors = Vec::new();
    let mut counts = game::ByPlayer { one: 0, two: 0 };
    for (row, column, letter, is_certain) in pieces(lines) {
        let (player, crown) = match letter.to_ascii_lowercase() {
            'r' => (Player::One, 0),
            _ => (Player::Two, 7),
        };
        let mut wrong = |what| errors.push(PuzzleError::at(row, column, what));
        if is_certain && !is_mirrored && Square::at(row, column).is_none() {
            wrong(PuzzleErrorKind::LightSquare(letter));
        } else if is_certain && letter.is_ascii_lowercase() && row == crown {
            wrong(PuzzleErrorKind::UncrownedMan(player));
        }
        counts[player] += 1;
        if counts[player] > MOST_PIECES {
            wrong(PuzzleErrorKind::TooMany { player, number: counts[player] });
        }
    }
    let is_empty = |line: &&str| is_whole(line) && line.chars().all(|cell| cell == '.');
    if lines.len() == 8 && lines.iter().all(is_empty) {
        errors.push(PuzzleError::at(0, 0, PuzzleErrorKind::Empty));
    }
    errors
}

/// 64 cells as 8 lines.
pub(crate) fn grid(cells: &[char]) -> String {
    cells.chunks(8).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}

fn mirror(cells: &mut [char]) {
    cells.chunks_mut(8).for_each(<[char]>::reverse);
}

/// Whether there are pieces with known squares, all of them light.
fn stands_on_light_squares(lines: &[&str]) -> bool {
    let mut squares = pieces(lines).filter(|&(.., is_certain)| is_certain).peekable();
    squares.peek().is_some() && squares.all(|(row, column, ..)| Square::at(row, column).is_none())
}
