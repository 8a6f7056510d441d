//! The rules a second time, slow and simple, on the characters of the position text. The twin
//! shares no code with the crate, so that a mistake has to be made twice to stay hidden.

use std::collections::BTreeSet;

use game::{Notation, Outcome, Player, Position, Symmetric};
use noughts::Noughts;

const START: &str = ".../.../... x";

/// The moves of a position and the positions after them; none if the game is over.
fn successors(text: &str) -> BTreeSet<(String, String)> {
    let mut list = BTreeSet::new();
    let (side, other) = if text.ends_with('x') { ("x", "o") } else { ("o", "x") };
    for (i, letter) in text.char_indices() {
        if letter == '.' && outcome(text).is_none() {
            // Four characters per row, including the slash.
            let name = format!("{}{}", ["a", "b", "c"][i % 4], 3 - i / 4);
            list.insert((name, format!("{}{side}{} {other}", &text[..i], &text[i + 1..11])));
        }
    }
    list
}

fn outcome(text: &str) -> Option<Outcome> {
    let letters: Vec<char> = text.chars().collect();
    for (letter, player) in [('x', Player::One), ('o', Player::Two)] {
        // From one square of a line to the next: along a row, down a column, down either diagonal.
        for (starts, step) in [(&[0, 4, 8][..], 1), (&[0, 1, 2], 4), (&[0], 5), (&[2], 3)] {
            if starts.iter().any(|start| (0..3).all(|i| letters[start + i * step] == letter)) {
                return Some(Outcome::Win(player));
            }
        }
    }
    (!letters.contains(&'.')).then_some(Outcome::Draw)
}

/// Every position that a game can reach.
fn reachable() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![START.to_string()];
    while let Some(text) = open.pop() {
        if found.insert(text.clone()) {
            open.extend(successors(&text).into_iter().map(|(_, after)| after));
        }
    }
    found
}

#[test]
fn both_know_the_same_moves_everywhere() {
    let positions = reachable();
    assert_eq!(positions.len(), 5478);
    let mut moves = Vec::new();
    for text in positions {
        let pos = Noughts::read(&text).unwrap();
        assert_eq!(pos.legal_moves(&mut moves), outcome(&text), "{text}");
        let found = moves.iter().map(|&mv| (pos.write_move(mv), pos.play_unchecked(mv).write()));
        assert_eq!(found.collect::<BTreeSet<_>>(), successors(&text), "{text}");
    }
}

/// Adds the number of positions after each number of plies.
fn tally(text: &str, counts: &mut [u64]) {
    let Some((here, deeper)) = counts.split_first_mut() else { return };
    *here += 1;
    successors(text).iter().for_each(|(_, after)| tally(after, deeper));
}

#[test]
fn both_count_the_same() {
    for text in [START, "x.o/.x./..o x"] {
        let mut counts = [0; 11];
        tally(text, &mut counts);
        let pos = Noughts::read(text).unwrap();
        assert!((0..11).map(|depth| game::perft(&pos, depth)).eq(counts), "{text}: {counts:?}");
    }
}

#[test]
fn exactly_what_a_game_can_reach_is_read() {
    let positions = reachable();
    for number in 0..2 * 3_usize.pow(9) {
        let letter = |place: u32| [".", "x", "o"][number / 2 / 3_usize.pow(place) % 3];
        let row = |row: u32| (3 * row..3 * row + 3).map(letter).collect::<String>();
        let text = format!("{}/{}/{} {}", row(0), row(1), row(2), ["x", "o"][number % 2]);
        assert_eq!(Noughts::read(&text).is_ok(), positions.contains(&text), "{text}");
    }
}

#[test]
fn symmetries_leave_765_positions() {
    let least = |text: &String| {
        let pos = Noughts::read(text).unwrap();
        Noughts::symmetries().map(|symmetry| pos.transform(symmetry).write()).chain([pos.write()]).min()
    };
    assert_eq!(reachable().iter().map(least).collect::<BTreeSet<_>>().len(), 765);
}
