//! A line on the terminal that says what is going on.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A line on standard error with the time that passes. Where that is no terminal there is none.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    pub(crate) fn start(saying: &str) -> Progress {
        let bar = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}");
        bar.set_style(style.expect("the template is one"));
        bar.set_message(saying.to_string());
        bar.enable_steady_tick(Duration::from_millis(100));
        Progress { bar }
    }

    /// A bar that shows how many of so many are done.
    pub(crate) fn count(most: u64, saying: &str) -> Progress {
        let bar = ProgressBar::new(most);
        let style = ProgressStyle::with_template("{elapsed_precise} [{bar:20}] {pos}/{len} {msg}");
        bar.set_style(style.expect("the template is one"));
        bar.set_message(saying.to_string());
        bar.enable_steady_tick(Duration::from_millis(500));
        Progress { bar }
    }

    /// So many are done, and something else is said.
    pub(crate) fn at(&self, done: u64, saying: String) {
        self.bar.set_position(done);
        self.bar.set_message(saying);
    }

    /// Says something else from now on.
    pub(crate) fn say(&self, saying: String) {
        self.bar.set_message(saying);
    }

    /// Does something that prints, with the line out of the way.
    pub(crate) fn aside<T>(&self, act: impl FnOnce() -> T) -> T {
        self.bar.suspend(act)
    }
}

/// The line disappears.
impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
