//! Every explanation names a rule, and is true.

mod sample;

use std::collections::{BTreeSet, HashSet};
use std::mem::{Discriminant, discriminant};

use game::{Explain, Layout, Notation, Outcome, Position};
use raichu::{Illegal, Kind, Piece, Raichu, Raichu8, Square};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn refusal(position: &str, mv: &str) -> String {
    let pos = Raichu8::read(position).unwrap();
    pos.read_move(mv).unwrap_err().to_string()
}

#[test]
fn refusals_say_which_rule_is_broken() {
    // White to move:      a b c d e f g h
    let position = "\
        ......../\
        W.W.W.W./\
        .w.@...w/\
        w.b..B../\
        .b.$.b../\
        bb..B.../\
        .B.B...b/\
        ...w.... w";
    for (mv, sentence) in [
        ("a1-a2", "there is no piece on a1"),
        ("b5-b6", "b5 is a black Pichu, and it is White's turn"),
        ("b3-b3", "the Pichu on b3 must go to another square than its own"),
        ("d8-d7", "d8 is a Pichu on the far row: it moves only forward, so it cannot move any more"),
        (
            "b3-a2",
            "b3 is a Pichu: it moves only diagonally forward (towards Black's side), and a2 lies behind it",
        ),
        ("b3-c3", "b3 is a Pichu: it moves only diagonally forward (towards Black's side), not sideways"),
        ("b3-b4", "b3 is a Pichu: it moves diagonally forward, not straight ahead"),
        (
            "b3xb5",
            "b3 is a Pichu: it captures only by jumping diagonally forward (towards Black's side) over an enemy Pichu",
        ),
        ("e2xh5", "e2 is a Pikachu: it moves straight forward, left or right, never diagonally"),
        (
            "e2xb5",
            "e2 is a Pikachu: it captures only by jumping straight forward (towards Black's side), left or right over an \
             enemy Pichu or Pikachu",
        ),
        ("b3-c6", "b3 is a Pichu: it moves diagonally forward, and c6 is not on a diagonal from b3"),
        ("h3-e6", "h3 is a Pichu: it goes one square, or two when it jumps an enemy Pichu, and e6 is 3 away"),
        ("b3xd5", "the jump over c4 must end on an empty square, and d5 is taken by a black Raichu"),
        ("b3xa4", "a4 is taken by your own Pichu"),
        (
            "b3xc4",
            "c4 is taken by a black Pichu: a piece is captured by jumping over it, never by moving onto it",
        ),
        (
            "g2-g1",
            "g2 is a Pikachu: it moves forward (towards Black's side), left or right, and g1 lies behind it",
        ),
        ("g2-h3", "g2 is a Pikachu: it moves straight forward, left or right, never diagonally"),
        (
            "g2-h5",
            "g2 is a Pikachu: it moves straight forward, left or right, and h5 is neither in its row nor in its column",
        ),
        (
            "g2-g6",
            "g2 is a Pikachu: it goes one or two squares, or up to three when it jumps, and g6 is 4 away",
        ),
        (
            "g2-g5",
            "a Pikachu goes three squares only to jump an enemy Pichu or Pikachu, and there is none between g2 and g5",
        ),
        ("a2-a5", "your own Pichu on a4 is in the way: only enemy pieces can be jumped"),
        ("d3-e5", "d3 is a Raichu: it moves along a row, a column or a diagonal, and e5 is on none of them"),
        ("d3xd8", "d5 and d7 are both taken: a jump goes over exactly one piece"),
        ("d3-d6", "d3-d6 captures: write d3xd6"),
        ("b3xa4", "a4 is taken by your own Pichu"),
        ("e2xe3", "e2xe3 captures nothing: write e2-e3"),
        ("pass", "you can move, so you may not pass: for example "),
    ] {
        let pos = Raichu8::read(position).unwrap();
        let refusal = pos.read_move(mv).unwrap_err().to_string();
        if mv == "pass" {
            assert!(refusal.starts_with(sentence), "{refusal}");
        } else {
            assert_eq!(refusal, sentence);
        }
    }
}

