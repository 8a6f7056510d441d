//! The limits of a search.

use cancel::Cancel;

/// How far a search may go. The search itself reads no clock: a time limit is one of the token.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The greatest depth in plies.
    pub depth: u8,
    /// The node limit, exact, except that the first depth is always completed, so that every move
    /// has been searched.
    pub nodes: u64,
    /// Asked every 128 nodes: whether to stop at once.
    pub cancel: &'a Cancel,
    /// Asked before each new depth, except the first: whether it is worth beginning.
    pub may_deepen: &'a (dyn Fn(u8) -> bool + Sync),
}

impl Limits<'static> {
    /// To a depth, however long it takes.
    #[must_use]
    pub fn depth(depth: u8) -> Limits<'static> {
        Limits { depth, nodes: u64::MAX, cancel: &cancel::NEVER, may_deepen: &|_| true }
    }

    /// Up to this many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits<'static> {
        Limits { nodes, ..Limits::depth(u8::MAX) }
    }
}

/// The search was stopped before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// The interval of checks of [`Limits::cancel`], each of which takes about 50 ns. A node may take
/// 20 µs on a large board, or if it is the first to touch its pages: the search then stops a few
/// milliseconds late.
pub(crate) const NODES_BETWEEN_STOP_CHECKS: u64 = 128;
