//! What happened in a run, for people.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use super::plot;
use super::run::State;
use crate::format;

/// Writes report.md and curves.svg.
pub(super) fn write(data: &Path, title: &str, state: &State) -> io::Result<()> {
    let mut text = format!("# Learning to evaluate {title}\n");
    for (i, generation) in state.generations.iter().enumerate() {
        let _ = write!(
            text,
            "\n## Generation {}\n\n{} positions of {} games, {:.1} % of them drawn; {:.0} points to a logit.\n\n\
             | network | mix | weights | bytes | held-out loss | from a loss of | samples a second | agreement with tables |\n\
             |---|---|---|---|---|---|---|---|\n",
            i + 1,
            format::grouped(generation.samples as u64),
            format::grouped(generation.games as u64),
            100.0 * generation.draws as f64 / generation.games.max(1) as f64,
            generation.points_per_logit
        );
        for candidate in &generation.candidates {
            let loss = candidate.curve.iter().map(|losses| losses[1]).fold(f64::INFINITY, f64::min);
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {loss:.4} | {} | {} | {} |",
                candidate.name,
                candidate.mix,
                format::grouped(candidate.weights as u64),
                format::grouped(candidate.bytes as u64),
                candidate.before.map_or("–".to_string(), |loss| format!("{loss:.4}")),
                format::grouped(candidate.samples_per_second as u64),
                candidate.agreement.map_or("–".to_string(), |share| format!("{:.1} %", 100.0 * share))
            );
        }
        if let Some(share) = generation.agreement_in_use {
            let _ = writeln!(text, "| the evaluation in use | | | | | | | {:.1} % |", 100.0 * share);
        }
        if let Some(verdict) = &generation.verdict {
            let _ = writeln!(text, "\n{}.", verdict.text());
        }
    }
    text.push_str("\n![Losses by epoch](curves.svg)\n");
    files::write(&data.join("report.md"), text)?;
    let candidates: Vec<_> = state.generations.iter().flat_map(|generation| &generation.candidates).collect();
    files::write(&data.join("curves.svg"), plot::curves(&format!("{title}: loss by epoch"), &candidates))
}
