//! Ctrl-C handling.

use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use engine::Cancel;

/// Whether Ctrl-C was pressed. The first SIGINT stops the running work; a later one exits at once. A second one within
/// [`DEBOUNCE`] counts as the same: a parent process may forward a SIGINT that the whole process group received.
#[derive(Clone)]
pub(crate) struct Interrupt {
    pressed: Arc<AtomicBool>,
}

/// Signals within this time count as one Ctrl-C.
const DEBOUNCE: Duration = Duration::from_millis(300);

/// The exit code after Ctrl-C.
pub(crate) const EXIT_CODE: u8 = 130;

impl Interrupt {
    /// From now on Ctrl-C cancels this instead of ending the program.
    pub(crate) fn cancelling(cancel: &Cancel) -> Interrupt {
        let pressed = Arc::new(AtomicBool::new(false));
        let (flag, cancel) = (pressed.clone(), cancel.clone());
        // If the handler cannot be installed, Ctrl-C kills the program as usual.
        let mut first: Option<Instant> = None;
        let _ = ctrlc::set_handler(move || {
            if first.get_or_insert_with(Instant::now).elapsed() > DEBOUNCE {
                std::process::exit(EXIT_CODE.into());
            }
            flag.store(true, Ordering::SeqCst);
            cancel.cancel();
        });
        Interrupt { pressed }
    }

    pub(crate) fn was_pressed(&self) -> bool {
        self.pressed.load(Ordering::SeqCst)
    }
}

/// From now on Ctrl-C exits the program, but not while `write_lock` is held.
pub(crate) fn exit_between_writes(write_lock: Arc<Mutex<()>>) {
    let _ = ctrlc::set_handler(move || {
        // A poisoned lock is fine: its holder panicked and writes no more.
        let _held = write_lock.lock();
        if std::io::stderr().is_terminal() {
            // So that the shell's next prompt starts on a line of its own.
            let _ = writeln!(std::io::stderr());
        }
        std::process::exit(EXIT_CODE.into());
    });
}

/// From now on SIGINT, SIGTERM and SIGHUP call `handler`.
pub(crate) fn on_interrupt(handler: impl Fn() + Send + 'static) {
    let _ = ctrlc::set_handler(handler);
}
