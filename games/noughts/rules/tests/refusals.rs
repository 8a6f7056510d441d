//! Illegal moves, and their explanations.

use game::{Explain, Notation};
use noughts::Noughts;

fn read(text: &str) -> Noughts {
    Noughts::read(text).unwrap()
}

#[test]
fn illegal_moves_are_refused_with_the_rule_that_they_break() {
    let going_on = "x.o/.x./..o x";
    for (position, cells, sentence) in [
        ("xxx/oo./... o", &[8][..], "the game is over: x has three in a row and has won"),
        (
            "xox/xxo/oxo o",
            &[0],
            "the game is over: every square is marked and nobody has three in a row, so it is a draw",
        ),
        (going_on, &[], "nobody may pass: mark an empty square"),
        (going_on, &[1, 1], "2 squares are no move: a player marks one square in a turn"),
        (
            going_on,
            &[9],
            "there is no cell 9: the board has 9, numbered from 0 in the order of the position text",
        ),
        (going_on, &[2], "c3 is taken: o has marked it, and only an empty square can be marked"),
    ] {
        assert_eq!(read(position).attempt(cells).unwrap_err().to_string(), sentence);
    }
}

#[test]
fn a_refusal_points_at_the_square_that_is_in_the_way() {
    let pos = read("x.o/.x./..o x");
    let about = |cells: &[usize]| pos.cells_of(&pos.attempt(cells).unwrap_err());
    assert_eq!(about(&[2]), [2]);
    assert_eq!(about(&[]), []);
}
