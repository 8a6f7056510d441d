//! What comes out of a tournament: a page to look at, tables for other programs, and the games.
//!
//! Everything here makes a text from data and nothing else. What players are called and what they printed is a
//! stranger's, and is escaped as each form needs it.

mod csv;
mod escape;
mod evidence;
mod games_file;
mod page;
mod plot;
mod replay;
mod tables;

pub use csv::{csv, games_csv};
pub use games_file::{GamesFile, games_text};
pub use page::html;

use engine::GameRef;

/// What a tournament was, in words.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// What it is called.
    pub title: String,
    /// The game.
    pub game: Option<GameRef>,
    /// What else there is to know, each with its name: how it was played, how long one could think, the seed.
    pub details: Vec<(String, String)>,
}
