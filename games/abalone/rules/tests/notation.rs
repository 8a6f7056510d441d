//! Texts of positions and moves: accepted texts are written back, and no text makes a reader panic.

use abalone::{Abalone, Cell};
use game::{Layout, Notation, Position};
use proptest::prelude::*;

const START: &str = "bbbb/bbbbb/..bb../......./..rr../rrrrr/rrrr b";

fn errors(text: &str) -> Vec<String> {
    Abalone::read(text).unwrap_err().iter().map(ToString::to_string).collect()
}

#[test]
fn the_start() {
    assert_eq!(Abalone::start().write(), START);
    let mut moves = Vec::new();
    Abalone::start().legal_moves(&mut moves);
    let mut texts: Vec<String> = moves.iter().map(|&mv| Abalone::start().write_move(mv)).collect();
    texts.sort();
    assert_eq!(texts.join(" "), "A4B3 A5B4 A6B6 A7B7 B4C4 B5C4 B5C5 B6C5 C4C5 C5C4");
}

#[test]
fn a_bad_position_reports_every_reason() {
    assert_eq!(
        errors("bbbb/bbbbb/bbbb../......./..rr../rrrr./.... b"),
        [
            "Blue has 13 tokens: a side starts with 11 and gets no more",
            "Red has 6 of its tokens: the game is over when a side is down to 7",
        ]
    );
    assert_eq!(
        errors("bbbb/bbb../....../......./....../rrr../rrrr b"),
        ["both sides are down to 7 tokens: the game was over when the first of them was"]
    );
    assert_eq!(
        errors("bbbb/bbbbb/bbb.x/......./..rr../rrrrr/rrrr w 3"),
        [
            "row 3 has 5 cells, not 6",
            "row 3, column 5: expected one of . b r, found 'x'",
            "expected b or r as the side to move, found 'w'",
            "'3' has no meaning at the end of a position",
            "Blue has 12 tokens: a side starts with 11 and gets no more",
        ]
    );
    assert_eq!(
        errors("bbbb/bb.../....../......./....../rrr../rrrr"),
        [
            "the side to move is missing after the board: b or r",
            "Blue has 6 of its tokens: the game is over when a side is down to 7",
        ]
    );
    assert_eq!(errors("bbbbbbbbb..bb.........rr..rrrrrrrrr b"), ["the board has 1 row, not 7"]);
    assert_eq!(
        errors(""),
        ["the position is empty: give BOARD SIDE, the rows from top to bottom joined by '/', then b or r"]
    );
}

const EMPTY: &str = "..../...../....../......./....../...../.... b";

#[test]
fn wrong_use_and_refused_boards_are_told_apart() {
    let is_malformed = |text| Abalone::read(text).unwrap_err().is_malformed();
    assert!(!is_malformed(EMPTY));
    assert!(!is_malformed("bbbb/bbbbb/..bb../......./..rr../rrrrr/rrrx b"));
    assert!(is_malformed("bbbb/bbbbb/..bb../......./..rr../rrrrr/rrrr x"));
}

#[test]
fn moves_are_read_in_both_forms() {
    let start = Abalone::start();
    for text in ["A4B3", "A4 B3", "  A4B3 ", "\tA4   B3\n"] {
        let mv = start.read_move(text).unwrap();
        assert_eq!(start.write_move(mv), "A4B3");
    }
}

#[test]
fn what_is_no_move_is_refused_with_what_would_do() {
    let start = Abalone::start();
    let like_this = "write the token behind and the one in front of it, such as A4B3 or A4 B3";
    for (text, expected) in [
        ("", like_this),
        ("A4", like_this),
        ("A4-B3", like_this),
        ("A4,B3", like_this),
        ("A 4B3", like_this),
        ("A4 B3 C2", like_this),
        ("A4B3C2", like_this),
        ("é4B3", like_this),
        ("AéB3", like_this),
        ("a4b3", "the rows are A to G, in capitals"),
        ("A4H1", "the rows are A to G, in capitals"),
        ("A3B3", "row A has the cells A4 to A7"),
        ("G4G5", "row G has the cells G1 to G4"),
        ("D0D1", "row D has the cells D1 to D7"),
    ] {
        let error = start.read_move(text).unwrap_err().to_string();
        assert_eq!(error, format!("'{text}' is not a move: {expected}"));
    }
}

