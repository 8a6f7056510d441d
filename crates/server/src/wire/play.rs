//! Stored games.

use engine::AnyPosition;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::game::{Attempt, LegalMove, Over, Position};
use crate::limits::length;
use crate::problem::Problem;

/// A request to start a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    #[schema(example = "checkers", max_length = 40)]
    pub(crate) game: String,
    /// The start position; the usual one if omitted.
    #[schema(max_length = 2000)]
    pub(crate) position: Option<String>,
    /// Who plays, player 1 first.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) players: Vec<SeatRequest>,
    pub(crate) clock: Option<TimeControl>,
    /// The name of the person who starts the game.
    #[schema(max_length = 30)]
    pub(crate) name: Option<String>,
}

impl NewGame {
    /// Fails if a text is too long.
    pub(crate) fn check_lengths(&self) -> Result<(), Problem> {
        length::check("the name of the game", &self.game, length::GAME)?;
        length::check("your name", self.name.as_deref().unwrap_or_default(), length::NICKNAME)?;
        length::check("the position", self.position.as_deref().unwrap_or_default(), length::POSITION)
    }
}

/// Who plays a side: `"human"`, `"friend"`, or the machine at a level.
#[derive(Deserialize, ToSchema, Clone, Copy)]
#[serde(untagged)]
pub(crate) enum SeatRequest {
    /// A person.
    Person(PersonKind),
    /// The machine.
    Machine {
        /// From 1 to 10.
        #[schema(minimum = 1, maximum = 10)]
        level: u8,
    },
}

/// Which person.
#[derive(Deserialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PersonKind {
    /// The person who starts the game.
    Human,
    /// The person who accepts the invitation.
    Friend,
}

/// The time each player has for the whole game, and the increment per move.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeControl {
    #[schema(minimum = 1, maximum = 86400)]
    pub(crate) seconds: u32,
    #[serde(default)]
    #[schema(minimum = 0, maximum = 3600)]
    pub(crate) increment: u32,
}

/// A new game with its tokens.
#[derive(Serialize, ToSchema)]
pub(crate) struct Created {
    pub(crate) id: String,
    /// The token that deletes the game; it is not valid for a seat.
    pub(crate) owner: String,
    /// One for each human.
    pub(crate) seats: Vec<SeatToken>,
    /// One for each friend.
    pub(crate) invites: Vec<Invite>,
    pub(crate) game: State,
}

/// The token of a seat.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeatToken {
    pub(crate) player: u8,
    pub(crate) token: String,
}

/// An invitation to a free seat; the first to use it takes the seat.
#[derive(Serialize, ToSchema)]
pub(crate) struct Invite {
    pub(crate) player: u8,
    pub(crate) invite: String,
}

/// A friend who accepts an invitation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Join {
    #[schema(max_length = 100)]
    pub(crate) invite: String,
    /// The name of the friend.
    #[schema(max_length = 30)]
    pub(crate) name: Option<String>,
}

/// Another name for a player.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rename {
    /// Empty for none.
    #[schema(max_length = 30)]
    pub(crate) name: String,
}

/// Another level for the machine.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LevelRequest {
    /// The side that the machine plays, 1 or 2.
    #[schema(minimum = 1, maximum = 2)]
    pub(crate) player: u8,
    #[schema(minimum = 1, maximum = 10)]
    pub(crate) level: u8,
}

/// The next game after a finished one, and the seat that the token is for: the players swap sides.
#[derive(Serialize, ToSchema)]
pub(crate) struct Rematch {
    /// The player whose seat the token is for, 1 or 2.
    pub(crate) player: u8,
    #[serde(flatten)]
    pub(crate) game: State,
}

/// The seat that the friend has taken.
#[derive(Serialize, ToSchema)]
pub(crate) struct Joined {
    pub(crate) player: u8,
    pub(crate) token: String,
}

/// A message from a follower of a game: the token of a player who has returned.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum FollowerMessage {
    Seat { token: String },
}

/// A game record to import.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportRequest {
    #[schema(max_length = 60000)]
    pub(crate) record: String,
}

/// A move to play.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveRequest {
    #[serde(rename = "move")]
    #[schema(max_length = 200)]
    text: Option<String>,
    /// The touched cells, instead of the move's text.
    #[schema(max_items = 100)]
    cells: Option<Vec<usize>>,
    /// How many moves were played before this one, so that a retry does not play it twice.
    pub(crate) ply: usize,
}

