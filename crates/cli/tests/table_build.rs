//! Tables that are built, interrupted, damaged and built again, from the user's point of view.

mod program;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;

use program::{json, program, stdout};

/// Ten materials of The Dragon Queen, with either side to move.
const FEW: &str = "4";
const TABLES: usize = 20;

fn build(folder: &Path, pieces: &str) -> Command {
    let mut command = program();
    command.args(["table", "build", "dragon-queen", "--pieces", pieces, "--tables"]).arg(folder);
    command
}

fn built(folder: &Path, pieces: &str) -> Output {
    let output = build(folder, pieces).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// The files of all tables with their contents.
fn tables(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = fs::read_dir(folder.join("dragon-queen")).unwrap().map(|entry| entry.unwrap().path());
    let tables = files.filter(|path| path.extension().is_some_and(|ending| ending == "plt"));
    tables.map(|path| (path.file_name().unwrap().into(), fs::read(path).unwrap())).collect()
}

/// The modification time of each file.
fn times(folder: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let time = |name| {
        let path = folder.join("dragon-queen").join(&name);
        (name, fs::metadata(path).unwrap().modified().unwrap())
    };
    tables(folder).into_keys().map(time).collect()
}

/// The names of the slices in the output of a build.
fn slices(output: &str) -> Vec<&str> {
    output.lines().map(|line| line.split('\t').next().unwrap()).collect()
}

#[test]
fn build_prints_one_line_per_table() {
    let folder = tempfile::tempdir().unwrap();
    let output = built(folder.path(), FEW);
    let said = text(&output.stderr);
    assert!(
        said.contains(" positions to solve, about ") && said.contains(" MiB of memory; 0 of 10 "),
        "{said}"
    );
    let lines: Vec<Vec<&str>> = text(&output.stdout).lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), TABLES);
    let list =
        json(&["table", "info", "dragon-queen", "--json", "--tables", folder.path().to_str().unwrap()]);
    for (line, info) in lines.iter().zip(list.as_array().unwrap()) {
        assert_eq!(info["slice"], line[0]);
        for (column, key) in [(1, "positions"), (2, "wins"), (3, "losses"), (4, "draws"), (6, "bytes")] {
            assert_eq!(line[column], format!("{} {key}", info[key]), "{line:?}");
        }
        assert!(line[5].ends_with(" s"), "{line:?}");
        let longest = match info["longest_win"].as_u64() {
            Some(plies) => {
                let plies = engine::counted(plies, "ply", "plies");
                format!("longest win {plies}: {}", info["example"].as_str().unwrap())
            }
            None => "no win".to_string(),
        };
        assert_eq!(line[7], longest);
    }
    let verified = stdout(&["table", "verify", "dragon-queen", "--tables", folder.path().to_str().unwrap()]);
    assert_eq!(verified.lines().count(), TABLES);
    // Existing tables are not built again.
    let before = times(folder.path());
    let again = built(folder.path(), FEW);
    assert_eq!(text(&again.stdout), "");
    assert!(text(&again.stderr).contains("are there"), "{again:?}");
    assert_eq!(times(folder.path()), before);
}

/// With a ply count, a win that comes too late is a draw.
#[test]
fn built_tables_respect_the_ply_cap() {
    let folder = tempfile::tempdir().unwrap();
    built(folder.path(), FEW);
    let probe = |ply: &str| {
        let position = format!("Q..../...../...../...../...W. q{ply}");
        let tables = folder.path().to_str().unwrap();
        json(&["table", "probe", "dragon-queen", &position, "--json", "--tables", tables])
    };
    let free = probe("");
    assert_eq!(free["value"], "win");
    let plies = free["distance"].as_u64().unwrap();
    assert_eq!(free["line"].as_array().unwrap().len() as u64, plies);
    let just_in_time = probe(&format!(" {}", 50 - plies));
    assert_eq!((&just_in_time["value"], &just_in_time["distance"]), (&free["value"], &free["distance"]));
    let too_late = probe(&format!(" {}", 51 - plies));
    assert_eq!(too_late["value"], "draw");
    assert!(too_late["moves"].as_array().unwrap().iter().all(|mv| mv["value"] == "draw"), "{too_late}");
}

/// A value from a table is reported even if there is no time to find the moves after it.
#[test]
fn value_without_its_line() {
    let folder = tempfile::tempdir().unwrap();
    built(folder.path(), FEW);
    let here = folder.path().to_str().unwrap();
    let list = json(&["table", "info", "dragon-queen", "--json", "--tables", here]);
    let table = list.as_array().unwrap().iter().find(|table| table["slice"] == "QDWW q").unwrap();
    let (file, position) = (table["file"].as_str().unwrap(), table["example"].as_str().unwrap());
    let value = format!("win {}", table["longest_win"]);
    let solve =
        || program().args(["solve", "dragon-queen", position, "--nodes", "1", "--tables", here]).output();
    let output = solve().unwrap();
    assert!(
        text(&output.stdout).starts_with(&format!("{value}\n")) && output.stderr.is_empty(),
        "{output:?}"
    );
    for other in tables(folder.path()).keys().map(|name| folder.path().join("dragon-queen").join(name)) {
        if other != Path::new(file) {
            fs::remove_file(other).unwrap();
        }
    }
    let output = solve().unwrap();
    assert_eq!(text(&output.stdout), format!("{value}\n"));
    let said = text(&output.stderr);
    assert!(said.starts_with("The value is proven; a limit was reached before the line"), "{said}");
}

