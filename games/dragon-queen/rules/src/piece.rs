//! The kinds of pieces.

use std::fmt;

use game::Player;

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// Wins by reaching the bottom row; her loss loses the game.
    Queen,
    /// Moves like the Queen.
    Dragon,
    /// Steps straight and captures diagonally.
    Wight,
}

impl Piece {
    /// Every kind, in the order of the diagram's list of pieces.
    pub const ALL: [Piece; 3] = [Piece::Queen, Piece::Dragon, Piece::Wight];

    /// Its owner.
    #[must_use]
    pub const fn player(self) -> Player {
        match self {
            Piece::Queen | Piece::Dragon => Player::One,
            Piece::Wight => Player::Two,
        }
    }

    /// Its character in the position text.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Piece::Queen => 'Q',
            Piece::Dragon => 'D',
            Piece::Wight => 'W',
        }
    }

    /// The number of these at the start of a game, which is the largest possible.
    #[must_use]
    pub const fn most(self) -> u32 {
        match self {
            Piece::Queen => 1,
            Piece::Dragon => 3,
            Piece::Wight => 5,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Piece::Queen => "Queen",
            Piece::Dragon => "Dragon",
            Piece::Wight => "Wight",
        }
    }
}

/// The name with its article: there is only one Queen.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let article = if *self == Piece::Queen { "the" } else { "a" };
        write!(f, "{article} {}", self.name())
    }
}