impl MoveRequest {
    pub(crate) fn attempt(&self) -> Attempt {
        Attempt { text: self.text.clone(), cells: self.cells.clone() }
    }
}

/// The whole state of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct State {
    pub(crate) id: String,
    /// Grows with every change.
    pub(crate) version: u64,
    pub(crate) game: String,
    pub(crate) title: &'static str,
    /// The start position.
    pub(crate) start: String,
    pub(crate) position: Position,
    #[serde(flatten)]
    pub(crate) status: Status,
}

/// The state of a game besides its moves.
#[derive(Serialize, ToSchema)]
pub(crate) struct Status {
    pub(crate) players: Vec<PlayerInfo>,
    pub(crate) clocks: Option<Clocks>,
    /// Whether the machine is thinking.
    pub(crate) thinking: bool,
    pub(crate) offer: Option<Offer>,
    /// Whether players may have hints: against a friend only if both have agreed.
    pub(crate) hints: bool,
    /// How near the game is to each rule that would make it a draw.
    pub(crate) draws: Vec<DrawCounter>,
    /// The id of the rematch, if a player has started one.
    pub(crate) next: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub(crate) result: String,
    pub(crate) over: Option<Over>,
}

/// A snapshot or a delta: the response to a client that gave a version, and the messages of `live`.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Update {
    Snapshot(Box<State>),
    Delta(Box<Delta>),
}

/// What has changed in a game.
///
/// It applies to `since` and to every version from there up to `version`. A client keeps its first
/// `kept_plies` plies, drops the others, appends `plies`, and replaces everything else. The legal
/// moves are not included: there may be hundreds, and at most one player needs them
/// (`/api/play/{id}/moves`).
#[derive(Serialize, ToSchema)]
pub(crate) struct Delta {
    pub(crate) since: u64,
    pub(crate) version: u64,
    pub(crate) kept_plies: usize,
    pub(crate) plies: Vec<PlayedPly>,
    /// Whose turn it is, 1 or 2.
    pub(crate) turn: u8,
    #[serde(flatten)]
    pub(crate) status: Status,
}

/// A played move, and what it changed on the board.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayedPly {
    #[serde(rename = "move")]
    text: String,
    touched: Vec<usize>,
    /// The changed cells, each with the number of the piece on it after the move, or null.
    after: Vec<(usize, Option<usize>)>,
}

impl PlayedPly {
    pub(crate) fn new(
        text: &str,
        touched: &[usize],
        before: &dyn AnyPosition,
        after: &dyn AnyPosition,
    ) -> PlayedPly {
        let pairs = before.occupants().into_iter().zip(after.occupants());
        let changed = pairs.enumerate().filter(|(_, (before, after))| before != after);
        PlayedPly {
            text: text.to_string(),
            touched: touched.to_vec(),
            after: changed.map(|(cell, (_, after))| (cell, after)).collect(),
        }
    }
}

/// The legal moves of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct LegalMoves {
    pub(crate) version: u64,
    /// How many moves were played before.
    pub(crate) ply: usize,
    pub(crate) moves: Vec<LegalMove>,
}

/// The version of a game that a client has.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct VersionQuery {
    /// The client's version: the response is then what has changed since, if the server still
    /// knows.
    pub(crate) since: Option<u64>,
}

/// Who plays a side.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayerInfo {
    pub(crate) name: String,
    /// Whether the name was given by the player, or by a record.
    pub(crate) is_named: bool,
    pub(crate) kind: PlayerKind,
    pub(crate) level: Option<u8>,
    /// Whether the seat is taken.
    pub(crate) joined: bool,
    /// Whether the player follows the game at this moment, where a friend plays.
    pub(crate) present: bool,
}

/// The kind of a player.
#[derive(Serialize, ToSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlayerKind {
    Human,
    Friend,
    Machine,
    /// A player of an imported game.
    Past,
}

/// The current state of the clocks.
#[derive(Serialize, ToSchema)]
pub(crate) struct Clocks {
    pub(crate) seconds_left: [f64; 2],
    /// The player whose clock runs.
    pub(crate) running: Option<u8>,
    /// The time of each player at the start.
    pub(crate) seconds: u32,
    pub(crate) increment: u32,
}

/// A rule that makes the game a draw when its count reaches its limit.
#[derive(Serialize, ToSchema)]
pub(crate) struct DrawCounter {
    /// `repetition`: how often the position has come; `no progress`: plies without any; `plies`:
    /// plies of the whole game.
    pub(crate) reason: &'static str,
    pub(crate) count: u32,
    pub(crate) limit: u32,
}

