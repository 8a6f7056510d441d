//! The wire types: requests and responses as JSON.

mod game;
mod how_to;
mod play;
mod thought;

pub(crate) use page::Diagram;

pub(crate) use game::{
    Attempt, Batch, BatchAnswer, Edit, ExactAnswer, GameEntry, Legality, LegalityRequest, Over, PictureQuery,
    Position, PositionRef, Valued, legal_moves,
};
pub(crate) use how_to::{HowToQuery, HowToView, TourAnswer, TourRequest};
pub(crate) use play::{
    Clocks, Created, Delta, DrawCounter, FollowerMessage, Hint, ImportRequest, Invite, Join, Joined,
    LegalMoves, LevelRequest, List, ListQuery, MoveRequest, NewGame, Offer, PersonKind, PlayedPly,
    PlayerInfo, PlayerKind, ReadAnswer, ReadGame, ReadRequest, Rematch, Rename, SeatRequest, SeatToken,
    State, Status, Summary, TimeControl, Update, VersionQuery,
};
pub(crate) use thought::{
    AnalysisCommand, AnalysisMessage, AnalysisRequest, ExactScore, ReviewMessage, Score, ThoughtView,
};

use engine::Player;

/// Players are numbered 1 and 2 on the wire.
pub(crate) fn number(player: Player) -> u8 {
    match player {
        Player::One => 1,
        Player::Two => 2,
    }
}

/// The player with this number.
pub(crate) fn player(number: u8) -> Option<Player> {
    Player::ALL.into_iter().find(|&player| self::number(player) == number)
}