#[test]
fn refusals_in_other_positions() {
    assert_eq!(
        refusal(&Raichu8::start().write(), "b3-d5"),
        "a Pichu goes two squares only to jump an enemy Pichu, and there is none between b3 and d5"
    );
    let weak = "......../......../.w.W..../..B.$.../...$..../......../......../........ w";
    assert_eq!(
        refusal(weak, "b3xd5"),
        "c4 is a black Pikachu, which a Pichu cannot jump: it can only jump an enemy Pichu"
    );
    let strong = "......../......../...W..../...$..../......../......../......../........ w";
    assert_eq!(
        refusal(strong, "d3xd5"),
        "d4 is a black Raichu, which a Pikachu cannot jump: it can only jump an enemy Pichu or Pikachu"
    );
    let stuck = ".b....../......../......../......../......../......../......../@....... b";
    assert_eq!(refusal(stuck, "b1-a2"), "no black piece can move: the only move is to pass");
    let won = "......../......../......../......../......../......../......../@....... b";
    assert_eq!(refusal(won, "pass"), "the game is over: White has captured every enemy piece");
    let draw = ".b....../......../......../......../......../......../......../w....... b";
    assert_eq!(refusal(draw, "b1-a2"), "the game is over: neither side can move, so it is a draw");
    let up = "......../......../......../......../...b..../......../...B..../....w... b";
    assert_eq!(
        refusal(up, "d5-c6"),
        "d5 is a Pichu: it moves only diagonally forward (towards White's side), and c6 lies behind it"
    );
    assert_eq!(
        refusal(up, "d7-d8"),
        "d7 is a Pikachu: it moves forward (towards White's side), left or right, and d8 lies behind it"
    );
}

#[test]
fn cells_that_are_no_move_are_refused() {
    let start = Raichu8::start();
    for (cells, sentence) in [
        (&[64, 3][..], "the board has 64 squares, numbered from 0, and 64 is none of them"),
        (&[8], "a move takes two squares, where a piece comes from and where it goes; 1 was named"),
        (&[8, 16, 24], "a move takes two squares, where a piece comes from and where it goes; 3 were named"),
    ] {
        assert_eq!(start.attempt(cells).unwrap_err().to_string(), sentence);
    }
}

/// The names of the rules that were broken, by variant.
#[derive(Default)]
struct Rules {
    seen: HashSet<Discriminant<Illegal>>,
    names: BTreeSet<String>,
}

impl Rules {
    fn add(&mut self, illegal: &Illegal) {
        if self.seen.insert(discriminant(illegal)) {
            let text = format!("{illegal:?}");
            self.names.insert(text.split([' ', '(']).next().unwrap().to_string());
        }
    }
}

/// Checks what an explanation says about the position.
fn assert_true<const W: usize, const N: usize>(
    pos: &Raichu<W, N>,
    from: Square,
    to: Square,
    illegal: &Illegal,
) {
    let us = pos.turn();
    let own = |kind| Some(Piece { player: us, kind });
    let (rows, columns) = (to.row() as i32 - from.row() as i32, to.column() as i32 - from.column() as i32);
    let ahead = if us == game::Player::One { rows } else { -rows };
    let steps = rows.abs().max(columns.abs());
    // Strictly between the two squares, on a line with them.
    let between = |at: Square| {
        let (r, c) = (at.row() as i32 - from.row() as i32, at.column() as i32 - from.column() as i32);
        let d = r.abs().max(c.abs());
        0 < d && d < steps && r * steps == rows * d && c * steps == columns * d
    };
    let kind = pos.piece_at(from).map(|piece| piece.kind);
    let holds = match *illegal {
        Illegal::Over(outcome) => pos.outcome() == Some(outcome),
        Illegal::MustPass { player } => {
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            player == us && moves.len() == 1 && moves[0].is_pass()
        }
        Illegal::NoPiece { at } => at == from && pos.piece_at(at).is_none(),
        Illegal::NotYours { at, piece } => {
            at == from && pos.piece_at(at) == Some(piece) && piece.player != us
        }
        Illegal::SameSquare { at, kind } => from == to && at == from && pos.piece_at(at) == own(kind),
        Illegal::PichuAtEnd { at } => {
            let end = if us == game::Player::One { pos.size() - 1 } else { 0 };
            at == from && at.row() == end && kind == Some(Kind::Pichu)
        }
        Illegal::PichuCapture { .. } => {
            kind == Some(Kind::Pichu) && (ahead <= 0 || rows.abs() != columns.abs())
        }
        Illegal::PikachuCapture { .. } => {
            kind == Some(Kind::Pikachu) && (ahead < 0 || rows != 0 && columns != 0)
        }
        Illegal::PichuBackward { .. } => kind == Some(Kind::Pichu) && ahead < 0,
        Illegal::PichuSideways { .. } => kind == Some(Kind::Pichu) && ahead == 0,
        Illegal::PichuStraight { .. } => kind == Some(Kind::Pichu) && columns == 0,
        Illegal::PichuOffDiagonal { .. } => kind == Some(Kind::Pichu) && rows.abs() != columns.abs(),
        Illegal::PichuTooFar { squares, .. } => {
            kind == Some(Kind::Pichu) && squares as i32 == steps && steps > 2 && rows.abs() == columns.abs()
        }
        Illegal::PikachuBackward { .. } => kind == Some(Kind::Pikachu) && ahead < 0,
        Illegal::PikachuDiagonal { .. } => kind == Some(Kind::Pikachu) && rows.abs() == columns.abs(),
        Illegal::PikachuOffLine { .. } => kind == Some(Kind::Pikachu) && rows != 0 && columns != 0,
        Illegal::PikachuTooFar { squares, .. } => {
            kind == Some(Kind::Pikachu) && squares as i32 == steps && steps > 3 && rows * columns == 0
        }
        Illegal::RaichuOffLine { .. } => {
            kind == Some(Kind::Raichu) && rows != 0 && columns != 0 && rows.abs() != columns.abs()
        }
        Illegal::NothingToJump { kind: mover, .. } => {
            kind == Some(mover) && steps == if mover == Kind::Pichu { 2 } else { 3 }
        }
        Illegal::OwnInTheWay { at, blocker } => between(at) && pos.piece_at(at) == own(blocker),
        Illegal::TwoInTheWay { first, second } => {
            first != second && [first, second].iter().all(|&at| between(at) && pos.piece_at(at).is_some())
        }
        Illegal::TooStrong { kind: mover, at, enemy } => {
            between(at) && kind == Some(mover) && pos.piece_at(at) == Some(enemy) && enemy.kind > mover
        }
        Illegal::OntoOwn { to: at, kind } => at == to && pos.piece_at(to) == own(kind),
        Illegal::OntoEnemy { to: at, enemy } => {
            at == to && pos.piece_at(to) == Some(enemy) && enemy.player != us
        }
        Illegal::NoLanding { over, to: at, piece } => {
            between(over)
                && pos.piece_at(over).is_some_and(|enemy| enemy.player != us)
                && at == to
                && pos.piece_at(to) == Some(piece)
        }
        Illegal::NoCell { .. }
        | Illegal::NotTwo { .. }
        | Illegal::CannotPass { .. }
        | Illegal::WriteCapture { .. }
        | Illegal::WriteStep { .. } => false,
    };
    assert!(holds, "{from} to {to} in {}: {illegal}", pos.write());
}

