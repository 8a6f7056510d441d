//! The ply count.

use std::num::NonZeroU8;

/// The number of plies played, 0 to 50. It is stored with 1 added, so that `Option<Ply>` takes no
/// extra space.
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
