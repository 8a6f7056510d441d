//! docs/glossary.md names files that are there, and words that are in them.

use repository::root;

/// The text in backquotes of a cell.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn every_file_is_there_and_has_what_is_named_beside_it() {
    let glossary = std::fs::read_to_string(root().join("docs/glossary.md")).unwrap();
    let short = |name: &str| match name {
        path if path.contains('/') => path.to_string(),
        name => format!("crates/search/src/alpha_beta/{name}"),
    };
    let mut rows = 0;
    for row in glossary.lines().filter(|line| line.starts_with("| ") && line.contains('`')) {
        let place = row.split('|').nth(3).unwrap();
        let files: Vec<String> = quoted(place).filter(|word| word.ends_with(".rs")).map(short).collect();
        assert!(!files.is_empty(), "{row}");
        let text: String = files
            .iter()
            .map(|file| {
                std::fs::read_to_string(root().join(file)).unwrap_or_else(|_| panic!("no {file}: {row}"))
            })
            .collect();
        for word in quoted(place).filter(|word| !word.ends_with(".rs")) {
            let name = word.rsplit("::").next().unwrap();
            assert!(text.contains(&format!("fn {name}")), "{files:?} have no {word}");
        }
        for step in place.split("step ").skip(1) {
            let number: String = step.chars().take_while(char::is_ascii_digit).collect();
            assert!(text.contains(&format!("fn step{number}_")), "there is no step {number}: {row}");
        }
        rows += 1;
    }
    assert!(rows > 25, "{rows}");
}
