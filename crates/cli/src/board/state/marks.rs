//! Marks on the cells.

use engine::{Exact, LegalMove};

use super::super::selection::Destination;
use super::{Mode, State};

/// The marks of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Mark {
    pub(crate) cursor: bool,
    pub(crate) chosen: bool,
    pub(crate) destination: bool,
    /// The best table value among the moves through this cell.
    pub(crate) worth: Option<Exact>,
    pub(crate) hint: bool,
    /// Whether a piece stands here of which one must capture.
    pub(crate) must: bool,
    /// Whether a refusal is about this cell.
    pub(crate) refused: bool,
    pub(crate) last_move: bool,
}

impl State {
    pub(super) fn destinations(&self) -> Vec<Destination> {
        self.selection.destinations(self.selection_context())
    }

    /// The marks of every cell.
    pub(crate) fn marks(&self) -> Vec<Mark> {
        let mut marks = vec![Mark::default(); self.diagram.cells.len()];
        for cell in self.last_move() {
            marks[cell].last_move = true;
        }
        if self.can_move() {
            self.mark_choices(&mut marks);
        }
        if let Some(mark) = marks.get_mut(self.cursor.cell) {
            mark.cursor = true;
        }
        marks
    }

    fn mark_choices(&self, marks: &mut [Mark]) {
        let worth = |moves: &[String]| {
            let move_value = |mv: &String| self.evaluation.as_ref()?.move_value(mv);
            moves.iter().filter_map(move_value).max()
        };
        for cell in self.origin_cells().into_iter().filter(|_| self.must_capture()) {
            marks[cell].must = true;
        }
        for &cell in &self.refused {
            marks[cell].refused = true;
        }
        for &cell in &self.hint {
            marks[cell].hint = true;
        }
        for &cell in self.selection.cells() {
            marks[cell].chosen = true;
        }
        for Destination { cell, moves } in self.destinations() {
            marks[cell].destination = true;
            marks[cell].worth = worth(&moves);
        }
        if let Mode::EnterMove(line) = &self.mode
            && let [only] = self.candidates(&line.text())[..]
        {
            for &cell in &only.touched {
                marks[cell].chosen = true;
            }
        }
        if self.selection.is_empty() && self.evaluation.is_some() {
            for cell in self.origin_cells() {
                let begins = |mv: &&LegalMove| mv.touched.first() == Some(&cell);
                let moves: Vec<String> = self.moves.iter().filter(begins).map(|mv| mv.text.clone()).collect();
                marks[cell].worth = worth(&moves);
            }
        }
    }

    /// The cells of the move that led to the displayed position.
    fn last_move(&self) -> Vec<usize> {
        let Some(before) = self.plies_shown().checked_sub(1) else { return Vec::new() };
        let Some((mv, _)) = self.session.plies().nth(before) else { return Vec::new() };
        let played_in = self.session.positions().nth(before);
        played_in.map_or_else(Vec::new, |pos| pos.course(mv.id))
    }
}
