//! Going backwards.

use crate::Indexed;

/// The ability to say which positions lead to this one, so that a table can be solved from its end.
/// A game that cannot say implements this trait with an empty body; one that can, says it everywhere.
pub trait Retro: Indexed {
    /// Every position from which a legal move, passes and captures included, leads exactly here, each
    /// once; nothing where the game cannot say. Every position means whatever
    /// [`Notation::read`](crate::Notation::read) accepts, whether or not a game gets there.
    fn predecessors(&self) -> Option<Vec<Self>> {
        None
    }

    /// Replaces the contents of `list` by the predecessors from which a quiet move leads here, as
    /// [`Indexed`] defines quiet. This is what a table solver asks for each position that it settles;
    /// meaningful only where this position has a slice.
    fn quiet_predecessors(&self, list: &mut Vec<Self>) {
        list.clear();
        let here = self.slice();
        let quiet = |p: &Self| p.slice().is_some() && p.slice().map(Self::partner) == here;
        list.extend(self.predecessors().unwrap_or_default().into_iter().filter(quiet));
    }
}
