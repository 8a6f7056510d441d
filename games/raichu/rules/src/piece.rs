//! The pieces.

use std::fmt;

use game::Player;

/// The three kinds of pieces, weakest first. A piece can jump enemies up to its own kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Moves diagonally forward.
    Pichu,
    /// Moves straight forward and sideways.
    Pikachu,
    /// Moves any distance in all directions.
    Raichu,
}

impl Kind {
    /// All kinds, weakest first.
    pub const ALL: [Kind; 3] = [Kind::Pichu, Kind::Pikachu, Kind::Raichu];

    /// Whether this piece can move this many squares without a jump.
    #[inline]
    pub(crate) fn steps(self, squares: usize) -> bool {
        match self {
            Kind::Pichu => squares == 1,
            Kind::Pikachu => squares <= 2,
            Kind::Raichu => true,
        }
    }

    /// Whether this piece can move this many squares with a jump: one more than without.
    #[inline]
    pub(crate) fn jumps(self, squares: usize) -> bool {
        squares >= 2 && self.steps(squares - 1)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Pichu => "Pichu",
            Kind::Pikachu => "Pikachu",
            Kind::Raichu => "Raichu",
        })
    }
}

/// A piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Its owner.
    pub player: Player,
    /// Its kind.
    pub kind: Kind,
}

impl Piece {
    /// All six, White's first.
    pub const ALL: [Piece; 6] = [
        Piece { player: Player::One, kind: Kind::Pichu },
        Piece { player: Player::One, kind: Kind::Pikachu },
        Piece { player: Player::One, kind: Kind::Raichu },
        Piece { player: Player::Two, kind: Kind::Pichu },
        Piece { player: Player::Two, kind: Kind::Pikachu },
        Piece { player: Player::Two, kind: Kind::Raichu },
    ];

    /// Its index in [`Piece::ALL`].
    #[must_use]
    #[inline]
    pub fn number(self) -> usize {
        3 * self.player as usize + self.kind as usize
    }

    /// Its character in the position text.
    #[must_use]
    pub fn letter(self) -> char {
        ['w', 'W', '@', 'b', 'B', '$'][self.number()]
    }

    /// The piece of a letter in a position text.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Piece> {
        Piece::ALL.into_iter().find(|piece| piece.letter() == letter)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["white Pichu", "white Pikachu", "white Raichu", "black Pichu", "black Pikachu", "black Raichu"]
            [self.number()]
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_know_their_number_and_letter() {
        for (i, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(piece.number(), i);
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
        }
        assert_eq!(Piece::from_letter('.'), None);
    }
}
