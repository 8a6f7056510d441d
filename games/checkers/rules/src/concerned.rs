//! The squares that a broken rule is about.

use crate::{Illegal, Square};

impl Illegal {
    /// The squares that its sentence names, first the one that is in the way.
    pub(crate) fn squares(&self) -> Vec<Square> {
        match self {
            Illegal::Over { .. } | Illegal::NoCell(_) | Illegal::TooFew | Illegal::LightSquare { .. } => {
                Vec::new()
            }
            Illegal::WrongMark { .. } => Vec::new(),
            Illegal::MustJump(moves) | Illegal::MustGoOn(moves) | Illegal::Ambiguous(moves) => named(moves),
            Illegal::NoPiece(square) | Illegal::SameSquare(square) | Illegal::Crowned(square) => {
                vec![*square]
            }
            Illegal::NotYours { square, .. } => vec![*square],
            Illegal::Occupied { to, .. } => vec![*to],
            Illegal::OwnPiece { over } => vec![*over],
            Illegal::NothingToJump { from, over, to } => vec![*over, *from, *to],
            Illegal::Backward { from, to } | Illegal::TooFar { from, to } => vec![*to, *from],
            Illegal::StepInChain { from, to } => vec![*to, *from],
        }
    }
}

/// The squares that moves name, each once, first where a piece stands that makes one.
fn named(moves: &[String]) -> Vec<Square> {
    let mut squares: Vec<Square> = Vec::new();
    for name in moves.iter().flat_map(|mv| mv.split(['-', 'x'])) {
        let square = name.parse().ok().and_then(Square::from_number);
        squares.extend(square.filter(|square| !squares.contains(square)));
    }
    squares
}
