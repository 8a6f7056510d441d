//! Positions for tests: from random games, and set up at random.

use abalone::{Abalone, Cell, Setup};
use game::playout::below;
use game::{Player, Position};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The positions of `games` random games, including the last ones.
pub(crate) fn played(games: usize, seed: u64) -> Vec<Abalone> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut moves = Vec::new();
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut pos = Abalone::start();
        positions.push(pos);
        for _ in 0..300 {
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            pos = pos.play_unchecked(moves[below(&mut rng, moves.len())]);
            positions.push(pos);
        }
    }
    positions
}

/// Tokens placed at random, in every allowed number. In some positions the side to move has no two
/// neighbouring tokens, which hardly ever happens by chance.
pub(crate) fn set_up(count: usize, seed: u64) -> Vec<Abalone> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let turn = Player::ALL[below(&mut rng, 2)];
        let mut cells = [None; 37];
        // No two cells of the same hue are neighbours.
        let lonely = below(&mut rng, 10) == 0;
        let hue = |cell: Cell| (cell.row() + 2 * cell.diagonal()) % 3;
        throw(&mut rng, &mut cells, turn, |cell| !lonely || hue(cell) == 0);
        throw(&mut rng, &mut cells, turn.other(), |_| true);
        positions.extend(Abalone::from_setup(&Setup { cells, turn }));
    }
    positions
}

fn throw(rng: &mut impl Rng, cells: &mut [Option<Player>; 37], player: Player, fits: impl Fn(Cell) -> bool) {
    let mut left = 7 + below(rng, 5);
    while left > 0 {
        let id = below(rng, 37);
        if cells[id].is_none() && fits(Cell::ALL[id]) {
            cells[id] = Some(player);
            left -= 1;
        }
    }
}
