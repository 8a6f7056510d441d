//! Several threads search one position, share the transposition table (lazy SMP), and defer the
//! moves that others are searching (a simple ABDADA).

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
    /// answers and tells the observer. The helpers search the same position on their own and help
    /// through the transposition table. Each thread defers the moves that another one is searching
    /// (step 14), so that they part ways.
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
        let moves_in_progress = MovesInProgress::new();
        let go_on = |_| !nodes.are_used_up() && !cancel.is_cancelled();
        let helped = Limits { depth: u8::MAX, may_deepen: &go_on, ..limits };
        let search = |limits| {
            let search = Search::new(self.evaluator, self.table, limits, self.options);
            search.counting_with(&nodes).deferring(&moves_in_progress)
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                let search = &search;
                let help = move || search(helped).run(self.root, self.history);
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

/// Which moves the threads are searching now. A slot that is taken by another move is overwritten:
/// the table advises, and no result depends on it.
pub(crate) struct MovesInProgress(Vec<AtomicU64>);

/// The slots of [`MovesInProgress`]: a power of two, many more than threads times depth.
const SLOTS: usize = 1 << 12;

impl MovesInProgress {
    pub(crate) fn new() -> MovesInProgress {
        MovesInProgress((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// The identity of a move: the key of its position and its place in the list. The depth does
    /// not count: a thread that searches it to another depth is better followed later, too.
    pub(crate) fn identity(key: u64, place: u16) -> u64 {
        game::mix(key ^ u64::from(place) << 16)
    }

    fn slot(&self, identity: u64) -> &AtomicU64 {
        &self.0[identity as usize % SLOTS]
    }

    pub(crate) fn contains(&self, identity: u64) -> bool {
        self.slot(identity).load(Ordering::Relaxed) == identity
    }

    pub(crate) fn begin(&self, identity: u64) {
        self.slot(identity).store(identity, Ordering::Relaxed);
    }

    pub(crate) fn end(&self, identity: u64) {
        // Only if no other move has taken the slot.
        let _ = self.slot(identity).compare_exchange(identity, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_in_progress_from_its_begin_to_its_end() {
        let moves = MovesInProgress::new();
        let [one, two] = [3, 4].map(|place| MovesInProgress::identity(99, place));
        moves.begin(one);
        assert!(moves.contains(one) && !moves.contains(two));
        let same_slot = one + SLOTS as u64;
        moves.begin(same_slot);
        assert!(moves.contains(same_slot) && !moves.contains(one), "the later one has the slot");
        moves.end(one);
        assert!(moves.contains(same_slot), "the slot is another's");
        moves.end(same_slot);
        assert!(!moves.contains(same_slot));
    }
}
