//! The Raichu program exits in time on a machine that is busy with eight other processes. This is a
//! separate test program, so that no other test runs at the same time.

mod program;

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use program::program;

const START: &str = "........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........";

/// Busy processes, killed when this is dropped.
struct Busy(Vec<Child>);

impl Busy {
    fn new(processes: usize) -> Busy {
        let work = |_| {
            let mut command = program();
            command.args(["perft", "raichu:10", "20"]).stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().unwrap()
        };
        Busy((0..processes).map(work).collect())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The times of the first board and of the process's exit.
fn run(seconds: f64) -> (Duration, Duration) {
    let mut command = program();
    command.args(["raichu", "8", "w", START, &seconds.to_string()]).stdout(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut said = String::new();
    out.read_line(&mut said).unwrap();
    let first = start.elapsed();
    out.read_to_string(&mut said).unwrap();
    assert!(child.wait().unwrap().success());
    let end = start.elapsed();
    assert!(said.lines().all(|line| line.len() == START.len()), "{said}");
    (first, end)
}

/// The worst times of several runs, and how many of them were late.
fn measure(seconds: f64, runs: usize) -> (Duration, Duration, usize) {
    let should = (0.95 * seconds).min(seconds - 0.05);
    let times: Vec<(Duration, Duration)> = (0..runs).map(|_| run(seconds)).collect();
    let first = times.iter().map(|times| times.0).max().unwrap_or_default();
    let end = times.iter().map(|times| times.1).max().unwrap_or_default();
    let late = times.iter().filter(|times| times.1.as_secs_f64() > should).count();
    println!(
        "{seconds} s: first board after {first:?} at worst, end after {end:?} at worst, {late} of {runs} late"
    );
    (first, end, late)
}

#[test]
fn deadline_holds_beside_eight_busy_processes() {
    const RUNS: usize = 5;
    let _busy = Busy::new(8);
    for seconds in [0.3, 0.6, 1.0] {
        // The measuring process has to wait for the processor, too. So one run in five may seem a
        // little late, but none may miss the limit; and because other processes may keep the
        // machine busy, one series in three has to pass.
        let in_time = (0..3).any(|_| {
            let (_, end, late) = measure(seconds, RUNS);
            late <= RUNS / 5 && end.as_secs_f64() < seconds
        });
        assert!(in_time, "{seconds} s: too late three times");
    }
}

#[test]
#[ignore = "takes two minutes; run it alone, with --nocapture, for the figures"]
fn measurements() {
    let _busy = Busy::new(8);
    for seconds in [0.1, 0.3, 1.0, 2.0] {
        measure(seconds, 20);
    }
}
