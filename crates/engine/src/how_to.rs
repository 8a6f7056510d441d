//! How a game is played, for people who do not know it: its goal, its pieces, pictures of moves, and a guided tour. A
//! game writes this as TOML ([`Play::HOW_TO`](crate::Play::HOW_TO)); the default is derived from its layout.

mod source;

use std::fmt;

use game::text::sentence;
use game::{CellId, Diagram, HouseRules};

use crate::catalogue::GameEntry;
use crate::erased::{AnyPosition, MoveId};
use crate::legal_move::InvalidMove;

/// How a game is played.
pub struct HowTo {
    /// The goal of the game, in one sentence.
    pub goal: String,
    /// Every kind of piece.
    pub legend: Vec<LegendEntry>,
    /// Positions that show how pieces move.
    pub examples: Vec<Example>,
    /// House rules that end whole games as draws, and rarely needed details, as sentences.
    pub small_print: Vec<String>,
    /// The steps of the guided tour; none if the game has no tour.
    pub tour: Vec<TourStep>,
}

/// A kind of piece, of one player or of both, and how it moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegendEntry {
    /// Its name.
    pub name: String,
    /// Its numbers in [`Diagram::pieces`].
    pub pieces: Vec<usize>,
    /// How it moves, in sentences; empty if the game does not say.
    pub moves: String,
}

/// A position that illustrates a rule.
pub struct Example {
    /// The caption.
    pub caption: String,
    /// The position. It is seen by the side to move.
    pub position: Box<dyn AnyPosition>,
    /// Legal moves, to be drawn as arrows.
    pub moves: Vec<MoveId>,
    /// Cells to be marked.
    pub cells: Vec<CellId>,
}

/// A step of the guided tour: a position and a task.
pub struct TourStep {
    /// The position.
    pub position: Box<dyn AnyPosition>,
    /// The task.
    pub say: String,
    /// The legal moves that accomplish it.
    pub wanted: Vec<MoveId>,
    /// The text shown on success.
    pub done: String,
    /// The text shown for any other legal move.
    pub other: String,
    /// The opponent's answer, after which the next step goes on.
    pub reply: Option<String>,
}

/// The verdict on a move in the tour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TourVerdict {
    /// The move accomplishes the task.
    Done(MoveId),
    /// The move is legal but does not accomplish the task.
    Other,
    /// The move is illegal, for the reason in this sentence.
    Refused(String),
}

/// Why the source of a [`HowTo`] is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct HowToError {
    /// Where it is wrong.
    pub place: String,
    /// What is wrong there.
    pub reason: String,
}

impl GameEntry {
    /// How the game is played, on its usual board.
    ///
    /// # Errors
    /// Fails if the game's own source is invalid. A test reads the sources of all games in the catalogue.
    pub fn how_to(&self) -> Result<HowTo, HowToError> {
        if self.how_to_source().is_empty() {
            return Ok(HowTo::from_layout(self));
        }
        source::read(self)
    }
}

impl HowTo {
    /// The default from the layout: the game's summary, the names of its pieces, and the first moves.
    fn from_layout(entry: &GameEntry) -> HowTo {
        let start = entry.start();
        let diagram = start.diagram();
        let moves: Vec<MoveId> = start.moves().into_iter().map(|mv| mv.id).collect();
        let side = diagram.players[start.turn()].name;
        let legend = diagram.pieces.iter().enumerate();
        let named = |(number, piece): (usize, &game::Piece)| LegendEntry {
            name: sentence(piece.name).trim_end_matches('.').to_string(),
            pieces: vec![number],
            moves: String::new(),
        };
        HowTo {
            goal: sentence(entry.info().summary),
            legend: legend.map(named).collect(),
            examples: vec![Example {
                caption: format!("{side} to move first, and where they can go."),
                position: start,
                moves,
                cells: Vec::new(),
            }],
            small_print: house_rules(entry.info().house_rules, "progress"),
            tour: Vec::new(),
        }
    }
}

impl TourStep {
    /// Judges a move tried in this step.
    #[must_use]
    pub fn judge(&self, attempt: Result<MoveId, InvalidMove>) -> TourVerdict {
        match attempt {
            Ok(mv) if self.wanted.contains(&mv) => TourVerdict::Done(mv),
            Ok(_) => TourVerdict::Other,
            Err(refused) => TourVerdict::Refused(sentence(&refused.reason)),
        }
    }

    /// The text for a verdict.
    #[must_use]
    pub fn answer<'a>(&'a self, verdict: &'a TourVerdict) -> &'a str {
        match verdict {
            TourVerdict::Done(_) => &self.done,
            TourVerdict::Other => &self.other,
            TourVerdict::Refused(reason) => reason,
        }
    }
}

impl LegendEntry {
    /// Its letters in the text of a position.
    #[must_use]
    pub fn letters(&self, diagram: &Diagram) -> Vec<char> {
        self.pieces.iter().map(|&number| diagram.pieces[number].letter).collect()
    }
}

/// The rules that end whole games as draws, as sentences. `progress` names what counts as progress.
fn house_rules(rules: HouseRules, progress: &str) -> Vec<String> {
    let repetition = rules.repetition.map(|times| {
        format!(
            "The game is a draw when the same position, with the same side to move, occurs {times} times."
        )
    });
    let no_progress = rules.no_progress.map(|plies| {
        format!("The game is a draw after {plies} moves, counting those of both sides, without {progress}.")
    });
    repetition.into_iter().chain(no_progress).collect()
}

impl fmt::Debug for HowTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HowTo { goal, legend, examples, small_print, tour } = self;
        let (examples, tour) = (examples.len(), tour.len());
        f.debug_struct("HowTo")
            .field("goal", goal)
            .field("legend", legend)
            .field("examples", &examples)
            .field("small_print", small_print)
            .field("tour", &tour)
            .finish()
    }
}
