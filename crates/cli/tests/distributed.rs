//! Jobs, executors and shards, from the user's point of view.

mod program;

use std::path::Path;
use std::process::Command;

use program::{failure, games_in, plywood, program, stdout};
use serde_json::Value;
use tempfile::TempDir;

/// Two jobs at a time, by another process.
fn on_serve() -> String {
    format!("{} job serve --threads 2", env!("CARGO_BIN_EXE_plywood"))
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// The games of a tournament's folder in the order of its journal, without the times and the machine.
fn journal(folder: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(Path::new(folder).join("games.jsonl")).unwrap();
    let mut games: Vec<Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    for game in &mut games {
        let fields = game.as_object_mut().unwrap();
        assert!(fields.remove("times").is_some());
        fields.remove("node");
    }
    games
}

/// The same in the order of the schedule.
fn sorted(folder: &str) -> Vec<Value> {
    let mut games = journal(folder);
    games.sort_by_key(|game| game["number"].as_u64());
    games
}

fn played(args: &[&str]) -> String {
    let output = plywood(args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{args:?}: {said}");
    said
}

const SWISS: [&str; 14] = [
    "match",
    "abalone",
    "--player",
    "name=a nodes=100",
    "--player",
    "name=b nodes=50",
    "--player",
    "type=random",
    "--player",
    "type=greedy",
    "--format",
    "swiss",
    "--rounds",
    "3",
];

#[test]
fn games_played_elsewhere_are_the_same_games() {
    let folder = TempDir::new().unwrap();
    let (here, there) = (path(&folder, "here"), path(&folder, "there"));
    played(&[&SWISS[..], &["--out", &here]].concat());
    played(&[&SWISS[..], &["--out", &there, "--on", &on_serve()]].concat());
    assert_eq!(sorted(&there).len(), 12);
    assert_eq!(sorted(&there), sorted(&here));
    let table = |folder: &str| std::fs::read_to_string(Path::new(folder).join("standings.csv")).unwrap();
    let points = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(',').take(6).collect::<Vec<_>>().join(",")).collect()
    };
    assert_eq!(points(&table(&there)), points(&table(&here)));
    assert!(!folder.path().join("there/results").exists(), "every result is in the journal");
}

#[test]
fn students_folders_and_weights_are_inputs_of_jobs() {
    let folder = TempDir::new().unwrap();
    let student = folder.path().join("ann");
    std::fs::create_dir(&student).unwrap();
    std::fs::write(student.join("bot.sh"), "echo nonsense $1\n").unwrap();
    let player =
        format!("name=ann type=oneshot dir={} cmd=\"sh bot.sh {{side}}\" time=20", student.display());
    let out = path(&folder, "out");
    let args = ["match", "abalone", "--player", &player, "--player", "type=random", "--games", "2"];
    played(&[&args[..], &["--out", &out, "--no-rehearsal", "--on", &on_serve()]].concat());
    for game in journal(&out) {
        let verdict = &game["verdict"];
        assert_eq!((&verdict["kind"], &verdict["player"]), (&Value::from("garbage"), &Value::from("ann")));
        assert!(verdict["evidence"].to_string().contains("nonsense"), "{verdict}");
    }
}

#[test]
fn sixty_four_shards_are_the_whole() {
    let folder = TempDir::new().unwrap();
    let (whole, cut) = (path(&folder, "whole"), path(&folder, "cut"));
    // 15 pairs of games, so most shards have none.
    let players = ["--player", "name=a nodes=60", "--player", "name=b nodes=30", "--player", "type=greedy"];
    let more = ["--player", "type=random", "--player", "name=c nodes=10", "--player", "name=d depth=1"];
    let args = [&["match", "abalone"], &players[..], &more].concat();
    played(&[&args[..], &["--out", &whole, "--concurrency", "1"]].concat());
    let (code, message) = failure(&["merge", &cut]);
    assert!(code == 2 && message.contains("there is no tournament"), "{message}");
    for shard in 1..=64 {
        let shard = format!("{shard}/64");
        let said = played(&[&args[..], &["--out", &cut, "--shard", &shard]].concat());
        assert!(said.contains("there; 'plywood merge"), "{said}");
    }
    let table = stdout(&["merge", &cut]);
    assert!(table.contains("30 games"), "{table}");
    assert_eq!(journal(&cut), journal(&whole), "in the order of the schedule");
    let header = |folder: &str| {
        let text = std::fs::read_to_string(Path::new(folder).join("games.jsonl")).unwrap();
        text.lines().next().unwrap().to_string()
    };
    assert_eq!(header(&cut), header(&whole));
    // Merging again changes nothing, nor does a shard that is played again.
    let before = std::fs::read(folder.path().join("cut/games.jsonl")).unwrap();
    played(&[&args[..], &["--out", &cut, "--shard", "3/64"]].concat());
    stdout(&["merge", &cut]);
    assert_eq!(std::fs::read(folder.path().join("cut/games.jsonl")).unwrap(), before);
    assert!(folder.path().join("cut/report.html").exists());
}

