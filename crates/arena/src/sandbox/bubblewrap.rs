//! The sandbox that `bwrap` makes, where bubblewrap is installed.
//!
//! The supervisor stays outside: it sees and measures every process inside, and the sandbox ends with it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::mounts::TEMPORARY;
use super::readable::ReadableEntry;

/// A `bwrap` executable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bubblewrap {
    program: PathBuf,
}

/// New namespaces of every kind, and no further ones inside.
const OPTIONS: &str = "--die-with-parent --new-session --unshare-user --unshare-pid --unshare-net --unshare-ipc \
                       --unshare-uts --disable-userns --cap-drop ALL --proc /proc --dev /dev";

impl Bubblewrap {
    /// The first one in PATH.
    pub(crate) fn find() -> Option<Bubblewrap> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut places = std::env::split_paths(&path).map(|folder| folder.join("bwrap"));
        places
            .find(|program| program.is_absolute() && program.is_file())
            .map(|program| Bubblewrap { program })
    }

    /// The number of processes it uses itself.
    pub(crate) const PROCESSES: usize = 2;

    /// The command line that runs a command in the sandbox: no network, these files read-only, and nothing writable but the
    /// home folder and `temporary` bytes of temporary files.
    pub(crate) fn wrap(
        &self,
        home: &Path,
        readable: &[ReadableEntry],
        temporary: u64,
        command: Vec<OsString>,
    ) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec![self.program.clone().into()];
        let mut add = |more: &[&OsStr]| words.extend(more.iter().map(|&word| word.to_owned()));
        let plain = |text: &'static str| text.split_whitespace().map(OsStr::new).collect::<Vec<_>>();
        add(&plain(OPTIONS));
        let size = OsString::from(temporary.to_string());
        for folder in ["/dev/shm", TEMPORARY] {
            add(&["--size".as_ref(), &size, "--tmpfs".as_ref(), folder.as_ref()]);
        }
        for entry in readable {
            match entry {
                ReadableEntry::Bind(path) => add(&["--ro-bind".as_ref(), path.as_ref(), path.as_ref()]),
                ReadableEntry::Link { at, target } => {
                    add(&["--symlink".as_ref(), target.as_ref(), at.as_ref()]);
                }
            }
        }
        add(&["--bind".as_ref(), home.as_ref(), home.as_ref()]);
        add(&plain("--remount-ro /dev --remount-ro / --chdir"));
        add(&[home.as_ref(), "--".as_ref()]);
        words.extend(command);
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_run_at_home_with_what_it_may_read() {
        let bwrap = Bubblewrap { program: "/bin/bwrap".into() };
        let readable = [
            ReadableEntry::Bind("/opt/engine".into()),
            ReadableEntry::Link { at: "/bin".into(), target: "usr/bin".into() },
        ];
        let words = bwrap.wrap(Path::new("/tmp/x/home"), &readable, 64, vec!["./engine".into(), "-x".into()]);
        assert_eq!(words[0], "/bin/bwrap");
        let text = words.join(OsStr::new(" ")).into_string().unwrap();
        for part in [
            " --size 64 --tmpfs /dev/shm --size 64 --tmpfs /tmp ",
            " --ro-bind /opt/engine /opt/engine --symlink usr/bin /bin ",
            " --unshare-net ",
        ] {
            assert!(text.contains(part), "{text}");
        }
        let end = " --bind /tmp/x/home /tmp/x/home --remount-ro /dev --remount-ro / --chdir /tmp/x/home -- ./engine -x";
        assert!(text.ends_with(end), "{text}");
        assert!(!text.contains("--ro-bind / "), "{text}");
    }
}
