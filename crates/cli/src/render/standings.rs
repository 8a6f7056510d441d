//! The standings of a match or a tournament as text.

use std::fmt::Write as _;
use std::time::Duration;

use arena::statistics::{Decision, Estimate, Model, SprtState};
use arena::{IllegalBoard, MeetingSummary, MoveTime, Score, Skipped, Standing, Standings, Summary};

use crate::format;

/// The standings in one line.
pub(crate) fn line(standing: &Standing, left: Option<Duration>) -> String {
    let summary = standing.summary("", None);
    let left = left.filter(|left| !left.is_zero()).map(|left| format!(", {} left", format::clock(left)));
    let stand = match (&summary.players[..], &summary.meetings[..]) {
        ([_, _], [meeting]) => {
            let strength = meeting.rating.map(|rating| {
                format!(", {}, superiority {:.1} %", strength(&rating), 100.0 * rating.superiority)
            });
            let Score { wins, draws, losses, .. } = meeting.score;
            format!(
                "+{wins} ={draws} -{losses}, {:.1} %{}",
                100.0 * meeting.share,
                strength.unwrap_or_default()
            )
        }
        _ => summary.ranking().first().map_or_else(String::new, |first| {
            format!("{} leads with {} points, {}", first.name, first.points, rating(first))
        }),
    };
    format!("{stand}{}", left.unwrap_or_default())
}

/// The final table.
pub(crate) fn table(summary: &Summary) -> String {
    let mut text = match (&summary.players[..], &summary.meetings[..]) {
        ([first, second], [meeting]) => two_players(summary, first, second, meeting),
        ([first, second], []) => {
            row(&summary.game, &format!("{} against {}", first.name, second.name))
                + &row("score", "no game was finished")
        }
        _ => many_players(summary),
    };
    if summary.games > 0 {
        let endings: Vec<String> =
            summary.endings.iter().map(|(why, times)| format!("{why} {times}")).collect();
        text += &row("endings", &endings.join(", "));
        text += &row("length", &format!("{:.1} plies on average", summary.mean_plies));
    }
    for player in &summary.players {
        if player.time.moves > 0 {
            text += &row("time a move", &format!("{}: {}", player.name, time_text(&player.time)));
        }
    }
    if let Some(nodes) = summary.nodes_in_words() {
        text += &row("machines", &nodes);
    }
    if let Some(protection) = summary.protection {
        text += &row("protection", &protection.to_string());
    }
    if let Some(rehearsal) = summary.rehearsal.as_ref().filter(|rehearsal| !rehearsal.is_passed()) {
        let names: Vec<&str> = rehearsal.failed.iter().map(|verdict| &*verdict.player).collect();
        text += &row("rehearsal", &format!("{}: {}", rehearsal.sentence(), names.join(", ")));
    }
    for (player, skipped) in summary.skipped.iter().take(MAX_VERDICTS) {
        text += &row("skipped", &format!("{player}: {}", skipped_text(skipped)));
    }
    let mut boards = 0;
    for (name, verdicts) in [("verdict", &summary.verdicts), ("forgiven", &summary.forgiven)] {
        for verdict in verdicts.iter().take(MAX_VERDICTS) {
            text += &row(name, &verdict.to_string());
            if let Some(board) = verdict.evidence.board.as_ref().filter(|_| boards < MAX_BOARDS) {
                text += &illegal_board(board);
                boards += 1;
            }
        }
        if verdicts.len() > MAX_VERDICTS {
            text += &row(name, &format!("and {} more", verdicts.len() - MAX_VERDICTS));
        }
    }
    text
}

/// More verdicts are summarised in a count.
const MAX_VERDICTS: usize = 20;
/// Verdicts beyond these show no board.
const MAX_BOARDS: usize = 3;
/// Larger tournaments have no cross table.
const MAX_CROSSED: usize = 16;

/// `12 lines in 4 moves after the last answer, such as 'done in 0.3 s'`.
fn skipped_text(skipped: &Skipped) -> String {
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let Skipped { moves, lines, example } = skipped;
    format!(
        "{lines} line{} in {moves} move{} after the last answer, such as '{example}'",
        plural(*lines),
        plural(*moves)
    )
}

/// An illegal board, with brackets around the squares that changed.
fn illegal_board(board: &IllegalBoard) -> String {
    let cell = |(letter, has_changed): &(char, bool)| {
        if *has_changed { format!("[{letter}]") } else { format!(" {letter} ") }
    };
    let line = |cells: &Vec<(char, bool)>| cells.iter().map(cell).collect::<String>();
    let lines: Vec<String> = board.rows().iter().map(line).collect();
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    // The rows of a hexagonal board differ in length.
    let centred = |line: &String| {
        let indent = (widest - line.chars().count()) / 2;
        row("", &format!("{}{}", " ".repeat(indent), line.trim_end()))
    };
    lines.iter().map(centred).collect()
}

