//! Who won: `1-0` is a win of Black, who moves first, in PDN 3.0, and of White in many other programs.

use game::{Outcome, Player, Position as _};

use crate::Checkers;

/// What `1-0` means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Convention {
    /// The side that moves first in this type of game, Black, won.
    FirstMover,
    /// White won, as in chess.
    White,
}

/// A result and what else tells who won.
#[derive(Debug)]
pub(super) struct Claim {
    /// The result as it was written.
    pub(super) result: String,
    /// The winner by the board or in words.
    pub(super) known: Option<Player>,
}

impl Claim {
    /// The claim of a game that ends in `last`, with `said` as its last comment.
    pub(super) fn new(result: String, last: Option<&Checkers>, said: &str) -> Claim {
        let winner = last.and_then(Checkers::outcome).and_then(|outcome| match outcome {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        });
        Claim { result, known: winner.or_else(|| winner_in_words(said)) }
    }

    /// Which half of the result has the points, if one has.
    fn is_first_half(&self) -> Option<bool> {
        match self.result.as_str() {
            "1-0" | "2-0" => Some(true),
            "0-1" | "0-2" => Some(false),
            _ => None,
        }
    }

    fn convention(&self) -> Option<Convention> {
        let first_won = self.known? == Player::Two;
        Some(if self.is_first_half()? == first_won { Convention::FirstMover } else { Convention::White })
    }

    /// The outcome, where `usual` is what most results of the file mean.
    pub(super) fn outcome(&self, usual: Convention) -> Option<Outcome> {
        if matches!(self.result.as_str(), "1/2-1/2" | "½-½" | "1/2" | "1-1") {
            return Some(Outcome::Draw);
        }
        let first_half = self.is_first_half()?;
        let convention = self.convention().unwrap_or(usual);
        let black = first_half == (convention == Convention::FirstMover);
        Some(Outcome::Win(if black { Player::Two } else { Player::One }))
    }
}

/// What most games whose winner is known elsewhere mean by their results; PDN 3.0 where none tells.
pub(super) fn usual(claims: &[Claim]) -> Convention {
    let count = |convention| claims.iter().filter(|claim| claim.convention() == Some(convention)).count();
    if count(Convention::White) > count(Convention::FirstMover) {
        Convention::White
    } else {
        Convention::FirstMover
    }
}

/// The winner that a comment names: "White won: resignation", "Black resigns".
fn winner_in_words(said: &str) -> Option<Player> {
    let said = said.to_lowercase();
    let [white, black] = [("white", Player::One), ("black", Player::Two)].map(|(name, player)| {
        let does = |verbs: &[&str]| verbs.iter().any(|verb| said.contains(&format!("{name} {verb}")));
        if does(&["won", "wins"]) {
            Some(player)
        } else if does(&["resign", "lost", "loses"]) {
            Some(player.other())
        } else {
            None
        }
    });
    if white.is_some() && black.is_some() && white != black { None } else { white.or(black) }
}
