//! The squares that a broken rule is about.

use crate::{Illegal, Square};

impl Illegal {
    /// The squares that its sentence names, first the one that is in the way.
    pub(crate) fn squares(&self) -> Vec<Square> {
        match self {
            Illegal::Over(_) | Illegal::NoCell(_) | Illegal::TooFew | Illegal::LightSquare { .. } => {
                Vec::new()
            }
            Illegal::WrongMark { .. } => Vec::new(),
            Illegal::MustJump(moves) | Illegal::MustGoOn(moves) | Illegal::Ambiguous(moves) => origins(moves),
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

/// Where the pieces stand that make these moves.
fn origins(moves: &[String]) -> Vec<Square> {
    let origin =
        |mv: &String| mv.split(['-', 'x']).next().and_then(|name| Square::from_number(name.parse().ok()?));
    let mut squares: Vec<Square> = moves.iter().filter_map(origin).collect();
    squares.dedup();
    squares
}
