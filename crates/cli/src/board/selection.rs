//! Entering a move by touching cells.

use engine::{AnyPosition, Diagram, InvalidMove, LegalMove, MoveId};

/// The cells touched so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Selection {
    cells: Vec<usize>,
}

/// The position in which cells are touched.
#[derive(Clone, Copy)]
pub(crate) struct SelectionContext<'a> {
    pub(crate) pos: &'a dyn AnyPosition,
    pub(crate) diagram: &'a Diagram,
    pub(crate) moves: &'a [LegalMove],
}

/// The result of a touch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TouchResult {
    /// A move is complete.
    Move(MoveId),
    /// The cell is selected; there may be a remark.
    Chosen(Option<String>),
    /// The selection is cleared.
    Cleared,
    /// Not possible, with the reason and the cells that it is about.
    Refused(String, Vec<usize>),
}

impl Selection {
    /// The cells that were touched.
    pub(crate) fn cells(&self) -> &[usize] {
        &self.cells
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.cells.clear();
    }

    /// Touches a cell.
    pub(crate) fn touch(&mut self, cell: usize, context: SelectionContext<'_>) -> TouchResult {
        let mut next = self.cells.clone();
        next.push(cell);
        let ways = |mv: &LegalMove| mv.ways().any(|way| way.starts_with(&next));
        let fits: Vec<&LegalMove> = context.moves.iter().filter(|mv| ways(mv)).collect();
        if let Some(first) = fits.first() {
            // A piece with a single move still needs a destination; after that a unique move is complete.
            let is_enough = next.len() > 1 || first.touched.len() == 1;
            let after = |mv: &LegalMove| context.pos.play(mv.id).text();
            if is_enough && fits[1..].iter().all(|mv| after(mv) == after(first)) {
                self.clear();
                return TouchResult::Move(first.id);
            }
            self.cells = next;
            return TouchResult::Chosen(None);
        }
        if self.cells.last() == Some(&cell) {
            let whole = context.moves.iter().find(|mv| mv.touched == self.cells).map(|mv| mv.id);
            self.clear();
            return whole.map_or(TouchResult::Cleared, TouchResult::Move);
        }
        match context.pos.touch(&next) {
            Ok(mv) if next.len() > 1 => {
                self.clear();
                TouchResult::Move(mv)
            }
            refused => self.reselect(cell, context, refused.err()),
        }
    }

    /// Handles a cell that does not continue the selection: selects it instead, or refuses it.
    fn reselect(
        &mut self,
        cell: usize,
        context: SelectionContext<'_>,
        refused: Option<InvalidMove>,
    ) -> TouchResult {
        let begins = context.moves.iter().flat_map(LegalMove::ways).any(|way| way.first() == Some(&cell));
        if !begins && !context.is_own(cell) {
            // One cell is not a move; the reason for [cell, cell] says what is wrong with the cell itself.
            let alone = || context.pos.touch(&[cell, cell]).err();
            let refused = if self.is_empty() { alone() } else { refused };
            let (reason, cells) = refused.map_or_else(
                || ("that is not possible".to_string(), Vec::new()),
                |refused| (refused.reason, refused.cells),
            );
            return TouchResult::Refused(reason, cells);
        }
        let was_empty = self.is_empty();
        self.cells = vec![cell];
        if !begins {
            let name = &context.diagram.cells[cell].name;
            return TouchResult::Chosen(Some(format!(
                "{name} has no legal move now. Select a destination to see why."
            )));
        }
        // In games whose moves end on own pieces, the cell may have been meant as a destination.
        let refused = refused.filter(|_| !was_empty && context.ends_on_own_pieces());
        TouchResult::Chosen(refused.map(|refused| refused.reason))
    }

    /// The cells that continue or complete the move.
    pub(crate) fn destinations(&self, context: SelectionContext<'_>) -> Vec<Destination> {
        let mut found: Vec<Destination> = Vec::new();
        let mut add = |cell: usize, mv: &str| match found.iter_mut().find(|known| known.cell == cell) {
            Some(known) => known.moves.push(mv.to_string()),
            None => found.push(Destination { cell, moves: vec![mv.to_string()] }),
        };
        let n = self.cells.len();
        for mv in context.moves.iter().filter(|_| n > 0) {
            for way in mv.ways().filter(|way| way.starts_with(&self.cells)) {
                if let Some(&cell) = way.get(n) {
                    add(cell, &mv.text);
                }
            }
        }
        for mv in context.moves.iter().filter(|mv| n > 0 && mv.touched.starts_with(&self.cells)) {
            // The end of a chain suffices if it is unambiguous.
            if let [from, _, .., to] = mv.touched[..]
                && n == 1
                && from != to
                && context.pos.touch(&[from, to]).is_ok_and(|meant| meant == mv.id)
            {
                add(to, &mv.text);
            }
        }
        found
    }
}

