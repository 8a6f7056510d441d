//! The fast rules compared with the slow twin.

mod sample;
mod slow;

use std::collections::BTreeSet;

use game::{Notation, Outcome, Player, Position};
use raichu::Raichu;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use slow::{End, Twin};

fn compare<const W: usize, const N: usize>(pos: &Raichu<W, N>) {
    let text = pos.write();
    let twin = Twin::read(&text);
    assert_eq!(twin.write(), text);
    let mut list = Vec::new();
    let outcome = pos.legal_moves(&mut list);
    let fast: BTreeSet<(String, String)> =
        list.iter().map(|&mv| (pos.write_move(mv), pos.play_unchecked(mv).write())).collect();
    let slow: BTreeSet<(String, String)> =
        twin.moves().into_iter().map(|(mv, next)| (mv, next.write())).collect();
    assert_eq!(fast, slow, "{text}");
    assert_eq!(list.len(), slow.len(), "{text}");
    assert_eq!(pos.count_moves(), slow.len() as u64, "{text}");
    let end = twin.end().map(|end| match end {
        End::White => Outcome::Win(Player::One),
        End::Black => Outcome::Win(Player::Two),
        End::Draw => Outcome::Draw,
    });
    assert_eq!(outcome, end, "{text}");
    assert_eq!(pos.outcome(), end, "{text}");
}

fn compare_many<const W: usize, const N: usize>(size: usize, played: usize, setups: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(size as u64);
    for pos in sample::positions::<W, N>(size, played, setups, &mut rng) {
        compare(&pos);
    }
}

#[test]
fn the_twin_agrees_on_8() {
    compare_many::<1, 8>(8, 4000, 6000);
}

#[test]
fn the_twin_agrees_on_10_to_16() {
    for size in [10, 12, 14, 16] {
        compare_many::<4, 16>(size, 400, 600);
    }
}

#[test]
fn the_twin_agrees_on_18_to_26() {
    for size in [18, 20, 22, 24, 26] {
        compare_many::<11, 26>(size, 100, 150);
    }
}

/// The counts of the data files that the twin can check quickly.
#[test]
fn the_twin_agrees_with_the_perft_files() {
    for file in [
        include_str!("../../data/perft-8.txt"),
        include_str!("../../data/perft-10.txt"),
        include_str!("../../data/perft-12.txt"),
    ] {
        let mut pos = None;
        let mut compared = 0;
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            if let Some(text) = line.strip_prefix("= ") {
                pos = Some(Twin::read(text));
            } else if let Some((depth, count)) = line.split_once(' ') {
                let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
                if count <= 30_000 {
                    let pos = pos.as_ref().unwrap();
                    assert_eq!(pos.perft(depth), count, "{} depth {depth}", pos.write());
                    compared += 1;
                }
            }
        }
        assert!(compared > 10);
    }
}
