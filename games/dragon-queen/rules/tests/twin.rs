//! The fast rules compared with the slow ones.

mod sample;
mod slow;

use dragon_queen::{DragonQueen, Move, Square};
use game::{Notation, Outcome, Player, Position};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use slow::Slow;

fn every_move() -> impl Iterator<Item = Move> {
    let squares = || (0..25).map(|cell| Square::from_cell(cell).unwrap());
    squares().flat_map(move |from| squares().map(move |to| Move::new(from, to)))
}

/// Compares both implementations in one position.
fn compare(pos: &DragonQueen) {
    let text = pos.write();
    let twin = Slow::new(&text);
    let outcome = match twin.outcome() {
        Some("queen") => Some(Outcome::Win(Player::One)),
        Some("wights") => Some(Outcome::Win(Player::Two)),
        Some(_) => Some(Outcome::Draw),
        None => None,
    };
    let expected: Vec<(String, String)> =
        twin.moves().into_iter().map(|(mv, next)| (mv, next.text())).collect();

    let mut moves = Vec::new();
    assert_eq!(pos.legal_moves(&mut moves), outcome, "{text}");
    assert_eq!(pos.outcome(), outcome, "{text}");
    assert_eq!(pos.count_moves(), expected.len() as u64, "{text}");
    let mut found: Vec<(String, String)> =
        moves.iter().map(|&mv| (pos.write_move(mv), pos.play(mv).unwrap().write())).collect();
    found.sort();
    assert_eq!(found, expected, "{text}");
    let legal = every_move().filter(|&mv| pos.is_legal(mv));
    let mut found: Vec<String> = legal.map(|mv| pos.write_move(mv)).collect();
    found.sort();
    assert!(found.iter().eq(expected.iter().map(|(mv, _)| mv)), "{text}");
}

#[test]
fn fast_and_slow_rules_agree() {
    let positions = sample::positions(40_000, &mut ChaCha8Rng::seed_from_u64(1));
    positions.iter().for_each(compare);
    for outcome in [Outcome::Win(Player::One), Outcome::Win(Player::Two), Outcome::Draw] {
        assert!(positions.iter().filter(|pos| pos.outcome() == Some(outcome)).count() > 100, "{outcome:?}");
    }
}

#[test]
fn fast_and_slow_rules_count_alike() {
    let mut from_file = 0;
    let mut twin = None;
    for line in include_str!("../../data/perft.txt").lines() {
        if let Some(text) = line.strip_prefix("= ") {
            twin = Some(Slow::new(text));
        } else if let Some((depth, count)) = line.split_once(' ').filter(|_| !line.starts_with('#')) {
            let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
            if count <= 200_000 {
                assert_eq!(twin.as_ref().unwrap().perft(depth), count, "{}", twin.unwrap().text());
                from_file += 1;
            }
        }
    }
    assert!(from_file > 20);
}
