//! The program, run as a user runs it.
#![allow(dead_code, reason = "each file of tests uses its own part")]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The program, not yet started, without colour settings from the environment and without the
/// user's tables.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR").env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command.env("PLYWOOD_TABLES", "no/such/folder");
    command
}

pub(crate) fn plywood(args: &[&str]) -> Output {
    program().args(args).output().unwrap()
}

/// The output of a command that must succeed.
pub(crate) fn stdout(args: &[&str]) -> String {
    let output = plywood(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

pub(crate) fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(args)).unwrap()
}

/// The values of an output of JSON lines.
pub(crate) fn json_lines(args: &[&str]) -> Vec<Value> {
    stdout(args).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The exit code of a command that must fail, and its message.
pub(crate) fn failure(args: &[&str]) -> (i32, String) {
    let output = plywood(args);
    assert!(output.stdout.is_empty(), "{args:?} fails and still answers");
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// The exit code and the output of a command, given these input lines.
pub(crate) fn run_with_input(args: &[&str], lines: &str) -> (i32, String) {
    let mut command = program();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that exits before it has read everything closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains("panicked"), "{args:?}: {said}");
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap() + &said)
}

/// Sends a signal, such as `-INT`, to a running program.
#[cfg(unix)]
pub(crate) fn signal(child: &std::process::Child, name: &str) {
    let done = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(done.success());
}

/// Waits until a started program has installed its handler for Ctrl-C.
#[cfg(unix)]
pub(crate) fn wait_for_interrupt_handler(child: &std::process::Child) {
    const INTERRUPT: u32 = 2;
    let status = format!("/proc/{}/status", child.id());
    loop {
        std::thread::sleep(std::time::Duration::from_millis(20));
        let Ok(status) = std::fs::read_to_string(&status) else {
            // Other systems have no such files; this is long enough unless the machine is very
            // busy.
            return std::thread::sleep(std::time::Duration::from_secs(2));
        };
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim();
        if u64::from_str_radix(caught, 16).unwrap() & (1 << (INTERRUPT - 1)) != 0 {
            return;
        }
    }
}

/// The games in a tournament's folder, sorted by number.
pub(crate) fn games_in(folder: &std::path::Path) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("games.jsonl")).unwrap();
    // The first line is the plan.
    let mut games: Vec<Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    games.sort_by_key(|game| game["number"].as_u64());
    games
}

/// A time limit in seconds that is enough for a program to start, however busy the machine is now:
/// 20 times the slowest of three starts of ours, and at least `least`.
pub(crate) fn time_to_start(least: f64) -> f64 {
    let start = |_| {
        let begin = std::time::Instant::now();
        assert!(plywood(&["games"]).status.success());
        begin.elapsed().as_secs_f64()
    };
    let slowest = (0..3).map(start).fold(0.0, f64::max);
    // Rounded to a tenth, so that messages that quote it are short.
    least.max((200.0 * slowest).ceil() / 10.0)
}
