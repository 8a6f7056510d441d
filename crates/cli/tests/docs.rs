//! What the Markdown files say of the program: its commands, and examples with their answers.

mod program;

use std::collections::BTreeSet;
use std::path::Path;

use program::program;
use repository::{LineKind, documents};

/// Lines in code blocks that look like commands: the first line of a proof.
const NOT_A_COMMAND: &str = "plywood proof 1";

/// The command and subcommand after `plywood`, if a text begins with it.
fn command_words(text: &str) -> Option<Vec<&str>> {
    let is_word = |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let words: Vec<&str> = text.strip_prefix("plywood ")?.split([' ', ',', '|']).take(2).collect();
    let command = *words.first().filter(|word| is_word(word) && !word.starts_with('-'))?;
    let has_commands = ["table", "help"].contains(&command);
    let inner = words.get(1).filter(|word| has_commands && is_word(word) && !word.starts_with('-'));
    Some([command].into_iter().chain(inner.copied()).collect())
}

#[test]
fn commands_are_commands_of_the_program() {
    let mut named = BTreeSet::new();
    for document in documents() {
        let spans = document.code_spans();
        let blocks = document.lines().into_iter().filter(|(_, kind, _)| *kind == LineKind::Code);
        let lines = blocks.map(|(_, _, line)| line.trim().trim_start_matches("$ ").to_string());
        for text in spans.iter().cloned().chain(lines).filter(|text| text != NOT_A_COMMAND) {
            if let Some(words) = command_words(&text) {
                let words: Vec<String> = words.into_iter().map(str::to_string).collect();
                named.insert((words, document.path.display().to_string()));
            }
        }
    }
    let mut commands: Vec<Vec<String>> = named.iter().map(|(words, _)| words.clone()).collect();
    commands.dedup();
    for command in &commands {
        let output = program().arg("help").args(command).output().unwrap();
        let places: Vec<&String> =
            named.iter().filter(|(words, _)| words == command).map(|(_, place)| place).collect();
        assert!(output.status.success(), "there is no command {command:?}, named in {places:?}");
    }
    assert!(commands.len() > 15, "{commands:?}");
}

/// Splits a command line: words, some of them in single quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(i, part)| match i % 2 {
        0 => part.split_whitespace().map(str::to_string).collect(),
        _ => vec![part.to_string()],
    });
    words.collect()
}

/// Every `$ plywood …` in README.md and docs/ prints what is shown there, up to the dots, standard
/// output first. The commands of one file run in one folder.
#[test]
fn examples_answer_as_shown() {
    let mut examples = 0;
    for document in documents() {
        if document.path != Path::new("README.md") && !document.path.starts_with("docs") {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let mut lines = document.text.lines().map(str::trim).peekable();
        while let Some(line) = lines.next() {
            let Some(command) = line.strip_prefix("$ plywood ") else { continue };
            let output = program().args(words(command)).current_dir(folder.path()).output().unwrap();
            let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            let mut said = said.lines();
            while let Some(shown) = lines.next_if(|line| !line.is_empty() && !line.starts_with("$ ")) {
                let line = said.next().unwrap_or_default().trim();
                let is_shown = match shown.split_once('…') {
                    Some((start, _)) => line.starts_with(start),
                    None => line == shown,
                };
                assert!(is_shown, "{}: {command} says '{line}', not '{shown}'", document.path.display());
            }
            examples += 1;
        }
    }
    assert!(examples >= 5, "{examples} examples");
}
