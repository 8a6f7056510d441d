//! Games that are kept.

use engine::AnyPosition;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::game::{Attempt, LegalMove, Over, Position};
use crate::limits::length;
use crate::problem::Problem;

/// A game that is to begin.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    #[schema(example = "checkers", max_length = 40)]
    pub(crate) game: String,
    /// Where it starts; the usual start if left out.
    #[schema(max_length = 2000)]
    pub(crate) position: Option<String>,
    /// Who plays, the first player first.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) players: Vec<SeatRequest>,
    pub(crate) clock: Option<TimeControl>,
}

impl NewGame {
    /// Refuses what is too long to be read.
    pub(crate) fn check_lengths(&self) -> Result<(), Problem> {
        length::check("the word for the game", &self.game, length::GAME)?;
        length::check("the position", self.position.as_deref().unwrap_or_default(), length::POSITION)
    }
}

/// Who is to play a side: `"human"`, `"friend"`, or the machine at a level.
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
    /// Whoever asks for the game.
    Human,
    /// Whoever comes with the invitation.
    Friend,
}

/// How much time each player has for the whole game, and what each move adds.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeControl {
    #[schema(minimum = 1, maximum = 86400)]
    pub(crate) seconds: u32,
    #[serde(default)]
    #[schema(minimum = 0, maximum = 3600)]
    pub(crate) increment: u32,
}

/// A game that has begun, and what opens its seats.
#[derive(Serialize, ToSchema)]
pub(crate) struct Created {
    pub(crate) id: String,
    /// What deletes the game; it opens no seat.
    pub(crate) owner: String,
    /// For each human.
    pub(crate) seats: Vec<SeatToken>,
    /// For each friend.
    pub(crate) invites: Vec<Invite>,
    pub(crate) game: State,
}

/// A seat and what moves from it.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeatToken {
    pub(crate) player: u8,
    pub(crate) token: String,
}

/// A seat that is free for whoever comes first with this word.
#[derive(Serialize, ToSchema)]
pub(crate) struct Invite {
    pub(crate) player: u8,
    pub(crate) invite: String,
}

/// A friend who comes with an invitation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Join {
    #[schema(max_length = 100)]
    pub(crate) invite: String,
}

/// The friend's seat.
#[derive(Serialize, ToSchema)]
pub(crate) struct Joined {
    pub(crate) player: u8,
    pub(crate) token: String,
}

/// What somebody who follows a game may say: that a player is there.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum FollowerMessage {
    Seat { token: String },
}

/// A game as a text, to be kept and looked at.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportRequest {
    #[schema(max_length = 60000)]
    pub(crate) record: String,
}

/// A move that somebody makes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveRequest {
    #[serde(rename = "move")]
    #[schema(max_length = 200)]
    text: Option<String>,
    /// The cells that were touched, instead of the move's text.
    #[schema(max_items = 100)]
    cells: Option<Vec<usize>>,
    /// How many moves were played before this one, so that none is made twice.
    pub(crate) ply: usize,
}

impl MoveRequest {
    pub(crate) fn attempt(&self) -> Attempt {
        Attempt { text: self.text.clone(), cells: self.cells.clone() }
    }
}

/// How a game stands.
#[derive(Serialize, ToSchema)]
pub(crate) struct State {
    pub(crate) id: String,
    /// Grows with every change.
    pub(crate) version: u64,
    pub(crate) game: String,
    pub(crate) title: &'static str,
    /// The text of the first position.
    pub(crate) start: String,
    pub(crate) position: Position,
    #[serde(flatten)]
    pub(crate) status: Status,
}

/// What there is to know about a game beside its moves.
#[derive(Serialize, ToSchema)]
pub(crate) struct Status {
    pub(crate) players: Vec<PlayerInfo>,
    pub(crate) clocks: Option<Clocks>,
    /// Whether the machine is at it.
    pub(crate) thinking: bool,
    pub(crate) offer: Option<Offer>,
    /// The id of the game that its players play next, if one of them has just begun it.
    pub(crate) next: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub(crate) result: String,
    pub(crate) over: Option<Over>,
}

/// How a game stands, or what has changed: the answer to a client that named a version, and what is said on `live`.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Update {
    Snapshot(Box<State>),
    Delta(Box<Delta>),
}

/// What has changed in a game.
///
/// It applies to `since` and to every version from there up to `version`. A client keeps the first `kept_plies` plies
/// that it has, forgets the others, adds `plies`, and replaces everything else. Which moves are legal now is not said:
/// they may be hundreds, and one player at most wants them (`/api/play/{id}/moves`).
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

/// A move that was played, and what it changed on the board.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayedPly {
    #[serde(rename = "move")]
    text: String,
    touched: Vec<usize>,
    /// Cells that changed, each with the number of the piece that stands there after the move, or null.
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

/// The moves that can be played in a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct LegalMoves {
    pub(crate) version: u64,
    /// How many moves were played before.
    pub(crate) ply: usize,
    pub(crate) moves: Vec<LegalMove>,
}

/// Which version of a game a client has.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct VersionQuery {
    /// The version that the client has: the answer then is what has changed since, as far as that is known.
    pub(crate) since: Option<u64>,
}

/// Who plays a side.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayerInfo {
    pub(crate) name: String,
    pub(crate) kind: PlayerKind,
    pub(crate) level: Option<u8>,
    /// Whether anybody is there.
    pub(crate) joined: bool,
}

/// What kind of player.
#[derive(Serialize, ToSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlayerKind {
    Human,
    Friend,
    Machine,
    /// Somebody who played elsewhere.
    Past,
}

/// The clocks as they stand.
#[derive(Serialize, ToSchema)]
pub(crate) struct Clocks {
    pub(crate) seconds_left: [f64; 2],
    /// Whose clock runs.
    pub(crate) running: Option<u8>,
    /// What each player had at the start.
    pub(crate) seconds: u32,
    pub(crate) increment: u32,
}

/// What a player asks of the other.
#[derive(Serialize, ToSchema)]
pub(crate) struct Offer {
    /// `undo`
    pub(crate) kind: &'static str,
    pub(crate) by: u8,
}

/// A move that the machine would make.
#[derive(Serialize, ToSchema)]
pub(crate) struct Hint {
    #[serde(rename = "move")]
    pub(crate) text: String,
    pub(crate) touched: Vec<usize>,
    pub(crate) score: super::Score,
}

/// Which part of the list of games.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListQuery {
    /// Where the part before ended.
    pub(crate) before: Option<i64>,
    /// How many; 20 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub(crate) limit: Option<u32>,
}

/// Games, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct List {
    pub(crate) games: Vec<Summary>,
    /// Where the next part begins, if there is one.
    pub(crate) next: Option<i64>,
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct Summary {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) title: &'static str,
    pub(crate) players: Vec<String>,
    pub(crate) plies: u32,
    pub(crate) result: String,
    pub(crate) reason: String,
    /// When it began, in the form of ISO 8601.
    pub(crate) started: String,
    /// When it last changed.
    pub(crate) changed: String,
}
