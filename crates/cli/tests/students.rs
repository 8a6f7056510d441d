//! A class of students' programs in Python, C and the shell, as courses get them: none flushes its
//! output, some never exit, some print too much. They play a tournament, and only the programs that
//! deserve a verdict get one.
#![cfg(target_os = "linux")]

mod program;

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use program::{failure, games_in};
use serde_json::Value;
use tempfile::TempDir;

const OURS: &str = env!("CARGO_BIN_EXE_plywood");
const RULES: &str = include_str!("students/rules.py");
const ENDLESS: &str = include_str!("students/endless.py");
const TALKATIVE: &str = include_str!("students/talkative.py");
const ENDLESS_C: &str = include_str!("students/endless.c");
const ABALONE_C: &str = include_str!("students/abalone.c");

/// An unfinished program.
const BROKEN: &str =
    "#!/usr/bin/env python3\nprint('Searching for best move')\nimport numpie_that_is_nowhere\n";

/// The side to move either wins at once or cannot avoid losing at once, so games are short, however
/// slow programs are.
const SHORT: &str = "......../......../.w....../..b...../......../......../......../........ w
......../......../...w..../$......./......../......../......../........ w
";

/// Puts a program into a new folder, beside the rules.
fn student(class: &Path, name: &str, text: &str) -> PathBuf {
    let dir = class.join(name);
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("rules.py"), RULES).unwrap();
    executable(&dir.join("player"), text);
    dir
}