#[test]
fn missing_shards_are_named_and_played_by_resume() {
    let folder = TempDir::new().unwrap();
    let (whole, cut) = (path(&folder, "whole"), path(&folder, "cut"));
    let args = ["match", "abalone", "--player", "nodes=30", "--player", "type=random", "--games", "6"];
    played(&[&args[..], &["--out", &whole, "--concurrency", "1"]].concat());
    played(&[&args[..], &["--out", &cut, "--shard", "1/3"]].concat());
    played(&[&args[..], &["--out", &cut, "--shard", "3/3"]].concat());
    let (code, message) = failure(&["merge", &cut]);
    assert_eq!(code, 1);
    assert!(message.contains("2 games are missing: 2, 3;"), "{message}");
    played(&["match", "--out", &cut, "--resume"]);
    assert_eq!(sorted(&cut), journal(&whole));
    let (code, message) =
        failure(&["match", "abalone", "--player", "nodes=9", "--shard", "4/3", "--out", &cut]);
    assert!(code == 2 && message.contains("expected K/N"), "{message}");
}

#[test]
fn swiss_shards_are_played_round_by_round() {
    let folder = TempDir::new().unwrap();
    let (whole, cut) = (path(&folder, "whole"), path(&folder, "cut"));
    played(&[&SWISS[..], &["--out", &whole, "--concurrency", "1"]].concat());
    for round in 1..=3 {
        for shard in ["1/2", "2/2"] {
            played(&[&SWISS[..], &["--out", &cut, "--shard", shard]].concat());
        }
        let output = plywood(&["merge", &cut]);
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        let expected = format!("{} games are merged, {round} of 3 rounds are complete", 4 * round);
        assert!(round == 3 || said.contains(&expected), "{said}");
    }
    assert_eq!(journal(&cut), journal(&whole));
}

#[test]
fn a_job_is_done_once() {
    let folder = TempDir::new().unwrap();
    let spec = folder.path().join("spec.json");
    let text = r#"{"job": "game", "version": 1, "work": {"plan": {"game": "abalone", "player":
        [{"name": "a", "nodes": "50"}, {"name": "b", "type": "random"}]}, "number": 7, "start":
        "START", "opening": [], "seeds": [1, 2], "require-sandbox": false}}"#;
    let start = stdout(&["show", "abalone", "--json"]);
    let start: Value = serde_json::from_str(&start).unwrap();
    std::fs::write(&spec, text.replace("START", start["position"].as_str().unwrap())).unwrap();
    let run = |more: &[&str]| {
        let args = ["job", "run", spec.to_str().unwrap(), "--out", folder.path().to_str().unwrap()];
        stdout(&[&args[..], more].concat()).trim().to_string()
    };
    let result = run(&["--node", "here"]);
    let game = || serde_json::from_str::<Value>(&std::fs::read_to_string(&result).unwrap()).unwrap();
    assert_eq!((&game()["number"], &game()["node"]), (&Value::from(7), &Value::from("here")));
    assert_eq!(run(&["--node", "there"]), result, "the name is a hash of the specification");
    assert_eq!(game()["node"], "here", "it was not played again");
    std::fs::write(&spec, "{}").unwrap();
    let (code, message) = failure(&["job", "run", spec.to_str().unwrap(), "--out", "."]);
    assert!(code == 2 && message.contains("expected a job"), "{message}");
}

