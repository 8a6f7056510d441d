//! When the memory of a table becomes real: a process of its own, because it looks at the memory of
//! the whole process.
#![cfg(target_os = "linux")]

mod dice;

use dice::Dice;
use dragon_queen::DragonQueen;
use game::Position as _;
use search::{Limits, Options, Search, Table};

/// How much memory of this process is real, in MiB.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() / 1024
}

/// With a huge page for each first touch, a search of 200 nodes would have to wait for all 64 MiB.
#[test]
fn a_short_search_makes_little_memory_real_and_a_prepared_table_is_real() {
    let before = resident();
    let table = Table::new(64 << 20);
    let report =
        Search::new(&Dice, &table, Limits::nodes(200), Options::default()).run(&DragonQueen::start(), &[]);
    assert!(report.nodes > 100, "{} nodes", report.nodes);
    let after = resident();
    assert!(after < before + 16, "{before} MiB, then {after} MiB");
    table.make_resident(|| true);
    let prepared = resident();
    assert!(prepared >= before + 56, "{before} MiB, then {prepared} MiB");
}
