//! Probes of random checkers positions per second, on one thread:
//!
//! ```text
//! PLYWOOD_TABLES=DIR cargo bench -p tablebase --bench probe
//! ```
//!
//! The positions are drawn from all tables with the largest number of pieces, in proportion to
//! their sizes. Cold means that no block is decoded, warm that the cache is full of decoded blocks;
//! either way the files are in the page cache of the system.

use std::path::PathBuf;
use std::time::Instant;

use checkers::Checkers;
use game::{Indexed, Slice, mix};
use tablebase::{TableOptions, Tables};

const PROBES: u64 = 1_000_000;
const COLD_PROBES: u64 = 50_000;

fn main() {
    let Some(folder) = std::env::var_os("PLYWOOD_TABLES").map(PathBuf::from) else {
        eprintln!("set PLYWOOD_TABLES to a folder with tables of checkers");
        return;
    };
    let options = |cache_bytes| TableOptions { folder: Some(folder.clone()), cache_bytes, embedded: &[] };
    let tables = Tables::<Checkers>::new(options(0));
    let Some(pieces) = (2..=16).rev().find(|&pieces| slices(pieces).iter().any(|&slice| tables.has(slice)))
    else {
        eprintln!("there are no tables of checkers in {}", folder.display());
        return;
    };
    let slices: Vec<Slice> = slices(pieces).into_iter().filter(|&slice| tables.has(slice)).collect();
    let draw = Draw::new(&slices);
    println!("{pieces} pieces, {} tables, {} positions", slices.len(), draw.total);
    let positions: Vec<Checkers> = (0..PROBES).map(|number| draw.position(number)).collect();
    // Once through, so that every file is in the page cache.
    probe("read once", &tables, &positions[..COLD_PROBES as usize]);
    for _ in 0..3 {
        probe("cold", &tables, &positions[..COLD_PROBES as usize]);
    }
    let tables = Tables::<Checkers>::new(options(TableOptions::default().cache_bytes));
    probe("first time", &tables, &positions);
    for &slice in &slices {
        for index in (0..Checkers::slice_len(slice)).step_by(512) {
            let _ = tables.probe(&Checkers::unindex(slice, index));
        }
    }
    println!("{} bytes of decoded blocks", tables.cached_bytes());
    for _ in 0..3 {
        probe("warm", &tables, &positions);
    }
}

/// The slices with exactly `pieces` pieces.
fn slices(pieces: u32) -> Vec<Slice> {
    let fewer = Checkers::slices(pieces - 1);
    Checkers::slices(pieces).into_iter().filter(|slice| !fewer.contains(slice)).collect()
}

fn probe(what: &str, tables: &Tables<Checkers>, positions: &[Checkers]) {
    let begin = Instant::now();
    let found = positions.iter().filter(|pos| tables.probe(pos).is_some()).count();
    assert_eq!(found, positions.len(), "{:?}", tables.fault());
    let each = begin.elapsed().as_secs_f64() / positions.len() as f64;
    println!("{what:10} {:8.3} µs, {:9.0} a second", each * 1e6, 1.0 / each);
}

/// Draws positions from slices.
struct Draw {
    ends: Vec<(u64, Slice)>,
    total: u64,
}

impl Draw {
    fn new(slices: &[Slice]) -> Draw {
        let mut total = 0;
        let end = |&slice: &Slice| {
            total += Checkers::slice_len(slice);
            (total, slice)
        };
        Draw { ends: slices.iter().map(end).collect(), total }
    }

    fn position(&self, number: u64) -> Checkers {
        let drawn = mix(number ^ 0x5eed) % self.total;
        let (end, slice) = self.ends[self.ends.partition_point(|&(end, _)| end <= drawn)];
        Checkers::unindex(slice, end - drawn - 1)
    }
}
