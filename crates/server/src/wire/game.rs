//! Games, boards and positions.

use engine::{
    AnyPosition, Catalogue, Exact, GameRef, InvalidMove, MoveId, Outcome, PictureOptions, Player, Session,
};
use page::Side;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::number;
use crate::limits::length;
use crate::problem::Problem;

/// A position: a game, its start, and the moves played from there.
#[derive(Deserialize, ToSchema, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionRef {
    /// The name of the game, such as `checkers` or `raichu:10`.
    #[schema(example = "checkers", max_length = 40)]
    pub(crate) game: String,
    /// A position in any notation of the game; the usual start if omitted.
    #[schema(max_length = 2000)]
    pub(crate) position: Option<String>,
    /// The moves played from there.
    #[serde(default)]
    #[schema(max_items = 2000)]
    pub(crate) moves: Vec<String>,
}

impl PositionRef {
    /// The position with the moves before it, if any.
    pub(crate) fn session(&self, catalogue: Catalogue) -> Result<Session, Problem> {
        length::check("the name of the game", &self.game, length::GAME)?;
        length::check("the position", self.position.as_deref().unwrap_or_default(), length::POSITION)?;
        let game = catalogue.find(&self.game)?;
        let start = match &self.position {
            Some(text) => game.read(text)?,
            None => game.start(),
        };
        let mut session = if self.moves.is_empty() { Session::study(start) } else { Session::game(&*start) };
        for (i, mv) in self.moves.iter().enumerate() {
            length::check("a move", mv, length::MOVE)?;
            session
                .play_text(mv)
                .map_err(|refused| Problem::Invalid(format!("move {}: {refused}", i + 1)))?;
        }
        Ok(session)
    }
}

/// A game that can be played.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameEntry {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    /// The sizes that may follow the name after a colon, in words.
    sizes: Option<&'static str>,
    /// The start position.
    start: String,
    players: Vec<Side>,
    /// Whether a player who can capture must.
    must_capture: bool,
    /// The highest level of the machine.
    levels: u8,
    /// The file extension of the format in which other programs exchange this game.
    shared_form: Option<&'static str>,
}

impl GameEntry {
    pub(crate) fn all(catalogue: Catalogue) -> Vec<GameEntry> {
        catalogue.all().map(GameEntry::of).collect()
    }

    fn of(game: GameRef) -> GameEntry {
        let (info, pos) = (game.info(), game.start());
        GameEntry {
            name: info.name,
            title: info.title,
            summary: info.summary,
            sizes: info.sizes,
            start: pos.text(),
            players: Side::both(&pos.diagram()),
            must_capture: pos.game().must_capture(),
            levels: engine::Level::HIGHEST.number(),
            shared_form: pos.game().shared_form(),
        }
    }
}

/// A position with its history and legal moves.
#[derive(Serialize, ToSchema)]
pub(crate) struct Position {
    /// The name of the game.
    game: String,
    /// The position text.
    position: String,
    /// Whose turn it is, 1 or 2.
    turn: u8,
    /// For each cell of the diagram the number of the piece on it.
    occupants: Vec<Option<usize>>,
    moves: Vec<LegalMove>,
    over: Option<Over>,
    /// The pieces at the start of the history.
    start: Vec<Option<usize>>,
    /// The moves played.
    history: Vec<Ply>,
}

/// A legal move.
#[derive(Serialize, ToSchema)]
pub(crate) struct LegalMove {
    #[serde(rename = "move")]
    text: String,
    /// The cells that a player touches, in order; none for a pass.
    touched: Vec<usize>,
    /// The number of pieces captured.
    takes: usize,
    /// The cells of each piece that the move carries, null at the end for off the board. Omitted if
    /// it carries one piece along the touched cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    slides: Option<Vec<Vec<Option<usize>>>>,
    /// Other lists of cells that a player may touch to make it. Omitted if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    ways: Option<Vec<Vec<usize>>>,
}

impl LegalMove {
    fn of(mv: engine::LegalMove) -> LegalMove {
        let path = |slide: &engine::Slide| {
            slide.path.iter().copied().map(Some).chain(slide.leaves_board.then_some(None)).collect()
        };
        let is_plain = mv.slides.iter().all(|slide| !slide.leaves_board && slide.path == mv.touched);
        LegalMove {
            slides: (!is_plain).then(|| mv.slides.iter().map(path).collect()),
            ways: (!mv.other_touches.is_empty()).then_some(mv.other_touches),
            text: mv.text,
            touched: mv.touched,
            takes: mv.takes,
        }
    }
}

