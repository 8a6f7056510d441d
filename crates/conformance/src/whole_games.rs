//! Games from beginning to end.

use game::playout::{Playout, playout};
use game::{Game, Outcome};

use crate::claim::{ensure, fail, without_panic};
use crate::sample::Sample;
use crate::seed::one_of;

const PLIES_LEFT: &str = "plies-left";
const HOUSE_RULES: &str = "house-rules";
const GAMES: usize = 20;
/// Far longer than any game with a limit.
const LONGEST: u32 = 100_000;

/// Ply counts count down, and games that promise to end do end.
pub(crate) fn check<G: Game>(sample: &Sample<G>) {
    let mut moves = Vec::new();
    for pos in &sample.positions {
        check_moves(pos, &mut moves);
    }
    for number in 0..GAMES {
        check_playout(&sample.starts[number % sample.starts.len()], sample, number);
    }
}

pub(crate) fn check_moves<G: Game>(pos: &G, moves: &mut Vec<G::Move>) {
    let left = pos.plies_left();
    let outcome = pos.legal_moves(moves);
    ensure!(
        left != Some(0) || outcome.is_some(),
        PLIES_LEFT,
        pos,
        "no plies are left, and the game is not over"
    );
    for &mv in moves.iter() {
        let doing = format_args!("asking whether {mv:?} is progress");
        without_panic(HOUSE_RULES, || pos.write(), doing, || pos.is_progress(mv));
        let after = pos.play_unchecked(mv).plies_left();
        let expected = left.map(|left| left - 1);
        if after != expected {
            let mv = pos.write_move(mv);
            fail(
                PLIES_LEFT,
                &pos.write(),
                format_args!("{left:?} are left, and after {mv} {after:?}, not {expected:?}"),
            );
        }
    }
}

fn check_playout<G: Game>(start: &G, sample: &Sample<G>, number: usize) {
    let rules = G::HOUSE_RULES;
    let rng = || sample.seed.rng(&format!("game {number}"));
    let ended = bounded_playout(start, &mut rng());
    if rules.no_progress.is_some() || start.plies_left().is_some() {
        ensure!(ended.is_some(), HOUSE_RULES, start, "a random game does not end in {LONGEST} plies");
    }
    if let Some(ended) = ended {
        // The same game has ended once, so this call returns too.
        let again = playout(start, &mut rng(), &mut Vec::new());
        ensure!(again == ended, HOUSE_RULES, start, "the same game ends as {again:?} and as {ended:?}");
    }
}

/// A random game like that of [`playout`], if it ends within [`LONGEST`] plies.
fn bounded_playout<G: Game>(start: &G, rng: &mut impl rand::Rng) -> Option<Playout> {
    let mut moves = Vec::new();
    let mut pos = start.clone();
    let mut idle = 0;
    for plies in 0..LONGEST {
        if let Some(outcome) = pos.legal_moves(&mut moves) {
            return Some(Playout { outcome, plies });
        }
        if G::HOUSE_RULES.no_progress_draw(idle).is_some() {
            return Some(Playout { outcome: Outcome::Draw, plies });
        }
        let mv = *one_of(rng, &moves);
        idle = if pos.is_progress(mv) { 0 } else { idle + 1 };
        pos = pos.play_unchecked(mv);
    }
    None
}
