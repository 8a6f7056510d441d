//! The tables that are part of the program are what the solver makes, and right.
//!
//! ```text
//! PLYWOOD_EMBED=1 cargo test -p engine --test embedded_tables
//! ```
//!
//! writes them anew, after a change of the rules, the numbering or the format.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use checkers::Checkers;
use engine::Playable;
use raichu::Raichu8;
use tablebase::{Build, TableOptions, Tables, embed, verify};

const THREADS: usize = 2;

fn rebuilt<G: Playable>(pieces: u32) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let build = Build { folder: folder.path(), pieces, threads: THREADS, memory: 1 << 30, stop: &stop };
    let forecast = build.forecast::<G>().unwrap();
    build.run::<G>(&forecast, &|_| ()).unwrap();
    embed(&Tables::<G>::in_folder(folder.path()), &G::slices(pieces)).unwrap()
}

fn is_what_the_solver_makes<G: Playable>(pieces: u32) {
    let bytes = rebuilt::<G>(pieces);
    if std::env::var_os("PLYWOOD_EMBED").is_some() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/tables");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{}.pack", G::NAME)), &bytes).unwrap();
    } else {
        assert!(G::TABLES == bytes, "{} bytes are embedded, {} are made", G::TABLES.len(), bytes.len());
    }
}

#[test]
fn checkers_is_what_the_solver_makes() {
    is_what_the_solver_makes::<Checkers>(4);
}

#[test]
fn raichu_is_what_the_solver_makes() {
    is_what_the_solver_makes::<Raichu8>(3);
}

fn every_value_is_right<G: Playable>(pieces: u32) {
    let tables = Tables::<G>::new(TableOptions { embedded: G::TABLES, ..TableOptions::default() });
    assert_eq!(tables.slices(), G::slices(pieces));
    for slice in tables.slices() {
        assert_eq!(verify(&tables, slice, THREADS, &mut |_| true), Ok(()), "{}", G::slice_name(slice));
    }
}

#[test]
fn every_value_of_checkers_is_right() {
    every_value_is_right::<Checkers>(4);
}

#[test]
fn every_value_of_raichu_is_right() {
    every_value_is_right::<Raichu8>(3);
}

#[test]
fn they_are_small() {
    assert!(Checkers::TABLES.len() + Raichu8::TABLES.len() <= 5_000_000);
}
