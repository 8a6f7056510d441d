//! Positions, moves and puzzles as text.

use checkers::{Checkers, Puzzle};
use game::{Explain, Notation, Position};
use proptest::prelude::*;

fn errors(text: &str) -> String {
    Checkers::read(text).unwrap_err().to_string()
}

#[test]
fn a_bad_position_reports_every_reason() {
    let board = "rb.b.b.b/b.b.b.b./.b.b.b.b/......../......../r.r.r.r./.r.r.r.r/r.r.r.rb x 4";
    assert_eq!(
        errors(board),
        "expected r or b as the side to move, found 'x'; '4' has no meaning at the end of a position; \
         row 1, column 1: 'r' stands on a light square; row 8, column 8: 'b' stands on a light square"
    );
    assert_eq!(errors("rrr/bbb r"), "the board has 2 rows, not 8");
    let crowded = "BBBBBBBBBBBBB/......... r";
    assert_eq!(
        errors(crowded),
        "the board has 2 rows, not 8; Black has 13 pieces, and no more than 12 are allowed"
    );
    assert_eq!(
        errors(".r...b../......../......../......../......../......../......../b....... r"),
        "the red man on 1 would be a king there; the black man on 29 would be a king there"
    );
    assert_eq!(
        errors(&format!("{} r", ".".repeat(64))),
        "the board is empty: at least one piece must stand on it"
    );
    assert!(
        !Checkers::read(".r....../......../......../......../......../......../......../........ r")
            .unwrap_err()
            .is_malformed()
    );
    assert!(Checkers::read("...").unwrap_err().is_malformed());
}

#[test]
fn fen_is_read_and_written() {
    for (fen, text) in [
        ("W:W21,22,K30:B1,K2", ".b.B..../......../......../......../......../r.r...../......../..R..... r"),
        ("B:WK1:B32.", ".R....../......../......../......../......../......../......../......b. b"),
    ] {
        if text.contains('b') && fen.ends_with('.') {
            // A black man on its crowning row is rejected in every format.
            assert_eq!(errors(fen), "the black man on 32 would be a king there");
            continue;
        }
        let pos = Checkers::read(fen).unwrap();
        assert_eq!(pos.write(), text);
        assert_eq!(pos.write_as("fen").unwrap(), fen);
    }
    let start = Checkers::start();
    assert_eq!(Checkers::read("W:B1-12:W21-32").unwrap(), start);
    assert_eq!(Checkers::read(&start.write_as("fen").unwrap()).unwrap(), start);
    assert_eq!(Checkers::read("B:W:BK1").unwrap().write_as("fen").unwrap(), "B:W:BK1");
    for (fen, error) in [
        ("W:W1", "a FEN has three parts, such as W:W21,22,K30:B1,K2, and 'W:W1' does not"),
        ("w:W21:B1", "expected W (red) or B (black) as the side to move, found 'w'"),
        ("W:X21:B1", "'X21' must begin with W (red) or B (black)"),
        ("W:W21:W22", "both lists of pieces are W's"),
        (
            "W:W21,33,x:B1",
            "'33' is not a piece: write a square from 1 to 32 or a range such as 1-12, with K before it for kings; \
                           'x' is not a piece: write a square from 1 to 32 or a range such as 1-12, with K before it for kings",
        ),
        ("W:W21,21:B1", "square 21 is named twice"),
        (
            "W:W21,:B1",
            "'' is not a piece: write a square from 1 to 32 or a range such as 1-12, with K before it for kings",
        ),
        (
            "W:W12-9:B1",
            "'12-9' is not a piece: write a square from 1 to 32 or a range such as 1-12, with K before it for kings",
        ),
        ("W:W:B", "the board is empty: at least one piece must stand on it"),
    ] {
        assert_eq!(errors(fen), error);
    }
}

fn refusal(fen: &str, mv: &str) -> String {
    Checkers::read(fen).unwrap().read_move(mv).unwrap_err().to_string()
}

