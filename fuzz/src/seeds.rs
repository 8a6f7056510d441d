//! Every seed keeps its target's claims, so that the targets work whenever somebody wants to fuzz.

use std::fs;
use std::path::{Path, PathBuf};

use engine::{BoardVisitor, Play};
use game::{Notation as _, Position as _};

fn seeds(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    let seeds: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(!seeds.is_empty());
    seeds
}

#[test]
fn position_text() {
    crate::replay(crate::position_text, seeds("position_text")).unwrap();
}

#[test]
fn move_text() {
    crate::replay(crate::move_text, seeds("move_text")).unwrap();
}

#[test]
fn play() {
    crate::replay(crate::play, seeds("play")).unwrap();
}

#[test]
fn take_back() {
    crate::replay(crate::take_back, seeds("take_back")).unwrap();
}

#[test]
fn explain() {
    crate::replay(crate::explain, seeds("explain")).unwrap();
}

#[test]
fn puzzle() {
    crate::replay(crate::puzzle, seeds("puzzle")).unwrap();
}

#[test]
fn game_word() {
    crate::replay(crate::game_word, seeds("game_word")).unwrap();
}

#[test]
fn record() {
    crate::replay(crate::record, seeds("record")).unwrap();
    for seed in seeds("record") {
        let records = engine::Record::read_all(&fs::read_to_string(&seed).unwrap()).unwrap();
        assert!(
            records.iter().all(|record| record.replay(catalogue::CATALOGUE).is_ok()),
            "{}",
            seed.display()
        );
    }
}

#[test]
fn protocol() {
    crate::replay(crate::protocol, seeds("protocol")).unwrap();
    // The seeds are what they are called.
    for seed in seeds("protocol") {
        for line in fs::read_to_string(&seed).unwrap().lines() {
            let is_read = match seed.file_name().unwrap().to_str().unwrap() {
                "commands" => engine::protocol::Command::read(line).is_ok(),
                "answers" => engine::protocol::Answer::read(line).is_ok(),
                _ => engine::protocol::HubLine::read(line).is_ok(),
            };
            assert!(is_read, "{}: {line}", seed.display());
        }
    }
}

#[test]
fn network() {
    crate::replay(crate::network, seeds("network")).unwrap();
    for seed in seeds("network") {
        // After the digit everything but the checksum.
        let mut file = fs::read(&seed).unwrap().split_off(1);
        file.extend(crc32fast::hash(&file).to_le_bytes());
        let mut network = AnyNetwork { file, is_accepted: false };
        catalogue::visit_boards(&mut network);
        assert!(network.is_accepted, "{}", seed.display());
    }
}

/// The file of a network, and whether it is one for some board.
struct AnyNetwork {
    file: Vec<u8>,
    is_accepted: bool,
}

impl BoardVisitor for AnyNetwork {
    fn board<P: Play>(&mut self) {
        self.is_accepted |= learn::Network::from_bytes(&P::Position::start(), &self.file).is_ok();
    }
}

#[test]
fn training_games() {
    crate::replay(crate::training_games, seeds("training_games")).unwrap();
}

/// What refuses the text of a position, for each type of board.
struct Readers(Vec<fn(&str) -> Option<String>>);

impl BoardVisitor for Readers {
    fn board<P: Play>(&mut self) {
        self.0.push(|text| P::Position::read(text).err().map(|refused| refused.to_string()));
    }
}

#[test]
fn seeds_set_up_positions_that_are_accepted() {
    let mut readers = Readers(Vec::new());
    catalogue::visit_boards(&mut readers);
    for seed in ["move_text", "play", "take_back", "explain"].into_iter().flat_map(seeds) {
        let text = fs::read_to_string(&seed).unwrap();
        let (digit, position) = text.lines().next().unwrap().split_at(1);
        let refuses = readers.0[digit.parse::<usize>().unwrap()];
        if let Some(refused) = refuses(position).filter(|_| !position.is_empty()) {
            panic!("{}: {refused}", seed.display());
        }
    }
}
