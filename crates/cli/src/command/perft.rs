//! `plywood perft`: counts move sequences.

use std::io::Write as _;
use std::time::Instant;

use engine::AnyPosition;
use serde::Serialize;

use super::print_json;
use crate::error::CliError;

pub(crate) struct PerftOptions {
    pub(crate) depth: u32,
    pub(crate) threads: usize,
    pub(crate) json: bool,
}

#[derive(Serialize)]
struct Count {
    depth: u32,
    nodes: u64,
}

#[derive(Serialize)]
struct Share {
    #[serde(rename = "move")]
    text: String,
    nodes: u64,
}

#[derive(Serialize)]
struct Division {
    depth: u32,
    moves: Vec<Share>,
    total: u64,
}

impl PerftOptions {
    pub(crate) fn count(&self, pos: &dyn AnyPosition) -> Result<(), CliError> {
        let mut counts = Vec::new();
        for depth in self.depth.min(1)..=self.depth {
            let nodes = timed(depth, || pos.perft(depth, self.threads), |&nodes| nodes);
            if self.json {
                counts.push(Count { depth, nodes });
            } else {
                writeln!(std::io::stdout().lock(), "{depth}\t{nodes}")?;
            }
        }
        if self.json { print_json(&counts) } else { Ok(()) }
    }

    pub(crate) fn divide(&self, pos: &dyn AnyPosition) -> Result<(), CliError> {
        let division = timed(self.depth, || self.division(pos), |division| division.total);
        if self.json {
            return print_json(&division);
        }
        let mut out = std::io::stdout().lock();
        for share in &division.moves {
            writeln!(out, "{}\t{}", share.text, share.nodes)?;
        }
        writeln!(out, "total\t{}", division.total)?;
        Ok(())
    }

    fn division(&self, pos: &dyn AnyPosition) -> Division {
        let moves = pos.divide(self.depth, self.threads).into_iter();
        let moves: Vec<Share> = moves.map(|(text, nodes)| Share { text, nodes }).collect();
        // At depth 0 there is one position and no first move.
        let total = if self.depth == 0 { 1 } else { moves.iter().map(|share| share.nodes).sum() };
        Division { depth: self.depth, moves, total }
    }
}

/// Runs `work` and prints its time and speed on standard error.
fn timed<T>(depth: u32, work: impl FnOnce() -> T, nodes: impl FnOnce(&T) -> u64) -> T {
    let begin = Instant::now();
    let result = work();
    let seconds = begin.elapsed().as_secs_f64();
    let millions = nodes(&result) as f64 / seconds.max(1e-9) / 1e6;
    let _ = writeln!(anstream::stderr(), "depth {depth}: {seconds:.3} s, {millions:.1} million a second");
    result
}
