//! The tables of the page.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::evidence::evidence;
use super::{escape, plot};
use crate::record::{GameRecord, Verdict};
use crate::statistics::{Decision, Estimate, Model, SprtState};
use crate::summary::{MeetingSummary, Score, Standings, Summary};

/// Points with halves, as people write them.
pub(super) fn points(points: f64) -> String {
    let whole = points.trunc() as i64;
    match (whole, points.fract() == 0.0) {
        (whole, true) => whole.to_string(),
        (0, false) => "½".to_string(),
        (whole, false) => format!("{whole}½"),
    }
}

/// A probability as a percentage, never 0 or 100.
pub(super) fn likelihood(share: f64) -> String {
    match share {
        share if share > 0.9995 => "> 99.9 %".to_string(),
        share if share < 0.0005 => "< 0.1 %".to_string(),
        share => percent(share),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A time in a suitable unit.
pub(super) fn seconds(seconds: f64) -> String {
    match seconds {
        s if s <= 0.0 => "0".to_string(),
        s if s < 0.000_095 => format!("{:.0} µs", 1e6 * s),
        s if s < 0.0995 => format!("{:.2} ms", 1000.0 * s),
        s if s < 9.95 => format!("{s:.2} s"),
        s => format!("{s:.1} s"),
    }
}

/// The standings.
pub(super) fn standings(players: &[&Standings], summary: &Summary) -> String {
    let numbers = numbers(summary);
    let mut rows = String::new();
    for player in players {
        let Score { games, wins, draws, losses } = player.score;
        let byes = match player.byes {
            0 => String::new(),
            byes => format!(
                " <span class=\"soft\" title=\"points for games without an opponent\">incl. {byes} bye</span>"
            ),
        };
        let _ = write!(
            rows,
            "<tr><td class=\"num rank\">{rank}</td><th scope=\"row\"><button type=\"button\" class=\"link\" title=\"{name}\" data-player=\"{number}\">{name}</button></th>\
             <td class=\"num strong\">{points}<span class=\"soft\"> / {games}</span>{byes}</td>\
             <td class=\"num wdl\"><span class=\"won\">+{wins}</span> <span>={draws}</span> <span class=\"lost\">−{losses}</span></td>\
             <td class=\"num\">{share}</td><td class=\"num\">{elo} <span class=\"soft\">± {error:.0}</span></td>\
             <td class=\"num\">{superiority}</td><td class=\"num\" title=\"longest: {longest}\">{time}</td></tr>",
            rank = player.rank,
            number = numbers[&*player.name],
            name = escape::html(&player.name),
            points = points(player.points),
            share = percent(player.share),
            elo = plot::signed(player.rating.elo),
            error = (player.rating.high - player.rating.low) / 2.0,
            superiority = player.superiority.map_or_else(|| "–".to_string(), likelihood),
            time = seconds(player.time.mean_seconds),
            longest = seconds(player.time.longest_seconds),
        );
    }
    format!(
        "<table class=\"standings\"><thead><tr><th scope=\"col\" class=\"num\">#</th><th scope=\"col\">Player</th><th scope=\"col\" class=\"num\">Points</th>\
         <th scope=\"col\" class=\"num\"><abbr title=\"won, drawn and lost\">+ = −</abbr></th><th scope=\"col\" class=\"num\">Score</th>\
         <th scope=\"col\" class=\"num\"><abbr title=\"above the mean of all players, with half of the 95 % interval\">Elo</abbr></th>\
         <th scope=\"col\" class=\"num\"><abbr title=\"how likely it is that this player is stronger than the next one\">Over next</abbr></th>\
         <th scope=\"col\" class=\"num\">Time a move</th></tr></thead><tbody>{rows}</tbody></table>"
    )
}

/// The players' numbers, by which links refer to them: their positions in the summary.
fn numbers(summary: &Summary) -> HashMap<&str, usize> {
    summary.players.iter().enumerate().map(|(i, player)| (&*player.name, i)).collect()
}

/// The cross table: the points of each player against each other.
pub(super) fn cross_table(players: &[&Standings], summary: &Summary) -> String {
    // With more players than this, only the points fit into a cell.
    const ROOMY: usize = 12;
    let numbers = numbers(summary);
    let mut scores: HashMap<[usize; 2], Score> = HashMap::new();
    for meeting in &summary.meetings {
        let [a, b] =
            meeting.players.each_ref().map(|name| numbers.get(&**name).copied().unwrap_or(usize::MAX));
        let score = meeting.score;
        scores.insert([a, b], score);
        scores.insert([b, a], Score { wins: score.losses, losses: score.wins, ..score });
    }
    let head: String = players
        .iter()
        .map(|player| {
            let name = escape::html(&player.name);
            format!("<th scope=\"col\" class=\"num\"><abbr title=\"{name}\">{}</abbr></th>", player.rank)
        })
        .collect();
    let mut rows = String::new();
    for player in players {
        let name = escape::html(&player.name);
        let _ = write!(
            rows,
            "<tr><th scope=\"row\" title=\"{name}\"><span class=\"rank\">{}</span> {name}</th><td class=\"num strong\">{}</td>",
            player.rank,
            points(player.points)
        );
        for other in players {
            let pair = [numbers[&*player.name], numbers[&*other.name]];
            if pair[0] == pair[1] {
                rows.push_str("<td class=\"self\"></td>");
                continue;
            }
            let Some(score) = scores.get(&pair) else {
                rows.push_str("<td></td>");
                continue;
            };
            let class = match score.share() {
                share if share > 0.5 => "ahead",
                share if share < 0.5 => "behind",
                _ => "even",
            };
            let Score { games, wins, draws, losses } = *score;
            let of = if players.len() <= ROOMY { format!("<small>/{games}</small>") } else { String::new() };
            let _ = write!(
                rows,
                "<td class=\"{class}\"><a href=\"#meeting-{}-{}\" title=\"{name} against {}: {} of {games} (+{wins} ={draws} −{losses})\">{}{of}</a></td>",
                pair[0],
                pair[1],
                escape::html(&other.name),
                points(score.points()),
                points(score.points()),
            );
        }
        rows.push_str("</tr>");
    }
    format!(
        "<table class=\"cross\"><thead><tr><th scope=\"col\">Player</th><th scope=\"col\" class=\"num\"><abbr title=\"points\">Pts</abbr></th>{head}</tr></thead>\
         <tbody>{rows}</tbody></table>"
    )
}

/// Two players and the results of their pairs of games.
pub(super) fn duel(meeting: &MeetingSummary, sprt: Option<&SprtState>) -> String {
    let [first, second] = meeting.players.each_ref().map(|name| escape::html(name));
    let counts = meeting.pairs.0;
    let strength = match &meeting.rating {
        Some(rating) => format!(
            "<p><strong>{first}</strong> against <strong>{second}</strong>: {}. Likelihood that {first} is the stronger one: {}.</p>",
            difference(rating),
            likelihood(rating.superiority)
        ),
        None => "<p>There is no complete pair yet.</p>".to_string(),
    };
    let cells: String = counts.iter().map(|count| format!("<td class=\"num\">{count}</td>")).collect();
    let test = sprt.map(sequential_test).unwrap_or_default();
    format!(
        "{strength}<p class=\"soft\">Pairs of games from one opening, by the points of {first}:</p><table class=\"pairs\"><thead><tr>\
         <th scope=\"col\">Points</th><th scope=\"col\" class=\"num\">0</th><th scope=\"col\" class=\"num\">½</th><th scope=\"col\" class=\"num\">1</th>\
         <th scope=\"col\" class=\"num\">1½</th><th scope=\"col\" class=\"num\">2</th></tr></thead>\
         <tbody><tr><th scope=\"row\">Pairs</th>{cells}</tr></tbody></table>{test}"
    )
}

/// `+35 Elo (+12 to +58)`.
fn difference(rating: &Estimate) -> String {
    let end = |elo: Option<f64>, infinite: &str| elo.map_or(infinite.to_string(), plot::signed);
    let infinite = if rating.score > 0.5 { "+∞" } else { "−∞" };
    format!(
        "<strong>{} Elo</strong> <span class=\"soft\">({} to {}, 95 %)</span>",
        end(rating.elo, infinite),
        end(rating.elo_low, "−∞"),
        end(rating.elo_high, "+∞")
    )
}

fn sequential_test(state: &SprtState) -> String {
    let SprtState { test, llr, lower, upper, decision } = state;
    let [elo0, elo1] = [test.elo0, test.elo1].map(exact);
    let decided = match decision {
        None => "undecided".to_string(),
        Some(Decision::Stronger) => format!("H1 accepted: {elo1} Elo rather than {elo0}"),
        Some(Decision::Weaker) => format!("H0 accepted: {elo0} Elo rather than {elo1}"),
    };
    let kind = match test.model {
        Model::Logistic => "",
        Model::Normalised => "normalised ",
    };
    let number = |llr: f64| format!("{llr:.2}").replace('-', "−");
    format!(
        "<h3>Sequential test: {decided}</h3>{bar}<p class=\"soft\">LLR {} between {} (H0: {elo0} {kind}Elo) and {} (H1: {elo1} {kind}Elo); \
         α {}, β {}</p>",
        number(*llr),
        number(*lower),
        number(*upper),
        test.alpha,
        test.beta,
        bar = plot::test(state),
    )
}

/// A bound as it was given: `+2.5`, `−1` or `0`.
fn exact(elo: f64) -> String {
    if elo == 0.0 { "0".to_string() } else { format!("{elo:+}").replace('-', "−") }
}

/// The violations of players, with the games.
pub(super) fn verdicts(games: &[GameRecord]) -> String {
    let lost = games.iter().filter_map(|game| Some((game, game.verdict.as_ref()?, false)));
    let forgiven =
        games.iter().flat_map(|game| game.forgiven.iter().map(move |verdict| (game, verdict, true)));
    let mut all: Vec<(&GameRecord, &Verdict, bool)> = lost.chain(forgiven).collect();
    if all.is_empty() {
        return "<p>Nobody did anything wrong.</p>".to_string();
    }
    all.sort_by_key(|(game, verdict, is_forgiven)| (game.number, !is_forgiven, verdict.ply));
    let mut rows = String::new();
    for (game, verdict, is_forgiven) in all {
        let answer = match &verdict.answer {
            Some(answer) => format!("<code>{}</code>", escape::html(answer)),
            None => "<span class=\"soft\">nothing</span>".to_string(),
        };
        let (number, ply) = (game.number + 1, verdict.ply);
        let forgiven = if is_forgiven { " <span class=\"tag\">forgiven</span>" } else { "" };
        let _ = write!(
            rows,
            "<tr><td class=\"num\"><a href=\"#game-{number}-{}\">{number}</a></td><th scope=\"row\" title=\"{name}\">{name}</th><td><span class=\"verdict\">{}</span>{forgiven}</td>\
             <td class=\"num\">{ply}</td><td class=\"said\">{answer}</td><td class=\"why\">{}{}</td></tr>",
            ply.saturating_sub(1),
            verdict.kind.word(),
            escape::html(&verdict.why),
            evidence(&verdict.evidence),
            name = escape::html(&verdict.player),
        );
    }
    format!(
        "<table class=\"verdicts\"><thead><tr><th scope=\"col\" class=\"num\">Game</th><th scope=\"col\">Player</th><th scope=\"col\">Verdict</th>\
         <th scope=\"col\" class=\"num\">Ply</th><th scope=\"col\">Printed</th><th scope=\"col\">Why</th></tr></thead><tbody>{rows}</tbody></table>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_halves() {
        assert_eq!([0.0, 0.5, 1.0, 12.5].map(points), ["0", "½", "1", "12½"]);
    }

    #[test]
    fn numbers_have_their_signs() {
        assert_eq!([0.0, 2.5, -10.0].map(exact), ["0", "+2.5", "−10"]);
        assert_eq!([0.4, 2.5, -10.2].map(plot::signed), ["0", "+3", "−10"]);
        assert_eq!([0.5, 0.9999, 0.0001].map(likelihood), ["50.0 %", "> 99.9 %", "< 0.1 %"]);
    }

    #[test]
    fn times_have_a_unit() {
        assert_eq!(
            [0.0, 0.000_012, 0.000_25, 0.05, 0.1, 2.345, 12.34].map(seconds),
            ["0", "12 µs", "0.25 ms", "50.00 ms", "0.10 s", "2.35 s", "12.3 s"]
        );
    }
}