/// Attempts every pair of squares, and collects the broken rules.
fn ask_for_every_pair<const W: usize, const N: usize>(pos: &Raichu<W, N>, rules: &mut Rules) {
    let cells = pos.size() * pos.size();
    let mut moves = Vec::new();
    let over = pos.legal_moves(&mut moves);
    let mut legal = 0;
    for from in 0..cells {
        for to in 0..cells {
            match pos.attempt(&[from, to]) {
                Ok(mv) => {
                    assert!(moves.contains(&mv), "{mv} in {}", pos.write());
                    assert_eq!(pos.touched(mv), [from, to]);
                    legal += 1;
                }
                Err(illegal) => {
                    let square = |cell: usize| Square::at(cell / pos.size(), cell % pos.size()).unwrap();
                    assert_true(pos, square(from), square(to), &illegal);
                    rules.add(&illegal);
                }
            }
        }
    }
    match pos.attempt(&[]) {
        Ok(mv) => assert!(mv.is_pass() && moves == [mv]),
        Err(Illegal::CannotPass { example }) => {
            assert!(pos.read_move(&example).is_ok());
            assert_eq!(legal, moves.len());
        }
        Err(illegal) => assert_eq!(illegal, Illegal::Over(over.unwrap())),
    }
}

#[test]
fn every_pair_of_squares_on_a_thousand_positions() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut rules = Rules::default();
    for pos in sample::positions::<1, 8>(8, 500, 600, &mut rng) {
        ask_for_every_pair(&pos, &mut rules);
    }
    for pos in sample::positions::<4, 16>(10, 30, 60, &mut rng) {
        ask_for_every_pair(&pos, &mut rules);
    }
    let draw = ".b....../......../......../......../......../......../......../w....... b";
    ask_for_every_pair(&Raichu8::read(draw).unwrap(), &mut rules);
    assert_eq!(Raichu8::read(draw).unwrap().outcome(), Some(Outcome::Draw));
    let expected = [
        "MustPass",
        "NoLanding",
        "NoPiece",
        "NotYours",
        "NothingToJump",
        "OntoEnemy",
        "OntoOwn",
        "Over",
        "OwnInTheWay",
        "PichuAtEnd",
        "PichuBackward",
        "PichuCapture",
        "PichuOffDiagonal",
        "PichuSideways",
        "PichuStraight",
        "PichuTooFar",
        "PikachuBackward",
        "PikachuCapture",
        "PikachuDiagonal",
        "PikachuOffLine",
        "PikachuTooFar",
        "RaichuOffLine",
        "SameSquare",
        "TooStrong",
        "TwoInTheWay",
    ];
    assert!(rules.names.iter().eq(expected), "{:?}", rules.names);
}
