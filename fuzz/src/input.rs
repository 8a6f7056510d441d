//! Bytes taken apart.

use std::marker::PhantomData;

use conformance::single;
use engine::{BoardVisitor, Play};
use game::Game;

/// What a target does with an input, for any type of position.
pub(crate) trait Check {
    /// Runs it on one type.
    fn check<G: Game>(input: Input);
}

/// A position to begin from, not yet read, and what is to be done there.
pub(crate) struct Input<'a> {
    /// Everything after the digit.
    pub(crate) text: &'a [u8],
    first_line: &'a [u8],
    pub(crate) rest: &'a [u8],
}

impl<'a> Input<'a> {
    /// Runs the check on the type of position whose digit comes first; every byte stands for one of the catalogue's.
    pub(crate) fn run<C: Check>(bytes: &'a [u8]) {
        let Some((&digit, text)) = bytes.split_first() else { return };
        let (first_line, rest) = split_line(text);
        let mut checks = Checks::<C> { each: Vec::new(), check: PhantomData };
        catalogue::visit_boards(&mut checks);
        let number = usize::from(digit.wrapping_sub(b'0')) % checks.each.len();
        checks.each[number](Input { text, first_line, rest });
    }

    /// The position that is set up, or the start.
    pub(crate) fn position<G: Game>(&self) -> G {
        single::position_text(&String::from_utf8_lossy(self.first_line)).unwrap_or_else(G::start)
    }
}

/// A check for each type of position, in the order of the catalogue.
struct Checks<C> {
    each: Vec<fn(Input)>,
    check: PhantomData<C>,
}

impl<C: Check> BoardVisitor for Checks<C> {
    fn board<P: Play>(&mut self) {
        self.each.push(C::check::<P::Position>);
    }
}

/// The first line, and what comes after it.
pub(crate) fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    match bytes.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (bytes, &[]),
    }
}

/// The legal move that a byte chooses, if there are any.
pub(crate) fn chosen<G: Game>(pos: &G, byte: u8, moves: &mut Vec<G::Move>) -> Option<G::Move> {
    // A prime, so that every move of a short list can be chosen, and moves from all over a long one.
    const STRIDE: usize = 7919;
    pos.legal_moves(moves);
    moves.get(usize::from(byte) * STRIDE % moves.len().max(1)).copied()
}
