//! How well the machine is protected from the programs of a match.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How programs are confined, best first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protection {
    /// Limits, and a sandbox made by bubblewrap.
    Bubblewrap,
    /// Limits, and a sandbox of our own made of namespaces.
    Namespaces,
    /// Limits, and a sandbox of our own made of Landlock rules and a seccomp filter.
    Landlock,
    /// Limits only.
    Limits,
    /// Programs are not started at all.
    Refusal,
}

impl Protection {
    /// Whether files, the network and other processes are out of a program's reach.
    #[must_use]
    pub fn is_sandbox(self) -> bool {
        matches!(self, Protection::Bubblewrap | Protection::Namespaces | Protection::Landlock)
    }

    /// What a program can do that it cannot in the best sandbox, in whole sentences.
    #[must_use]
    pub fn gaps(self) -> &'static [&'static str] {
        match self {
            Protection::Bubblewrap | Protection::Namespaces | Protection::Refusal => &[],
            Protection::Landlock => &[
                "Programs can see which processes run on this machine and their command lines.",
                "Programs cannot use /tmp and /dev/shm; their own folder is where they can write.",
            ],
            Protection::Limits => &[
                "Programs can read and write every file that you can, among them the journal of the match and the \
                 folders of other players.",
                "Programs can use the network and talk to other programs of yours.",
                "Programs can kill or stop the match and other processes of yours. If one kills its supervisor, its \
                 move does not count and all that it started is ended.",
                "Files in /dev/shm do not count as memory.",
            ],
        }
    }
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const COUNTED: &str = "limits on memory, processes, threads, files and time, counted every 5 ms";
        match self {
            Protection::Bubblewrap => write!(
                f,
                "{COUNTED}; no network, no other processes, and no files but the system's and its own, by bubblewrap"
            ),
            Protection::Namespaces => write!(
                f,
                "{COUNTED}; no network, no other processes, and no files but the system's and its own, by namespaces"
            ),
            Protection::Landlock => write!(
                f,
                "{COUNTED}; no network, no signals to other processes, and no files but the system's and its own, \
                 by Landlock"
            ),
            Protection::Limits => write!(
                f,
                "{COUNTED}; there is no sandbox here that works, so programs could read and write files and use the \
                 network"
            ),
            Protection::Refusal => f.write_str("other people's programs are only started on Linux"),
        }
    }
}

/// The protection of this machine from the programs that this program starts. The first call takes
/// a moment, because it tries the sandboxes.
#[must_use]
pub fn protection() -> Protection {
    #[cfg(target_os = "linux")]
    return super::backend::backend().protection();
    #[cfg(not(target_os = "linux"))]
    Protection::Refusal
}
