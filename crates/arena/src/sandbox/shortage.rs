//! Errors that mean the machine ran out of a resource.

use std::io;

use rustix::io::Errno;

/// Whether the machine, or the user's quota, has no more space, memory, processes or file descriptors.
pub(crate) fn is_shortage(error: &io::Error) -> bool {
    let shortages = [
        Errno::NOSPC,
        Errno::DQUOT,
        Errno::AGAIN,
        Errno::NOMEM,
        Errno::MFILE,
        Errno::NFILE,
        // A concurrent fork still holds the copied executable open for writing.
        Errno::TXTBSY,
    ];
    Errno::from_io_error(error).is_some_and(|error| shortages.contains(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_is_no_shortage_and_a_full_disk_is() {
        assert!(is_shortage(&Errno::NOSPC.into()));
        assert!(is_shortage(&Errno::AGAIN.into()));
        assert!(!is_shortage(&Errno::NOENT.into()));
        assert!(!is_shortage(&io::Error::other("no space left")));
    }
}
