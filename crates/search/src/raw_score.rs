//! Scores packed into a number, for the search and its table alone; `Score` is what is reported.

use std::ops::Neg;

/// A score from the view of the side to move: an estimate, or a win or loss in a known number of
/// plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct RawScore(i32);

/// More plies than any win that is told apart from an estimate.
const LONGEST_WIN: i32 = 2_000;
/// A win on the spot.
const WIN: i32 = 32_000;
/// The largest estimate.
const LARGEST_ESTIMATE: i32 = WIN - LONGEST_WIN - 1;

impl RawScore {
    /// Neither side is better.
    pub(crate) const DRAW: RawScore = RawScore(0);
    /// Below every score that a position can have.
    pub(crate) const LEAST: RawScore = RawScore(-WIN - 1);
    /// Above every score that a position can have.
    pub(crate) const MOST: RawScore = RawScore(WIN + 1);

    /// An estimate. One that is too large to be told apart from a win is cut down.
    #[inline]
    pub(crate) fn estimate(points: i32) -> RawScore {
        RawScore(points.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE))
    }

    /// The side to move wins in this many plies.
    #[inline]
    pub(crate) fn win_in(plies: u32) -> RawScore {
        RawScore(WIN - (plies as i32).min(LONGEST_WIN))
    }

    /// The side to move loses in this many plies; in none where the game is over.
    #[inline]
    pub(crate) fn loss_in(plies: u32) -> RawScore {
        -RawScore::win_in(plies)
    }

    /// Whether this is a win or a loss and no estimate.
    #[inline]
    pub(crate) fn is_decided(self) -> bool {
        self.0.abs() > LARGEST_ESTIMATE
    }

    /// Whether the side to move wins.
    #[inline]
    pub(crate) fn is_win(self) -> bool {
        self.0 > LARGEST_ESTIMATE
    }

    /// Whether the side to move loses.
    #[inline]
    pub(crate) fn is_loss(self) -> bool {
        self.0 < -LARGEST_ESTIMATE
    }

    /// In how many plies the game ends, where the score is decided.
    #[inline]
    pub(crate) fn distance(self) -> Option<u32> {
        self.is_decided().then(|| (WIN - self.0.abs()) as u32)
    }

    /// The score of the position one ply earlier, from the other side's view: wins and losses get
    /// longer.
    #[inline]
    pub(crate) fn one_ply_earlier(self) -> RawScore {
        -self.moved_away_by(1)
    }

    /// The score that becomes this one when it is seen one ply earlier: the inverse of
    /// `one_ply_earlier`, for the bounds of a window.
    #[inline]
    pub(crate) fn one_ply_later(self) -> RawScore {
        -self.moved_away_by(-1)
    }

    #[inline]
    fn moved_away_by(self, plies: i32) -> RawScore {
        if self.is_win() {
            RawScore(self.0 - plies)
        } else if self.is_loss() {
            RawScore(self.0 + plies)
        } else {
            self
        }
    }

    /// Whether a position can have this score: bounds of windows may lie beyond.
    #[inline]
    pub(crate) fn is_possible(self) -> bool {
        RawScore::LEAST < self && self < RawScore::MOST
    }

    /// The next score up.
    #[inline]
    pub(crate) fn just_above(self) -> RawScore {
        RawScore(self.0 + 1)
    }

    /// The next score down.
    #[inline]
    pub(crate) fn just_below(self) -> RawScore {
        RawScore(self.0 - 1)
    }

    /// The points of an estimate, or a number beyond all of them for a decided score.
    #[inline]
    pub(crate) fn points(self) -> i32 {
        self.0
    }

    /// The score `points` higher, which stays an estimate if this is one.
    #[inline]
    pub(crate) fn plus(self, points: i32) -> RawScore {
        if self.is_decided() { self } else { RawScore::estimate(self.0 + points) }
    }

    pub(crate) fn to_bits(self) -> u16 {
        self.0 as i16 as u16
    }

    pub(crate) fn from_bits(bits: u16) -> RawScore {
        RawScore((bits as i16).into())
    }
}

impl Neg for RawScore {
    type Output = RawScore;

    #[inline]
    fn neg(self) -> RawScore {
        RawScore(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_longer_one_ply_earlier_and_a_loss_for_the_other_side() {
        assert_eq!(RawScore::win_in(3).one_ply_earlier(), RawScore::loss_in(4));
        assert_eq!(RawScore::loss_in(0).one_ply_earlier(), RawScore::win_in(1));
        assert_eq!(RawScore::estimate(7).one_ply_earlier(), RawScore::estimate(-7));
        for score in [RawScore::win_in(5), RawScore::loss_in(2), RawScore::estimate(-40), RawScore::DRAW] {
            assert_eq!(score.one_ply_later().one_ply_earlier(), score);
            assert_eq!(RawScore::from_bits(score.to_bits()), score);
        }
        assert!(
            RawScore::win_in(1) > RawScore::win_in(2)
                && RawScore::win_in(1_000) > RawScore::estimate(i32::MAX)
        );
        assert!(!RawScore::estimate(i32::MIN).is_decided() && RawScore::loss_in(1_500).is_loss());
        assert_eq!(RawScore::loss_in(12).distance(), Some(12));
    }
}
