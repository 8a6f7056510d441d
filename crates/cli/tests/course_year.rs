//! What a course does with matches from autumn to summer: programs change, come as archives, are built, and their authors
//! want to know why they lost.
#![cfg(target_os = "linux")]

mod program;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use program::games_in;
use serde_json::Value;
use tempfile::TempDir;

/// Whoever is to move wins at once.
const SHORT: &str = "......../......../.w....../..b...../......../......../......../........ w\n";
const WINS: &str = "#!/bin/sh\necho b3xd5\n";

/// A class with these programs in a Swiss tournament of two rounds.
fn class(programs: &[(&str, &str)], more: &str) -> TempDir {
    let class = TempDir::new().unwrap();
    for (name, script) in programs {
        hand_in(&class.path().join("students").join(name), script);
    }
    fs::write(class.path().join("openings.txt"), SHORT).unwrap();
    let plan = format!(
        "game = 'raichu'\nformat = 'swiss'\nrounds = 2\ngames = 2\nseed = 7\nopenings = 'openings.txt'\n\
         [[each]]\nin = 'students'\ntype = 'oneshot'\ncmd = './player {{n}} {{side}} {{board}} {{seconds}}'\ntime = 60\n{more}"
    );
    fs::write(class.path().join("class.toml"), plan).unwrap();
    class
}

fn hand_in(dir: &Path, script: &str) {
    fs::create_dir_all(dir).unwrap();
    fs::write(dir.join("player"), script).unwrap();
    fs::set_permissions(dir.join("player"), fs::Permissions::from_mode(0o755)).unwrap();
}

