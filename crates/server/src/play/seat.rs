//! Seats, and what opens them.

use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::wire::{PlayerInfo, PlayerKind};

/// A word that nobody can guess. It is given out once; only its digest is kept.
pub(crate) fn secret() -> Result<String, Problem> {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes).map_err(|error| Problem::Internal(format!("no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// So many characters has the id of a game.
const ID: usize = 16;

/// The id of a new game. Who knows it may watch, so that nobody can guess it either.
pub(super) fn new_id() -> Result<String, Problem> {
    Ok(secret()?[..ID].to_string())
}

/// The id of the game that follows the one with this id.
pub(super) fn id_after(id: &str) -> String {
    Digest::of(&format!("after {id}")).0[..ID].to_string()
}

/// What is kept of a secret.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Digest(String);

impl Digest {
    pub(crate) fn of(secret: &str) -> Digest {
        Digest(blake3::hash(secret.as_bytes()).to_hex().to_string())
    }

    /// A digest as it is written; none where there is no text.
    pub(crate) fn read(text: &str) -> Option<Digest> {
        (!text.is_empty()).then(|| Digest(text.to_string()))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

/// Who plays a side.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Seat {
    /// Whoever asked for the game.
    Human { token: Digest },
    /// Somebody who comes with an invitation; once there, the invitation is used up.
    Friend { invite: Digest, token: Option<Digest> },
    /// The machine.
    Machine { level: u8 },
    /// Somebody who played elsewhere.
    Past { name: String },
}

impl Seat {
    /// Whether this secret moves from here.
    pub(crate) fn accepts(&self, secret: &Digest) -> bool {
        match self {
            Seat::Human { token } | Seat::Friend { token: Some(token), .. } => token == secret,
            _ => false,
        }
    }

    pub(crate) fn is_machine(&self) -> bool {
        matches!(self, Seat::Machine { .. })
    }

    /// Whether somebody is there.
    pub(crate) fn is_taken(&self) -> bool {
        !matches!(self, Seat::Friend { token: None, .. })
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Seat::Human { .. } => "human".to_string(),
            Seat::Friend { .. } => "friend".to_string(),
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
        PlayerInfo { name: self.name(), kind, level, joined: self.is_taken() }
    }
}
