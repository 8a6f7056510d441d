//! Taking over the terminal, and restoring it.

use std::io::{self, Stdout, stdout};
use std::sync::Once;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{Frame, Terminal};

/// The terminal in full-screen mode; dropping it restores the terminal, also during a panic.
pub(crate) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    pub(crate) fn open() -> io::Result<Screen> {
        restore_terminal_on_panic();
        // A failure from here on restores the terminal.
        let opened = || {
            enter()?;
            Terminal::new(CrosstermBackend::new(stdout()))
        };
        opened().map(|terminal| Screen { terminal }).inspect_err(|_| restore())
    }

    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(draw).map(|_| ())
    }

    /// Restores the terminal, stops the process (SIGTSTP), and takes the terminal over again when it continues.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        {
            restore();
            rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::TSTP)?;
            enter()?;
        }
        self.clear()
    }

    /// Clears the screen, so that the next frame draws everything.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        // ratatui's own clear queries the cursor position, and the reader thread would consume the reply.
        execute!(stdout(), Clear(ClearType::All))?;
        self.terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, Hide)
}

fn restore() {
    // Each step even if another fails: the terminal may be gone.
    let _ = execute!(stdout(), DisableMouseCapture);
    let _ = execute!(stdout(), DisableBracketedPaste);
    let _ = execute!(stdout(), LeaveAlternateScreen);
    let _ = execute!(stdout(), Show);
    let _ = disable_raw_mode();
}

/// Makes a panic on any thread restore the terminal, print its message and exit: without a search thread the board would
/// hang. The game is saved after every move.
fn restore_terminal_on_panic() {
    const EXIT_CODE: i32 = 101;
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            restore();
            report(info);
            std::process::exit(EXIT_CODE);
        }));
    });
}

#[cfg(all(test, unix))]
#[path = "../../tests/tmux/mod.rs"]
mod tmux;

#[cfg(all(test, unix))]
mod tests {
    use super::tmux::Terminal;
    use super::*;

    /// Set by the test that starts this one.
    const CRASH_VARIABLE: &str = "PLYWOOD_CRASH";

    #[test]
    #[ignore = "started by the next one, in a terminal of its own"]
    fn crash() {
        if std::env::var_os(CRASH_VARIABLE).is_some() {
            let _screen = Screen::open().unwrap();
            panic!("crashed on purpose");
        }
    }

    #[test]
    fn panic_restores_the_terminal() {
        let Some(terminal) = Terminal::open(80, 24) else { return };
        let program = std::env::current_exe().unwrap();
        let crash = "--ignored --exact --nocapture board::screen::tests::crash";
        terminal.shell(&format!("{CRASH_VARIABLE}=1 '{}' {crash}", program.display()));
        let screen = terminal.wait_for("code=101");
        assert!(screen.contains("crashed on purpose"), "{screen}");
        terminal.is_restored_after(101);
    }
}
