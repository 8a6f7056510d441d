//! Positions for tests: from random games, and set up at random.

use dragon_queen::DragonQueen;
use game::playout::below;
use game::{Notation, Position};
use rand_chacha::ChaCha8Rng;

/// About `count` positions, half of them from games and half set up.
pub(crate) fn positions(count: usize, rng: &mut ChaCha8Rng) -> Vec<DragonQueen> {
    let mut positions: Vec<DragonQueen> = (0..count / 2).map(|_| random_setup(rng)).collect();
    while positions.len() < count {
        positions.extend(random_game(rng));
    }
    positions
}

/// Every position of a random game from the start. Every other game counts its plies.
fn random_game(rng: &mut ChaCha8Rng) -> Vec<DragonQueen> {
    let count = if below(rng, 2) == 0 { Some(0) } else { None };
    let mut pos = DragonQueen::start().with_ply(count).unwrap();
    let mut game = vec![pos.clone()];
    let mut moves = Vec::new();
    while pos.legal_moves(&mut moves).is_none() && game.len() < 200 {
        pos = pos.play_unchecked(moves[below(rng, moves.len())]);
        game.push(pos.clone());
    }
    game
}

/// Any accepted position: few or many pieces anywhere, with or without a Queen, finished or not.
fn random_setup(rng: &mut ChaCha8Rng) -> DragonQueen {
    loop {
        let mut cells = vec!['.'; 25];
        // In a small area pieces are in each other's way more often.
        let room = if below(rng, 3) == 0 { 12 } else { 25 };
        for (letter, most) in [('Q', 1), ('D', 3), ('W', 5)] {
            let count = if letter == 'Q' && below(rng, 8) > 0 { 1 } else { below(rng, most + 1) };
            for _ in 0..count {
                let cell = below(rng, room);
                if cells[cell] == '.' {
                    cells[cell] = letter;
                }
            }
        }
        if below(rng, 2) == 0 {
            cells.reverse();
        }
        let board: String = cells.into_iter().collect();
        let side = ['q', 'w'][below(rng, 2)];
        let ply = match below(rng, 4) {
            0 => format!(" {}", below(rng, 51)),
            1 => format!(" {}", [0, 1, 49, 50][below(rng, 4)]),
            _ => String::new(),
        };
        // Rejected only if the board is empty.
        if let Ok(pos) = DragonQueen::read(&format!("{board} {side}{ply}")) {
            return pos;
        }
    }
}
