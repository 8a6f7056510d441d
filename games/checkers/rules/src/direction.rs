//! The four directions.

use game::Player;

/// A diagonal direction, by its number in [`Direction::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Direction(pub(crate) u8);

impl Direction {
    pub(crate) const UP_LEFT: Direction = Direction(0);
    pub(crate) const UP_RIGHT: Direction = Direction(1);
    pub(crate) const DOWN_LEFT: Direction = Direction(2);
    pub(crate) const DOWN_RIGHT: Direction = Direction(3);

    pub(crate) const ALL: [Direction; 4] =
        [Direction::UP_LEFT, Direction::UP_RIGHT, Direction::DOWN_LEFT, Direction::DOWN_RIGHT];

    /// The directions in which a man of `player` moves.
    #[inline]
    pub(crate) const fn forward(player: Player) -> [Direction; 2] {
        match player {
            Player::One => [Direction::UP_LEFT, Direction::UP_RIGHT],
            Player::Two => [Direction::DOWN_LEFT, Direction::DOWN_RIGHT],
        }
    }

    /// The opposite direction.
    #[inline]
    pub(crate) const fn opposite(self) -> Direction {
        Direction(3 - self.0)
    }

    /// All squares of a set moved one step. Bits that leave the board disappear once the result is
    /// masked with squares.
    #[inline]
    pub(crate) const fn step(self, set: u64) -> u64 {
        match self.0 {
            0 => set >> 5,
            1 => set >> 4,
            2 => set << 4,
            _ => set << 5,
        }
    }

    /// The number of the bit `steps` steps from the bit `from`.
    #[inline(always)]
    pub(crate) const fn moved(self, from: u64, steps: u64) -> u64 {
        match self.0 {
            0 => from.wrapping_sub(5 * steps),
            1 => from.wrapping_sub(4 * steps),
            2 => from + 4 * steps,
            _ => from + 5 * steps,
        }
    }

    /// All squares of a set moved two steps.
    #[inline]
    pub(crate) const fn jump(self, set: u64) -> u64 {
        match self.0 {
            0 => set >> 10,
            1 => set >> 8,
            2 => set << 8,
            _ => set << 10,
        }
    }

    /// The squares from which a piece can jump in this direction.
    #[inline]
    pub(crate) const fn jumpers(self, enemy: u64, empty: u64) -> u64 {
        let back = self.opposite();
        back.step(enemy & back.step(empty))
    }
}
