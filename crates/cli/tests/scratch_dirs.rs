//! The scratch directories of external programs: their size limits, their removal, and the blame
//! for a full disk.
#![cfg(target_os = "linux")]

mod program;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use program::{failure, games_in};
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

/// A player that is started for every move.
fn oneshot(name: &str, dir: &Path, words: &str) -> String {
    let command = format!("./player.sh '{{position}}' {}", env!("CARGO_BIN_EXE_plywood"));
    format!("name={name} type=oneshot cmd=\"{command}\" dir={} {words}", dir.display())
}

/// Plays any legal move, with the help of a program that knows the rules.
const PLAYS: &str = r#""$2" moves raichu "$1" | tail -1 | cut -f2"#;

/// Two games of Raichu from the start.
fn args(players: [&str; 2], out: &Path) -> Vec<String> {
    let [one, two] = players;
    let words = ["match", "raichu", "--player", one, "--player", two, "--games", "2", "--opening-plies", "0"];
    let more = ["--unbalanced", "--concurrency", "1", "--out", out.to_str().unwrap()];
    words.into_iter().chain(more).map(str::to_string).collect()
}

/// The contents of a folder for temporary files.
fn left_in(temp: &Path) -> Vec<PathBuf> {
    fs::read_dir(temp).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// The games of a finished match, after which no scratch directory is left.
fn games(players: [&str; 2]) -> Vec<Value> {
    let (out, temp) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let output =
        program::program().args(args(players, out.path())).env("TMPDIR", temp.path()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(left_in(temp.path()), Vec::<PathBuf>::new());
    games_in(out.path())
}

/// The verdict on a program, which must be of the same kind in both games.
fn verdict(script: &str, words: &str) -> (String, String) {
    let dir = folder(script);
    let games = games([&oneshot("stranger", dir.path(), words), "type=random"]);
    let said = |game: &Value| {
        assert_eq!(game["verdict"]["player"], "stranger", "{game}");
        ["kind", "why"].map(|name| game["verdict"][name].as_str().unwrap().to_string())
    };
    assert_eq!(said(&games[0])[0], said(&games[1])[0]);
    said(&games[0]).into()
}

#[test]
fn folder_is_copied_once_per_game() {
    // It counts its moves in a file, and gives up at the third.
    let script = format!("echo >> moves; [ $(wc -l < moves) -lt 3 ] || exit 42; {PLAYS}");
    let dir = folder(&script);
    for game in games([&oneshot("stranger", dir.path(), "time=60"), "type=random"]) {
        assert_eq!(game["verdict"]["player"], "stranger", "{game}");
        assert!(game["verdict"]["why"].as_str().unwrap().starts_with("it ended with code 42"), "{game}");
        let plies = game["moves"].as_array().unwrap().len();
        assert!(plies == 4 || plies == 5, "{game}");
    }
    assert!(!dir.path().join("moves").exists());
}

#[test]
fn non_utf8_names_are_copied() {
    let dir = folder(&format!("ls | grep -q player && [ \"$(cat b*b)\" = here ] && {PLAYS}"));
    fs::write(dir.path().join(OsStr::from_bytes(b"b\xf6b")), "here").unwrap();
    for game in games([&oneshot("stranger", dir.path(), "time=60"), "type=random"]) {
        assert_eq!(game["verdict"], Value::Null, "{game}");
    }
}

#[test]
fn non_utf8_player_folder_is_rejected() {
    let students = TempDir::new().unwrap();
    fs::create_dir(students.path().join(OsStr::from_bytes(b"b\xf6b"))).unwrap();
    let each = format!("in={} type=oneshot cmd=./player.sh", students.path().display());
    let (code, text) = failure(&["match", "raichu", "--each", &each, "--player", "type=random"]);
    assert!(code == 2 && text.contains("is not UTF-8: rename it"), "{code}: {text}");
}

/// The error of a match that is rejected before it begins; it stores nothing.
fn refusal(dir: &Path, words: &str) -> String {
    let parent = TempDir::new().unwrap();
    let out = parent.path().join("out");
    let output = program::program()
        .args(args([&oneshot("stranger", dir, words), "type=random"], &out))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(!out.join("games.jsonl").exists());
    assert!(text.contains("player 'stranger'"), "{text}");
    text
}

#[test]
fn oversized_folder_is_rejected_before_any_game() {
    let dir = folder("echo a2-a3");
    assert!(refusal(&dir.path().join("missing"), "").contains("there is no such folder"));
    for number in 0..40 {
        fs::write(dir.path().join(format!("file-{number}")), "").unwrap();
    }
    assert!(
        refusal(dir.path(), "files=40").contains("more than the 40 files and folders that files= allows")
    );
    fs::File::create(dir.path().join("sparse")).unwrap().set_len(1 << 40).unwrap();
    assert!(refusal(dir.path(), "").contains("more than the 512 MB that disk= allows"));
    fs::remove_file(dir.path().join("sparse")).unwrap();
    let deep = (0..80).fold(dir.path().to_path_buf(), |path, _| path.join("d"));
    fs::create_dir_all(deep).unwrap();
    assert!(refusal(dir.path(), "").contains("nested more than 64 levels deep"));
}

#[test]
fn exceeding_the_disk_limit_loses() {
    let script = "head -c 40000000 /dev/zero > large; sleep 600";
    let (kind, why) = verdict(script, "disk=8 time=60");
    // The limit for one file is at most that for all files.
    assert!(kind == "crash" && why.contains("too much disk space"), "{kind}: {why}");
    let script = "i=0; while [ $i -lt 40 ]; do i=$((i+1)); head -c 1000000 /dev/zero > f$i; done; sleep 600";
    let (kind, why) = verdict(script, "disk=8 time=60");
    assert_eq!((&*kind, &*why), ("crash", "it was ended: too much disk space, more than 8 MB in its folder"));
    let script = "i=0; while [ $i -lt 500 ]; do i=$((i+1)); : > f$i; done; sleep 600";
    let (kind, why) = verdict(script, "files=100 time=60");
    assert_eq!((&*kind, &*why), ("crash", "it was ended: too many files, more than 100 in its folder"));
}

#[test]
fn disk_limit_counts_despite_a_move() {
    let script =
        format!("i=0; while [ $i -lt 20 ]; do i=$((i+1)); head -c 1000000 /dev/zero > f$i; done; {PLAYS}");
    assert_eq!(
        verdict(&script, "disk=8 time=60").1,
        "it was ended: too much disk space, more than 8 MB in its folder"
    );
}

#[test]
fn unlinked_files_count_as_disk_usage() {
    let script = r#"exec python3 -c "
import os, time
kept = []
for number in range(20):
    file = open(str(number), 'wb')
    os.unlink(str(number))
    file.write(bytes(1000000))
    file.flush()
    kept.append(file)
time.sleep(600)""#;
    assert_eq!(
        verdict(script, "disk=8 time=60").1,
        "it was ended: too much disk space, more than 8 MB in its folder"
    );
}

#[test]
fn deep_unreadable_tree_is_removed() {
    // Deeper than the longest path, and without read permission.
    let script = r#"exec python3 -c "
import os
os.umask(0)
os.chdir(os.environ['HOME'])
for level in range(15000):
    os.mkdir('d' * 200)
    os.chdir('d' * 200)
print('a2-a3', flush=True)
os.chmod(os.environ['HOME'] + '/' + 'd' * 200, 0)
os.chmod(os.environ['HOME'], 0)""#;
    let (kind, why) = verdict(script, "files=100000 time=60");
    assert_eq!(
        (&*kind, &*why),
        ("crash", "it was ended: too deeply nested folders, more than 64 levels in its folder")
    );
}

#[test]
fn next_match_removes_leftovers() {
    let temp = TempDir::new().unwrap();
    let dir = folder("mkdir -p a/b/c; echo x > a/b/c/d; chmod 0 a/b a; echo started >&2; sleep 600");
    let (out, more) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let players = [&*oneshot("stranger", dir.path(), "time=600"), "type=random"];
    let mut child =
        program::program().args(args(players, out.path())).env("TMPDIR", temp.path()).spawn().unwrap();
    // Waits until the program has hidden its files.
    let is_hidden = |dir: &PathBuf| {
        let made = fs::metadata(dir.join("home/a"));
        made.is_ok_and(|made| made.permissions().mode() & 0o777 == 0)
    };
    while !left_in(temp.path()).iter().any(is_hidden) {
        assert!(child.try_wait().unwrap().is_none(), "the match has ended");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!left_in(temp.path()).is_empty());
    // Other directories stay, and so does a scratch directory that is in use.
    fs::create_dir(temp.path().join("plywood-sandbox-mine")).unwrap();
    let used = temp.path().join("plywood-sandbox-0123456789abcdef");
    fs::create_dir(&used).unwrap();
    let lock = fs::File::open(&used).unwrap();
    lock.try_lock().unwrap();
    let other = folder("echo no move");
    let players = [&*oneshot("stranger", other.path(), "time=60"), "type=random"];
    let output =
        program::program().args(args(players, more.path())).env("TMPDIR", temp.path()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let mut left = left_in(temp.path());
    left.sort();
    assert_eq!(left, [used, temp.path().join("plywood-sandbox-mine")]);
}

/// Runs the program with a temporary folder of `megabytes` MB; `None` if that is impossible here.
fn on_a_small_disk(megabytes: u64, disk: &Path, args: &[String]) -> Option<Output> {
    in_namespace(&format!("{megabytes}m"), "TMPDIR=\"$0\" \"$@\"", disk, args)
}

/// Runs a shell command in which `$0` is a disk of this size, and `$@` the program with its
/// arguments.
fn in_namespace(size: &str, command: &str, disk: &Path, args: &[String]) -> Option<Output> {
    let script = format!("mount -t tmpfs -o size={size},mode=700 none \"$0\" || exit 99; {command}");
    let ours = program::program();
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", &script])
        .arg(disk)
        .arg(ours.get_program())
        .args(args)
        .env("PLYWOOD_TABLES", "no/such/folder")
        .output();
    match output {
        Ok(output) if output.status.code() != Some(99) && !is_refused(&output) => Some(output),
        other => {
            println!("skipped: no small disk can be mounted here: {other:?}");
            None
        }
    }
}

/// Whether namespaces are not available to us.
fn is_refused(output: &Output) -> bool {
    String::from_utf8_lossy(&output.stderr).starts_with("unshare:")
}

/// A program that fills the disk, and one that needs a little of it.
fn disk_filler_and_ordinary_player() -> (TempDir, TempDir) {
    let hog = folder(&format!("head -c 60000000 /dev/zero >> large 2> /dev/null; {PLAYS}"));
    (hog, folder(&format!("head -c 2000000 /dev/zero > notes || exit 3; {PLAYS}")))
}

#[test]
fn only_the_disk_filler_loses() {
    let (hog, innocent) = disk_filler_and_ordinary_player();
    let (disk, out) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let hog = oneshot("hog", hog.path(), "disk=16 time=60");
    let innocent = oneshot("innocent", innocent.path(), "time=60");
    let Some(output) = on_a_small_disk(48, disk.path(), &args([&hog, &innocent], out.path())) else { return };
    assert!(output.status.success(), "{output:?}");
    for game in games_in(out.path()) {
        assert_eq!(game["verdict"]["player"], "hog", "{game}");
        assert_eq!(game["verdict"]["kind"], "crash", "{game}");
    }
}

#[test]
fn full_disk_stops_the_match_without_a_loss() {
    let (hog, innocent) = disk_filler_and_ordinary_player();
    let (disk, out) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let hog_player = oneshot("hog", hog.path(), "time=60");
    let innocent = oneshot("innocent", innocent.path(), "time=60");
    let args = args([&hog_player, &innocent], out.path());
    let Some(output) = on_a_small_disk(24, disk.path(), &args) else { return };
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("through no fault of a player"), "{text}");
    assert!(text.contains("the player whose files take the most space is hog"), "{text}");
    assert!(text.contains("--resume' continues"), "{text}");
    assert!(games_in(out.path()).is_empty());
    // The program was repaired in the meantime.
    write_script(hog.path(), PLAYS);
    let resumed = program::plywood(&["match", "--out", out.path().to_str().unwrap(), "--resume"]);
    assert!(resumed.status.success(), "{resumed:?}");
    let games = games_in(out.path());
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game["verdict"] == Value::Null), "{games:?}");
}

