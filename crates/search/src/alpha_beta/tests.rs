//! The steps one by one.

use dragon_queen::DragonQueen;
use game::Notation;

use super::window::{Found, Window};
use super::*;

/// Knows nothing, or this of every position.
struct Nothing(Option<Score>);

impl Judge<DragonQueen> for Nothing {
    const SLOTS: usize = 1;
    const IDEAS: usize = 1;

    fn evaluate(&self, _: &DragonQueen) -> i32 {
        0
    }

    fn exact(&self, _: &DragonQueen) -> Option<Score> {
        self.0
    }

    fn gain(&self, _: &DragonQueen, _: dragon_queen::Move) -> i32 {
        0
    }

    fn slot(&self, _: &DragonQueen, _: dragon_queen::Move) -> usize {
        0
    }

    fn idea(&self, _: &DragonQueen, _: dragon_queen::Move) -> usize {
        0
    }

    fn is_irreversible(&self, _: &DragonQueen, _: dragon_queen::Move) -> bool {
        false
    }
}

#[test]
fn a_known_win_counts_only_before_the_cap() {
    let table = Table::new(0);
    let mut search = Search::new(&Nothing(None), &table, Limits::depth(1), Options::default());
    let window = Window { alpha: Score::DRAW, beta: Score::DRAW.just_above() };
    for (score, bound, beyond) in [
        (Score::win_in(8), Bound::Lower, true),
        (Score::loss_in(8), Bound::Upper, true),
        (Score::win_in(7), Bound::Exact, false),
        (Score::estimate(50), Bound::Lower, false),
    ] {
        let known = Some(Entry { score, bound, depth: 9, best: None });
        for (ply, enough) in [("", true), (" 40", true), (" 43", !beyond)] {
            let pos = DragonQueen::read(&format!("..Q../.DDD./...../...../WWWWW w{ply}")).unwrap();
            let node =
                Node { pos: &pos, key: pos.key(), ply: 1, depth: 3, window, after: None, may_pass: true };
            let found = search.step4_known(&node, known);
            assert_eq!(found.is_some(), enough, "{score:?} after{ply}");
        }
    }
}

#[test]
fn what_is_known_exactly_counts_as_far_as_the_rules_let_it() {
    let table = Table::new(0);
    for (exact, ply, patience, expected, is_local) in [
        (Score::win_in(9), "", None, Score::win_in(9), false),
        (Score::win_in(9), " 41", None, Score::win_in(9), false),
        (Score::win_in(9), " 42", None, Score::DRAW, true),
        (Score::loss_in(8), " 43", None, Score::DRAW, true),
        (Score::loss_in(8), "", Some(8), Score::loss_in(8), false),
        (Score::loss_in(8), "", Some(7), Score::estimate(8 - margin::LATE_WIN), true),
        (Score::DRAW, " 42", Some(1), Score::DRAW, false),
    ] {
        let judge = Nothing(Some(exact));
        let options = Options { patience, ..Options::default() };
        let mut search = Search::new(&judge, &table, Limits::depth(1), options);
        search.trail.push(None);
        let pos = DragonQueen::read(&format!("..Q../.DDD./...../...../WWWWW w{ply}")).unwrap();
        let window = Window::FULL;
        let node = |ply| Node { pos: &pos, key: 1, ply, depth: 3, window, after: None, may_pass: true };
        let found = search.step3_exact(&node(1)).unwrap();
        assert_eq!((found.score, found.is_local()), (expected, is_local), "{exact:?} after{ply}");
        search.trail.clear();
        assert!(search.step3_exact(&node(0)).is_none(), "a move is wanted at the root");
    }
}

#[test]
fn a_draw_that_is_only_true_here_is_not_kept() {
    let table = Table::new(0);
    let mut search = Search::new(&Nothing(None), &table, Limits::depth(1), Options::default());
    let pos = DragonQueen::start();
    let everywhere = Found::everywhere(Score::DRAW);
    let again = Found { by_repetition: true, ..everywhere };
    let capped = Found { by_cap: true, ..everywhere };
    let won = Found { by_cap: true, ..Found::everywhere(Score::win_in(3)) };
    for (key, found, bound) in [
        (1, everywhere, Bound::Exact),
        (2, again, Bound::None),
        (3, capped, Bound::None),
        (4, won, Bound::Exact),
    ] {
        let node =
            Node { pos: &pos, key, ply: 1, depth: 3, window: Window::FULL, after: None, may_pass: true };
        search.remember(&node, found, None);
        assert_eq!(table.get(key).map(|entry| entry.bound), Some(bound));
    }
}
