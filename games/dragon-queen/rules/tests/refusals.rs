//! Every attempted move is legal or rejected for a reason that is true.

mod sample;

use std::collections::BTreeSet;

use dragon_queen::{DragonQueen, Illegal, Move, Square};
use game::{Explain, Notation, Position};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The name of each rule, and whether its explanation is true in this position text.
fn check(illegal: &Illegal, text: &str) -> (&'static str, bool) {
    let words: Vec<&str> = text.split(' ').collect();
    let cells: Vec<char> = words[0].replace('/', "").chars().collect();
    let on = |square: &Square| cells[square.cell()];
    let place = |square: &Square| (square.cell() / 5, square.cell() % 5);
    let own = |letter: char| if words[1] == "w" { letter == 'W' } else { letter == 'Q' || letter == 'D' };
    let enemy = |letter: char| letter != '.' && !own(letter);
    let distances = |a: &Square, b: &Square| {
        let (a, b) = (place(a), place(b));
        (a.0.abs_diff(b.0), a.1.abs_diff(b.1))
    };
    match illegal {
        Illegal::QueenHome(at) => ("QueenHome", on(at) == 'Q' && place(at).0 == 4),
        Illegal::QueenLost => ("QueenLost", !cells.contains(&'Q')),
        Illegal::PliesPlayed => ("PliesPlayed", words.get(2) == Some(&"50")),
        Illegal::NoMoves => ("NoMoves", words[1] == "w"),
        Illegal::NoCell(cell) => ("NoCell", *cell >= 25),
        Illegal::Pass(_) => ("Pass", true),
        Illegal::OneSquare(_) => ("OneSquare", true),
        Illegal::ManySquares(count) => ("ManySquares", *count > 2),
        Illegal::Nothing(from) => ("Nothing", on(from) == '.'),
        Illegal::NotYours { from, piece } => ("NotYours", on(from) == piece.letter() && enemy(on(from))),
        Illegal::SameSquare { from, piece } => ("SameSquare", on(from) == piece.letter() && own(on(from))),
        Illegal::TooFar { piece, from, to } => {
            let (rows, columns) = distances(from, to);
            ("TooFar", on(from) == piece.letter() && rows.max(columns) > 1)
        }
        Illegal::OwnPiece { to, piece } => ("OwnPiece", on(to) == piece.letter() && own(on(to))),
        Illegal::DiagonalStep(to) => ("DiagonalStep", on(to) == '.' && words[1] == "w"),
        Illegal::StraightCapture { to, piece } => {
            ("StraightCapture", on(to) == piece.letter() && enemy(on(to)) && words[1] == "w")
        }
        Illegal::IsCapture { to, captured, .. } => {
            ("IsCapture", on(to) == captured.letter() && enemy(on(to)))
        }
        Illegal::IsStep { to, .. } => ("IsStep", on(to) == '.'),
    }
}

const RULES: [&str; 17] = [
    "DiagonalStep",
    "IsCapture",
    "IsStep",
    "ManySquares",
    "NoCell",
    "NoMoves",
    "NotYours",
    "Nothing",
    "OneSquare",
    "OwnPiece",
    "Pass",
    "PliesPlayed",
    "QueenHome",
    "QueenLost",
    "SameSquare",
    "StraightCapture",
    "TooFar",
];

#[test]
fn every_attempt_is_played_or_refused_for_a_true_reason() {
    let mut broken = BTreeSet::new();
    let mut refused = |illegal: Illegal, pos: &DragonQueen| {
        let (rule, holds) = check(&illegal, &pos.write());
        assert!(holds, "{illegal} ({illegal:?}) in {}", pos.write());
        broken.insert(rule);
    };
    for pos in sample::positions(1200, &mut ChaCha8Rng::seed_from_u64(3)) {
        for from in 0..25 {
            for to in 0..25 {
                let squares = [from, to].map(|cell| Square::from_cell(cell).unwrap());
                let mv = Move::new(squares[0], squares[1]);
                match pos.attempt(&[from, to]) {
                    Ok(meant) => assert!(meant == mv && pos.is_legal(mv), "{mv:?} in {}", pos.write()),
                    Err(illegal) => {
                        assert!(!pos.is_legal(mv), "{mv:?} in {}", pos.write());
                        refused(illegal, &pos);
                    }
                }
                let other_way = pos.write_move(mv).replace('-', "?").replace('x', "-").replace('?', "x");
                match pos.read_move(&other_way) {
                    Err(game::MoveError::Illegal(illegal)) => refused(illegal, &pos),
                    answer => panic!("{other_way} gives {answer:?} in {}", pos.write()),
                }
            }
        }
        for cells in [&[][..], &[7], &[1, 2, 3], &[25, 0], &[0, 25], &[3, usize::MAX], &[9; 40]] {
            refused(pos.attempt(cells).unwrap_err(), &pos);
        }
    }
    assert!(broken.iter().eq(&RULES), "{broken:?}");
}

