//! Tables for other programs as CSV (RFC 4180): fields separated by commas, lines ended by CR LF.
//!
//! Spreadsheets take a field that begins with one of `= + - @` for a formula, which can do harm. So
//! an untrusted text that begins like that gets an apostrophe in front of it. Numbers are ours and
//! stay as they are.

use engine::{Outcome, result_word};

use crate::record::{GameRecord, Verdict};
use crate::summary::Summary;

/// The standings, one line per player, the best first.
#[must_use]
pub fn csv(summary: &Summary) -> String {
    let mut text = line(
        [
            "rank",
            "name",
            "points",
            "games",
            "wins",
            "draws",
            "losses",
            "byes",
            "score",
            "elo",
            "elo_low",
            "elo_high",
            "superiority_over_next",
            "seconds_a_move",
            "longest_seconds",
        ]
        .map(str::to_string),
    );
    for player in summary.ranking() {
        text += &line([
            player.rank.to_string(),
            untrusted(&player.name),
            player.points.to_string(),
            player.score.games.to_string(),
            player.score.wins.to_string(),
            player.score.draws.to_string(),
            player.score.losses.to_string(),
            player.byes.to_string(),
            format!("{:.4}", player.share),
            format!("{:.1}", player.rating.elo),
            format!("{:.1}", player.rating.low),
            format!("{:.1}", player.rating.high),
            player.superiority.map(|share| format!("{share:.4}")).unwrap_or_default(),
            format!("{:.6}", player.time.mean_seconds),
            format!("{:.6}", player.time.longest_seconds),
        ]);
    }
    text
}

/// The games, one line each, numbered from 1.
#[must_use]
pub fn games_csv(games: &[GameRecord]) -> String {
    let mut text = line(
        [
            "game",
            "first",
            "second",
            "result",
            "winner",
            "reason",
            "plies",
            "opening",
            "verdict",
            "verdict_player",
            "verdict_ply",
            "verdict_answer",
            "verdict_why",
            "forgiven",
            "first_seconds",
            "second_seconds",
            "node",
        ]
        .map(str::to_string),
    );
    for game in games {
        let record = &game.record;
        let winner = match game.outcome() {
            Outcome::Win(winner) => &record.players[winner],
            Outcome::Draw => "",
        };
        let of = |part: fn(&Verdict) -> String| game.verdict.as_ref().map(part).unwrap_or_default();
        text += &line([
            (game.number + 1).to_string(),
            untrusted(&record.players.one),
            untrusted(&record.players.two),
            result_word(record.outcome).to_string(),
            untrusted(winner),
            untrusted(&record.reason),
            record.moves.len().to_string(),
            untrusted(&record.split_opening().0.join(" ")),
            of(|verdict| verdict.kind.word().to_string()),
            of(|verdict| untrusted(&verdict.player)),
            of(|verdict| verdict.ply.to_string()),
            of(|verdict| untrusted(verdict.answer.as_deref().unwrap_or_default())),
            of(|verdict| untrusted(&verdict.why)),
            game.forgiven.len().to_string(),
            format!("{:.6}", game.times[0].total.as_secs_f64()),
            format!("{:.6}", game.times[1].total.as_secs_f64()),
            untrusted(game.node.as_deref().unwrap_or_default()),
        ]);
    }
    text
}

/// A line of a table of other figures; its fields are untrusted.
#[must_use]
pub fn csv_line(fields: &[&str]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| quoted(&untrusted(field))).collect();
    format!("{}\r\n", fields.join(","))
}

/// An untrusted text, made harmless for spreadsheets.
fn untrusted(text: &str) -> String {
    // Some spreadsheets find formulas after blanks, tabs and line ends too.
    match text.trim_start().chars().next() {
        Some('=' | '+' | '-' | '@') => format!("'{text}"),
        _ => text.to_string(),
    }
}

fn line<const N: usize>(fields: [String; N]) -> String {
    format!("{}\r\n", fields.map(|field| quoted(&field)).join(","))
}

/// A field, quoted if necessary.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\r', '\n']) || field.trim() != field {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must() {
        assert_eq!(line(["a", "b c", ""].map(String::from)), "a,b c,\r\n");
        assert_eq!(
            line(["a,b", "say \"x\"", "1\n2"].map(String::from)),
            "\"a,b\",\"say \"\"x\"\"\",\"1\n2\"\r\n"
        );
        assert_eq!(quoted(" a"), "\" a\"");
    }

    #[test]
    fn no_name_is_a_formula() {
        for name in ["=1+1", "+A", "-A", "@SUM(A1)", " =1", "\t=1", "\r=1"] {
            assert_eq!(untrusted(name), format!("'{name}"));
        }
        for name in ["A=1", "", "11-15", "'x", "1-0"] {
            assert_eq!(untrusted(name), name);
        }
    }
}
