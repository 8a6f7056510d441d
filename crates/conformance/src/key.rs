//! Hash keys.

use std::collections::HashMap;

use game::Game;

use crate::board_text::without_plies;
use crate::claim::{ensure, fail};
use crate::sample::Sample;

const CHECK: &str = "key";
/// How many successors are stored as text for comparison; those of a large board take much memory.
const MOST_SUCCESSORS: usize = 50_000;

/// A key depends on what makes positions equal, without the ply count, and moves update it
/// correctly.
pub(crate) fn check<G: Game>(sample: &Sample<G>) {
    let mut by_text: HashMap<String, u64> = HashMap::new();
    let mut by_key: HashMap<u64, String> = HashMap::new();
    let mut note = |pos: &G| {
        let (text, key) = (without_plies(pos), pos.key());
        let known = *by_text.entry(text.clone()).or_insert(key);
        ensure!(
            known == key,
            CHECK,
            pos,
            "the key is {key:#x}, and was {known:#x} with another count of plies"
        );
        let other = by_key.entry(key).or_insert_with(|| text.clone());
        ensure!(*other == text, CHECK, pos, "the key {key:#x} is also that of {other}");
    };
    let mut noted = 0;
    let mut moves = Vec::new();
    for pos in &sample.positions {
        note(pos);
        let key = pos.key();
        if let Ok(back) = G::read(&pos.write()) {
            ensure!(
                back.key() == key,
                CHECK,
                pos,
                "the key is {key:#x}, and {:#x} when read back",
                back.key()
            );
        }
        pos.legal_moves(&mut moves);
        for &mv in moves.iter().take(MOST_SUCCESSORS - noted) {
            noted += 1;
            note(&pos.play_unchecked(mv));
        }
        check_kept(pos);
    }
}

/// The updated key equals the key of the position after the move.
pub(crate) fn check_kept<G: Game>(pos: &G) {
    let key = pos.key();
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    for mv in moves {
        let (kept, computed) = (pos.key_after(key, mv), pos.play_unchecked(mv).key());
        if kept != computed {
            let mv = pos.write_move(mv);
            fail(
                CHECK,
                &pos.write(),
                format_args!("after {mv} the key kept is {kept:#x}, computed {computed:#x}"),
            );
        }
    }
}
