//! The repository as its tests see it: its files, and the Markdown files among them. Nothing here needs the program to
//! be built.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Made by programs and ignored by git.
pub const GENERATED: [&str; 4] = ["fuzz/corpus", "fuzz/artifacts", "lab/results", "tests/browser/shots"];

/// A Markdown file.
pub struct Document {
    /// Relative to the root of the repository.
    pub path: PathBuf,
    /// The whole file.
    pub text: String,
}

/// What a line of a Markdown file belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// A paragraph or a list.
    Prose,
    /// A row of a table.
    Table,
    /// A heading.
    Heading,
    /// In a fenced or indented block.
    Code,
}

/// The root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every file of the repository, relative to its root.
///
/// # Panics
/// Panics where a folder cannot be read.
#[must_use]
pub fn files() -> Vec<PathBuf> {
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
///
/// # Panics
/// Panics where a file cannot be read.
#[must_use]
pub fn documents() -> Vec<Document> {
    let markdown = files().into_iter().filter(|path| path.extension().is_some_and(|end| end == "md"));
    let read = |path: PathBuf| Document { text: fs::read_to_string(root().join(&path)).unwrap(), path };
    let found: Vec<Document> = markdown.map(read).collect();
    assert!(found.len() > 15, "{} Markdown files", found.len());
    found
}

impl Document {
    /// Every line with its number and kind.
    #[must_use]
    pub fn lines(&self) -> Vec<(usize, LineKind, &str)> {
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
    #[must_use]
    pub fn paragraphs(&self) -> Vec<String> {
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
    #[must_use]
    pub fn code_spans(&self) -> Vec<String> {
        let spans =
            |text: &String| text.split('`').skip(1).step_by(2).map(str::to_string).collect::<Vec<_>>();
        self.paragraphs().iter().flat_map(spans).collect()
    }

    /// The anchors of its headings, as GitHub makes them.
    #[must_use]
    pub fn anchors(&self) -> BTreeSet<String> {
        let slug = |heading: &str| {
            let text = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = text.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.collect::<String>().replace(' ', "-")
        };
        let headings = self.lines().into_iter().filter(|(_, kind, _)| *kind == LineKind::Heading);
        headings.map(|(_, _, line)| slug(line)).collect()
    }
}