#[test]
fn two_builds_give_the_same_bytes() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    built(one.path(), FEW);
    // A partial table, left by an interrupted build, does no harm.
    let home = two.path().join("dragon-queen");
    fs::create_dir(&home).unwrap();
    let part = home.join(".plywood-Ab12Yz");
    fs::write(&part, vec![7; 1_000_000]).unwrap();
    let output = build(two.path(), FEW).args(["--threads", "3"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(tables(one.path()).len(), TABLES);
    assert!(tables(one.path()) == tables(two.path()));
    assert!(!part.exists());
}

#[cfg(unix)]
#[test]
fn killed_build_resumes() {
    let (whole, broken) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let pieces = "5";
    let all = built(whole.path(), pieces);
    let mut child = build(broken.path(), pieces).stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let finished: Vec<String> = lines.take(11).map(|line| line.unwrap()).collect();
    program::signal(&child, "-KILL");
    assert!(!child.wait().unwrap().success());
    let before = times(broken.path());
    assert!(before.len() >= finished.len() && before.len() < tables(whole.path()).len(), "{}", before.len());
    let output = built(broken.path(), pieces);
    assert!(tables(whole.path()) == tables(broken.path()));
    // At most the group in progress is built again.
    let finished = finished.join("\n");
    let (finished, again) = (slices(&finished), slices(text(&output.stdout)));
    assert!(finished[..10].iter().all(|slice| !again.contains(slice)), "{finished:?} {again:?}");
    assert!(again.len() < slices(text(&all.stdout)).len());
    let after = times(broken.path());
    assert!(before.iter().filter(|(name, time)| after[*name] == **time).count() >= before.len() - 1);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_finished_tables() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = build(folder.path(), "7").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    program::signal(&child, "-INT");
    lines.for_each(drop);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = text(&output.stderr);
    assert!(said.ends_with("finished tables are kept; the same command resumes\n"), "{said}");
    assert!(!tables(folder.path()).is_empty());
    assert!(
        fs::read_dir(folder.path().join("dragon-queen")).unwrap().all(|entry| !entry
            .unwrap()
            .file_name()
            .to_string_lossy()
            .starts_with(".plywood-"))
    );
}

#[test]
fn forecast_precedes_the_memory_error() {
    let folder = tempfile::tempdir().unwrap();
    let nothing_there = || fs::read_dir(folder.path()).unwrap().next().is_none();
    let forecast = build(folder.path(), "9").args(["--forecast", "--memory", "1"]).output().unwrap();
    assert!(forecast.status.success() && forecast.stdout.is_empty() && nothing_there(), "{forecast:?}");
    let refused = build(folder.path(), "9").args(["--memory", "1"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(refused.stdout.is_empty() && nothing_there());
    let said: Vec<&str> = text(&refused.stderr).lines().collect();
    let [foretold, refusal] = said[..] else { panic!("{said:?}") };
    // Only the time may differ between them.
    let memory = |line: &str| line.split(" and ").nth(1).map(str::to_string);
    assert_eq!(memory(foretold), memory(text(&forecast.stderr).trim_end()));
    assert!(refusal.starts_with("plywood: ") && refusal.contains("and 1 MiB allowed"), "{refusal}");
    let no_tables = program().args(["table", "build", "abalone"]).output().unwrap();
    assert_eq!(no_tables.status.code(), Some(2));
}

#[test]
fn damaged_table_is_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    built(folder.path(), FEW);
    let sound = tables(folder.path());
    let (name, bytes) = sound.iter().max_by_key(|(_, bytes)| bytes.len()).unwrap();
    let mut damaged = bytes.clone();
    // Inside a block, where neither header nor footer is affected.
    damaged[200] ^= 1;
    fs::write(folder.path().join("dragon-queen").join(name), damaged).unwrap();
    let output = built(folder.path(), FEW);
    assert_eq!(slices(text(&output.stdout)).len(), 2, "{output:?}");
    assert!(text(&output.stderr).contains("9 of 10 materials are there"), "{output:?}");
    assert!(tables(folder.path()) == sound);
}

#[test]
fn concurrent_builds_exclude_each_other() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("dragon-queen")).unwrap();
    let lock = File::create(folder.path().join("dragon-queen/build.lock")).unwrap();
    lock.lock().unwrap();
    let refused = build(folder.path(), FEW).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let said = text(&refused.stderr);
    assert!(
        said.contains("plywood: another build is at work in ") && tables(folder.path()).is_empty(),
        "{said}"
    );
    lock.unlock().unwrap();
    built(folder.path(), FEW);
}
