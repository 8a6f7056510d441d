//! Scores and windows on their way through the tree.

use crate::RawScore;

/// A score, and whether it depends on the path that led here. Wins and losses never do: each ply of
/// them was searched.
#[derive(Clone, Copy)]
pub(super) struct NodeScore {
    pub(super) score: RawScore,
    /// A draw because a position came again.
    pub(super) by_repetition: bool,
    /// A draw because the game may not last longer, here or in a move that was rejected.
    pub(super) by_cap: bool,
}

impl NodeScore {
    #[inline]
    pub(super) fn path_independent(score: RawScore) -> NodeScore {
        NodeScore { score, by_repetition: false, by_cap: false }
    }

    #[inline]
    pub(super) fn is_path_dependent(self) -> bool {
        (self.by_repetition || self.by_cap) && !self.score.is_decided()
    }

    /// What it is worth to the side that moves one ply earlier, who may be the same.
    #[inline]
    pub(super) fn one_ply_earlier(self, same_turn: bool) -> NodeScore {
        let other = self.score.one_ply_earlier();
        NodeScore { score: if same_turn { -other } else { other }, ..self }
    }
}

/// A window of scores that matter.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: RawScore,
    pub(super) beta: RawScore,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: RawScore::LEAST, beta: RawScore::MOST };

    /// The same window for the position after a move.
    #[inline]
    pub(super) fn one_ply_later(self, same_turn: bool) -> Window {
        let (alpha, beta) = (self.alpha.one_ply_later(), self.beta.one_ply_later());
        if same_turn { Window { alpha: -alpha, beta: -beta } } else { Window { alpha: beta, beta: alpha } }
    }

    /// The window that only asks whether a score is above alpha.
    #[inline]
    pub(super) fn null(self) -> Window {
        debug_assert!(self.alpha < self.beta, "a window has room for a score");
        Window { alpha: self.alpha, beta: self.alpha.just_above() }
    }

    #[inline]
    pub(super) fn is_null(self) -> bool {
        self.beta <= self.alpha.just_above()
    }
}