/// A board that is nearly always accepted, in any state of the game.
fn boards() -> impl Strategy<Value = String> {
    let cells = Just(()).prop_perturb(|(), mut rng| {
        let mut cells: Vec<char> = std::iter::repeat_n('.', 37).collect();
        for letter in ['b', 'r'] {
            for _ in 0..7 + rng.random_range(0..5) {
                let free: Vec<usize> = (0..37).filter(|&i| cells[i] == '.').collect();
                cells[free[rng.random_range(0..free.len())]] = letter;
            }
        }
        cells
    });
    (cells, prop::bool::ANY).prop_map(|(cells, blue)| {
        let mut text = String::new();
        for (cell, letter) in Cell::ALL.into_iter().zip(cells) {
            if cell.row() > 0 && Cell::at(cell.row(), cell.diagonal().wrapping_sub(1)).is_none() {
                text.push('/');
            }
            text.push(letter);
        }
        text + if blue { " b" } else { " r" }
    })
}

/// A text with one character inserted, removed or changed.
fn mutated(text: String) -> impl Strategy<Value = String> {
    (0..=text.chars().count(), 0..3, prop::sample::select(vec!['b', 'r', '.', '/', ' ', 'x', 'é', '\0']))
        .prop_map(move |(at, how, new)| {
            let mut chars: Vec<char> = text.chars().collect();
            match how {
                0 => chars.insert(at, new),
                1 if at < chars.len() => drop(chars.remove(at)),
                _ if at < chars.len() => chars[at] = new,
                _ => chars.push(new),
            }
            chars.into_iter().collect()
        })
}

fn round_trip(text: &str) {
    if let Ok(pos) = Abalone::read(text) {
        assert_eq!(Abalone::read(&pos.write()), Ok(pos));
        assert_eq!(pos.write(), text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        round_trip(&text);
        let _ = Abalone::start().read_move(&text);
    }

    #[test]
    fn texts_like_positions_are_read_or_refused(text in "[br.]{3,5}(/[br.]{3,8}){5,7} [brx]( .)?") {
        round_trip(&text);
    }

    #[test]
    fn boards_are_read_and_written(text in boards()) {
        // Only seven tokens on both sides are rejected.
        if let Err(errors) = Abalone::read(&text) {
            let count = |letter| text.split(' ').next().unwrap().matches(letter).count();
            assert_eq!((count('b'), count('r')), (7, 7), "{errors}");
        }
        round_trip(&text);
    }

    #[test]
    fn changed_boards_are_read_or_refused(text in boards().prop_flat_map(mutated)) {
        round_trip(&text);
    }

    #[test]
    fn texts_like_moves_are_read_or_refused(text in "[A-Ha-c]?[0-8]? ?[A-H]?[0-8]?") {
        let start = Abalone::start();
        if let Ok(mv) = start.read_move(&text) {
            assert!(start.is_legal(mv));
            assert_eq!(start.write_move(mv), text.replace(' ', ""));
        }
    }

    #[test]
    fn any_sequence_of_legal_moves_can_be_played(choices in prop::collection::vec(any::<prop::sample::Index>(), 0..200)) {
        let mut pos = Abalone::start();
        let mut moves = Vec::new();
        for choice in choices {
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            let mv = moves[choice.index(moves.len())];
            assert_eq!(pos.read_move(&pos.write_move(mv)), Ok(mv));
            assert_eq!(pos.touched(mv).len(), 2);
            pos = pos.play(mv).expect("a generated move is legal");
            round_trip(&pos.write());
        }
    }
}
