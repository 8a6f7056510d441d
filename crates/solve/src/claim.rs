//! The parts of a proof: claims about positions, each of which follows from claims about the
//! positions after it.
//!
//! docs/proof-format.md describes the format.

use std::fmt;
use std::str::FromStr;

use game::{Game, Outcome, Value};

use crate::Exact;

/// A statement about the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    /// It wins within N plies.
    Wins,
    /// It loses within N plies.
    Loses,
    /// It does not win within N plies.
    NoWin,
    /// It does not lose within N plies.
    NoLoss,
}

/// A statement about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Claim {
    pub(crate) kind: Kind,
    /// N; `None` means for ever, which only the negative statements allow.
    pub(crate) plies: Option<u32>,
}

const KINDS: [(Kind, &str); 4] =
    [(Kind::Wins, "win<="), (Kind::Loses, "loss<="), (Kind::NoWin, "win>"), (Kind::NoLoss, "loss>")];

impl Kind {
    /// Whether one move is enough to prove it. Otherwise all moves are needed.
    pub(crate) fn needs_one_move(self) -> bool {
        matches!(self, Kind::Wins | Kind::NoLoss)
    }

    /// The statement that must hold after a move, with the same side to move then or the other one.
    pub(crate) fn after_a_move(self, same_turn: bool) -> Kind {
        match self {
            kind if same_turn => kind,
            Kind::Wins => Kind::Loses,
            Kind::Loses => Kind::Wins,
            Kind::NoWin => Kind::NoLoss,
            Kind::NoLoss => Kind::NoWin,
        }
    }

    /// Whether it states that something happens, rather than that it does not.
    pub(crate) fn happens(self) -> bool {
        matches!(self, Kind::Wins | Kind::Loses)
    }
}

impl Claim {
    /// The claims that together state a value.
    pub(crate) fn of_value(value: Exact) -> Vec<Claim> {
        let both = |yes, no, plies: u32| {
            let not_sooner = plies.checked_sub(1).map(|sooner| Claim { kind: no, plies: Some(sooner) });
            std::iter::once(Claim { kind: yes, plies: Some(plies) }).chain(not_sooner).collect()
        };
        match value {
            Exact::Win(plies) => both(Kind::Wins, Kind::NoWin, plies),
            Exact::Loss(plies) => both(Kind::Loses, Kind::NoLoss, plies),
            Exact::Draw => [Kind::NoWin, Kind::NoLoss].map(|kind| Claim { kind, plies: None }).into(),
        }
    }

    /// The claim that must hold after a move; `None` if no plies are left.
    pub(crate) fn after_a_move(self, same_turn: bool) -> Option<Claim> {
        let plies = match self.plies {
            None => None,
            Some(plies) => Some(plies.checked_sub(1)?),
        };
        Some(Claim { kind: self.kind.after_a_move(same_turn), plies })
    }

    /// Whether this implies another claim of the same kind.
    pub(crate) fn covers(self, other: Claim) -> bool {
        match (self.plies, other.plies) {
            _ if self.kind != other.kind => false,
            (Some(ours), Some(theirs)) if self.kind.happens() => ours <= theirs,
            (Some(ours), Some(theirs)) => ours >= theirs,
            (None, _) => true,
            (Some(_), None) => false,
        }
    }

    /// Whether it is true of a finished game.
    pub(crate) fn is_true_at_end<G: Game>(self, pos: &G, outcome: Outcome) -> bool {
        let value = outcome.for_player(pos.turn());
        match self.kind {
            Kind::Wins => value == Value::Win,
            Kind::Loses => value == Value::Loss,
            Kind::NoWin => value != Value::Win,
            Kind::NoLoss => value != Value::Loss,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = KINDS.iter().find(|(kind, _)| *kind == self.kind).map_or("", |(_, word)| word);
        match self.plies {
            Some(plies) => write!(f, "{word}{plies}"),
            None => write!(f, "{word}*"),
        }
    }
}

impl FromStr for Claim {
    type Err = ();

    fn from_str(text: &str) -> Result<Claim, ()> {
        let (kind, number) =
            KINDS.iter().find_map(|(kind, word)| Some((*kind, text.strip_prefix(word)?))).ok_or(())?;
        let plies = match number {
            "*" if !kind.happens() => None,
            number => Some(number.parse().ok().filter(|plies: &u32| plies.to_string() == number).ok_or(())?),
        };
        Ok(Claim { kind, plies })
    }
}

/// Escapes a text to fit on one line: in some games a position has several.
pub(crate) fn on_one_line(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', "\\t")
}

/// The inverse of [`on_one_line`].
pub(crate) fn from_one_line(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        text.push(match c {
            '\\' => match rest.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                other => other.unwrap_or('\\'),
            },
            c => c,
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_as_they_are_written() {
        for (kind, _) in KINDS {
            for plies in [Some(0), Some(17), None] {
                let claim = Claim { kind, plies };
                let read = claim.to_string().parse();
                assert_eq!(read, if kind.happens() && plies.is_none() { Err(()) } else { Ok(claim) });
            }
        }
        for text in ["", "win", "win<7", "win<=", "loss>-1", "win>+1", "win>007", "win <=7", "draw"] {
            assert_eq!(text.parse::<Claim>(), Err(()), "{text}");
        }
        for text in ["", "a\nb\\n\tc", "\\"] {
            assert_eq!(from_one_line(&on_one_line(text)), text);
        }
    }
}
