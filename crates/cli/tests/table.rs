//! Exact values of positions with few pieces, from the user's point of view.

mod program;

use engine::testing::every_board;
use program::{failure, json, json_lines, plywood, program, run_with_input, stdout};
use serde_json::json;

/// A folder without tables, so that only the embedded ones count.
fn nowhere() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn with_tables<'a>(args: &[&'a str], folder: &'a tempfile::TempDir) -> Vec<&'a str> {
    let mut args = args.to_vec();
    args.extend(["--tables", folder.path().to_str().unwrap()]);
    args
}

#[test]
fn probe_prints_value_moves_and_line() {
    let folder = nowhere();
    let probe = |position| stdout(&with_tables(&["table", "probe", "checkers", position], &folder));
    assert_eq!(probe("W:WK18:BK15"), "win 1\n18x11\twin\t1\nline\t18x11\n");
    let draw = probe("W:WK18:BK1");
    let mut lines = draw.lines();
    assert_eq!(lines.next(), Some("draw"));
    assert_eq!(lines.clone().filter(|line| line.ends_with("\tdraw\t")).count(), 4, "{draw}");
    assert!(lines.next_back().unwrap().starts_with("line\t"));
}

#[test]
fn probe_answers_a_file_line_by_line() {
    let folder = nowhere();
    let args = with_tables(&["table", "probe", "checkers", "--file", "-"], &folder);
    let (code, said) = run_with_input(&args, "W:WK18:BK1\n\nW:WK18,K19:BK1\nW:W21,22,23,24,25:B1,2,3,4,5\n");
    assert_eq!(code, 0);
    let lines: Vec<Vec<&str>> = said.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines[0], ["W:WK18:BK1", "draw", ""]);
    assert_eq!(lines[1][..2], ["W:WK18,K19:BK1", "win"]);
    assert!(lines[1][2].parse::<u32>().unwrap() % 2 == 1);
    assert_eq!(lines[2], ["W:W21,22,23,24,25:B1,2,3,4,5", "unknown", ""]);
    let (code, said) = run_with_input(&args, "W:WK18:BK1\nW:WK18:BK18\n");
    assert_eq!(code, 1);
    assert!(said.starts_with("W:WK18:BK1\tdraw\t\n"), "{said}");
    assert!(said.contains("plywood: -, line 2: not a position: "), "{said}");
}

#[test]
fn json_agrees_with_text() {
    let folder = nowhere();
    let args = with_tables(&["table", "probe", "checkers", "W:WK18,K19:BK1", "--json"], &folder);
    let answer = json(&args);
    assert_eq!(answer["value"], "win");
    let distance = answer["distance"].as_u64().unwrap();
    assert_eq!(answer["moves"][0]["distance"], distance);
    assert_eq!(answer["line"].as_array().unwrap().len() as u64, distance);
    assert_eq!(answer["line"][0], answer["moves"][0]["move"]);
    let list = folder.path().join("list.txt");
    std::fs::write(&list, "W:WK18,K19:BK1\nW:WK18:BK1\n").unwrap();
    let file = list.to_str().unwrap();
    let answers =
        json_lines(&with_tables(&["table", "probe", "checkers", "--json", "--file", file], &folder));
    assert_eq!(answers[0], json!({"position": "W:WK18,K19:BK1", "value": "win", "distance": distance}));
    assert_eq!(answers[1], json!({"position": "W:WK18:BK1", "value": "draw", "distance": null}));
}

/// The value of each position of a line is one ply shorter than the one before, by tables and by
/// moves.
#[test]
fn lines_reach_the_claimed_result() {
    let folder = nowhere();
    let mut position = "W:WK18,K19:BK1".to_string();
    let probe =
        |position: &str| json(&with_tables(&["table", "probe", "checkers", position, "--json"], &folder));
    let mut left = probe(&position)["distance"].as_u64().unwrap();
    while left > 0 {
        let answer = probe(&position);
        assert_eq!(answer["distance"], left);
        assert_eq!(answer["value"], if left % 2 == 1 { "win" } else { "loss" });
        let best = &answer["line"][0];
        let moves = json(&["moves", "checkers", &position, "--json"]);
        let played = moves.as_array().unwrap().iter().find(|mv| mv["move"] == *best).unwrap();
        position = played["position"].as_str().unwrap().to_string();
        left -= 1;
    }
    assert_eq!(json(&["moves", "checkers", &position, "--json"]), json!([]));
}

#[test]
fn missing_table_is_unknown() {
    let folder = nowhere();
    for game in &every_board(catalogue::CATALOGUE, 10) {
        let answer = stdout(&with_tables(&["table", "probe", game], &folder));
        assert!(answer.starts_with("unknown\n"), "{answer}");
        assert!(answer.lines().skip(1).all(|line| line.ends_with("\tunknown\t")), "{answer}");
    }
}

