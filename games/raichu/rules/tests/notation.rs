//! Texts of positions and moves.

use game::{Notation, Position};
use proptest::prelude::*;
use raichu::{Raichu, Raichu8, Raichu16, Raichu26, SetupError};

fn errors<const W: usize, const N: usize>(text: &str) -> Vec<String> {
    Raichu::<W, N>::read(text).unwrap_err().iter().map(ToString::to_string).collect()
}

#[test]
fn both_forms_of_a_board_are_read() {
    let start = Raichu8::start();
    let text = "......../W.W.W.W./.w.w.w.w/......../......../b.b.b.b./.B.B.B.B/........ w";
    assert_eq!(start.write(), text);
    assert_eq!(Raichu8::read(text).unwrap(), start);
    assert_eq!(Raichu8::read(&text.replace('/', "")).unwrap(), start);
    assert_eq!(Raichu8::read(&format!("  {text}\n")).unwrap(), start);
    assert_eq!(start.write_as("line").unwrap(), text[..71].replace('/', ""));
    assert_eq!(start.write_as("grid").unwrap(), text[..71].replace('/', "\n"));
    assert_eq!(start.write_as("fen"), None);
}

#[test]
fn every_size_has_its_type() {
    for size in (8..=26).step_by(2) {
        let text = match size {
            8 => Raichu8::start_of(size).unwrap().write(),
            10..=16 => Raichu16::start_of(size).unwrap().write(),
            _ => Raichu26::start_of(size).unwrap().write(),
        };
        assert_eq!(raichu::size(&text), Ok(size));
        assert_eq!(raichu::size(&text.replace('/', "")), Ok(size));
        let reads =
            [Raichu8::read(&text).is_ok(), Raichu16::read(&text).is_ok(), Raichu26::read(&text).is_ok()];
        assert_eq!(reads, [size == 8, (10..=16).contains(&size), size >= 18]);
    }
    assert_eq!(Raichu16::start().size(), 10);
    assert_eq!(Raichu26::start().size(), 18);
}

#[test]
fn bad_sizes_are_refused_with_the_range() {
    let range = "n × n squares, n even and from 8 to 26";
    for size in [0, 1, 7, 9, 27, 28, 1000] {
        let expected = format!("a board of {size} rows: Raichu is played on {range}");
        assert_eq!(Raichu8::start_of(size).unwrap_err().to_string(), expected);
    }
    assert_eq!(
        Raichu16::start_of(8).unwrap_err(),
        SetupError::OtherSize { size: 8, smallest: 10, largest: 16 }
    );
    let nine = [".........", "w........"].join("/").repeat(5);
    assert_eq!(errors::<1, 8>("w/b w"), [format!("a board of 2 rows: Raichu is played on {range}")]);
    assert_eq!(
        errors::<1, 8>(&format!("{nine} w"))[0],
        format!("a board of 6 rows: Raichu is played on {range}")
    );
    let cells = "a board of 63 cells is not one of n × n, n even and from 8 to 26: that is 64, 100, 144 … or 676 cells";
    assert_eq!(errors::<1, 8>(&format!("{}w w", ".".repeat(62))), [cells]);
    assert_eq!(raichu::size(&format!("{} w", ".".repeat(81))), Err(SetupError::Cells { cells: 81 }));
    let ten = Raichu16::start_of(10).unwrap().write();
    assert_eq!(errors::<1, 8>(&ten), ["a board of 10 × 10 squares was given where n is from 8 to 8"]);
    assert!(Raichu8::read(&ten).unwrap_err().is_malformed());
}

#[test]
fn every_error_is_reported_at_once() {
    assert_eq!(
        errors::<1, 8>("......../......../.....x../.......w./......../......../......../...é.... q 7"),
        [
            "row 4 has 9 cells, not 8",
            "row 3, column 6: expected one of . w W @ b B $, found 'x'",
            "row 8, column 4: expected one of . w W @ b B $, found 'é'",
            "expected w or b as the side to move, found 'q'",
            "'7' has no meaning at the end of a position",
        ]
    );
    assert_eq!(
        errors::<1, 8>("w/x/b"),
        [
            "a board of 3 rows: Raichu is played on n × n squares, n even and from 8 to 26",
            "row 2, column 1: expected one of . w W @ b B $, found 'x'",
            "the side to move is missing after the board: w or b",
        ]
    );
    let empty = Raichu8::read(&format!("{} w", ".".repeat(64))).unwrap_err();
    assert_eq!(empty.to_string(), "the board is empty: a position has at least one piece");
    assert!(!empty.is_malformed());
    assert_eq!(
        errors::<1, 8>(""),
        ["the position is empty: give BOARD SIDE, the rows from top to bottom joined by '/', then w or b"]
    );
}

