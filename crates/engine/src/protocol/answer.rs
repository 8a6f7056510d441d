//! What an engine says to a program.

use std::fmt;
use std::str::FromStr;

use game::text::quoted;
use game::{Exact, Outcome, Player};

use super::settings::{Declared, Kind};
use crate::think::Thought;
use search::Score;

/// A line that an engine sends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Its name.
    Name(String),
    /// Its author.
    Author(String),
    /// An option.
    Option(Declared),
    /// The end of the introduction.
    UgiOk,
    /// All commands before `isready` have been executed.
    ReadyOk,
    /// What the search has found so far.
    Info(Info),
    /// A message for people.
    Said(String),
    /// The move to play; `None` if the game is over.
    BestMove(Option<String>),
    /// The answer to a question.
    Response(Response),
    /// Every legal move.
    Legal(Vec<String>),
    /// How the game ended.
    Ended(Option<Outcome>),
    /// The static evaluation for the side to move.
    Value(Score),
    /// Why a move is illegal; `None` if it is legal.
    Why(Option<String>),
    /// A perft count.
    Perft {
        /// The number of plies.
        depth: u32,
        /// The number of move sequences.
        nodes: u64,
    },
    /// The position as text.
    Show(String),
}

/// What the search has found so far; an engine may omit any field.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Info {
    /// The complete depth in plies.
    pub depth: Option<u64>,
    /// The number of this line among the best ones, from 1.
    pub multipv: Option<u64>,
    /// What it is worth to the side to move.
    pub score: Option<Score>,
    /// The exact value for the side to move by the rules of the game, if it is known.
    pub exact: Option<Exact>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// Time spent, in milliseconds.
    pub time: Option<u64>,
    /// The moves, the first one first.
    pub pv: Vec<String>,
}

/// The answer to a question about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Response {
    /// Yes or no.
    Is(bool),
    /// The outcome; `None` while the game goes on.
    Result(Option<Outcome>),
}

/// A line is not an answer that we know.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not an answer of the Universal Game Interface")]
pub struct AnswerError(String);

/// The word for a game that goes on, and for a missing move.
const NONE: &str = "none";
/// The prefix of an error message.
const ERROR: &str = "error: ";

impl Answer {
    /// Reports what was wrong with a line.
    #[must_use]
    pub fn error(fault: &impl fmt::Display) -> Answer {
        Answer::said(&format!("{ERROR}{fault}"))
    }

    /// A message for people, on one line.
    #[must_use]
    pub fn said(text: &str) -> Answer {
        Answer::Said(text.replace(['\n', '\r'], " "))
    }

    /// A line for each of the best moves. The first one has the position's exact value, if a table has it.
    pub fn infos(thought: &Thought) -> impl Iterator<Item = Answer> {
        thought.lines.iter().enumerate().map(|(i, line)| {
            Answer::Info(Info {
                depth: Some(thought.depth.into()),
                multipv: Some(i as u64 + 1),
                score: Some(line.score),
                exact: thought.exact.filter(|_| i == 0),
                nodes: Some(thought.nodes),
                nps: Some(thought.nodes_per_second()),
                time: Some(u64::try_from(thought.time.as_millis()).unwrap_or(u64::MAX)),
                pv: line.moves.clone(),
            })
        })
    }

    /// Parses a line. Unknown parts of an `info`, and the expected reply after `bestmove`, are ignored.
    ///
    /// # Errors
    /// Fails if the line is not one of the answers.
    pub fn read(line: &str) -> Result<Answer, AnswerError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        read(&words).ok_or_else(|| AnswerError(quoted(line.trim())))
    }
}

fn read(words: &[&str]) -> Option<Answer> {
    Some(match words {
        ["id", "name", name @ ..] => Answer::Name(name.join(" ")),
        ["id", "author", author @ ..] => Answer::Author(author.join(" ")),
        ["option", rest @ ..] => Answer::Option(declared(rest)?),
        ["ugiok"] => Answer::UgiOk,
        ["readyok"] => Answer::ReadyOk,
        ["info", "string", rest @ ..] => Answer::Said(rest.join(" ")),
        ["info", rest @ ..] => Answer::Info(info(rest)?),
        ["bestmove", "none"] => Answer::BestMove(None),
        ["bestmove", mv] | ["bestmove", mv, "ponder", ..] => Answer::BestMove(Some(mv.to_string())),
        ["response", "true"] => Answer::Response(Response::Is(true)),
        ["response", "false"] => Answer::Response(Response::Is(false)),
        ["response", word] => Answer::Response(Response::Result(result(word)?)),
        ["legal", moves @ ..] => Answer::Legal(moves.iter().map(ToString::to_string).collect()),
        ["value", word] => Answer::Ended(result(word)?),
        ["value", kind, number] => Answer::Value(score(kind, number)?),
        ["why", "legal"] => Answer::Why(None),
        ["why", "illegal:", reason @ ..] => Answer::Why(Some(reason.join(" "))),
        ["perft", depth, nodes] => Answer::Perft { depth: depth.parse().ok()?, nodes: nodes.parse().ok()? },
        ["show", text @ ..] => Answer::Show(text.join(" ")),
        _ => return None,
    })
}

fn result(word: &str) -> Option<Option<Outcome>> {
    Some(match word {
        "p1win" => Some(Outcome::Win(Player::One)),
        "p2win" => Some(Outcome::Win(Player::Two)),
        "draw" => Some(Outcome::Draw),
        NONE => None,
        _ => return None,
    })
}