#[test]
fn damaged_tables_are_named() {
    let folder = nowhere();
    let list = json(&with_tables(&["table", "info", "checkers", "--json"], &folder));
    let positions = |list: &serde_json::Value| -> u64 {
        list.as_array().unwrap().iter().map(|table| table["positions"].as_u64().unwrap()).sum()
    };
    // All material with 2 to 4 pieces, without those in which a side has no pieces.
    assert_eq!(list.as_array().unwrap().len(), 41);
    assert_eq!(positions(&list), 6_408_836);
    assert_eq!(stdout(&with_tables(&["table", "info", "abalone"], &folder)), "");
    std::fs::create_dir(folder.path().join("checkers")).unwrap();
    std::fs::write(folder.path().join("checkers/00010001-0m1k-0m1k.plt"), "nothing").unwrap();
    let output = plywood(&with_tables(&["table", "info", "checkers"], &folder));
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("00010001-0m1k-0m1k.plt is not a table of this program"), "{said}");
    let (code, said) = failure(&with_tables(&["table", "verify", "checkers", "0m1k-0m1k"], &folder));
    assert_eq!(code, 1);
    assert!(said.contains("is not a table of this program"), "{said}");
}

#[test]
fn verify_proves_every_value() {
    let folder = nowhere();
    let args = ["table", "verify", "checkers", "0m1k-0m2k", "1m0k-1m0k"];
    assert_eq!(stdout(&with_tables(&args, &folder)), "1m0k-1m0k\t760\n0m1k-0m2k\t14880\n");
    let (code, said) = failure(&with_tables(&["table", "verify", "checkers", "9k"], &folder));
    assert_eq!((code, said.contains("there is no table for slice '9k'")), (2, true), "{said}");
    let (code, said) = failure(&["table", "probe", "checkers", "--tables", "no/such/folder"]);
    assert_eq!((code, said.contains("'no/such/folder' is not a folder")), (2, true), "{said}");
    let (code, said) = failure(&with_tables(&["table", "verify", "abalone"], &folder));
    assert_eq!((code, said.starts_with("plywood: no tables of Abalone ")), (1, true), "{said}");
}

/// A bad file does not hide the embedded table; a command that opens it reports it once, and
/// answers.
#[test]
fn rejected_table_is_reported_once() {
    let folder = nowhere();
    for (game, name) in [
        ("checkers", "00010001-0m1k-0m1k.plt"),
        ("checkers", "00020003-0m2k-0m3k.plt"),
        ("checkers", "00030002-0m3k-0m2k.plt"),
        ("raichu", "00001001-0-0.plt"),
    ] {
        std::fs::create_dir_all(folder.path().join(game)).unwrap();
        std::fs::write(folder.path().join(game).join(name), "nothing").unwrap();
    }
    let puzzle = folder.path().join("puzzle.txt");
    // This cannot be proven quickly, so that the folder is probed.
    let rows =
        [".B.B.B..", "........", "........", "........", "........", "........", "........", "R.R.R..."];
    std::fs::write(&puzzle, rows.join("\n")).unwrap();
    let puzzle = puzzle.to_str().unwrap();
    let board = format!("@{}${}", ".".repeat(35), ".".repeat(27));
    let cases = [
        (&["table", "probe", "checkers", "W:WK18:BK1"][..], "draw\n"),
        (&["solve", "checkers", "W:WK18:BK1"], "draw\n"),
        (&["analyze", "checkers", "W:WK18:BK1", "--depth", "3"], "Exact: a draw"),
        (&["play", "checkers", "W:WK18:BK1", "--plain", "--as", "none", "--time", "0.01"], "draw"),
        (&["checkers", "--inputfile", puzzle, "--outputfile", "/dev/null", "--time", "10"], ""),
        (&["raichu", "8", "w", &board, "0.5"], "\n"),
    ];
    for (args, answer) in cases {
        let mut command = program();
        let output = command.env("PLYWOOD_TABLES", folder.path()).args(args).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{args:?}: {said}");
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(out.contains(answer), "{args:?}: {out}");
        let refusals = said.matches("is not a table of this program; it was not used").count();
        assert_eq!(refusals, 1, "{args:?}: {said}");
    }
}

#[test]
fn list_output_keeps_positions_in_one_column() {
    let folder = nowhere();
    let args = with_tables(&["table", "probe", "dragon-queen", "--file", "-"], &folder);
    let (code, said) = run_with_input(&args, "  ..Q../...../...../...../.....\tq   50 \n");
    assert_eq!((code, &said[..]), (0, "..Q../...../...../...../..... q 50\tdraw\t\n"));
}
