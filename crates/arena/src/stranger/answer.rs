//! What a program means by what it printed.

use engine::{AnyPosition, quoted};

use crate::player::{Answer, Excuse};
use crate::record::VerdictKind;

/// The move that is meant by a line: a move, or the board after one, or the whole position after it.
///
/// # Errors
/// Fails where it is none of these, or no legal move is meant.
pub fn understand(pos: &dyn AnyPosition, line: &str) -> Answer {
    let line = line.trim();
    let refused = match pos.recognise(line) {
        Ok(known) => return Ok(known.text.into()),
        Err(refused) => refused,
    };
    let cells = |text: &str| text.split(' ').next().unwrap_or_default().replace('/', "");
    let board = cells(line);
    let moves = pos.moves();
    if let Some(mv) = moves.iter().find(|mv| cells(&mv.after) == board) {
        return Ok(mv.text.clone().into());
    }
    let now = cells(&pos.text());
    // Noise can have the length of one.
    let looks_like_a_board =
        board.chars().count() == now.chars().count() && board.chars().all(|c| c.is_ascii_graphic());
    let (kind, why) = if looks_like_a_board && board == now {
        (VerdictKind::Illegal, "this is the board as it was before the move".to_string())
    } else if looks_like_a_board {
        (VerdictKind::Illegal, "no legal move leads to this board".to_string())
    } else if refused.is_unreadable {
        (VerdictKind::Garbage, refused.reason)
    } else {
        (VerdictKind::Illegal, refused.reason)
    };
    Err(Excuse { kind, answer: Some(quoted(line)), what: why })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_a_board_and_a_position_are_understood() {
        for game in ["raichu", "checkers", "dragon-queen", "abalone"] {
            let pos = engine::find(game).unwrap().start();
            for mv in pos.moves() {
                let board = mv.after.split(' ').next().unwrap();
                for line in [&mv.text, &mv.after, board, &board.replace('/', ""), &format!(" {board} \r")] {
                    let meant = understand(&*pos, line).unwrap().mv;
                    let after = pos.play(&meant).unwrap().text();
                    assert_eq!(after, mv.after, "{game}: {line}");
                }
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let pos = engine::find("raichu").unwrap().start();
        let wrong = |line: &str| {
            let excuse = understand(&*pos, line).unwrap_err();
            (excuse.kind, excuse.what)
        };
        let now = pos.text().split(' ').next().unwrap().to_string();
        assert_eq!(wrong(&now), (VerdictKind::Illegal, "this is the board as it was before the move".into()));
        let other = now.replacen('W', ".", 1);
        assert_eq!(wrong(&other), (VerdictKind::Illegal, "no legal move leads to this board".into()));
        assert_eq!(wrong("a2-a8").0, VerdictKind::Illegal);
        assert_eq!(wrong("I resign").0, VerdictKind::Garbage);
        assert_eq!(wrong(&now.replacen('W', "\u{8}", 1)).0, VerdictKind::Garbage);
    }
}
