//! The evaluation of the displayed position.

use engine::{Exact, Player, Probe, Score, Thought};

use crate::format;

/// The results so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evaluation {
    /// The search's result.
    pub(crate) thought: Option<Thought>,
    /// The tables' values.
    pub(crate) probe: Option<Probe>,
}

/// The evaluation bar and its caption.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct EvaluationBar {
    /// Player 1's share, from 0 to 1.
    pub(crate) share: f64,
    /// The caption.
    pub(crate) words: String,
    /// Whether the value is exact.
    pub(crate) is_exact: bool,
}

impl Evaluation {
    /// The exact value for the side to move, from a table or confirmed by an exhaustive search.
    pub(crate) fn exact(&self) -> Option<Exact> {
        let known = self.probe.as_ref().and_then(|probe| probe.value);
        known.or_else(|| self.thought.as_ref()?.exact)
    }

    /// The bar for `turn` to move and these names of the sides.
    pub(crate) fn bar(&self, turn: Player, names: [&str; 2]) -> Option<EvaluationBar> {
        let name = |player: Player| names[usize::from(player == Player::Two)];
        if let Some(exact) = self.exact() {
            let (share, words) = match exact {
                Exact::Draw => (0.5, "exact: a draw".to_string()),
                Exact::Win(plies) => (winners_share(turn), wins_text("exact: ", name(turn), "in", plies)),
                Exact::Loss(plies) => {
                    (winners_share(turn.other()), wins_text("exact: ", name(turn.other()), "in", plies))
                }
            };
            return Some(EvaluationBar { share, words, is_exact: true });
        }
        let thought = self.thought.as_ref()?;
        let worth = thought.lines.first()?.score;
        if let Score::Win(plies) | Score::Loss(plies) = worth {
            let winner = if matches!(worth, Score::Win(_)) { turn } else { turn.other() };
            let words = wins_text("", name(winner), "in at most", plies);
            return Some(EvaluationBar { share: winners_share(winner), words, is_exact: false });
        }
        let points = worth.points();
        let better = if points < 0 { turn.other() } else { turn };
        let for_one = if turn == Player::One { points } else { -points };
        let words = format!(
            "{} {}, depth {}, {}",
            name(better),
            format::score(Score::Estimate(points.abs())),
            thought.depth,
            format::count(thought.nodes)
        );
        Some(EvaluationBar { share: share(for_one), words, is_exact: false })
    }

    /// The principal variation.
    pub(crate) fn line(&self) -> &[String] {
        let known = self.probe.as_ref().map(|probe| &probe.line[..]).filter(|line| !line.is_empty());
        let seen = || Some(&self.thought.as_ref()?.lines.first()?.moves[..]);
        known.or_else(seen).unwrap_or_default()
    }

    /// The table value of a move for the side that plays it.
    pub(crate) fn move_value(&self, mv: &str) -> Option<Exact> {
        self.probe.as_ref()?.moves.iter().find(|known| known.text == mv)?.value
    }
}

fn winners_share(winner: Player) -> f64 {
    if winner == Player::One { 1.0 } else { 0.0 }
}

/// "Wights win", "Queen wins".
fn wins_text(how: &str, name: &str, within: &str, plies: u32) -> String {
    let wins = if name.ends_with('s') { "win" } else { "wins" };
    format!("{how}{name} {wins} {within} {plies}")
}

/// The approximate winning probability: two pieces ahead is nearly won.
fn share(points: i32) -> f64 {
    const SCALE: f64 = 120.0;
    1.0 / (1.0 + (-f64::from(points) / SCALE).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{BestLine, MoveId};
    use std::time::Duration;

    fn thought(score: Score) -> Evaluation {
        let lines = vec![BestLine { score, mv: MoveId::new(0), moves: vec!["a1-a2".to_string()] }];
        let thought = Thought { depth: 7, nodes: 1_234, time: Duration::ZERO, lines, exact: None };
        Evaluation { thought: Some(thought), probe: None }
    }

    #[test]
    fn bar_text_names_the_better_side() {
        let words = |evaluation: Evaluation, turn| {
            let bar = evaluation.bar(turn, ["Queen", "Wights"]).unwrap();
            (bar.words, bar.share > 0.5)
        };
        assert_eq!(
            words(thought(Score::Estimate(50)), Player::Two),
            ("Wights +0.50, depth 7, 1.23 k".to_string(), false)
        );
        assert_eq!(
            words(thought(Score::Estimate(-50)), Player::Two),
            ("Queen +0.50, depth 7, 1.23 k".to_string(), true)
        );
        assert_eq!(
            words(thought(Score::Win(13)), Player::One),
            ("Queen wins in at most 13".to_string(), true)
        );
        assert_eq!(
            words(thought(Score::Loss(4)), Player::One),
            ("Wights win in at most 4".to_string(), false)
        );
        let mut confirmed = thought(Score::Loss(4));
        confirmed.thought.as_mut().unwrap().exact = Some(Exact::Loss(4));
        assert_eq!(words(confirmed, Player::One), ("exact: Wights win in 4".to_string(), false));
    }

    #[test]
    fn table_value_overrides_search() {
        let probe = Probe { value: Some(Exact::Draw), moves: Vec::new(), line: vec!["b1-b2".to_string()] };
        let evaluation = Evaluation { probe: Some(probe), ..thought(Score::Estimate(300)) };
        assert_eq!(evaluation.exact(), Some(Exact::Draw));
        assert_eq!(evaluation.line(), ["b1-b2"]);
        assert_eq!(Evaluation::default().bar(Player::One, ["a", "b"]), None);
    }
}
