//! The page: one self-contained file.

use super::{About, escape, evidence, plot, replay::Replay, tables};
use crate::record::GameRecord;
use crate::summary::{Standings, Summary};

const TEMPLATE: &str = include_str!("../../data/report/page.html");
/// The board with its list of games.
pub(super) const GAMES: &str = include_str!("../../data/report/games.html");
/// Its script and its style sheet, which include the board of the browser page.
pub(super) const SCRIPT: &str = "report.js";
pub(super) const STYLE: &str = "report/report.css";

/// A report as one page with all games, for any browser. It loads nothing and works offline.
#[must_use]
pub fn html(about: &About, summary: &Summary, games: &[GameRecord]) -> String {
    let players = summary.ranking();
    let data = escape::json(&Replay::new(about.game, summary, games));
    // Only our own script and style may run, whatever else gets into the page. The nonce depends on
    // the games, so a program could not have known it when it printed its output.
    let nonce = nonce(&data);
    filled(TEMPLATE, |place| match place {
        "nonce" => nonce.clone(),
        "style" => page::stylesheet(STYLE).expect("a test makes reports"),
        "script" => page::script(SCRIPT).expect("a test makes reports"),
        "data" => data.clone(),
        "games" => GAMES.to_string(),
        "title" => escape::html(&about.title),
        "lead" => lead(&players, summary),
        "details" => details(about, summary),
        "standings" => tables::standings(&players, summary),
        "meetings" => meetings(&players, summary),
        "meetings-name" => if players.len() == 2 { "Head to head" } else { "Cross table" }.to_string(),
        "ratings" => plot::ratings(&players),
        "endings" => plot::endings(summary),
        "length" => format!("{:.1}", summary.mean_plies),
        "rehearsal" => evidence::rehearsal(summary),
        "verdicts" => tables::verdicts(games) + &evidence::skipped(summary),
        "verdict-count" => count(games).to_string(),
        "game-count" => games.len().to_string(),
        "version" => env!("CARGO_PKG_VERSION").to_string(),
        _ => String::new(),
    })
}

/// Fills each `{{place}}` of the template in one pass, so that inserted text is never taken for a
/// place.
pub(super) fn filled(template: &str, fill: impl Fn(&str) -> String) -> String {
    let mut parts = template.split("{{");
    let mut page = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (place, rest) = part.split_once("}}").unwrap_or(("", part));
        page += &fill(place);
        page += rest;
    }
    page
}

/// A word that depends on every character of a text.
pub(super) fn nonce(text: &str) -> String {
    let start = game::mix(text.len() as u64);
    let word = text.bytes().fold(start, |word, byte| game::mix(word ^ u64::from(byte)));
    format!("{word:016x}{:016x}", game::mix(word.rotate_left(32) ^ start))
}

pub(super) fn count(games: &[GameRecord]) -> usize {
    games.iter().map(|game| usize::from(game.verdict.is_some()) + game.forgiven.len()).sum()
}

/// The result in a sentence.
fn lead(players: &[&Standings], summary: &Summary) -> String {
    let (Some(best), Some(next)) = (players.first(), players.get(1)) else { return String::new() };
    if summary.games == 0 {
        return "No game was finished.".to_string();
    }
    let name = |player: &Standings| format!("<strong>{}</strong>", escape::html(&player.name));
    let sure = best.superiority.unwrap_or(0.5);
    let strength = match sure {
        sure if sure >= 0.975 => format!("and is clearly stronger than {}", name(next)),
        sure if sure >= 0.84 => format!("and is probably stronger than {}", name(next)),
        sure if sure >= 0.5 => format!("and is perhaps stronger than {}", name(next)),
        // Points are not everything: a player with stronger opponents may be rated higher.
        _ => format!("but is perhaps weaker than {}", name(next)),
    };
    format!(
        "{} is first with {} points of {} {strength} <span class=\"soft\">(likelihood {})</span>.",
        name(best),
        tables::points(best.points),
        best.score.games + best.byes,
        tables::likelihood(sure.max(1.0 - sure)),
    )
}

/// The facts about the tournament.
fn details(about: &About, summary: &Summary) -> String {
    let title = about.game.map_or("", |game| game.info().title).to_string();
    let own = [
        ("Game".to_string(), title),
        ("Players".to_string(), summary.players.len().to_string()),
        ("Games".to_string(), summary.games.to_string()),
    ];
    let item = |(name, value): &(String, String)| {
        format!("<div><dt>{}</dt><dd>{}</dd></div>", escape::html(name), escape::html(value))
    };
    let rehearsal =
        summary.rehearsal.as_ref().map(|rehearsal| ("Rehearsal".to_string(), rehearsal.sentence()));
    own.iter().chain(&about.details).chain(&rehearsal).map(item).collect()
}

/// The players against each other: a cross table or, for two players, their pairs.
fn meetings(players: &[&Standings], summary: &Summary) -> String {
    match &*summary.meetings {
        [meeting] if players.len() == 2 => format!(
            "<section id=\"duel\" class=\"card\"><h2>Head to head</h2>{}</section>",
            tables::duel(meeting, summary.sprt.as_ref())
        ),
        _ => format!(
            "<section id=\"cross\" class=\"card\"><h2>Cross table</h2><p class=\"soft\">Points of the player on the left; \
             ▲ ahead, ▼ behind, = even. A cell leads to its games.</p>\
             <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Cross table\">{}</div></section>",
            tables::cross_table(players, summary)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_once() {
        let fill = |place: &str| match place {
            "a" => "{{b}}".to_string(),
            "b" => "2".to_string(),
            _ => String::new(),
        };
        assert_eq!(filled("x{{a}}y{{b}}z{{c}}", fill), "x{{b}}y2z");
        assert_eq!(filled("plain", fill), "plain");
    }

    #[test]
    fn a_tournament_without_games_has_a_page() {
        let about = About::default();
        let summary = crate::Standing::new(["A", "B"]).summary("checkers", None);
        let page = html(&about, &summary, &[]);
        assert!(!page.contains("{{"), "a place was left");
        assert!(page.contains("No game was finished."));
    }

    #[test]
    fn the_word_for_our_own_script_depends_on_everything() {
        let words: std::collections::HashSet<String> = ["", "a", "b", "ab", "ba"].map(nonce).into();
        assert_eq!(words.len(), 5);
    }
}
