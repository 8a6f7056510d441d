//! What is known of a game of which nothing is known but its rules: material, and the cells that moves touch.
//!
//! These are the defaults of [`Play`](crate::Play). They allocate and are slow beside what a game can say for itself;
//! they make a game play sensibly on its first day.

use game::{Game, Player};
use std::any::TypeId;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// What a piece is worth where nothing else is known.
const PIECE: i32 = 100;

/// Room for from and to on boards of up to 64 cells; larger boards share entries.
pub(crate) const HISTORY_SIZE: usize = CELLS * CELLS;
/// Room for eight kinds of pieces on as many cells.
pub(crate) const PIECE_TO_SIZE: usize = 8 * CELLS;
const CELLS: usize = 64;

/// From the first cell that a player touches to the last.
pub(crate) fn history_index<G: Game>(pos: &G, mv: G::Move) -> usize {
    let touched = pos.touched(mv);
    let cell = |touched: Option<&usize>| touched.map_or(0, |cell| cell % CELLS);
    CELLS * cell(touched.first()) + cell(touched.last())
}

/// The piece that is touched first, and the last cell.
pub(crate) fn piece_to<G: Game>(pos: &G, mv: G::Move) -> usize {
    let touched = pos.touched(mv);
    let piece = touched.first().and_then(|&cell| pos.occupants().get(cell).copied().flatten());
    let to = touched.last().map_or(0, |cell| cell % CELLS);
    CELLS * (piece.unwrap_or_default() % 8) + to
}

/// A piece's worth for each piece that the move takes off the board. Whose it is does not matter: hardly any game takes
/// its own.
pub(crate) fn tactical_gain<G: Game>(pos: &G, mv: G::Move) -> i32 {
    let count = |pos: &G| pos.occupants().iter().flatten().count() as i32;
    PIECE * (count(pos) - count(&pos.play_unchecked(mv))).max(0)
}

/// The side to move's pieces less the opponent's, all kinds alike.
pub(crate) fn material<G: Game>(pos: &G) -> i32 {
    let owners = owners(pos);
    let sign = |number: usize| match owners.get(number) {
        Some(&player) if player == pos.turn() => PIECE,
        Some(_) => -PIECE,
        None => 0,
    };
    pos.occupants().into_iter().flatten().map(sign).sum()
}

/// Whose each kind of piece is. A diagram has texts for every cell, far too much to make at every leaf of a search, so
/// each thread remembers this for each type of position.
fn owners<G: Game>(pos: &G) -> Rc<[Player]> {
    thread_local! {
        static OWNERS: RefCell<HashMap<TypeId, Rc<[Player]>>> = RefCell::default();
    }
    let of_pos = || pos.diagram().pieces.iter().map(|piece| piece.player).collect();
    OWNERS.with_borrow_mut(|known| known.entry(TypeId::of::<G>()).or_insert_with(of_pos).clone())
}

/// What each kind of piece is worth by how far it moves: the least mobile kind is worth [`PIECE`], and the others as
/// much more as they have more moves in random games.
pub(crate) struct MeasuredMaterial {
    /// For each kind, signed by its owner: positive for player one.
    worth: Vec<(game::Player, i32)>,
}

/// How many random games are looked at, and how many plies of each. It takes a few milliseconds.
const GAMES: u64 = 40;
const PLIES: usize = 60;
/// A kind is at most this many times as much as the least.
const MOST_TIMES: f64 = 10.0;

impl MeasuredMaterial {
    pub(crate) fn of<G: Game>() -> MeasuredMaterial {
        let pieces = G::start().diagram().pieces;
        let mut moves_of = vec![0_u32; pieces.len()];
        let mut seen = vec![0_u32; pieces.len()];
        let mut moves = Vec::new();
        for seed in 0..GAMES {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut pos = G::start();
            for _ in 0..PLIES {
                if pos.legal_moves(&mut moves).is_some() {
                    break;
                }
                let occupants = pos.occupants();
                let ours = |&number: &usize| pieces.get(number).is_some_and(|p| p.player == pos.turn());
                occupants
                    .iter()
                    .flatten()
                    .filter(|number| ours(number))
                    .for_each(|&number| seen[number] += 1);
                for &mv in &moves {
                    let piece =
                        pos.touched(mv).first().and_then(|&cell| occupants.get(cell).copied().flatten());
                    if let Some(number) = piece.filter(ours) {
                        moves_of[number] += 1;
                    }
                }
                pos = pos.play_unchecked(moves[below(&mut rng, moves.len())]);
            }
        }
        let twin = twins(&pieces.iter().map(|piece| piece.player).collect::<Vec<_>>());
        // What the players have in common is worth the same to both, whatever chance made of it.
        let of_both = |counts: &[u32], kind: usize| f64::from(counts[kind] + counts[twin[kind]]);
        let mobility = |kind: usize| {
            let (moves, times) = (of_both(&moves_of, kind), of_both(&seen, kind));
            (moves > 0.0 && times > 0.0).then(|| moves / times)
        };
        let least = (0..pieces.len()).filter_map(mobility).fold(f64::INFINITY, f64::min);
        let worth = |kind: usize| {
            mobility(kind).map_or(PIECE, |mobility| {
                (f64::from(PIECE) * (mobility / least).min(MOST_TIMES)).round() as i32
            })
        };
        MeasuredMaterial {
            worth: pieces.iter().enumerate().map(|(kind, piece)| (piece.player, worth(kind))).collect(),
        }
    }

    pub(crate) fn evaluate<G: Game>(&self, pos: &G) -> i32 {
        let signed = |number: usize| match self.worth.get(number) {
            Some(&(player, worth)) if player == pos.turn() => worth,
            Some(&(_, worth)) => -worth,
            None => 0,
        };
        pos.occupants().into_iter().flatten().map(signed).sum()
    }
}

/// For each kind of piece the other player's kind like it: the first of one is like the first of the other, and so on,
/// where both have as many; otherwise each kind is only like itself.
fn twins(owners: &[Player]) -> Vec<usize> {
    let of =
        |player: Player| -> Vec<usize> { (0..owners.len()).filter(|&kind| owners[kind] == player).collect() };
    let [one, two] = Player::ALL.map(of);
    let mut twins: Vec<usize> = (0..owners.len()).collect();
    if one.len() == two.len() {
        for (&a, &b) in one.iter().zip(&two) {
            (twins[a], twins[b]) = (b, a);
        }
    }
    twins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_paired_in_order() {
        use Player::{One, Two};
        assert_eq!(twins(&[One, One, Two, Two]), [2, 3, 0, 1]);
        assert_eq!(twins(&[One, Two, One, Two]), [1, 0, 3, 2]);
        assert_eq!(twins(&[One, One, Two]), [0, 1, 2]);
    }
}
