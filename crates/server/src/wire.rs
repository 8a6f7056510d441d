//! What is said over the wire: requests and answers as JSON.

mod game;
mod play;
mod thought;

pub(crate) use page::Diagram;

pub(crate) use game::{
    Attempt, Batch, BatchAnswer, Edit, ExactAnswer, GameEntry, Legality, Over, PictureQuery, Position,
    PositionRef, Valued, Why, legal_moves,
};
pub(crate) use play::{
    Clocks, Created, Delta, Hint, Imported, Invite, Join, Joined, LegalMoves, List, ListQuery, MoveRequest,
    NewGame, Offer, PlayedPly, PlayerInfo, PlayerKind, PlayerWish, Present, Seated, State, Status, Summary,
    TimeControl, Update, VersionQuery, Wish,
};
pub(crate) use thought::{AnalysisRequest, Asked, ReviewMessage, Score, Streamed, ThoughtView, Verdict};

use engine::Player;

/// Players are numbered 1 and 2 in data.
pub(crate) fn number(player: Player) -> u8 {
    match player {
        Player::One => 1,
        Player::Two => 2,
    }
}

/// The player with a number.
pub(crate) fn player(number: u8) -> Option<Player> {
    Player::ALL.into_iter().find(|&player| self::number(player) == number)
}