#[test]
fn journal_survives_a_full_disk() {
    let disk = TempDir::new().unwrap();
    let players = ["name=a type=random", "name=b type=random"];
    let mut args = args(players, &disk.path().join("out"));
    let games = args.iter().position(|word| word == "--games").unwrap();
    args[games + 1] = "98".to_string();
    let command = "\"$@\"; code=$?; cat \"$0\"/out/games.jsonl; exit $code";
    let Some(output) = in_namespace("32k", command, disk.path(), &args) else { return };
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot save the games: No space left on device"), "{said}");
    let journal = String::from_utf8(output.stdout).unwrap();
    assert!(journal.ends_with("}\n"), "{journal}");
    assert!(journal.lines().count() > 1);
    assert!(journal.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{journal}");
}

#[test]
fn descriptor_shortage_stops_the_match_without_a_loss() {
    let dir = folder(PLAYS);
    let out = TempDir::new().unwrap();
    let ours = program::program();
    let output = Command::new("sh")
        .args(["-c", "ulimit -n 10; exec \"$@\"", "sh"])
        .arg(ours.get_program())
        .args(args([&oneshot("stranger", dir.path(), "time=60"), "type=random"], out.path()))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("through no fault of a player") && text.contains("Too many open files"), "{text}");
    assert!(games_in(out.path()).is_empty());
}

