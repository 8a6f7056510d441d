//! Games at the prompt, typed through a pipe.

mod program;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use program::{failure, program, run_with_input, stdout};

/// Options that make the machine fast.
const QUICK: [&str; 6] = ["--level", "1", "--time", "0.05", "--seed", "7"];

fn args<'a>(words: &[&'a str]) -> Vec<&'a str> {
    [words, &QUICK].concat()
}

/// A file for one test.
fn file(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("{name}-{}.txt", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn every_game_is_played_at_the_prompt() {
    for (game, mv, player) in [
        ("raichu", "b3-c4", "White"),
        ("raichu:10", "b3-c4", "White"),
        ("checkers", "22-18", "Red"),
        ("dragon-queen", "a1-a2", "Wights"),
        ("abalone", "A4B3", "Blue"),
    ] {
        let (code, said) = run_with_input(&args(&["play", game, "--plain"]), &format!("{mv}\n"));
        assert_eq!(code, 0, "{said}");
        assert!(said.contains(&format!("\n{player}: {mv}\n")), "{said}");
        // The board at the start, after our move, and after the reply.
        assert_eq!(said.matches(" to move, ").count(), 3, "{said}");
        assert!(said.ends_with("The game is left unfinished.\n"), "{said}");
    }
}

#[test]
fn dragon_queen_reads_three_notations() {
    for form in ["a1-a2", "a1 a2", "MOVE 5,1-4,1", "  move 5,1-4,1\r", "A1-A2"] {
        let (_, said) = run_with_input(&args(&["dragon-queen"]), &format!("{form}\n"));
        assert!(said.contains("\nWights: a1-a2\n"), "{form}: {said}");
    }
    let (_, said) = run_with_input(&args(&["dragon-queen", "--as", "queen"]), "quit\n");
    assert!(said.contains("You play Queen") && said.contains("\nWights: "), "{said}");
}

#[test]
fn abalone_asks_for_the_side_and_reads_pairs() {
    let (code, said) = run_with_input(&args(&["abalone"]), "\nthree\n1\nA4 B3\na5 b4\n");
    assert_eq!(code, 0);
    assert!(
        said.starts_with("Do you play 1 (Blue, who starts) or 2 (Red)?\nexpected blue (1), red (2)"),
        "{said}"
    );
    assert!(said.contains("\nBlue: A4B3\n") && said.contains("\nBlue: A5B4\n"), "{said}");
    let (_, said) = run_with_input(&args(&["abalone"]), "2\n");
    assert!(said.contains("You play Red") && said.contains("\nBlue: "), "{said}");
    let (_, said) = run_with_input(&args(&["abalone", "--as", "1"]), "A4 B3\n");
    assert!(!said.contains("1 or 2") && said.contains("\nBlue: A4B3\n"), "{said}");
    assert_eq!(run_with_input(&args(&["abalone"]), "").0, 0);
    assert_eq!(run_with_input(&args(&["abalone"]), "quit\n").0, 0);
}

#[test]
fn invalid_input_is_explained_and_ignored() {
    let lines = "hello\nb3-b4\nb3-c9\n\u{1b}[31m\n\nb3-c4\n";
    let (code, said) = run_with_input(&args(&["play", "raichu", "--as", "both"]), lines);
    assert_eq!(code, 0);
    for answer in [
        "'hello' is not a move: write a2-a4 for a step, c4xe6 for a capture, or pass; type help for the commands.",
        "Not possible: b3 is a Pichu: it moves diagonally forward, not straight ahead.",
        "c9 is off the board (a1 to h8)",
        "White: b3-c4",
        "Black to move",
    ] {
        assert!(said.contains(answer), "{answer}: {said}");
    }
    assert!(!said.contains('\u{1b}'), "{said}");
}

#[test]
fn prompt_commands_work_as_documented() {
    let (_, said) = run_with_input(&args(&["play", "checkers"]), "help\nmoves\nhint\nboard\nundo\nQUIT\n");
    for answer in [
        "  undo    take back your last move",
        "  22-18  ",
        " at depth ",
        "There is no move of yours to take back.",
        "The game is left unfinished.",
    ] {
        assert!(said.contains(answer), "{answer}: {said}");
    }
    assert_eq!(said.matches("Red to move, 7 legal moves.").count(), 2, "{said}");
    let (_, said) = run_with_input(&args(&["play", "checkers"]), "resign\n");
    assert!(said.ends_with("The game is over: Red resigned, Black won.\n"), "{said}");
}

#[test]
fn undo_takes_back_the_move_and_its_answer() {
    let path = file("undo");
    let name = path.to_str().unwrap();
    let moves = || {
        let record = std::fs::read_to_string(&path).unwrap();
        let moves = record.split("\n\n").nth(1).unwrap().split_whitespace().count();
        std::fs::remove_file(&path).unwrap();
        moves
    };
    run_with_input(&args(&["play", "abalone", "--transcript", name]), "A4B3\nA5B4\n");
    assert_eq!(moves(), 4);
    let (_, said) = run_with_input(&args(&["play", "abalone", "--transcript", name]), "A4B3\nA5B4\nundo\n");
    assert!(said.contains("\nTaken back.\n"), "{said}");
    assert_eq!(moves(), 2);
    run_with_input(
        &args(&["play", "abalone", "--transcript", name, "--as", "both"]),
        "A4B3\nG4F5\nA5B4\nundo\n",
    );
    assert_eq!(moves(), 2);
    // The machine's first move stays.
    run_with_input(&args(&["play", "abalone", "--transcript", name, "--as", "red"]), "undo\n");
    assert_eq!(moves(), 1);
}

#[test]
fn the_machine_plays_itself_to_the_end() {
    // Raichu takes too long.
    for game in catalogue::CATALOGUE.names().into_iter().filter(|game| *game != "raichu") {
        // More time than this level needs, however busy the machine is.
        let args = ["play", game, "--as", "none", "--level", "1", "--time", "60", "--seed", "7"];
        let said = stdout(&args);
        assert!(said.contains("Level 1 plays itself."), "{said}");
        assert!(said.lines().last().unwrap().starts_with("The game is over: "), "{said}");
        assert_eq!(said, stdout(&args), "the same seed, the same game");
    }
    let over = stdout(&args(&["play", "raichu", &format!("{}@ b", ".".repeat(63))]));
    assert!(over.ends_with("The game is over: White won.\n"), "{over}");
}

#[test]
fn house_rules_end_a_game() {
    let kings = ["play", "checkers", "W:WK1:BK32", "--as", "both"];
    let (_, said) = run_with_input(&args(&kings), &"1-5\n32-28\n5-1\n28-32\n".repeat(3));
    assert!(said.ends_with("The game is over: a draw, the same position for the third time.\n"), "{said}");
}

#[test]
fn transcript_is_appended() {
    // In a folder of its own, because the test checks what is left there.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let name = path.to_str().unwrap();
    let (code, said) = run_with_input(&args(&["play", "checkers", "--transcript", name]), "22-18\nresign\n");
    assert_eq!(code, 0, "{said}");
    let first = std::fs::read_to_string(&path).unwrap();
    assert!(first.starts_with("[Game \"checkers\"]\n[Position \".b.b.b.b/"), "{first}");
    assert!(first.contains(
        "[Players \"human\" \"plywood, level 1\"]\n[Result \"0-1\"]\n[Reason \"resignation\"]\n\n22-18 "
    ));
    run_with_input(&args(&["dragon-queen", "--transcript", name]), "a1-a2\n");
    let both = std::fs::read_to_string(&path).unwrap();
    assert!(both.starts_with(&first) && both.contains("\n\n[Game \"dragon-queen\"]\n"), "{both}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    std::fs::write(&path, "Dear diary,\n").unwrap();
    let (code, said) = failure(&args(&["play", "checkers", "--transcript", name]));
    assert!(code == 2 && said.contains("expected game records"), "{said}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "Dear diary,\n");
}

#[cfg(unix)]
#[test]
fn interrupted_game_is_in_the_transcript() {
    let path = file("interrupted");
    let mut command = program();
    command.args(args(&["play", "checkers", "--as", "both"])).arg("--transcript").arg(&path);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut typing = child.stdin.take().unwrap();
    typing.write_all(b"22-18\n").unwrap();
    // The pipe stays open until the end: a program whose output is closed exits differently.
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let answered = said.any(|line| line.starts_with("Black to move"));
    assert!(answered);
    program::signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let record = std::fs::read_to_string(&path).unwrap();
    assert!(record.ends_with("[Result \"*\"]\n[Reason \"unfinished\"]\n\n22-18\n"), "{record}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn usage_errors_exit_with_2() {
    for (words, message) in [
        (
            vec!["play", "checkers", "--as", "white"],
            "--as: expected red (1), black (2), both or none, found 'white'",
        ),
        (vec!["play", "checkers", "--level", "11"], "11 is not in 1..=10"),
        (vec!["play", "checkers", "--time", "0"], "expected a positive number of seconds"),
        (vec!["play", "chekers"], "did you mean 'checkers'?"),
        (vec!["dragon-queen", "..Q.. w"], "the board has"),
        (vec!["play", "checkers", "--transcript", "/"], "/: not a regular file"),
    ] {
        let (code, said) = failure(&words);
        assert!(code == 2 && said.contains(message), "{words:?}: {said}");
    }
}

#[test]
fn resumed_transcript_is_updated() {
    let path = file("resumed");
    let name = path.to_str().unwrap();
    run_with_input(&args(&["play", "abalone", "--transcript", name]), "A4B3\n");
    let (code, said) = run_with_input(&["play", "--resume", name, "--time", "0.05", "--seed", "7"], "A5B4\n");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("You play Blue, level 1 plays Red.") && said.contains("\nBlue: A5B4\n"), "{said}");
    let record = std::fs::read_to_string(&path).unwrap();
    assert_eq!(record.matches("[Game ").count(), 1, "{record}");
    assert_eq!(record.split("\n\n").nth(1).unwrap().split_whitespace().count(), 4, "{record}");
    run_with_input(&["play", "abalone", "--resume", name, "--level", "1"], "resign\n");
    let (code, said) = failure(&["play", "--resume", name]);
    assert!(code == 2 && said.contains("its last game is over (resignation)"), "{said}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn resume_errors_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let (data, name) = (folder.path(), |file: &str| folder.path().join(file).to_str().unwrap().to_string());
    std::fs::write(name("checkers.txt"), "[Game \"checkers\"]\n[Position \".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../r.r.r.r./.r.r.r.r/r.r.r.r. r\"]\n[Players \"a\" \"b\"]\n[Result \"*\"]\n[Reason \"unfinished\"]\n\n22-22\n").unwrap();
    std::fs::write(name("empty.txt"), "").unwrap();
    std::fs::write(name("wrong.json"), "{\"game\": 1}").unwrap();
    for (words, message) in [
        (vec!["--resume".to_string()], "there is no unfinished game: 'plywood play GAME' starts one"),
        (vec!["--resume".to_string(), "abalone".to_string()], "there is no unfinished game of abalone"),
        (vec!["checkers".to_string(), "--resume".to_string()], "there is no unfinished game of checkers"),
        (vec!["--resume".to_string(), name("missing.txt")], "missing.txt: "),
        (vec!["--resume".to_string(), name("empty.txt")], "the file has no game records"),
        (vec!["--resume".to_string(), name("wrong.json")], "not a saved game"),
        (
            vec!["--resume".to_string(), name("checkers.txt")],
            "move 1: a move must lead somewhere else than 22",
        ),
        (vec![], "<GAME>"),
        (vec!["checkers".to_string(), "--clock".to_string(), "0+5".to_string()], "such as 5+3 or 0.5+1"),
    ] {
        let mut command = program();
        command.arg("play").args(&words).env("XDG_DATA_HOME", data).env("HOME", data);
        let output = command.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(matches!(output.status.code(), Some(1 | 2)) && said.contains(message), "{words:?}: {said}");
    }
}

#[test]
fn clock_runs_at_the_prompt() {
    let (code, said) =
        run_with_input(&args(&["play", "checkers", "--as", "both", "--clock", "5+3"]), "22-18\n12-16\n");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("Red: 22-18") && said.contains("Black: 12-16"), "{said}");
    let (_, said) = run_with_input(&args(&["play", "checkers", "--as", "none", "--clock", "0.2+0.1"]), "");
    assert!(said.contains("The game is over: "), "{said}");
}
