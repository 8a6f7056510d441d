//! `plywood tune`, on a few games of a few nodes.

mod program;

use std::fs;
use std::path::Path;
use std::process::Output;

use program::program;
use serde_json::Value;

/// Tunes two parameters of The Dragon Queen in a folder.
fn tune(folder: &Path, more: &[&str]) -> Output {
    let mut command = program();
    command.current_dir(folder).args(["tune", "dragon-queen", "--nodes", "40", "--iterations", "4"]);
    command.args(["--games", "6", "--rate", "2", "--params", "delta_margin,reverse_futility_margin:20"]);
    command.args(more).output().unwrap()
}

fn found(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn what_is_found_can_be_played_with() {
    let folder = tempfile::tempdir().unwrap();
    let json = found(&tune(folder.path(), &["--confirm", "4", "--threads", "1", "--json"]));
    assert_eq!((&json["game"], &json["iterations"]), (&Value::from("dragon-queen"), &Value::from(4)));
    let score = ["wins", "draws", "losses"].map(|word| json["score"][word].as_u64().unwrap());
    assert_eq!(score.iter().sum::<u64>(), 24);
    let confirmed = ["wins", "draws", "losses"].map(|word| json["confirmed"][word].as_u64().unwrap());
    assert_eq!(confirmed.iter().sum::<u64>(), 4);
    let params = json["params"].as_array().unwrap();
    assert_eq!(params.len(), 2);
    let player = json["player"].as_str().unwrap();
    for param in params {
        let (name, found) = (param["name"].as_str().unwrap(), param["found"].as_i64().unwrap());
        let is_named = player.contains(&format!("set.{name}={found}"));
        assert_eq!(is_named, param["default"] != param["found"], "{json}");
    }
    assert!(player.starts_with("set."), "a rate this high moves something: {json}");
    // The options are those of a player.
    let tuned = format!("nodes=20 {player}");
    let mut play = program();
    play.args(["match", "dragon-queen", "--player", &tuned, "--player", "nodes=20", "--games", "2", "--yes"]);
    let output = play.output().unwrap();
    assert!(output.status.success(), "{output:?}");

    // Two threads find the same, and so does a run that was stored and is continued.
    let two = ["--confirm", "0", "--threads", "2", "--json", "--state", "two.json"];
    assert_eq!(found(&tune(folder.path(), &two))["params"], json["params"]);
    let path = folder.path().join("two.json");
    let stored: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(stored["spsa"]["done"], 4);
    let again = found(&tune(folder.path(), &[&two[..], &["--resume"]].concat()));
    assert_eq!(again["params"], json["params"]);
    // What people read says the same.
    let text = tune(folder.path(), &["--confirm", "0", "--resume"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains(&format!("players:  {player}\n")), "{text}");
    assert!(text.contains("bench:    --set "), "{text}");
}

#[test]
fn what_is_refused_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |more: &[&str]| {
        let output = tune(folder.path(), more);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    found(&tune(folder.path(), &["--confirm", "0", "--json"]));
    assert!(refused(&[]).contains("tune-dragon-queen.json has a run already"));
    assert!(refused(&["--resume", "--seed", "2"]).contains("has other settings or parameters"));
    assert!(refused(&["--resume", "--openings", "no-such-file"]).contains("no-such-file"));
    let fresh = |params: &str| refused(&["--state", "fresh.json", "--params", params]);
    assert!(fresh("no_margin").contains("no search parameter is called 'no_margin'"));
    assert!(fresh("probcut_margin:x").contains("expected a step"));
    assert!(fresh("delta_margin").contains("names delta_margin twice"));
    assert!(refused(&["--confirm", "5"]).contains("an even number"));
    assert!(!folder.path().join("fresh.json").exists());
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_state_to_continue() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = program();
    command.current_dir(folder.path()).args(["tune", "dragon-queen", "--nodes", "40"]);
    command.args(["--iterations", "1000000", "--games", "2", "--threads", "2"]);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let child = command.spawn().unwrap();
    program::wait_for_interrupt_handler(&child);
    program::signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("--resume continues tune-dragon-queen.json"), "{said}");
    let stored = fs::read_to_string(folder.path().join("tune-dragon-queen.json")).unwrap();
    let stored: Value = serde_json::from_str(&stored).unwrap();
    let (done, games) = (stored["spsa"]["done"].as_u64().unwrap(), &stored["score"]);
    let games: u64 = ["wins", "draws", "losses"].iter().map(|word| games[word].as_u64().unwrap()).sum();
    assert_eq!(games, 2 * done, "whole iterations only");
}
