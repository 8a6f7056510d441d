//! Where lines come from: somebody at a terminal, or a pipe.

use std::io::{self, IsTerminal as _, Write as _};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Context, Editor, Helper};

use crate::failure::Failure;

/// Nobody types so much at once.
const LONGEST_LINE: u64 = 64 << 10;

/// A source of lines.
pub(super) enum Input {
    Terminal(Box<Editor<Known, DefaultHistory>>),
    Pipe,
}

/// The words that the terminal completes.
pub(super) struct Known(Vec<String>);

impl Input {
    pub(super) fn new() -> Result<Input, Failure> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Input::Pipe);
        }
        let mut editor = Editor::new().map_err(failure)?;
        editor.set_helper(Some(Known(Vec::new())));
        Ok(Input::Terminal(Box::new(editor)))
    }

    /// The next line, or nothing where there are no more. Somebody at a terminal is asked with `prompt`, and words
    /// that begin like `known` ones are completed.
    pub(super) fn line(&mut self, prompt: &str, known: Vec<String>) -> Result<Option<String>, Failure> {
        match self {
            Input::Pipe => piped_line(),
            Input::Terminal(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.0 = known;
                }
                match editor.readline(prompt) {
                    Ok(line) => {
                        let _ = editor.add_history_entry(&line);
                        Ok(Some(line))
                    }
                    Err(ReadlineError::Eof) => Ok(None),
                    Err(error) => Err(failure(error)),
                }
            }
        }
    }
}

fn piped_line() -> Result<Option<String>, Failure> {
    io::stdout().flush()?;
    match files::read_line(&mut io::stdin().lock(), LONGEST_LINE) {
        // What is no text becomes a line that is explained like any other.
        Ok(line) => Ok(line.map(|line| String::from_utf8_lossy(&line).into_owned())),
        Err(error) => Err(Failure::File(format!("cannot read what is typed: {error}"))),
    }
}

fn failure(error: ReadlineError) -> Failure {
    match error {
        ReadlineError::Interrupted => Failure::Interrupted,
        error => Failure::File(format!("cannot read what is typed: {error}")),
    }
}

impl Completer for Known {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = &line[..at];
        Ok((0, self.0.iter().filter(|word| word.starts_with(begun)).cloned().collect()))
    }
}

impl rustyline::hint::Hinter for Known {
    type Hint = String;
}
impl rustyline::highlight::Highlighter for Known {}
impl rustyline::validate::Validator for Known {}
impl Helper for Known {}