/// A request of one player to the other.
#[derive(Serialize, ToSchema)]
pub(crate) struct Offer {
    /// `undo`, `draw` or `hints`
    pub(crate) kind: &'static str,
    pub(crate) by: u8,
}

/// The move that the machine would play.
#[derive(Serialize, ToSchema)]
pub(crate) struct Hint {
    #[serde(rename = "move")]
    pub(crate) text: String,
    pub(crate) touched: Vec<usize>,
    /// The cells along which it is drawn.
    pub(crate) course: Vec<usize>,
    pub(crate) score: super::Score,
}

/// A page of the list of games.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListQuery {
    /// The end of the previous page.
    pub(crate) before: Option<i64>,
    /// The number of games; 20 if omitted.
    #[param(minimum = 1, maximum = 100)]
    pub(crate) limit: Option<u32>,
    /// Only these games: up to 100 ids, separated by commas.
    #[param(max_length = 2000)]
    pub(crate) ids: Option<String>,
    /// Only games of this name, of any size.
    #[param(max_length = 40)]
    pub(crate) game: Option<String>,
    /// Only finished games, or only unfinished ones.
    pub(crate) finished: Option<bool>,
}

/// Games, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct List {
    pub(crate) games: Vec<Summary>,
    /// The start of the next page, if there is one.
    pub(crate) next: Option<i64>,
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct Summary {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) title: &'static str,
    /// The size of the board in words, if the game has several.
    pub(crate) size: Option<String>,
    pub(crate) players: Vec<String>,
    pub(crate) plies: u32,
    pub(crate) result: String,
    pub(crate) reason: String,
    /// When it was started, in ISO 8601.
    pub(crate) started: String,
    /// When it last changed.
    pub(crate) changed: String,
}

/// A part of a file with games of other programs.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadRequest {
    /// The game, whose `shared_form` the text has.
    #[schema(example = "checkers", max_length = 40)]
    pub(crate) game: String,
    #[schema(max_length = 60000)]
    pub(crate) text: String,
    /// Whether the file goes on: then the last game may be incomplete, and is left for the next part.
    #[serde(default)]
    pub(crate) more: bool,
}

/// The games of a text.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReadAnswer {
    pub(crate) games: Vec<ReadGame>,
    /// How much of the text was read, in UTF-16 code units as browsers count.
    pub(crate) read: usize,
}

/// A game of a file.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReadGame {
    event: String,
    /// The day as it was written.
    date: String,
    /// The players, player 1 first.
    players: [String; 2],
    /// The name of the opening, or its first moves.
    opening: String,
    /// The result as it was meant: `1-0` if player 1 won.
    result: &'static str,
    /// The start position.
    position: String,
    /// What was said before the first move.
    comment: String,
    moves: Vec<ReadMove>,
    /// What could not be read.
    faults: Vec<String>,
}

/// A move of such a game.
#[derive(Serialize, ToSchema)]
#[schema(no_recursion)]
pub(crate) struct ReadMove {
    #[serde(rename = "move")]
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    /// Signs such as `!?`.
    #[serde(skip_serializing_if = "Option::is_none")]
    signs: Option<Vec<String>>,
    /// Other moves in its place, each with what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    variations: Option<Vec<Vec<ReadMove>>>,
}

impl ReadGame {
    pub(crate) fn of(filed: &engine::FiledGame) -> ReadGame {
        let shared = &filed.shared;
        ReadGame {
            event: shared.event.clone(),
            date: shared.date.clone(),
            players: [shared.players.one.clone(), shared.players.two.clone()],
            opening: filed.opening(),
            result: engine::result_word(shared.outcome),
            position: shared.position.clone(),
            comment: shared.comment.clone(),
            moves: shared.moves.iter().map(ReadMove::of).collect(),
            faults: shared.faults.clone(),
        }
    }
}

impl ReadMove {
    fn of(mv: &engine::SharedMove) -> ReadMove {
        let line = |line: &Vec<engine::SharedMove>| line.iter().map(ReadMove::of).collect();
        ReadMove {
            text: mv.text.clone(),
            comment: (!mv.comment.is_empty()).then(|| mv.comment.clone()),
            signs: (!mv.signs.is_empty()).then(|| mv.signs.clone()),
            variations: (!mv.variations.is_empty()).then(|| mv.variations.iter().map(line).collect()),
        }
    }
}
