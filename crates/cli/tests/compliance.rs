//! `plywood engine GAME --check`, with our engine and with programs that get one thing wrong each.
#![cfg(target_os = "linux")]

mod program;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use engine::testing::every_board;
use program::{failure, plywood};
use serde_json::Value;
use tempfile::TempDir;

const OURS: &str = env!("CARGO_BIN_EXE_plywood");

/// The result of the checks: the exit code, and a mark and a note for each.
fn checked(game: &str, command: &str, dir: Option<&TempDir>) -> (i32, Vec<(String, String, String)>) {
    let mut args = vec!["engine", game, "--json", "--check", command];
    if let Some(dir) = dir {
        args.extend(["--dir", dir.path().to_str().unwrap()]);
    }
    let output = plywood(&args);
    let checks: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let word = |check: &Value, name: &str| check[name].as_str().unwrap().to_string();
    let checks = checks.iter().map(|check| (word(check, "name"), word(check, "mark"), word(check, "note")));
    (output.status.code().unwrap(), checks.collect())
}

/// The faults of our engine behind this script: the names of the failed checks, and the note of the
/// first.
fn faults(script: &str) -> (Vec<String>, String) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("engine.sh");
    fs::write(&path, format!("#!/bin/sh\nours() {{ {OURS} engine checkers; }}\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    // Named, so that it can be seen wherever it is.
    let (code, checks) = checked("checkers", &format!("./engine.sh {OURS}"), Some(&dir));
    let failed: Vec<_> = checks.into_iter().filter(|(_, mark, _)| mark == "fail").collect();
    assert_eq!(code, i32::from(!failed.is_empty()), "{failed:?}");
    let note = failed.first().map_or(String::new(), |(_, _, note)| note.clone());
    (failed.into_iter().map(|(name, ..)| name).collect(), note)
}

#[test]
fn our_own_engine_passes_everything_in_every_game() {
    for game in &every_board(catalogue::CATALOGUE, 10) {
        let (code, checks) = checked(game, &format!("{OURS} engine {game}"), None);
        assert!(checks.len() > 20 && checks.iter().all(|(_, mark, _)| mark == "pass"), "{game}: {checks:?}");
        assert_eq!(code, 0);
    }
}

#[test]
fn a_program_without_extensions_passes() {
    assert_eq!(faults("ours | sed -u '/^legal/d; /^why/d; /^value/d; /^perft/d'").0, [""; 0]);
}

#[test]
fn wrong_protocol() {
    let (failed, note) = faults("ours | sed -u s/^ugiok/uciok/");
    assert_eq!(failed, ["handshake"]);
    assert_eq!(note, "'ugi' was not answered by 'ugiok' in 10 seconds; its last line was 'uciok'");
}

#[test]
fn missing_program() {
    let (failed, note) = faults("echo no book >&2; exit 3");
    assert_eq!(failed, ["handshake"]);
    assert_eq!(note, "after 'ugi' it ended with code 3; it complained: no book");
}

#[test]
fn ignored_position_moves() {
    let (failed, note) = faults("sed -u 's/ moves .*//; /^quit/q' | ours");
    assert!(failed.starts_with(&["position-moves".to_string(), "position-fen".to_string()]), "{failed:?}");
    assert!(note.starts_with("'go movetime 100' was answered by 'bestmove "), "{note}");
    assert!(note.contains("' after 9 moves: "), "{note}");
}

#[test]
fn illegal_best_moves() {
    let (failed, note) = faults("ours | sed -u 's/^bestmove .*/bestmove 22-17-13/'");
    assert_eq!(failed[0], "position-startpos");
    assert!(note.contains("'bestmove 22-17-13', in the position '.b.b.b.b/"), "{note}");
}

#[test]
fn ignored_time_limit() {
    // Longer than a check tolerates on the busiest machine.
    let slow = "while IFS= read -r l; do case \"$l\" in 'go movetime 300') sleep 8;; esac; echo \"$l\"; [ \"$l\" = quit ] && exit; done | ours";
    let (failed, note) = faults(slow);
    assert_eq!(failed, ["go-movetime"]);
    assert!(note.starts_with("'go movetime 300' took ") && note.ends_with(" seconds of 0.3"), "{note}");
}

#[test]
fn infinite_search_that_ends_early() {
    let (failed, note) = faults("sed -u 's/go infinite/go depth 1/; /^quit/q' | ours");
    assert!(failed.contains(&"go-infinite".to_string()), "{failed:?}");
    assert!(note.ends_with(" came before 'stop': after 'go infinite' it must wait"), "{note}");
}

#[test]
fn ignored_stop() {
    let (failed, note) = faults("sed -u '/^stop/d; /^quit/q' | ours");
    assert_eq!(failed, ["go-infinite", "isready-thinking"]);
    assert!(note.starts_with("'stop' was not answered by 'bestmove' in "), "{note}");
}

#[test]
fn a_wrong_result() {
    let (failed, note) = faults("ours | sed -u 's/^response p.win/response draw/'");
    assert_eq!(failed, ["query-result"]);
    assert!(note.starts_with("'query result' was answered by 'response draw', not by 'response p"), "{note}");
}

#[test]
fn crash_on_unknown_command() {
    let script = "while IFS= read -r l; do [ \"$l\" = 'xyzzy plugh' ] && kill -KILL $$ && exit; echo \"$l\"; [ \"$l\" = quit ] && exit; done | ours";
    let (failed, note) = faults(script);
    assert_eq!(failed, ["unknown-command"]);
    assert!(note.contains("signal 9 ended it"), "{note}");
}

#[test]
fn ignored_quit() {
    let (failed, note) = faults("sed -u '/^quit/d' | ours");
    assert_eq!(failed, ["quit"]);
    assert!(note.starts_with("it was still running ") && note.ends_with(" after 'quit'"), "{note}");
}

#[test]
fn a_wrong_answer_to_an_extension() {
    let (failed, note) = faults("ours | sed -u 's/^perft 2 49/perft 2 50/'");
    assert_eq!(failed, ["extension-perft"]);
    assert_eq!(note, "'perft 2' was answered by 'perft 2 50', not by 'perft 2 49'");
}

#[test]
fn one_line_per_check() {
    let output = plywood(&["engine", "checkers", "--check", "sh -c 'exit 3'"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("fail  handshake          after 'ugi' it ended with code 3"));
    assert_eq!(lines.next(), Some("skip  isready            there was no handshake"));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "plywood: 1 of 22 checks failed\n");
}

#[test]
fn malformed_command_line_is_a_usage_error() {
    let (code, text) = failure(&["engine", "checkers", "--check", "a 'b"]);
    assert!(code == 2 && text.contains("quotation mark"), "{code}: {text}");
    assert_eq!(failure(&["engine", "checkers", "--json"]).0, 2);
}
