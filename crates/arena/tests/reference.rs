//! The reference players find what plain minimax finds.

use abalone::Abalone;
use arena::{Reference, ReferenceEval};
use checkers::Checkers;
use dragon_queen::DragonQueen;
use engine::Control;
use game::playout::below;
use game::{Outcome, Player};
use raichu::{Raichu8, Raichu16};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// What a position is worth to `player`, by looking at everything.
fn minimax<G: ReferenceEval>(pos: &G, player: Player, depth: u8, ply: i32) -> i32 {
    const WIN: i32 = 1_000_000;
    let mut moves = Vec::new();
    match pos.legal_moves(&mut moves) {
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(winner)) => {
            if winner == player {
                WIN - ply
            } else {
                ply - WIN
            }
        }
        None if depth == 0 => {
            if pos.turn() == player {
                pos.evaluate()
            } else {
                -pos.evaluate()
            }
        }
        None => {
            let values = moves.iter().map(|&mv| minimax(&pos.play_unchecked(mv), player, depth - 1, ply + 1));
            let value = if pos.turn() == player { values.max() } else { values.min() };
            value.expect("a game that goes on has a move")
        }
    }
}

/// Compares on positions of random games, with few and with many pieces.
fn check<G: ReferenceEval>(start: &G, depth: u8, plies: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut moves = Vec::new();
    let mut compared = 0;
    for game in 0..4 {
        let mut pos = start.clone();
        for ply in 0..plies {
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            if ply % 7 == game {
                let mut reference = Reference::<G>::new(depth, 5);
                let (mv, worth) = reference.best(&pos, &Control::new()).unwrap();
                let us = pos.turn();
                assert_eq!(worth, minimax(&pos, us, depth, 0), "{pos:?}");
                assert_eq!(worth, minimax(&pos.play_unchecked(mv), us, depth - 1, 1), "{mv:?} in {pos:?}");
                compared += 1;
            }
            pos = pos.play_unchecked(moves[below(&mut rng, moves.len())]);
        }
    }
    assert!(compared > 10);
}

#[test]
fn raichu() {
    check(&Raichu8::start_of(8).unwrap(), 3, 60);
    check(&Raichu16::start_of(10).unwrap(), 2, 60);
}

#[test]
fn checkers() {
    check(&<Checkers as game::Position>::start(), 5, 60);
}

#[test]
fn dragon_queen() {
    use game::{Game as _, Position as _};
    // With the count of plies, so that the cap is met.
    check(&DragonQueen::start().in_play(), 4, 50);
}

#[test]
fn abalone() {
    check(&<Abalone as game::Position>::start(), 3, 80);
}

fn worth<G: ReferenceEval>(text: &str) -> i32 {
    G::read(text).ok().unwrap().evaluate()
}

#[test]
fn what_is_good_for_one_side_is_bad_for_the_other() {
    assert_eq!(<Raichu8 as game::Position>::start().evaluate(), 0);
    assert_eq!(<Checkers as game::Position>::start().evaluate(), 0);
    assert_eq!(<Abalone as game::Position>::start().evaluate(), 0);

    let board = "......../W.W.W.W./.w.w.w.w/......../......../b.b.b.b./.B.B...B/........";
    assert_eq!(worth::<Raichu8>(&format!("{board} w")), 200 + 10);
    assert_eq!(worth::<Raichu8>(&format!("{board} b")), -210);
    let board = "......../......../......../......../......../......../.R...b../........";
    assert_eq!(worth::<Checkers>(&format!("{board} r")), 150 - 100 - 6 * 3);
    assert_eq!(worth::<Checkers>(&format!("{board} b")), 100 + 6 * 3 - 150);
    let board = "...../DQ.../...../....W/.....";
    assert_eq!(worth::<DragonQueen>(&format!("{board} q")), 150 - 100 + 30);
    assert_eq!(worth::<DragonQueen>(&format!("{board} w")), 100 - 150 - 30);
    // Blue lacks a token that stood on the rim and had one neighbour.
    let board = "bbbb/bbbbb/..b.../......./..rr../rrrrr/rrrr";
    let other = "bbbb/bbbbb/..b..b/......./..rr../rrrrr/rrrr";
    assert_eq!(worth::<Abalone>(&format!("{other} b")) - worth::<Abalone>(&format!("{board} b")), 1006);
}

#[test]
fn progress_and_the_centre_count() {
    let man = |row: usize| {
        let mut rows = ["........"; 8];
        rows[1] = "b.......";
        rows[row] = ".r......";
        worth::<Checkers>(&format!("{} r", rows.join("/")))
    };
    assert_eq!((man(2) - man(4), man(4) - man(6)), (6, 6));
    let queen = |row: usize| {
        let mut rows = ["....."; 5];
        rows[4] = "....W";
        rows[row] = "Q....";
        worth::<DragonQueen>(&format!("{} q", rows.join("/")))
    };
    assert_eq!((queen(2) - queen(1), queen(1) - queen(0)), (30, 30));
    let at_the_rim = worth::<Abalone>("bbbb/bbbbb/....../b...b../..rr../rrrrr/rrrr b");
    let in_the_middle = worth::<Abalone>("bbbb/bbbbb/....../b..b.../..rr../rrrrr/rrrr b");
    assert_eq!(in_the_middle - at_the_rim, 15);
}
