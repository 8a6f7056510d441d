//! The results of searches.

use engine::{Session, Thought};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game::{PositionRef, value_word};

/// The score of a move for the player who makes it.
#[derive(Serialize, ToSchema, Clone, Copy)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Score {
    /// An estimate.
    Points {
        /// In hundredths of the least valuable piece.
        points: i32,
    },
    /// A win.
    Win {
        /// The maximum number of plies.
        plies: u32,
    },
    /// A loss.
    Loss {
        /// The maximum number of plies.
        plies: u32,
    },
}

impl From<engine::Score> for Score {
    fn from(score: engine::Score) -> Score {
        match score {
            engine::Score::Estimate(points) => Score::Points { points },
            engine::Score::Win(plies) => Score::Win { plies },
            engine::Score::Loss(plies) => Score::Loss { plies },
        }
    }
}

/// An exact value: `win`, `loss` or `draw` for the side to move.
#[derive(Serialize, ToSchema, Clone, Copy)]
pub(crate) struct ExactScore {
    value: &'static str,
    distance: Option<u32>,
}

impl From<engine::Exact> for ExactScore {
    fn from(exact: engine::Exact) -> ExactScore {
        let (value, distance) = value_word(exact);
        ExactScore { value, distance }
    }
}

/// The state of a search.
#[derive(Serialize, ToSchema, Clone)]
pub(crate) struct ThoughtView {
    depth: u8,
    nodes: u64,
    nps: u64,
    time_ms: u64,
    /// The value from a table or an exhaustive search, with its distance.
    exact: Option<ExactScore>,
    /// The best moves, best first.
    lines: Vec<LineView>,
}

/// A principal variation.
#[derive(Serialize, ToSchema, Clone)]
pub(crate) struct LineView {
    pub(crate) score: Score,
    pub(crate) moves: Vec<String>,
    /// The touched cells of its first move.
    pub(crate) touched: Vec<usize>,
    /// The cells along which its first move is drawn.
    pub(crate) course: Vec<usize>,
}

impl ThoughtView {
    pub(crate) fn of(session: &Session, thought: &Thought) -> ThoughtView {
        let pos = session.position();
        let line = |line: &engine::BestLine| LineView {
            score: line.score.into(),
            moves: line.moves.clone(),
            touched: pos.touched(line.mv),
            course: pos.course(line.mv),
        };
        ThoughtView {
            depth: thought.depth,
            nodes: thought.nodes,
            nps: thought.nodes_per_second(),
            time_ms: thought.time.as_millis() as u64,
            exact: thought.exact.map(ExactScore::from),
            lines: thought.lines.iter().map(line).collect(),
        }
    }
}

/// A position to analyse.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisRequest {
    #[schema(example = "checkers", max_length = 40)]
    game: String,
    #[schema(max_length = 2000)]
    position: Option<String>,
    #[serde(default)]
    #[schema(max_items = 2000)]
    moves: Vec<String>,
    /// Search time; 1000 if omitted.
    #[schema(minimum = 1, maximum = 10000)]
    pub(crate) time_ms: Option<u64>,
    /// The maximum depth in plies.
    #[schema(minimum = 1, maximum = 255)]
    pub(crate) depth: Option<u8>,
    /// The number of best moves; 1 if omitted.
    #[schema(minimum = 1, maximum = 5)]
    pub(crate) lines: Option<usize>,
}

impl AnalysisRequest {
    pub(crate) fn position_ref(&self) -> PositionRef {
        PositionRef { game: self.game.clone(), position: self.position.clone(), moves: self.moves.clone() }
    }
}

/// A message from the page during a live analysis.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum AnalysisCommand {
    /// Starts an analysis, in place of the current one.
    Analyze {
        id: u64,
        game: String,
        position: Option<String>,
        #[serde(default)]
        moves: Vec<String>,
        lines: Option<usize>,
    },
    Stop,
}

/// A message to the page during a live analysis.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum AnalysisMessage {
    Thought {
        id: u64,
        #[serde(flatten)]
        thought: ThoughtView,
    },
    Waiting {
        id: u64,
        ahead: usize,
    },
    Done {
        id: u64,
    },
    Error {
        id: Option<u64>,
        error: String,
    },
}

/// A message of a review.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum ReviewMessage {
    Ply {
        ply: usize,
        /// For the side to move before this ply.
        score: Score,
        /// The same for player 1, from -1000 to 1000.
        points: i32,
        exact: Option<ExactScore>,
        best: Option<String>,
        line: Vec<String>,
        played: Option<String>,
        judgement: Option<&'static str>,
        /// What the move gave away, in hundredths of a win.
        loss: Option<u32>,
    },
    Done,
    Error {
        error: String,
    },
}
