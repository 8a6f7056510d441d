//! PDN files as they are found: 400 files made by a generator in the manners of many programs, and cases
//! made by hand.

use std::fmt::Write as _;

use checkers::{Checkers, Move};
use game::{
    ByPlayer, Game as _, Notation as _, Outcome, PlayedGame, Player, Position as _, SharedGame, SharedMove,
};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

const FILES: u64 = 400;
const BLACK_FIRST: &str = "B:W21-32:B1-12";

fn games(text: &str) -> Vec<SharedGame> {
    Checkers::read_games(text).expect("checkers shares PDN")
}

fn one(text: &str) -> SharedGame {
    let mut games = games(text);
    assert_eq!(games.len(), 1, "{text}\n{games:?}");
    games.remove(0)
}

fn line(moves: &[SharedMove]) -> String {
    moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// A manner of writing games.
struct Style {
    rng: ChaCha8Rng,
    crlf: bool,
    glued_numbers: bool,
    capture: &'static str,
    ends_only: bool,
    white_first_result: bool,
    with_fen: bool,
    comments: bool,
    variations: bool,
    signs: bool,
    wide: bool,
}

/// What was written, to be found again.
struct Expected {
    players: ByPlayer<String>,
    moves: String,
    variations: Vec<String>,
    outcome: Option<Outcome>,
    position: String,
}

impl Style {
    fn new(seed: u64) -> Style {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let captures = ["x", "X", ":", "-", "×"];
        Style {
            crlf: rng.random(),
            glued_numbers: rng.random(),
            capture: captures[rng.random_range(0..captures.len())],
            ends_only: rng.random(),
            white_first_result: rng.random(),
            with_fen: rng.random(),
            comments: rng.random(),
            variations: rng.random(),
            signs: rng.random(),
            wide: rng.random(),
            rng,
        }
    }

    fn legal(pos: &Checkers) -> Vec<Move> {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        moves
    }

    /// A move as this program writes it; in full where its ends may mean several.
    fn write_move(&self, pos: &Checkers, mv: Move) -> String {
        let text = pos.write_move(mv);
        let squares = mv.squares();
        let [from, to] = [squares[0], squares[squares.len() - 1]];
        let is_plain = Self::legal(pos).iter().filter(|mv| mv.from() == from && mv.to() == to).count() == 1;
        let text = if self.ends_only && is_plain && mv.is_jump() { format!("{from}x{to}") } else { text };
        text.replace('x', self.capture)
    }

    /// A comment with everything that may mislead a reader.
    fn remark(&mut self) -> String {
        let traps = [
            "1-0",
            "(11-15",
            "22x15)",
            "$5 !",
            "[Event",
            "12. 9-13 *",
            "; half",
            "ÄÖ–é",
            "a \"quoted\" word",
        ];
        let mut text = String::from("{");
        for _ in 0..self.rng.random_range(1..4) {
            text += traps[self.rng.random_range(0..traps.len())];
            text += if self.rng.random() { "\n" } else { " " };
        }
        text + "}"
    }

    /// A variation of a few moves from a position, perhaps with one inside; `told` has its moves.
    fn variation(&mut self, start: &Checkers, depth: u32, told: &mut Vec<String>) -> String {
        let (mut pos, mut text, mut moves) = (*start, String::from("("), Vec::new());
        let mut inner = Vec::new();
        for _ in 0..self.rng.random_range(1..5) {
            let legal = Self::legal(&pos);
            if legal.is_empty() {
                break;
            }
            let mv = legal[self.rng.random_range(0..legal.len())];
            let _ = write!(text, "{} ", self.write_move(&pos, mv));
            moves.push(pos.write_move(mv));
            if depth > 0 && self.rng.random_bool(0.3) {
                text += &self.variation(&pos, depth - 1, &mut inner);
            }
            pos = pos.play_unchecked(mv);
        }
        told.push(moves.join(" "));
        told.extend(inner);
        text + ") "
    }

    fn game(&mut self, number: u64) -> (String, Expected) {
        let start_fen = if self.with_fen { "W:WK9,21,30,31.:B3,K14,17" } else { BLACK_FIRST };
        let start = Checkers::read(start_fen.replace('.', "").as_str()).expect("a position");
        let players = ByPlayer { one: format!("White {number}"), two: format!("O'Black, \"{number}\"") };
        let (mut pos, mut body, mut moves, mut variations) = (start, String::new(), Vec::new(), Vec::new());
        let plies = self.rng.random_range(1..90);
        for ply in 0..plies {
            let legal = Self::legal(&pos);
            if legal.is_empty() {
                break;
            }
            if ply % 2 == 0 || self.wide {
                let stops = if ply % 2 == 0 { "." } else { "..." };
                let _ = write!(body, "{}{stops}{}", ply / 2 + 1, if self.glued_numbers { "" } else { " " });
            }
            let mv = legal[self.rng.random_range(0..legal.len())];
            body += &self.write_move(&pos, mv);
            moves.push(pos.write_move(mv));
            if self.signs && self.rng.random_bool(0.2) {
                body += ["!", "?!", " $4", " (?)", "*"][self.rng.random_range(0..5)];
            }
            body.push(' ');
            if self.comments && self.rng.random_bool(0.2) {
                body += &self.remark();
                body.push('\n');
            }
            if self.variations && self.rng.random_bool(0.15) {
                let before = pos;
                body += &self.variation(&before, 2, &mut variations);
            }
            pos = pos.play_unchecked(mv);
        }
        let outcome = match self.rng.random_range(0..4) {
            0 => None,
            1 => Some(Outcome::Draw),
            2 => Some(Outcome::Win(Player::One)),
            _ => Some(Outcome::Win(Player::Two)),
        };
        // A game that is over on the board is won there.
        let outcome = pos.outcome().or(outcome);
        let first_won = if self.white_first_result { Player::One } else { Player::Two };
        let result = match outcome {
            None => "*",
            Some(Outcome::Draw) => "1/2-1/2",
            Some(Outcome::Win(player)) if player == first_won => "1-0",
            Some(Outcome::Win(_)) => "0-1",
        };
        if let (Some(Outcome::Win(player)), None) = (outcome, pos.outcome()) {
            let name = if player == Player::One { "White" } else { "Black" };
            let _ = write!(body, "{{{name} won.}} ");
        }
        let fen = if self.with_fen { format!("[FEN \"{start_fen}\"]\n") } else { String::new() };
        let text = format!(
            "[Event \"Match {number}\"]\n[Black \"{}\"]\n[White \"{}\"]\n[Result \"{result}\"]\n{fen}\n{body}{result}\n\n",
            players.two, players.one
        );
        let text = if self.crlf { text.replace('\n', "\r\n") } else { text };
        let moves = moves.join(" ");
        (text, Expected { players, moves, variations, outcome, position: start.write() })
    }
}

/// The variations in the order in which they are written.
fn told(moves: &[SharedMove], into: &mut Vec<String>) {
    for mv in moves {
        for variation in &mv.variations {
            into.push(line(variation));
            told(variation, into);
        }
    }
}

#[test]
fn four_hundred_files_of_many_manners_are_read() {
    for seed in 0..FILES {
        let mut style = Style::new(seed);
        let count = style.rng.random_range(1..4);
        let written: Vec<(String, Expected)> = (0..count).map(|number| style.game(number)).collect();
        let text: String = written.iter().map(|(text, _)| text.as_str()).collect();
        let read = games(&text);
        assert_eq!(read.len(), written.len(), "file {seed}:\n{text}");
        let mut end = 0;
        for (game, (part, expected)) in read.iter().zip(&written) {
            assert_eq!(game.faults, [""; 0], "file {seed}:\n{part}");
            assert_eq!(line(&game.moves), expected.moves, "file {seed}:\n{part}");
            assert_eq!(game.players, expected.players, "file {seed}");
            assert_eq!(game.position, expected.position, "file {seed}");
            assert_eq!(game.outcome, expected.outcome, "file {seed}:\n{part}");
            let mut variations = Vec::new();
            told(&game.moves, &mut variations);
            assert_eq!(variations, expected.variations, "file {seed}:\n{part}");
            assert_eq!(text[..game.end].trim_end().len(), end + part.trim_end().len(), "file {seed}");
            end += part.len();
        }
    }
}

#[test]
fn what_is_written_is_read_again() {
    for seed in 0..50 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let start =
            if seed % 2 == 0 { Checkers::start() } else { Checkers::read(BLACK_FIRST).expect("a position") };
        let (mut pos, mut moves) = (start, Vec::new());
        for _ in 0..60 {
            let legal = Style::legal(&pos);
            if legal.is_empty() {
                break;
            }
            let mv = legal[rng.random_range(0..legal.len())];
            moves.push(pos.write_move(mv));
            pos = pos.play_unchecked(mv);
        }
        let outcomes =
            [None, Some(Outcome::Draw), Some(Outcome::Win(Player::One)), Some(Outcome::Win(Player::Two))];
        let outcome = pos.outcome().or(outcomes[seed as usize % 4]);
        let game = PlayedGame {
            event: "Club night",
            number: 1,
            date: "2026.11.18",
            players: ByPlayer { one: "Ann", two: "Ben" },
            outcome,
            reason: "resignation",
            moves: &moves,
            opening: 4,
        };
        let read = one(&start.write_game(&game).expect("checkers shares PDN"));
        assert_eq!(read.faults, [""; 0]);
        assert_eq!(line(&read.moves), moves.join(" "));
        assert_eq!((read.event.as_str(), read.date.as_str()), ("Club night", "2026.11.18"));
        assert_eq!(read.players, ByPlayer { one: "Ann".to_string(), two: "Ben".to_string() });
        assert_eq!((read.outcome, read.position), (outcome, start.write()));
    }
}

