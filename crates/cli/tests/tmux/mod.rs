//! A real terminal: tmux on its own socket, with a plain shell.
#![allow(dead_code, reason = "each user has its own part")]

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A terminal with a shell whose prompt is `ready$`.
pub(crate) struct Terminal {
    socket: String,
    home: tempfile::TempDir,
}

/// The limit for any step; it is long, because the machine may be busy.
const TIMEOUT: Duration = Duration::from_secs(120);
const PROMPT: &str = "ready$";

impl Terminal {
    /// A terminal with this many columns and rows; `None` if tmux is not installed.
    pub(crate) fn open(columns: u16, rows: u16) -> Option<Terminal> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        if Command::new("tmux").arg("-V").output().is_err() {
            eprintln!("skipped: tmux is not installed");
            return None;
        }
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let socket = format!("plywood-{}-{number}", std::process::id());
        let terminal = Terminal { socket, home: tempfile::tempdir().unwrap() };
        let home = terminal.home.path().to_str().unwrap();
        let shell = format!(
            "env -i PATH='{}' TERM=screen-256color LANG=C.UTF-8 HOME='{home}' XDG_DATA_HOME='{home}/data' PS1='{PROMPT} ' sh -i",
            std::env::var("PATH").unwrap_or_default()
        );
        let (columns, rows) = (columns.to_string(), rows.to_string());
        terminal.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", &columns, "-y", &rows, &shell]);
        terminal.wait_for(PROMPT);
        Some(terminal)
    }

    fn tmux(&self, args: &[&str]) -> Output {
        let output = Command::new("tmux").args(["-u", "-L", &self.socket]).args(args).output().unwrap();
        assert!(output.status.success(), "{args:?}: {output:?}");
        output
    }

    /// A file with this name in the terminal's own folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Types a line at the shell, which prints the exit code when the command is over.
    pub(crate) fn shell(&self, line: &str) {
        self.type_text(&format!("{line}; echo \"code=$?\""));
        self.keys(&["Enter"]);
    }

    pub(crate) fn type_text(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    /// Presses keys by their names: `Up`, `Enter`, `C-c`.
    pub(crate) fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Presses and releases the left mouse button there, counted from 0.
    pub(crate) fn click(&self, column: usize, row: usize) {
        let (column, row) = (column + 1, row + 1);
        self.type_text(&format!("\u{1b}[<0;{column};{row}M\u{1b}[<0;{column};{row}m"));
    }

    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        self.tmux(&["resize-window", "-x", &columns.to_string(), "-y", &rows.to_string()]);
    }

    /// The text on the screen.
    pub(crate) fn screen(&self) -> String {
        String::from_utf8(self.tmux(&["capture-pane", "-p"]).stdout).unwrap()
    }

    /// The same with colours and other styles, as escape sequences.
    pub(crate) fn screen_with_styles(&self) -> String {
        String::from_utf8(self.tmux(&["capture-pane", "-p", "-e"]).stdout).unwrap()
    }

    /// A tmux variable of the terminal, such as `#{alternate_on}`.
    fn known(&self, format: &str) -> String {
        let output = self.tmux(&["display-message", "-p", format]);
        String::from_utf8(output.stdout).unwrap().trim().to_string()
    }

    /// Waits until the screen contains a text, and returns the screen.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Waits until the screen satisfies a condition.
    pub(crate) fn wait_until(&self, what: &str, is_right: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let screen = self.screen();
            if is_right(&screen) {
                return screen;
            }
            assert!(began.elapsed() < TIMEOUT, "waited in vain for {what}:\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Checks the exit code of the program and that the terminal is restored: no alternate screen,
    /// a visible cursor, no mouse, and a shell that echoes its input.
    pub(crate) fn is_restored_after(&self, code: u8) {
        self.wait_for(&format!("code={code}"));
        let known = self.known("#{alternate_on} #{cursor_flag} #{mouse_any_flag}");
        assert_eq!(known, "0 1 0", "{}", self.screen());
        self.shell("echo still-$((40+2))");
        let screen = self.wait_for("still-42");
        assert!(screen.contains("echo still-$((40+2))"), "what is typed is seen:\n{screen}");
        self.type_text("clear");
        self.keys(&["Enter"]);
        self.wait_until("an empty screen", |screen| !screen.contains("code="));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}
