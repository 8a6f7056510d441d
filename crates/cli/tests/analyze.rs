//! `plywood analyze` and `plywood bench`.

mod program;

use program::{failure, json, json_lines, program, stdout};
use serde_json::Value;

#[test]
fn improvements_are_rows() {
    let said = stdout(&["analyze", "checkers", "--depth", "6"]);
    assert!(said.contains("\ndepth     score     nodes   nodes/s       time  line\n"), "{said}");
    assert!(said.lines().any(|line| line.trim_start().starts_with("6 ")), "{said}");
    assert!(said.contains("\nBest: ") && said.contains("\nDepth 6, "), "{said}");
    assert!(!said.contains('\u{1b}'));
    let won = stdout(&["analyze", "dragon-queen", "...../...../...../..Q../..... q", "--depth", "4"]);
    assert!(won.contains("(win 1)"), "{won}");
    let over = stdout(&["analyze", "raichu", &format!("{}@ b", ".".repeat(63))]);
    assert!(over.ends_with("The game is over: White won.\n"), "{over}");
}

#[test]
fn improvements_are_json_lines() {
    let lines = json_lines(&["analyze", "abalone", "--nodes", "20000", "--multipv", "3", "--json"]);
    let last = lines.last().unwrap();
    assert_eq!(last["nodes"], 20_000);
    assert_eq!(last["lines"].as_array().unwrap().len(), 3);
    assert!(lines.iter().all(|line| line["score"] == line["lines"][0]["score"]));
    assert!(last["score"].is_i64() && last["exact"] == false && last["nps"].is_u64());
    assert!(last["time_ms"].is_u64() && last["lines"][0]["moves"][0].is_string());
    let depths: Vec<u64> = lines.iter().map(|line| line["depth"].as_u64().unwrap()).collect();
    assert!(depths.is_sorted(), "{depths:?}");
    let won = json_lines(&["analyze", "dragon-queen", "...../...../...../..Q../..... q", "--json"]);
    let last = won.last().unwrap();
    assert_eq!((&last["score"], &last["exact"]), (&Value::from("win 1"), &Value::from(true)));
    let over = json_lines(&["analyze", "dragon-queen", "...../...../...../...../..Q.. w", "--json"]);
    assert_eq!(
        (over.len(), &over[0]["score"], &over[0]["lines"]),
        (1, &Value::Null, &Value::from(Vec::<u8>::new()))
    );
}

#[test]
fn incomplete_depth_proves_no_loss() {
    // In the first position the side to move wins, the second is a draw, the third is lost in 18
    // plies rather than 4.
    for (game, position, nodes) in [
        ("abalone", "b.../..rbb/b.bb../.....r./.....r/rrr.b/r.rb b", "98"),
        ("dragon-queen", ".W.../....D/..QW./...../..W.. w 46", "169"),
        ("checkers", "...R.R../....R.r./.......r/......../...B..../......../......../........ b", "22"),
    ] {
        for line in json_lines(&["analyze", game, position, "--nodes", nodes, "--json"]) {
            assert!(line["score"].is_i64() && line["exact"] == false, "{game}: {line}");
        }
    }
    let won = json_lines(&[
        "analyze",
        "abalone",
        "b.../..rbb/b.bb../.....r./.....r/rrr.b/r.rb b",
        "--depth",
        "8",
        "--json",
    ]);
    assert!(won.last().unwrap()["score"].as_str().unwrap().starts_with("win "), "{won:?}");
}

#[test]
fn moves_option_replays_a_game() {
    let there = ["analyze", "dragon-queen", "--moves", "a1-a2 c5-d5", "--depth", "3"];
    let said = stdout(&there);
    assert!(said.starts_with(" 5  .  .  .  Q  .\n") && said.contains("Wights to move"), "{said}");
    let (code, said) = failure(&["analyze", "checkers", "--moves", "22-18 22-18", "--depth", "1"]);
    assert!(code == 1 && said.starts_with("plywood: move 2: "), "{said}");
    let (code, said) = failure(&["analyze", "checkers", "--moves", "hello", "--depth", "1"]);
    assert!(code == 2 && said.starts_with("plywood: move 1: 'hello' is not a move"), "{said}");
    // The kings move back and forth, and the third repetition is a draw whatever the search
    // prefers.
    let kings = "W:WK1:BK32";
    let shuffled =
        ["analyze", "checkers", kings, "--moves", "1-5 32-28 5-1 28-32 1-5 32-28 5-1", "--depth", "2"];
    assert!(stdout(&shuffled).contains("Black to move"));
}

#[test]
fn node_counts_are_deterministic() {
    let bench = || json(&["bench", "--deeper", "-9", "--json"]);
    let (one, two) = (bench(), bench());
    assert_eq!(one["total"]["nodes"], two["total"]["nodes"]);
    let games: Vec<&str> =
        one["games"].as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap()).collect();
    let mut benches: Vec<&str> = catalogue::CATALOGUE.bench_positions().map(|pos| pos.word).collect();
    benches.dedup();
    assert_eq!(games, benches);
    let sum: u64 = one["games"].as_array().unwrap().iter().map(|game| game["nodes"].as_u64().unwrap()).sum();
    assert_eq!(one["total"]["nodes"], sum);
    let said = stdout(&["bench", "raichu", "--deeper", "-9", "--threads", "2"]);
    let names: Vec<&str> = said.lines().skip(1).map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(names, ["raichu", "raichu:10", "all"]);
    let compared = json(&["bench", "abalone", "--deeper", "-9", "--compare-threads", "2", "--json"]);
    assert!(compared["speed"].as_f64().unwrap() > 0.0 && compared["time"].as_f64().unwrap() > 0.0);
    assert!(
        stdout(&["bench", "abalone", "--deeper", "-12", "--compare-threads", "2"]).contains("geometric mean")
    );
    let said = stdout(&["bench", "raichu", "abalone", "--deeper", "-12", "--params"]);
    let margins = said.lines().find_map(|line| line.strip_prefix("reverse_futility_margin")).unwrap();
    assert_eq!(margins.split_whitespace().collect::<Vec<_>>(), ["80", "80", "40"]);
    let set = ["bench", "abalone", "--deeper", "-12", "--params", "--set", "delta_margin=7", "--json"];
    assert_eq!(json(&set)["games"][0]["params"]["delta_margin"], 7);
    let (code, said) = failure(&["bench", "--set", "null_move_depth_divisor=0"]);
    assert!(code == 2 && said.contains("expected null_move_depth_divisor from 1 to 64, found 0"), "{said}");
    let (code, said) = failure(&["bench", "raichu:12"]);
    assert!(code == 2 && said.contains("bench has no positions of raichu:12"), "{said}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_result_so_far() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;

    let mut command = program();
    command.args(["analyze", "raichu", "--time", "1000", "--json"]).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.starts_with("{\"depth\":3")));
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let last: Value = serde_json::from_str(&lines.last().unwrap()).unwrap();
    assert!(last["lines"][0]["moves"][0].is_string());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
