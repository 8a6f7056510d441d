//! The reports of a tournament: a page, tables for other programs, and the games.
//!
//! Everything here turns data into text. The names of players and the output of programs are
//! untrusted, and are escaped as each format requires.

mod about;
mod csv;
mod escape;
mod evidence;
mod games_file;
#[cfg(target_os = "linux")]
mod grade_page;
mod page;
mod plot;
mod replay;
mod student;
mod tables;

pub use csv::{csv, csv_line, games_csv};
pub use games_file::{GamesFile, games_text};
pub use page::html;
pub use student::{StudentPage, student_file_names};

#[cfg(target_os = "linux")]
pub(crate) use escape::html as escape_html;
#[cfg(target_os = "linux")]
pub(crate) use grade_page::GradePage;

use engine::GameRef;

/// A description of a tournament.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Its title.
    pub title: String,
    /// The game.
    pub game: Option<GameRef>,
    /// Further facts, each with its name: the format, the time control, the seed.
    pub details: Vec<(String, String)>,
}
