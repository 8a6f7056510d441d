//! Why no legal move leads to a board, in the words that explain an illegal move to a person.

use engine::{AnyPosition, Diagram, Player, quoted};

use crate::evidence::IllegalBoard;

/// A board that a program answered with, beside the position before the move.
pub(super) struct Comparison<'p> {
    pos: &'p dyn AnyPosition,
    diagram: Diagram,
    before: Vec<char>,
    after: Vec<char>,
}

/// If more squares differ, only their number is reported.
const MAX_LISTED: usize = 6;

impl<'p> Comparison<'p> {
    /// Compares a board, given as its cells in reading order; `None` if it has another number of cells.
    pub(super) fn new(pos: &'p dyn AnyPosition, cells: &str) -> Option<Comparison<'p>> {
        let before: Vec<char> = board_of(&pos.text()).chars().filter(|&c| c != '/').collect();
        let after: Vec<char> = cells.chars().collect();
        (before.len() == after.len()).then(|| Comparison { pos, diagram: pos.diagram(), before, after })
    }

    /// The board with the squares that changed.
    pub(super) fn board(&self) -> IllegalBoard {
        let text = self.pos.text();
        let before = board_of(&text).to_string();
        let mut cells = self.after.iter();
        let place = |c: char| if c == '/' { Some('/') } else { cells.next().copied() };
        let after = before.chars().filter_map(place).collect();
        let changed = self.changed().map(|cell| self.diagram.cells[cell].name.clone()).collect();
        IllegalBoard { before, after, changed }
    }

    /// The broken rule if one piece seems to have moved, and otherwise what changed.
    pub(super) fn reason(&self) -> String {
        if self.before == self.after {
            return "this is the board as it was before the move".to_string();
        }
        let unknown = |&cell: &usize| self.after[cell] != '.' && self.owner(self.after[cell]).is_none();
        if let Some(cell) = self.changed().find(unknown) {
            let letter = quoted(&self.after[cell].to_string());
            return format!("'{letter}' on {} is not a piece of this game", self.diagram.cells[cell].name);
        }
        let turn = self.pos.turn();
        match self.moved(turn).or_else(|| self.moved(turn.other()).filter(|_| !self.concerns(turn))) {
            Some([from, to]) => self.reason_of_move(from, to),
            None => format!("no legal move leads to this board: {}", self.difference(&self.before)),
        }
    }

    fn changed(&self) -> impl Iterator<Item = usize> {
        (0..self.before.len()).filter(|&cell| self.before[cell] != self.after[cell])
    }

    fn owner(&self, letter: char) -> Option<Player> {
        let piece = self.diagram.pieces.iter().find(|piece| piece.letter == letter);
        piece.map(|piece| piece.player)
    }

    /// Whether any changed square had or has a piece of this player.
    fn concerns(&self, player: Player) -> bool {
        self.changed()
            .any(|cell| [self.before[cell], self.after[cell]].map(|c| self.owner(c)).contains(&Some(player)))
    }

    /// The square that a piece of this player left and the one where a piece appeared, if there is exactly one of each.
    fn moved(&self, player: Player) -> Option<[usize; 2]> {
        let is_theirs = |cells: &[char], cell: usize| self.owner(cells[cell]) == Some(player);
        let only = |had: &[char], has: &[char]| {
            let mut found = self.changed().filter(|&cell| is_theirs(had, cell) && !is_theirs(has, cell));
            found.next().filter(|_| found.next().is_none())
        };
        Some([only(&self.before, &self.after)?, only(&self.after, &self.before)?])
    }

    fn reason_of_move(&self, from: usize, to: usize) -> String {
        let mv = match self.pos.touch(&self.pos.touched_between(from, to)) {
            Ok(mv) => mv,
            Err(refused) => return refused.reason,
        };
        let after = self.pos.play(mv).text();
        let right: Vec<char> = board_of(&after).chars().filter(|&c| c != '/').collect();
        let mv = self.pos.move_text(mv);
        format!("{mv} is legal, but it leads to another board: {}", self.difference(&right))
    }

    /// How it differs from another board: `a3 has 'w', not '.'`.
    fn difference(&self, other: &[char]) -> String {
        let cells: Vec<usize> = (0..other.len()).filter(|&cell| other[cell] != self.after[cell]).collect();
        if cells.len() > MAX_LISTED {
            return format!("{} squares differ", cells.len());
        }
        let describe = |&cell: &usize| {
            let (name, now, then) = (&self.diagram.cells[cell].name, self.after[cell], other[cell]);
            format!("{name} has '{now}', not '{then}'")
        };
        cells.iter().map(describe).collect::<Vec<_>>().join(", ")
    }
}

/// The board of a position text.
fn board_of(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(game: &str, before: &str, after: &str) -> String {
        let pos = catalogue::CATALOGUE.find(game).unwrap().read(before).unwrap();
        Comparison::new(&*pos, &after.replace('/', "")).unwrap().reason()
    }

    /// The explanation of the illegal move.
    fn refusal(game: &str, position: &str, mv: &str) -> String {
        let pos = catalogue::CATALOGUE.find(game).unwrap().read(position).unwrap();
        pos.parse_move(mv).unwrap_err().reason
    }

    const RAICHU: &str = "......../W......./.w....../b......./......../......../.B....../........ w";

    #[test]
    fn one_piece_that_moved_wrongly_breaks_a_rule() {
        let after = "......../......../.w....../b......./......../......../.B....../W.......";
        let why = reason("raichu", RAICHU, after);
        assert_eq!(why, refusal("raichu", RAICHU, "a2-a8"));
        let sideways = "......../W......./..w...../b......./......../......../.B....../........";
        assert_eq!(reason("raichu", RAICHU, sideways), refusal("raichu", RAICHU, "b3-c3"));
        let theirs = "......../W......./.w....../b......./......../.B....../......../........";
        assert_eq!(reason("raichu", RAICHU, theirs), refusal("raichu", RAICHU, "b7-b6"));
        let start = catalogue::CATALOGUE.find("checkers").unwrap().start().text();
        let jumped = start
            .split(' ')
            .next()
            .unwrap()
            .replacen("r.r.r.r.", "..r.r.r.", 1)
            .replacen("........", "r.......", 1);
        assert_eq!(reason("checkers", &start, &jumped), refusal("checkers", &start, "21-13"));
    }

    #[test]
    fn a_legal_move_with_a_wrong_board_is_named() {
        let kept = "......../W......./......../b......./......../......../.B....../........";
        assert!(reason("raichu", RAICHU, kept).starts_with("no legal move leads to this board: b3 has '.'"));
        let position = "......../......../.w....../b.b...../......../......../......../........ w";
        let after = "......../......../......../b.b...../...w..../......../......../........";
        assert_eq!(
            reason("raichu", position, after),
            "b3xd5 is legal, but it leads to another board: c4 has 'b', not '.'"
        );
    }

    #[test]
    fn pairs_of_abalone_are_named_by_the_tokens_that_a_person_touches() {
        // B4 and C4 push against two enemies.
        let position = "bbbb/bbbbb/..bb../...r.../..rr../rrrrr/rrr. b";
        let after = "bbbb/b.bbb/..bb../...b.../..rr../rrrrr/rrr.";
        assert_eq!(reason("abalone", position, after), refusal("abalone", position, "B4C4"));
        let single = "bbbb/bbbb./..bb.b/...r.../..rr../rrrrr/rrr.";
        let why = reason("abalone", position, single);
        assert_eq!(why, "a single token does not move: after B7 name the token in front of it");
    }

    #[test]
    fn what_is_no_piece_and_what_did_not_change_is_said() {
        let board = RAICHU.split(' ').next().unwrap();
        assert_eq!(reason("raichu", RAICHU, board), "this is the board as it was before the move");
        let strange = board.replacen('W', "q", 1);
        assert_eq!(reason("raichu", RAICHU, &strange), "'q' on a2 is not a piece of this game");
        let many = catalogue::CATALOGUE.find("raichu").unwrap().start().text();
        let why = reason("raichu", RAICHU, many.split(' ').next().unwrap());
        assert!(why.ends_with("squares differ"), "{why}");
    }

    #[test]
    fn the_board_is_shown_with_the_squares_that_changed() {
        let pos = catalogue::CATALOGUE.find("raichu").unwrap().read(RAICHU).unwrap();
        let after = "......../......../.w....../b......./......../......../.B....../W.......";
        let shown = Comparison::new(&*pos, &after.replace('/', "")).unwrap().board();
        assert_eq!((&*shown.after, shown.changed), (after, vec!["a2".to_string(), "a8".to_string()]));
    }
}
