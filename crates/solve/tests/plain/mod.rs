//! Exact values by the simplest possible methods, to compare with.
#![allow(dead_code, reason = "each file of tests uses its own part")]

use std::collections::HashMap;

use game::playout::below;
use game::{Game, Outcome, Player};
use rand_chacha::ChaCha8Rng;
use solve::Exact;

/// The value of every reachable position, distance by distance; `None` if there are more than
/// `most`.
pub(crate) fn values<G: Game>(root: &G, most: usize) -> Option<HashMap<G, Exact>> {
    let mut after: HashMap<G, Vec<G>> = HashMap::new();
    let mut values: HashMap<G, Exact> = HashMap::new();
    let mut open = vec![root.clone()];
    let mut moves = Vec::new();
    while let Some(pos) = open.pop() {
        if after.contains_key(&pos) {
            continue;
        }
        if let Some(outcome) = pos.legal_moves(&mut moves) {
            values.insert(pos.clone(), Exact::of_outcome(outcome, pos.turn()));
        }
        let next: Vec<G> = moves.iter().map(|&mv| pos.play_unchecked(mv)).collect();
        open.extend(next.iter().cloned());
        after.insert(pos, next);
        if after.len() > most {
            return None;
        }
    }
    for plies in 1.. {
        let mut found = Vec::new();
        for (pos, next) in after.iter().filter(|(pos, _)| !values.contains_key(pos)) {
            let through = |next: &G| Some(values.get(next)?.one_ply_earlier(next.turn() == pos.turn()));
            let all: Vec<Option<Exact>> = next.iter().map(through).collect();
            if all.contains(&Some(Exact::Win(plies))) {
                found.push((pos.clone(), Exact::Win(plies)));
            } else if all.iter().all(|value| matches!(value, Some(Exact::Loss(_)))) {
                found.push((pos.clone(), Exact::Loss(plies)));
            }
        }
        if found.is_empty() {
            break;
        }
        values.extend(found);
    }
    for pos in after.into_keys() {
        values.entry(pos).or_insert(Exact::Draw);
    }
    Some(values)
}

/// Whether a player forces a win within `plies` plies, by playing all games of that length.
pub(crate) fn forces<G: Game>(pos: &G, attacker: Player, plies: u32) -> bool {
    let mut moves = Vec::new();
    match pos.legal_moves(&mut moves) {
        Some(outcome) => outcome == Outcome::Win(attacker),
        None if plies == 0 => false,
        None => {
            let mut after = moves.iter().map(|&mv| forces(&pos.play_unchecked(mv), attacker, plies - 1));
            if pos.turn() == attacker { after.any(|won| won) } else { after.all(|won| won) }
        }
    }
}

/// A random position with at most `pieces` pieces.
pub(crate) fn anywhere<G: Game>(pieces: u32, rng: &mut ChaCha8Rng) -> G {
    let slices: Vec<_> = G::slices(pieces).into_iter().filter(|&slice| G::slice_len(slice) > 0).collect();
    let slice = slices[below(rng, slices.len())];
    let number = below(rng, G::slice_len(slice).min(1 << 31) as usize) as u64;
    G::unindex(slice, number)
}

/// The position after `plies` random moves.
pub(crate) fn wander<G: Game>(start: &G, plies: usize, rng: &mut ChaCha8Rng) -> G {
    let mut pos = start.clone();
    let mut moves = Vec::new();
    for _ in 0..plies {
        if pos.legal_moves(&mut moves).is_some() {
            break;
        }
        pos = pos.play_unchecked(moves[below(rng, moves.len())]);
    }
    pos
}

/// A random tree of the toy game, with transpositions and cycles.
pub(crate) fn tree(rng: &mut ChaCha8Rng) -> String {
    let count = 4 + below(rng, 12);
    let parents: Vec<usize> = (1..count).map(|node| below(rng, node)).collect();
    let turns: Vec<usize> = (0..count).map(|_| 1 + below(rng, 2)).collect();
    let ends: Vec<&str> = (0..count).map(|_| ["=1", "=2", "=draw"][below(rng, 3)]).collect();
    let mut links: Vec<Vec<usize>> = vec![Vec::new(); count];
    for _ in 0..below(rng, count) {
        let (from, to) = (below(rng, count), below(rng, count));
        let drawn = to > 0 && parents[to - 1] == from;
        let is_inner = parents.contains(&from);
        if is_inner && !drawn && !links[from].contains(&to) {
            links[from].push(to);
        }
    }
    let mut text = String::new();
    draw(0, 0, &parents, &turns, &ends, &links, &mut text);
    text
}

fn draw(
    node: usize,
    depth: usize,
    parents: &[usize],
    turns: &[usize],
    ends: &[&str],
    links: &[Vec<usize>],
    text: &mut String,
) {
    let indent = "  ".repeat(depth);
    if !parents.contains(&node) {
        *text += &format!("{indent}n{node} {}\n", ends[node]);
        return;
    }
    *text += &format!("{indent}n{node} {}\n", turns[node]);
    for child in (1..=parents.len()).filter(|&child| parents[child - 1] == node) {
        draw(child, depth + 1, parents, turns, ends, links, text);
    }
    for link in &links[node] {
        *text += &format!("{indent}  -> n{link}\n");
    }
}
