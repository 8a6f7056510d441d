//! The evidence of wrong answers, and the result of the rehearsal.

use std::fmt::Write as _;

use super::escape;
use crate::evidence::{Evidence, IllegalBoard};
use crate::summary::Summary;

/// The output of a program, in a section that can be opened, and the illegal board; empty without
/// evidence.
pub(super) fn evidence(evidence: &Evidence) -> String {
    let board = evidence.board.as_ref().map(board).unwrap_or_default();
    let streams = [("standard output", &evidence.stdout), ("standard error", &evidence.stderr)];
    let mut printed = String::new();
    for (name, text) in streams.into_iter().filter(|(_, text)| !text.is_empty()) {
        let _ = write!(printed, "<h4>The end of its {name}</h4><pre>{}</pre>", escape::html(text));
    }
    if !printed.is_empty() {
        printed = format!("<details><summary>What it printed</summary>{printed}</details>");
    }
    board + &printed
}

/// A board with the changed squares marked.
fn board(board: &IllegalBoard) -> String {
    let cell = |(letter, has_changed): &(char, bool)| {
        let letter = escape::html(&letter.to_string());
        if *has_changed { format!("<mark>{letter}</mark>") } else { letter }
    };
    let row = |row: &Vec<(char, bool)>| row.iter().map(cell).collect::<String>();
    let rows: Vec<String> = board.rows().iter().map(row).collect();
    format!(
        "<pre class=\"illegal-board\" title=\"The squares that changed are marked\">{}</pre>",
        rows.join("\n")
    )
}

/// The programs that made no move in the rehearsal, at the top of the page.
pub(super) fn rehearsal(summary: &Summary) -> String {
    let Some(rehearsal) = summary.rehearsal.as_ref().filter(|rehearsal| !rehearsal.is_passed()) else {
        return String::new();
    };
    let mut rows = String::new();
    for verdict in &rehearsal.failed {
        let _ = write!(
            rows,
            "<tr><th scope=\"row\">{}</th><td><span class=\"verdict\">{}</span></td><td class=\"why\">{}{}</td></tr>",
            escape::html(&verdict.player),
            verdict.kind.word(),
            escape::html(&verdict.why),
            evidence(&verdict.evidence),
        );
    }
    format!(
        "<section id=\"rehearsal\" class=\"card\"><h2>{}</h2><p class=\"soft\">Before the first game every program was \
         asked for one move from the start.</p><div class=\"scroll\" tabindex=\"0\" role=\"region\" \
         aria-label=\"Rehearsal\"><table class=\"notes\"><thead><tr><th scope=\"col\">Player</th>\
         <th scope=\"col\">Verdict</th><th scope=\"col\">Why</th></tr></thead><tbody>{rows}</tbody></table></div></section>",
        escape::html(&rehearsal.sentence()),
    )
}

/// The lines that were skipped to find moves; empty if there are none.
pub(super) fn skipped(summary: &Summary) -> String {
    if summary.skipped.is_empty() {
        return String::new();
    }
    let mut rows = String::new();
    for (player, skipped) in &summary.skipped {
        let _ = write!(
            rows,
            "<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td><td class=\"num\">{}</td>\
             <td class=\"said\"><code>{}</code></td></tr>",
            escape::html(player),
            skipped.moves,
            skipped.lines,
            escape::html(&skipped.example),
        );
    }
    format!(
        "<h3>Lines that were skipped</h3><p class=\"soft\">Printed after the last move or board, which counted all the \
         same.</p><table class=\"notes\"><thead><tr><th scope=\"col\">Player</th><th scope=\"col\" class=\"num\">Moves</th>\
         <th scope=\"col\" class=\"num\">Lines</th><th scope=\"col\">Such as</th></tr></thead><tbody>{rows}</tbody></table>"
    )
}