/// How a game ended.
#[derive(Serialize, ToSchema, Clone)]
pub(crate) struct Over {
    /// 1 or 2; null for a draw.
    winner: Option<u8>,
    reason: String,
    /// The result in a sentence.
    text: String,
    /// What ended it, if the rules of the game did, in a sentence.
    why: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct Ply {
    #[serde(rename = "move")]
    text: String,
    touched: Vec<usize>,
    /// The text of the position after it.
    position: String,
    /// The pieces on the cells after it.
    occupants: Vec<Option<usize>>,
}

impl Over {
    pub(crate) fn of(session: &Session) -> Option<Over> {
        let ending = session.ending()?;
        Some(Over {
            winner: match ending.outcome {
                Outcome::Win(player) => Some(number(player)),
                Outcome::Draw => None,
            },
            reason: ending.reason.to_string(),
            text: ending.describe(session.position()),
            // In a finished game every attempt is refused with what ended it.
            why: match ending.reason {
                engine::Reason::Rules => session.position().touch(&[]).err().map(|refused| refused.reason),
                _ => None,
            },
        })
    }
}

impl Over {
    /// The game was deleted.
    pub(crate) fn deleted() -> Over {
        let text = "The game was deleted.".to_string();
        Over { winner: None, reason: "deleted".to_string(), text, why: None }
    }

    /// The result of an imported record, where the rules give none.
    pub(crate) fn told(outcome: Outcome, reason: &str) -> Over {
        let (winner, text) = match outcome {
            Outcome::Win(Player::One) => (Some(1), "the first player won"),
            Outcome::Win(Player::Two) => (Some(2), "the second player won"),
            Outcome::Draw => (None, "a draw"),
        };
        Over {
            winner,
            reason: reason.to_string(),
            text: format!("The game is over: {text}, {reason}."),
            why: None,
        }
    }
}

impl Position {
    pub(crate) fn of(game: &str, session: &Session) -> Position {
        let pos = session.position();
        let over = Over::of(session);
        let moves = if over.is_some() { Vec::new() } else { legal_moves(pos) };
        Position {
            game: game.to_string(),
            position: pos.text(),
            turn: number(pos.turn()),
            occupants: pos.occupants(),
            moves,
            over,
            start: session.start().occupants(),
            history: session
                .plies()
                .map(|(mv, after)| Ply {
                    text: mv.text.clone(),
                    touched: mv.touched.clone(),
                    position: after.text(),
                    occupants: after.occupants(),
                })
                .collect(),
        }
    }
}

/// The legal moves of a position.
pub(crate) fn legal_moves(pos: &dyn AnyPosition) -> Vec<LegalMove> {
    pos.moves().into_iter().map(LegalMove::of).collect()
}

/// A board that was set up by hand.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edit {
    #[schema(example = "checkers", max_length = 40)]
    pub(crate) game: String,
    /// A position on the same board; the usual start if omitted.
    #[schema(max_length = 2000)]
    pub(crate) like: Option<String>,
    /// For each cell of the diagram the number of the piece on it.
    #[schema(max_items = 676)]
    pub(crate) occupants: Vec<Option<usize>>,
    /// Whose turn it is, 1 or 2.
    #[schema(minimum = 1, maximum = 2)]
    pub(crate) turn: u8,
}

/// A move to try: its text, or the touched cells.
#[derive(Deserialize, ToSchema, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Attempt {
    #[serde(rename = "move")]
    #[schema(max_length = 200)]
    pub(crate) text: Option<String>,
    #[schema(max_items = 100)]
    pub(crate) cells: Option<Vec<usize>>,
}

impl Attempt {
    /// The legal move that is meant, or the reason why it is illegal.
    pub(crate) fn resolve(&self, pos: &dyn AnyPosition) -> Result<MoveId, Problem> {
        Ok(self.resolve_move(pos)??)
    }

    /// The same, with what the game says of the move apart from what is wrong with the request.
    pub(crate) fn resolve_move(&self, pos: &dyn AnyPosition) -> Result<Result<MoveId, InvalidMove>, Problem> {
        length::check("the move", self.text.as_deref().unwrap_or_default(), length::MOVE)?;
        if let Some(cells) = self.cells.as_ref().filter(|cells| cells.len() > length::CELLS) {
            let (given, most) = (cells.len(), length::CELLS);
            return Err(Problem::Invalid(format!("{given} cells are too many: at most {most}")));
        }
        match (&self.text, &self.cells) {
            (Some(text), None) => Ok(pos.parse_move(text)),
            (None, Some(cells)) => Ok(pos.touch(cells)),
            _ => Err(Problem::Malformed("give either 'move' or 'cells'".to_string())),
        }
    }
}

/// A question whether a move is legal.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LegalityRequest {
    #[serde(flatten)]
    pub(crate) position: PositionRefParts,
    #[serde(flatten)]
    pub(crate) attempt: AttemptParts,
}

/// [`PositionRef`], flattened into a larger object.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PositionRefParts {
    #[schema(example = "checkers", max_length = 40)]
    game: String,
    #[schema(max_length = 2000)]
    position: Option<String>,
    #[serde(default)]
    #[schema(max_items = 2000)]
    moves: Vec<String>,
}