#[test]
fn flood_verdict_quotes_the_output() {
    let why = |script: &str| {
        let (kind, why) = verdict(script, "time=60");
        assert_eq!(kind, "flood", "{why}");
        why
    };
    let long = why("head -c 100000 /dev/zero | tr '\\0' x; sleep 600");
    assert!(long.ends_with(" bytes without a line end, and a line may have 65536"), "{long}");
    let much = why("yes | head -c 2000000; sleep 600");
    assert!(much.ends_with(" bytes for one move, and may print 1048576"), "{much}");
    for (text, least) in [(long, 65_537), (much, 1_048_577)] {
        let bytes: usize = text["it printed ".len()..].split(' ').next().unwrap().parse().unwrap();
        assert!((least..least + 10_000).contains(&bytes), "{text}");
    }
}

#[test]
fn unterminated_output_is_not_silence() {
    let time = program::time_to_start(3.0);
    let (kind, why) = verdict("printf 'thinking'; sleep 600", &format!("time={time}"));
    assert_eq!(kind, "timeout");
    assert_eq!(why, format!("it printed 8 bytes without a line end in {time} seconds"));
    assert_eq!(verdict("printf 'thinking'", "time=60").0, "garbage");
    let (kind, why) = verdict("printf 'thinking'; exit 3", "time=60");
    assert_eq!(kind, "crash");
    assert!(why.starts_with("it ended with code 3 and printed one line"), "{why}");
}