#[test]
fn an_illegal_move_is_refused_with_its_rule() {
    let start = "W:W21-32:B1-12";
    for (fen, mv, sentence) in [
        (start, "21-21", "a move must lead somewhere else than 21"),
        (start, "18-14", "there is no piece on 18"),
        (start, "9-14", "the piece on 9 is Black's, and it is Red's turn"),
        (start, "25-22", "22 is occupied by a red man"),
        (
            start,
            "21-13",
            "13 is too far from 21: a step goes to the next square on a diagonal, a jump to the one behind",
        ),
        (start, "22x15", "there is nothing to jump on 18, between 22 and 15"),
        (start, "26x17", "the piece on 22 is your own: only an enemy piece can be jumped"),
        (start, "22x18", "22x18 has the wrong mark: write 22-18"),
        (
            start,
            "22-33",
            "'22-33' is not a move: write a step as 11-15 and a jump as 22x15 or 22x15x8, with squares 1 to 32",
        ),
        (
            start,
            "022-18",
            "'022-18' is not a move: write a step as 11-15 and a jump as 22x15 or 22x15x8, with squares 1 to 32",
        ),
        ("W:W15:B1", "15-18", "15 is a man: it goes forward only, and 18 is not ahead of it"),
        ("W:W22,23:B18,19", "22-17", "you must jump: 22x15, 23x14 or 23x16"),
        ("W:W22:B18", "22-15", "22-15 has the wrong mark: write 22x15"),
        ("W:W22:B18,11", "22x15", "the same piece must go on jumping: 22x15x8"),
        ("W:W22:B18,11", "22x15x6", "there is nothing to jump on 10, between 15 and 6"),
        ("W:W22:B18,11", "22x15x10", "from 15 to 10 is a step, and a chain is made of jumps"),
        ("W:W9:B6,7", "9x2x11", "on 2 the man is crowned, and its move ends there"),
        ("W:W22:B", "22-18", "the game is over: Black has lost all pieces"),
        ("B:W5,6,10:B1", "1-6", "the game is over: Black is to move and cannot"),
    ] {
        assert_eq!(refusal(fen, mv), sentence, "{mv} in {fen}");
    }
    assert_eq!(
        Checkers::start().attempt(&[0, 5]).unwrap_err().to_string(),
        "this is a light square: the game is played on the dark squares only"
    );
    assert_eq!(
        Checkers::start().attempt(&[]).unwrap_err().to_string(),
        "nobody may pass: name the square to move from and the square to move to"
    );
    assert_eq!(
        Checkers::start().attempt(&[40, 64]).unwrap_err().to_string(),
        "the board has 64 cells, and number 64 is none of them"
    );
}

#[test]
fn the_short_form_is_read_where_it_says_enough() {
    let read = |fen: &str, mv: &str| {
        let pos = Checkers::read(fen).unwrap();
        pos.read_move(mv).map(|mv| pos.write_move(mv)).map_err(|error| error.to_string())
    };
    assert_eq!(read("W:W22:B18,11", "22x8"), Ok("22x15x8".to_string()));
    // Two paths that capture different pieces.
    let diamond = "W:W23:B18,19,10,11";
    assert_eq!(
        read(diamond, "23x7"),
        Err("that can mean more than one move: 23x14x7 or 23x16x7".to_string())
    );
    assert_eq!(read(diamond, "23x14x7"), Ok("23x14x7".to_string()));
    // A full circle: the king returns to its square, either way, after capturing all four.
    assert_eq!(read("W:WK22:B17,18,9,10", "22x22").map(|mv| mv.len()), Ok("22x15x6x13x22".len()));
}

#[test]
fn puzzles_are_read_tolerantly_and_written_back() {
    let plain = "........\n........\n........\n........\n...b....\n........\n........\n....r...\n";
    let puzzle = Puzzle::read(plain).unwrap();
    assert!(!puzzle.is_mirrored);
    assert_eq!(puzzle.write(&puzzle.position), plain.trim_end());
    for text in [plain.trim_end().to_string(), plain.replace('\n', "\r\n"), format!("{plain}\n \n\n")] {
        assert_eq!(Puzzle::read(&text), Ok(puzzle));
    }
    let light: String =
        plain.lines().map(|line| line.chars().rev().chain(['\n']).collect::<String>()).collect();
    let mirrored = Puzzle::read(&light).unwrap();
    assert!(mirrored.is_mirrored);
    assert_eq!(mirrored.position, puzzle.position);
    assert_eq!(mirrored.write(&mirrored.position), light.trim_end());
    for (text, error) in [
        (plain.replacen("........", ".......", 1), "line 1, column 8: the line ends here; it has 8 cells"),
        (plain.replacen("........", ".........", 1), "line 1, column 9: the line goes on after its 8 cells"),
        (plain.replacen("........", "...x....", 1), "line 1, column 4: expected one of . r R b B, found 'x'"),
        (plain.replacen("........", "B.......", 1), "line 1, column 1: 'B' stands on a light square"),
        (plain.replacen("........", ".r......", 1), "line 1, column 2: a man of Red would be a king here"),
        (
            plain.replacen("........\n........", ".B.B.B.B\nb.b.b.b.", 1).replacen(
                "........\n........",
                ".b.b.b.b\nb.......",
                1,
            ),
            "line 5, column 4: this is piece number 14 of Black, and no more than 12 are allowed",
        ),
        ("........\n".repeat(3), "line 4, column 1: the file ends here; a puzzle has 8 lines"),
        (String::new(), "line 1, column 1: the file ends here; a puzzle has 8 lines"),
        (format!("{plain}\nx"), "line 9, column 1: there is more after the 8 lines of a puzzle"),
        ("........\n".repeat(8), "line 1, column 1: the board is empty: at least one piece must stand on it"),
        // Every error, in reading order, and in the file's own columns if it is mirrored.
        (
            plain.replacen("........\n........", "..é.\n......?.", 1),
            "line 1, column 3: expected one of . r R b B, found 'é'; \
             line 1, column 5: the line ends here; it has 8 cells; \
             line 2, column 7: expected one of . r R b B, found '?'",
        ),
        (
            "r.......\n".to_string() + &"........\n".repeat(7),
            "line 1, column 1: a man of Red would be a king here",
        ),
    ] {
        let said = Puzzle::read(&text).unwrap_err().to_string();
        assert!(said.ends_with(error), "{said}");
    }
}

