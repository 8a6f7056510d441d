//! Lower and upper bounds of the value of a position.

use crate::Exact;

/// Bounds of the value of a position for the side to move, on a scale where quicker losses are
/// lower and quicker wins are higher.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub(crate) lower: i16,
    pub(crate) upper: i16,
}

/// A win in 0 plies.
const TOP: i16 = 30_000;
/// Wins and losses that take this long or longer count as draws.
pub(crate) const LONGEST: u32 = 20_000;

/// The place of a win in `plies` plies on the scale.
pub(crate) const fn win(plies: u32) -> i16 {
    TOP - if plies < LONGEST { plies as i16 } else { LONGEST as i16 }
}

/// The place of a loss in `plies` plies on the scale.
pub(crate) const fn loss(plies: u32) -> i16 {
    -win(plies)
}

impl Bounds {
    /// Anything is possible.
    pub(crate) const UNKNOWN: Bounds = Bounds { lower: -TOP, upper: TOP };

    /// Both bounds at this value.
    pub(crate) fn exactly(value: Exact) -> Bounds {
        let at = match value {
            Exact::Win(plies) if plies < LONGEST => win(plies),
            Exact::Loss(plies) if plies < LONGEST => loss(plies),
            _ => 0,
        };
        Bounds { lower: at, upper: at }
    }

    /// Whether the side to move wins within `plies` plies, if known.
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

    /// Whether the side to move loses within `plies` plies, if known.
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

    /// Tightened by the answer to whether the side to move wins within `plies` plies.
    #[inline]
    pub(crate) fn with_win(self, plies: u32, answer: bool) -> Bounds {
        if answer {
            Bounds { lower: self.lower.max(win(plies)), ..self }.checked()
        } else {
            Bounds { upper: self.upper.min(win(plies) - 1), ..self }.checked()
        }
    }

    /// Tightened by the answer to whether the side to move loses within `plies` plies.
    #[inline]
    pub(crate) fn with_loss(self, plies: u32, answer: bool) -> Bounds {
        if answer {
            Bounds { upper: self.upper.min(loss(plies)), ..self }.checked()
        } else {
            Bounds { lower: self.lower.max(loss(plies) + 1), ..self }.checked()
        }
    }

    /// Checks in debug builds that no two answers contradict each other.
    #[inline]
    fn checked(self) -> Bounds {
        debug_assert!(
            self.lower <= self.upper,
            "no value is at least {} and at most {}",
            self.lower,
            self.upper
        );
        debug_assert!(-TOP <= self.lower && self.upper <= TOP, "{self:?} are off the scale");
        self
    }

    /// The value, if both bounds are equal.
    #[must_use]
    pub fn exact(self) -> Option<Exact> {
        (self.lower == self.upper).then(|| match self.lower {
            0 => Exact::Draw,
            at @ 1.. => Exact::Win((TOP - at) as u32),
            at => Exact::Loss((TOP + at) as u32),
        })
    }

    /// Whether `player` is known to lose, with `turn` to move.
    pub(crate) fn is_lost_for(self, player: game::Player, turn: game::Player) -> bool {
        if player == turn { self.upper < 0 } else { self.lower > 0 }
    }

    /// The most plies in which the side to move wins, if it is known to win.
    #[must_use]
    pub fn wins_in_at_most(self) -> Option<u32> {
        (self.lower > 0).then(|| (TOP - self.lower) as u32)
    }

    /// The most plies in which the side to move loses, if it is known to lose.
    #[must_use]
    pub fn loses_in_at_most(self) -> Option<u32> {
        (self.upper < 0).then(|| (TOP + self.upper) as u32)
    }

    /// The side to move has no win in fewer plies; `None` if it has none at any distance on the
    /// scale.
    #[must_use]
    pub fn no_win_before(self) -> Option<u32> {
        (self.upper > win(LONGEST - 1)).then(|| (TOP - self.upper) as u32)
    }

    /// The side to move has no loss in fewer plies; `None` if it has none at any distance on the
    /// scale.
    #[must_use]
    pub fn no_loss_before(self) -> Option<u32> {
        // The longest distance has one parity for wins and the other for losses, so the second
        // longest counts as the end too.
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
        // If turns alternate, one of the two is never asked about the longest distance.
        let quiet = Bounds::UNKNOWN.with_win(LONGEST - 2, false).with_loss(LONGEST - 2, false);
        assert_eq!((quiet.no_win_before(), quiet.no_loss_before()), (None, None));
        let lost = Bounds::UNKNOWN.with_loss(6, true);
        assert_eq!((lost.no_win_before(), lost.no_loss_before()), (None, Some(0)));
        assert_eq!(Bounds::exactly(Exact::Draw).no_win_before(), None);
    }
}
