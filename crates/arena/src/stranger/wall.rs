//! Bubblewrap, where it is there: a wall around a program, within its keeper.
//!
//! The keeper stands outside, so that it sees and counts everybody inside, and the wall falls with it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A `bwrap` that works here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wall {
    program: PathBuf,
    /// Whether those inside see only themselves. Not every machine lets one have that.
    own_processes: bool,
}

/// What is hidden behind an empty folder.
const PRIVATE: &str = "/tmp";

impl Wall {
    /// The walls that there may be, the better ones first.
    pub(crate) fn candidates() -> Vec<Wall> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = std::env::split_paths(&path)
            .map(|folder| folder.join("bwrap"))
            .find(|program| program.is_absolute() && program.is_file());
        let both = |program: PathBuf| {
            [true, false].map(|own_processes| Wall { program: program.clone(), own_processes })
        };
        found.into_iter().flat_map(both).collect()
    }

    /// How many processes it takes.
    pub(crate) fn processes(&self) -> usize {
        if self.own_processes { 2 } else { 1 }
    }

    /// The words that run a command behind it: with no network, and no file that can be changed but those at home.
    /// What the command names can be read, wherever it is.
    pub(crate) fn around(&self, home: &Path, command: Vec<OsString>) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec![self.program.clone().into()];
        let mut add = |more: &[&OsStr]| words.extend(more.iter().map(|&word| word.to_owned()));
        let options = "--die-with-parent --new-session --unshare-user --unshare-net --unshare-ipc --unshare-uts \
                       --cap-drop ALL --ro-bind / / --dev /dev --tmpfs";
        add(&options.split_whitespace().map(OsStr::new).collect::<Vec<_>>());
        add(&[PRIVATE.as_ref()]);
        if self.own_processes {
            add(&["--unshare-pid".as_ref(), "--proc".as_ref(), "/proc".as_ref()]);
        }
        let is_hidden = |path: &&Path| path.starts_with(PRIVATE) && !home.starts_with(path) && path.exists();
        for path in command.iter().map(Path::new).filter(is_hidden) {
            add(&["--ro-bind".as_ref(), path.as_ref(), path.as_ref()]);
        }
        add(&[
            "--bind".as_ref(),
            home.as_ref(),
            home.as_ref(),
            "--chdir".as_ref(),
            home.as_ref(),
            "--".as_ref(),
        ]);
        words.extend(command);
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_run_at_home_with_what_it_names() {
        let wall = Wall { program: "/bin/bwrap".into(), own_processes: true };
        let dir = tempfile::Builder::new().tempdir_in(PRIVATE).unwrap();
        let (home, engine) = (dir.path().join("home"), dir.path().join("engine"));
        std::fs::write(&engine, "").unwrap();
        let missing = dir.path().join("missing");
        let command: Vec<OsString> =
            vec![engine.clone().into(), PRIVATE.into(), missing.into(), dir.path().into(), "-x".into()];
        let words = wall.around(&home, command.clone());
        assert_eq!(words[0], "/bin/bwrap");
        assert!(words.ends_with(&command));
        let text = words.join(OsStr::new(" ")).into_string().unwrap();
        let (home, engine) = (home.display(), engine.display());
        let end = format!("--ro-bind {engine} {engine} --bind {home} {home} --chdir {home} -- {engine} ");
        assert!(text.contains(&end), "{text}");
        assert!(text.contains(" --unshare-net ") && text.contains(" --ro-bind / / "), "{text}");
    }
}
