//! Invalid positions and moves, and their error messages.

use game::{Explain, Notation};
use noughts::Noughts;

#[test]
fn texts_that_are_no_moves_are_refused_with_what_would_do() {
    let pos = Noughts::read("x.o/.x./..o x").unwrap();
    assert_eq!(pos.read_move(" a2\n").unwrap(), pos.attempt(&[3]).unwrap());
    for text in ["", "a", "a4", "d1", "A2", "a2 a2", "a2x", "pass"] {
        let said = pos.read_move(text).unwrap_err().to_string();
        assert_eq!(said, format!("'{text}' is not a move: name a square, a1 to c3"));
    }
}

#[test]
fn bad_positions_are_refused_with_every_reason() {
    for (text, reasons) in [
        ("x../.../... x", "after 1 x and 0 o it is not x's turn: x begins, and the players take turns"),
        ("xx./.../.o. x", "after 2 x and 1 o it is not x's turn: x begins, and the players take turns"),
        (
            "ooo/xx./x.. o",
            "after 3 x and 3 o it is not o's turn: x begins, and the players take turns; \
                           o is to move and has three in a row: the game was over before the last move",
        ),
        ("xxx/ooo/x.. o", "o is to move and has three in a row: the game was over before the last move"),
        ("x?x/.../... x", "row 1, column 2: expected one of . x o, found '?'"),
        (
            "xxx/.../... x 4",
            "'4' has no meaning at the end of a position; \
                             after 3 x and 0 o it is not x's turn: x begins, and the players take turns; \
                             x is to move and has three in a row: the game was over before the last move",
        ),
        ("xxx", "the board has 3 cells, not 9; the side to move is missing after the board: x or o"),
    ] {
        assert_eq!(Noughts::read(text).unwrap_err().to_string(), reasons);
    }
}
