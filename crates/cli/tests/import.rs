//! `plywood games import`, as a user runs it.

mod program;

use std::fs;
use std::path::PathBuf;

use program::{failure, json, plywood, stdout};
use tempfile::TempDir;

const GAMES: &[u8] = b"[Event \"Club\"]
[Date \"2025.03.01\"]
[Black \"Ben\"]
[White \"J\xf6rg\"]
[Opening \"Old Fourteenth\"]
1. 11-15 {a start} 23-19 (23-18 8-11) 2. 8-11! 22-17 {White won} 1-0

[White \"Cleo\"]
[Black \"Dan\"]
1. 9-14 22-18 2. 5-9 1/2-1/2
[White \"Eve\"]
[Black \"Dan\"]
1. 11-15 23-19 2. 9-99 *
";

fn file(name: &str, content: &[u8]) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    (folder, path)
}

#[test]
fn games_of_a_file_are_listed_and_searched() {
    let (_folder, path) = file("club.PDN", GAMES);
    let path = path.to_str().unwrap();
    let all = plywood(&["games", "import", path]);
    assert!(all.status.success());
    let listed = String::from_utf8(all.stdout).unwrap();
    assert_eq!(listed.lines().count(), 3, "{listed}");
    assert!(
        listed.starts_with("    1  2025.03.01  J\u{f6}rg \u{2013} Ben  1-0  Old Fourteenth  4 plies\n"),
        "{listed}"
    );
    let said = String::from_utf8(all.stderr).unwrap();
    assert!(said.contains("game 3: ply 3: "), "{said}");

    let count = |args: &[&str]| stdout(&[&["games", "import", path], args].concat()).lines().count();
    assert_eq!(count(&["--player", "dan"]), 2);
    assert_eq!(count(&["--opening", "11-15 23-19"]), 2);
    assert_eq!(count(&["--opening", "fourteenth"]), 1);
    assert_eq!(count(&["--result", "1/2-1/2"]), 1);
    assert_eq!(count(&["--result", "*", "--player", "eve"]), 1);
}

#[test]
fn json_has_comments_signs_and_variations() {
    let (_folder, path) = file("club.pdn", GAMES);
    let games = json(&["games", "import", path.to_str().unwrap(), "--json", "--player", "ben"]);
    let game = &games[0];
    assert_eq!(
        (&game["number"], &game["game"], &game["result"]),
        (&1.into(), &"checkers".into(), &"1-0".into())
    );
    assert_eq!(game["moves"][0]["comment"], "a start");
    assert_eq!(game["moves"][1]["variations"][0][1]["move"], "8-11");
    assert_eq!(game["moves"][2]["signs"][0], "!");
}

#[test]
fn records_are_made_and_read_again() {
    let (_folder, path) = file("club.pdn", GAMES);
    let records = stdout(&["games", "import", path.to_str().unwrap(), "--records", "--player", "cleo"]);
    assert!(records.contains("[Players \"Cleo\" \"Dan\"]"), "{records}");
    let (_other, text) = file("club.txt", records.as_bytes());
    let listed = stdout(&["games", "import", text.to_str().unwrap()]);
    assert!(listed.contains("Cleo \u{2013} Dan  1/2-1/2  9-14 22-18 5-9  3 plies"), "{listed}");
}

#[test]
fn what_is_no_file_of_games_is_refused() {
    let (_folder, path) = file("letter.txt", b"[Dear Sir");
    let (code, said) = failure(&["games", "import", path.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(said.contains("line 1"), "{said}");
    let (code, said) = failure(&["games", "import", "no/such/file.pdn"]);
    assert_eq!(code, 1);
    assert!(said.contains("cannot read no/such/file.pdn"), "{said}");
    let (_folder, path) = file("empty.pdn", b"");
    assert_eq!(failure(&["games", "import", path.to_str().unwrap()]).0, 1);
}
