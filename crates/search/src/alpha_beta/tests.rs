//! The steps one by one.

use dragon_queen::DragonQueen;
use game::{Exact, Notation};

use super::known_scores::UNREACHABLE_WIN;
use super::window::{NodeScore, Window};
use super::*;
use crate::{Bound, Entry, RawScore, StaticEval};

/// Knows nothing, or this of every position.
struct Nothing(Option<Exact>);

impl Evaluator<DragonQueen> for Nothing {
    type Scratch = ();

    fn evaluate(&self, _: &DragonQueen, _: usize, (): &mut ()) -> StaticEval {
        StaticEval { points: 0, drawn: 0 }
    }

    fn exact(&self, _: &DragonQueen) -> Option<Exact> {
        self.0
    }
}

impl MoveOrdering<DragonQueen> for Nothing {
    const HISTORY_SIZE: usize = 1;
    const PIECE_TO_SIZE: usize = 1;

    fn tactical_gain(&self, _: &DragonQueen, _: dragon_queen::Move) -> i32 {
        0
    }

    fn history_index(&self, _: &DragonQueen, _: dragon_queen::Move) -> usize {
        0
    }

    fn piece_to(&self, _: &DragonQueen, _: dragon_queen::Move) -> usize {
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
    let window = Window { alpha: RawScore::DRAW, beta: RawScore::DRAW.just_above() };
    for (score, bound, beyond) in [
        (RawScore::win_in(8), Bound::Lower, true),
        (RawScore::loss_in(8), Bound::Upper, true),
        (RawScore::win_in(7), Bound::Exact, false),
        (RawScore::estimate(50), Bound::Lower, false),
    ] {
        let tt_entry = Some(Entry { score, bound, depth: 9, best: None });
        for (ply, enough) in [("", true), (" 40", true), (" 43", !beyond)] {
            let pos = DragonQueen::read(&format!("..Q../.DDD./...../...../WWWWW w{ply}")).unwrap();
            let node = Node {
                pos: &pos,
                key: pos.key(),
                ply: 1,
                depth: 3,
                window,
                previous_move: None,
                may_null_move: true,
            };
            let found = search.step4_transposition_cutoff(&node, tt_entry);
            assert_eq!(found.is_some(), enough, "{score:?} previous_move{ply}");
        }
    }
}

#[test]
fn what_is_known_exactly_counts_as_far_as_the_rules_let_it() {
    let table = Table::new(0);
    for (exact, ply, no_progress_limit, expected, is_path_dependent) in [
        (Exact::Win(9), "", None, RawScore::win_in(9), false),
        (Exact::Win(9), " 41", None, RawScore::win_in(9), false),
        (Exact::Win(9), " 42", None, RawScore::DRAW, true),
        (Exact::Loss(8), " 43", None, RawScore::DRAW, true),
        (Exact::Loss(8), "", Some(8), RawScore::loss_in(8), false),
        (Exact::Loss(8), "", Some(7), RawScore::estimate(8 - UNREACHABLE_WIN), true),
        (Exact::Draw, " 42", Some(1), RawScore::DRAW, false),
    ] {
        let evaluator = Nothing(Some(exact));
        let options = Options { no_progress_limit, ..Options::default() };
        let mut search = Search::new(&evaluator, &table, Limits::depth(1), options);
        search.path.push(0, None, true);
        let pos = DragonQueen::read(&format!("..Q../.DDD./...../...../WWWWW w{ply}")).unwrap();
        let window = Window::FULL;
        let node =
            |ply| Node { pos: &pos, key: 1, ply, depth: 3, window, previous_move: None, may_null_move: true };
        let found = search.step3_tablebase_probe(&node(1)).unwrap();
        assert_eq!(
            (found.score, found.is_path_dependent()),
            (expected, is_path_dependent),
            "{exact:?} previous_move{ply}"
        );
        search.path.pop();
        assert!(search.step3_tablebase_probe(&node(0)).is_none(), "a move is wanted at the root");
    }
}

#[test]
fn a_draw_that_is_only_true_here_is_not_kept() {
    let table = Table::new(0);
    let mut search = Search::new(&Nothing(None), &table, Limits::depth(1), Options::default());
    let pos = DragonQueen::start();
    let path_independent = NodeScore::path_independent(RawScore::DRAW);
    let again = NodeScore { by_repetition: true, ..path_independent };
    let capped = NodeScore { by_cap: true, ..path_independent };
    let won = NodeScore { by_cap: true, ..NodeScore::path_independent(RawScore::win_in(3)) };
    for (key, found, bound) in [
        (1, path_independent, Bound::Exact),
        (2, again, Bound::None),
        (3, capped, Bound::None),
        (4, won, Bound::Exact),
    ] {
        let node = Node {
            pos: &pos,
            key,
            ply: 1,
            depth: 3,
            window: Window::FULL,
            previous_move: None,
            may_null_move: true,
        };
        search.step19_store(&node, found, None);
        assert_eq!(table.get(key).map(|entry| entry.bound), Some(bound));
    }
}
