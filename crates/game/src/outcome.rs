//! The result of a game: in general, and for one of the players.

use crate::Player;

/// The result of a game, independent of the point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player has won.
    Win(Player),
    /// Nobody has won.
    Draw,
}

/// The value of a position or a finished game for one player. Ordered: a loss is less than a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// The player loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The player wins.
    Win,
}

impl Outcome {
    /// The value of this outcome for `player`.
    #[must_use]
    pub fn for_player(self, player: Player) -> Value {
        match self {
            Outcome::Win(winner) if winner == player => Value::Win,
            Outcome::Win(_) => Value::Loss,
            Outcome::Draw => Value::Draw,
        }
    }
}

impl Value {
    /// The same value for the opponent.
    #[must_use]
    pub fn for_opponent(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }

    /// The outcome that has this value for `player`.
    #[must_use]
    pub fn outcome(self, player: Player) -> Outcome {
        match self {
            Value::Win => Outcome::Win(player),
            Value::Draw => Outcome::Draw,
            Value::Loss => Outcome::Win(player.other()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_and_its_outcome_convert_both_ways() {
        for player in Player::ALL {
            for value in [Value::Loss, Value::Draw, Value::Win] {
                assert_eq!(value.outcome(player).for_player(player), value);
                assert_eq!(value.outcome(player).for_player(player.other()), value.for_opponent());
            }
        }
        assert_eq!(Outcome::Win(Player::Two).for_player(Player::One), Value::Loss);
    }
}
