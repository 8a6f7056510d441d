//! Bytes taken apart.

use conformance::single;
use game::Game;

/// A function of one type of position for each of the games, in the order of their digits.
macro_rules! per_game {
    ($check:ident) => {
        [
            $check::<raichu::Raichu8>,
            $check::<raichu::Raichu16>,
            $check::<raichu::Raichu26>,
            $check::<checkers::Checkers>,
            $check::<dragon_queen::DragonQueen>,
            $check::<abalone::Abalone>,
        ]
    };
}
pub(crate) use per_game;

/// A position to begin from, not yet read, and what is to be done there.
pub(crate) struct Input<'a> {
    first_line: &'a [u8],
    pub(crate) rest: &'a [u8],
}

impl<'a> Input<'a> {
    /// Runs the function of the game whose digit comes first.
    pub(crate) fn run(bytes: &'a [u8], checks: [fn(Input); 6]) {
        let Some((&digit, bytes)) = bytes.split_first() else { return };
        let (first_line, rest) = split_line(bytes);
        of_game(digit, &checks)(Input { first_line, rest });
    }

    /// The position that is set up, or the start.
    pub(crate) fn position<G: Game>(&self) -> G {
        single::position_text(&String::from_utf8_lossy(self.first_line)).unwrap_or_else(G::start)
    }
}

/// What belongs to the game with this digit; every byte stands for some game.
pub(crate) fn of_game<T>(digit: u8, each: &[T]) -> &T {
    &each[usize::from(digit.wrapping_sub(b'0')) % each.len()]
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
