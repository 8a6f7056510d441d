//! Openings that are known to be draws, for games in which random ones hardly ever are.

use engine::{AnyPosition, Session};

use super::Opening;

/// The openings of `plies` plies from `start` that are known draws; none for most games.
pub(super) fn drawn_openings(start: &dyn AnyPosition, plies: usize) -> Vec<Opening> {
    let game = start.game();
    // They begin at the start position, but a tournament may begin elsewhere.
    if plies != game.opening_plies() || !game.has_few_draws() || !game.is_start(start) {
        return Vec::new();
    }
    let lines = game.drawn_openings().lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty()).filter_map(|line| opening(start, line)).collect()
}

fn opening(start: &dyn AnyPosition, line: &str) -> Option<Opening> {
    let mut session = Session::game(start);
    line.split_whitespace().try_for_each(|mv| session.play_text(mv)).ok()?;
    Some(Opening::of(&session))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use catalogue::CATALOGUE;

    use super::*;

    #[test]
    fn drawn_openings_are_different_and_go_on() {
        for game in CATALOGUE.all() {
            let start = game.start();
            let plies = start.game().opening_plies();
            let openings = drawn_openings(&*start, plies);
            assert_eq!(openings.len(), if start.game().has_few_draws() { 256 } else { 0 }, "{}", game.word());
            let keys: HashSet<u64> =
                openings.iter().map(|opening| opening.session().position().key()).collect();
            assert_eq!(keys.len(), openings.len());
            for opening in &openings {
                assert_eq!(opening.moves.len(), plies);
                assert!(opening.session().ending().is_none());
            }
            assert!(drawn_openings(&*start, plies - 2).is_empty());
        }
    }
}
