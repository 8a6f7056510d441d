//! Files of positions: `= POSITION`, followed by the lines for it; `#` begins a comment.

use game::Game;

use crate::claim::fail;

/// A position of a file and the lines below it.
pub(crate) struct Entry<'a, G> {
    pub(crate) pos: G,
    pub(crate) lines: Vec<&'a str>,
}

/// The entries of a file, which must have at least one.
pub(crate) fn entries<'a, G: Game>(check: &str, text: &'a str) -> Vec<Entry<'a, G>> {
    let mut entries: Vec<Entry<G>> = Vec::new();
    for line in text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(position) = line.strip_prefix("= ") {
            match G::read(position) {
                Ok(pos) => entries.push(Entry { pos, lines: Vec::new() }),
                Err(errors) => {
                    fail(check, position, format_args!("the file's position is rejected: {errors}"))
                }
            }
        } else {
            match entries.last_mut() {
                Some(entry) => entry.lines.push(line),
                None => {
                    fail(check, "none", format_args!("the line '{line}' comes before the first position"))
                }
            }
        }
    }
    if entries.is_empty() {
        fail(check, "none", format_args!("the file has no position"));
    }
    entries
}
