//! The eight directions of the board.

use game::Player;

use crate::piece::Kind;

/// A direction, on a board with row 1 at the top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Direction {
    Right,
    DownLeft,
    Down,
    DownRight,
    Left,
    UpRight,
    Up,
    UpLeft,
}

use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};

impl Direction {
    /// All directions, first those that increase the number of a square.
    pub(crate) const ALL: [Direction; 8] = [Right, DownLeft, Down, DownRight, Left, UpRight, Up, UpLeft];

    #[inline(always)]
    pub(crate) const fn opposite(self) -> Direction {
        match self {
            Right => Left,
            DownLeft => UpRight,
            Down => Up,
            DownRight => UpLeft,
            Left => Right,
            UpRight => DownLeft,
            Up => Down,
            UpLeft => DownRight,
        }
    }

    /// The change of row and column in one step.
    #[inline(always)]
    pub(crate) const fn step(self) -> (isize, isize) {
        match self {
            Right => (0, 1),
            DownLeft => (1, -1),
            Down => (1, 0),
            DownRight => (1, 1),
            Left => (0, -1),
            UpRight => (-1, 1),
            Up => (-1, 0),
            UpLeft => (-1, -1),
        }
    }

    /// The directions of `player`'s Pichus.
    #[inline(always)]
    pub(crate) const fn of_pichus(player: Player) -> [Direction; 2] {
        match player {
            Player::One => [DownLeft, DownRight],
            Player::Two => [UpLeft, UpRight],
        }
    }

    /// The directions of `player`'s Pikachus.
    #[inline(always)]
    pub(crate) const fn of_pikachus(player: Player) -> [Direction; 3] {
        match player {
            Player::One => [Down, Left, Right],
            Player::Two => [Up, Left, Right],
        }
    }

    /// The directions of pieces of this kind.
    pub(crate) const fn of(kind: Kind, player: Player) -> &'static [Direction] {
        match (kind, player) {
            (Kind::Pichu, Player::One) => const { &Direction::of_pichus(Player::One) },
            (Kind::Pichu, Player::Two) => const { &Direction::of_pichus(Player::Two) },
            (Kind::Pikachu, Player::One) => const { &Direction::of_pikachus(Player::One) },
            (Kind::Pikachu, Player::Two) => const { &Direction::of_pikachus(Player::Two) },
            (Kind::Raichu, _) => &Direction::ALL,
        }
    }
}
