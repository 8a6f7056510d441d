//! Every explanation names the broken rule, and what it says is true.

mod sample;

use std::collections::BTreeSet;

use abalone::{Abalone, Cell, Illegal, Move};
use game::{CellId, Explain, Notation, Outcome, Position};

/// Whether `illegal` is true of the attempt to move `behind` and `front`.
fn is_true(pos: &Abalone, behind: Cell, front: Cell, illegal: Illegal) -> bool {
    let ours = Some(pos.turn());
    let theirs = Some(pos.turn().other());
    let owner = |cell| pos.token_at(cell);
    // The cell as far from `b` as `b` is from `a`.
    let step = |a: Cell, b: Cell| {
        let row = (2 * b.row()).checked_sub(a.row())?;
        Cell::at(row, (2 * b.diagonal()).checked_sub(a.diagonal())?)
    };
    let neighbours = |a: Cell, b: Cell| {
        let down = b.row() as i32 - a.row() as i32;
        let along = b.diagonal() as i32 - a.diagonal() as i32;
        [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)].contains(&(down, along))
    };
    let pair = neighbours(behind, front) && owner(behind) == ours && owner(front) == ours;
    let is_ahead = |cell| step(behind, front) == Some(cell);
    let is_beyond = |ahead, cell| step(front, ahead) == Some(cell);
    match illegal {
        Illegal::Decided { loser } => pos.outcome() == Some(Outcome::Win(loser.other())),
        Illegal::Stuck { player } => player == pos.turn() && pos.outcome() == Some(Outcome::Draw),
        Illegal::Twice { cell } => behind == cell && front == cell,
        Illegal::Empty { cell, mover } => {
            (cell == behind || cell == front) && owner(cell).is_none() && Some(mover) == ours
        }
        Illegal::Enemy { cell, mover } => {
            (cell == behind || cell == front) && owner(cell) == theirs && Some(mover) == ours
        }
        Illegal::Apart { behind: a, front: b } => {
            (a, b) == (behind, front) && owner(a) == ours && !neighbours(a, b)
        }
        Illegal::Edge { behind: a, front: b } => (a, b) == (behind, front) && pair && step(a, b).is_none(),
        Illegal::OwnAhead { ahead, mover } => {
            pair && is_ahead(ahead) && owner(ahead) == ours && Some(mover) == ours
        }
        Illegal::TwoAhead { ahead, beyond } => {
            pair && is_ahead(ahead) && is_beyond(ahead, beyond) && [ahead, beyond].map(owner) == [theirs; 2]
        }
        Illegal::OwnBeyond { ahead, beyond, mover } => {
            pair && is_ahead(ahead)
                && is_beyond(ahead, beyond)
                && owner(ahead) == theirs
                && owner(beyond) == ours
                && Some(mover) == ours
        }
        Illegal::Corner { corner } => {
            let name = corner.to_string();
            let is_corner = ["A4", "A7", "D1", "D7", "G1", "G4"].contains(&&*name);
            pair && is_ahead(corner) && is_corner && step(front, corner).is_none() && owner(corner) == theirs
        }
        // A pair of cells on the board never breaks one of these.
        Illegal::NoCell { .. } | Illegal::Pass | Illegal::Single { .. } | Illegal::TooMany { .. } => false,
    }
}

fn variant(illegal: &Illegal) -> String {
    format!("{illegal:?}").split_whitespace().next().unwrap_or_default().to_string()
}

#[test]
fn every_pair_of_cells_is_a_legal_move_or_breaks_a_rule() {
    let mut positions = sample::played(3, 3);
    positions.extend(sample::set_up(700, 4));
    assert!(positions.len() >= 1000);
    let mut reached = BTreeSet::new();
    let mut moves = Vec::new();
    for pos in &positions {
        pos.legal_moves(&mut moves);
        for behind in Cell::ALL {
            for front in Cell::ALL {
                let mv = Move { behind, front };
                let attempt = pos.attempt(&[behind.id(), front.id()]);
                assert_eq!(attempt.is_ok(), moves.contains(&mv), "{mv} in {}", pos.write());
                assert_eq!(attempt.is_ok(), pos.is_legal(mv), "{mv} in {}", pos.write());
                match attempt {
                    Ok(meant) => assert_eq!(meant, mv),
                    Err(illegal) => {
                        let at = || format!("{mv} in {}: {illegal}", pos.write());
                        assert!(is_true(pos, behind, front, illegal), "{}", at());
                        reached.insert(variant(&illegal));
                    }
                }
            }
        }
    }
    let expected = [
        "Apart",
        "Corner",
        "Decided",
        "Edge",
        "Empty",
        "Enemy",
        "OwnAhead",
        "OwnBeyond",
        "Stuck",
        "Twice",
        "TwoAhead",
    ];
    assert!(reached.iter().eq(expected), "{reached:?}");
}

