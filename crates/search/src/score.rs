//! What a position is worth to the side to move, as it is reported.

use std::cmp::Ordering;

use game::Exact;

use crate::RawScore;

/// What a position is worth to the side to move: an estimate, or a proven win or loss.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// An estimate, in hundredths of the least piece.
    Estimate(i32),
    /// It wins in at most this many plies.
    Win(u32),
    /// It loses in at most this many plies.
    Loss(u32),
}

impl Score {
    /// Neither side is better.
    pub const DRAW: Score = Score::Estimate(0);

    /// Whether this is a proven win or loss and no estimate.
    #[must_use]
    pub fn is_decided(self) -> bool {
        !matches!(self, Score::Estimate(_))
    }

    /// Within how many plies the game ends, where the score is decided.
    #[must_use]
    pub fn distance(self) -> Option<u32> {
        match self {
            Score::Win(plies) | Score::Loss(plies) => Some(plies),
            Score::Estimate(_) => None,
        }
    }

    /// A number that is larger for the better, with wins and losses beyond all estimates.
    #[must_use]
    pub fn points(self) -> i32 {
        RawScore::from(self).points()
    }
}

/// The better score is the greater one: a quicker win, a later loss.
impl Ord for Score {
    fn cmp(&self, other: &Score) -> Ordering {
        RawScore::from(*self).cmp(&RawScore::from(*other))
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<Exact> for Score {
    fn from(exact: Exact) -> Score {
        match exact {
            Exact::Win(plies) => Score::Win(plies),
            Exact::Loss(plies) => Score::Loss(plies),
            Exact::Draw => Score::DRAW,
        }
    }
}

impl From<RawScore> for Score {
    fn from(score: RawScore) -> Score {
        match score.distance() {
            Some(plies) if score.is_win() => Score::Win(plies),
            Some(plies) => Score::Loss(plies),
            None => Score::Estimate(score.points()),
        }
    }
}

impl From<Score> for RawScore {
    fn from(score: Score) -> RawScore {
        match score {
            Score::Estimate(points) => RawScore::estimate(points),
            Score::Win(plies) => RawScore::win_in(plies),
            Score::Loss(plies) => RawScore::loss_in(plies),
        }
    }
}

impl From<Exact> for RawScore {
    #[inline]
    fn from(exact: Exact) -> RawScore {
        match exact {
            Exact::Win(plies) => RawScore::win_in(plies),
            Exact::Loss(plies) => RawScore::loss_in(plies),
            Exact::Draw => RawScore::DRAW,
        }
    }
}
