//! Checks of the Markdown files: links, paths, commands, examples, the width of lines.

mod program;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use program::program;

const WIDTH: usize = 100;

/// Folders of the repository; a word in backticks that begins with one of them is a path.
const FOLDERS: [&str; 8] = ["crates/", "games/", "docs/", "web/", "lab/", "fuzz/", "tests/", "courses/"];

/// Made by programs and ignored by git.
const GENERATED: [&str; 4] = ["fuzz/corpus", "fuzz/artifacts", "lab/results", "tests/browser/shots"];

/// Lines in code blocks that look like commands: the first line of a proof.
const NOT_A_COMMAND: &str = "plywood proof 1";

struct Document {
    /// Relative to the root of the repository.
    path: PathBuf,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineKind {
    Prose,
    Table,
    Heading,
    /// In a fenced or indented block.
    Code,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every file of the repository, relative to its root.
fn files() -> Vec<PathBuf> {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(root().join(folder)).unwrap().map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            let path = folder.join(&name);
            let is_ours = !name.starts_with('.') && !["target", "node_modules"].contains(&name.as_str());
            if entry.file_type().unwrap().is_dir() {
                if is_ours && !GENERATED.iter().any(|generated| path.starts_with(generated)) {
                    collect(&path, found);
                }
            } else {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    collect(Path::new(""), &mut found);
    found
}

/// Every Markdown file of the repository.
fn documents() -> Vec<Document> {
    let markdown = files().into_iter().filter(|path| path.extension().is_some_and(|end| end == "md"));
    let read = |path: PathBuf| Document { text: fs::read_to_string(root().join(&path)).unwrap(), path };
    let found: Vec<Document> = markdown.map(read).collect();
    assert!(found.len() > 15, "{} Markdown files", found.len());
    found
}

impl Document {
    /// Every line with its number and kind.
    fn lines(&self) -> Vec<(usize, LineKind, &str)> {
        let (mut is_fenced, mut is_in_paragraph) = (false, false);
        let kind_of = |line: &str| {
            if line.trim_start().starts_with("```") {
                is_fenced = !is_fenced;
                return LineKind::Code;
            }
            // Four spaces within a paragraph continue it.
            let is_indented = line.starts_with("    ") && !is_in_paragraph;
            is_in_paragraph = !line.trim().is_empty() && !is_indented;
            match line.chars().next() {
                _ if is_fenced || is_indented => LineKind::Code,
                Some('|') => LineKind::Table,
                Some('#') => LineKind::Heading,
                _ => LineKind::Prose,
            }
        };
        let kinds: Vec<LineKind> = self.text.lines().map(kind_of).collect();
        self.text.lines().zip(kinds).enumerate().map(|(i, (line, kind))| (i + 1, kind, line)).collect()
    }

    /// Paragraphs, headings and rows of tables, each on one line.
    fn paragraphs(&self) -> Vec<String> {
        let mut paragraphs = vec![String::new()];
        for (_, kind, line) in self.lines() {
            let is_continued = kind == LineKind::Prose && !line.trim().is_empty();
            if kind != LineKind::Code {
                let last = paragraphs.last_mut().unwrap();
                last.push(' ');
                last.push_str(line.trim());
            }
            if !is_continued {
                paragraphs.push(String::new());
            }
        }
        paragraphs
    }

    /// The code spans outside of code blocks.
    fn code_spans(&self) -> Vec<String> {
        let spans =
            |text: &String| text.split('`').skip(1).step_by(2).map(str::to_string).collect::<Vec<_>>();
        self.paragraphs().iter().flat_map(spans).collect()
    }

    /// The anchors of its headings, as GitHub makes them.
    fn anchors(&self) -> BTreeSet<String> {
        let slug = |heading: &str| {
            let text = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = text.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.collect::<String>().replace(' ', "-")
        };
        let headings = self.lines().into_iter().filter(|(_, kind, _)| *kind == LineKind::Heading);
        headings.map(|(_, _, line)| slug(line)).collect()
    }
}

/// Whether a path exists, where `*` stands for any part of a name.
fn exists(path: &str) -> bool {
    fn is_match(pattern: &str, name: &str) -> bool {
        match pattern.split_once('*') {
            None => pattern == name,
            Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| {
                (0..=name.len()).filter(|&i| name.is_char_boundary(i)).any(|i| is_match(rest, &name[i..]))
            }),
        }
    }
    fn below(folder: &Path, mut names: std::str::Split<'_, char>) -> bool {
        match names.next() {
            None | Some("") => folder.exists(),
            Some(name) if name.contains('*') => {
                fs::read_dir(folder).into_iter().flatten().map(Result::unwrap).any(|entry| {
                    is_match(name, &entry.file_name().to_string_lossy())
                        && below(&entry.path(), names.clone())
                })
            }
            Some(name) => below(&folder.join(name), names),
        }
    }
    below(&root(), path.split('/'))
}

/// A path without `..`.
fn normalised(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts
}

#[test]
fn links_lead_to_files_and_headings() {
    let documents = documents();
    let mut links = 0;
    let mut faults = Vec::new();
    for document in &documents {
        for paragraph in document.paragraphs() {
            for rest in paragraph.split("](").skip(1) {
                let target = rest.split([')', ' ']).next().unwrap();
                if target.contains("://") {
                    continue;
                }
                let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
                let folder = document.path.parent().unwrap();
                let path =
                    if path.is_empty() { document.path.clone() } else { normalised(&folder.join(path)) };
                let place = document.path.display();
                if !root().join(&path).exists() {
                    faults.push(format!("{place}: there is no file for the link '{target}'"));
                } else if !anchor.is_empty() {
                    let meant = documents.iter().find(|other| other.path == path);
                    if !meant.is_some_and(|other| other.anchors().contains(anchor)) {
                        faults.push(format!("{place}: there is no heading for the link '{target}'"));
                    }
                }
                links += 1;
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(links > 10, "{links} links");
}

#[test]
fn paths_in_backticks_exist() {
    let mut paths = 0;
    let mut faults = Vec::new();
    for document in documents() {
        for span in document.code_spans() {
            // A command with arguments, or a path alone.
            let word = span.split(' ').next().unwrap();
            if !FOLDERS.iter().any(|folder| word.starts_with(folder)) {
                continue;
            }
            if GENERATED.iter().any(|generated| word.starts_with(generated)) {
                continue;
            }
            // GAME stands for any game.
            let is_placeholder =
                |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase());
            let names = word.split('/').map(|name| if is_placeholder(name) { "*" } else { name });
            let path = names.collect::<Vec<_>>().join("/");
            // The guide for a new game speaks of the tests of its crate.
            let is_there = exists(&path) || exists(&format!("games/*/rules/{path}"));
            if !is_there {
                faults.push(format!("{}: there is no '{word}'", document.path.display()));
            }
            paths += 1;
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(paths > 40, "{paths} paths");
}

/// The pages of docs/ name source files without their folders, such as `alpha_beta.rs` or `view/layout.rs`.
#[test]
fn source_files_in_backticks_exist() {
    let files = files();
    let mut names = 0;
    let mut faults = Vec::new();
    for document in documents().iter().filter(|document| document.path.starts_with("docs")) {
        for span in document.code_spans() {
            let is_source = span.ends_with(".rs") || span.ends_with(".js");
            if !is_source || span.contains([' ', '*', '{']) {
                continue;
            }
            if !files.iter().any(|file| file.ends_with(&span)) {
                faults.push(format!("{}: there is no file '{span}'", document.path.display()));
            }
            names += 1;
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(names > 80, "{names} names");
}

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

/// A line as displayed: without the targets of its links.
fn without_targets(line: &str) -> String {
    let mut parts = line.split("](");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| text + "]" + part.split_once(')').map_or("", |(_, rest)| rest))
}

#[test]
fn prose_fits_its_columns() {
    let mut faults = Vec::new();
    for document in documents() {
        for (number, kind, line) in document.lines() {
            let columns = without_targets(line).chars().count();
            if kind == LineKind::Prose && columns > WIDTH {
                faults.push(format!("{}:{number} has {columns} columns", document.path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "at most {WIDTH} columns:\n{}", faults.join("\n"));
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
