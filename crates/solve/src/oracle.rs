//! Exact values, and where they may come from.

use std::fmt;

use game::{Outcome, Player, Position, Value};

/// What a position is worth to the side to move, with best play by both: the winner hurries, the loser delays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exact {
    /// It wins in so many plies.
    Win(u32),
    /// It loses in so many plies.
    Loss(u32),
    /// Nobody wins.
    Draw,
}

/// `win 7`, `loss 0`, `draw`.
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exact::Win(plies) => write!(f, "win {plies}"),
            Exact::Loss(plies) => write!(f, "loss {plies}"),
            Exact::Draw => f.write_str("draw"),
        }
    }
}

impl Exact {
    /// The value of a position in which the game is over.
    #[must_use]
    pub fn of_end(outcome: Outcome, turn: Player) -> Exact {
        match outcome.for_player(turn) {
            Value::Win => Exact::Win(0),
            Value::Draw => Exact::Draw,
            Value::Loss => Exact::Loss(0),
        }
    }

    /// The number of plies to the end of the game, if there is one to come.
    #[must_use]
    pub fn distance(self) -> Option<u32> {
        match self {
            Exact::Win(plies) | Exact::Loss(plies) => Some(plies),
            Exact::Draw => None,
        }
    }

    /// What a move is worth to whoever made it, where it leads to this value and, if `same_turn`, the same player
    /// goes on.
    #[must_use]
    pub fn one_ply_earlier(self, same_turn: bool) -> Exact {
        match (self, same_turn) {
            (Exact::Draw, _) => Exact::Draw,
            (Exact::Win(plies), true) | (Exact::Loss(plies), false) => Exact::Win(plies + 1),
            (Exact::Loss(plies), true) | (Exact::Win(plies), false) => Exact::Loss(plies + 1),
        }
    }

    /// A number that is larger for the better.
    #[must_use]
    pub fn rank(self) -> i64 {
        match self {
            Exact::Win(plies) => (1 << 40) - i64::from(plies),
            Exact::Draw => 0,
            Exact::Loss(plies) => i64::from(plies) - (1 << 40),
        }
    }

    /// The value under a rule that ends the game as a draw after so many more plies.
    #[must_use]
    pub fn within(self, plies_left: Option<u32>) -> Exact {
        match (self.distance(), plies_left) {
            (Some(plies), Some(left)) if plies > left => Exact::Draw,
            _ => self,
        }
    }
}

/// Exact values from somewhere else, such as a table. A rule that ends games after some number of plies is not its
/// business: the distances are those without such a rule.
pub trait Oracle<G>: Send + Sync {
    /// The value of a position, where it is known.
    fn look_up(&self, pos: &G) -> Option<Exact>;
}

/// Knows nothing.
pub struct NoOracle;

impl<G: Position> Oracle<G> for NoOracle {
    #[inline]
    fn look_up(&self, _: &G) -> Option<Exact> {
        None
    }
}
