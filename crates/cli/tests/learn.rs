//! `plywood learn`, on a few games of a few nodes.

mod program;

use std::fs;
use std::path::Path;
use std::process::Output;

use program::program;

/// Learns The Dragon Queen in a folder; the data are in `data` there.
fn learn(folder: &Path, data: &str, more: &[&str]) -> Output {
    let mut command = program();
    command.current_dir(folder).args(["learn", "dragon-queen", "--data", data, "--no-gate"]);
    command.args(["--nodes", "4", "--opening", "3", "--epochs", "1", "--mix", "0.5", "--hidden", "16"]);
    command.args(more).output().unwrap()
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_games_are_the_same_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    for (data, threads, seed) in [("one", "1", "5"), ("two", "2", "5"), ("other", "2", "6")] {
        // More than one block of games, and a last one that is not full.
        said(&learn(folder.path(), data, &["--games", "150", "--threads", threads, "--seed", seed]));
    }
    let games = |data: &str| fs::read(folder.path().join(data).join("generation-1.games")).unwrap();
    assert_eq!(games("one"), games("two"));
    assert_ne!(games("one"), games("other"), "another seed gives other games");
}

#[test]
fn a_training_starts_from_a_network() {
    let folder = tempfile::tempdir().unwrap();
    said(&learn(folder.path(), "first", &["--games", "200", "--out", "first.network"]));
    let from = |data: &str, more: &[&str]| {
        let mut command = program();
        command.current_dir(folder.path()).args(["learn", "dragon-queen", "--data", data, "--no-gate"]);
        command.args(["--no-play", "--more-games", "first/generation-1.games", "--mix", "0.5"]);
        command.args(["--epochs", "1"]).args(more).output().unwrap()
    };
    // A step so small that nothing changes: the shape and the weights are those of the start.
    let told =
        said(&from("same", &["--from", "first.network", "--rate", "0.000001", "--out", "same.network"]));
    let loss = |after: &str| -> f64 {
        let line = told.lines().find(|line| line.contains("held-out loss")).unwrap();
        let number = line.split_once(after).unwrap().1.split([' ', ',']).next().unwrap();
        number.parse().unwrap()
    };
    assert!((loss("held-out loss ") - loss(" after ")).abs() < 0.002, "{told}");
    let sizes = ["first.network", "same.network"].map(|file| fs::read(folder.path().join(file)).unwrap());
    let differing = sizes[0].iter().zip(&sizes[1]).filter(|(a, b)| a != b).count();
    assert!(differing * 20 < sizes[0].len(), "{differing} bytes of {} differ", sizes[0].len());
    let random = said(&from("random", &["--hidden", "16"]));
    assert!(!random.contains(" after "), "{random}");
    for (more, expected) in [
        (&["--from", "first.network", "--hidden", "32"][..], "cannot be used with"),
        (&["--from", "terms"], "--from terms: expected a network, found weights of terms"),
        (&["--from", "no-such-file"], "cannot read 'no-such-file'"),
        (&["--from", "first/generation-1.games"], "expected a network"),
    ] {
        let output = from("refused", more);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(expected), "{told}");
    }
    let mut elsewhere = program();
    elsewhere.current_dir(folder.path()).args(["learn", "abalone", "--data", "elsewhere"]);
    let output = elsewhere.args(["--from", "first.network"]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("expected a network for abalone") && told.contains("dragon-queen"), "{told}");
    assert!(!folder.path().join("elsewhere").exists(), "a refused run leaves nothing");
}

/// The CRC-32 at the end of a file.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc)))
}

#[test]
fn a_network_that_adds_to_the_terms_is_tied_to_their_weights() {
    let folder = tempfile::tempdir().unwrap();
    said(&learn(folder.path(), "added", &["--games", "200", "--terms", "--out", "added.network"]));
    let said_by = |weights: &str| {
        let mut command = program();
        command.current_dir(folder.path()).args(["bench", "dragon-queen", "--deeper", "-20"]);
        command.args(["--weights", weights]).output().unwrap()
    };
    said(&said_by("added.network"));
    let mut bytes = fs::read(folder.path().join("added.network")).unwrap();
    let at = bytes.windows(7).position(|word| word == b"\nterms ").expect("the header says so") + 7;
    bytes[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
    let body = bytes.len() - 4;
    let crc = checksum(&bytes[..body]).to_le_bytes();
    bytes[body..].copy_from_slice(&crc);
    fs::write(folder.path().join("other.network"), bytes).unwrap();
    let output = said_by("other.network");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("whose weights have changed since"), "{told}");
}

/// Checkers has tables in the program.
#[test]
fn the_report_compares_with_tables() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = program();
    command.current_dir(folder.path()).args(["learn", "checkers", "--data", "data", "--no-gate"]);
    command.args(["--games", "40", "--nodes", "4", "--epochs", "1", "--mix", "0.5", "--hidden", "16"]);
    said(&command.output().unwrap());
    let report = fs::read_to_string(folder.path().join("data/report.md")).unwrap();
    let share = |row: &str| -> f64 {
        let line = report.lines().find(|line| line.starts_with(row)).unwrap();
        let cell = line.trim_end_matches(" |").rsplit_once("| ").unwrap().1;
        cell.trim_end_matches(" %").parse().unwrap()
    };
    assert!(share("| generation-1-mix-0.5.network |") <= 100.0, "{report}");
    assert!(share("| the evaluation in use |") > 80.0, "{report}");
}
