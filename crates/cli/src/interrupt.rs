//! Ctrl-C.

use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use engine::Control;

/// Whether Ctrl-C was pressed. The first one stops what is going on; a second one ends the program at once.
#[derive(Clone)]
pub(crate) struct Interrupt {
    pressed: Arc<AtomicBool>,
}

/// The exit code after Ctrl-C.
pub(crate) const EXIT_CODE: u8 = 130;

impl Interrupt {
    /// From now on Ctrl-C stops a search instead of the program.
    pub(crate) fn stopping(control: &Control) -> Interrupt {
        let pressed = Arc::new(AtomicBool::new(false));
        let (flag, control) = (pressed.clone(), control.clone());
        // Where there are no signals, Ctrl-C ends the program as it always does.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::SeqCst) {
                std::process::exit(EXIT_CODE.into());
            }
            control.stop();
        });
        Interrupt { pressed }
    }

    pub(crate) fn was_pressed(&self) -> bool {
        self.pressed.load(Ordering::SeqCst)
    }
}

/// From now on Ctrl-C ends the program, but not while somebody holds `whole`.
pub(crate) fn leave_whole(whole: Arc<Mutex<()>>) {
    let _ = ctrlc::set_handler(move || {
        // Whoever panicked with it in hand has nothing more to do with it.
        let _held = whole.lock();
        if std::io::stderr().is_terminal() {
            // The next prompt of the shell begins a line of its own.
            let _ = writeln!(std::io::stderr());
        }
        std::process::exit(EXIT_CODE.into());
    });
}