#[test]
fn refusals_are_sentences() {
    let start = "..Q../.DDD./...../...../WWWWW w";
    let fight = "...../.QD../.WW../..D../W...W q";
    let wights = "...../.QD../.WW../..D../W...W w";
    for (position, mv, sentence) in [
        (start, "c3-c4", "c3 is empty: there is no piece to move"),
        (start, "c5-b5", "the Queen stands on c5, but the Wights are to move"),
        (fight, "b3-b2", "a Wight stands on b3, but the Queen's side is to move"),
        (start, "a1-a1", "a Wight stands on a1 already: a move goes to another square"),
        (start, "a1-a3", "a Wight moves one square at a time, and a3 is no neighbour of a1"),
        (fight, "b4-d3", "the Queen moves one square at a time, and d3 is no neighbour of b4"),
        (start, "a1-b1", "a Wight stands on b1: a player never captures an own piece"),
        (fight, "b4xc4", "a Dragon stands on c4: a player never captures an own piece"),
        (
            start,
            "a1-b2",
            "a Wight steps only along its row or its column: it goes diagonally to capture, and b2 is empty",
        ),
        (wights, "c3xc4", "a Dragon stands in the way on c4: a Wight captures only diagonally"),
        (wights, "b3xb4", "the Queen stands in the way on b4: a Wight captures only diagonally"),
        (fight, "b4-b3", "b4-b3 captures a Wight: write b4xb3"),
        (wights, "c3-b4", "c3-b4 captures the Queen: write c3xb4"),
        (start, "a1xa2", "a1xa2 captures nothing, for a2 is empty: write a1-a2"),
        (
            "...../...../...../...../.WQ.. w",
            "b1-a1",
            "the game is over: the Queen has reached the Wights' row on c1 and has won",
        ),
        (
            "..D../...../...../...../.W... q",
            "c5-c4",
            "the game is over: there is no Queen any more, and the Wights have won",
        ),
        (
            "..Q../...../...../...../.W... q 50",
            "c5-c4",
            "the game is over: nobody has won in 50 plies, so it is a draw",
        ),
        (
            "..Q../...../...../D..../WD... w",
            "a1-a2",
            "the game is over: the Wights are to move and have no legal move, so it is a draw",
        ),
    ] {
        let pos = DragonQueen::read(position).unwrap();
        assert_eq!(pos.read_move(mv).unwrap_err().to_string(), sentence, "{mv} in {position}");
    }
    for (cells, sentence) in [
        (&[][..], "nobody may pass: a player who can move must move, and the Wights have a legal move"),
        (&[20], "a1 alone is no move: name the square the piece stands on and the one it goes to"),
        (&[20, 15, 10], "3 squares are no move: a move is one step, from one square to another"),
        (
            &[20, 25],
            "there is no cell 25: the board has 25, numbered from 0 in the order of the position text",
        ),
    ] {
        assert_eq!(DragonQueen::start().attempt(cells).unwrap_err().to_string(), sentence);
    }
}

#[test]
fn a_win_on_the_last_ply_counts() {
    for (position, mv, outcome) in [
        ("...../...../...../..Q../.W... q 49", "c2-c1", game::Outcome::Win(game::Player::One)),
        ("...../...../...../..Q../.W... w 49", "b1xc2", game::Outcome::Win(game::Player::Two)),
        ("...../...../...../..Q../.W... q 49", "c2-c3", game::Outcome::Draw),
    ] {
        let pos = DragonQueen::read(position).unwrap();
        let end = pos.play(pos.read_move(mv).unwrap()).unwrap();
        assert_eq!((end.ply(), end.outcome()), (Some(50), Some(outcome)), "{mv} in {position}");
    }
}
