//! Limits of a search.

use cancel::Cancel;
use game::Player;

/// The limits of a search. This crate reads no clock: a time limit belongs to the token.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The largest number of positions to visit.
    pub nodes: u64,
    /// Polled every 1024 nodes; cancels the search.
    pub cancel: &'a Cancel,
    /// The player who is likely to win. This affects the duration, not the result.
    pub favourite: Option<Player>,
}

impl Limits<'static> {
    /// No limits.
    #[must_use]
    pub fn none() -> Limits<'static> {
        Limits::nodes(u64::MAX)
    }

    /// At most `nodes` positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits<'static> {
        Limits { nodes, cancel: &cancel::NEVER, favourite: None }
    }
}

/// The limits were reached before there was an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the limits were reached before there was an answer")]
pub struct Stopped;

/// The limit that ended a search before it had a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitReached {
    /// The node limit was reached.
    Nodes,
    /// [`Limits::cancel`] was cancelled.
    Stopped,
    /// Only the exploration of the state space was left, and that does not fit into memory.
    Memory,
}

/// How often [`Limits::cancel`] is polled.
const NODES_PER_QUESTION: u64 = 1_024;

/// The remaining part of the limits.
pub(crate) struct Budget<'a> {
    limits: Limits<'a>,
    /// The number of positions visited.
    pub(crate) nodes: u64,
    /// The number of nodes at which the current share ends.
    until: u64,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: &Limits<'a>) -> Budget<'a> {
        Budget { limits: *limits, nodes: 0, until: limits.nodes }
    }

    /// Counts one position.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes > self.until
            || self.nodes.is_multiple_of(NODES_PER_QUESTION) && self.limits.cancel.is_cancelled()
        {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Whether the search was cancelled.
    pub(crate) fn is_stopped(&self) -> bool {
        self.limits.cancel.is_cancelled()
    }

    /// Whether the search was cancelled or has used up its nodes.
    pub(crate) fn is_over(&self) -> bool {
        self.nodes >= self.limits.nodes || self.limits.cancel.is_cancelled()
    }

    /// The limit that ended the search.
    pub(crate) fn limit_reached(&self) -> LimitReached {
        if self.nodes >= self.limits.nodes {
            LimitReached::Nodes
        } else if self.is_stopped() {
            LimitReached::Stopped
        } else {
            LimitReached::Memory
        }
    }

    /// The player who is likely to win.
    pub(crate) fn favourite(&self) -> Option<Player> {
        self.limits.favourite
    }

    /// Runs `work` with at most `nodes` positions.
    pub(crate) fn share<T>(
        &mut self,
        nodes: u64,
        work: impl FnOnce(&mut Budget<'a>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let (before, begin) = (self.until, self.nodes);
        self.until = before.min(self.nodes.saturating_add(nodes));
        let done = work(self);
        debug_assert!(
            self.nodes <= self.until.max(begin).saturating_add(1),
            "the work stays within its share"
        );
        self.until = before;
        done
    }
}
