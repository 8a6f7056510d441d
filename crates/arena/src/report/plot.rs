//! Drawings without a script. Coordinates are percentages of the width, so that drawings fit any
//! screen while the text keeps its size.

use std::fmt::Write as _;

use super::escape;
use crate::statistics::SprtState;
use crate::summary::{Standings, Summary};

/// Ratings with error bars, the best player first.
pub(super) fn ratings(players: &[&Standings]) -> String {
    let scale = Scale::over(players);
    let mut rows = String::new();
    for player in players {
        let rating = player.rating;
        let [low, at, high] = [rating.low, rating.elo, rating.high].map(|elo| scale.place(elo));
        let grid = scale.grid();
        let _ = write!(
            rows,
            "<tr><th scope=\"row\" title=\"{name}\">{name}</th>\
             <td class=\"draw\"><svg class=\"bar\" width=\"100%\" height=\"26\" aria-hidden=\"true\">{grid}\
             <line class=\"whisker\" x1=\"{low:.2}%\" x2=\"{high:.2}%\" y1=\"13\" y2=\"13\"/>\
             <line class=\"whisker\" x1=\"{low:.2}%\" x2=\"{low:.2}%\" y1=\"8\" y2=\"18\"/>\
             <line class=\"whisker\" x1=\"{high:.2}%\" x2=\"{high:.2}%\" y1=\"8\" y2=\"18\"/>\
             <circle class=\"dot\" cx=\"{at:.2}%\" cy=\"13\" r=\"5\"/></svg></td>\
             <td class=\"num\">{elo} <span class=\"soft\">± {error:.0}</span></td></tr>",
            name = escape::html(&player.name),
            elo = signed(rating.elo),
            error = (rating.high - rating.low) / 2.0,
        );
    }
    let is_crowded = scale.ticks().count() > 4;
    let tick = |elo: f64| {
        // A small screen has room for every second label only.
        let is_minor = is_crowded && (elo / scale.step).round() as i64 % 2 != 0;
        let class = if is_minor { " class=\"minor\"" } else { "" };
        format!("<text{class} x=\"{:.2}%\" y=\"14\">{}</text>", scale.place(elo), signed(elo))
    };
    let ticks: String = scale.ticks().map(tick).collect();
    format!(
        "<table class=\"plot\"><thead><tr><th scope=\"col\">Player</th><th scope=\"col\" class=\"draw\">Rating with 95&nbsp;% \
         interval</th><th scope=\"col\" class=\"num\">Elo</th></tr></thead><tbody>{rows}</tbody><tfoot aria-hidden=\"true\"><tr><td></td>\
         <td class=\"draw\"><svg class=\"ticks\" width=\"100%\" height=\"20\">{ticks}</svg></td><td></td></tr></tfoot></table>"
    )
}

/// `+35`, `−12` or `0`.
pub(super) fn signed(elo: f64) -> String {
    match elo.round() as i64 {
        0 => "0".to_string(),
        elo if elo < 0 => format!("−{}", -elo),
        elo => format!("+{elo}"),
    }
}

/// The positions of numbers on a line from left to right.
struct Scale {
    low: f64,
    high: f64,
    step: f64,
}

impl Scale {
    fn over(players: &[&Standings]) -> Scale {
        let low = players.iter().map(|player| player.rating.low).fold(0.0, f64::min);
        let high = players.iter().map(|player| player.rating.high).fold(0.0, f64::max);
        let span = (high - low).max(10.0);
        // Four to seven steps, each a round number.
        let power = 10_f64.powf((span / 4.0).log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| span / step <= 7.0);
        let margin = 0.04 * span;
        Scale { low: low - margin, high: high + margin, step: step.unwrap_or(span) }
    }

    /// As a percentage.
    fn place(&self, number: f64) -> f64 {
        100.0 * (number - self.low) / (self.high - self.low)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let (first, last) = ((self.low / self.step).ceil() as i64, (self.high / self.step).floor() as i64);
        (first..=last).map(|i| i as f64 * self.step).filter(|&elo| (4.0..=96.0).contains(&self.place(elo)))
    }

    fn grid(&self) -> String {
        let line = |elo: f64| {
            let at = self.place(elo);
            let class = if elo == 0.0 { "zero" } else { "grid" };
            format!("<line class=\"{class}\" x1=\"{at:.2}%\" x2=\"{at:.2}%\" y1=\"0\" y2=\"26\"/>")
        };
        self.ticks().map(line).collect()
    }
}

/// How the games ended, the most frequent way first.
pub(super) fn endings(summary: &Summary) -> String {
    let mut endings: Vec<(&String, u64)> = summary.endings.iter().map(|(how, &count)| (how, count)).collect();
    endings.sort_by_key(|&(how, count)| (std::cmp::Reverse(count), how));
    let most = endings.first().map_or(1, |&(_, count)| count).max(1);
    let rows: String = endings
        .iter()
        .map(|(how, count)| {
            format!(
                "<tr><th scope=\"row\">{}</th><td class=\"draw\"><svg class=\"bar\" width=\"100%\" height=\"18\" aria-hidden=\"true\">\
                 <rect class=\"fill\" x=\"0\" y=\"3\" width=\"{:.2}%\" height=\"12\" rx=\"3\"/></svg></td>\
                 <td class=\"num\">{count} <span class=\"soft\">{:.0} %</span></td></tr>",
                escape::html(how),
                100.0 * *count as f64 / most as f64,
                100.0 * *count as f64 / summary.games.max(1) as f64,
            )
        })
        .collect();
    format!(
        "<table class=\"plot endings\"><thead><tr><th scope=\"col\">How</th><th scope=\"col\" class=\"draw\"><span class=\"out-of-sight\">Share</span></th>\
         <th scope=\"col\" class=\"num\">Games</th></tr></thead><tbody>{rows}</tbody></table>"
    )
}

/// The state of a sequential test between its two bounds.
pub(super) fn test(state: &SprtState) -> String {
    let span = state.upper - state.lower;
    let place = |llr: f64| 100.0 * ((llr - state.lower) / span).clamp(0.0, 1.0);
    let (zero, now) = (place(0.0), place(state.llr));
    format!(
        "<svg class=\"bar test\" width=\"100%\" height=\"22\" aria-hidden=\"true\"><rect class=\"track\" x=\"0\" y=\"7\" width=\"100%\" height=\"8\" rx=\"4\"/>\
         <rect class=\"fill\" x=\"{:.2}%\" y=\"7\" width=\"{:.2}%\" height=\"8\"/><line class=\"zero\" x1=\"{zero:.2}%\" x2=\"{zero:.2}%\" y1=\"2\" y2=\"20\"/></svg>",
        zero.min(now),
        (now - zero).abs(),
    )
}
