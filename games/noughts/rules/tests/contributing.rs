//! The code in CONTRIBUTING.md is the code of this game.

use std::path::Path;

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

/// Each block of code in the guide, split where lines are omitted.
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

/// The files that the guide lists: indented lines with the name of a file and its contents.
fn listed_files() -> Vec<&'static str> {
    let (_, list) = GUIDE.split_once("All rules crates have the same files").expect("the guide lists files");
    let lines = list.lines().skip_while(|line| !line.starts_with("    "));
    lines
        .take_while(|line| line.starts_with("    "))
        .filter_map(|line| line.split_whitespace().next())
        .collect()
}

#[test]
fn every_rules_crate_has_the_files_that_the_guide_lists() {
    let listed = listed_files();
    assert!(listed.len() >= 12 && listed.contains(&"game.rs"), "the guide has lost its list: {listed:?}");
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut crates = 0;
    for entry in games.read_dir().unwrap() {
        let rules = entry.unwrap().path().join("rules");
        if !rules.is_dir() {
            continue;
        }
        let has = |file: &str| rules.join("src").join(file).is_file();
        for file in &listed {
            // A board of hexagons has cells instead of squares.
            assert!(has(file) || *file == "square.rs" && has("cell.rs"), "{} has no {file}", rules.display());
        }
        for test in ["conformance", "twin", "refusals", "notation"] {
            assert!(
                rules.join(format!("tests/{test}.rs")).is_file(),
                "{} has no test {test}",
                rules.display()
            );
        }
        crates += 1;
    }
    assert!(crates >= 5);
}
