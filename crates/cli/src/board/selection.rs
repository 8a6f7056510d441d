//! What a player has touched so far of a move, and what a touch means.

use engine::{AnyPosition, Diagram, NamedMove};

/// The cells that were touched of a move that is not complete.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Selection {
    cells: Vec<usize>,
}

/// A position in which somebody is to touch cells.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) pos: &'a dyn AnyPosition,
    pub(crate) diagram: &'a Diagram,
    pub(crate) moves: &'a [NamedMove],
}

/// What came of a touch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Touched {
    /// A move is complete.
    Move(String),
    /// It goes on from there; there may be something to say.
    Chosen(Option<String>),
    /// Nothing is chosen any more.
    Cleared,
    /// This is not possible, for a reason.
    Refused(String),
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

    /// A cell is touched.
    pub(crate) fn touch(&mut self, cell: usize, ground: Ground<'_>) -> Touched {
        let mut next = self.cells.clone();
        next.push(cell);
        let fits: Vec<&NamedMove> = ground.moves.iter().filter(|mv| mv.touched.starts_with(&next)).collect();
        if let Some(first) = fits.first() {
            // A piece that can only go one way is still asked where; after that nothing is left to ask.
            let is_enough = next.len() > 1 || first.touched.len() == 1;
            if is_enough && fits.iter().all(|mv| mv.after == first.after) {
                self.clear();
                return Touched::Move(first.text.clone());
            }
            self.cells = next;
            return Touched::Chosen(None);
        }
        if self.cells.last() == Some(&cell) {
            let whole = ground.moves.iter().find(|mv| mv.touched == self.cells).map(|mv| mv.text.clone());
            self.clear();
            return whole.map_or(Touched::Cleared, Touched::Move);
        }
        let meant = ground.pos.attempt(&next);
        match meant {
            Ok(mv) if next.len() > 1 => {
                self.clear();
                Touched::Move(mv)
            }
            refused => {
                let reason = refused.err().map(|refused| refused.reason);
                self.go_elsewhere(cell, ground, reason)
            }
        }
    }

    /// A cell is touched that does not go on with what is chosen, for a reason.
    fn go_elsewhere(&mut self, cell: usize, ground: Ground<'_>, reason: Option<String>) -> Touched {
        let begins = ground.moves.iter().any(|mv| mv.touched.first() == Some(&cell));
        if !begins && !ground.is_own(cell) {
            // Alone a cell is no move, and what a game says of that teaches less than what is wrong with the cell.
            let alone = || ground.pos.attempt(&[cell, cell]).err().map(|refused| refused.reason);
            let reason = if self.is_empty() { alone() } else { reason };
            return Touched::Refused(reason.unwrap_or_else(|| "that is not possible".to_string()));
        }
        let was_empty = self.is_empty();
        self.cells = vec![cell];
        if !begins {
            let name = &ground.diagram.cells[cell].name;
            return Touched::Chosen(Some(format!(
                "{name} has no legal move now. Choose where it should go to hear why."
            )));
        }
        // Where moves end on own pieces, another one may have been meant as the end.
        let reason = reason.filter(|_| !was_empty && ground.ends_on_own_pieces());
        Touched::Chosen(reason)
    }

    /// Where a touch goes on with the move, or would complete it.
    pub(crate) fn destinations(&self, ground: Ground<'_>) -> Vec<Destination> {
        let mut found: Vec<Destination> = Vec::new();
        let mut add = |cell: usize, mv: &str| match found.iter_mut().find(|known| known.cell == cell) {
            Some(known) => known.moves.push(mv.to_string()),
            None => found.push(Destination { cell, moves: vec![mv.to_string()] }),
        };
        let n = self.cells.len();
        for mv in ground.moves.iter().filter(|mv| n > 0 && mv.touched.starts_with(&self.cells)) {
            if let Some(&cell) = mv.touched.get(n) {
                add(cell, &mv.text);
            }
            // The end of a chain is enough where it says everything.
            if let [from, _, .., to] = mv.touched[..]
                && n == 1
                && from != to
                && ground.pos.attempt(&[from, to]).is_ok_and(|meant| meant == mv.text)
            {
                add(to, &mv.text);
            }
        }
        found
    }
}

/// A cell that goes on with a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Destination {
    pub(crate) cell: usize,
    /// The moves that are still possible after it.
    pub(crate) moves: Vec<String>,
}

