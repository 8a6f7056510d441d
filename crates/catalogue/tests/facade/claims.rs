//! What every front end may rely on, for any input. The fuzz target `game_word` claims the same.

use engine::{AnyPosition, GameRef};

/// The game that a word names. If it names no game, the error can be printed.
pub(crate) fn game(word: &str) -> Option<GameRef> {
    match catalogue::CATALOGUE.find(word) {
        Ok(game) => {
            assert!(word.starts_with(game.info().name), "{word:?} is read as {}", game.info().name);
            Some(game)
        }
        Err(unknown) => {
            is_line(&unknown.to_string());
            None
        }
    }
}

/// The position that a text describes, after writing it and reading it back. If it describes no
/// position, the error can be printed.
pub(crate) fn position(game: GameRef, text: &str) -> Option<Box<dyn AnyPosition>> {
    match game.read(text) {
        Ok(pos) => {
            let written = pos.text();
            is_line(&written);
            let back = game.read(&written);
            assert_eq!(back.map(|back| back.text()).as_ref(), Ok(&written), "written for {text:?}");
            Some(pos)
        }
        Err(refused) => {
            is_line(&refused.to_string());
            None
        }
    }
}

/// The position after a move, which must be in the list of moves. If the text is not a legal move,
/// the error can be printed.
pub(crate) fn play(pos: &dyn AnyPosition, mv: &str) -> Option<Box<dyn AnyPosition>> {
    match pos.parse_move(mv) {
        Ok(id) => {
            assert!(id.place() < pos.move_count(), "{mv:?} in {}", pos.text());
            assert_eq!(pos.parse_move(&pos.move_text(id)), Ok(id), "{mv:?} in {}", pos.text());
            Some(pos.play(id))
        }
        Err(refused) => {
            is_line(&refused.to_string());
            None
        }
    }
}

/// All methods agree about a position.
pub(crate) fn agreement(pos: &dyn AnyPosition) {
    let at = pos.text();
    let moves = pos.moves();
    assert_eq!(pos.outcome().is_some(), moves.is_empty(), "the outcome of {at}");
    assert_eq!(pos.move_count(), moves.len(), "{at}");
    assert_eq!(pos.perft(0, 1), 1, "{at}");
    assert_eq!(pos.perft(1, 1), moves.len() as u64, "{at}");
    let divided: Vec<String> = pos.divide(1, 1).into_iter().map(|(mv, _)| mv).collect();
    assert_eq!(divided, moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>(), "{at}");
    for mv in &moves {
        is_line(&mv.text);
        assert_eq!(pos.parse_move(&mv.text), Ok(mv.id), "{} from {at}", mv.text);
        assert_eq!((pos.move_text(mv.id), pos.touched(mv.id)), (mv.text.clone(), mv.touched.clone()), "{at}");
    }
    let written: Vec<Option<String>> =
        pos.game().formats().iter().map(|format| pos.text_as(format)).collect();
    assert_eq!(written.first(), Some(&Some(at.clone())), "the first form of {at}");
    assert!(written.iter().all(Option::is_some), "every form of {at}");
    let diagram = pos.diagram();
    let occupants = pos.occupants();
    assert_eq!(occupants.len(), diagram.cells.len(), "{at}");
    assert!(occupants.iter().flatten().all(|&piece| piece < diagram.pieces.len()), "{at}");
}

/// Checks that a text fits on one line of a terminal.
fn is_line(text: &str) {
    let fit = !text.trim().is_empty() && !text.contains(char::is_control);
    assert!(fit, "this is not a line of text: {text:?}");
}
