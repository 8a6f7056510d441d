//! Game reviews: every move is judged against the best one, exactly where tables apply.

use std::sync::Arc;
use std::time::Duration;

use engine::{Exact, Player, Reason, Score, Session, Thought};

use crate::app::App;
use crate::client::Client;
use crate::problem::Problem;
use crate::scheduler::AnalysisParams;
use crate::wire::{ExactScore, ReviewMessage};

/// Search time per position; longer if nothing was found, on a machine under load.
const TIMES: [Duration; 3] = [Duration::from_millis(250), Duration::from_secs(1), Duration::from_secs(10)];
/// Estimates are clamped to this many points for the graph.
const MOST_POINTS: i32 = 1_000;

/// A review in progress: a stream of judged plies.
pub(crate) struct Review {
    app: App,
    client: Client,
    session: Session,
    ply: usize,
    /// The evaluation of the position before this ply.
    found: Option<Evaluated>,
}

/// A position's score for the side to move.
#[derive(Clone)]
struct Evaluated {
    turn: Player,
    score: Score,
    exact: Option<Exact>,
    thought: Option<Arc<Thought>>,
}

impl Review {
    pub(crate) fn new(app: &App, client: Client, session: Session) -> Review {
        Review { app: app.clone(), client, session, ply: 0, found: None }
    }

    /// A review of the last move alone.
    pub(crate) fn of_last_move(app: &App, client: Client, session: Session) -> Review {
        let ply = session.moves().len().saturating_sub(1);
        Review { ply, ..Review::new(app, client, session) }
    }

    /// The judgement of the next ply, and last the evaluation of the final position; then `None`.
    pub(crate) async fn next(&mut self) -> Result<Option<ReviewMessage>, Problem> {
        let plies = self.session.moves().len();
        if self.ply > plies {
            return Ok(None);
        }
        let found = match self.found.take() {
            Some(found) => found,
            None => self.evaluate(self.ply).await?,
        };
        let played = self.session.moves().nth(self.ply).map(str::to_string);
        let after = if played.is_some() { Some(self.evaluate(self.ply + 1).await?) } else { None };
        let message = message(self.ply, &found, after.as_ref(), played);
        self.found = after;
        self.ply += 1;
        Ok(Some(message))
    }

    /// Evaluates the position after `ply` plies.
    async fn evaluate(&self, ply: usize) -> Result<Evaluated, Problem> {
        let mut session = self.session.clone();
        while session.moves().len() > ply {
            session.undo();
        }
        if session.ending().is_some_and(|ending| matches!(ending.reason, Reason::Resignation | Reason::Time))
        {
            // A resignation or a loss on time says nothing about the board: evaluate the position
            // itself.
            session.reopen();
        }
        let turn = session.position().turn();
        if let Some(ending) = session.ending() {
            let score = match ending.outcome {
                engine::Outcome::Win(winner) if winner == turn => Score::Win(0),
                engine::Outcome::Win(_) => Score::Loss(0),
                engine::Outcome::Draw => Score::Estimate(0),
            };
            return Ok(Evaluated { turn, score, exact: None, thought: None });
        }
        let mut thought = None;
        for time in TIMES {
            let params = AnalysisParams { session: session.clone(), lines: 1, time, depth: None };
            thought = self.app.live_games.scheduler().analyze(self.client, params)?.outcome().await;
            if thought.is_some() {
                break;
            }
        }
        let score = thought
            .as_ref()
            .and_then(|thought| thought.lines.first())
            .map_or(Score::Estimate(0), |line| line.score);
        let exact = thought.as_ref().and_then(|thought| thought.exact);
        let score = exact.map_or(score, Score::from);
        Ok(Evaluated { turn, score, exact, thought })
    }
}

fn message(
    ply: usize,
    found: &Evaluated,
    after: Option<&Evaluated>,
    played: Option<String>,
) -> ReviewMessage {
    let line = found.thought.as_ref().and_then(|thought| thought.lines.first());
    let line = line.map(|line| line.moves.clone()).unwrap_or_default();
    let best = line.first().cloned();
    let is_best = best.is_some() && best == played;
    let judged = after.map(|after| judge(found, after, is_best));
    let points = points(found.score);
    ReviewMessage::Ply {
        ply,
        score: found.score.into(),
        points: if found.turn == Player::One { points } else { -points },
        exact: found.exact.map(ExactScore::from),
        best,
        line,
        played,
        judgement: judged.map(|(judgement, _)| judgement.word()),
        loss: judged.map(|(_, loss)| loss),
    }
}

