//! Game reviews: every move is judged against the best one, exactly where tables apply.

use std::sync::Arc;
use std::time::Duration;

use engine::{Exact, Player, Rated, Score, Session, Thought};

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

impl Evaluated {
    fn rated(&self) -> Rated {
        Rated { turn: self.turn, score: self.score }
    }
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
        let session = self.session.after(ply);
        let turn = session.position().turn();
        if let Some(Rated { turn, score }) = Rated::of_ending(&session) {
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
    let judged = after.map(|after| found.rated().judge(after.rated(), is_best));
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
