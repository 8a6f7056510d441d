//! Moves as text.

use game::{Game, MoveError};

use crate::claim::{ensure, without_panic};
use crate::garbage::{letters, mangled, oddities};
use crate::sample::Sample;
use crate::seed::one_of;

const CHECK: &str = "move-text";
const GARBAGE: &str = "garbage";
const GARBAGE_POSITIONS: usize = 100;
const ODD_POSITIONS: usize = 10;
const MANGLED: usize = 40;

/// Every move can be written and read back, so different moves have different texts; no text makes
/// the reader panic.
pub(crate) fn check<G: Game>(sample: &Sample<G>) {
    for pos in &sample.positions {
        check_moves(pos);
    }
    let mut rng = sample.seed.rng(CHECK);
    let mut moves = Vec::new();
    let mut texts = vec!["a1-a2".to_string()];
    for (number, pos) in sample.first(GARBAGE_POSITIONS).iter().enumerate() {
        pos.legal_moves(&mut moves);
        // The moves of one position are garbage in the next.
        texts.extend(moves.iter().map(|&mv| pos.write_move(mv)));
        let letters = letters(&texts);
        for _ in 0..MANGLED {
            let text = one_of(&mut rng, &texts);
            check_any(pos, &mangled(&mut rng, text, &letters));
        }
        texts.drain(..texts.len().saturating_sub(100));
        check_all(pos, &texts);
        if number < ODD_POSITIONS {
            check_all(pos, &oddities());
        }
    }
}

pub(crate) fn check_moves<G: Game>(pos: &G) {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    for mv in moves {
        let text = pos.write_move(mv);
        let printable = !text.is_empty() && text.trim() == text && !text.contains(char::is_control);
        ensure!(printable, CHECK, pos, "{mv:?} is written {text:?}, which is no word for a line");
        for given in [text.clone(), format!("  {text} "), format!("\t{text}\n")] {
            let back = pos.read_move(&given);
            ensure!(
                back == Ok(mv),
                CHECK,
                pos,
                "{mv:?} is written '{text}', and '{given}' is read as {back:?}"
            );
        }
    }
}

fn check_all<G: Game>(pos: &G, texts: &[String]) {
    for text in texts {
        check_any(pos, text);
    }
}

/// Reads a text that may be a move, and returns the move if it is one.
pub(crate) fn check_any<G: Game>(pos: &G, text: &str) -> Option<G::Move> {
    let doing = format_args!("reading the move {text:?}");
    match without_panic(GARBAGE, || pos.write(), doing, || pos.read_move(text)) {
        Ok(mv) => {
            ensure!(pos.is_legal(mv), GARBAGE, pos, "'{text}' is read as {mv:?}, which is not legal");
            Some(mv)
        }
        Err(error) => {
            let said = error.to_string();
            ensure!(!said.trim().is_empty(), GARBAGE, pos, "{text:?} is refused without a reason");
            let control = said.contains(char::is_control);
            ensure!(!control, GARBAGE, pos, "the refusal of {text:?} has control characters: {said:?}");
            if let MoveError::Unreadable { expected, .. } = error {
                ensure!(
                    !expected.trim().is_empty(),
                    GARBAGE,
                    pos,
                    "{text:?} is refused without saying what would do"
                );
            }
            None
        }
    }
}
