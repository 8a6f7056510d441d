//! Positions as text.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use game::{Game, PositionErrors};

use crate::claim::{ensure, fail, without_panic};
use crate::garbage::{letters, mangled, oddities};
use crate::sample::Sample;
use crate::seed::one_of;

const CHECK: &str = "position-text";
const GARBAGE: &str = "garbage";
const MANGLED: usize = 5000;

/// Every position can be written and read back, every accepted text is a position that can be
/// written, and no text makes the reader panic.
pub(crate) fn check<G: Game>(sample: &Sample<G>) {
    sample.positions.iter().for_each(check_position);
    check_garbage(sample);
}

pub(crate) fn check_position<G: Game>(pos: &G) {
    check_round_trip(pos, CHECK, &pos.write());
    check_blanks(pos);
    check_formats(pos);
}

/// Reads any text.
pub(crate) fn read<G: Game>(text: &str) -> Result<G, PositionErrors<G::Error>> {
    without_panic(GARBAGE, || text.to_string(), format_args!("reading the position"), || G::read(text))
}

fn check_round_trip<G: Game>(pos: &G, check: &str, source: &str) {
    let text = pos.write();
    match G::read(&text) {
        Err(errors) => fail(check, source, format_args!("'{text}' is written, but refused: {errors}")),
        Ok(back) => {
            ensure!(back == *pos, check, pos, "the text is read as {back:?}, not {pos:?}");
            ensure!(
                hash(&back) == hash(pos),
                check,
                pos,
                "it is equal to what is read back, and hashes differently"
            );
            let again = back.write();
            ensure!(again == text, check, pos, "written again it is '{again}'");
        }
    }
}

fn hash(value: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

fn check_blanks<G: Game>(pos: &G) {
    for text in [format!("  {} ", pos.write()), format!("\t{}\n", pos.write())] {
        let back = read::<G>(&text);
        ensure!(back.as_ref() == Ok(pos), CHECK, pos, "with blanks around it, it is read as {back:?}");
    }
}

fn check_formats<G: Game>(pos: &G) {
    let first_word = |pos: &G| pos.write().split(' ').next().map(String::from);
    for (i, format) in G::FORMATS.iter().enumerate() {
        let Some(text) = pos.write_as(format) else {
            fail(CHECK, &pos.write(), format_args!("the format {format} is promised and not written"))
        };
        ensure!(
            i > 0 || text == pos.write(),
            CHECK,
            pos,
            "the first format, {format}, is not the ordinary text"
        );
        // A format may omit the side to move, or be unreadable without it.
        if let Ok(back) = read::<G>(&text) {
            ensure!(
                first_word(&back) == first_word(pos),
                CHECK,
                pos,
                "the format {format} is read as {}",
                back.write()
            );
        }
    }
    let unknown = pos.write_as("no such format");
    ensure!(unknown.is_none(), CHECK, pos, "a format that is not promised is written: {unknown:?}");
}

fn check_garbage<G: Game>(sample: &Sample<G>) {
    let mut rng = sample.seed.rng(GARBAGE);
    let texts: Vec<String> = sample.first(200).iter().map(G::write).collect();
    let letters = letters(&texts);
    let mangled = (0..MANGLED).map(|_| {
        let text = one_of(&mut rng, &texts);
        mangled(&mut rng, text, &letters)
    });
    for text in oddities().into_iter().chain(mangled) {
        check_any::<G>(&text);
    }
}

/// Reads a text that may be a position, and returns the position if it is one.
pub(crate) fn check_any<G: Game>(text: &str) -> Option<G> {
    match read::<G>(text) {
        Ok(pos) => {
            check_round_trip(&pos, GARBAGE, text);
            Some(pos)
        }
        Err(errors) => {
            let said = errors.to_string();
            if errors.iter().next().is_none() || said.trim().is_empty() {
                fail(GARBAGE, text, format_args!("the text is refused without a reason"));
            }
            if said.contains(char::is_control) {
                fail(GARBAGE, text, format_args!("the refusal has control characters: {said:?}"));
            }
            None
        }
    }
}