#[test]
fn both_conventions_of_results_are_told_apart_by_the_file() {
    // The first game says in words who won; the second is believed to mean the same by its points.
    let file = |result: &str| {
        format!("[Result \"{result}\"]\n1. 11-15 {{White won}} {result}\n[Result \"1-0\"]\n1. 9-13 1-0\n")
    };
    let winners = |text: &str| games(text).iter().map(|game| game.outcome).collect::<Vec<_>>();
    let white = Some(Outcome::Win(Player::One));
    let black = Some(Outcome::Win(Player::Two));
    assert_eq!(winners(&file("1-0")), [white, white]);
    assert_eq!(winners(&file("0-1")), [white, black]);
    // Where nothing tells, PDN 3.0 does: Black, who moves first, has the first number.
    assert_eq!(winners("1. 11-15 1-0"), [black]);
    assert_eq!(winners("1. 11-15 2-0"), [black]);
    assert_eq!(winners("1. 11-15 1-1"), [Some(Outcome::Draw)]);
    assert_eq!(winners("1. 11-15 *"), [None]);
}

#[test]
fn files_by_hand() {
    // (text, moves of its games, a part of the only fault or nothing)
    let cases: &[(&str, &[&str], &str)] = &[
        ("", &[], ""),
        ("\u{feff}[Event \"x\"]\n1. 11-15 *", &["11-15"], ""),
        ("11-15 23-18", &["11-15 23-18"], ""),
        ("% made by a program\n; a line\n1. 11-15 ; and 22-18 is next\n22-18 *", &["11-15 22-18"], ""),
        ("1. 22-18 11-15 2. 18x11 *", &["22-18 11-15 18x11"], ""),
        ("1. 11-15 22-17 2. 15-19 24-15 3. 10-19 *", &["11-15 22-17 15-19 24x15 10x19"], ""),
        ("[Event \"a\"]\n[Event \"b\"]\n1. 9-13 *\n[Event \"c\"]\n1. 9-14 *", &["9-13", "9-14"], ""),
        ("[Event \"no end\"]\n1. 9-13\n[Event \"next\"]\n1. 9-14", &["9-13", "9-14"], ""),
        ("[Event \"x\"]\n{only a comment} *", &[""], ""),
        ("[Event \"x\"]\n{Before.} 1. 9-13 *", &["9-13"], ""),
        ("1. 9-13 {open\n[Event \"next\"]\n1. 9-14 *", &["9-13", "9-14"], ""),
        ("1. 9-13 (1. 9-14 (9-15) ) *", &["9-13"], "ply 1"),
        ("1. 9-13 (1. 9-14 *", &["9-13"], "no ')'"),
        ("1. 9-13 ) 22-18 *", &["9-13 22-18"], "no '('"),
        ("1. 9-13 22-18 2. 13-9 *", &["9-13 22-18"], "ply 3"),
        ("1. 9-33 *", &[""], "9-33"),
        ("1. e3-d4 *", &[""], "e3-d4"),
        ("[GameType \"20\"]\n1. 32-28 *", &[""], "game type 20"),
        ("[FEN \"W:W1:Q\"]\n1. 1-6 *", &[""], "FEN"),
        ("[FEN \"w:w k30 , 31 : b k3 . \"]\n1. 31-27 *", &["31-27"], ""),
        ("[FEN \"B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29:H0:F1\"]\n1. 16-19 *", &["16-19"], ""),
        (
            "1. 11-15! 23-19?? 2. 8-11 $1 22-17 (!?) 3. 9-14* 25-22 1/2-1/2",
            &["11-15 23-19 8-11 22-17 9-14 25-22"],
            "",
        ),
    ];
    for (text, expected, fault) in cases {
        let read = games(text);
        let lines: Vec<String> = read.iter().map(|game| line(&game.moves)).collect();
        let faults: Vec<&String> = read.iter().flat_map(|game| &game.faults).collect();
        assert_eq!(lines, *expected, "{text}: {faults:?}");
        match (*fault, faults.as_slice()) {
            ("", []) => {}
            (part, [only]) => assert!(!part.is_empty() && only.contains(part), "{text}: {only}"),
            _ => panic!("{text}: {faults:?}"),
        }
    }
}