/// Plays the tournament of a class.
fn play(class: &TempDir, more: &[&str]) -> Output {
    let place = |name: &str| class.path().join(name).display().to_string();
    let (file, out) = (place("class.toml"), place("out"));
    let args = ["match", "--file", &file, "--out", &out, "--yes"];
    program::program().args(args).args(more).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The lines of the journal but for the plan, sorted by the number of the game.
fn journal(class: &TempDir) -> Vec<String> {
    let text = fs::read_to_string(class.path().join("out/games.jsonl")).unwrap();
    let mut lines: Vec<String> = text.lines().skip(1).map(str::to_string).collect();
    lines.sort_by_key(|line| serde_json::from_str::<Value>(line).unwrap()["number"].as_u64());
    lines
}

#[test]
fn one_changed_program_replays_exactly_its_own_games() {
    let names = ["ann", "ben", "cleo", "dora", "emil", "fred"];
    let class = class(&names.map(|name| (name, WINS)), "");
    let output = play(&class, &["--changed"]);
    assert!(output.status.success(), "{output:?}");
    let before = journal(&class);
    assert_eq!(before.len(), 12);
    // Nothing has changed, so nothing is played.
    let output = play(&class, &["--changed"]);
    assert!(output.status.success() && !said(&output).contains("changed"), "{output:?}");
    assert_eq!(journal(&class), before);

    hand_in(&class.path().join("students/cleo"), "#!/bin/sh\necho nonsense\n");
    let output = play(&class, &["--resume"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(
        said(&output).contains("the programs of cleo have changed since their games were played: --changed")
    );
    assert_eq!(journal(&class), before);

    let output = play(&class, &["--changed"]);
    assert!(output.status.success(), "{output:?}");
    assert!(said(&output).contains("changed: cleo; 4 games are played again, 8 kept"), "{}", said(&output));
    let after = journal(&class);
    assert_eq!(after.len(), before.len());
    let mut again = 0;
    for (old, new) in before.iter().zip(&after) {
        if old.contains("\"cleo\"") {
            again += 1;
            let (old, new): (Value, Value) =
                (serde_json::from_str(old).unwrap(), serde_json::from_str(new).unwrap());
            assert_eq!(
                [&old["number"], &old["first"], &old["second"]],
                [&new["number"], &new["first"], &new["second"]]
            );
            let is_first = new["first"] == "cleo";
            assert_eq!(new["verdict"]["kind"] == "garbage", is_first, "{new}");
        } else {
            assert_eq!(old, new, "the game of others was played again");
        }
    }
    assert_eq!(again, 4);
    // The pairings of the second round are those of the first results: continuing finds nothing to do.
    let output = play(&class, &["--resume"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(journal(&class), after);

    hand_in(&class.path().join("students/gina"), WINS);
    let output = play(&class, &["--changed"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output).contains("these are not the players of the stored tournament: gina came"),
        "{}",
        said(&output)
    );
}

#[test]
fn archives_are_unpacked_and_programs_are_built_once() {
    // The build leaves a trace for each time that it runs.
    let more = "build = 'sh build.sh'\nbuild-time = 60\n";
    let class = class(&[], more);
    let students = class.path().join("students");
    for name in ["ann", "ben"] {
        fs::create_dir_all(students.join(name)).unwrap();
        fs::write(
            students.join(name).join("build.sh"),
            "echo '#!/bin/sh\necho b3xd5' > player && chmod +x player\n",
        )
        .unwrap();
    }
    let broken = students.join("cleo");
    fs::create_dir_all(&broken).unwrap();
    fs::write(broken.join("build.sh"), "echo 'player.c:3: error: expected ;' >&2; exit 2\n").unwrap();
    let packed =
        Command::new("tar").current_dir(&students).args(["czf", "ben.tar.gz", "ben"]).status().unwrap();
    assert!(packed.success());
    fs::remove_dir_all(students.join("ben")).unwrap();
    fs::write(students.join("dora.zip"), "no archive").unwrap();
    let output = play(&class, &[]);
    assert!(output.status.success(), "{output:?}");
    let games = games_in(&class.path().join("out"));
    let verdict = |name: &str| {
        let found = games.iter().find(|game| game["verdict"]["player"] == name);
        found.map(|game| game["verdict"].clone())
    };
    assert_eq!((verdict("ann"), verdict("ben")), (None, None));
    let cleo = verdict("cleo").unwrap();
    assert_eq!((&cleo["kind"], &cleo["why"]), (&"build".into(), &"'sh build.sh' ended with code 2".into()));
    assert_eq!(cleo["evidence"]["stderr"], "player.c:3: error: expected ;");
    let dora = verdict("dora").unwrap();
    assert!(
        dora["why"].as_str().unwrap().starts_with("'dora.zip' was not unpacked: it is not a zip file"),
        "{dora}"
    );
    let prepared = fs::read_dir(class.path().join("out/programs")).unwrap().count();
    assert_eq!(prepared, 4);
    // Without --out the programs are built in a folder that is removed.
    let file = class.path().join("class.toml");
    let output =
        program::program().args(["match", "--file", file.to_str().unwrap(), "--yes"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn every_author_has_a_page_of_its_own() {
    let ann = "#!/bin/sh\necho 'the thoughts of ann <b>' >&2\necho b3xd5\n";
    let ben = "#!/bin/sh\necho 'the secret of ben' >&2\necho nonsense of ben\n";
    let class = class(&[("ann", ann), ("ben", ben)], "");
    let output = play(&class, &["--review", "200"]);
    assert!(output.status.success(), "{output:?}");
    let games = games_in(&class.path().join("out"));
    let of_ann = games.iter().find(|game| game["first"] == "ann").unwrap();
    assert_eq!(of_ann["stderr"], serde_json::json!(["[ply 1]\nthe thoughts of ann <b>", ""]), "{of_ann}");
    assert_eq!(of_ann["times"][0]["plies"].as_array().unwrap().len(), 1);
    assert_eq!(of_ann["times"][1]["plies"], Value::Null);
    let page =
        |name: &str| fs::read_to_string(class.path().join(format!("out/students/{name}.html"))).unwrap();
    let (ann, ben) = (page("ann"), page("ben"));
    assert!(ann.contains("the thoughts of ann &lt;b&gt;") && !ann.contains("the secret of ben"), "{ann}");
    assert!(
        !ann.contains("nonsense of ben") && ann.contains("the other program broke the rules or its limits")
    );
    assert!(
        ben.contains("the secret of ben") && ben.contains("nonsense of ben") && !ben.contains("the thoughts")
    );
    assert!(ann.contains("Place 1 of 2 with ") && ann.contains("id=\"viewer\"") && !ann.contains("{{"));
    // What was reviewed is not reviewed again.
    let reviews = || fs::read_to_string(class.path().join("out/reviews.jsonl")).unwrap();
    let before = reviews();
    assert_eq!(before.lines().count(), games.len());
    assert!(play(&class, &["--resume", "--review", "200"]).status.success());
    assert_eq!(reviews(), before);
}

#[test]
fn review_finds_what_was_given_away() {
    // White could win at once, and goes elsewhere.
    let class = class(&[("ann", "#!/bin/sh\n[ $2 = w ] && echo b3-a4 || echo c4xa2\n"), ("ben", WINS)], "");
    let output = play(&class, &["--review"]);
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(class.path().join("out/reviews.jsonl")).unwrap();
    let reviews: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let moves: Vec<&Value> = reviews.iter().flat_map(|review| review["moves"].as_array().unwrap()).collect();
    let worst = moves.iter().find(|mv| mv["played"] == "b3-a4").unwrap();
    assert_eq!((&worst["best"], &worst["sign"], &worst["side"]), (&"b3xd5".into(), &"??".into(), &1.into()));
    assert_eq!(worst["before"], "won in 1 ply");
    let page = fs::read_to_string(class.path().join("out/students/ann.html")).unwrap();
    assert!(page.contains("<strong>b3-a4??</strong>, a blunder. It was won in 1 ply"), "{page}");
}

#[test]
fn a_match_serves_its_table_while_it_is_played() {
    let slow = "#!/bin/sh\nsleep 1\necho b3xd5\n";
    let class = class(&[("ann", slow), ("<b>ben", slow), ("cleo", slow), ("dora", slow)], "");
    let place = |name: &str| class.path().join(name).display().to_string();
    let mut child = program::program()
        .args(["match", "--file", &place("class.toml"), "--serve", "--yes", "--no-rehearsal"])
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let address =
        lines.find_map(|line| Some(line.unwrap().strip_prefix("live: http://")?.to_string())).unwrap();
    let address = address.trim_end_matches('/').to_string();
    let ask = |path: &str, host: &str| {
        let mut stream = TcpStream::connect(&address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let page = ask("/", &address);
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("page.js"), "{page}");
    assert!(page.contains("content-security-policy"), "{page}");
    assert!(
        ask("/page.js", &address).contains("status.json") && ask("/page.css", &address).contains("--accent")
    );
    let status = ask("/status.json", &address);
    let status: Value = serde_json::from_str(status.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    assert_eq!((&status["games"], &status["is_over"]), (&8.into(), &false.into()), "{status}");
    // A foreign page that had this machine's address could not read it.
    assert!(ask("/status.json", "evil.example").starts_with("HTTP/1.1 403"));
    lines.for_each(drop);
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_first_line_says_which_protection_holds() {
    let class = class(&[("ann", WINS), ("ben", WINS)], "");
    let output = play(&class, &[]);
    let said = said(&output);
    let first = said.lines().next().unwrap();
    assert!(
        first.starts_with("sandbox: ") && first.contains(", as ") && first.contains("limits on memory"),
        "{said}"
    );
}