/// The explanation for touching the cells with these names.
fn said(position: &str, names: &[&str]) -> String {
    let id = |name: &&str| Cell::ALL.iter().position(|cell| cell.to_string() == *name).unwrap();
    let cells: Vec<CellId> = names.iter().map(id).collect();
    said_of(position, &cells)
}

fn said_of(position: &str, cells: &[CellId]) -> String {
    match Abalone::read(position).unwrap().attempt(cells) {
        Ok(mv) => format!("{mv} is legal"),
        Err(illegal) => illegal.to_string(),
    }
}

const START: &str = "bbbb/bbbbb/..bb../......./..rr../rrrrr/rrrr b";

#[test]
fn tokens_that_are_no_pair() {
    for (names, sentence) in [
        (&["A4", "B3"][..], "A4B3 is legal"),
        (&[], "nobody passes: name two neighbouring tokens, first the one behind and then the one in front"),
        (&["A4"], "a single token does not move: after A4 name the token in front of it"),
        (&["D4"], "D4 is empty: name two tokens of Blue's, first the one behind and then the one in front"),
        (
            &["A4", "B4", "C4"],
            "a move is a pair of tokens, not 3: name only the one behind and the one in front",
        ),
        (&["A4", "A4"], "A4 is named twice: a single token does not move, only a pair of neighbours"),
        (
            &["C4", "D4"],
            "D4 is empty: name two tokens of Blue's, first the one behind and then the one in front",
        ),
        (&["G1", "F1"], "G1 holds a token of Red's: name two of Blue's, who is to move"),
        (&["A4", "C4"], "A4 and C4 are not neighbours: only two tokens side by side move together"),
        (&["A4", "G1"], "A4 and G1 are not neighbours: only two tokens side by side move together"),
        (&["B4", "A4"], "A4 is on the edge: B4A4 would take the pair off the board"),
        (
            &["A4", "A5"],
            "A6 in front of the pair holds a token of Blue's own: only two tokens move, and they push only enemies",
        ),
    ] {
        assert_eq!(said(START, names), sentence);
    }
}

#[test]
fn cells_that_the_board_does_not_have() {
    assert_eq!(
        said_of(START, &[0, 37]),
        "the board has 37 cells, and cell 37 counted from 0 is none of them"
    );
}

/// A4 and D7 are red corners. B4 C4 face A4 from the centre, A5 A6 along the edge; D5 D6 face D7.
const CORNERS: &str = "rbb./.b.../..b.../r...bbr/rr..../rrrr./bbb. b";

#[test]
fn nothing_is_pushed_straight_out_through_a_corner() {
    assert_eq!(
        said(CORNERS, &["C4", "B4"]),
        "A4 is a corner and a token cannot be pushed straight out through it"
    );
    assert_eq!(
        said(CORNERS, &["D5", "D6"]),
        "D7 is a corner and a token cannot be pushed straight out through it"
    );
    assert_eq!(said(CORNERS, &["A6", "A5"]), "A6A5 is legal");
}

/// On row D Blue faces two enemies on one side; on row F an enemy with a token of Blue's behind it.
const ROWS: &str = "bbbb/...../.r..../.bbrr../.r..rr/rbrbb/r... b";

#[test]
fn only_one_enemy_is_pushed_and_only_into_the_open() {
    assert_eq!(said(ROWS, &["D2", "D3"]), "a pair pushes only one token: D5 behind D4 is not empty");
    assert_eq!(
        said(ROWS, &["F5", "F4"]),
        "the token on F3 cannot be pushed: F2 behind it holds a token of Blue's own"
    );
}

#[test]
fn a_finished_game() {
    assert_eq!(
        said("..b./b..../bbbb.b/.r....r/....rr/.rr../.r.r b", &["C2", "C3"]),
        "the game is over: Blue has lost 4 tokens"
    );
    assert_eq!(
        said("r.br/b.r.b/br.br./r..r.br/.rb.r./..bbb/.b.r r", &["A4", "A5"]),
        "the game is over: Red is to move and has no legal move, so it is a draw"
    );
}
