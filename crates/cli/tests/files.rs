//! Writing and reading files: links, pipes, devices, two processes at once, and endless input.
#![cfg(unix)]

mod program;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::{FileTypeExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use program::{failure, plywood, program, stdout};

/// Solved at once, with a short proof.
const WON: [&str; 3] = ["solve", "checkers", "W:W31:B18"];
const PROOF: &str = "plywood proof 1\n";

fn proven(path: &Path) -> String {
    stdout(&[&WON[..], &["--proof", path.to_str().unwrap()]].concat())
}

#[test]
fn proof_is_written_through_links_pipes_and_devices() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name);
    fs::create_dir(inside("elsewhere")).unwrap();
    symlink("elsewhere/proof", inside("link")).unwrap();
    // The first time, the link dangles.
    for _ in 0..2 {
        proven(&inside("link"));
        assert!(fs::read_to_string(inside("elsewhere/proof")).unwrap().starts_with(PROOF));
    }
    symlink("/dev/null", inside("device")).unwrap();
    proven(&inside("device"));
    for link in ["link", "device"] {
        assert!(fs::symlink_metadata(inside(link)).unwrap().is_symlink(), "{link}");
    }
    let fifo = inside("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let reader = std::thread::spawn({
        let fifo = fifo.clone();
        move || fs::read_to_string(fifo).unwrap()
    });
    proven(&fifo);
    assert!(reader.join().unwrap().starts_with(PROOF));
    assert!(fs::symlink_metadata(&fifo).unwrap().file_type().is_fifo());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
}

#[cfg(target_os = "linux")]
#[test]
fn a_proof_on_standard_output_follows_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let both = proven(Path::new("/dev/stdout"));
    assert!(both.starts_with("win ") && both.contains(PROOF), "{both}");
    // The same with the output redirected to a file.
    let path = folder.path().join("redirected");
    let mut command = program();
    command.args(WON).args(["--proof", "/dev/stdout"]).stdout(fs::File::create(&path).unwrap());
    assert!(command.stderr(Stdio::null()).status().unwrap().success());
    assert_eq!(fs::read_to_string(&path).unwrap(), both);
}

#[test]
fn temporary_files_of_killed_programs_go_with_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let (stale, used) = (folder.path().join(".plywood-aB3xYz"), folder.path().join(".plywood-Zy9wVu"));
    let own = folder.path().join(".plywood-notes");
    for path in [&stale, &used, &own] {
        fs::write(path, "").unwrap();
    }
    let lock = fs::File::open(&used).unwrap();
    lock.lock().unwrap();
    proven(&folder.path().join("proof"));
    assert!(!stale.exists() && used.exists() && own.exists());
}

/// Plays moves one after another, each after the previous one is answered.
struct AtThePrompt {
    child: std::process::Child,
    said: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl AtThePrompt {
    fn start(transcript: &Path) -> AtThePrompt {
        let mut command = program();
        command.args(["play", "checkers", "--as", "both", "--transcript"]).arg(transcript);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let said = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut game = AtThePrompt { child, said };
        game.wait_for("to move");
        game
    }

    fn wait_for(&mut self, words: &str) {
        assert!(self.said.any(|line| line.unwrap().contains(words)));
    }

    fn play(&mut self, mv: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{mv}").unwrap();
        self.wait_for("to move");
    }

    fn leave(mut self) {
        drop(self.child.stdin.take());
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn concurrent_transcripts_keep_both_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let mut games = [AtThePrompt::start(&path), AtThePrompt::start(&path)];
    for moves in [["22-18", "22-18"], ["12-16", "11-15"], ["18-14", "18x11"]] {
        for (game, mv) in games.iter_mut().zip(moves) {
            game.play(mv);
        }
    }
    games.into_iter().for_each(AtThePrompt::leave);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("[Game ").count(), 2, "{text}");
    for line in ["\n22-18 12-16 18-14\n", "\n22-18 11-15 18x11\n"] {
        assert!(text.contains(line), "{text}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A program with at most 2 GB of address space, so that an unbounded read fails at once.
fn limited(args: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 2000000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_plywood")]).args(args);
    command.env("PLYWOOD_TABLES", "no/such/folder").stdin(Stdio::null());
    command
}

#[cfg(target_os = "linux")]
#[test]
fn endless_files_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    for args in [
        &["checkers", "--inputfile", "/dev/zero", "--outputfile", out][..],
        &["checkers", "--check", "/dev/zero"],
        &["solve", "--check", "/dev/zero"],
        &["match", "--file", "/dev/zero"],
        &["match", "checkers", "--player", "nodes=9", "--player", "nodes=8", "--openings", "/dev/zero"],
        &["match", "checkers", "--player", "weights=/dev/zero", "--player", "nodes=8"],
        &["fit", "checkers", "--from", "/dev/zero", "--out", out],
        &["play", "--resume", "/dev/zero"],
        &["table", "probe", "checkers", "--file", "/dev/zero"],
    ] {
        let output = limited(args).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{args:?}: {output:?}");
        assert!(said.contains("longer than") && said.lines().count() == 1, "{args:?}: {said}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn endless_line_is_rejected_at_the_prompt() {
    for args in [&["play", "checkers", "--as", "both"][..], &["table", "probe", "checkers", "--file", "-"]] {
        let mut child =
            limited(args).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        // The program exits before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(&vec![b'x'; 1 << 20]);
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && said.contains("a line is longer than 64 KiB"),
            "{args:?}: {said}"
        );
    }
}

#[test]
fn foreign_journal_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    for text in ["my own games, without a line end", "{\"mine\": true}\n"] {
        fs::write(&path, text).unwrap();
        for resume in [&[][..], &["--resume"]] {
            let out = ["--out", folder.path().to_str().unwrap()];
            let players = ["match", "abalone", "--player", "nodes=9", "--player", "nodes=8", "--games", "2"];
            let (code, said) = failure(&[&players[..], &out, resume].concat());
            assert!(code == 1 && said.contains("expected the plan of a tournament"), "{said}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}

#[test]
fn help_prints_placeholders() {
    for args in [&["match", "--help"][..], &["help", "match"]] {
        let help = stdout(args);
        assert_eq!(help.matches("raichu.py {n} {side} {board} {seconds}").count(), 2, "{help}");
        assert!(help.contains("{side} {board} {seconds} {position} are replaced"), "{help}");
        assert!(help.is_ascii() || !help.contains('\u{2060}'), "{help}");
    }
}

#[test]
fn copied_launchers_explain_what_is_missing() {
    let Ok(found) = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output() else {
        return;
    };
    let python = String::from_utf8(found.stdout).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for name in ["raichu", "checkers"] {
        let script = folder.path().join(format!("{name}.py"));
        fs::copy(format!("{}/../../courses/{name}.py", env!("CARGO_MANIFEST_DIR")), &script).unwrap();
        let run = |program: Option<&str>| {
            let mut command = Command::new(python.trim());
            command.arg("-B").arg(&script).arg("--help").env("PATH", folder.path()).env_remove("PLYWOOD");
            command.envs(program.map(|program| ("PLYWOOD", program))).output().unwrap()
        };
        let alone = run(None);
        let said = String::from_utf8(alone.stderr).unwrap();
        assert_eq!(alone.status.code(), Some(1));
        assert!(
            said.starts_with(&format!("{name}.py needs plywood.py")) && said.lines().count() == 1,
            "{said}"
        );
        let launched = run(Some(env!("CARGO_BIN_EXE_plywood")));
        assert_eq!(launched.stdout, plywood(&[name, "--help"]).stdout);
    }
}
