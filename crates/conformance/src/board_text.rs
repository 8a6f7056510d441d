//! Position texts of the form `BOARD SIDE [PLY]`, split into words.

use game::{Game, Notation, Position};

/// The words of a position text whose board has one character for each cell of the diagram.
#[derive(Clone)]
pub(crate) struct BoardWords {
    /// In the order of the diagram.
    pub(crate) cells: Vec<char>,
    pub(crate) side: String,
    /// The lengths of the rows.
    rows: Vec<usize>,
    rest: Vec<String>,
}

impl BoardWords {
    /// The character of an empty cell.
    pub(crate) const EMPTY: char = '.';

    /// The words, or `None` if the text has another form.
    pub(crate) fn of<G: Game>(pos: &G) -> Option<BoardWords> {
        let text = pos.write();
        let mut words = text.split(' ');
        let board = words.next()?;
        let rows = board.split('/').map(|row| row.chars().count()).collect();
        let cells: Vec<char> = board.chars().filter(|&c| c != '/').collect();
        let side = words.next()?.to_string();
        let rest = words.map(ToString::to_string).collect();
        (cells.len() == pos.occupants().len()).then_some(BoardWords { cells, side, rows, rest })
    }

    /// Joins the words to a position text.
    pub(crate) fn text(&self) -> String {
        let mut cells = self.cells.iter();
        let row = |&len: &usize| cells.by_ref().take(len).collect::<String>();
        let board = self.rows.iter().map(row).collect::<Vec<_>>().join("/");
        let words = [board, self.side.clone()];
        words.into_iter().chain(self.rest.iter().cloned()).collect::<Vec<_>>().join(" ")
    }
}

/// The text without the ply count: key and index depend on nothing else.
pub(crate) fn without_plies<P: Notation + Position>(pos: &P) -> String {
    let text = pos.write();
    match text.rsplit_once(' ') {
        Some((before, ply)) if pos.plies_left().is_some() && ply.parse::<u32>().is_ok() => before.to_string(),
        _ => text,
    }
}
