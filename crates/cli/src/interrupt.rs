//! Ctrl-C.

use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use engine::Cancel;

/// Whether Ctrl-C was pressed. The first one stops what is going on; a later one ends the program at once. One that
/// comes with the first is the same, heard twice: programs that start others may pass it on although all heard it.
#[derive(Clone)]
pub(crate) struct Interrupt {
    pressed: Arc<AtomicBool>,
}

/// Within this time it is the same Ctrl-C.
const DEBOUNCE: Duration = Duration::from_millis(300);

/// The exit code after Ctrl-C.
pub(crate) const EXIT_CODE: u8 = 130;

impl Interrupt {
    /// From now on Ctrl-C cancels this instead of ending the program.
    pub(crate) fn cancelling(cancel: &Cancel) -> Interrupt {
        let pressed = Arc::new(AtomicBool::new(false));
        let (flag, cancel) = (pressed.clone(), cancel.clone());
        // Where there are no signals, Ctrl-C ends the program as it always does.
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

/// From now on Ctrl-C ends the program, but not while somebody holds `whole`.
pub(crate) fn exit_between_writes(write_lock: Arc<Mutex<()>>) {
    let _ = ctrlc::set_handler(move || {
        // Whoever panicked with it in hand has nothing more to do with it.
        let _held = write_lock.lock();
        if std::io::stderr().is_terminal() {
            // The next prompt of the shell begins a line of its own.
            let _ = writeln!(std::io::stderr());
        }
        std::process::exit(EXIT_CODE.into());
    });
}

/// From now on Ctrl-C and its like are told to somebody.
pub(crate) fn on_interrupt(handler: impl Fn() + Send + 'static) {
    let _ = ctrlc::set_handler(handler);
}
