//! Openings that are known to be draws, for a game in which random ones hardly ever are.

use dragon_queen::DragonQueen;
use engine::AnyPosition;

use super::{Opening, read_openings};

/// Draws of The Dragon Queen by its complete table.
const DRAGON_QUEEN: &str = include_str!("../../data/openings/dragon-queen.txt");
/// How many plies they have.
pub(super) const PLIES: usize = 6;

/// The openings of so many plies that are known to be draws; none for most games.
pub(super) fn drawn_openings(start: &dyn AnyPosition, plies: usize) -> Vec<Opening> {
    let Ok(game) = engine::find("dragon-queen") else { return Vec::new() };
    // They are moves from the start, and a tournament may begin elsewhere.
    if plies != PLIES || !has_few_draws(start) || start.key() != game.start().key() {
        return Vec::new();
    }
    read_openings(game, DRAGON_QUEEN).unwrap_or_default()
}

/// Whether most positions of the game are decided after a few random plies.
pub(super) fn has_few_draws(start: &dyn AnyPosition) -> bool {
    start.as_any().is::<DragonQueen>()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn drawn_openings_are_different_and_go_on() {
        let start = engine::find("dragon-queen").unwrap().start();
        let openings = drawn_openings(&*start, PLIES);
        assert_eq!(openings.len(), 256);
        let keys: HashSet<u64> = openings.iter().map(|opening| opening.session().position().key()).collect();
        assert_eq!(keys.len(), openings.len());
        for opening in &openings {
            assert_eq!(opening.moves.len(), PLIES);
            assert!(opening.session().ending().is_none());
        }
        assert!(drawn_openings(&*start, 4).is_empty());
        let checkers = engine::find("checkers").unwrap().start();
        assert!(drawn_openings(&*checkers, PLIES).is_empty());
    }
}
