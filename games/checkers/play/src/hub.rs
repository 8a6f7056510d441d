//! The notation of the Hub protocol: Red is its White, and squares have the same numbers.

use checkers::{Checkers, Move};
use engine::protocol::HubNotation;
use game::{Notation as _, Player, Position as _};

pub(crate) const NOTATION: HubNotation<Checkers> = HubNotation { position, write_move, read_move };

/// The side to move, and the contents of each square.
fn position(pos: &Checkers) -> String {
    let text = pos.write();
    let (board, _) = text.split_once(' ').unwrap_or((&text, ""));
    let side = if pos.turn() == Player::One { 'W' } else { 'B' };
    let cell = |letter: char| match letter {
        'r' => 'w',
        'R' => 'W',
        'b' | 'B' => letter,
        _ => 'e',
    };
    let rows = board.split('/').enumerate();
    // Only the dark squares: every second one, starting with the second of the first row.
    let dark = rows.flat_map(|(row, cells)| cells.chars().skip((row + 1) % 2).step_by(2));
    std::iter::once(side).chain(dark.map(cell)).collect()
}

/// A step in our notation; a jump with origin, destination and captured squares.
fn write_move(pos: &Checkers, mv: Move) -> String {
    if !mv.is_jump() {
        return pos.write_move(mv);
    }
    let captured = mv.captured().into_iter();
    captured.fold(format!("{}x{}", mv.from(), mv.to()), |text, square| format!("{text}x{square}"))
}

/// A jump may give the captured squares, in any order, instead of the visited ones. They cannot be
/// confused, because captured squares are on the rows in between.
fn read_move(pos: &Checkers, text: &str) -> Option<Move> {
    let parts = |text: &str| {
        let mut parts: Vec<String> = text.split('x').map(str::to_string).collect();
        if let Some(captured) = parts.get_mut(2..) {
            captured.sort();
        }
        parts
    };
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.into_iter().find(|&mv| parts(&write_move(pos, mv)) == parts(text))
}
