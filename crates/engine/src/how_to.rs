//! How a game is played, for people who do not know it: its goal, its pieces, pictures of moves, and a guided tour. A
//! game writes this as TOML ([`Play::HOW_TO`](crate::Play::HOW_TO)); one that has not gets what its layout says.

mod source;

use std::fmt;

use game::text::sentence;
use game::{CellId, Diagram, HouseRules};

use crate::catalogue::GameEntry;
use crate::erased::{AnyPosition, MoveId};
use crate::legal_move::InvalidMove;

/// How a game is played.
pub struct HowTo {
    /// What a player tries to reach, in one sentence.
    pub goal: String,
    /// Every kind of piece.
    pub legend: Vec<LegendEntry>,
    /// Positions that show how pieces move.
    pub examples: Vec<Example>,
    /// What ends whole games as draws, and what is seldom asked: sentences.
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

/// A position that shows something.
pub struct Example {
    /// What it shows.
    pub caption: String,
    /// The position. It is seen by the side to move.
    pub position: Box<dyn AnyPosition>,
    /// Legal moves, to be drawn as arrows.
    pub moves: Vec<MoveId>,
    /// Cells to be marked.
    pub cells: Vec<CellId>,
}

/// A step of the guided tour: a position, and what is to be done there.
pub struct TourStep {
    /// The position.
    pub position: Box<dyn AnyPosition>,
    /// What to do.
    pub say: String,
    /// The legal moves that do it.
    pub wanted: Vec<MoveId>,
    /// What is said when it is done.
    pub done: String,
    /// What is said about any other legal move.
    pub other: String,
    /// The opponent's answer, after which the next step goes on.
    pub reply: Option<String>,
}

/// What a move on the tour came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TourVerdict {
    /// The move was wanted.
    Done(MoveId),
    /// The move is legal, and another one is wanted.
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
    /// Fails where what the game wrote about itself is wrong. A test reads the texts of all games of the program.
    pub fn how_to(&self) -> Result<HowTo, HowToError> {
        if self.how_to_source().is_empty() {
            return Ok(HowTo::from_layout(self));
        }
        source::read(self)
    }
}

impl HowTo {
    /// What the layout says of a game: its summary, the names of its pieces, and the first moves.
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
    /// Judges the move that somebody tries here.
    #[must_use]
    pub fn judge(&self, attempt: Result<MoveId, InvalidMove>) -> TourVerdict {
        match attempt {
            Ok(mv) if self.wanted.contains(&mv) => TourVerdict::Done(mv),
            Ok(_) => TourVerdict::Other,
            Err(refused) => TourVerdict::Refused(sentence(&refused.reason)),
        }
    }

    /// What is said to a verdict.
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
    /// The letters that stand for it in the text of a position.
    #[must_use]
    pub fn letters(&self, diagram: &Diagram) -> Vec<char> {
        self.pieces.iter().map(|&number| diagram.pieces[number].letter).collect()
    }
}

/// The rules that end whole games as draws, as sentences. `progress` says what counts as such.
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
