//! Help texts that contain `{n}`.
//!
//! clap replaces `{n}` in a help text by a line break and has no escape for it. So an invisible character separates the
//! brace from the letter until the text is printed.

use std::io::{self, Write as _};

/// A word joiner: zero width, and no line break is allowed there.
const GUARD: char = '\u{2060}';

/// A text that clap prints verbatim.
pub(crate) fn literal(text: &str) -> String {
    text.replace("{n}", &format!("{{{GUARD}n}}"))
}

/// Prints the requested help or version.
pub(crate) fn print(asked: &clap::Error) -> io::Result<()> {
    let text = asked.render().ansi().to_string();
    let mut out = anstream::stdout().lock();
    out.write_all(text.replace(GUARD, "").as_bytes())?;
    out.flush()
}
