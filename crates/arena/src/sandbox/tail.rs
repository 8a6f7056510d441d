//! The last bytes of a stream.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// How many bytes are kept.
const KEPT: usize = 4 << 10;

/// The last 4 kB of a stream, which may still be growing. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct Tail(Arc<Mutex<VecDeque<u8>>>);

impl Tail {
    /// Appends bytes.
    pub(crate) fn add(&self, bytes: &[u8]) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&bytes[bytes.len().saturating_sub(KEPT)..]);
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }

    /// The current tail as text: invalid UTF-8 is replaced, and line ends around it are trimmed.
    pub(crate) fn text(&self) -> String {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: &[u8] = kept.make_contiguous();
        // The first character may have lost its first bytes.
        let cut = bytes.iter().take(3).take_while(|&&byte| byte & 0b1100_0000 == 0b1000_0000).count();
        let cut = if bytes.len() < KEPT { 0 } else { cut };
        String::from_utf8_lossy(&bytes[cut..]).trim_matches(['\n', '\r']).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_kept_and_characters_stay_whole() {
        let tail = Tail::default();
        assert_eq!(tail.text(), "");
        tail.add(b"\n  one\n");
        assert_eq!(tail.text(), "  one");
        for _ in 0..1000 {
            tail.add("größer\n".as_bytes());
        }
        tail.add(b"the end\n");
        let text = tail.text();
        assert!(text.ends_with("größer\nthe end") && text.len() > KEPT - 8 && text.len() <= KEPT, "{text}");
        assert!(!text.contains('\u{fffd}'));
        tail.add("é".repeat(KEPT).as_bytes());
        assert_eq!(tail.text(), "é".repeat(KEPT / 2));
        tail.add(b"x");
        assert_eq!(tail.text(), format!("{}x", "é".repeat(KEPT / 2 - 1)));
    }
}
