//! Raichu on boards of all sizes: the type of a board depends on its size.

use engine::{AnyPosition, InvalidPosition, Play, Sizes, erase, read as read_as};
use raichu::{Raichu8, Raichu16, Raichu26};

use crate::{Raichu8Play, Raichu16Play, Raichu26Play};

pub(crate) const SIZES: Sizes =
    Sizes { words: "sizes are the even numbers from 8 to 26", is_size: raichu::is_size, start, read };

fn start(size: Option<usize>) -> Box<dyn AnyPosition> {
    fn boxed<P: Play>(start: Result<P::Position, raichu::SetupError>) -> Box<dyn AnyPosition> {
        erase::<P>(start.expect("a catalogue requests only valid sizes"))
    }
    match size.unwrap_or(8) {
        n @ 8 => boxed::<Raichu8Play>(Raichu8::start_of(n)),
        n @ 9..=16 => boxed::<Raichu16Play>(Raichu16::start_of(n)),
        n => boxed::<Raichu26Play>(Raichu26::start_of(n)),
    }
}

/// Reads a board of any size; the size is that of the board, and a requested size must agree with
/// it.
fn read(size: Option<usize>, text: &str) -> Result<Box<dyn AnyPosition>, InvalidPosition> {
    let n = raichu::size(text).ok();
    // A text of unknown size is rejected by any of the types, with all its errors.
    let pos = match n.unwrap_or(8) {
        8 => read_as::<Raichu8Play>(text),
        9..=16 => read_as::<Raichu16Play>(text),
        _ => read_as::<Raichu26Play>(text),
    };
    match (size, n) {
        (Some(wanted), Some(n)) if wanted != n => {
            let disagreement = format!("the board is {n} × {n}, and raichu:{wanted} was asked for");
            let others = pos.err();
            let reasons = match &others {
                Some(others) => format!("{disagreement}; {others}"),
                None => disagreement.clone(),
            };
            let faults =
                [disagreement].into_iter().chain(others.into_iter().flat_map(|others| others.faults));
            Err(InvalidPosition { reasons, faults: faults.collect(), is_malformed: true })
        }
        _ => pos,
    }
}
