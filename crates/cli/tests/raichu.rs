//! The program of the Raichu course.

mod program;

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use program::{failure, plywood, program, stdout};

const START: &str = "........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........";

/// Every board that a legal move leads to, with its rows joined.
fn successors(size: &str, side: &str, board: &str) -> Vec<String> {
    let moves = stdout(&["moves", &format!("raichu:{size}"), board, side]);
    let after = moves.lines().map(|line| line.split_once('\t').unwrap().1);
    after.map(|text| text.split(' ').next().unwrap().replace('/', "")).collect()
}

#[test]
fn every_line_is_a_board_after_a_legal_move() {
    let ten = stdout(&["show", "raichu:10", "--format", "line"]);
    for (size, side, board) in [
        ("8", "w", START),
        ("8", "b", START),
        ("10", "w", ten.trim()),
        ("8", "w", "....$......w.......@.........b.....B........W....b.............."),
    ] {
        let legal = successors(size, side, board);
        for seconds in ["0.001", "0.3"] {
            let output = plywood(&["raichu", size, side, board, seconds]);
            assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
            let said = String::from_utf8(output.stdout).unwrap();
            assert!(said.ends_with('\n'));
            let lines: Vec<&str> = said.lines().collect();
            assert!(
                !lines.is_empty() && lines.iter().all(|line| legal.contains(&line.to_string())),
                "{said}"
            );
            assert!(lines.windows(2).all(|pair| pair[0] != pair[1]), "{said}");
        }
    }
}

#[test]
fn immediate_win_is_found_without_time() {
    for seconds in ["0.001", "0.2", "100"] {
        let said = stdout(&["raichu", "8", "w", &format!("@b{}", ".".repeat(62)), seconds]);
        assert!(!said.lines().last().unwrap().contains('b'), "{said}");
    }
}

#[test]
fn finished_or_forced_board_is_returned() {
    let over = format!("{}@", ".".repeat(63));
    assert_eq!(stdout(&["raichu", "8", "b", &over, "100"]), format!("{over}\n"));
    assert_eq!(stdout(&["raichu", "8", "w", &over, "100"]), format!("{over}\n"));
    // White must pass.
    let pass = "......b................B.....................$..............w...";
    assert_eq!(stdout(&["raichu", "8", "w", pass, "100"]), format!("{pass}\n"));
}

#[test]
fn invalid_arguments_are_named() {
    let long = format!("{START}.");
    let unknown = START.replacen('W', "x", 1);
    let blank = START.replacen('.', " ", 1);
    for (args, code, message) in [
        (["9", "w", START, "1"], 2, "N is '9': expected an even number from 8 to 26"),
        (["six", "w", START, "1"], 2, "N is 'six'"),
        (["-8", "w", START, "1"], 2, "N is '-8'"),
        (["28", "w", START, "1"], 2, "N is '28'"),
        (["8", "white", START, "1"], 2, "SIDE is 'white': expected w or b"),
        (["8", "w", START, "0"], 2, "SECONDS is '0'"),
        (["8", "w", START, "-1"], 2, "SECONDS is '-1'"),
        (["8", "w", START, "inf"], 2, "SECONDS is 'inf'"),
        (["8", "w", START, "soon"], 2, "SECONDS is 'soon': expected a positive number of seconds"),
        (["8", "w", &long, "1"], 2, "BOARD has 65 cells: expected 64, 8 rows of 8"),
        (["10", "w", START, "1"], 2, "BOARD has 64 cells: expected 100, 10 rows of 10"),
        (["8", "w", "", "1"], 2, "BOARD has 0 cells"),
        (["8", "w", &".".repeat(64), "1"], 1, "the board is empty"),
        (["8", "w", &unknown, "1"], 1, "expected one of . w W @ b B $, found 'x'"),
        (["8", "w", &blank, "1"], 1, "row 1, column 1"),
    ] {
        let (got, said) = failure(&[&["raichu"], &args[..]].concat());
        assert_eq!(got, code, "{args:?}: {said}");
        assert!(said.starts_with("plywood: ") && said.contains(message), "{args:?}: {said}");
    }
    let (_, all) = failure(&["raichu", "7", "q", START, "x"]);
    assert!(all.contains("N is") && all.contains("SIDE is") && all.contains("SECONDS is"), "{all}");
    assert_eq!(failure(&["raichu", "8", "w"]).0, 2);
}

#[test]
fn arguments_mix_with_options() {
    let moved = stdout(&["raichu", "8", "w", START, "0.001"]);
    for args in [
        ["--color", "never", "raichu", "8", "w", START, "0.001"],
        ["raichu", "--color", "never", "8", "w", START, "0.001"],
    ] {
        assert_eq!(stdout(&args), moved);
    }
    assert_eq!(failure(&["raichu", "8", "w", START, "1", "1"]).0, 2);
    assert!(stdout(&["raichu", "--help"]).contains("Examples:"));
}

#[test]
fn launcher_takes_the_course_arguments() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../courses/raichu.py");
    let mut command = Command::new("python3");
    command.args(["-B", script, "8", "w", START, "0.001"]).env("PLYWOOD", env!("CARGO_BIN_EXE_plywood"));
    // Without Python the launcher cannot be tested.
    let Ok(output) = command.output() else { return };
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), stdout(&["raichu", "8", "w", START, "0.001"]));
}

#[test]
fn killed_process_has_printed_whole_lines() {
    let mut command = program();
    command.args(["raichu", "8", "w", START, "1000"]).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    for line in std::iter::once(first.trim_end().to_string()).chain(out.lines().map(Result::unwrap)) {
        assert!(successors("8", "w", START).contains(&line), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn closed_reader_is_not_an_error() {
    let mut command = program();
    command.args(["raichu", "8", "w", START, "1.5"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
