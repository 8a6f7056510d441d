//! The types of boards that a game is played on, for code that is generic over the rules: property tests, fuzz targets.

use crate::play::Play;

/// Is shown types of boards, one after another.
pub trait BoardVisitor {
    /// Called for each type of board.
    fn board<P: Play>(&mut self);
}

/// One type of board, or a tuple of them. A game's crate names its own as `Boards`, from which a catalogue makes the
/// list for all games:
///
/// ```
/// use engine::{BoardVisitor, Boards as _, Play};
/// use game::{Game, toy::Toy};
///
/// struct ToyPlay;
///
/// impl Play for ToyPlay {
///     type Position = Toy;
/// }
///
/// type Boards = ToyPlay;
///
/// struct Names(Vec<&'static str>);
///
/// impl BoardVisitor for Names {
///     fn board<P: Play>(&mut self) {
///         self.0.push(P::Position::NAME);
///     }
/// }
///
/// let mut names = Names(Vec::new());
/// Boards::visit(&mut names);
/// <(Boards, Boards)>::visit(&mut names);
/// assert_eq!(names.0, ["toy", "toy", "toy"]);
/// ```
pub trait Boards {
    /// Shows each type to the visitor, in order.
    fn visit(visitor: &mut impl BoardVisitor);
}

impl<P: Play> Boards for P {
    fn visit(visitor: &mut impl BoardVisitor) {
        visitor.board::<P>();
    }
}

impl<A: Boards, B: Boards> Boards for (A, B) {
    fn visit(visitor: &mut impl BoardVisitor) {
        A::visit(visitor);
        B::visit(visitor);
    }
}

impl<A: Boards, B: Boards, C: Boards> Boards for (A, B, C) {
    fn visit(visitor: &mut impl BoardVisitor) {
        A::visit(visitor);
        B::visit(visitor);
        C::visit(visitor);
    }
}