/// A line of the wrong length hides no error in the others, and its own squares are not guessed.
#[test]
fn every_error_of_a_puzzle_that_can_be_told_is_told() {
    let text = "r......\n........\n........\n.r......\n.b......\n........\n........\nb.......\n";
    let errors = "line 1, column 8: the line ends here; it has 8 cells; \
        line 4, column 2: 'r' stands on a light square; \
        line 8, column 1: a man of Black would be a king here";
    assert_eq!(Puzzle::read(text).unwrap_err().to_string(), errors);
    let without_a_line = text.replacen("r......\n", "", 1);
    let error = "line 8, column 1: the file ends here; a puzzle has 8 lines";
    assert_eq!(Puzzle::read(&without_a_line).unwrap_err().to_string(), error);
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,90}", fen in "[WB]:[WBK0-9,:.-]{0,40}") {
        for text in [text, fen] {
            if let Ok(pos) = Checkers::read(&text) {
                prop_assert_eq!(Checkers::read(&pos.write()), Ok(pos));
                prop_assert_eq!(Checkers::read(&pos.write_as("fen").unwrap()), Ok(pos));
            }
            if let Ok(puzzle) = Puzzle::read(&text) {
                prop_assert_eq!(Puzzle::read(&puzzle.write(&puzzle.position)), Ok(puzzle));
            }
            let _ = Checkers::start().read_move(&text);
        }
    }

    #[test]
    fn puzzles_are_written_as_they_were_read(
        pieces in prop::collection::vec((0..32usize, "[rRbB]"), 1..8),
        on_light in any::<bool>(),
        end in "((\n|\r\n)[ \n]*)?",
        newline in "\n|\r\n",
    ) {
        let mut lines = vec!["........".to_string(); 8];
        for (number, piece) in pieces {
            let (row, column) = (number / 4, 2 * (number % 4));
            let column = column + usize::from((row % 2 == 0) != on_light);
            lines[row].replace_range(column..=column, &piece);
        }
        match Puzzle::read(&format!("{}{end}", lines.join(&newline))) {
            Ok(puzzle) => {
                prop_assert_eq!(puzzle.is_mirrored, on_light);
                prop_assert_eq!(puzzle.write(&puzzle.position), lines.join("\n"));
            }
            // The only possible error is a man on its crowning row.
            Err(errors) => prop_assert!(lines[0].contains('r') || lines[7].contains('b'), "{}", errors),
        }
    }

    #[test]
    fn grids_of_any_letters_are_refused_or_round_trip(cells in "[.rRbB]{64}", newline in "\n|\r\n") {
        let lines: Vec<String> = cells.as_bytes().chunks(8).map(|row| String::from_utf8(row.to_vec()).unwrap()).collect();
        if let Ok(puzzle) = Puzzle::read(&lines.join(&newline)) {
            prop_assert_eq!(puzzle.write(&puzzle.position), lines.join("\n"));
        }
    }

    #[test]
    fn any_sequence_of_legal_moves_can_be_played(choices in prop::collection::vec(any::<prop::sample::Index>(), 1..150)) {
        let mut pos = Checkers::start();
        let mut moves = Vec::new();
        for choice in choices {
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            let mv = *choice.get(&moves);
            prop_assert_eq!(pos.read_move(&pos.write_move(mv)), Ok(mv));
            pos = pos.play(mv).unwrap();
            prop_assert_eq!(Checkers::read(&pos.write()), Ok(pos));
        }
    }
}