impl Ground<'_> {
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
    use super::*;

    struct Scene {
        pos: Box<dyn AnyPosition>,
        diagram: Diagram,
        moves: Vec<NamedMove>,
        selection: Selection,
    }

    impl Scene {
        fn new(pos: Box<dyn AnyPosition>) -> Scene {
            Scene { diagram: pos.diagram(), moves: pos.moves(), selection: Selection::default(), pos }
        }

        fn of(game: &str, position: &str) -> Scene {
            Scene::new(engine::find(game).unwrap().read(position).unwrap())
        }

        fn start(game: &str) -> Scene {
            Scene::new(engine::find(game).unwrap().start())
        }

        fn ground(&self) -> Ground<'_> {
            Ground { pos: &*self.pos, diagram: &self.diagram, moves: &self.moves }
        }

        fn touch(&mut self, name: &str) -> Touched {
            let cell = self.diagram.cells.iter().position(|cell| cell.name == name).unwrap();
            let mut selection = std::mem::take(&mut self.selection);
            let touched = selection.touch(cell, self.ground());
            self.selection = selection;
            touched
        }

        fn destinations(&self) -> Vec<&str> {
            let found = self.selection.destinations(self.ground());
            found.iter().map(|found| &*self.diagram.cells[found.cell].name).collect()
        }
    }

    fn refused(reason: &str) -> Touched {
        Touched::Refused(reason.to_string())
    }

    #[test]
    fn a_piece_and_where_it_goes_are_a_move() {
        let mut scene = Scene::start("dragon-queen");
        assert_eq!(scene.touch("a1"), Touched::Chosen(None));
        assert_eq!(scene.destinations(), ["a2"]);
        assert_eq!(scene.touch("a2"), Touched::Move("a1-a2".to_string()));
        assert!(scene.selection.is_empty());
    }

    #[test]
    fn a_second_touch_lets_go_and_another_piece_takes_over() {
        let mut scene = Scene::start("raichu");
        scene.touch("b3");
        assert_eq!(scene.touch("b3"), Touched::Cleared);
        scene.touch("b3");
        assert_eq!(scene.touch("d3"), Touched::Chosen(None));
        assert_eq!(scene.destinations(), ["c4", "e4"]);
    }

    #[test]
    fn refusals_are_in_the_words_of_the_game() {
        let mut scene = Scene::start("raichu");
        assert_eq!(scene.touch("a1"), refused("there is no piece on a1"));
        assert!(matches!(scene.touch("a6"), Touched::Refused(reason) if reason.contains("a6")));
        scene.touch("b3");
        let reason = "b3 is a Pichu: it moves diagonally forward, not straight ahead";
        assert_eq!(scene.touch("b4"), refused(reason));
        assert_eq!(scene.selection.cells().len(), 1, "the piece stays chosen");
    }

    #[test]
    fn a_piece_that_cannot_move_says_why_when_asked() {
        let mut scene = Scene::start("checkers");
        assert!(matches!(scene.touch("29"), Touched::Chosen(Some(_))));
        assert_eq!(scene.destinations(), [""; 0]);
        assert_eq!(scene.touch("22"), Touched::Chosen(None), "another man that can");
        scene.selection.clear();
        scene.touch("29");
        assert!(matches!(scene.touch("18"), Touched::Refused(reason) if reason.contains("too far")));
    }

    #[test]
    fn in_abalone_another_token_is_refused_and_chosen() {
        let mut scene = Scene::start("abalone");
        scene.touch("A4");
        let touched = scene.touch("A5");
        assert!(matches!(&touched, Touched::Chosen(Some(reason)) if reason.contains("A6")), "{touched:?}");
        scene.selection.clear();
        scene.touch("A4");
        assert_eq!(scene.touch("B3"), Touched::Move("A4B3".to_string()));
    }

    #[test]
    fn a_chain_goes_on_until_one_is_left() {
        // 1x10 and then 17 or 19; the end of either is enough.
        let mut scene = Scene::of("checkers", "B:W6,14,15:B1");
        assert_eq!(scene.touch("1"), Touched::Chosen(None));
        assert_eq!(scene.destinations(), ["10", "17", "19"]);
        assert_eq!(scene.touch("10"), Touched::Chosen(None));
        assert_eq!(scene.destinations(), ["17", "19"]);
        assert_eq!(scene.touch("19"), Touched::Move("1x10x19".to_string()));
        scene.touch("1");
        assert_eq!(scene.touch("17"), Touched::Move("1x10x17".to_string()));
    }

    /// Every legal move of positions from random games is made by touching its cells, and by none of its beginnings but
    /// where nothing is left to choose.
    #[test]
    fn every_move_of_every_game_is_made_by_touching() {
        for game in ["raichu", "raichu:12", "checkers", "dragon-queen", "abalone"] {
            let (mut seed, mut tried) = (7_u64, 0);
            for _ in 0..20 {
                let mut pos = engine::find(game).unwrap().start();
                while pos.outcome().is_none() && tried % 400 != 399 {
                    let mut scene = Scene::new(pos);
                    for mv in scene.moves.clone() {
                        made(&mut scene, &mv);
                        tried += 1;
                    }
                    seed =
                        seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let next = &scene.moves[(seed >> 33) as usize % scene.moves.len()];
                    pos = scene.pos.play(&next.text).unwrap();
                }
                tried += 1;
            }
            assert!(tried > 1_000, "{game}: {tried}");
        }
    }

    fn made(scene: &mut Scene, mv: &NamedMove) {
        if mv.touched.is_empty() {
            assert_eq!(scene.pos.attempt(&[]).as_deref(), Ok(&*mv.text));
            return;
        }
        for (i, &cell) in mv.touched.iter().enumerate() {
            let mut selection = std::mem::take(&mut scene.selection);
            if i > 0 {
                let shown = selection.destinations(scene.ground());
                assert!(shown.iter().any(|found| found.cell == cell && found.moves.contains(&mv.text)));
            }
            let touched = selection.touch(cell, scene.ground());
            scene.selection = selection;
            match touched {
                Touched::Chosen(None) => assert!(i + 1 < mv.touched.len(), "{}", mv.text),
                Touched::Move(text) => {
                    let after = scene.pos.play(&text).unwrap().text();
                    assert_eq!(after, mv.after, "{text} instead of {}", mv.text);
                    return;
                }
                other => panic!("{}: {other:?}", mv.text),
            }
        }
        panic!("{} was touched and not made", mv.text);
    }
}
