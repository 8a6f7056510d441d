//! Decoded blocks, as many as there is room for.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The places of the decoded blocks of one table. Each has its own lock, which a reader holds for as long as it
/// takes to copy a byte.
pub(crate) struct Slots(Box<[Mutex<Option<Decoded>>]>);

struct Decoded {
    codes: Box<[u8]>,
    /// Whether it was looked into since somebody last wanted its room.
    used: bool,
}

impl Slots {
    pub(crate) fn new(blocks: u64) -> Slots {
        Slots((0..blocks).map(|_| Mutex::new(None)).collect())
    }

    /// A code of a block, if the block is there: nothing inside where it has no such code.
    #[inline]
    pub(crate) fn code(&self, block: u64, at: usize) -> Option<Option<u8>> {
        let mut slot = locked(self.0.get(block as usize)?);
        let decoded = slot.as_mut()?;
        decoded.used = true;
        Some(decoded.codes.get(at).copied())
    }
}

/// Which blocks are decoded, the oldest first: the order in which they make room for others, except that those
/// which were used in the meantime get another turn.
pub(crate) struct Cache {
    most_bytes: usize,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    bytes: usize,
    /// The number of the table and that of the block.
    order: VecDeque<(u32, u32)>,
}

impl Cache {
    pub(crate) fn new(most_bytes: usize) -> Cache {
        Cache { most_bytes, queue: Mutex::default() }
    }

    /// Keeps a decoded block. `slots_of` knows the slots of every table that has any.
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
            // Another thread was as quick.
            queue.bytes -= len;
        }
    }

    /// Makes room for so many bytes and takes it.
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

    /// How many bytes of decoded blocks there are.
    pub(crate) fn bytes(&self) -> usize {
        locked(&self.queue).bytes
    }
}

/// What is behind these locks is whole at any time, so a thread that panicked spoils nothing.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
