//! What a program says to an engine.

use std::fmt;

use game::text::quoted;

use super::go::Go;

/// A line that a program sends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Who are you, and what can be set?
    Ugi,
    /// Answer when everything before this is done.
    IsReady,
    /// The following commands belong to another game.
    NewGame,
    /// Set an option.
    SetOption {
        /// Its name, of one word or several.
        name: String,
        /// Its value, if one is given.
        value: Option<String>,
    },
    /// The position, with the moves that led to it.
    Position {
        /// Where it started.
        start: Start,
        /// The moves played since.
        moves: Vec<String>,
    },
    /// Think.
    Go(Go),
    /// Stop thinking and answer.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// A question about the game.
    Query(Query),
    /// Every legal move; an extension.
    Legal,
    /// The static evaluation; an extension.
    Value,
    /// Why a move is illegal; an extension.
    Why(String),
    /// Perft; an extension.
    Perft(u32),
    /// The position; an extension.
    Show,
    /// End.
    Quit,
}

/// Where a game started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The usual start position.
    Startpos,
    /// In the position with this text.
    Fen(String),
}

/// A question about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// Whether it is over.
    GameOver,
    /// Whether player 1 is to move.
    P1Turn,
    /// Who has won.
    Result,
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// No command begins like this.
    #[error(
        "there is no command '{0}': there are ugi, isready, uginewgame, setoption, position, go, stop, ponderhit, query, quit, legal, value, why, perft and show"
    )]
    Unknown(String),
    /// Something follows where nothing should.
    #[error("nothing may follow '{after}', but '{received}' does")]
    Extra {
        /// The words before.
        after: &'static str,
        /// What follows.
        received: String,
    },
    /// Something else was expected.
    #[error("'{after}' must be followed by {expected}, not by '{received}'")]
    Expected {
        /// The words before.
        after: String,
        /// What was expected.
        expected: &'static str,
        /// What follows.
        received: String,
    },
    /// The line ends too early.
    #[error("'{after}' must be followed by {expected}")]
    Missing {
        /// The words before.
        after: String,
        /// What was expected.
        expected: &'static str,
    },
}

impl Command {
    /// Parses a line; `None` if it is blank.
    ///
    /// # Errors
    /// Fails if the line is not a command from its first word to its last.
    pub fn read(line: &str) -> Result<Option<Command>, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else { return Ok(None) };
        let alone = |after: &'static str, command: Command| match rest.first() {
            None => Ok(command),
            Some(word) => Err(CommandError::Extra { after, received: quoted(word) }),
        };
        let command = match first {
            "ugi" => alone("ugi", Command::Ugi)?,
            "isready" => alone("isready", Command::IsReady)?,
            "uginewgame" => alone("uginewgame", Command::NewGame)?,
            "stop" => alone("stop", Command::Stop)?,
            "ponderhit" => alone("ponderhit", Command::PonderHit)?,
            "legal" => alone("legal", Command::Legal)?,
            "value" => alone("value", Command::Value)?,
            "show" => alone("show", Command::Show)?,
            "quit" => alone("quit", Command::Quit)?,
            "setoption" => set_option(rest)?,
            "position" => position(rest)?,
            "go" => Command::Go(Go::read(rest)?),
            "query" => query(rest)?,
            "why" => Command::Why(some(rest, "why", "a move")?),
            "perft" => perft(rest)?,
            _ => return Err(CommandError::Unknown(quoted(first))),
        };
        Ok(Some(command))
    }
}

/// Several words as one text, of which there must be one at least.
fn some(words: &[&str], after: &str, expected: &'static str) -> Result<String, CommandError> {
    match words {
        [] => Err(CommandError::Missing { after: after.to_string(), expected }),
        words => Ok(words.join(" ")),
    }
}

/// The words before a word and, if the word is there, those after it.
fn split<'a, 'w>(words: &'a [&'w str], at: &str) -> (&'a [&'w str], Option<&'a [&'w str]>) {
    match words.iter().position(|&word| word == at) {
        Some(i) => (&words[..i], Some(&words[i + 1..])),
        None => (words, None),
    }
}

fn set_option(words: &[&str]) -> Result<Command, CommandError> {
    let expected = "name NAME value VALUE";
    let rest = after_word(words, "setoption", "name", expected)?;
    let (name, value) = split(rest, "value");
    let name = some(name, "setoption name", "the name of an option")?;
    Ok(Command::SetOption { name, value: value.map(|words| words.join(" ")) })
}

/// What follows the one word that may come next.
fn after_word<'a, 'w>(
    words: &'a [&'w str],
    after: &str,
    next: &str,
    expected: &'static str,
) -> Result<&'a [&'w str], CommandError> {
    match words.split_first() {
        Some((&word, rest)) if word == next => Ok(rest),
        Some((word, _)) => {
            Err(CommandError::Expected { after: after.to_string(), expected, received: quoted(word) })
        }
        None => Err(CommandError::Missing { after: after.to_string(), expected }),
    }
}

fn position(words: &[&str]) -> Result<Command, CommandError> {
    let (start, moves) = split(words, "moves");
    let start = if let ["startpos", rest @ ..] = start {
        if let Some(word) = rest.first() {
            let after = "position startpos".to_string();
            return Err(CommandError::Expected { after, expected: "moves", received: quoted(word) });
        }
        Start::Startpos
    } else {
        let text = after_word(start, "position", "fen", "startpos or fen POSITION")?;
        Start::Fen(some(text, "position fen", "the text of a position")?)
    };
    let moves = moves.unwrap_or_default().iter().map(ToString::to_string).collect();
    Ok(Command::Position { start, moves })
}

fn query(words: &[&str]) -> Result<Command, CommandError> {
    let expected = "gameover, p1turn or result";
    let (after, word) = ("query".to_string(), some(words, "query", expected)?);
    match &*word {
        "gameover" => Ok(Command::Query(Query::GameOver)),
        "p1turn" => Ok(Command::Query(Query::P1Turn)),
        "result" => Ok(Command::Query(Query::Result)),
        word => Err(CommandError::Expected { after, expected, received: quoted(word) }),
    }
}

fn perft(words: &[&str]) -> Result<Command, CommandError> {
    let expected = "a number of plies from 0 to 99";
    let (after, word) = ("perft".to_string(), some(words, "perft", expected)?);
    match word.parse() {
        Ok(depth @ 0..=99) => Ok(Command::Perft(depth)),
        _ => Err(CommandError::Expected { after, expected, received: quoted(&word) }),
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Ugi => f.write_str("ugi"),
            Command::IsReady => f.write_str("isready"),
            Command::NewGame => f.write_str("uginewgame"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Command::Position { start, moves } => {
                match start {
                    Start::Startpos => f.write_str("position startpos")?,
                    Start::Fen(text) => write!(f, "position fen {text}")?,
                }
                if moves.is_empty() { Ok(()) } else { write!(f, " moves {}", moves.join(" ")) }
            }
            Command::Go(go) => write!(f, "go{go}"),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Query(Query::GameOver) => f.write_str("query gameover"),
            Command::Query(Query::P1Turn) => f.write_str("query p1turn"),
            Command::Query(Query::Result) => f.write_str("query result"),
            Command::Legal => f.write_str("legal"),
            Command::Value => f.write_str("value"),
            Command::Why(mv) => write!(f, "why {mv}"),
            Command::Perft(depth) => write!(f, "perft {depth}"),
            Command::Show => f.write_str("show"),
            Command::Quit => f.write_str("quit"),
        }
    }
}
