//! What keeps strangers' programs from doing harm here.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How programs are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protection {
    /// Within limits, and behind a wall.
    Bubblewrap,
    /// Within limits only.
    Limits,
    /// They are not started at all.
    Refusal,
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Protection::Bubblewrap => {
                "limits on memory, processes, files and time; no network and read-only files, by bubblewrap"
            }
            Protection::Limits => {
                "limits on memory, processes, files and time; there is no bubblewrap here that works, so programs \
                 could read and write files and use the network"
            }
            Protection::Refusal => "other people's programs are only started on Linux",
        })
    }
}

/// What protects this machine from the programs that this program starts. The first time this takes a moment, since
/// it is tried.
#[must_use]
pub fn protection() -> Protection {
    #[cfg(target_os = "linux")]
    return if super::Cage::of_this_program().wall().is_some() {
        Protection::Bubblewrap
    } else {
        Protection::Limits
    };
    #[cfg(not(target_os = "linux"))]
    Protection::Refusal
}
