//! Checks of the Markdown files: links, paths, the width of lines. What they say of the program is checked beside it, in
//! crates/cli/tests/docs.rs.

use std::fs;
use std::path::{Path, PathBuf};

use repository::{GENERATED, LineKind, documents, files, root};

const WIDTH: usize = 100;

/// Folders of the repository; a word in backticks that begins with one of them is a path.
const FOLDERS: [&str; 8] = ["crates/", "games/", "docs/", "web/", "lab/", "fuzz/", "tests/", "courses/"];

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

/// A newcomer reads all of it.
#[test]
fn the_readme_has_under_200_lines() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() < 200, "{} lines", readme.lines().count());
}
