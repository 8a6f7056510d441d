//! Lazy SMP: several threads search one position and share the transposition table.

use std::sync::atomic::{AtomicU64, Ordering};

use game::{Keyed, Position};

use crate::{Evaluator, Limits, MoveOrdering, Options, Report, Search, Table};

/// What is searched, and with what.
pub struct ParallelSearch<'a, P, E> {
    /// The position.
    pub root: &'a P,
    /// The keys of the positions that came before and may come again.
    pub history: &'a [u64],
    /// What positions are worth, and what moves are like.
    pub evaluator: &'a E,
    /// What was found out before.
    pub table: &'a Table,
    /// When to stop.
    pub limits: Limits<'a>,
    /// How to search.
    pub options: Options,
}

impl<P: Position + Keyed, E: Evaluator<P> + MoveOrdering<P>> ParallelSearch<'_, P, E> {
    /// Searches with `threads` threads, of which the calling one is the main thread: it alone
    /// answers and tells the observer. The helpers search the same position on their own, every
    /// other one a ply deeper, and help through the transposition table.
    ///
    /// The limit of nodes is for all of them together, and with several of them not exact.
    pub fn run(&self, threads: usize, observer: &mut dyn FnMut(&Report<P::Move>)) -> Report<P::Move> {
        if threads <= 1 {
            let search = Search::new(self.evaluator, self.table, self.limits, self.options);
            return search.observed_by(observer).run(self.root, self.history);
        }
        let nodes = SharedNodes { count: AtomicU64::new(0), limit: self.limits.nodes };
        let cancel = self.limits.cancel.child();
        let limits = Limits { nodes: u64::MAX, cancel: &cancel, ..self.limits };
        let go_on = |_| !nodes.are_used_up() && !cancel.is_cancelled();
        let helped = Limits { depth: u8::MAX, may_deepen: &go_on, ..limits };
        let search =
            |limits| Search::new(self.evaluator, self.table, limits, self.options).counting_with(&nodes);
        std::thread::scope(|scope| {
            for number in 1..threads {
                let search = &search;
                let help =
                    move || search(helped).starting_at(1 + number as u8 % 2).run(self.root, self.history);
                // Where no thread can be had, those that there are must do.
                let _ = std::thread::Builder::new().spawn_scoped(scope, help);
            }
            let report = search(limits).observed_by(observer).run(self.root, self.history);
            cancel.cancel();
            report
        })
    }
}

/// The nodes of all threads together, and how many they may be.
pub(crate) struct SharedNodes {
    count: AtomicU64,
    limit: u64,
}

impl SharedNodes {
    pub(crate) fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self, nodes: u64) {
        self.count.fetch_add(nodes, Ordering::Relaxed);
    }

    pub(crate) fn are_used_up(&self) -> bool {
        self.count() >= self.limit
    }
}
