//! The embedded tables equal those that the solver builds, and are correct.
//!
//! ```text
//! PLYWOOD_EMBED=1 cargo test -p catalogue --test embedded_tables
//! ```
//!
//! regenerates them after a change of the rules, the index or the format.

use std::path::Path;

use catalogue::CATALOGUE;
use engine::{Build, GameRef, NEVER, TablesAt};

const THREADS: usize = 2;

/// The games with embedded tables, and the number of pieces in these.
fn games() -> impl Iterator<Item = (GameRef, u32)> {
    let embedded = |game: &GameRef| !game.start().game().embedded_tables().is_empty();
    CATALOGUE.all().filter(embedded).map(|game| {
        let tables = game.start().game().tables(&TablesAt::default());
        let pieces = tables.list().iter().map(|info| info.pieces).max();
        (game, pieces.expect("there is a table"))
    })
}

#[test]
fn they_are_what_the_solver_makes() {
    for (game, pieces) in games() {
        let (name, start) = (game.info().name, game.start());
        let folder = tempfile::tempdir().unwrap();
        let build =
            Build { folder: folder.path(), pieces, threads: THREADS, memory: 1 << 30, cancel: &NEVER };
        let forecast = start.game().forecast_tables(&build).unwrap();
        start.game().build_tables(&build, &forecast, &|_| ()).unwrap();
        let place =
            TablesAt { folder: Some(folder.path().to_path_buf()), embedded: false, ..TablesAt::default() };
        let bytes = start.game().tables(&place).pack(pieces).unwrap();
        if std::env::var_os("PLYWOOD_EMBED").is_some() {
            let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
            std::fs::write(games.join(name).join("data/tables.pack"), &bytes).unwrap();
        } else {
            let embedded = start.game().embedded_tables();
            assert!(
                embedded == bytes,
                "{name}: {} bytes are embedded, {} are made",
                embedded.len(),
                bytes.len()
            );
        }
    }
}

#[test]
fn every_value_is_right() {
    for (game, pieces) in games() {
        let tables = game.start().game().tables(&TablesAt::default());
        let list = tables.list();
        assert_eq!(tables.pack(pieces).unwrap(), game.start().game().embedded_tables());
        for info in list {
            assert_eq!(tables.verify(info.slice, THREADS, &NEVER, &mut |_| ()), Ok(()), "{}", info.name);
        }
    }
}

#[test]
fn they_are_small() {
    let bytes: usize = games().map(|(game, _)| game.start().game().embedded_tables().len()).sum();
    assert!(bytes > 0 && bytes <= 5_000_000);
}
