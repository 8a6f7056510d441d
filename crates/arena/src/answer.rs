//! Parsing the answer of a program.

mod illegal_board;

use engine::{AnyPosition, MoveId, quoted_up_to};

use crate::evidence::Evidence;
use crate::player::{Answer, NoMove};
use crate::record::VerdictKind;
use illegal_board::Comparison;

/// The longest answer to quote in full; the board of the largest game fits.
const MAX_QUOTED: usize = 800;

/// Parses a line as a move, as the board after a move, or as the position after it.
///
/// # Errors
/// Fails if it is not one of these, or if the move is illegal.
pub(crate) fn parse_answer(pos: &dyn AnyPosition, line: &str) -> Answer {
    let line = line.trim();
    let refused = match pos.parse_move(line) {
        Ok(mv) => return Ok(mv.into()),
        Err(refused) => refused,
    };
    let board = cells(line);
    let mut moves = (0..pos.move_count()).map(MoveId::new);
    if let Some(mv) = moves.find(|&mv| cells(&pos.play(mv).text()) == board) {
        return Ok(mv.into());
    }
    // Random bytes can have the length of a board.
    let comparison = Comparison::new(pos, &board).filter(|_| board.chars().all(|c| c.is_ascii_graphic()));
    let no_move = match &comparison {
        Some(comparison) => NoMove::new(VerdictKind::Illegal, comparison.reason()),
        None if refused.is_unreadable => NoMove::new(VerdictKind::Garbage, refused.reason),
        None => NoMove::new(VerdictKind::Illegal, refused.reason),
    };
    let board = comparison.map(|comparison| comparison.board());
    let evidence = Box::new(Evidence { board, ..Evidence::default() });
    Err(NoMove { answer: Some(quoted_up_to(line, MAX_QUOTED)), evidence, ..no_move })
}

/// The cells of a board, or of the board that a position begins with.
fn cells(text: &str) -> String {
    text.split(' ').next().unwrap_or_default().replace('/', "")
}

/// Distinguishes answers from the other lines that a program prints.
pub(crate) struct AnswerReader<'p> {
    pos: &'p dyn AnyPosition,
    /// The number of cells of a board.
    cells: usize,
    /// The letters that a cell may have.
    letters: Vec<char>,
}

const EMPTY: char = '.';

impl<'p> AnswerReader<'p> {
    /// A reader of answers to this position.
    pub(crate) fn new(pos: &'p dyn AnyPosition) -> AnswerReader<'p> {
        let diagram = pos.diagram();
        let letters = diagram.pieces.iter().map(|piece| piece.letter).chain([EMPTY]).collect();
        AnswerReader { pos, cells: diagram.cells.len(), letters }
    }

    /// Whether a line has the form of a move, legal or not, or of a board of the right size. A line of full stops is an
    /// ornament and not a board: no position is empty.
    pub(crate) fn is_answer(&self, line: &str) -> bool {
        // No move is longer, and rejecting a long text is slow.
        const LONGEST_MOVE: usize = 60;
        let line = line.trim();
        let board = cells(line);
        let is_board = board.chars().count() == self.cells
            && board.chars().all(|c| self.letters.contains(&c))
            && board.chars().any(|c| c != EMPTY);
        let is_move = || self.pos.parse_move(line).map_or_else(|refused| !refused.is_unreadable, |_| true);
        is_board || line.len() <= LONGEST_MOVE && is_move()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_a_board_and_a_position_are_parsed() {
        for game in catalogue::CATALOGUE.names() {
            let pos = catalogue::CATALOGUE.find(game).unwrap().start();
            for mv in pos.moves() {
                let after = pos.play(mv.id).text();
                let board = after.split(' ').next().unwrap();
                for line in [&mv.text, &after, board, &board.replace('/', ""), &format!(" {board} \r")] {
                    let meant = parse_answer(&*pos, line).unwrap().mv;
                    assert_eq!(pos.play(meant).text(), after, "{game}: {line}");
                }
            }
        }
    }

    #[test]
    fn the_reason_is_reported() {
        let pos = catalogue::CATALOGUE.find("raichu").unwrap().start();
        let wrong = |line: &str| {
            let no_move = parse_answer(&*pos, line).unwrap_err();
            (no_move.kind, no_move.what)
        };
        let now = pos.text().split(' ').next().unwrap().to_string();
        assert_eq!(wrong(&now), (VerdictKind::Illegal, "this is the board as it was before the move".into()));
        let other = now.replacen('W', ".", 1);
        let why = "no legal move leads to this board: a2 has '.', not 'W'";
        assert_eq!(wrong(&other), (VerdictKind::Illegal, why.into()));
        assert_eq!(wrong("a2-a8").0, VerdictKind::Illegal);
        assert_eq!(wrong("I resign").0, VerdictKind::Garbage);
        assert_eq!(wrong(&now.replacen('W', "\u{8}", 1)).0, VerdictKind::Garbage);
    }

    #[test]
    fn an_illegal_board_is_kept_whole() {
        for game in ["raichu", "raichu:26", "checkers"] {
            let pos = catalogue::CATALOGUE.find(game).unwrap().start();
            let now = pos.text().split(' ').next().unwrap().to_string();
            let no_move = parse_answer(&*pos, &now).unwrap_err();
            assert_eq!(no_move.answer, Some(now.clone()), "{game}");
            assert_eq!(no_move.evidence.board.unwrap().after, now, "{game}");
        }
    }

    #[test]
    fn answers_are_distinguished_from_other_output() {
        for game in catalogue::CATALOGUE.names() {
            let pos = catalogue::CATALOGUE.find(game).unwrap().start();
            let reader = AnswerReader::new(&*pos);
            for mv in pos.moves() {
                let after = pos.play(mv.id).text();
                let board = after.split(' ').next().unwrap();
                for line in [&mv.text, &after, board, &board.replace('/', "")] {
                    assert!(reader.is_answer(line), "{game}: {line}");
                }
            }
            let rows = pos.text_as("grid").unwrap();
            let dots = ".".repeat(rows.lines().map(str::len).sum());
            let dashes = "-".repeat(dots.len());
            let other = [
                "Searching for best move for w from board state: ",
                "Here's what I decided:",
                "",
                "depth 3, score -0.5",
                "evaluated 12 nodes",
                "0.73",
                &dots,
                &dashes,
            ];
            for line in rows.lines().chain(other) {
                assert!(!reader.is_answer(line), "{game}: {line}");
            }
        }
        let pos = catalogue::CATALOGUE.find("raichu").unwrap().start();
        assert!(AnswerReader::new(&*pos).is_answer("a2-a8") && !AnswerReader::new(&*pos).is_answer("a2-a99"));
    }
}
