//! A fair queue: clients take turns, however many jobs each of them has queued.
//!
//! This is start-time fair queueing with jobs of equal weight: a job's turn is the one after its
//! client's last queued job, or after the turn served last. So a client's only job waits for at
//! most one job of every other client.

use std::collections::VecDeque;

use crate::client::Client;

/// Jobs ordered by turn.
pub(crate) struct FairQueue<T> {
    queue: VecDeque<QueuedItem<T>>,
    /// The turn of the job popped last.
    last_turn: u64,
}

struct QueuedItem<T> {
    turn: u64,
    client: Client,
    item: T,
}

impl<T> Default for FairQueue<T> {
    fn default() -> FairQueue<T> {
        FairQueue { queue: VecDeque::new(), last_turn: 0 }
    }
}

impl<T> FairQueue<T> {
    /// The turn of a client's next job.
    fn turn(&self, client: Client) -> u64 {
        let last = self.queue.iter().rev().find(|queued| queued.client == client);
        1 + last.map_or(self.last_turn, |queued| queued.turn)
    }

    pub(crate) fn push(&mut self, client: Client, item: T) {
        let turn = self.turn(client);
        let index = self.queue.partition_point(|other| other.turn <= turn);
        self.queue.insert(index, QueuedItem { turn, client, item });
    }

    /// The next job.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let first = self.queue.pop_front()?;
        self.last_turn = first.turn;
        Some(first.item)
    }

    /// Drops the last job if a new job of this client would come before it; returns whether it did.
    pub(crate) fn preempt(&mut self, client: Client) -> bool {
        let turn = self.turn(client);
        self.queue.pop_back_if(|last| last.turn > turn).is_some()
    }

    /// Drops the last job; returns whether there was one.
    pub(crate) fn drop_last(&mut self) -> bool {
        self.queue.pop_back().is_some()
    }

    pub(crate) fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        self.queue.retain(|queued| keep(&queued.item));
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.queue.iter().map(|queued| &queued.item)
    }

    pub(crate) fn len(&self) -> usize {
        self.queue.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.queue.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> Client {
        Client::at([192, 0, 2, number].into())
    }

    #[test]
    fn whoever_has_one_job_does_not_wait_for_somebodys_hundred() {
        let mut queue = FairQueue::default();
        for job in 0..100 {
            queue.push(client(1), job);
        }
        queue.push(client(2), 1000);
        queue.push(client(3), 2000);
        assert_eq!([(); 5].map(|()| queue.pop().unwrap()), [0, 1000, 2000, 1, 2]);
        queue.push(client(2), 1001);
        assert_eq!([(); 3].map(|()| queue.pop().unwrap()), [3, 1001, 4]);
    }

    #[test]
    fn whoever_comes_again_and_again_starves_nobody() {
        let mut queue = FairQueue::default();
        for job in 0..10 {
            queue.push(client(1), job);
        }
        let mut served = Vec::new();
        for _ in 0..20 {
            queue.push(client(2), 1000);
            served.push(queue.pop().unwrap());
        }
        assert_eq!(served.iter().filter(|&&job| job < 1000).count(), 10, "{served:?}");
    }

    #[test]
    fn who_has_much_gives_way_to_who_has_little() {
        let mut queue = FairQueue::default();
        (0..3).for_each(|job| queue.push(client(1), job));
        assert!(!queue.preempt(client(1)));
        assert!(queue.preempt(client(2)));
        assert_eq!(queue.iter().copied().collect::<Vec<_>>(), [0, 1]);
    }
}
