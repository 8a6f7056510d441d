//! A cache of decoded blocks.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One slot for each block of a table, filled while the block is cached. Each has its own lock,
/// which a reader holds only while it copies one byte.
pub(crate) struct Slots(Box<[Mutex<Option<Decoded>>]>);

struct Decoded {
    codes: Box<[u8]>,
    /// Whether the block was read since the last attempt to evict it.
    used: bool,
}

impl Slots {
    pub(crate) fn new(blocks: u64) -> Slots {
        Slots((0..blocks).map(|_| Mutex::new(None)).collect())
    }

    /// A code of a block: `None` if the block is not cached, `Some(None)` if it has no such code.
    #[inline]
    pub(crate) fn code(&self, block: u64, at: usize) -> Option<Option<u8>> {
        let mut slot = locked(self.0.get(block as usize)?);
        let decoded = slot.as_mut()?;
        decoded.used = true;
        Some(decoded.codes.get(at).copied())
    }
}

/// The cached blocks, evicted by the clock algorithm: oldest first, except that a block that was
/// used since its last turn gets another one.
pub(crate) struct Cache {
    most_bytes: usize,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    bytes: usize,
    /// Numbers of tables and blocks, the oldest first.
    order: VecDeque<(u32, u32)>,
}

impl Cache {
    pub(crate) fn new(most_bytes: usize) -> Cache {
        Cache { most_bytes, queue: Mutex::default() }
    }

    /// Caches a decoded block. `slots_of` gives the slots of each open table.
    pub(crate) fn keep<'s>(
        &self,
        (table, block): (u32, u64),
        codes: Vec<u8>,
        slots_of: impl Fn(u32) -> Option<&'s Slots>,
    ) {
        let (len, Ok(number)) = (codes.len(), u32::try_from(block)) else { return };
        let Some(slot) = slots_of(table).and_then(|slots| slots.0.get(block as usize)) else { return };
        if !self.make_room(len, &slots_of) {
            return;
        }
        let is_new = {
            let mut slot = locked(slot);
            let is_new = slot.is_none();
            slot.get_or_insert_with(|| Decoded { codes: codes.into_boxed_slice(), used: false });
            is_new
        };
        let mut queue = locked(&self.queue);
        if is_new {
            queue.order.push_back((table, number));
        } else {
            // Another thread has cached the block in the meantime.
            queue.bytes -= len;
        }
    }

    /// Reserves `len` bytes, and evicts blocks for them. Fails if the cache is too small.
    fn make_room<'s>(&self, len: usize, slots_of: &impl Fn(u32) -> Option<&'s Slots>) -> bool {
        let mut queue = locked(&self.queue);
        let mut turns = 2 * queue.order.len();
        while queue.bytes + len > self.most_bytes {
            if turns == 0 {
                return false;
            }
            turns -= 1;
            let Some((table, block)) = queue.order.pop_front() else { return false };
            let Some(slot) = slots_of(table).and_then(|slots| slots.0.get(block as usize)) else { continue };
            let mut slot = locked(slot);
            match slot.as_mut() {
                Some(decoded) if decoded.used => {
                    decoded.used = false;
                    queue.order.push_back((table, block));
                }
                Some(decoded) => {
                    queue.bytes -= decoded.codes.len();
                    *slot = None;
                }
                None => (),
            }
        }
        queue.bytes += len;
        true
    }

    /// The number of bytes of decoded blocks.
    pub(crate) fn bytes(&self) -> usize {
        locked(&self.queue).bytes
    }
}

/// Ignores poisoning: what these locks protect is consistent at every point where a thread could
/// panic.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
