//! How games are played.

use engine::{GameRef, HowTo, TourVerdict};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::game::{Attempt, AttemptParts};
use crate::problem::Problem;

/// The query of a game's explanation.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct HowToQuery {
    /// The name of the game. A size is accepted; what is told is about the usual board.
    #[param(example = "checkers", max_length = 40)]
    pub(crate) game: String,
}

/// How a game is played.
#[derive(Serialize, ToSchema)]
pub(crate) struct HowToView {
    /// The name of the game on its usual board.
    game: &'static str,
    title: &'static str,
    /// What a player tries to reach.
    goal: String,
    /// Every kind of piece.
    legend: Vec<LegendView>,
    examples: Vec<ExampleView>,
    /// House rules, and what is seldom asked.
    small_print: Vec<String>,
    tour: Vec<TourStepView>,
}

/// A kind of piece, of one player or of both.
#[derive(Serialize, ToSchema)]
struct LegendView {
    name: String,
    /// The numbers of its pieces in the diagram.
    pieces: Vec<usize>,
    /// How it moves; may be empty.
    moves: String,
}

/// A position that shows something. It is seen by the side to move.
#[derive(Serialize, ToSchema)]
struct ExampleView {
    caption: String,
    position: String,
    /// Legal moves, to be drawn as arrows.
    moves: Vec<String>,
    /// The names of cells to be marked.
    cells: Vec<String>,
    /// Whether the picture has to be flipped for the side to move.
    flip: bool,
}

/// A step of the guided tour.
#[derive(Serialize, ToSchema)]
struct TourStepView {
    position: String,
    /// What to do.
    say: String,
    /// The moves that do it.
    moves: Vec<String>,
}

/// A move on the tour: its text, or the touched cells.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TourRequest {
    #[schema(example = "checkers", max_length = 40)]
    pub(crate) game: String,
    /// The number of the step, from 0.
    pub(crate) step: usize,
    #[serde(flatten)]
    attempt: AttemptParts,
}

/// What is said to a move on the tour.
#[derive(Serialize, ToSchema)]
pub(crate) struct TourAnswer {
    /// `done`, `other` for a legal move that is not wanted, or `refused`.
    verdict: &'static str,
    /// What is said.
    text: String,
    /// The move in the game's notation, and the opponent's reply to it, if it was wanted.
    moves: Vec<String>,
}

impl HowToView {
    pub(crate) fn of(game: GameRef) -> Result<HowToView, Problem> {
        let HowTo { goal, legend, examples, small_print, tour } = how_to(game)?;
        let example = |example: &engine::Example| {
            let (pos, diagram) = (&example.position, example.position.diagram());
            ExampleView {
                caption: example.caption.clone(),
                position: pos.text(),
                moves: example.moves.iter().map(|&mv| pos.move_text(mv)).collect(),
                cells: example.cells.iter().map(|&cell| diagram.cells[cell].name.clone()).collect(),
                flip: pos.turn() != diagram.lower_player(),
            }
        };
        let step = |step: &engine::TourStep| TourStepView {
            position: step.position.text(),
            say: step.say.clone(),
            moves: step.wanted.iter().map(|&mv| step.position.move_text(mv)).collect(),
        };
        let entry = |engine::LegendEntry { name, pieces, moves }| LegendView { name, pieces, moves };
        Ok(HowToView {
            game: game.info().name,
            title: game.info().title,
            goal,
            legend: legend.into_iter().map(entry).collect(),
            examples: examples.iter().map(example).collect(),
            small_print,
            tour: tour.iter().map(step).collect(),
        })
    }
}

impl TourRequest {
    /// Judges the move.
    pub(crate) fn judge(self, game: GameRef) -> Result<TourAnswer, Problem> {
        let TourRequest { step: number, attempt, .. } = self;
        let tour = how_to(game)?.tour;
        let step = tour.get(number).ok_or_else(|| {
            Problem::Invalid(format!("there is no step {number}: the tour has {}", tour.len()))
        })?;
        let attempt = Attempt::from(attempt).resolve_move(&*step.position)?;
        let verdict = step.judge(attempt);
        let (word, moves) = match verdict {
            TourVerdict::Done(mv) => {
                let played = step.position.move_text(mv);
                ("done", std::iter::once(played).chain(step.reply.clone()).collect())
            }
            TourVerdict::Other => ("other", Vec::new()),
            TourVerdict::Refused(_) => ("refused", Vec::new()),
        };
        Ok(TourAnswer { verdict: word, text: step.answer(&verdict).to_string(), moves })
    }
}

fn how_to(game: GameRef) -> Result<HowTo, Problem> {
    // A test reads the texts of all games.
    game.entry().how_to().map_err(|error| Problem::Internal(format!("{}: {error}", game.info().name)))
}
