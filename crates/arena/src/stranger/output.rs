//! What a program says, as much of it as anybody would want to hear.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

use super::tail::Tail;

/// A line longer than this is none.
const LONGEST_LINE: usize = 64 << 10;
/// For one answer a program may say this much.
const MOST: usize = 1 << 20;

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A whole line, without its end. What is no UTF-8 is replaced.
    Line(String),
    /// What came after the last whole line, when there was no more.
    Rest(String),
    /// More than anybody would want to hear; nothing after it is heard.
    Flood,
    /// Nothing more will come.
    End,
}

/// Listens to a program.
pub(crate) struct Output {
    hear: Receiver<Heard>,
    allowance: Arc<AtomicUsize>,
    tail: Tail,
}

impl Output {
    /// From now on, to what comes out there.
    pub(crate) fn of(source: impl Read + Send + 'static) -> io::Result<Output> {
        let (tell, hear) = mpsc::channel();
        let allowance = Arc::new(AtomicUsize::new(MOST));
        let left = Arc::clone(&allowance);
        let tail = Tail::default();
        let end = tail.clone();
        std::thread::Builder::new().spawn(move || listen(source, &left, &tell, &end))?;
        Ok(Output { hear, allowance, tail })
    }

    /// Begins a new answer.
    pub(crate) fn begin(&self) {
        self.allowance.store(MOST, Ordering::Relaxed);
    }

    /// Where it can be heard.
    pub(crate) fn hear(&self) -> &Receiver<Heard> {
        &self.hear
    }

    /// The end of what was said so far.
    pub(crate) fn tail(&self) -> String {
        self.tail.text()
    }
}

fn listen(mut source: impl Read, left: &AtomicUsize, tell: &Sender<Heard>, tail: &Tail) {
    let mut buffer = [0; 8 << 10];
    let mut line: Vec<u8> = Vec::new();
    loop {
        let read = match source.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        tail.add(&buffer[..read]);
        let before =
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left.saturating_sub(read)));
        if before.is_ok_and(|before| before < read) || line.len() + read > LONGEST_LINE + buffer.len() {
            let _ = tell.send(Heard::Flood);
            return;
        }
        for &byte in &buffer[..read] {
            if byte != b'\n' {
                line.push(byte);
            } else if tell.send(Heard::Line(text(&std::mem::take(&mut line)))).is_err() {
                return;
            }
        }
    }
    if !line.is_empty() {
        let _ = tell.send(Heard::Rest(text(&line)));
    }
    let _ = tell.send(Heard::End);
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end_matches('\r').to_string()
}

/// Keeps the end of what a program complains about, until it has no more to say.
pub(crate) fn keep_complaints(mut source: impl Read, tail: &Tail) {
    let mut buffer = [0; 4 << 10];
    while let Ok(read) = source.read(&mut buffer) {
        if read == 0 {
            break;
        }
        tail.add(&buffer[..read]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &'static [u8]) -> Vec<Heard> {
        Output::of(text).unwrap().hear.iter().collect()
    }

    #[test]
    fn lines_come_whole_and_the_rest_after_them() {
        let line = |text: &str| Heard::Line(text.into());
        assert_eq!(heard(b"a b\r\n\nc"), [line("a b"), line(""), Heard::Rest("c".into()), Heard::End]);
        assert_eq!(heard(b""), [Heard::End]);
        assert_eq!(heard(b"\xff\n"), [line("\u{fffd}"), Heard::End]);
    }

    #[test]
    fn a_flood_is_not_drunk() {
        for unit in ["x", "x\n"] {
            let source =
                std::io::Read::take(std::io::repeat(0), 0).chain(std::io::Cursor::new(unit.repeat(8 << 20)));
            let heard: Vec<Heard> = Output::of(source).unwrap().hear.iter().collect();
            assert_eq!(heard.last(), Some(&Heard::Flood));
            assert!(heard.len() <= MOST);
        }
    }

    #[test]
    fn of_a_complaint_the_end_is_kept() {
        let tail = Tail::default();
        keep_complaints(std::io::Cursor::new(format!("{}the end\n", "x".repeat(100_000))), &tail);
        let text = tail.text();
        assert!(text.ends_with("xthe end") && text.len() >= (4 << 10) - 1, "{}", text.len());
    }
}
