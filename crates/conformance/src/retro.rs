//! Predecessors.

use std::collections::HashSet;

use game::Game;

use crate::claim::{ensure, fail};
use crate::sample::Sample;
use crate::seed::{one_of, shuffle};

const CHECK: &str = "retro";
/// The total number of predecessors to check; some positions have tens of thousands.
const MOST: usize = 400_000;
/// The predecessors of one position are checked up to this many moves.
const MOST_MOVES: usize = 50_000;
const SUCCESSORS: usize = 3;
const READ_BACK: usize = 20;

/// p is a predecessor of q exactly if q is a successor of p.
pub(crate) fn check<G: Game>(sample: &Sample<G>) {
    let can_say = sample.positions[0].predecessors().is_some();
    let mut rng = sample.seed.rng(CHECK);
    let mut moves = Vec::new();
    let mut left = MOST;
    for pos in &sample.positions {
        let mut list = predecessors(pos, can_say);
        let mut looked_at = list.len();
        shuffle(&mut rng, &mut list);
        check_list(pos, &list);
        pos.legal_moves(&mut moves);
        for _ in 0..SUCCESSORS.min(moves.len()) {
            looked_at += check_move(pos, *one_of(&mut rng, &moves), can_say);
        }
        left = left.saturating_sub(looked_at);
        if left == 0 {
            break;
        }
    }
}

/// The predecessors of one position.
pub(crate) fn check_position<G: Game>(pos: &G) {
    check_list(pos, &pos.predecessors().unwrap_or_default());
}

fn check_list<G: Game>(pos: &G, list: &[G]) {
    check_quiet(pos, list);
    check_unique(pos, list);
    check_sound(pos, list);
}

/// This position is among the predecessors of the position after `mv`. Returns their number.
pub(crate) fn check_move<G: Game>(pos: &G, mv: G::Move, can_say: bool) -> usize {
    let next = pos.play_unchecked(mv);
    let back = predecessors(&next, can_say);
    let mv = pos.write_move(mv);
    ensure!(
        !can_say || back.contains(pos),
        CHECK,
        pos,
        "{mv} leads to {}, which does not know where it came from",
        next.write()
    );
    back.len()
}

/// The predecessors, which a game supports either for all positions or for none.
fn predecessors<G: Game>(pos: &G, can_say: bool) -> Vec<G> {
    let list = pos.predecessors();
    ensure!(
        list.is_some() || !can_say,
        CHECK,
        pos,
        "predecessors are known for other positions, not for this one"
    );
    ensure!(
        list.is_none() || can_say,
        CHECK,
        pos,
        "predecessors are known for this position, not for others"
    );
    list.unwrap_or_default()
}

fn check_unique<G: Game>(pos: &G, list: &[G]) {
    let mut seen = HashSet::new();
    for from in list {
        ensure!(seen.insert(from), CHECK, pos, "{} is a predecessor twice", from.write());
    }
}

fn check_sound<G: Game>(pos: &G, list: &[G]) {
    let mut moves = Vec::new();
    let mut left = MOST_MOVES;
    for (i, from) in list.iter().enumerate() {
        let at = || from.write();
        let outcome = from.legal_moves(&mut moves);
        ensure!(outcome.is_none(), CHECK, pos, "the predecessor {} is a finished game", at());
        let leads_here = moves.iter().any(|&mv| from.play_unchecked(mv) == *pos);
        ensure!(leads_here, CHECK, pos, "the predecessor {} has no move that leads here", at());
        left = left.saturating_sub(moves.len());
        if left == 0 {
            break;
        }
        if i < READ_BACK {
            let back = G::read(&at());
            ensure!(back.as_ref() == Ok(from), CHECK, pos, "the predecessor {} is read as {back:?}", at());
        }
    }
}

fn check_quiet<G: Game>(pos: &G, predecessors: &[G]) {
    if pos.slice().is_none() {
        return;
    }
    let mut list = vec![pos.clone()];
    pos.quiet_predecessors(&mut list);
    let found: HashSet<&G> = list.iter().collect();
    let expected: Vec<&G> = predecessors.iter().filter(|from| is_quiet(*from, pos)).collect();
    if let Some(missing) = expected.iter().find(|from| !found.contains(*from)) {
        fail(CHECK, &pos.write(), format_args!("the quiet predecessor {} is missing", missing.write()));
    }
    let expected: HashSet<&G> = expected.into_iter().collect();
    if let Some(more) = list.iter().find(|from| !expected.contains(from)) {
        fail(CHECK, &pos.write(), format_args!("{} is no quiet predecessor", more.write()));
    }
    ensure!(list.len() == found.len(), CHECK, pos, "a quiet predecessor is listed twice");
}

/// The definition of quiet, as in the default of `quiet_predecessors`.
fn is_quiet<G: Game>(from: &G, to: &G) -> bool {
    from.slice().is_some_and(|slice| Some(G::partner(slice)) == to.slice())
}
