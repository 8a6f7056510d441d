//! Reading the output of a program, up to a limit.

use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

use super::stderr_log::StderrLog;
use super::tail::Tail;

/// A longer line is a flood.
const MAX_LINE_BYTES: usize = 64 << 10;
/// More output for one answer is a flood.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// A piece of output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OutputEvent {
    /// A line without its line end; invalid UTF-8 is replaced.
    Line(String),
    /// A last line without a line end.
    Rest(String),
    /// More output than is allowed; nothing after it is read.
    Flood(Flood),
    /// End of output.
    End,
}

/// More output than a program may print.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flood {
    /// This many bytes without a line end.
    Line(usize),
    /// This many bytes for one answer.
    Answer(usize),
}

impl fmt::Display for Flood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flood::Line(bytes) => {
                write!(f, "it printed {bytes} bytes without a line end, and a line may have {MAX_LINE_BYTES}")
            }
            Flood::Answer(bytes) => {
                write!(f, "it printed {bytes} bytes for one move, and may print {MAX_ANSWER_BYTES}")
            }
        }
    }
}

/// A thread that reads a program's output.
pub(crate) struct Output {
    events: Receiver<OutputEvent>,
    printed: Arc<Printed>,
    tail: Tail,
}

/// Bytes printed.
#[derive(Default)]
struct Printed {
    /// For this answer.
    total: AtomicUsize,
    /// Since the last line end.
    unfinished: AtomicUsize,
}

impl Output {
    /// Starts reading from `source`.
    pub(crate) fn of(source: impl Read + Send + 'static) -> io::Result<Output> {
        let (sender, events) = mpsc::channel();
        let printed = Arc::new(Printed::default());
        let count = Arc::clone(&printed);
        let tail = Tail::default();
        let end = tail.clone();
        std::thread::Builder::new().spawn(move || read_events(source, &count, &sender, &end))?;
        Ok(Output { events, printed, tail })
    }

    /// Resets the count of bytes for a new answer.
    pub(crate) fn begin_answer(&self) {
        self.printed.total.store(0, Ordering::Relaxed);
    }

    /// The number of bytes read after the last line end.
    pub(crate) fn unfinished(&self) -> usize {
        self.printed.unfinished.load(Ordering::Relaxed)
    }

    /// The output, in order.
    pub(crate) fn events(&self) -> &Receiver<OutputEvent> {
        &self.events
    }

    /// The last 4 kB.
    pub(crate) fn tail(&self) -> String {
        self.tail.text()
    }
}

fn read_events(mut source: impl Read, printed: &Printed, sender: &Sender<OutputEvent>, tail: &Tail) {
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
        let total = printed.total.fetch_add(read, Ordering::Relaxed).saturating_add(read);
        if total > MAX_ANSWER_BYTES {
            let _ = sender.send(OutputEvent::Flood(Flood::Answer(total)));
            return;
        }
        for &byte in &buffer[..read] {
            if byte != b'\n' {
                line.push(byte);
            } else if sender.send(OutputEvent::Line(text(&std::mem::take(&mut line)))).is_err() {
                return;
            }
        }
        printed.unfinished.store(line.len(), Ordering::Relaxed);
        if line.len() > MAX_LINE_BYTES {
            let _ = sender.send(OutputEvent::Flood(Flood::Line(line.len())));
            return;
        }
    }
    if !line.is_empty() {
        let _ = sender.send(OutputEvent::Rest(text(&line)));
    }
    let _ = sender.send(OutputEvent::End);
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end_matches('\r').to_string()
}

/// Reads standard error to its end, keeping its tail, and what is kept of the whole game.
pub(crate) fn capture_stderr(mut source: impl Read, tail: &Tail, log: &StderrLog) {
    let mut buffer = [0; 4 << 10];
    while let Ok(read) = source.read(&mut buffer) {
        if read == 0 {
            break;
        }
        tail.add(&buffer[..read]);
        log.add(&buffer[..read]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events_of(text: &'static [u8]) -> Vec<OutputEvent> {
        Output::of(text).unwrap().events.iter().collect()
    }

    #[test]
    fn lines_come_whole_and_the_rest_after_them() {
        let line = |text: &str| OutputEvent::Line(text.into());
        assert_eq!(
            events_of(b"a b\r\n\nc"),
            [line("a b"), line(""), OutputEvent::Rest("c".into()), OutputEvent::End]
        );
        assert_eq!(events_of(b""), [OutputEvent::End]);
        assert_eq!(events_of(b"\xff\n"), [line("\u{fffd}"), OutputEvent::End]);
    }

    #[test]
    fn a_flood_is_cut_off_and_its_size_reported() {
        let flood = |unit: &str, times: usize| {
            let source = std::io::Cursor::new(unit.repeat(times));
            let events: Vec<OutputEvent> = Output::of(source).unwrap().events.iter().collect();
            assert!(events.len() <= MAX_ANSWER_BYTES);
            match events.last() {
                Some(OutputEvent::Flood(flood)) => Some(*flood),
                _ => None,
            }
        };
        assert_eq!(flood("x", MAX_LINE_BYTES), None);
        let sizes = MAX_LINE_BYTES + 1..=MAX_LINE_BYTES + (8 << 10);
        assert!(matches!(flood("x", 70 << 10), Some(Flood::Line(size)) if sizes.contains(&size)));
        assert!(matches!(flood("x", 8 << 20), Some(Flood::Line(size)) if sizes.contains(&size)));
        assert_eq!(flood("x\n", MAX_ANSWER_BYTES / 2), None);
        let sizes = MAX_ANSWER_BYTES + 1..=MAX_ANSWER_BYTES + (8 << 10);
        assert!(matches!(flood("x\n", 8 << 20), Some(Flood::Answer(size)) if sizes.contains(&size)));
        assert_eq!(
            Flood::Line(70_000).to_string(),
            "it printed 70000 bytes without a line end, and a line may have 65536"
        );
    }

    #[test]
    fn the_tail_of_stderr_is_captured() {
        let tail = Tail::default();
        let log = StderrLog::default();
        capture_stderr(std::io::Cursor::new(format!("{}the end\n", "x".repeat(100_000))), &tail, &log);
        assert!(log.text().ends_with("xthe end") && log.text().starts_with("xxx"));
        let text = tail.text();
        assert!(text.ends_with("xthe end") && text.len() >= (4 << 10) - 1, "{}", text.len());
    }
}
