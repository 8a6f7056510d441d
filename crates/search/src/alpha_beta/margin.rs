//! The margins of selective search: each has its name and its home here.

/// Up to this depth a position so much better than needed is believed to stay better.
pub(super) const BETTER_DEPTH: i32 = 6;
/// For each ply of depth.
pub(super) const BETTER_POINTS: i32 = 90;
/// From this depth on doing nothing is tried.
pub(super) const PASS_DEPTH: i32 = 3;
/// By how much less deeply.
pub(super) const PASS_REDUCTION: i32 = 3;
/// From this depth on late moves are looked at less deeply.
pub(super) const LATE_DEPTH: i32 = 3;
/// A move is late after so many others.
pub(super) const LATE_MOVES: usize = 3;
/// The first window around the last score.
pub(super) const ASPIRATION: i32 = 30;
/// From this depth on.
pub(super) const ASPIRATION_DEPTH: u8 = 5;
