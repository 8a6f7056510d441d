//! Counting move sequences for as long as nobody says stop.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::clock::Control;
use crate::erased::{AnyPosition, MoveId};

impl dyn AnyPosition {
    /// As many as [`AnyPosition::perft`] counts, or nothing if `control` was stopped. Where threads cannot be had, fewer
    /// must do.
    #[must_use]
    pub fn perft_until(&self, depth: u32, threads: usize, control: &Control) -> Option<u64> {
        if threads <= 1 || depth <= AT_ONCE {
            return count(self, depth, control);
        }
        let first: Vec<_> = successors(self).collect();
        let jobs: Vec<_> = first.iter().flat_map(|pos| successors(&**pos)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut sum: u64 = 0;
            while let Some(pos) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                sum = sum.saturating_add(count(&**pos, depth - 2, control)?);
            }
            Some(sum)
        };
        thread::scope(|scope| {
            let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..threads.min(jobs.len())).map_while(start).collect();
            let own = work();
            let sums = others.into_iter().map(|other| other.join().expect("rules do not panic"));
            sums.fold(own, |sum, more| Some(sum?.saturating_add(more?)))
        })
    }
}

/// So many plies are counted without asking, which takes some microseconds.
const AT_ONCE: u32 = 3;

fn successors(pos: &dyn AnyPosition) -> impl Iterator<Item = Box<dyn AnyPosition>> {
    (0..pos.move_count()).map(|place| pos.play(MoveId::new(place)))
}

fn count(pos: &dyn AnyPosition, depth: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth <= AT_ONCE {
        return Some(pos.perft(depth, 1));
    }
    let mut sum: u64 = 0;
    for after in successors(pos) {
        sum = sum.saturating_add(count(&*after, depth - 1, control)?);
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use game::Position as _;
    use game::toy::Toy;

    use super::*;
    use crate::play::Play;

    struct ToyPlay;

    impl Play for ToyPlay {
        type Position = Toy;
    }

    #[test]
    fn all_ways_of_counting_agree() {
        let start = crate::erased::erase::<ToyPlay>(Toy::start());
        for depth in 0..=8 {
            let expected = Some(start.perft(depth, 1));
            for threads in [1, 3] {
                assert_eq!(start.perft_until(depth, threads, &Control::new()), expected, "{depth}");
            }
        }
        let stopped = Control::new();
        stopped.stop();
        assert_eq!(start.perft_until(8, 2, &stopped), None);
    }
}
