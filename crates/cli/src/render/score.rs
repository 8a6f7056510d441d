//! The score of a match.

use std::fmt::Write as _;

use arena::statistics::{Decision, Estimate, SprtState};
use arena::{MoveTime, Standing, Summary};

/// How a match of so many games stands, in one line.
pub(crate) fn line(standing: &Standing, games: u64) -> String {
    let summary = standing.summary("", ["", ""], None);
    let strength = summary.rating.map(|rating| format!(", {}", strength(&rating))).unwrap_or_default();
    let Summary { wins, draws, losses, score, .. } = summary;
    format!(
        "{} of {games} games: +{wins} ={draws} -{losses}, {:.1} %{strength}",
        summary.games,
        100.0 * score
    )
}

/// A match that is over.
pub(crate) fn table(summary: &Summary) -> String {
    let Summary { players: [first, second], games, wins, draws, losses, .. } = summary;
    let mut text = String::new();
    let mut row = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<14}{value}");
    };
    row(
        &summary.game,
        format!("{first} against {second}, {games} game{}", if *games == 1 { "" } else { "s" }),
    );
    if *games == 0 {
        row("score", "no game was finished".to_string());
        return text;
    }
    row("score", format!("{:.1} %  +{wins} ={draws} -{losses}", 100.0 * summary.score));
    if let Some(rating) = &summary.rating {
        row("strength", strength(rating));
        row("superiority", format!("{:.1} %", 100.0 * rating.superiority));
    }
    row(
        "pairs",
        format!("{} (of 0, ½, 1, 1½ and 2 points)", summary.pairs.0.map(|n| n.to_string()).join(" ")),
    );
    if let Some(state) = &summary.sprt {
        row("test", test(state));
    }
    let endings: Vec<String> = summary.endings.iter().map(|(why, times)| format!("{why} {times}")).collect();
    row("endings", endings.join(", "));
    row("length", format!("{:.1} plies on average", summary.mean_plies));
    for (name, time) in summary.players.iter().zip(&summary.times) {
        row("time a move", format!("{name}: {}", time_of(time)));
    }
    for verdict in &summary.verdicts {
        row("verdict", verdict.to_string());
    }
    text
}

/// `+35 ± 12 Elo`, or the limits where they are not alike.
fn strength(rating: &Estimate) -> String {
    let signed = |elo: f64| format!("{elo:+.0}");
    let end = |elo: Option<f64>, infinite: &str| elo.map_or(infinite.to_string(), signed);
    match (rating.elo, rating.elo_low, rating.elo_high) {
        (Some(elo), Some(low), Some(high)) if (high + low - 2.0 * elo).abs() < 0.2 * (high - low) => {
            format!("{} ± {:.0} Elo", signed(elo), (high - low) / 2.0)
        }
        (elo, low, high) => {
            let infinite = if rating.score > 0.5 { "+∞" } else { "-∞" };
            format!("{} Elo, from {} to {}", end(elo, infinite), end(low, "-∞"), end(high, "+∞"))
        }
    }
}

fn test(state: &SprtState) -> String {
    let SprtState { test, llr, lower, upper, decision } = state;
    let decision = match decision {
        None => "undecided".to_string(),
        Some(Decision::Stronger) => format!("{:+} Elo accepted", test.elo1),
        Some(Decision::Weaker) => format!("{:+} Elo accepted", test.elo0),
    };
    format!(
        "{decision}, LLR {llr:.2} ({lower:.2}, {upper:.2}) for {:+} against {:+} Elo",
        test.elo0, test.elo1
    )
}

fn time_of(time: &MoveTime) -> String {
    format!("{:.4} s on average, {:.4} s at most", time.mean_seconds, time.longest_seconds)
}
