//! The two players, and one value for each of them.

use std::ops::{Index, IndexMut};

/// One of the two players. `One` moves first in the game's start position, unless the rules of the
/// game say otherwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// White, Red, the Queen, Blue.
    One,
    /// Black, Black, the Wights, Red.
    Two,
}

impl Player {
    /// Both players, in order.
    pub const ALL: [Player; 2] = [Player::One, Player::Two];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }
}

/// A value for each player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ByPlayer<T> {
    /// The value of [`Player::One`].
    pub one: T,
    /// The value of [`Player::Two`].
    pub two: T,
}

impl<T> ByPlayer<T> {
    /// Calls `make` for each player.
    pub fn new(mut make: impl FnMut(Player) -> T) -> ByPlayer<T> {
        ByPlayer { one: make(Player::One), two: make(Player::Two) }
    }

    /// The same values with the players exchanged.
    #[must_use]
    pub fn swapped(self) -> ByPlayer<T> {
        ByPlayer { one: self.two, two: self.one }
    }

    /// Applies `change` to each value.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> ByPlayer<U> {
        ByPlayer { one: change(self.one), two: change(self.two) }
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        match player {
            Player::One => &self.one,
            Player::Two => &self.two,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::One => &mut self.one,
            Player::Two => &mut self.two,
        }
    }
}
