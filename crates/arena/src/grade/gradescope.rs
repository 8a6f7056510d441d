//! A grade for Gradescope: the contents of `results.json`.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Grade, GradedTest};
use crate::report::escape_html;

/// The most bytes of the output of one test.
const MOST_OUTPUT: usize = 60_000;

/// The grade as Gradescope reads it: the score, the tests with their reasons and boards as HTML, and what a leaderboard
/// shows, if there is one.
#[must_use]
pub fn results_json(grade: &Grade, has_leaderboard: bool) -> String {
    let mut results = json!({
        "score": grade.points,
        "execution_time": grade.seconds.ceil(),
        "output": format!("{} of {} points.", grade.points, grade.max_points),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": grade.tests.iter().enumerate().map(|(i, test)| test_json(i + 1, test)).collect::<Vec<_>>(),
    });
    if has_leaderboard {
        results["leaderboard"] = leaderboard(grade);
    }
    format!("{results:#}\n")
}

fn test_json(number: usize, test: &GradedTest) -> Value {
    json!({
        "number": number.to_string(),
        "name": test.name,
        "name_format": "text",
        "score": test.points,
        "max_score": test.max_points,
        "status": if test.is_passed() { "passed" } else { "failed" },
        "output": output(test),
        "output_format": "html",
        "visibility": "visible",
    })
}

fn leaderboard(grade: &Grade) -> Value {
    let mut board = vec![json!({ "name": "Points", "value": grade.points })];
    board.extend(
        grade
            .seconds_a_move
            .map(|seconds| json!({ "name": "Seconds a move", "value": (1000.0 * seconds).round() / 1000.0, "order": "asc" })),
    );
    Value::Array(board)
}

/// The sentences, quotes and boards of a test as HTML. Strangers' texts are escaped.
pub(super) fn output(test: &GradedTest) -> String {
    let mut html = String::new();
    for sentence in &test.text {
        let _ = write!(html, "<p>{}</p>", escape_html(sentence));
    }
    for board in &test.boards {
        if html.len() + board.svg.len() < MOST_OUTPUT {
            let caption = escape_html(&board.caption);
            let _ = write!(html, "<figure><figcaption>{caption}</figcaption>{}</figure>", sized(&board.svg));
        }
        let _ = write!(html, "<p><code>{}</code></p>", escape_html(&board.position));
    }
    for quote in &test.quotes {
        let room = MOST_OUTPUT.saturating_sub(html.len());
        let text: String = quote.text.chars().take(room).collect();
        let _ = write!(html, "<p>{}:</p><pre>{}</pre>", escape_html(&quote.name), escape_html(&text));
    }
    html
}

/// A picture that is not as wide as the page.
fn sized(svg: &str) -> String {
    svg.replacen("<svg ", "<svg class=\"board\" style=\"max-width:20em\" ", 1)
}
