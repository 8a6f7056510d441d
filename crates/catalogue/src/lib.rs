//! The games that the program knows. Cargo.toml is the one list of them.

use engine::Catalogue;

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

#[cfg(test)]
mod tests {
    #[test]
    fn every_game_of_the_manifest_is_there() {
        let manifest = include_str!("../Cargo.toml");
        let listed = manifest.lines().filter(|line| line.contains("/games/")).count();
        assert_eq!(super::CATALOGUE.games().count(), listed);
    }
}
