//! A standing league: programs come and go, and ratings go on.
#![cfg(target_os = "linux")]

mod program;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use program::{failure, json, plywood, stdout};
use serde_json::Value;
use tempfile::TempDir;

/// Whoever is to move wins at once.
const SHORT: &str = "......../......../.w....../..b...../......../......../......../........ w\n";

fn hand_in(dir: &Path, script: &str) -> String {
    fs::create_dir_all(dir).unwrap();
    fs::write(dir.join("player"), script).unwrap();
    fs::set_permissions(dir.join("player"), fs::Permissions::from_mode(0o755)).unwrap();
    let name = dir.file_name().unwrap().to_str().unwrap();
    format!(
        "name={name} type=oneshot cmd=\"./player {{n}} {{side}} {{board}}\" time=60 dir={}",
        dir.display()
    )
}

fn row<'t>(table: &'t Value, name: &str) -> &'t Value {
    let rows = table["rows"].as_array().unwrap();
    rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name} is not in {table:#}"))
}

#[test]
fn programs_come_and_go_and_ratings_go_on() {
    let place = TempDir::new().unwrap();
    let league = place.path().join("cup").display().to_string();
    let (code, said) = failure(&["league", "show", &league]);
    assert!(code == 2 && said.contains("'plywood league add' makes one"), "{said}");
    fs::write(place.path().join("openings.txt"), SHORT).unwrap();
    fs::write(place.path().join("class.toml"), "game = 'raichu'\nopenings = 'openings.txt'\nseed = 3\n")
        .unwrap();
    let file = place.path().join("class.toml").display().to_string();
    let ann = hand_in(&place.path().join("ann"), "#!/bin/sh\necho b3xd5\n");
    let ben = hand_in(&place.path().join("ben"), "#!/bin/sh\necho nonsense\n");
    let args = ["league", "add", &league, "--file", &file, "--staff", "name=weak type=random", "--staff"];
    let more =
        ["name=strong level=10 nodes=50", "--player", &ann, "--player", &ben, "--promotion-games", "2"];
    let said = stdout(&[&args[..], &more].concat());
    assert_eq!(
        said,
        "added player ann\nadded player ben\nadded staff player weak\nadded staff player strong\n"
    );

    let table = json(&["league", "run", &league, "--rounds", "2", "--json"]);
    // Every pair is shared by two programs that find the move; the other one wins nothing.
    assert_eq!(row(&table, "ann")["level"], "strong", "{table:#}");
    assert_eq!(
        (&row(&table, "ben")["level"], &row(&table, "ben")["next_level"]),
        (&Value::Null, &Value::Null)
    );
    assert!(row(&table, "ann")["elo"].as_f64() > row(&table, "ben")["elo"].as_f64(), "{table:#}");
    let games = table["games"].as_u64().unwrap();
    assert_eq!(json(&["league", "show", &league, "--json"]), table);

    // A program that changes is rated anew, may try again, and leaves its games to the others.
    let before = row(&table, "ann")["games"].as_u64().unwrap();
    hand_in(&place.path().join("ben"), "#!/bin/sh\necho b3xd5\n");
    let output = plywood(&["league", "run", &league, "--rounds", "0", "--json"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("ben has changed: it is rated anew") && said.contains("ben has reached weak"),
        "{said}"
    );
    let table: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&row(&table, "ben")["versions"], &row(&table, "ben")["level"]),
        (&2.into(), &"strong".into())
    );
    assert_eq!(row(&table, "ann")["games"], before);
    assert_eq!(table["games"].as_u64(), Some(games + 4));

    let (code, said) = failure(&["league", "remove", &league, "nobody"]);
    assert!(
        code == 1
            && said.contains("there is no player 'nobody' in this league: it has weak, strong, ann, ben"),
        "{said}"
    );
    assert_eq!(stdout(&["league", "remove", &league, "ann"]), "");
    let table = json(&["league", "show", &league, "--json"]);
    assert!(table["rows"].as_array().unwrap().iter().all(|row| row["name"] != "ann"));
    assert_eq!(table["games"].as_u64(), Some(games + 4));
    assert!(stdout(&["league", "show", &league]).contains("ben"));
    // Back again, it has what it had.
    assert_eq!(stdout(&["league", "add", &league, "--player", &ann]), "changed player ann\n");
    assert_eq!(row(&json(&["league", "show", &league, "--json"]), "ann")["games"], before);
}

#[test]
fn a_line_that_was_cut_off_costs_one_pair() {
    let place = TempDir::new().unwrap();
    let league = place.path().join("cup").display().to_string();
    let args = [
        "league",
        "add",
        &league,
        "--game",
        "abalone",
        "--player",
        "name=a nodes=5",
        "--player",
        "name=b nodes=5",
    ];
    stdout(&args);
    stdout(&["league", "run", &league, "--rounds", "2"]);
    let journal = place.path().join("cup/pairs.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    assert_eq!(text.lines().count(), 2);
    fs::write(&journal, &text[..text.len() - 10]).unwrap();
    assert_eq!(json(&["league", "show", &league, "--json"])["games"], 2);
    stdout(&["league", "run", &league, "--rounds", "1"]);
    let again = fs::read_to_string(&journal).unwrap();
    let without_times = |text: &str| {
        let mut pairs: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for game in pairs.iter_mut().flat_map(|pair| pair["games"].as_array_mut().unwrap()) {
            game.as_object_mut().unwrap().remove("times");
        }
        pairs
    };
    assert_eq!(without_times(&again), without_times(&text), "the same pair is played again");
}
