//! CONTRIBUTING.md shows this code, and not what it once was.

const GUIDE: &str = include_str!("../../../../CONTRIBUTING.md");

const FILES: [&str; 11] = [
    include_str!("../Cargo.toml"),
    include_str!("../src/explain.rs"),
    include_str!("../src/game.rs"),
    include_str!("../src/illegal.rs"),
    include_str!("../src/key.rs"),
    include_str!("../src/layout.rs"),
    include_str!("../src/notation.rs"),
    include_str!("../src/position.rs"),
    include_str!("../src/symmetry.rs"),
    include_str!("conformance.rs"),
    include_str!("twin.rs"),
];

/// Each block of code in the guide, cut where lines are left out.
fn excerpts(language: &str) -> Vec<&'static str> {
    let opening = format!("```{language}\n");
    let blocks = GUIDE.split(&opening).skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(|block| block.split("…\n")).collect()
}

#[test]
fn every_excerpt_is_in_the_code() {
    let excerpts: Vec<&str> = excerpts("rust").into_iter().chain(excerpts("toml")).collect();
    assert!(excerpts.len() > 10, "the guide has lost its code");
    for excerpt in excerpts {
        let is_there = FILES.iter().chain([&PLAY]).any(|file| file.contains(excerpt));
        assert!(is_there, "not in the code:\n{excerpt}");
    }
}

/// The crate that joins the game to the engine.
const PLAY: &str = include_str!("../../play/src/lib.rs");
