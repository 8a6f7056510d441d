//! The standard error of a program during one game, as far as it is kept.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::record::{KEPT_STDERR_END, KEPT_STDERR_START};

/// What a program wrote to its standard error in one game, however often it was started: the first 4 kB and the last
/// 12 kB, with a line before what belongs to another ply. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct StderrLog(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    start: Vec<u8>,
    end: std::collections::VecDeque<u8>,
    left_out: u64,
    ply: usize,
    /// The ply that the last line before a text has named.
    named: usize,
}

impl StderrLog {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on the program thinks about this ply, from 1.
    pub(crate) fn begin_ply(&self, ply: usize) {
        self.kept().ply = ply;
    }

    /// Appends bytes.
    pub(crate) fn add(&self, bytes: &[u8]) {
        let mut kept = self.kept();
        if kept.named != kept.ply {
            kept.named = kept.ply;
            let line = if kept.is_at_line_start() { "" } else { "\n" };
            let heading = format!("{line}[ply {}]\n", kept.ply);
            kept.push(heading.as_bytes());
        }
        kept.push(bytes);
    }

    /// What is kept, as text: invalid UTF-8 is replaced.
    pub(crate) fn text(&self) -> String {
        let mut kept = self.kept();
        let mut text = String::from_utf8_lossy(&kept.start).into_owned();
        if kept.left_out > 0 {
            let _ = writeln!(text, "\n[… {} bytes are left out here …]", kept.left_out);
        }
        text += &String::from_utf8_lossy(kept.end.make_contiguous());
        text.trim_end().to_string()
    }
}

impl Kept {
    fn is_at_line_start(&self) -> bool {
        self.end.back().or(self.start.last()).is_none_or(|&byte| byte == b'\n')
    }

    fn push(&mut self, bytes: &[u8]) {
        let room = KEPT_STDERR_START.saturating_sub(self.start.len()).min(bytes.len());
        self.start.extend(&bytes[..room]);
        self.end.extend(&bytes[room..]);
        let surplus = self.end.len().saturating_sub(KEPT_STDERR_END);
        self.end.drain(..surplus);
        self.left_out += surplus as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ply_with_output_is_named_once() {
        let log = StderrLog::default();
        assert_eq!(log.text(), "");
        log.begin_ply(1);
        log.add(b"one");
        log.add(b" line");
        log.begin_ply(3);
        log.begin_ply(5);
        log.add(b"five\n");
        log.begin_ply(7);
        log.add(b"seven\n");
        assert_eq!(log.text(), "[ply 1]\none line\n[ply 5]\nfive\n[ply 7]\nseven");
    }

    #[test]
    fn beginning_and_end_are_kept() {
        let log = StderrLog::default();
        for number in 0..10_000 {
            log.add(format!("line {number}\n").as_bytes());
        }
        let text = log.text();
        assert!(text.starts_with("line 0\nline 1\n") && text.ends_with("\nline 9999"), "{text}");
        assert!(text.len() <= KEPT_STDERR_START + KEPT_STDERR_END + 60, "{}", text.len());
        let written: usize = (0..10_000).map(|number| format!("line {number}\n").len()).sum();
        let left_out = written - KEPT_STDERR_START - KEPT_STDERR_END;
        assert!(text.contains(&format!("[… {left_out} bytes are left out here …]")), "{text}");
    }
}
