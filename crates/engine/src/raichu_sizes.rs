//! Raichu on boards of all sizes: the type that fits a board is chosen by its size.

use raichu::{Raichu8, Raichu16, Raichu26};

use crate::any::{AnyPosition, PositionRefused, read as read_as};
use crate::eval::Playable;

/// The sizes in words.
pub(crate) const SIZES: &str = "sizes are the even numbers from 8 to 26";

pub(crate) fn start(size: Option<usize>) -> Box<dyn AnyPosition> {
    fn boxed<G: Playable>(start: Result<G, raichu::Fault>) -> Box<dyn AnyPosition> {
        Box::new(start.expect("the registry asks for sizes that there are"))
    }
    match size.unwrap_or(8) {
        n @ 8 => boxed(Raichu8::start_of(n)),
        n @ 9..=16 => boxed(Raichu16::start_of(n)),
        n => boxed(Raichu26::start_of(n)),
    }
}

/// Reads a board of any size; the size comes from the board, and one that was asked for must agree.
pub(crate) fn read(size: Option<usize>, text: &str) -> Result<Box<dyn AnyPosition>, PositionRefused> {
    let n = raichu::size(text).ok();
    // A text whose size cannot be told is refused by any of the types, with everything that is wrong with it.
    let pos = match n.unwrap_or(8) {
        8 => read_as::<Raichu8>(text),
        9..=16 => read_as::<Raichu16>(text),
        _ => read_as::<Raichu26>(text),
    };
    match (size, n) {
        (Some(wanted), Some(n)) if wanted != n => {
            let disagreement = format!("the board is {n} × {n}, and raichu:{wanted} was asked for");
            let others = pos.err().map(|refused| format!("; {refused}")).unwrap_or_default();
            Err(PositionRefused { reasons: disagreement + &others, is_malformed: true })
        }
        _ => pos,
    }
}
