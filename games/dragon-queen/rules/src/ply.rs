//! The count of plies.

use std::num::NonZeroU8;

/// How many plies were played, 0 to 50. The number is kept with 1 added to it, so that having no count takes
/// no extra room.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Ply(NonZeroU8);

impl Ply {
    /// A game without a winner after this many plies is a draw.
    pub(crate) const LAST: u8 = 50;

    pub(crate) fn new(plies: u8) -> Option<Ply> {
        (plies <= Ply::LAST).then(|| Ply(NonZeroU8::MIN.saturating_add(plies)))
    }

    #[inline]
    pub(crate) fn get(self) -> u8 {
        self.0.get() - 1
    }

    #[inline]
    pub(crate) fn is_last(self) -> bool {
        self.get() == Ply::LAST
    }

    #[inline]
    pub(crate) fn next(self) -> Ply {
        Ply(self.0.saturating_add(1))
    }

    pub(crate) fn previous(self) -> Option<Ply> {
        NonZeroU8::new(self.get()).map(Ply)
    }
}
