//! `plywood match` from the user's point of view.

mod program;

use std::process::{Command, Stdio};

use program::{failure, games_in, json, plywood, program, stdout};
use serde_json::Value;
use tempfile::TempDir;

const SHORT: [&str; 8] =
    ["match", "abalone", "--player", "name=A nodes=200", "--player", "type=random", "--games", "4"];

#[test]
fn match_prints_a_table() {
    let table = stdout(&SHORT);
    assert!(table.starts_with("abalone       A against random, 4 games\nscore         "), "{table}");
    for row in ["strength", "superiority", "pairs", "endings", "length", "time a move   A: "] {
        assert!(table.lines().any(|line| line.starts_with(row)), "{row} in {table}");
    }
    let talk = String::from_utf8(plywood(&SHORT).stderr).unwrap();
    assert!(talk.lines().last().unwrap().starts_with("4 of 4 games: +"), "{talk}");
}

#[test]
fn match_prints_json_and_writes_games() {
    let folder = TempDir::new().unwrap();
    let mut args = SHORT.to_vec();
    args.extend(["--json", "--out", folder.path().to_str().unwrap()]);
    let summary = json(&args);
    let games = games_in(folder.path());
    assert_eq!((summary["games"].as_u64(), games.len()), (Some(4), 4));
    let won = |game: &&Value| {
        let winner = match game["result"].as_str().unwrap() {
            "1-0" => &game["first"],
            "0-1" => &game["second"],
            _ => &Value::Null,
        };
        winner == "A"
    };
    assert_eq!(summary["players"][0]["wins"].as_u64().unwrap(), games.iter().filter(won).count() as u64);
    assert_eq!(games[0]["opening"], games[1]["opening"]);
    assert_eq!(games[0]["opening"].as_array().unwrap().len(), 8);
}

#[test]
fn the_same_seed_plays_the_same_match() {
    let score = |seed: &str| {
        let mut args = SHORT.to_vec();
        args.extend(["--json", "--seed", seed]);
        let summary = json(&args);
        (summary["meetings"][0]["pairs"].to_string(), summary["mean_plies"].to_string())
    };
    let three = score("3");
    assert_eq!(score("3"), three);
    assert!(["4", "5", "6"].iter().any(|seed| score(seed) != three), "every seed gives the same games");
}

#[test]
fn invalid_matches_are_usage_errors() {
    let two = ["--player", "level=1", "--player", "level=1"];
    let with = |game: &'static str, more: &[&'static str]| {
        let args: Vec<&str> = ["match", game].into_iter().chain(two).chain(more.iter().copied()).collect();
        failure(&args)
    };
    let (code, message) = failure(&["match", "checkers", "--player", "level=1"]);
    assert_eq!((code, message.as_str()), (2, "plywood: a tournament needs at least two players, not 1\n"));
    let (code, message) = failure(&["match", "checkers", "--player", "level=1", "--player", "level=11"]);
    assert_eq!(
        (code, message.as_str()),
        (2, "plywood: player 'level=11': level=11: expected a level from 1 to 10\n")
    );
    let (code, message) = with("chess", &[]);
    assert_eq!(
        (code, message.as_str()),
        (2, "plywood: there is no game 'chess': did you mean 'checkers'?\n")
    );
    let (code, message) = with("checkers", &["--sprt", "5,0"]);
    assert_eq!(
        (code, message.as_str()),
        (2, "plywood: sprt '5,0': give two Elo differences, the smaller first, such as 0,10\n")
    );
    let (code, message) = with("dragon-queen", &["--opening-plies", "60"]);
    assert_eq!(code, 2);
    assert!(message.contains("every game is over after 60 random plies"), "{message}");
    let (code, message) = with("checkers", &["--out", "/dev/null/games"]);
    assert_eq!(code, 2);
    assert!(message.contains("cannot write to '/dev/null/games'"), "{message}");
    let (code, message) = with("checkers", &["--games", "3"]);
    assert_eq!(code, 2);
    assert!(message.contains("this must be an even number"), "{message}");
    assert_eq!(with("checkers", &["--resume"]).0, 2);
}

