//! The node counts of `plywood bench` equal those in data/bench-signature.txt.

use catalogue::CATALOGUE;
use engine::{BenchOptions, Control};

const SIGNATURE: &str = include_str!("../data/bench-signature.txt");

#[test]
fn the_bench_has_the_nodes_of_its_signature() {
    let pinned = SIGNATURE.lines().filter(|line| !line.starts_with('#'));
    let pinned: Vec<String> = pinned.map(str::to_string).collect();
    let options = BenchOptions { threads: 1, ..BenchOptions::default() };
    let mut games: Vec<(&str, u64)> = Vec::new();
    for position in CATALOGUE.bench_positions() {
        let nodes = position.run(&options, &Control::new()).unwrap().nodes;
        match games.last_mut() {
            Some((game, sum)) if *game == position.word => *sum += nodes,
            _ => games.push((position.word, nodes)),
        }
    }
    games.push(("total", games.iter().map(|(_, nodes)| nodes).sum()));
    let found: Vec<String> = games.iter().map(|(game, nodes)| format!("{game} {nodes}")).collect();
    assert_eq!(found, pinned, "a commit that changes how the engine plays pins the new numbers");
}