#[test]
fn moves_are_read_strictly() {
    let start = Raichu8::start();
    assert_eq!(start.read_move(" a2-a4 ").unwrap().to_string(), "a2-a4");
    for text in
        ["", "a2", "a2a4", "a2 a4", "a2 - a4", "A2-A4", "a2-a4-a5", "a02-a4", "a2–a4", "Pass", "a2-a4x"]
    {
        let error = start.read_move(text).unwrap_err().to_string();
        let expected = "is not a move: write a2-a4 for a step, c4xe6 for a capture, or pass";
        assert!(error.ends_with(expected), "{error}");
    }
    for (text, square) in [
        ("a2-a9", "a9"),
        ("i1-a2", "i1"),
        ("a2-z26", "z26"),
        ("a2-a123456789012345678901", "a123456789012345678901"),
    ] {
        let expected = format!("'{text}' is not a move: {square} is off the board (a1 to h8)");
        assert_eq!(start.read_move(text).unwrap_err().to_string(), expected);
    }
    let large =
        Raichu26::read(&format!("{}/{} w", "@".repeat(26), [".........................b"; 25].join("/")))
            .unwrap();
    assert_eq!(large.read_move("x1-x26").unwrap().to_string(), "x1-x26");
    assert_eq!(
        large.read_move("y1-y1").unwrap_err().to_string(),
        "the Raichu on y1 must go to another square than its own"
    );
}

fn reads_and_writes<const W: usize, const N: usize>(text: &str) -> Result<(), TestCaseError> {
    if let Ok(pos) = Raichu::<W, N>::read(text) {
        prop_assert_eq!(Raichu::<W, N>::read(&pos.write()).unwrap(), pos.clone());
        for format in Raichu::<W, N>::FORMATS {
            prop_assert!(pos.write_as(format).is_some());
        }
        prop_assert_eq!(raichu::size(text).unwrap(), pos.size());
    }
    Ok(())
}

fn all_types(text: &str) -> Result<(), TestCaseError> {
    reads_and_writes::<1, 8>(text)?;
    reads_and_writes::<4, 16>(text)?;
    reads_and_writes::<11, 26>(text)
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        all_types(&text)?;
        let _ = raichu::size(&text);
        let _ = Raichu8::start().read_move(&text);
    }

    #[test]
    fn texts_like_positions_are_read_or_refused(text in "([.wW@bB$]{7,9}/){6,9}[.wW@bB$]{8} ?[wb]?( [0-9])?") {
        all_types(&text)?;
    }

    #[test]
    fn boards_are_read(cells in "[.wW@bB$]{64}", side in "[wb]") {
        let text = format!("{cells} {side}");
        let empty = cells.chars().all(|cell| cell == '.');
        prop_assert_eq!(Raichu8::read(&text).is_ok(), !empty);
        reads_and_writes::<1, 8>(&text)?;
    }

    #[test]
    fn changed_positions_are_read_or_refused(size in 4usize..=13, at in 0usize..800, with in any::<char>(), cut in any::<bool>()) {
        let size = 2 * size;
        let mut text: Vec<char> = match size {
            8 => Raichu8::start().write(),
            10..=16 => Raichu16::start_of(size).unwrap().write(),
            _ => Raichu26::start_of(size).unwrap().write(),
        }.chars().collect();
        let at = at % text.len();
        text[at] = with;
        if cut {
            text.truncate(at);
        }
        all_types(&text.into_iter().collect::<String>())?;
    }

    #[test]
    fn texts_like_moves_are_read_or_refused(text in "[a-i][0-9]{1,2}[-x ][a-i][0-9]{1,2}") {
        let start = Raichu8::start();
        if let Ok(mv) = start.read_move(&text) {
            prop_assert!(start.is_legal(mv));
            prop_assert_eq!(start.write_move(mv), text);
        }
    }

    #[test]
    fn games_are_replayed_from_their_texts(size in 4usize..=8, choices in prop::collection::vec(any::<u32>(), 1..80)) {
        fn replay<const W: usize, const N: usize>(size: usize, choices: &[u32]) -> Result<(), TestCaseError> {
            let mut pos = Raichu::<W, N>::start_of(size).unwrap();
            let mut moves = Vec::new();
            for &choice in choices {
                if pos.legal_moves(&mut moves).is_some() {
                    break;
                }
                let mv = moves[choice as usize % moves.len()];
                prop_assert_eq!(pos.read_move(&pos.write_move(mv)).unwrap(), mv);
                pos = pos.play(mv).unwrap();
                prop_assert_eq!(Raichu::read(&pos.write()).unwrap(), pos.clone());
            }
            Ok(())
        }
        if size == 4 { replay::<1, 8>(8, &choices)? } else { replay::<4, 16>(2 * size, &choices)? }
    }
}
