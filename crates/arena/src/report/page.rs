//! The page: everything in one file that asks nobody for anything.

use super::{About, escape, evidence, plot, replay::Replay, tables};
use crate::record::GameRecord;
use crate::summary::{Standings, Summary};

const TEMPLATE: &str = include_str!("../../data/report/page.html");
/// Its script and its style, which have the board of the browser's page in them.
const SCRIPT: &str = "report.js";
const STYLE: &str = "report/report.css";

/// A report as one page with all games, to be opened in any browser. It loads nothing and works without a network.
#[must_use]
pub fn html(about: &About, summary: &Summary, games: &[GameRecord]) -> String {
    let players = summary.ranking();
    let data = escape::json(&Replay::new(about.game, summary, games));
    // Only our own script and style may be used, whatever else should get into the page; they are known by a word
    // that nobody could know before the games were played.
    let nonce = nonce(&data);
    filled(TEMPLATE, |place| match place {
        "nonce" => nonce.clone(),
        "style" => page::stylesheet(STYLE).expect("a test makes reports"),
        "script" => page::script(SCRIPT).expect("a test makes reports"),
        "data" => data.clone(),
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

/// The template with each `{{place}}` filled, in one pass, so that nothing that is filled in is taken for a place.
fn filled(template: &str, fill: impl Fn(&str) -> String) -> String {
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
fn nonce(text: &str) -> String {
    let start = game::mix(text.len() as u64);
    let word = text.bytes().fold(start, |word, byte| game::mix(word ^ u64::from(byte)));
    format!("{word:016x}{:016x}", game::mix(word.rotate_left(32) ^ start))
}

fn count(games: &[GameRecord]) -> usize {
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
        // Points are not everything: who has met the stronger opponents may be rated higher.
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

/// What was played, and how.
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

/// The players against each other: a table, or for two of them their pairs.
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
