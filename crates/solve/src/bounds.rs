//! What is known about the value of a position: between which limits it is.

use crate::Exact;

/// The value of a position to the side to move lies between two limits. On the scale a loss in few plies is
/// lowest and a win in few plies highest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub(crate) lower: i16,
    pub(crate) upper: i16,
}

/// A win in no plies.
const TOP: i16 = 30_000;
/// Longer wins and losses are not told apart from draws.
pub(crate) const LONGEST: u32 = 20_000;

/// Where a win in so many plies stands.
pub(crate) const fn win(plies: u32) -> i16 {
    TOP - if plies < LONGEST { plies as i16 } else { LONGEST as i16 }
}

/// Where a loss in so many plies stands.
pub(crate) const fn loss(plies: u32) -> i16 {
    -win(plies)
}

impl Bounds {
    /// Nothing is known.
    pub(crate) const UNKNOWN: Bounds = Bounds { lower: -TOP, upper: TOP };

    /// Everything is known.
    pub(crate) fn exactly(value: Exact) -> Bounds {
        let at = match value {
            Exact::Win(plies) if plies < LONGEST => win(plies),
            Exact::Loss(plies) if plies < LONGEST => loss(plies),
            _ => 0,
        };
        Bounds { lower: at, upper: at }
    }

    /// Whether the side to move wins within so many plies, where that is known.
    #[inline]
    pub(crate) fn wins_within(self, plies: u32) -> Option<bool> {
        if self.lower >= win(plies) {
            Some(true)
        } else if self.upper < win(plies) {
            Some(false)
        } else {
            None
        }
    }

    /// Whether the side to move loses within so many plies, where that is known.
    #[inline]
    pub(crate) fn loses_within(self, plies: u32) -> Option<bool> {
        if self.upper <= loss(plies) {
            Some(true)
        } else if self.lower > loss(plies) {
            Some(false)
        } else {
            None
        }
    }

    /// With the answer to whether the side to move wins within so many plies.
    #[inline]
    pub(crate) fn with_win(self, plies: u32, answer: bool) -> Bounds {
        if answer {
            Bounds { lower: self.lower.max(win(plies)), ..self }.checked()
        } else {
            Bounds { upper: self.upper.min(win(plies) - 1), ..self }.checked()
        }
    }

    /// With the answer to whether the side to move loses within so many plies.
    #[inline]
    pub(crate) fn with_loss(self, plies: u32, answer: bool) -> Bounds {
        if answer {
            Bounds { upper: self.upper.min(loss(plies)), ..self }.checked()
        } else {
            Bounds { lower: self.lower.max(loss(plies) + 1), ..self }.checked()
        }
    }

    /// The same; two answers that contradict each other are a bug.
    #[inline]
    fn checked(self) -> Bounds {
        debug_assert!(
            self.lower <= self.upper,
            "no value is at least {} and at most {}",
            self.lower,
            self.upper
        );
        debug_assert!(-TOP <= self.lower && self.upper <= TOP, "{self:?} are on the scale");
        self
    }

    /// The value, where the limits are one.
    #[must_use]
    pub fn exact(self) -> Option<Exact> {
        (self.lower == self.upper).then(|| match self.lower {
            0 => Exact::Draw,
            at @ 1.. => Exact::Win((TOP - at) as u32),
            at => Exact::Loss((TOP + at) as u32),
        })
    }

    /// Whether `player` is known to lose, where it is the turn of `turn`.
    pub(crate) fn is_lost_for(self, player: game::Player, turn: game::Player) -> bool {
        if player == turn { self.upper < 0 } else { self.lower > 0 }
    }

    /// In how many plies at most the side to move wins, where it is known to win.
    #[must_use]
    pub fn wins_in_at_most(self) -> Option<u32> {
        (self.lower > 0).then(|| (TOP - self.lower) as u32)
    }

    /// In how many plies at most the side to move loses, where it is known to lose.
    #[must_use]
    pub fn loses_in_at_most(self) -> Option<u32> {
        (self.upper < 0).then(|| (TOP + self.upper) as u32)
    }

    /// The side to move does not win in fewer plies; nothing where it does not win at any distance that can be told.
    #[must_use]
    pub fn no_win_before(self) -> Option<u32> {
        (self.upper > win(LONGEST - 1)).then(|| (TOP - self.upper) as u32)
    }

    /// The side to move does not lose in fewer plies; nothing where it does not lose at any distance that can be told.
    #[must_use]
    pub fn no_loss_before(self) -> Option<u32> {
        // The longest distance is of one parity for wins and of the other for losses, so the last but one counts too.
        (self.lower < loss(LONGEST - 1)).then(|| (TOP + self.lower) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_happens_has_no_number() {
        assert_eq!(Bounds::UNKNOWN.no_win_before(), Some(0));
        assert_eq!(Bounds::UNKNOWN.with_win(6, false).no_win_before(), Some(7));
        assert_eq!(Bounds::UNKNOWN.with_loss(6, false).no_loss_before(), Some(7));
        let quiet = Bounds::UNKNOWN.with_win(LONGEST - 1, false).with_loss(LONGEST - 1, false);
        assert_eq!((quiet.no_win_before(), quiet.no_loss_before()), (None, None));
        // Where turns alternate, one of the two is never asked about the longest distance.
        let quiet = Bounds::UNKNOWN.with_win(LONGEST - 2, false).with_loss(LONGEST - 2, false);
        assert_eq!((quiet.no_win_before(), quiet.no_loss_before()), (None, None));
        let lost = Bounds::UNKNOWN.with_loss(6, true);
        assert_eq!((lost.no_win_before(), lost.no_loss_before()), (None, Some(0)));
        assert_eq!(Bounds::exactly(Exact::Draw).no_win_before(), None);
    }
}