/// SIGINT arrives twice, as some programs forward it.
#[cfg(unix)]
#[test]
fn interrupted_match_prints_the_score() {
    use std::io::{BufRead as _, BufReader};

    let args = ["match", "checkers", "--player", "nodes=100", "--player", "nodes=100", "--games", "600"];
    let mut child = program().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut talk = BufReader::new(child.stderr.take().unwrap()).lines();
    let progress = talk.next().unwrap().unwrap();
    assert!(progress.starts_with("60 of 600 games: +"), "{progress}");
    let interrupt = || Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt().success() && interrupt().success());
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    assert!(first.starts_with("checkers      nodes=100 against nodes=100 (2), "), "{first}");
    assert!(!first.contains("600 games"), "{first}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn resuming_needs_the_option_and_the_same_plan() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let with = |more: &[&'static str]| {
        SHORT.into_iter().chain(["--out", out]).chain(more.iter().copied()).collect::<Vec<_>>()
    };
    let (code, message) = failure(&["match", "--out", out, "--resume"]);
    assert_eq!((code, message.contains("there is no tournament in")), (2, true), "{message}");
    stdout(&with(&[]));
    let (code, message) = failure(&with(&[]));
    assert_eq!(code, 2);
    assert!(message.contains("already has a tournament with 4 games: add --resume"), "{message}");
    let (code, message) = failure(&with(&["--resume", "--seed", "2"]));
    assert_eq!(code, 2);
    assert!(message.contains("expected seed = the default, found 2"), "{message}");
    for args in [with(&["--resume"]), vec!["match", "--out", out, "--resume"]] {
        assert!(stdout(&args).contains("A against random, 4 games"));
    }
    assert_eq!(games_in(folder.path()).len(), 4);
}

#[test]
fn tournament_from_a_toml_file() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("cup.toml");
    let text = "game = 'dragon-queen'\nformat = 'swiss'\nrounds = 2\nplayer = [\n{name = 'A', level = 1},\n\
                {name = 'B', type = 'random'},\n{name = 'C', type = 'random'}]\n";
    std::fs::write(&path, text).unwrap();
    let file = ["match", "--file", path.to_str().unwrap()];
    let summary = json(&[&file[..], &["--json"]].concat());
    assert_eq!(summary["games"], 4);
    let names: Vec<&Value> =
        summary["players"].as_array().unwrap().iter().map(|player| &player["name"]).collect();
    assert_eq!(names, ["A", "B", "C"]);
    let table = stdout(&[&file[..], &["--rounds", "1"]].concat());
    assert!(table.starts_with("dragon-queen  3 players, 2 games\n"), "{table}");
    std::fs::write(&path, text.replace("swiss", "chess")).unwrap();
    let (code, message) = failure(&file);
    assert_eq!(code, 2);
    assert!(message.contains("chess") && message.contains("line 2"), "{message}");
}

#[cfg(unix)]
#[test]
fn repeatedly_killed_match_resumes_exactly() {
    let play = |folder: &TempDir| {
        let mut command = program();
        command.args(["match", "abalone", "--player", "name=A level=3", "--player", "name=B type=random"]);
        command.args([
            "--games",
            "400",
            "--unbalanced",
            "--resume",
            "--out",
            folder.path().to_str().unwrap(),
        ]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let folder = TempDir::new().unwrap();
    let mut finished = Vec::new();
    for i in 0..20_u64 {
        let mut child = play(&folder).spawn().unwrap();
        // Arbitrary moments, independent of the program.
        std::thread::sleep(std::time::Duration::from_millis(20 + i * 7_919 % 150));
        child.kill().unwrap();
        child.wait().unwrap();
        let path = folder.path().join("games.jsonl");
        finished
            .push(std::fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count()));
    }
    assert!(finished.is_sorted(), "{finished:?}");
    assert!(play(&folder).status().unwrap().success());
    let without_times = |folder: &TempDir| {
        let mut games = games_in(folder.path());
        games.iter_mut().for_each(|game| game["times"] = Value::Null);
        games
    };
    let games = without_times(&folder);
    let numbers: Vec<u64> = games.iter().map(|game| game["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (0..400).collect::<Vec<u64>>());
    let at_once = TempDir::new().unwrap();
    assert!(play(&at_once).status().unwrap().success());
    assert!(games == without_times(&at_once), "the games are others than without a break");
}