fn points(score: Score) -> i32 {
    match score {
        Score::Estimate(points) => points.clamp(-MOST_POINTS, MOST_POINTS),
        Score::Win(_) => MOST_POINTS,
        Score::Loss(_) => -MOST_POINTS,
    }
}

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Judgement {
    Best,
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Judgement {
    fn word(self) -> &'static str {
        match self {
            Judgement::Best => "best",
            Judgement::Good => "good",
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }
}

/// Judges the move between two positions; also returns how much it gave away, in hundredths of a
/// win.
fn judge(before: &Evaluated, after: &Evaluated, is_best: bool) -> (Judgement, u32) {
    let reached = if after.turn == before.turn { after.score } else { for_opponent(after.score) };
    let loss = (chances(before.score) - chances(reached)).max(0.0);
    let hundredths = (100.0 * loss).round() as u32;
    let judgement = match (before.score, reached) {
        _ if is_best => Judgement::Best,
        // Both are exact: a slower win is still good, and one that is not slower is best.
        (Score::Win(best), Score::Win(taken)) if taken < best => Judgement::Best,
        (Score::Win(_), Score::Win(_)) => Judgement::Good,
        (Score::Loss(best), Score::Loss(taken)) if taken + 1 >= best => Judgement::Best,
        (Score::Loss(_), Score::Loss(_)) => Judgement::Good,
        _ => match hundredths {
            0..=1 => Judgement::Best,
            2..=5 => Judgement::Good,
            6..=11 => Judgement::Inaccuracy,
            12..=24 => Judgement::Mistake,
            _ => Judgement::Blunder,
        },
    };
    (judgement, hundredths)
}

/// The same score for the opponent.
fn for_opponent(score: Score) -> Score {
    match score {
        Score::Estimate(points) => Score::Estimate(-points),
        Score::Win(plies) => Score::Loss(plies),
        Score::Loss(plies) => Score::Win(plies),
    }
}

/// The expected result of a score, from 0 to 1.
fn chances(score: Score) -> f64 {
    /// An advantage of this many points is worth three quarters of a win.
    const THREE_QUARTERS: f64 = 200.0;
    match score {
        Score::Estimate(points) => 1.0 / (1.0 + (-f64::from(points) * 3.0_f64.ln() / THREE_QUARTERS).exp()),
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(turn: Player, score: Score) -> Evaluated {
        Evaluated { turn, score, exact: None, thought: None }
    }

    #[test]
    fn what_is_given_away_is_seen() {
        let before = found(Player::One, Score::Win(5));
        let after = |score| found(Player::Two, score);
        let judged = |score| judge(&before, &after(score), false).0;
        assert_eq!(judged(Score::Loss(4)), Judgement::Best);
        assert_eq!(judged(Score::Loss(8)), Judgement::Good);
        assert_eq!(judged(Score::Estimate(0)), Judgement::Blunder);
        assert_eq!(judged(Score::Win(3)), Judgement::Blunder);
    }

    #[test]
    fn a_lost_game_is_lost_slowly() {
        let before = found(Player::One, Score::Loss(8));
        let judged = |score| judge(&before, &found(Player::Two, score), false);
        assert_eq!(judged(Score::Win(7)), (Judgement::Best, 0));
        assert_eq!(judged(Score::Win(3)), (Judgement::Good, 0));
    }

    #[test]
    fn estimates_are_judged_by_what_they_are_worth() {
        let before = found(Player::Two, Score::Estimate(50));
        let judged = |points| judge(&before, &found(Player::One, Score::Estimate(points)), false).0;
        let judgements = [-50, -40, -20, 10, 100, 400].map(judged);
        assert!(judgements.is_sorted(), "{judgements:?}");
        assert_eq!((judgements[0], judgements[5]), (Judgement::Best, Judgement::Blunder));
        assert_eq!(judge(&before, &found(Player::One, Score::Estimate(400)), true).0, Judgement::Best);
    }
}
