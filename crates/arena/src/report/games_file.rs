//! The games, for whoever wants to play them again.

use engine::{AnyPosition, PlayedGame};

use super::About;
use crate::record::GameRecord;

/// A file with games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamesFile {
    /// How its name ends, without the full stop.
    pub extension: &'static str,
    /// What is in it.
    pub text: String,
}

/// The games in the form that other programs for this game share, if there is one (PDN for checkers), and otherwise as
/// records of our own, one after the other.
#[must_use]
pub fn games_text(about: &About, games: &[GameRecord]) -> GamesFile {
    shared(about, games).unwrap_or_else(|| {
        let texts: Vec<String> = games.iter().map(|game| game.kept(&word(about)).write()).collect();
        GamesFile { extension: "txt", text: texts.join("\n") }
    })
}

/// The word for the game.
fn word(about: &About) -> String {
    about.game.map(|game| game.word()).unwrap_or_default()
}

fn shared(about: &About, games: &[GameRecord]) -> Option<GamesFile> {
    let game = about.game?;
    let extension = game.start().game().shared_form()?;
    let texts: Option<Vec<String>> = games
        .iter()
        .map(|played| {
            let start = game.read(&played.start).ok()?;
            written(about, &*start, played)
        })
        .collect();
    Some(GamesFile { extension, text: texts?.join("\n") })
}

fn written(about: &About, start: &dyn AnyPosition, played: &GameRecord) -> Option<String> {
    let kept = played.kept(&word(about));
    start.write_game(&PlayedGame {
        event: &about.title,
        number: played.number + 1,
        players: engine::ByPlayer { one: &played.first, two: &played.second },
        outcome: kept.outcome,
        reason: &kept.reason,
        moves: &kept.moves,
        opening: played.opening.len(),
    })
}
