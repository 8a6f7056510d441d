//! What can go wrong.

use crate::Autoreset;

/// Why an action was refused. The batch is as it was before.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ActionError {
    /// There are more or fewer actions than games.
    #[error("expected an action for each of {games} games, found {received}")]
    Count {
        /// How many games there are.
        games: usize,
        /// How many actions came.
        received: usize,
    },
    /// The mask forbids it.
    #[error(
        "game {game}: action {action} is illegal here: the mask allows {legal} of {actions} actions{example}"
    )]
    Illegal {
        /// The game's place in the batch.
        game: usize,
        /// The action.
        action: i64,
        /// How many legal ones there are.
        legal: usize,
        /// How many there are at all.
        actions: usize,
        /// One that is legal, to follow.
        example: String,
    },
    /// The game is over and is not started again by itself.
    #[error(
        "game {game} is over: reset it, or give it the action {}, which leaves it as it is",
        Autoreset::NO_ACTION
    )]
    Over {
        /// The game's place in the batch.
        game: usize,
    },
}

/// Why there can be no such batch.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BatchError {
    /// Without games nothing can be stepped.
    #[error("a batch has at least one game")]
    Empty,
    /// The arrays would be too large.
    #[error("{games} games are too many: a batch has at most {most}")]
    TooMany {
        /// How many were asked for.
        games: usize,
        /// How many there can be.
        most: usize,
    },
    /// There are no threads.
    #[error("a batch needs at least one thread and at most {most}, found {received}")]
    Threads {
        /// How many were asked for.
        received: usize,
        /// How many there can be.
        most: usize,
    },
    /// The operating system refuses threads.
    #[error("threads could not be started: {0}")]
    NoThreads(String),
}

/// Why a state cannot be set. The batch is as it was before.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StateError {
    /// The batch has no such game.
    #[error("there is no game {game}: the batch has {games}, counted from 0")]
    NoGame {
        /// What was asked for.
        game: usize,
        /// How many there are.
        games: usize,
    },
    /// It is a state of another game or of another board.
    #[error("the state is of another game or of another size of the board")]
    OtherGame,
    /// The cells that were touched begin no move, or actions are whole moves.
    #[error("the state's touched cells begin no move of this batch")]
    Touches,
    /// The text of a state is damaged, or of another version.
    #[error("expected a state as text in {expected}, found {received}")]
    Malformed {
        /// What should be there.
        expected: &'static str,
        /// What is there.
        received: String,
    },
    /// The position is refused.
    #[error("the state's position is refused: {0}")]
    Position(String),
    /// A move is refused.
    #[error("move {number} of the state, '{text}', is refused: {reason}")]
    Move {
        /// Its number, from 1.
        number: usize,
        /// The move.
        text: String,
        /// Why.
        reason: String,
    },
}