#[test]
fn a_comment_belongs_to_the_move_before_it() {
    let game = one("{At first.} 1. 11-15 {Good.} {Very good.} 23-18! (23-19 {Also.} $3) *");
    assert_eq!(game.comment, "At first.");
    assert_eq!(game.moves[0].comment, "Good. Very good.");
    assert_eq!(game.moves[1].signs, ["!"]);
    let other = &game.moves[1].variations[0][0];
    assert_eq!(
        (other.text.as_str(), other.comment.as_str(), other.signs.as_slice()),
        ("23-19", "Also.", &["$3".to_string()][..])
    );
}

#[test]
fn parentheses_a_hundred_thousand_deep_do_no_harm() {
    let text = format!("1. 11-15 {}", "(".repeat(100_000));
    assert_eq!(line(&one(&text).moves), "11-15");
    let text = format!("1. 11-15 {}", "(11-16 ".repeat(10_000));
    assert_eq!(line(&one(&text).moves), "11-15");
}

proptest! {
    /// No text makes the reader fail, and every game ends where it says.
    #[test]
    fn any_text_has_some_reading(text in "[0-9x.(){}\\[\\]\"*$!;% \n/WBK:a-cé-]{0,200}") {
        let mut end = 0;
        for game in games(&text) {
            prop_assert!(game.end >= end && game.end <= text.len() && text.is_char_boundary(game.end));
            end = game.end;
        }
    }
}