fn result_word(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Win(Player::One)) => "p1win",
        Some(Outcome::Win(Player::Two)) => "p2win",
        Some(Outcome::Draw) => "draw",
        None => NONE,
    }
}

fn score(kind: &str, number: &str) -> Option<Score> {
    Some(match kind {
        "cp" => Score::Estimate(number.parse().ok()?),
        "win" => Score::Win(number.parse().ok()?),
        "loss" => Score::Loss(number.parse().ok()?),
        _ => return None,
    })
}

fn write_score(score: Score) -> String {
    match score {
        Score::Estimate(points) => format!("cp {points}"),
        Score::Win(plies) => format!("win {plies}"),
        Score::Loss(plies) => format!("loss {plies}"),
    }
}

/// The known fields of an `info`, if each known word is followed by a valid value.
fn info(words: &[&str]) -> Option<Info> {
    fn number<N: FromStr>(word: Option<&str>) -> Option<Option<N>> {
        word?.parse().ok().map(Some)
    }
    let mut info = Info::default();
    let mut words = words.iter().copied();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = number(words.next())?,
            "multipv" => info.multipv = number(words.next())?,
            "nodes" => info.nodes = number(words.next())?,
            "nps" => info.nps = number(words.next())?,
            "time" => info.time = number(words.next())?,
            "score" => {
                let (kind, points) = (words.next()?, words.next()?);
                // There are programs that know other kinds.
                info.score = score(kind, points);
            }
            "exact" => {
                // Other programs may mean something else by it, so only what is understood is taken away.
                let mut ahead = words.clone();
                if let Some(exact) = exact(&mut ahead) {
                    (info.exact, words) = (Some(exact), ahead);
                }
            }
            "pv" => info.pv = words.by_ref().map(str::to_string).collect(),
            _ => (),
        }
    }
    Some(info)
}

fn exact<'w>(words: &mut impl Iterator<Item = &'w str>) -> Option<Exact> {
    Some(match words.next()? {
        "win" => Exact::Win(words.next()?.parse().ok()?),
        "loss" => Exact::Loss(words.next()?.parse().ok()?),
        "draw" => Exact::Draw,
        _ => return None,
    })
}

fn declared(words: &[&str]) -> Option<Declared> {
    let ["name", rest @ ..] = words else { return None };
    let split = rest.iter().position(|&word| word == "type")?;
    let (name, rest) = (rest[..split].join(" "), &rest[split + 1..]);
    let kind = match *rest {
        ["spin", "default", default, "min", min, "max", max] => {
            Kind::Spin { default: default.parse().ok()?, min: min.parse().ok()?, max: max.parse().ok()? }
        }
        ["combo", "default", default, ref choices @ ..] => {
            let choice = |pair: &[&str]| (pair[0] == "var").then(|| pair[1].to_string());
            let pairs = choices.chunks_exact(2);
            if !pairs.remainder().is_empty() {
                return None;
            }
            Kind::Combo { default: default.to_string(), choices: pairs.map(choice).collect::<Option<_>>()? }
        }
        ["string", "default", ref default @ ..] => Kind::String { default: default.join(" ") },
        ["check", "default", default] => Kind::Check { default: default.parse().ok()? },
        ["button"] => Kind::Button,
        _ => return None,
    };
    (!name.is_empty()).then_some(Declared { name, kind })
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Name(name) => write!(f, "id name {name}"),
            Answer::Author(author) => write!(f, "id author {author}"),
            Answer::Option(declared) => write!(f, "option {declared}"),
            Answer::UgiOk => f.write_str("ugiok"),
            Answer::ReadyOk => f.write_str("readyok"),
            Answer::Info(info) => write!(f, "info{info}"),
            Answer::Said(text) => write!(f, "info string {text}"),
            Answer::BestMove(mv) => write!(f, "bestmove {}", mv.as_deref().unwrap_or(NONE)),
            Answer::Response(Response::Is(yes)) => write!(f, "response {yes}"),
            Answer::Response(Response::Result(outcome)) => write!(f, "response {}", result_word(*outcome)),
            Answer::Legal(moves) => {
                f.write_str("legal")?;
                moves.iter().try_for_each(|mv| write!(f, " {mv}"))
            }
            Answer::Ended(outcome) => write!(f, "value {}", result_word(*outcome)),
            Answer::Value(score) => write!(f, "value {}", write_score(*score)),
            Answer::Why(None) => f.write_str("why legal"),
            Answer::Why(Some(reason)) => write!(f, "why illegal: {reason}"),
            Answer::Perft { depth, nodes } => write!(f, "perft {depth} {nodes}"),
            Answer::Show(text) => write!(f, "show {text}"),
        }
    }
}

/// With a blank before each word, to stand after `info`.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut number = |name: &str, number: Option<u64>| match number {
            Some(number) => write!(f, " {name} {number}"),
            None => Ok(()),
        };
        number("depth", self.depth)?;
        number("multipv", self.multipv)?;
        number("nodes", self.nodes)?;
        number("nps", self.nps)?;
        number("time", self.time)?;
        if let Some(score) = self.score {
            write!(f, " score {}", write_score(score))?;
        }
        if let Some(exact) = self.exact {
            write!(f, " exact {exact}")?;
        }
        if self.pv.is_empty() { Ok(()) } else { write!(f, " pv {}", self.pv.join(" ")) }
    }
}
