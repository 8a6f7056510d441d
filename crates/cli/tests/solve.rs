//! Exact values with lines and proofs, from the user's point of view.

mod program;

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use program::{failure, json, plywood, program, stdout};
use serde_json::Value;

#[test]
fn prints_value_and_line() {
    for (args, said) in [
        (&["checkers", "W:W31:B18"][..], "win 3\n31-26 "),
        (&["checkers", "W:WK32:BK31"], "draw\n"),
        (&["checkers", "W:WK3:B"], "win 0\n"),
        (&["checkers", "B:WK3:B"], "loss 0\n"),
        (&["dragon-queen", "...../...../...../..Q../.....", "q"], "win 1\nc2-"),
    ] {
        let answer = stdout(&[&["solve"], args].concat());
        assert!(answer.starts_with(said), "{args:?}: {answer}");
    }
}

#[test]
fn ply_count_is_respected() {
    let at = |ply: &str| stdout(&["solve", "dragon-queen", "...../.QD../...../..WW./...W.", "q", ply]);
    let free = stdout(&["solve", "dragon-queen", "...../.QD../...../..WW./...W. q"]);
    assert!(free.starts_with("win 5\n") && at("45").starts_with("win 5\n"), "{free}");
    assert!(at("46").starts_with("draw\n") && at("50") == "draw\n");
}

#[test]
fn json_output() {
    let answer = json(&["solve", "checkers", "W:W31:B18", "--json"]);
    assert_eq!((&answer["value"], &answer["distance"]), (&Value::from("win"), &Value::from(3)));
    assert_eq!(answer["line"].as_array().unwrap().len(), 3);
    assert_eq!(answer["moves"][0]["move"], "31-26");
    assert_eq!(answer["moves"][1]["value"], "draw");
    assert_eq!(answer["moves"][1]["distance"], Value::Null);
    assert!(answer["nodes"].is_u64() && answer["time_ms"].is_u64());
    let over = json(&["solve", "checkers", "B:WK3:B", "--json"]);
    assert_eq!(
        (&over["value"], &over["distance"], &over["moves"]),
        (&Value::from("loss"), &Value::from(0), &Value::Array(vec![]))
    );
}

#[test]
fn unsolved_is_unknown() {
    let output = plywood(&["solve", "abalone", "--nodes", "20000"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "unknown\n");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("Proven so far: no win before ply "), "{said}");
    assert!(said.ends_with("The node limit was reached (--nodes).\n"), "{said}");
    let answer = json(&["solve", "abalone", "--time", "0.1", "--json"]);
    assert_eq!((&answer["value"], &answer["distance"]), (&Value::from("unknown"), &Value::Null));
    assert_eq!(answer["limit"], "time");
    assert_eq!(answer["moves"].as_array().unwrap().len(), 10);
}

#[test]
fn proofs_are_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.txt");
    let file = file.to_str().unwrap();
    for (args, value) in [
        (["checkers", "W:W31:B18"], "win 3"),
        (["checkers", "W:WK32:BK31"], "draw"),
        (["dragon-queen", "...../.QD../...../..WW./...W. q 46"], "draw"),
        (["dragon-queen", "...../.QD../...../..WW./...W. q"], "win 5"),
    ] {
        let answer = stdout(&[&["solve"], &args[..], &["--proof", file]].concat());
        assert!(answer.starts_with(value), "{answer}");
        let checked = stdout(&["solve", "--check", file]);
        assert!(checked.starts_with(&format!("{value}\n")), "{checked}");
        assert_eq!(json(&["solve", "--check", file, "--json"])["value"], value.split(' ').next().unwrap());
    }
    let text = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, text.replace("value win 5", "value win 3")).unwrap();
    let (code, said) = failure(&["solve", "--check", file]);
    assert!(code == 1 && said.contains("is not a valid proof: line 4: the value needs win<=3"), "{said}");
    std::fs::write(file, text.replace("game dragon-queen", "game ludo")).unwrap();
    let (code, said) = failure(&["solve", "--check", file]);
    assert!(code == 1 && said.contains("line 2: there is no game 'ludo'"), "{said}");
    let (code, said) = failure(&["solve", "--check", &format!("{file}.none")]);
    assert!(code == 1 && said.contains("cannot read"), "{said}");
    let other = format!("{file}.2");
    let output = plywood(&["solve", "abalone", "--nodes", "5000", "--proof", &other]);
    assert!(output.status.success() && !std::path::Path::new(&other).exists());
}

#[test]
fn invalid_options_are_usage_errors() {
    for (args, code) in [
        (&["solve"][..], 2),
        (&["solve", "ludo"], 2),
        (&["solve", "checkers", "W:W1:B2"], 1),
        (&["solve", "checkers", "--time", "0"], 2),
        (&["solve", "checkers", "--memory", "0"], 2),
        (&["solve", "checkers", "--check", "x"], 2),
    ] {
        let (found, said) = failure(args);
        assert_eq!(found, code, "{args:?}: {said}");
    }
    assert!(stdout(&["solve", "--help"]).contains("Examples:"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_unknown() {
    let mut command = program();
    command.args(["solve", "raichu", "--time", "1000"]).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    program::wait_for_interrupt_handler(&child);
    program::signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "unknown\n");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("Proven so far: ") && said.contains("The search was interrupted."), "{said}");
}

/// A table has this value, and its proof would take long.
const KNOWN: [&str; 2] = ["checkers", "W:WK3,K7:BK32,K28"];

#[cfg(unix)]
#[test]
fn ctrl_c_during_the_proof_keeps_the_value() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.txt");
    let mut command = program();
    command.arg("solve").args(KNOWN).args(["--time", "1000", "--proof"]).arg(&file);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The answer is printed; the proof is still being written.
    let mut answer = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(answer.next().unwrap().unwrap(), "draw");
    std::thread::sleep(std::time::Duration::from_millis(50));
    program::signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_proof_changes_no_answer_and_keeps_to_the_limits() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.txt");
    let puzzle =
        include_str!("../../../games/checkers/data/puzzles/own_p09_9pc_12.txt").trim_end().replace('\n', "/");
    let puzzle = format!("{puzzle} r");
    for (args, limit, why) in [
        (KNOWN, ["--nodes", "5000"], "none was found within the limits; allow more"),
        (KNOWN, ["--time", "0.05"], "none was found within the limits; allow more"),
        (["checkers", &puzzle], ["--memory", "1"], " claims, and there is no memory for more; allow more"),
    ] {
        let plain = stdout(&[&["solve"], &args[..], &limit].concat());
        let output = plywood(&[&["solve"], &args[..], &limit, &["--proof", file.to_str().unwrap()]].concat());
        assert!(output.status.success(), "{limit:?}: {output:?}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), plain, "{limit:?}");
        assert!(!plain.starts_with("unknown"));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("No proof was written to ") && said.contains(why), "{limit:?}: {said}");
        assert!(!file.exists());
    }
    let proven = plywood(&["solve", "checkers", &puzzle, "--proof", file.to_str().unwrap()]);
    assert!(proven.status.success() && file.exists(), "{proven:?}");
}
