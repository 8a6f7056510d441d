//! When to stop.

use cancel::Cancel;
use game::Player;

/// How far to go. Nothing here reads a clock: a time limit is one of the token.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// How many positions may be looked at.
    pub nodes: u64,
    /// Asked every 1024 nodes: whether to stop at once.
    pub cancel: &'a Cancel,
    /// Who is likely to win. It changes nothing but how long it takes.
    pub favourite: Option<Player>,
}

impl Limits<'static> {
    /// Without end.
    #[must_use]
    pub fn none() -> Limits<'static> {
        Limits::nodes(u64::MAX)
    }

    /// So many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits<'static> {
        Limits { nodes, cancel: &cancel::NEVER, favourite: None }
    }
}

/// The limits were reached before there was an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the limits were reached before there was an answer")]
pub struct Stopped;

/// Which limit ended a search for a value before there was one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitReached {
    /// As many positions were looked at as may be.
    Nodes,
    /// [`Limits::cancel`] was cancelled.
    Stopped,
    /// Nothing was left to try but to look at everything, and that does not fit into memory.
    Memory,
}

/// Between two questions to [`Limits::cancel`].
const NODES_PER_QUESTION: u64 = 1_024;

/// What is left of the limits while something goes on.
pub(crate) struct Budget<'a> {
    limits: Limits<'a>,
    /// All that were looked at.
    pub(crate) nodes: u64,
    /// Where the part of the work that goes on must end.
    until: u64,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: &Limits<'a>) -> Budget<'a> {
        Budget { limits: *limits, nodes: 0, until: limits.nodes }
    }

    /// One more position is looked at.
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

    /// Whether somebody wants everything to stop, however much may still be looked at.
    pub(crate) fn is_stopped(&self) -> bool {
        self.limits.cancel.is_cancelled()
    }

    /// Whether everything has to stop.
    pub(crate) fn is_over(&self) -> bool {
        self.nodes >= self.limits.nodes || self.limits.cancel.is_cancelled()
    }

    /// What ended it.
    pub(crate) fn limit_reached(&self) -> LimitReached {
        if self.nodes >= self.limits.nodes {
            LimitReached::Nodes
        } else if self.is_stopped() {
            LimitReached::Stopped
        } else {
            LimitReached::Memory
        }
    }

    /// Who is likely to win.
    pub(crate) fn favourite(&self) -> Option<Player> {
        self.limits.favourite
    }

    /// Does something that may look at no more than so many positions.
    pub(crate) fn share<T>(
        &mut self,
        nodes: u64,
        work: impl FnOnce(&mut Budget<'a>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let (before, begin) = (self.until, self.nodes);
        self.until = before.min(self.nodes.saturating_add(nodes));
        let done = work(self);
        debug_assert!(self.nodes <= self.until.max(begin).saturating_add(1), "a share is kept");
        self.until = before;
        done
    }
}
