//! The page of a grade: its tests, and its games on a board.

use engine::GameRef;

use super::escape;
use super::page::{GAMES, SCRIPT, STYLE, filled, nonce};
use super::replay::Replay;
use crate::record::GameRecord;
use crate::summary::Summary;

const TEMPLATE: &str = include_str!("../../data/report/grade.html");

/// What the page is about, and what it shows.
pub(crate) struct GradePage<'p> {
    pub(crate) student: &'p str,
    pub(crate) course: &'p str,
    /// The result in a sentence.
    pub(crate) lead: &'p str,
    /// The tests as HTML; nothing in it is a stranger's.
    pub(crate) tests: &'p str,
    pub(crate) game: Option<GameRef>,
    pub(crate) summary: &'p Summary,
    pub(crate) games: &'p [GameRecord],
}

impl GradePage<'_> {
    /// One file that loads nothing.
    pub(crate) fn html(&self) -> String {
        let data = escape::json(&Replay::new(self.game, self.summary, self.games));
        let nonce = nonce(&format!("{data}{}", self.tests));
        filled(TEMPLATE, |place| match place {
            "nonce" => nonce.clone(),
            "style" => page::stylesheet(STYLE).expect("a test makes reports"),
            "script" => page::script(SCRIPT).expect("a test makes reports"),
            "data" => data.clone(),
            "title" => escape::html(self.student),
            "lead" => escape::html(self.lead),
            "details" => format!("<div><dt>Assignment</dt><dd>{}</dd></div>", escape::html(self.course)),
            "tests" => self.tests.to_string(),
            "board" if self.games.is_empty() => String::new(),
            "board" => format!(
                "<section id=\"games\" class=\"card\"><h2>Games on the board <span class=\"count\">{}</span></h2>{GAMES}</section>",
                self.games.len()
            ),
            "version" => env!("CARGO_PKG_VERSION").to_string(),
            _ => String::new(),
        })
    }
}
