//! A progress line on the terminal.

use std::io::IsTerminal as _;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress line on standard error with the elapsed time; hidden if that is not a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// The thread that shows the line after a delay.
    waiting: Option<(mpsc::Sender<()>, JoinHandle<()>)>,
}

/// Shorter work shows no line.
const DELAY: Duration = Duration::from_secs(2);

impl Progress {
    pub(crate) fn start(message: &str) -> Progress {
        let bar = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}");
        bar.set_style(style.expect("the template is valid"));
        bar.set_message(message.to_string());
        bar.enable_steady_tick(Duration::from_millis(100));
        Progress { bar, waiting: None }
    }

    /// The same, but it appears only after [`DELAY`].
    pub(crate) fn start_delayed(message: &str) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}");
        bar.set_style(style.expect("the template is valid"));
        bar.set_message(message.to_string());
        let waiting = std::io::stderr().is_terminal().then(|| {
            let (done, is_done) = mpsc::channel();
            let shown = bar.clone();
            let waiter = std::thread::spawn(move || {
                if is_done.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                    shown.set_draw_target(ProgressDrawTarget::stderr());
                    shown.enable_steady_tick(Duration::from_millis(100));
                }
            });
            (done, waiter)
        });
        Progress { bar, waiting }
    }

    /// A bar that shows how many of `len` items are done.
    pub(crate) fn bar(len: u64, message: &str) -> Progress {
        let bar = ProgressBar::new(len);
        let style = ProgressStyle::with_template("{elapsed_precise} [{bar:20}] {pos}/{len} {msg}");
        bar.set_style(style.expect("the template is valid"));
        bar.set_message(message.to_string());
        bar.enable_steady_tick(Duration::from_millis(500));
        Progress { bar, waiting: None }
    }

    /// Sets the position and the message.
    pub(crate) fn update(&self, done: u64, message: String) {
        self.bar.set_position(done);
        self.bar.set_message(message);
    }

    /// Sets the message.
    pub(crate) fn set_message(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Hides the line while `act` prints.
    pub(crate) fn suspend<T>(&self, act: impl FnOnce() -> T) -> T {
        self.bar.suspend(act)
    }
}

/// Clears the line.
impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((done, waiter)) = self.waiting.take() {
            drop(done);
            let _ = waiter.join();
        }
        self.bar.finish_and_clear();
    }
}
