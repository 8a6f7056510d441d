//! The games as a file that can be replayed.

use super::About;
use crate::record::GameRecord;

/// A file with games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamesFile {
    /// Its file extension, without the full stop.
    pub extension: &'static str,
    /// Its contents.
    pub text: String,
}

/// The games in the format that other programs for this game share (PDN for checkers), or as our
/// own records, one after another.
#[must_use]
pub fn games_text(about: &About, games: &[GameRecord]) -> GamesFile {
    shared(about, games).unwrap_or_else(|| {
        let texts: Vec<String> = games.iter().map(|game| game.with_verdict().write()).collect();
        GamesFile { extension: "txt", text: texts.join("\n") }
    })
}

fn shared(about: &About, games: &[GameRecord]) -> Option<GamesFile> {
    let game = about.game?;
    let extension = game.start().game().shared_form()?;
    let texts: Option<Vec<String>> = games
        .iter()
        .map(|played| {
            let start = game.read(&played.record.position).ok()?;
            played.with_verdict().write_shared(&*start, &about.title, played.number + 1, "")
        })
        .collect();
    Some(GamesFile { extension, text: texts?.join("\n") })
}
