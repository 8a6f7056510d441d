//! Why a tournament cannot be played.

use crate::MachineError;
use crate::opening::OpeningError;
use crate::spec::SpecError;

/// Why a tournament cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// There is no opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A player cannot play the game.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// A player cannot be given an opening.
    #[error(
        "player '{0}' receives moves but no positions, so it can only play from the start: use --opening-plies 0"
    )]
    OnlyFromTheStart(String),
    /// A game of an earlier run differs from the scheduled one.
    #[error(
        "game {0} of the earlier run is not the scheduled one: it was played by other players, from another opening, \
         or by another version of this program"
    )]
    ScheduleMismatch(usize),
    /// A program's folder cannot be copied for every game.
    #[error("player '{player}' cannot run in a copy of its folder {dir}: {why}")]
    Folder {
        /// The player.
        player: String,
        /// Its folder.
        dir: String,
        /// The reason.
        why: String,
    },
    /// A game could not be played, through no fault of a player.
    #[error("game {game} was aborted {times} times through no fault of a player: {fault}")]
    Machine {
        /// Its number in the schedule, from 0.
        game: usize,
        /// The number of attempts.
        times: usize,
        /// The last error.
        fault: MachineError,
    },
    /// A game could not be played on another machine.
    #[error(transparent)]
    Elsewhere(#[from] jobs::ExecutorError),
    /// There are no threads to play games in.
    #[error("the machine has no threads to play games in: {0}")]
    Threads(std::io::Error),
    /// A game could not be saved.
    #[error("cannot save the games: {0}")]
    Save(#[from] std::io::Error),
}
