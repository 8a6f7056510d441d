//! Programs that misbehave, each in its own way: a match with any of them continues, and reports
//! the violation.
#![cfg(target_os = "linux")]

mod program;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use program::{failure, games_in, time_to_start};
use serde_json::Value;
use tempfile::TempDir;

/// A folder with one program.
fn folder(script: &str) -> TempDir {
    let dir = TempDir::new().unwrap();
    write_script(dir.path(), script);
    dir
}

fn write_script(dir: &Path, script: &str) {
    let path = dir.join("player.sh");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Two games of Raichu from the start against a random player, and the verdict on each.
fn games_with(dir: &Path, command: &str, words: &str, more: &[&str]) -> Vec<Value> {
    let out = TempDir::new().unwrap();
    // The time limit is ample unless it is what is tested: the machine may be busy.
    let time = if words.contains("time=") { "" } else { "time=60" };
    let player = format!("name=stranger type=oneshot cmd=\"{command}\" dir={} {time} {words}", dir.display());
    let args = ["match", "raichu", "--player", &player, "--player", "type=random", "--games", "2"];
    let args = args.into_iter().chain([
        "--opening-plies",
        "0",
        "--unbalanced",
        "--out",
        out.path().to_str().unwrap(),
    ]);
    let args = args.chain(more.iter().copied());
    let output = program::program().args(args).env("SECRET", "x").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    games_in(out.path())
}

fn games(dir: &Path, command: &str, words: &str) -> Vec<Value> {
    games_with(dir, command, words, &[])
}

/// The verdict on a program, which must be the same in both games.
fn verdict(script: &str, words: &str) -> (String, String) {
    verdict_with(script, words, &[])
}

fn verdict_with(script: &str, words: &str, more: &[&str]) -> (String, String) {
    let dir = folder(script);
    let said = |game: &Value| {
        let verdict = &game["verdict"];
        assert_eq!(verdict["player"], "stranger", "{game}");
        let word = |name: &str| verdict[name].as_str().unwrap().to_string();
        (word("kind"), word("why"))
    };
    let games = games_with(dir.path(), "./player.sh {n} {side} {board} {seconds}", words, more);
    let [first, second] = &games[..] else { panic!("{} games", games.len()) };
    assert_eq!((&first["result"], &second["result"]), (&Value::from("0-1"), &Value::from("1-0")));
    assert_eq!(said(first).0, said(second).0, "{first}\n{second}");
    said(first)
}

/// Whether a process with this word in its command line is running.
fn runs(word: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.into_iter().any(|line| String::from_utf8_lossy(&line).contains(word))
}

#[test]
fn illegal() {
    let (kind, why) = verdict("echo a2-a8", "");
    assert_eq!(kind, "illegal");
    assert!(why.starts_with("a2 is a Pikachu: "), "{why}");
    assert_eq!(verdict("echo \"$3\"", "").1, "this is the board as it was before the move");
}

#[test]
fn garbage() {
    assert_eq!(verdict("echo I resign", "").0, "garbage");
    assert_eq!(verdict("head -c 3000 /dev/urandom | tr -d '\\n'; echo .", "").0, "garbage");
}

#[test]
fn silent() {
    assert_eq!(verdict("exit 0", "").0, "silent");
    assert_eq!(verdict("exec >&-; exit 0", "").0, "silent");
}

#[test]
fn crash() {
    let (kind, why) = verdict("echo no idea >&2; exit 3", "");
    assert_eq!(
        (kind.as_str(), why.as_str()),
        ("crash", "it ended with code 3 and printed nothing; it complained: no idea")
    );
    assert_eq!(verdict("kill -SEGV $$", "").1, "signal 11 ended it");
    assert!(verdict("exec ./no-such-file", "").1.contains("no-such-file"));
}

#[test]
fn timeout_kills_hidden_children() {
    let script = "trap '' TERM INT HUP
        (setsid sleep 98765 &)
        sleep 98765 &
        while :; do sleep 1; done";
    assert_eq!(verdict(script, &format!("time={}", time_to_start(0.3))).0, "timeout");
    assert!(!runs("98765"));
}

#[test]
fn closed_stdout_ends_the_wait() {
    let time = format!("time={}", time_to_start(0.3));
    assert_eq!(verdict("exec >&- 2>&-; sleep 97531", &time).0, "timeout");
    assert!(!runs("97531"));
}

#[test]
fn flood() {
    assert_eq!(verdict("yes | head -c 10000000000", "time=20").0, "flood");
    assert_eq!(verdict("head -c 10000000000 /dev/zero", "time=20").0, "flood");
}

#[test]
fn a_fork_bomb() {
    // On a busy machine the shell has time to complain that it cannot fork.
    let why = verdict("b() { b | b & b; }; b", "time=20").1;
    assert!(why.starts_with("it was ended: too many processes"), "{why}");
}

#[test]
fn joining_our_process_group_is_harmless() {
    let script = r#"exec python3 -c "
import os, time
supervisor = os.getppid()
referee = int(open(f'/proc/{supervisor}/stat').read().split()[3])
os.setpgid(0, os.getpgid(referee))
time.sleep(86440)""#;
    // In a sandbox it cannot see us.
    assert_eq!(verdict_with(script, "time=20", &["--sandbox", "limits"]).0, "crash");
}

#[test]
fn too_much_memory() {
    let script = "x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done";
    assert_eq!(verdict(script, "time=20 memory=200").1, "it was ended: too much memory");
}

#[test]
fn orphaned_children_are_killed() {
    let dir = folder("(setsid sh -c 'sleep 86420' >/dev/null 2>&1 &) ; echo a2-a3");
    let games = games(dir.path(), "./player.sh", "");
    assert_eq!(games[0]["moves"][0], "a2-a3");
    assert!(!runs("86420"));
}

#[test]
fn program_runs_in_a_copy_with_a_minimal_environment() {
    let script = "touch been-here; [ \"$(cat asset)\" = mine ] && [ -z \"$SECRET\" ] && [ \"$PWD\" = \"$HOME\" ] && echo a2-a3";
    let dir = folder(script);
    fs::write(dir.path().join("asset"), "mine").unwrap();
    assert_eq!(games(dir.path(), "./player.sh", "")[0]["moves"][0], "a2-a3");
    assert!(!dir.path().join("been-here").exists());
}

#[test]
fn legal_program_plays_whole_games() {
    // It prints a board between empty lines, without a line end after the last one.
    let script = r#"echo; printf '%s' "$("$2" moves raichu "$1" | tail -1 | cut -f2)""#;
    let dir = folder(script);
    let command = format!("./player.sh '{{position}}' {}", env!("CARGO_BIN_EXE_plywood"));
    for game in games(dir.path(), &command, "time=30") {
        assert_eq!(game["verdict"], Value::Null, "{game}");
        assert!(game["moves"].as_array().unwrap().len() > 10);
    }
}

#[test]
fn invalid_command_is_a_usage_error() {
    let said = |words: &str| failure(&["match", "raichu", "--player", words, "--player", "type=random"]);
    let (code, text) = said("type=oneshot");
    assert_eq!(code, 2);
    assert!(text.contains("needs cmd="), "{text}");
    assert!(said("type=oneshot cmd=\"a {b}\"").1.contains("{b}"));
    assert!(said("type=oneshot cmd=a memory=x").1.contains("megabytes"));
}

#[test]
fn line_program_plays_from_the_start() {
    // It knows only one opening, so it is caught sooner or later.
    let dir = folder(
        "read side; if [ $side = 1 ]; then echo A7B7; read reply; echo B7C7; else read reply; echo G1F1; fi; read more; exit 7",
    );
    let out = TempDir::new().unwrap();
    let player = format!("name=stranger type=line cmd=./player.sh dir={} time=20", dir.path().display());
    let args = ["match", "abalone", "--player", &player, "--player", "type=random", "--games", "2"];
    let from_the_start = ["--opening-plies", "0", "--unbalanced", "--out", out.path().to_str().unwrap()];
    let output = program::program().args(args).args(from_the_start).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let games = games_in(out.path());
    assert_eq!(games[0]["moves"][0], "A7B7");
    assert_eq!(games[1]["moves"][1], "G1F1");
    for game in games {
        assert_eq!(game["verdict"]["why"], "it ended with code 7", "{game}");
    }
    let (code, text) = failure(&args);
    assert!(code == 2 && text.contains("--opening-plies 0"), "{code}: {text}");
}

/// Ten programs that each do something wrong, and the verdict on each.
const BAD: [(&str, &str, &str); 10] = [
    ("cheat", "echo a2-a8", "illegal"),
    ("lazy", "echo \"$3\"", "illegal"),
    ("poet", "echo roses are red", "garbage"),
    ("noise", "head -c 2000 /dev/urandom | tr -d '\\n'; echo .", "garbage"),
    ("mute", "exit 0", "silent"),
    ("broken", "echo oops >&2; exit 3", "crash"),
    ("suicide", "kill -SEGV $$", "crash"),
    ("bomb", "while :; do sleep 600 & done", "crash"),
    ("sleeper", "trap '' TERM INT HUP; sleep 600 & sleep 600", "timeout"),
    ("torrent", "yes", "flood"),
];

#[test]
fn ten_bad_programs_finish_a_tournament() {
    let students = TempDir::new().unwrap();
    let mut file = "game = 'raichu'\nopening-plies = 0\n".to_string();
    let short = time_to_start(0.5);
    for (name, script, kind) in BAD {
        let path = students.path().join(name);
        fs::create_dir(&path).unwrap();
        write_script(&path, script);
        // A program that sleeps gets a short time limit; one that is slow to start needs a long
        // one.
        let time = if kind == "timeout" { short } else { 60.0 };
        let command = "./player.sh {n} {side} {board} {seconds}";
        file += &format!(
            "[[player]]\nname = '{name}'\ntype = 'oneshot'\ndir = '{name}'\ncmd = '{command}'\ntime = {time}\n"
        );
    }
    let plan = students.path().join("class.toml");
    fs::write(&plan, file).unwrap();
    let out = TempDir::new().unwrap();
    let args = ["match", "--file", plan.to_str().unwrap(), "--out", out.path().to_str().unwrap(), "--json"];
    let summary = program::json(&args);
    let games = games_in(out.path());
    assert_eq!((summary["games"].as_u64(), games.len()), (Some(90), 90));
    for game in games {
        // The player who begins is the one at fault.
        let (_, _, kind) = BAD.into_iter().find(|(name, ..)| game["first"] == *name).unwrap();
        assert_eq!(
            (&game["verdict"]["player"], &game["verdict"]["kind"], &game["result"]),
            (&game["first"], &Value::from(kind), &Value::from("0-1")),
            "{game}"
        );
    }
    for player in summary["players"].as_array().unwrap() {
        assert_eq!((&player["wins"], &player["losses"]), (&Value::from(9), &Value::from(9)));
    }
}