fn row(name: &str, value: &str) -> String {
    format!("{name:<14}{value}\n")
}

fn two_players(summary: &Summary, first: &Standings, second: &Standings, meeting: &MeetingSummary) -> String {
    let Score { games, wins, draws, losses } = meeting.score;
    let plural = if games == 1 { "" } else { "s" };
    let mut text =
        row(&summary.game, &format!("{} against {}, {games} game{plural}", first.name, second.name));
    text += &row("score", &format!("{:.1} %  +{wins} ={draws} -{losses}", 100.0 * meeting.share));
    if let Some(rating) = &meeting.rating {
        text += &row("strength", &strength(rating));
        text += &row("superiority", &format!("{:.1} %", 100.0 * rating.superiority));
    }
    let pairs = meeting.pairs.0.map(|count| count.to_string()).join(" ");
    text += &row("pairs", &format!("{pairs} (of 0, ½, 1, 1½ and 2 points)"));
    let [lost, low, even, high, won] = meeting.pairs.0;
    text += &row("pair score", &format!("+{} ={even} -{}", high + won, lost + low));
    if let Some(state) = &summary.sprt {
        text += &row("test", &sprt_text(state));
    }
    text
}

/// The ranking, then the cross table.
fn many_players(summary: &Summary) -> String {
    let ranking = summary.ranking();
    let width = ranking.iter().map(|player| player.name.chars().count()).max().unwrap_or(0).max(6);
    let (players, games) = (summary.players.len(), summary.games);
    let mut text = row(&summary.game, &format!("{players} players, {games} games"));
    let _ = writeln!(
        text,
        "\nrank  {:<width$}  points  games   won drawn  lost   score              Elo  superiority",
        "player"
    );
    for player in &ranking {
        let Score { games, wins, draws, losses } = player.score;
        let superiority = player.superiority.map(|share| format!("{:.1} %", 100.0 * share));
        let _ = writeln!(
            text,
            "{:>4}  {:<width$}  {:>6}  {games:>5} {wins:>5} {draws:>5} {losses:>5} {:>5.1} %  {:>15}  {:>11}",
            player.rank,
            player.name,
            player.points,
            100.0 * player.share,
            rating(player),
            superiority.unwrap_or_default(),
        );
    }
    if ranking.iter().any(|player| player.byes > 0) {
        text += "Points include byes, which do not count as games.\n";
    }
    if players <= MAX_CROSSED {
        text += "\n";
        text += &cross_table(summary, &ranking, width);
    }
    text + "\n"
}

/// The points of each player against each other, in order of rank.
fn cross_table(summary: &Summary, ranking: &[&Standings], width: usize) -> String {
    let cell = |player: &Standings, other: &Standings| {
        if player.rank == other.rank {
            return "·".to_string();
        }
        let score = summary.between(&player.name, &other.name);
        score.map_or_else(String::new, |score| format!("{}/{}", score.points(), score.games))
    };
    let cells: Vec<Vec<String>> =
        ranking.iter().map(|player| ranking.iter().map(|other| cell(player, other)).collect()).collect();
    let wide = cells.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(0).max(4);
    let mut text = format!("{:<width$}", "against");
    for other in ranking {
        let _ = write!(text, "  {:>wide$}", other.rank);
    }
    text += "\n";
    for (player, cells) in ranking.iter().zip(cells) {
        let _ = write!(text, "{:<width$}", player.name);
        for cell in cells {
            let _ = write!(text, "  {cell:>wide$}");
        }
        text += "\n";
    }
    text
}

/// `+35 ± 12`.
fn rating(player: &Standings) -> String {
    let rating = player.rating;
    format!("{:+.0} ± {:.0}", rating.elo, (rating.high - rating.low) / 2.0)
}

/// `+35 ± 12 Elo`, or the bounds if they are asymmetric.
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

fn sprt_text(state: &SprtState) -> String {
    let SprtState { test, llr, lower, upper, decision } = state;
    let decision = match decision {
        None => "undecided".to_string(),
        Some(Decision::Stronger) => format!("{:+} Elo accepted", test.elo1),
        Some(Decision::Weaker) => format!("{:+} Elo accepted", test.elo0),
    };
    let kind = match test.model {
        Model::Logistic => "",
        Model::Normalised => "normalised ",
    };
    format!(
        "{decision}, LLR {llr:.2} ({lower:.2}, {upper:.2}) for {:+} against {:+} {kind}Elo",
        test.elo0, test.elo1
    )
}

fn time_text(time: &MoveTime) -> String {
    format!("{:.4} s on average, {:.4} s at most", time.mean_seconds, time.longest_seconds)
}
