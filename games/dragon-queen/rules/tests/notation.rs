//! Positions and moves as text: what is accepted, what is rejected, and that nothing panics.

mod sample;

use dragon_queen::DragonQueen;
use game::{MoveError, Notation, Position};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const START: &str = "..Q../.DDD./...../...../WWWWW w";

#[test]
fn positions_are_written_as_they_are_read() {
    assert_eq!(DragonQueen::start().write(), START);
    for (given, written) in [
        (START, START),
        ("..Q...DDD...........WWWWW w", START),
        ("  ..Q../.DDD./...../...../WWWWW \t w\n", START),
        ("..Q../.DDD./...../...../WWWWW w 0", "..Q../.DDD./...../...../WWWWW w 0"),
        ("..Q../...../...../...../..... q 050", "..Q../...../...../...../..... q 50"),
    ] {
        assert_eq!(DragonQueen::read(given).unwrap().write(), written);
    }
    let grid = DragonQueen::start().write_as("grid").unwrap();
    assert_eq!(grid, "..Q..\n.DDD.\n.....\n.....\nWWWWW");
}

#[test]
fn a_count_of_plies_goes_on_and_its_absence_too() {
    let counted = DragonQueen::read("..Q../.DDD./...../...../WWWWW w 7").unwrap();
    assert_eq!(counted.plies_left(), Some(43));
    let mv = counted.read_move("a1-a2").unwrap();
    assert_eq!(counted.play(mv).unwrap().write(), "..Q../.DDD./...../W..../.WWWW q 8");
    let uncounted = counted.with_ply(None).unwrap();
    assert_ne!(uncounted, counted);
    assert_eq!(uncounted, DragonQueen::start());
    assert_eq!(uncounted.play(mv).unwrap().ply(), None);
}

#[test]
fn every_error_is_reported_at_once() {
    for (text, malformed, errors) in [
        ("...../...../...../...../..... q", false, &["the board is empty"][..]),
        (
            "Q.Q../DDDD./...../W..../WWWWW w 51",
            false,
            &[
                "the number of plies played is 0 to 50, not 51",
                "there are 2 Queens: a game has only one",
                "there are 4 Dragons: a game has at most 3",
                "there are 6 Wights: a game has at most 5",
            ],
        ),
        (
            "..q../...../...../...../..... w -1",
            false,
            &[
                "row 1, column 3: expected one of . Q D W, found 'q'",
                "the number of plies played is 0 to 50, not -1",
            ],
        ),
        (
            "QQ..../...../...../...../..... Q x y",
            true,
            &[
                "row 1 has 6 cells, not 5",
                "expected q or w as the side to move, found 'Q'",
                "'y' has no meaning at the end of a position",
                "expected a number of plies from 0 to 50, or nothing, found 'x'",
                "there are 2 Queens: a game has only one",
            ],
        ),
        (
            "..Q../.DDD./...../...../WWWWW w 99999999999999999999",
            false,
            &["the number of plies played is 0 to 50, not 99999999999999999999"],
        ),
        (
            "..Q../.DDD./...../...../WWWWW w +5",
            true,
            &["expected a number of plies from 0 to 50, or nothing, found '+5'"],
        ),
        (
            "..Q../.DDD./...../...../WWWWW w -",
            true,
            &["expected a number of plies from 0 to 50, or nothing, found '-'"],
        ),
        (
            "",
            true,
            &[
                "the position is empty: give BOARD SIDE, the rows from top to bottom joined by '/', then q or w",
            ],
        ),
    ] {
        let found = DragonQueen::read(text).unwrap_err();
        assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), errors, "{text}");
        assert_eq!(found.is_malformed(), malformed, "{text}");
    }
}