/// A cell that continues the move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Destination {
    pub(crate) cell: usize,
    /// The moves that remain possible after it.
    pub(crate) moves: Vec<String>,
}

impl SelectionContext<'_> {
    fn is_own(self, cell: usize) -> bool {
        let piece = self.pos.occupants().get(cell).copied().flatten();
        piece.is_some_and(|piece| self.diagram.pieces[piece].player == self.pos.turn())
    }

    fn ends_on_own_pieces(self) -> bool {
        self.moves.iter().any(|mv| mv.touched.last().is_some_and(|&cell| self.is_own(cell)))
    }
}

#[cfg(test)]
mod tests {
    use engine::testing::every_board;

    use super::*;

    struct Fixture {
        pos: Box<dyn AnyPosition>,
        diagram: Diagram,
        moves: Vec<LegalMove>,
        selection: Selection,
    }

    impl Fixture {
        fn new(pos: Box<dyn AnyPosition>) -> Fixture {
            Fixture { diagram: pos.diagram(), moves: pos.moves(), selection: Selection::default(), pos }
        }

        fn of(game: &str, position: &str) -> Fixture {
            Fixture::new(catalogue::CATALOGUE.find(game).unwrap().read(position).unwrap())
        }

        fn start(game: &str) -> Fixture {
            Fixture::new(catalogue::CATALOGUE.find(game).unwrap().start())
        }

        fn context(&self) -> SelectionContext<'_> {
            SelectionContext { pos: &*self.pos, diagram: &self.diagram, moves: &self.moves }
        }

        fn touch(&mut self, name: &str) -> TouchResult {
            let cell = self.diagram.cells.iter().position(|cell| cell.name == name).unwrap();
            let mut selection = std::mem::take(&mut self.selection);
            let touched = selection.touch(cell, self.context());
            self.selection = selection;
            touched
        }

        /// What comes of touching all of a move.
        fn made(&self, mv: &str) -> TouchResult {
            TouchResult::Move(self.pos.parse_move(mv).unwrap())
        }