/// [`Attempt`], flattened into a larger object.
#[derive(Deserialize, ToSchema)]
pub(crate) struct AttemptParts {
    #[serde(rename = "move")]
    #[schema(max_length = 200)]
    text: Option<String>,
    #[schema(max_items = 100)]
    cells: Option<Vec<usize>>,
}

impl From<PositionRefParts> for PositionRef {
    fn from(parts: PositionRefParts) -> PositionRef {
        PositionRef { game: parts.game, position: parts.position, moves: parts.moves }
    }
}

impl From<AttemptParts> for Attempt {
    fn from(parts: AttemptParts) -> Attempt {
        Attempt { text: parts.text, cells: parts.cells }
    }
}

/// The answer to [`LegalityRequest`].
#[derive(Serialize, ToSchema)]
pub(crate) struct Legality {
    pub(crate) legal: bool,
    /// The move in the game's notation, if it is legal.
    #[serde(rename = "move")]
    pub(crate) text: Option<String>,
    /// The rule that it breaks, if it is illegal.
    pub(crate) reason: Option<String>,
    /// The cells that the rule is about, first the one that is in the way.
    pub(crate) cells: Vec<usize>,
}

/// The query of a picture.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct PictureQuery {
    /// The name of the game.
    #[param(example = "checkers", max_length = 40)]
    pub(crate) game: String,
    /// The position; the usual start if omitted.
    #[param(max_length = 2000)]
    pub(crate) position: Option<String>,
    /// Whether to turn the board round.
    #[serde(default)]
    pub(crate) flip: bool,
    /// Legal moves to be drawn as arrows, separated by commas.
    #[serde(default)]
    #[param(max_length = 2000)]
    moves: String,
    /// The names of cells to be marked, separated by commas.
    #[serde(default)]
    #[param(max_length = 2000)]
    cells: String,
}

impl PictureQuery {
    /// How the position is to be drawn.
    pub(crate) fn options(&self, pos: &dyn AnyPosition) -> Result<PictureOptions, Problem> {
        length::check("the list of moves", &self.moves, length::POSITION)?;
        length::check("the list of cells", &self.cells, length::POSITION)?;
        let words =
            |list: &str| list.split(',').filter(|word| !word.is_empty()).map(str::to_string).collect();
        let (moves, names): (Vec<String>, Vec<String>) = (words(&self.moves), words(&self.cells));
        let diagram = pos.diagram();
        let cell = |name: &String| {
            let found = diagram.cells.iter().position(|cell| cell.name == *name);
            found.ok_or_else(|| Problem::Invalid(format!("there is no cell '{}'", engine::quoted(name))))
        };
        Ok(PictureOptions {
            flip: self.flip,
            moves: moves.iter().map(|mv| Ok(pos.parse_move(mv)?)).collect::<Result<_, Problem>>()?,
            cells: names.iter().map(cell).collect::<Result<_, Problem>>()?,
            ..PictureOptions::default()
        })
    }
}

/// The exact value of a position or a move, `win`, `loss` or `draw` for the side to move.
#[derive(Serialize, ToSchema, Clone)]
pub(crate) struct Valued {
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// Null if no table has it.
    value: Option<&'static str>,
    /// Plies to the end of the game.
    distance: Option<u32>,
}

/// An exact value as a word and a distance.
pub(crate) fn value_word(exact: Exact) -> (&'static str, Option<u32>) {
    match exact {
        Exact::Win(plies) => ("win", Some(plies)),
        Exact::Loss(plies) => ("loss", Some(plies)),
        Exact::Draw => ("draw", None),
    }
}

impl Valued {
    fn new(exact: Option<Exact>) -> Valued {
        let (value, distance) = exact.map(value_word).unzip();
        Valued { text: None, position: None, value, distance: distance.flatten() }
    }

    pub(crate) fn position(text: String, exact: Option<Exact>) -> Valued {
        Valued { position: Some(text), ..Valued::new(exact) }
    }

    pub(crate) fn of_move(text: String, exact: Option<Exact>) -> Valued {
        Valued { text: Some(text), ..Valued::new(exact) }
    }
}

/// The table values of a position.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExactAnswer {
    #[serde(flatten)]
    pub(crate) value: Valued,
    /// Every legal move, the best first.
    pub(crate) moves: Vec<Valued>,
    /// Best play for both sides.
    pub(crate) line: Vec<String>,
}

/// A request for the values of many positions.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Batch {
    #[schema(example = "checkers", max_length = 40)]
    pub(crate) game: String,
    #[schema(max_items = 1000)]
    pub(crate) positions: Vec<String>,
}

/// Their values, in the same order.
#[derive(Serialize, ToSchema)]
pub(crate) struct BatchAnswer {
    pub(crate) values: Vec<Valued>,
}