#[test]
fn a_move_is_read_in_three_forms() {
    let pos = DragonQueen::read("...../.QD../.WW../..D../W...W q").unwrap();
    for (written, forms) in [
        (
            "b4-a5",
            ["b4-a5", " b4-a5\t", "b4 a5", "b4 \t a5", "MOVE 2,2-1,1", "move  2,2-1,1", "Move\t2,2-1,1 "],
        ),
        (
            "b4xb3",
            ["b4xb3", "  b4xb3", "b4 b3", " b4  b3 ", "MOVE 2,2-3,2", "mOvE 2,2-3,2", "MOVE 2,2-3,2\n"],
        ),
    ] {
        for form in forms {
            assert_eq!(pos.write_move(pos.read_move(form).unwrap()), written, "{form}");
        }
    }
    let forms = "write a step as a1-a2 and a capture as c5xb4";
    for (text, expected) in [
        ("", forms.to_string()),
        ("b4", forms.to_string()),
        ("b4a5", forms.to_string()),
        ("b4-f5", format!("'f5' is no square (a1 to e5); {forms}")),
        ("B4-a5", format!("'B4' is no square (a1 to e5); {forms}")),
        ("b4--a5", format!("'-a5' is no square (a1 to e5); {forms}")),
        ("b4-a5-a4", format!("'a5-a4' is no square (a1 to e5); {forms}")),
        ("b4 - a5", format!("'- a5' is no square (a1 to e5); {forms}")),
        ("MOVE", forms.to_string()),
        ("MOVE 2,2", "write MOVE 5,1-4,1".to_string()),
        ("MOVE 2,2-0,1", "'0,1' is no row and column (1,1 at the top left to 5,5)".to_string()),
        ("MOVE 2,2 - 1,1", "'2,2 ' is no row and column (1,1 at the top left to 5,5)".to_string()),
        ("MOVE b4-a5", "'b4' is no row and column (1,1 at the top left to 5,5)".to_string()),
    ] {
        match pos.read_move(text).unwrap_err() {
            MoveError::Unreadable { expected: found, .. } => assert_eq!(found, expected, "{text}"),
            MoveError::Illegal(illegal) => panic!("{text}: {illegal}"),
        }
    }
}

/// Any accepted position.
fn any_position() -> impl Strategy<Value = DragonQueen> {
    any::<u64>().prop_map(|seed| sample::positions(1, &mut ChaCha8Rng::seed_from_u64(seed)).pop().unwrap())
}

/// An accepted text can be written in a form that reads as the same position.
fn round_trips(text: &str) {
    if let Ok(pos) = DragonQueen::read(text) {
        assert_eq!(DragonQueen::read(&pos.write()), Ok(pos.clone()));
        for row in pos.write().split(' ').next().unwrap().split('/') {
            assert_eq!(row.len(), 5);
        }
    }
}

fn moves_round_trip(pos: &DragonQueen, text: &str) {
    if let Ok(mv) = pos.read_move(text) {
        assert!(pos.is_legal(mv));
        assert_eq!(pos.read_move(&pos.write_move(mv)), Ok(mv));
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>(), like in "[.QDW/]{20,32}( [qw]( [-+0-9]{1,4})?)?") {
        round_trips(&text);
        round_trips(&like);
    }

    #[test]
    fn no_changed_position_panics(pos in any_position(), at in 0..40usize, put in any::<char>()) {
        let mut text: Vec<char> = pos.write().chars().collect();
        let at = at % text.len();
        let replaced: String = text.iter().enumerate().map(|(i, &c)| if i == at { put } else { c }).collect();
        round_trips(&replaced);
        text.insert(at, put);
        round_trips(&text.iter().collect::<String>());
        text.truncate(at);
        round_trips(&text.iter().collect::<String>());
    }

    #[test]
    fn every_position_round_trips(pos in any_position()) {
        prop_assert_eq!(DragonQueen::read(&pos.write()), Ok(pos.clone()));
        prop_assert_eq!(DragonQueen::read(&pos.write().replace('/', "")), Ok(pos));
    }

    #[test]
    fn no_move_text_panics(pos in any_position(), text in any::<String>(), like in "(MOVE )?[a-f1-6,x -]{0,9}") {
        moves_round_trip(&pos, &text);
        moves_round_trip(&pos, &like);
    }

    #[test]
    fn any_sequence_of_legal_moves_can_be_played(choices in prop::collection::vec(any::<usize>(), 0..60)) {
        let mut pos = DragonQueen::start().with_ply(Some(0)).unwrap();
        let mut moves = Vec::new();
        for choice in choices {
            if pos.legal_moves(&mut moves).is_some() {
                prop_assert_eq!(pos.count_moves(), 0);
                break;
            }
            let mv = moves[choice % moves.len()];
            prop_assert_eq!(pos.read_move(&pos.write_move(mv)), Ok(mv));
            pos = pos.play(mv).unwrap();
            prop_assert_eq!(DragonQueen::read(&pos.write()), Ok(pos.clone()));
        }
        prop_assert!(pos.ply().unwrap() <= 50);
    }
}
