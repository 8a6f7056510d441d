//! A pseudo-terminal for the standard output of a program.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;

use rustix::pty::OpenptFlags;
use rustix::termios::OptionalActions;

/// The two ends of a pseudo-terminal in raw mode: no echo, no line editing, no translation of line ends.
///
/// The standard libraries of most languages write whole blocks of some kilobytes into a pipe and whole lines
/// into a terminal. A program that is killed loses the block that it has not written yet, so a program that is
/// stopped at its time limit, and never flushes, has printed nothing into a pipe.
pub(crate) struct PseudoTerminal {
    /// What the referee reads. When every copy of the other end is closed, reading fails with `EIO`.
    pub(crate) reader: File,
    /// What the program writes to.
    pub(crate) writer: OwnedFd,
}

impl PseudoTerminal {
    /// Opens a new one, which is nobody's controlling terminal and is closed in programs that are started.
    ///
    /// # Errors
    /// Fails where the system has no pseudo-terminals, or all of them are in use.
    pub(crate) fn open() -> io::Result<PseudoTerminal> {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let reader = rustix::pty::openpt(flags)?;
        rustix::pty::grantpt(&reader)?;
        rustix::pty::unlockpt(&reader)?;
        let writer = rustix::pty::ioctl_tiocgptpeer(&reader, flags)?;
        let mut modes = rustix::termios::tcgetattr(&writer)?;
        modes.make_raw();
        rustix::termios::tcsetattr(&writer, OptionalActions::Now, &modes)?;
        Ok(PseudoTerminal { reader: reader.into(), writer })
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};

    use super::*;

    #[test]
    fn bytes_come_through_as_they_are_and_have_an_end() {
        let PseudoTerminal { mut reader, writer } = PseudoTerminal::open().unwrap();
        // Longer than the 4096 characters of a line that is edited, with characters that would be translated.
        let sent = [b"a\r\n\x03\x04\t\xff".as_slice(), &[b'x'; 10_000], b"\n"].concat();
        let text = sent.clone();
        let writing = std::thread::spawn(move || File::from(writer).write_all(&text).unwrap());
        let mut heard = Vec::new();
        let end = reader.read_to_end(&mut heard).unwrap_err();
        writing.join().unwrap();
        assert_eq!(heard, sent);
        assert_eq!(end.raw_os_error(), Some(rustix::io::Errno::IO.raw_os_error()));
    }
}
