//! Games in play: seats, moves, clocks.

mod clock;
mod hosted_game;
mod live_games;
mod machine;
mod seat;
mod version_log;

pub(crate) use hosted_game::{Credentials, HostedGame};
pub(crate) use live_games::LiveGames;
pub(crate) use machine::choose;
pub(crate) use seat::{UNNAMED, nickname};
