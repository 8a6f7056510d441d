//! Input lines from a terminal or a pipe.

use std::io::{self, IsTerminal as _, Write as _};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Context, Editor, Helper};

use crate::error::CliError;

/// Longer lines are rejected.
const MAX_LINE_BYTES: u64 = 64 << 10;

/// A source of lines.
pub(crate) enum Input {
    Terminal(Box<Editor<WordCompleter, DefaultHistory>>),
    Pipe,
}

/// Completes words on the terminal.
pub(crate) struct WordCompleter(Vec<String>);

impl Input {
    pub(crate) fn new() -> Result<Input, CliError> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Input::Pipe);
        }
        let mut editor = Editor::new().map_err(input_error)?;
        editor.set_helper(Some(WordCompleter(Vec::new())));
        Ok(Input::Terminal(Box::new(editor)))
    }

    /// The next line; `None` at the end of the input. A terminal shows `prompt` and completes `candidates`.
    pub(crate) fn read_line(
        &mut self,
        prompt: &str,
        candidates: Vec<String>,
    ) -> Result<Option<String>, CliError> {
        match self {
            Input::Pipe => read_piped_line(),
            Input::Terminal(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.0 = candidates;
                }
                match editor.readline(prompt) {
                    Ok(line) => {
                        let _ = editor.add_history_entry(&line);
                        Ok(Some(line))
                    }
                    Err(ReadlineError::Eof) => Ok(None),
                    Err(error) => Err(input_error(error)),
                }
            }
        }
    }
}

fn read_piped_line() -> Result<Option<String>, CliError> {
    io::stdout().flush()?;
    match files::read_line(&mut io::stdin().lock(), MAX_LINE_BYTES) {
        // Invalid UTF-8 becomes an invalid move, which is explained like any other.
        Ok(line) => Ok(line.map(|line| String::from_utf8_lossy(&line).into_owned())),
        Err(error) => Err(CliError::File(format!("cannot read standard input: {error}"))),
    }
}

fn input_error(error: ReadlineError) -> CliError {
    match error {
        ReadlineError::Interrupted => CliError::Interrupted,
        error => CliError::File(format!("cannot read standard input: {error}")),
    }
}

impl Completer for WordCompleter {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let prefix = &line[..at];
        Ok((0, self.0.iter().filter(|word| word.starts_with(prefix)).cloned().collect()))
    }
}

impl rustyline::hint::Hinter for WordCompleter {
    type Hint = String;
}
impl rustyline::highlight::Highlighter for WordCompleter {}
impl rustyline::validate::Validator for WordCompleter {}
impl Helper for WordCompleter {}
