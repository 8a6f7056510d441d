//! A grade as a page for people, with the games on a board.

use std::fmt::Write as _;

use engine::GameRef;

use super::{Grade, gradescope, summary};
use crate::report::{GradePage, escape_html};

/// The grade as one page that loads nothing.
#[must_use]
pub fn grade_html(grade: &Grade, game: Option<GameRef>) -> String {
    let mut tests = String::new();
    for test in &grade.tests {
        let (class, sign) = if test.is_passed() { ("won", "✓") } else { ("lost", "✗") };
        let _ = write!(
            tests,
            "<section class=\"card grade\"><h2><span class=\"{class}\">{sign}</span> {} <span class=\"count\">{} / {}</span></h2>{}</section>",
            escape_html(&test.name),
            test.points,
            test.max_points,
            gradescope::output(test).replace(" style=\"max-width:20em\"", ""),
        );
    }
    let lead = format!("{} of {} points.", grade.points, grade.max_points);
    let name = game.map_or_else(|| grade.course.clone(), |game| game.word());
    GradePage {
        student: &grade.student,
        course: &grade.course,
        lead: &lead,
        tests: &tests,
        game,
        summary: &summary(&grade.games, &name),
        games: &grade.games,
    }
    .html()
}
