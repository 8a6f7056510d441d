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