#[test]
fn an_executor_that_ends_is_reported_and_the_match_goes_on_later() {
    let folder = TempDir::new().unwrap();
    let (here, there) = (path(&folder, "here"), path(&folder, "there"));
    played(&[&SWISS[..], &["--out", &here]].concat());
    // It takes one job, and ends without having done it.
    let script = path(&folder, "ends.sh");
    std::fs::write(&script, "read begin\necho '{\"ready\":{\"slots\":2}}'\nread job\n").unwrap();
    let few = format!("sh {script}");
    let (code, message) = failure(&[&SWISS[..], &["--out", &there, "--on", &few]].concat());
    assert!(code == 1 && message.contains("ended") && message.contains("--resume"), "{message}");
    played(&[&SWISS[..], &["--out", &there, "--resume", "--on", &on_serve()]].concat());
    assert_eq!(sorted(&there), sorted(&here));
    let (code, message) = failure(&[&SWISS[..], &["--on", "no-such-command-at-all"]].concat());
    assert!(code == 1 && message.contains("--on no-such-command-at-all"), "{message}");
}

#[test]
fn tables_built_elsewhere_are_the_same_tables() {
    let folder = TempDir::new().unwrap();
    let tables = |name: &str, more: &[&str]| {
        let at = path(&folder, name);
        let args = ["table", "build", "dragon-queen", "--pieces", "4", "--tables", &at];
        stdout(&[&args[..], more].concat());
        let files = std::fs::read_dir(Path::new(&at).join("dragon-queen")).unwrap();
        let mut files: Vec<_> = files
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "plt"))
            .map(|path| (path.file_name().unwrap().to_owned(), std::fs::read(&path).unwrap()))
            .collect();
        files.sort();
        files
    };
    let here = tables("here", &[]);
    assert_eq!(here.len(), 20);
    assert!(tables("there", &["--on", &on_serve()]) == here);
}

#[test]
fn self_play_elsewhere_is_the_same_self_play() {
    let folder = TempDir::new().unwrap();
    let games = |name: &str, more: &[&str]| {
        let (data, out) = (path(&folder, name), path(&folder, &format!("{name}.network")));
        let args = ["learn", "abalone", "--games", "200", "--nodes", "20", "--no-gate", "--epochs", "1"];
        let shape = ["--hidden", "16", "--patterns", "cells", "--mix", "0.5", "--threads", "1"];
        played(&[&args[..], &shape, &["--data", &data, "--out", &out, "--hours", "0.01"], more].concat());
        let file = Path::new(&data).join("generation-1.games");
        (std::fs::read(file).unwrap(), std::fs::read(out).unwrap())
    };
    assert!(games("there", &["--on", &on_serve()]) == games("here", &[]));
}

#[test]
fn a_machine_says_how_fast_it_is_and_how_it_confines_programs() {
    let node: Value = serde_json::from_str(&stdout(&["job", "node", "--time", "0.001"])).unwrap();
    assert!(node["speed"].as_u64().unwrap() > 0 && node["cores"].as_u64().unwrap() > 0, "{node}");
    assert!(node["sandbox"].is_string() && node["sandboxed"].is_boolean(), "{node}");
}

/// The leader is killed at any time; what it had is continued.
#[test]
fn a_leader_that_was_killed_continues() {
    let folder = TempDir::new().unwrap();
    let (here, there) = (path(&folder, "here"), path(&folder, "there"));
    let args = ["match", "abalone", "--player", "name=a nodes=400", "--player", "name=b nodes=300"];
    let args = [&args[..], &["--games", "20"]].concat();
    played(&[&args[..], &["--out", &here]].concat());
    let mut leader: Command = program();
    leader.args(&args).args(["--out", &there, "--on", &on_serve()]).stderr(std::process::Stdio::null());
    let mut leader = leader.spawn().unwrap();
    let count =
        || std::fs::read_to_string(format!("{there}/games.jsonl")).unwrap_or_default().lines().count();
    while count() < 4 && leader.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    leader.kill().unwrap();
    leader.wait().unwrap();
    played(&[&args[..], &["--out", &there, "--resume", "--on", &on_serve()]].concat());
    assert_eq!(sorted(&there), sorted(&here));
    assert_eq!(games_in(Path::new(&there)).len(), 20);
}
