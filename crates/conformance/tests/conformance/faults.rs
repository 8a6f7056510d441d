//! Every claim of every check is seen to fail: each fault of Skirmish fails the intended check, and
//! no line that can fail a test is left untried.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::panic::{UnwindSafe, catch_unwind};
use std::path::Path;

use crate::skirmish::Skirmish;
use crate::skirmish::fault::{self, Fault};
use conformance::Seed;
use conformance::perft::Nodes;
use conformance::single;
use game::{Game, Position};

/// A place in the source: file and line.
type Place = (String, u32);

thread_local! {
    /// Where the last panic of this thread was, while `failure` expects one.
    static PANIC: RefCell<Option<Place>> = const { RefCell::new(None) };
    static WAITING: Cell<bool> = const { Cell::new(false) };
}

/// Silences expected panics and records where they come from.
fn listen_for_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| match info.location() {
        Some(place) if WAITING.get() => {
            let file = Path::new(place.file()).file_name().and_then(|name| name.to_str());
            PANIC.set(file.map(|file| (file.to_string(), place.line())));
        }
        _ => usual(info),
    }));
}

/// The message and the place of the panic that ends `run`.
fn failure(run: impl FnOnce() + UnwindSafe) -> Option<(String, Place)> {
    WAITING.set(true);
    let thrown = catch_unwind(run);
    WAITING.set(false);
    let message = thrown.err()?.downcast_ref::<String>().cloned().unwrap_or_default();
    Some((message, PANIC.take().unwrap_or_default()))
}

fn successors(text: &str) {
    conformance::successors::check::<Skirmish>(text);
}

fn perft(text: &str) {
    conformance::perft::check::<Skirmish>(text, Nodes(1000));
}

type FileCheck = fn(&str);

/// Invalid files, and a part of the expected message.
const BAD_FILES: &[(FileCheck, &str, &str)] = &[
    (successors, "# nothing\n", "successors: the file has no position"),
    (successors, "x../.../..o o\n= x../.../..o x\n", "successors: the line 'x../.../..o o' comes before"),
    (successors, "= x../.../..q x\n", "successors: the file's position is rejected: row 3, column 3"),
    (successors, "= x../.../..o x\n.x./.../..o o\n", "missing:\nnot in the file:\n  .../x../..o o"),
    (
        successors,
        "= x../.../..o x\n.../.../x.o o\n.../x../..o o\n.x./.../..o o\n",
        "missing:\n  .../.../x.o o\nnot in the file:\n",
    ),
    (
        successors,
        "= x../.../..o x\n.../x../..o o\n.../x../..o o\n.x./.../..o o\n",
        "successors: the file names a successor twice",
    ),
    (perft, "= x../.../..o x\n1 3\n", "perft: depth 1: 2, and 3 in the file"),
    (perft, "= x../.../..o x\none 2\n", "perft: 'one 2' is not DEPTH COUNT"),
    (perft, "= x../.../..o x\n1 2 3\n", "perft: '1 2 3' is not DEPTH COUNT"),
    (perft, "= x../.../..o x\n9 1001\n", "perft: the file has no line of at most 1000 nodes"),
    (perft, "", "perft: the file has no position"),
];

/// Every line of the library that can fail a test, apart from those tested in their own file.
fn claims() -> BTreeSet<Place> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut places = BTreeSet::new();
    for file in std::fs::read_dir(sources).unwrap().map(|entry| entry.unwrap().path()) {
        let name = file.file_name().unwrap().to_str().unwrap().to_string();
        if ["claim.rs", "constants.rs"].contains(&name.as_str()) {
            continue;
        }
        for (line, text) in std::fs::read_to_string(file).unwrap().lines().zip(1..).map(|(text, i)| (i, text))
        {
            if ["ensure!(", " fail(", "without_panic("].iter().any(|claim| text.contains(claim)) {
                places.insert((name.clone(), line));
            }
        }
    }
    places
}

