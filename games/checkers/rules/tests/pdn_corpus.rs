//! The difficult PDN files in `games/checkers/data/pdn`, made by hand, and what is read from each.
//!
//! ```text
//! === a title [crlf]
//! the file
//! ---
//! {A comment.} 11-15! 23-19 (23-18 {or this}) 8-11
//! = Black
//! : white Ann
//! @ W:W22,32:B1,18
//! ! a part of a fault
//! ```
//!
//! Below the dashes is the line of moves of each game, or `(none)`; then who won, if anybody did, its tags,
//! the position it starts from, and its faults in their order. Words in brackets after the title say what
//! happened to the file on its way.

use std::collections::HashSet;

use checkers::Checkers;
use game::{Game as _, Notation as _, Outcome, Player, SharedGame, SharedMove};

const TOPICS: [(&str, &str); 8] = [
    ("tags", include_str!("../../data/pdn/tags.txt")),
    ("moves", include_str!("../../data/pdn/moves.txt")),
    ("captures", include_str!("../../data/pdn/captures.txt")),
    ("comments", include_str!("../../data/pdn/comments.txt")),
    ("variations", include_str!("../../data/pdn/variations.txt")),
    ("results", include_str!("../../data/pdn/results.txt")),
    ("positions", include_str!("../../data/pdn/positions.txt")),
    ("files", include_str!("../../data/pdn/files.txt")),
];

/// A file and what is expected of it.
struct Case<'t> {
    title: &'t str,
    file: String,
    games: Vec<Expected<'t>>,
}

/// What is expected of a game: the line of moves, and what is said below it, each with its sign.
struct Expected<'t> {
    moves: &'t str,
    facts: Vec<(char, &'t str)>,
}

fn cases(text: &str) -> impl Iterator<Item = Case<'_>> {
    text.split("\n=== ").skip(1).map(|case| {
        let (title, rest) = case.split_once('\n').expect("a title is a line");
        let (file, expected) = rest.split_once("---\n").unwrap_or_else(|| panic!("'{title}' has no dashes"));
        let mut games: Vec<Expected> = Vec::new();
        for line in expected.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
            match (line.chars().next(), games.last_mut()) {
                (Some(sign @ ('=' | ':' | '@' | '!')), Some(game)) => {
                    game.facts.push((sign, line[1..].trim()));
                }
                _ => games.push(Expected { moves: line, facts: Vec::new() }),
            }
        }
        Case { title, file: on_its_way(title, file), games }
    })
}

/// The file as it arrives, by the words in brackets.
fn on_its_way(title: &str, file: &str) -> String {
    let way = title.split_once('[').map_or("", |(_, way)| way.trim_end_matches(']'));
    way.split_whitespace().fold(file.to_string(), |file, word| match word {
        "bom" => format!("\u{feff}{file}"),
        "crlf" => file.replace('\n', "\r\n"),
        "cr" => file.replace('\n', "\r"),
        "cut" => file.trim_end().to_string(),
        "nul" => format!("{file}\0\0\0"),
        "ctrl-z" => format!("{file}\u{1a}"),
        "nbsp" => file.replace(' ', "\u{a0}"),
        _ => panic!("'{title}': '{word}' is nothing that happens to files"),
    })
}

/// A game as the line of moves says it.
fn told(game: &SharedGame) -> String {
    let moves = if game.moves.is_empty() { "(none)".to_string() } else { line(&game.moves) };
    if game.comment.is_empty() { moves } else { format!("{{{}}} {moves}", game.comment) }
}

fn line(moves: &[SharedMove]) -> String {
    let told = moves.iter().map(|mv| {
        let comment = if mv.comment.is_empty() { String::new() } else { format!(" {{{}}}", mv.comment) };
        let variations: String = mv.variations.iter().map(|moves| format!(" ({})", line(moves))).collect();
        format!("{}{}{comment}{variations}", mv.text, mv.signs.concat())
    });
    told.collect::<Vec<_>>().join(" ")
}

fn winner(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "open",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(Player::One)) => "White",
        Some(Outcome::Win(Player::Two)) => "Black",
    }
}

/// What is different from what was expected.
fn differences(game: &SharedGame, Expected { moves, facts }: &Expected) -> Vec<String> {
    let all = |wanted| facts.iter().filter(move |(sign, _)| *sign == wanted).map(|(_, fact)| *fact);
    let mut found = Vec::new();
    let mut compare = |what: &str, expected: &str, read: &str| {
        if expected != read {
            found.push(format!("{what}: expected '{expected}', read '{read}'"));
        }
    };
    compare("moves", moves, &told(game));
    compare("winner", all('=').next().unwrap_or("open"), winner(game.outcome));
    for fact in all(':') {
        let (tag, value) = fact.split_once(' ').expect("a tag has a value, or '-' for none");
        let read = match tag {
            "white" => &game.players.one,
            "black" => &game.players.two,
            "event" => &game.event,
            "date" => &game.date,
            "opening" => &game.opening,
            _ => panic!("'{tag}' is no tag"),
        };
        compare(tag, if value == "-" { "" } else { value }, read);
    }
    for fen in all('@') {
        let read = Checkers::read(&game.position).expect("a game starts from a position");
        compare("position", fen, &read.write_as("fen").expect("a position has a FEN"));
    }
    let faults: Vec<&str> = all('!').collect();
    let is_told = faults.len() == game.faults.len()
        && faults.iter().zip(&game.faults).all(|(part, fault)| fault.contains(part));
    if !is_told {
        found.push(format!("faults: expected {faults:?}, read {:?}", game.faults));
    }
    found
}

#[test]
fn three_hundred_difficult_files_are_read() {
    let mut failed = Vec::new();
    let mut titles = HashSet::new();
    for (topic, text) in TOPICS {
        for Case { title, file, games } in cases(text) {
            assert!(titles.insert((topic, title)), "{topic} has '{title}' twice");
            let read = Checkers::read_games(&file).expect("checkers shares PDN");
            let mut told: Vec<String> =
                read.iter().zip(&games).flat_map(|(read, expected)| differences(read, expected)).collect();
            if read.len() != games.len() {
                told.push(format!("expected {} games, read {}", games.len(), read.len()));
            }
            if !told.is_empty() {
                failed.push(format!("{topic}: {title}\n    {}", told.join("\n    ")));
            }
        }
    }
    assert!(failed.is_empty(), "{} files of {}:\n{}", failed.len(), titles.len(), failed.join("\n"));
    assert!(titles.len() >= 300, "{} files", titles.len());
}