fn executable(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The same for a program in C; false without a compiler.
fn student_in_c(class: &Path, name: &str, text: &str) -> bool {
    let dir = class.join(name);
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("player.c"), text).unwrap();
    let compiler = Command::new("cc").current_dir(&dir).args(["-O1", "-o", "player", "player.c"]).status();
    if compiler.is_err() {
        fs::remove_dir_all(&dir).unwrap();
    }
    compiler.is_ok_and(|status| {
        assert!(status.success());
        true
    })
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// Two games from the start between a program of type=oneshot and a random player.
fn oneshot(script: &str, words: &str) -> (Vec<Value>, TempDir, String) {
    let (class, out) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let dir = student(class.path(), "student", script);
    let player = format!(
        "name=student type=oneshot cmd=\"./player {{n}} {{side}} {{board}} {{seconds}}\" dir={} {words}",
        dir.display()
    );
    let args = ["match", "raichu", "--player", &player, "--player", "type=random", "--games", "2"];
    let more = ["--opening-plies", "0", "--unbalanced", "--out", out.path().to_str().unwrap()];
    let output = program::program().args(args).args(more).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    (games_in(out.path()), out, String::from_utf8(output.stdout).unwrap())
}

#[test]
fn swiss_tournament_of_a_class() {
    let class = TempDir::new().unwrap();
    let (endless, ending) = (class.path().join("endless"), class.path().join("ending"));
    student(&endless, "ann", ENDLESS);
    let has_c = student_in_c(&endless, "ben", ENDLESS_C);
    student(&ending, "cleo", TALKATIVE);
    // It captures whenever it can.
    let shell = format!(
        "#!/bin/sh\nmoves() {{ {OURS} moves raichu \"$board $side\"; }}\nside=$2 board=$3\n\
         {{ moves | grep '^..x'; moves; }} | head -n 1 | cut -f 2\necho bye\n"
    );
    student(&ending, "dora", &shell);
    student(&ending, "fred", BROKEN);
    fs::write(class.path().join("openings.txt"), SHORT).unwrap();
    let each = |folder: &str, time: u32| {
        let command = "./player {n} {side} {board} {seconds}";
        // One of them starts our own program, which a sandbox hides like everything else.
        format!(
            "[[each]]\nin = '{folder}'\ntype = 'oneshot'\ncmd = '{command}'\ntime = {time}\nreadable = '{OURS}'\n"
        )
    };
    let plan = format!(
        "game = 'raichu'\nformat = 'swiss'\nrounds = 2\ngames = 2\nseed = 2026\nopenings = 'openings.txt'\n{}{}\
         [[player]]\nname = 'level 3'\nlevel = 3\n",
        // A program that never exits uses all its time for every move; on a busy machine it starts
        // late.
        each("endless", 12),
        each("ending", 60),
    );
    let file = class.path().join("class.toml");
    fs::write(&file, plan).unwrap();
    let out = TempDir::new().unwrap();
    let args = ["match", "--file", file.to_str().unwrap(), "--out", out.path().to_str().unwrap()];
    let output = program::program().args(args).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    let programs = if has_c { 5 } else { 4 };
    assert!(said.contains(&format!("rehearsal: 1 of {programs} programs made no move\n")), "{said}");

    let games = games_in(out.path());
    assert!(games.len() >= 8, "{}", games.len());
    let mut ended = 0;
    for game in &games {
        match game["verdict"]["player"].as_str() {
            None => {
                ended += 1;
                assert_eq!(game["reason"], "rules", "{game}");
            }
            Some(player) => assert_eq!(player, "fred", "{game}"),
        }
    }
    assert!(ended >= games.len() / 2, "{ended} of {}", games.len());
    let summary: Value = serde_json::from_str(&text(&out.path().join("summary.json"))).unwrap();
    assert_eq!(summary["rehearsal"]["failed"][0]["player"], "fred");
    assert_eq!(summary["skipped"]["cleo"]["example"], "-".repeat(40) + "…");
    let page = text(&out.path().join("report.html"));
    assert!(page.contains(&format!("1 of {programs} programs made no move")));
    assert!(page.contains("ModuleNotFoundError: No module named &#39;numpie_that_is_nowhere&#39;"));
}

#[test]
fn line_programs_work_unbuffered() {
    let class = TempDir::new().unwrap();
    let python = "#!/usr/bin/env python3
import sys
side = input()
moves = ['A7 B7', 'B7 C7'] if side == '1' else ['G1 F1', 'F1 E1']
def hear():
    line = sys.stdin.readline()
    if len(line) != 6 or line[2] != ' ':
        sys.exit(9)
if side == '2':
    hear()
for move in moves:
    print(move)
    hear()
sys.exit(7)
";
    student(class.path(), "python", python);
    let has_c = student_in_c(class.path(), "c", ABALONE_C);
    for name in if has_c { &["python", "c"][..] } else { &["python"] } {
        let out = TempDir::new().unwrap();
        let dir = class.path().join(name);
        let player = format!("name=student type=line cmd=./player dir={} time=60", dir.display());
        let args = ["match", "abalone", "--player", &player, "--player", "type=random", "--games", "2"];
        let more = ["--opening-plies", "0", "--unbalanced", "--out", out.path().to_str().unwrap()];
        let output = program::program().args(args).args(more).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let games = games_in(out.path());
        for (game, at, moves) in [(&games[0], 0, ["A7B7", "B7C7"]), (&games[1], 1, ["G1F1", "F1E1"])] {
            // It makes no more than two moves.
            assert_eq!(game["verdict"]["why"], "it ended with code 7", "{name}: {game}");
            assert_eq!([&game["moves"][at], &game["moves"][at + 2]], moves, "{name}: {game}");
        }
    }
}

#[test]
fn no_recommendation_is_timeout_or_garbage() {
    let time = format!("time={}", program::time_to_start(2.0));
    let (games, ..) = oneshot("#!/bin/sh\necho thinking; sleep 600", &time);
    let verdict = &games[0]["verdict"];
    assert_eq!(verdict["kind"], "timeout", "{verdict}");
    let (games, ..) = oneshot("#!/bin/sh\necho no idea; echo W.W.W.W.", "time=60");
    let verdict = &games[0]["verdict"];
    assert_eq!(verdict["kind"], "garbage", "{verdict}");
    assert_eq!(verdict["why"], "it printed 2 lines, none of which is a move or a board", "{verdict}");
    assert_eq!(verdict["evidence"]["stdout"], "no idea\nW.W.W.W.", "{verdict}");
}

#[test]
fn strict_mode_takes_the_last_line() {
    let script = "#!/bin/sh\necho a2-a3; echo done";
    let (games, ..) = oneshot(script, "time=60");
    assert_eq!(games[0]["moves"][0], "a2-a3");
    assert_eq!(games[0]["skipped"][0]["example"], "done");
    let (games, ..) = oneshot(script, "time=60 strict=true");
    assert_eq!(games[0]["verdict"]["kind"], "garbage", "{}", games[0]);
    assert_eq!(games[0]["moves"].as_array().unwrap().len(), 0);
}

#[test]
fn illegal_board_names_the_broken_rule() {
    // The first Pikachu moves five squares.
    let board = "..........W.W.W..w.w.w.w................b.b.b.b.WB.B.B.B........";
    let (games, out, said) = oneshot(&format!("#!/bin/sh\necho trying >&2\necho {board}"), "time=60");
    let verdict = &games[0]["verdict"];
    assert!(verdict["why"].as_str().unwrap().starts_with("a2 is a Pikachu: "), "{verdict}");
    assert_eq!((&verdict["kind"], &verdict["answer"]), (&"illegal".into(), &board.into()));
    assert_eq!(verdict["evidence"]["board"]["changed"], serde_json::json!(["a2", "a7"]), "{verdict}");
    assert_eq!(verdict["evidence"]["stderr"], "trying");
    assert!(said.contains("[.] .  W  .  W  .  W  .") && said.contains("[W] B "), "{said}");
    let page = text(&out.path().join("report.html"));
    assert!(page.contains("<mark>.</mark>.W.W.W.\n"), "{page}");
}

#[test]
fn last_4_kib_of_both_streams_are_recorded() {
    let script = "#!/usr/bin/env python3
import sys
for i in range(1000):
    print('line', i)
    print('error', i, file=sys.stderr)
raise ValueError('x' * 100 + ' the end')
";
    let (games, ..) = oneshot(script, "time=60");
    let verdict = &games[0]["verdict"];
    let kept = |stream: &str| verdict["evidence"][stream].as_str().unwrap().to_string();
    let (stdout, stderr) = (kept("stdout"), kept("stderr"));
    assert!(stdout.ends_with("\nline 998\nline 999") && (4000..=4096).contains(&stdout.len()), "{verdict}");
    assert!(stderr.ends_with(" the end") && (4000..=4096).contains(&stderr.len()), "{verdict}");
    assert_eq!(verdict["kind"], "crash");
    let why = verdict["why"].as_str().unwrap();
    assert!(why.contains("none of which is a move or a board; it complained: ValueError: xxx"), "{why}");
    assert!(why.ends_with("x the end"), "{why}");
}

#[test]
fn environment_variables_are_passed() {
    let script = "#!/bin/sh\n[ \"$PYTHONHASHSEED\" = 0 ] && [ \"$PYTHONUNBUFFERED\" = 1 ] && echo a2-a3";
    assert_eq!(oneshot(script, "time=60 env.PYTHONHASHSEED=0").0[0]["moves"][0], "a2-a3");
    let script = "#!/bin/sh\n[ -z \"$PYTHONHASHSEED\" ] && echo a2-a3";
    assert_eq!(oneshot(script, "time=60").0[0]["moves"][0], "a2-a3");
}

#[test]
fn a_folder_that_does_not_exist_is_an_error_before_any_game() {
    let out = TempDir::new().unwrap();
    let player = "name=Ann type=oneshot cmd=./player dir=/no/such/folder";
    let args = ["match", "raichu", "--player", player, "--player", "type=random"];
    let (code, said) = failure(&[&args[..], &["--out", out.path().to_str().unwrap()]].concat());
    assert_eq!(code, 2);
    assert!(said.contains("player 'Ann': dir=/no/such/folder: there is no such folder"), "{said}");
    assert!(!out.path().join("games.jsonl").exists());
}

/// Runs a match at a terminal with this input; returns its exit code and its output.
fn at_a_terminal(args: &[&str], typed: &str) -> (i32, String) {
    let spawn = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";
    let mut command = Command::new("python3");
    command.args(["-c", spawn, OURS]).args(args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    keyboard.write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    drop(keyboard);
    (output.status.code().unwrap(), String::from_utf8_lossy(&output.stdout).to_string())
}

#[test]
fn terminal_user_is_asked_once() {
    let (class, place) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let dir = student(class.path(), "fred", BROKEN);
    let out = place.path().join("out");
    let player = format!("name=fred type=oneshot cmd=./player dir={} time=60", dir.display());
    let args = ["match", "raichu", "--player", &player, "--player", "type=random", "--games", "2", "--out"];
    let args = [&args[..], &[out.to_str().unwrap()]].concat();
    let (code, said) = at_a_terminal(&args, "n\n");
    assert!(code == 1 && said.contains("the program made no move"), "{code}: {said}");
    assert!(said.contains("Play the match anyway?") && said.contains("was not played"), "{said}");
    assert!(said.contains("No module named 'numpie_that_is_nowhere'"), "{said}");
    // The folder can be used again.
    let (code, said) = at_a_terminal(&args, "y\n");
    assert!(code == 0 && said.contains("anyway?"), "{code}: {said}");
    assert_eq!(games_in(&out).len(), 2);
    // One game is missing: it is played without another question, because no further program has
    // failed.
    let journal = text(&out.join("games.jsonl"));
    let lines: Vec<&str> = journal.lines().collect();
    fs::write(out.join("games.jsonl"), format!("{}\n{}\n", lines[0], lines[1])).unwrap();
    let (code, said) = at_a_terminal(&[&args[..], &["--resume"]].concat(), "");
    assert!(code == 0 && !said.contains("anyway?"), "{code}: {said}");
    assert_eq!(games_in(&out).len(), 2);
    assert!(text(&out.join("report.html")).contains("the program made no move"));
    // With this option there is no question.
    let again = place.path().join("again");
    let args = [&args[..args.len() - 1], &[again.to_str().unwrap(), "--yes"]].concat();
    let (code, said) = at_a_terminal(&args, "");
    assert!(code == 0 && !said.contains("anyway?"), "{code}: {said}");
}
