//! Help texts that say `{n}`.
//!
//! clap takes `{n}` in a help text for a line end, and has no escape for it. So a character that is never seen stands
//! between the brace and the letter until the text is printed.

use std::io::{self, Write as _};

/// A word joiner: it has no width, and nothing is broken there.
const GUARD: char = '\u{2060}';

/// A text for clap that is printed as it stands.
pub(crate) fn literal(text: &str) -> String {
    text.replace("{n}", &format!("{{{GUARD}n}}"))
}

/// Prints the help or the version that somebody asked for.
pub(crate) fn print(asked: &clap::Error) -> io::Result<()> {
    let text = asked.render().ansi().to_string();
    let mut out = anstream::stdout().lock();
    out.write_all(text.replace(GUARD, "").as_bytes())?;
    out.flush()
}
