//! Writes a game as PDN.
//!
//! ```text
//! [Event "Club night"]
//! [Site "?"]
//! [Date "2026.11.18"]
//! [Round "1"]
//! [Black "Ben"]
//! [White "Ann"]
//! [Result "0-1"]
//! [GameType "21"]
//! [SetUp "1"]
//! [FEN "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"]
//!
//! 1. 22-18 12-16 2. 18-14 {The opening ends here.} 9x18 {White won: resignation} 0-1
//! ```
//!
//! Other programs disagree about the order of the points, so the comment at the end says in words
//! who won.
//!
//! Our start position has Red to move, unlike type 21, so nearly every game includes its position.

use game::{Outcome, PlayedGame, Player};

use super::START;
use crate::{Checkers, fen};

const WIDTH: usize = 80;

/// A game from `start`, with a line end after every line.
pub(crate) fn write(start: &Checkers, game: &PlayedGame) -> String {
    let result = match game.outcome {
        Some(Outcome::Win(Player::Two)) => "1-0",
        Some(Outcome::Win(Player::One)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    };
    let number = game.number.to_string();
    let position = fen::write(start);
    let mut tags = vec![
        ("Event", game.event),
        ("Site", "?"),
        ("Date", if game.date.is_empty() { "????.??.??" } else { game.date }),
        ("Round", &number),
        ("Black", game.players.two),
        ("White", game.players.one),
        ("Result", result),
        ("GameType", "21"),
    ];
    if position != START {
        tags.extend([("SetUp", "1"), ("FEN", &position)]);
    }
    let tags: String =
        tags.iter().map(|(tag, value)| format!("[{tag} \"{}\"]\n", tag_value(value))).collect();
    let mut words: Vec<String> = Vec::new();
    for (i, mv) in game.moves.iter().enumerate() {
        if i % 2 == 0 {
            words.push(format!("{}.", i / 2 + 1));
        }
        words.push(mv.clone());
        if i + 1 == game.opening {
            words.extend(comment("The opening ends here."));
        }
    }
    words.extend(comment(&ending(game)));
    words.push(result.to_string());
    format!("{tags}\n{}", lines(&words))
}

/// The result in words, because programs disagree about the order of the points.
fn ending(game: &PlayedGame) -> String {
    let who = match game.outcome {
        Some(Outcome::Win(Player::One)) => "White won",
        Some(Outcome::Win(Player::Two)) => "Black won",
        Some(Outcome::Draw) => "Drawn",
        None => "Not over",
    };
    if game.reason.is_empty() { who.to_string() } else { format!("{who}: {}", game.reason) }
}

/// A tag value. Some readers support no escape for quotation marks, so there are none inside.
fn tag_value(text: &str) -> String {
    let plain = |c: char| match c {
        '"' => '\'',
        '\\' => '/',
        c if c.is_control() => ' ',
        c => c,
    };
    text.chars().map(plain).collect()
}

/// The words of a comment, which contains no braces and no line that looks like a tag.
fn comment(text: &str) -> Vec<String> {
    let plain = |c: char| match c {
        '{' | '[' => '(',
        '}' | ']' => ')',
        c if c.is_control() => ' ',
        c => c,
    };
    let text: String = text.chars().map(plain).collect();
    format!("{{{}}}", text.trim()).split_whitespace().map(str::to_string).collect()
}

/// Wraps words into lines.
fn lines(words: &[String]) -> String {
    let mut text = String::new();
    let mut length = 0;
    for word in words {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > WIDTH {
            text.push('\n');
            length = 0;
        }
        if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length += letters;
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use game::{ByPlayer, Game as _, Notation as _, Position as _};

    use super::*;

    fn told<'g>(moves: &'g [String], one: &'g str, reason: &'g str) -> PlayedGame<'g> {
        PlayedGame {
            event: "Club night",
            number: 3,
            date: "2026.11.18",
            players: ByPlayer { one, two: "Ben" },
            outcome: Some(Outcome::Win(Player::One)),
            reason,
            moves,
            opening: 3,
        }
    }

    #[test]
    fn a_game_looks_like_this() {
        let moves = ["22-18", "12-16", "18-14", "9x18"].map(str::to_string);
        let text = Checkers::start().write_game(&told(&moves, "Ann", "resignation")).unwrap();
        let expected = "[Event \"Club night\"]
[Site \"?\"]
[Date \"2026.11.18\"]
[Round \"3\"]
[Black \"Ben\"]
[White \"Ann\"]
[Result \"0-1\"]
[GameType \"21\"]
[SetUp \"1\"]
[FEN \"W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12\"]

1. 22-18 12-16 2. 18-14 {The opening ends here.} 9x18 {White won: resignation}
0-1
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_game_from_where_draughts_begins_needs_no_position() {
        let start = Checkers::read(START).unwrap();
        let text = write(&start, &told(&[], "Ann", ""));
        assert!(!text.contains("FEN") && text.ends_with("\n\n{White won} 0-1\n"), "{text}");
    }

    #[test]
    fn nothing_that_players_say_breaks_the_form() {
        let text = write(
            &Checkers::start(),
            &told(&[], "A\"]\n[White \\", "illegal: '}{ 1-0 [Event \"x\"]\u{7}' is no move"),
        );
        assert!(text.contains("[White \"A'] [White /\"]\n"), "{text}");
        let (_, moves) = text.split_once("\n\n").unwrap();
        let end = "{White won: illegal: ')( 1-0 (Event \"x\") ' is no move} 0-1";
        assert_eq!(moves.replace('\n', " ").trim(), end);
    }
}
