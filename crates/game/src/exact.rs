//! Exact values of positions.

use std::cmp::Ordering;
use std::fmt;

use crate::{Outcome, Player, Value};

/// The value of a position for the side to move under best play, with the number of plies to the
/// end: the winner minimises it, the loser maximises it. A pass is a ply.
///
/// Ordered by preference: quick losses, slow losses, draws, slow wins, quick wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exact {
    /// The side to move wins in this many plies.
    Win(u32),
    /// The side to move loses in this many plies.
    Loss(u32),
    /// Neither can win.
    Draw,
}

impl Exact {
    /// The longest distance that has a code.
    pub const LONGEST: u32 = 254;

    /// The value of a finished game for the side to move.
    #[must_use]
    pub fn of_outcome(outcome: Outcome, turn: Player) -> Exact {
        match outcome.for_player(turn) {
            Value::Win => Exact::Win(0),
            Value::Draw => Exact::Draw,
            Value::Loss => Exact::Loss(0),
        }
    }

    /// The value with this code. 0 is a draw; any other code is a distance plus 1, where odd
    /// distances are wins and even ones losses: players alternate, so the last ply of a win is the
    /// winner's.
    #[must_use]
    #[inline]
    pub fn from_code(code: u8) -> Exact {
        match u32::from(code) {
            0 => Exact::Draw,
            code if code % 2 == 0 => Exact::Win(code - 1),
            code => Exact::Loss(code - 1),
        }
    }

    /// The code in tables, or `None` if the distance is too long or has the wrong parity.
    #[must_use]
    #[inline]
    pub fn code(self) -> Option<u8> {
        match self {
            Exact::Draw => Some(0),
            Exact::Win(n) if n % 2 == 1 && n <= Exact::LONGEST => Some(n as u8 + 1),
            Exact::Loss(n) if n % 2 == 0 && n <= Exact::LONGEST => Some(n as u8 + 1),
            _ => None,
        }
    }

    /// The value that a move to a position of this value gives the position before it, with
    /// alternating turns.
    #[must_use]
    #[inline]
    pub fn before(self) -> Exact {
        self.one_ply_earlier(false)
    }

    /// The value of a move for the player who made it, if it leads to a position with this value
    /// and, with `same_turn`, the same player is to move again.
    #[must_use]
    #[inline]
    pub fn one_ply_earlier(self, same_turn: bool) -> Exact {
        match (self, same_turn) {
            (Exact::Draw, _) => Exact::Draw,
            (Exact::Win(plies), true) | (Exact::Loss(plies), false) => Exact::Win(plies.saturating_add(1)),
            (Exact::Loss(plies), true) | (Exact::Win(plies), false) => Exact::Loss(plies.saturating_add(1)),
        }
    }

    /// Whether the side to move prefers this value to `other`.
    #[must_use]
    #[inline]
    pub fn is_better_than(self, other: Exact) -> bool {
        self > other
    }

    /// The value if only `plies` plies are left, after which the game is a draw.
    ///
    /// This is exact: a winner who needs no more plies than are left wins in time, because the
    /// loser cannot hold out longer than the distance; and a loser who can hold out longer does.
    #[must_use]
    pub fn within(self, plies_left: Option<u32>) -> Exact {
        match (self.distance(), plies_left) {
            (Some(distance), Some(left)) if distance > left => Exact::Draw,
            _ => self,
        }
    }

    /// The number of plies until the game is decided.
    #[must_use]
    pub fn distance(self) -> Option<u32> {
        match self {
            Exact::Win(n) | Exact::Loss(n) => Some(n),
            Exact::Draw => None,
        }
    }

    /// The value without its distance.
    #[must_use]
    pub fn value(self) -> Value {
        match self {
            Exact::Win(_) => Value::Win,
            Exact::Draw => Value::Draw,
            Exact::Loss(_) => Value::Loss,
        }
    }

    /// Greater for better values.
    fn rank(self) -> i64 {
        match self {
            Exact::Win(n) => i64::from(u32::MAX) + 1 - i64::from(n),
            Exact::Draw => 0,
            Exact::Loss(n) => i64::from(n) - i64::from(u32::MAX) - 1,
        }
    }
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

impl Ord for Exact {
    fn cmp(&self, other: &Exact) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Exact) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_values_convert_both_ways() {
        for code in 0..=u8::MAX {
            assert_eq!(Exact::from_code(code).code(), Some(code));
        }
        assert_eq!([Exact::from_code(1), Exact::from_code(2)], [Exact::Loss(0), Exact::Win(1)]);
        for none in [Exact::Win(0), Exact::Win(2), Exact::Loss(1), Exact::Win(255), Exact::Loss(256)] {
            assert_eq!(none.code(), None);
        }
    }

    #[test]
    fn the_winner_shortens_and_the_loser_lengthens() {
        let best_first =
            [Exact::Win(1), Exact::Win(3), Exact::Win(253), Exact::Draw, Exact::Loss(254), Exact::Loss(0)];
        assert!(best_first.windows(2).all(|pair| pair[0].is_better_than(pair[1])));
        assert_eq!(Exact::Loss(4).before(), Exact::Win(5));
        assert_eq!(Exact::Win(5).before(), Exact::Loss(6));
        assert_eq!(Exact::Draw.before(), Exact::Draw);
    }
}
