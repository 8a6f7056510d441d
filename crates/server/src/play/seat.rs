//! Seats and their tokens.

use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::wire::{PlayerInfo, PlayerKind};

/// A token that cannot be guessed. It is given out once; only its digest is stored.
pub(crate) fn secret() -> Result<String, Problem> {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes).map_err(|error| Problem::Internal(format!("no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The length of a game id.
const ID: usize = 16;

/// The id of a new game. It is enough to watch the game, so it must not be guessable either.
pub(super) fn new_id() -> Result<String, Problem> {
    Ok(secret()?[..ID].to_string())
}

/// The id of the rematch of a game.
pub(super) fn id_after(id: &str) -> String {
    Digest::of(&format!("after {id}")).0[..ID].to_string()
}

/// The digest of a secret.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Digest(String);

impl Digest {
    pub(crate) fn of(secret: &str) -> Digest {
        Digest(blake3::hash(secret.as_bytes()).to_hex().to_string())
    }

    /// Parses a stored digest; `None` if empty.
    pub(crate) fn read(text: &str) -> Option<Digest> {
        (!text.is_empty()).then(|| Digest(text.to_string()))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

/// A person who has given no name.
pub(crate) const UNNAMED: &str = "Guest";

/// A name as it was typed: what cannot be printed is left out, and what is only space is none.
pub(crate) fn nickname(typed: &str) -> Option<String> {
    let printable: String = typed.chars().filter(|c| !c.is_control()).collect();
    let words: Vec<&str> = printable.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Who plays a side.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Seat {
    /// The person who started the game.
    Human {
        token: Digest,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A person with an invitation, which can be used once.
    Friend {
        invite: Digest,
        token: Option<Digest>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// The machine.
    Machine { level: u8 },
    /// A player of an imported game.
    Past { name: String },
}

impl Seat {
    /// Whether this token may act for the seat.
    pub(crate) fn accepts(&self, secret: &Digest) -> bool {
        match self {
            Seat::Human { token, .. } | Seat::Friend { token: Some(token), .. } => token == secret,
            _ => false,
        }
    }

    pub(crate) fn is_machine(&self) -> bool {
        matches!(self, Seat::Machine { .. })
    }

    /// Whether the seat is taken.
    pub(crate) fn is_taken(&self) -> bool {
        !matches!(self, Seat::Friend { token: None, .. })
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Seat::Human { name, .. } | Seat::Friend { name, .. } => {
                name.clone().unwrap_or_else(|| UNNAMED.to_string())
            }
            Seat::Machine { level } => format!("plywood, level {level}"),
            Seat::Past { name } => name.clone(),
        }
    }

    pub(crate) fn info(&self) -> PlayerInfo {
        let kind = match self {
            Seat::Human { .. } => PlayerKind::Human,
            Seat::Friend { .. } => PlayerKind::Friend,
            Seat::Machine { .. } => PlayerKind::Machine,
            Seat::Past { .. } => PlayerKind::Past,
        };
        let level = match self {
            Seat::Machine { level } => Some(*level),
            _ => None,
        };
        let is_named = !matches!(self, Seat::Human { name: None, .. } | Seat::Friend { name: None, .. });
        PlayerInfo { name: self.name(), is_named, kind, level, joined: self.is_taken(), present: false }
    }

    /// Gives a person another name.
    pub(super) fn rename(&mut self, new: Option<String>) {
        if let Seat::Human { name, .. } | Seat::Friend { name, .. } = self {
            *name = new;
        }
    }
}
