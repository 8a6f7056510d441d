//! A pseudo-terminal for the standard output of a program.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;

use rustix::pty::OpenptFlags;
use rustix::termios::OptionalActions;

/// The two ends of a pseudo-terminal in raw mode: no echo, no line editing, no translation of line ends.
///
/// The standard libraries of most languages buffer output to a pipe in blocks of some kilobytes,
/// but write whole lines to a terminal. A program that is killed loses its buffer, so a program
/// that is killed at its time limit, and never flushes, has printed nothing to a pipe.
pub(crate) struct PseudoTerminal {
    /// The end that the referee reads. When every copy of the other end is closed, reading fails
    /// with `EIO`.
    pub(crate) reader: File,
    /// The end that the program writes to.
    pub(crate) writer: OwnedFd,
}

impl PseudoTerminal {
    /// Opens a new one. It is not a controlling terminal, and it is closed on exec.
    ///
    /// # Errors
    /// Fails if the system has no pseudo-terminals, or if all are in use.
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
        // Longer than the 4096 characters of an edited line, with characters that would be
        // translated.
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