        fn destinations(&self) -> Vec<&str> {
            let found = self.selection.destinations(self.context());
            found.iter().map(|found| &*self.diagram.cells[found.cell].name).collect()
        }
    }

    /// The sentence of a refusal.
    fn reason(touched: TouchResult) -> String {
        match touched {
            TouchResult::Refused(reason, _) => reason,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn origin_and_destination_make_a_move() {
        let mut fixture = Fixture::start("dragon-queen");
        assert_eq!(fixture.touch("a1"), TouchResult::Chosen(None));
        assert_eq!(fixture.destinations(), ["a2"]);
        let made = fixture.made("a1-a2");
        assert_eq!(fixture.touch("a2"), made);
        assert!(fixture.selection.is_empty());
    }

    #[test]
    fn second_touch_deselects_and_other_piece_reselects() {
        let mut fixture = Fixture::start("raichu");
        fixture.touch("b3");
        assert_eq!(fixture.touch("b3"), TouchResult::Cleared);
        fixture.touch("b3");
        assert_eq!(fixture.touch("d3"), TouchResult::Chosen(None));
        assert_eq!(fixture.destinations(), ["c4", "e4"]);
    }

    #[test]
    fn refusals_quote_the_rules() {
        let mut fixture = Fixture::start("raichu");
        let empty = TouchResult::Refused("there is no piece on a1".to_string(), vec![0]);
        assert_eq!(fixture.touch("a1"), empty);
        assert!(reason(fixture.touch("a6")).contains("a6"));
        fixture.touch("b3");
        let straight = "b3 is a Pichu: it moves diagonally forward, not straight ahead";
        assert_eq!(reason(fixture.touch("b4")), straight);
        assert_eq!(fixture.selection.cells().len(), 1, "the piece stays chosen");
    }

    #[test]
    fn immobile_piece_is_explained() {
        let mut fixture = Fixture::start("checkers");
        assert!(matches!(fixture.touch("29"), TouchResult::Chosen(Some(_))));
        assert_eq!(fixture.destinations(), [""; 0]);
        assert_eq!(fixture.touch("22"), TouchResult::Chosen(None), "another man that can");
        fixture.selection.clear();
        fixture.touch("29");
        assert!(reason(fixture.touch("18")).contains("too far"));
    }

    #[test]
    fn abalone_refuses_and_reselects_own_token() {
        let mut fixture = Fixture::start("abalone");
        fixture.touch("A4");
        let touched = fixture.touch("A5");
        assert!(
            matches!(&touched, TouchResult::Chosen(Some(reason)) if reason.contains("A6")),
            "{touched:?}"
        );
        fixture.selection.clear();
        fixture.touch("A4");
        let made = fixture.made("A4B3");
        assert_eq!(fixture.touch("B3"), made);
    }

    #[test]
    fn any_two_cells_of_an_abalone_move_make_it() {
        for touches in [["B4", "C4"], ["B4", "D4"], ["C4", "D4"], ["C4", "B4"]] {
            let mut fixture = Fixture::start("abalone");
            assert_eq!(fixture.touch(touches[0]), TouchResult::Chosen(None), "{touches:?}");
            assert!(fixture.destinations().contains(&touches[1]), "{touches:?}");
            let made = fixture.made("B4C4");
            assert_eq!(fixture.touch(touches[1]), made, "{touches:?}");
        }
        // C4 and C5 are a pair that can go either way, so the order says which.
        for (touches, mv) in [(["C4", "C5"], "C4C5"), (["C5", "C4"], "C5C4")] {
            let mut fixture = Fixture::start("abalone");
            fixture.touch(touches[0]);
            let made = fixture.made(mv);
            assert_eq!(fixture.touch(touches[1]), made);
        }
    }

    #[test]
    fn chain_continues_until_unique() {
        // 1x10 and then 17 or 19; the end of either is enough.
        let mut fixture = Fixture::of("checkers", "B:W6,14,15:B1");
        assert_eq!(fixture.touch("1"), TouchResult::Chosen(None));
        assert_eq!(fixture.destinations(), ["10", "17", "19"]);
        assert_eq!(fixture.touch("10"), TouchResult::Chosen(None));
        assert_eq!(fixture.destinations(), ["17", "19"]);
        let made = fixture.made("1x10x19");
        assert_eq!(fixture.touch("19"), made);
        fixture.touch("1");
        let made = fixture.made("1x10x17");
        assert_eq!(fixture.touch("17"), made);
    }

    /// In positions from random games, touching a legal move's cells plays it, and no proper prefix does unless the move
    /// is already unique.
    #[test]
    fn every_legal_move_can_be_touched() {
        for game in every_board(catalogue::CATALOGUE, 12) {
            let (mut seed, mut tried) = (7_u64, 0);
            for _ in 0..20 {
                let mut pos = catalogue::CATALOGUE.find(&game).unwrap().start();
                while pos.outcome().is_none() && tried % 400 != 399 {
                    let mut fixture = Fixture::new(pos);
                    for mv in fixture.moves.clone() {
                        made(&mut fixture, &mv);
                        tried += 1;
                    }
                    seed =
                        seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let next = &fixture.moves[(seed >> 33) as usize % fixture.moves.len()];
                    pos = fixture.pos.play(next.id);
                }
                tried += 1;
            }
            assert!(tried > 1_000, "{game}: {tried}");
        }
    }

    fn made(fixture: &mut Fixture, mv: &LegalMove) {
        if mv.touched.is_empty() {
            assert_eq!(fixture.pos.touch(&[]), Ok(mv.id));
            return;
        }
        for (i, &cell) in mv.touched.iter().enumerate() {
            let mut selection = std::mem::take(&mut fixture.selection);
            if i > 0 {
                let shown = selection.destinations(fixture.context());
                assert!(shown.iter().any(|found| found.cell == cell && found.moves.contains(&mv.text)));
            }
            let touched = selection.touch(cell, fixture.context());
            fixture.selection = selection;
            match touched {
                TouchResult::Chosen(None) => assert!(i + 1 < mv.touched.len(), "{}", mv.text),
                TouchResult::Move(made) => {
                    let after = |mv| fixture.pos.play(mv).text();
                    assert_eq!(after(made), after(mv.id), "{}", mv.text);
                    return;
                }
                other => panic!("{}: {other:?}", mv.text),
            }
        }
        panic!("{} was touched and not made", mv.text);
    }
}
