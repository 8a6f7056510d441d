//! The games that the program knows. Cargo.toml is the one list of them.

use engine::{BoardVisitor, Boards, Catalogue};

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

#[cfg(test)]
mod tests {
    use engine::{BoardVisitor, Play};
    use game::Game as _;

    #[test]
    fn every_game_of_the_manifest_is_there() {
        let manifest = include_str!("../Cargo.toml");
        let listed = manifest.lines().filter(|line| line.contains("/games/")).count();
        assert_eq!(super::CATALOGUE.games().count(), listed);
    }

    /// The names of the games whose boards are shown, each once, and those with a usual board.
    #[derive(Default)]
    struct Names {
        all: Vec<&'static str>,
        usual: Vec<&'static str>,
    }

    impl BoardVisitor for Names {
        fn board<P: Play>(&mut self) {
            self.all.push(P::Position::NAME);
            self.usual.extend(P::IS_USUAL_BOARD.then_some(P::Position::NAME));
        }
    }

    #[test]
    fn every_game_shows_its_boards() {
        let mut names = Names::default();
        super::visit_boards(&mut names);
        names.all.dedup();
        let games: Vec<&str> = super::CATALOGUE.games().map(|info| info.name).collect();
        assert_eq!((names.all, names.usual), (games.clone(), games));
    }
}