#[test]
fn every_claim_is_seen_to_fail() {
    listen_for_panics();
    let mut wrong = Vec::new();
    let mut tried = BTreeSet::new();
    let mut expect = |name: String, found: Option<(String, Place)>, check: &str, saying: &str| match found {
        None => wrong.push(format!("{name} is not found")),
        Some((message, place)) => {
            tried.insert(place);
            if !message.starts_with(check) || !message.contains(saying) {
                wrong.push(format!("{name} should be found by {check} saying '{saying}', not by {message}"));
            }
        }
    };
    for &(fault, check, saying) in fault::ALL {
        let _guard = fault::switch_on(fault);
        let found = failure(|| conformance::check::<Skirmish>(Seed(7)));
        expect(format!("{fault:?}"), found, &format!("{check}: "), saying);
    }
    let _guard = fault::switch_on(Fault::None);
    for &(check, text, saying) in BAD_FILES {
        expect(format!("{text:?}"), failure(|| check(text)), "", saying);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let untried: Vec<Place> = claims().difference(&tried).cloned().collect();
    assert!(untried.is_empty(), "no fault reaches {untried:?}");
}

#[test]
fn the_same_seed_finds_the_same_failure() {
    listen_for_panics();
    for fault in [Fault::RetroIncomplete, Fault::QuietMissing, Fault::KeyForgetsTurn, Fault::ReadPanics] {
        let _guard = fault::switch_on(fault);
        let message = |seed| failure(move || conformance::check::<Skirmish>(seed)).unwrap().0;
        assert_eq!(message(Seed(3)), message(Seed(3)));
    }
}

/// A fault for each check of a single position.
const FOUND_SINGLY: &[Fault] = &[
    Fault::AttemptIllegal,
    Fault::AttemptOther,
    Fault::CountForgetsTaking,
    Fault::FormatOther,
    Fault::IndexOther,
    Fault::KeyAfterWrong,
    Fault::LetterWrong,
    Fault::MoveTextOther,
    Fault::MoveTwice,
    Fault::PliesStandStill,
    Fault::PredicateDenies,
    Fault::QuietElsewhere,
    Fault::QuietTwice,
    Fault::ReadEchoes,
    Fault::ReadMoveEchoes,
    Fault::ReadMoveUnchecked,
    Fault::RetroIncomplete,
    Fault::RetroUnsound,
    Fault::SymmetryMoves,
    Fault::SymmetryTurn,
];

/// Runs the single checks on some positions of random play.
fn ask_singly(start: &impl Game) {
    let mut moves = Vec::new();
    for choices in 0..200usize {
        let mut pos = start.clone();
        let mut left = choices;
        for text in ["x../.../..o o 7", "x../.../..o o \u{7}", "a1-a2", "c3-a1", "\u{7}"] {
            single::position_text::<Skirmish>(text);
            single::move_text(&pos, text);
        }
        for _ in 0..8 {
            single::position(&pos);
            single::predecessors(&pos);
            single::cells(&pos, &[left % 9, choices % 9]);
            pos.legal_moves(&mut moves);
            let Some(&mv) = moves.get(left % moves.len().max(1)) else { break };
            single::taken_back(&pos, mv);
            pos = pos.play_unchecked(mv);
            left = left / 3 + choices;
        }
    }
}

#[test]
fn one_position_at_a_time_finds_faults_too() {
    listen_for_panics();
    for &(fault, check, saying) in fault::ALL.iter().filter(|(fault, ..)| FOUND_SINGLY.contains(fault)) {
        let _guard = fault::switch_on(fault);
        let (message, _) = failure(|| ask_singly(&Skirmish::start())).unwrap_or_default();
        let found = message.starts_with(check) && message.contains(saying);
        assert!(found, "{fault:?} should be found by {check} saying '{saying}', not by '{message}'");
    }
    let _guard = fault::switch_on(Fault::None);
    ask_singly(&Skirmish::start());
}
