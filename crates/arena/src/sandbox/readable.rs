//! The files that are readable in a sandbox: what programs need to run, and what the match allows in addition.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// An entry of the sandbox's file system, at the same path as outside.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ReadableEntry {
    /// A file, or a folder with everything in it.
    Bind(PathBuf),
    /// A symbolic link.
    Link {
        /// Where it is.
        at: PathBuf,
        /// Its target.
        target: PathBuf,
    },
}

/// Programs and libraries of the system. Some of these are links on most machines.
const SYSTEM: [&str; 8] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"];

/// What libraries and interpreters read in /etc; prefixes, since a version may follow.
const SETTINGS: [&str; 14] = [
    "alternatives",
    "fonts",
    "java",
    "ld.so.",
    "locale.",
    "localtime",
    "mono",
    "node",
    "nsswitch.conf",
    "perl",
    "php",
    "python",
    "R",
    "timezone",
];

/// Interpreters looked up in PATH, since scripts name them.
const INTERPRETERS: [&str; 14] = [
    "python3", "python", "pypy3", "java", "node", "ruby", "perl", "php", "lua", "julia", "Rscript", "sbcl",
    "mono", "dotnet",
];

/// Folders of executables below an installation prefix; `shims` are those of pyenv and similar tools.
const PROGRAM_FOLDERS: [&str; 4] = ["bin", "sbin", "shims", "libexec"];
/// Prefixes that also hold personal files.
const PERSONAL: [&str; 3] = [".local", ".cargo", ".config"];

/// Everything readable: the system, and these paths.
pub(crate) fn entries(more: &[PathBuf]) -> Vec<ReadableEntry> {
    let settings = fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path());
    let is_needed = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        SETTINGS.iter().any(|setting| name.starts_with(setting))
    };
    let system = SYSTEM.iter().map(PathBuf::from).chain(settings.filter(is_needed));
    let mut entries = BTreeSet::new();
    for path in system.chain(more.iter().cloned()) {
        let Ok(kind) = fs::symlink_metadata(&path).map(|metadata| metadata.file_type()) else { continue };
        if !kind.is_symlink() {
            entries.insert(ReadableEntry::Bind(path));
        } else if let (Ok(target), Ok(real)) = (fs::read_link(&path), path.canonicalize()) {
            entries.insert(ReadableEntry::Link { at: path, target });
            entries.insert(ReadableEntry::Bind(real));
        }
    }
    // Entries inside another entry are redundant.
    let folders: Vec<PathBuf> = entries
        .iter()
        .filter_map(|entry| match entry {
            ReadableEntry::Bind(path) => Some(path.clone()),
            ReadableEntry::Link { .. } => None,
        })
        .collect();
    let is_covered = |entry: &ReadableEntry| {
        let (ReadableEntry::Bind(path) | ReadableEntry::Link { at: path, .. }) = entry;
        folders.iter().any(|folder| path != folder && path.starts_with(folder))
    };
    entries.into_iter().filter(|entry| !is_covered(entry)).collect()
}

/// What a command needs to read: the files it names, its program, and the interpreters in PATH.
pub(crate) fn of_command(command: &[std::ffi::OsString]) -> Vec<PathBuf> {
    static FOUND: OnceLock<Vec<PathBuf>> = OnceLock::new();
    let interpreters = FOUND
        .get_or_init(|| INTERPRETERS.iter().filter_map(|name| in_path(name)).flat_map(prefixes).collect());
    let named = command.iter().map(PathBuf::from).filter(|path| path.is_absolute() && path.exists());
    // Not a top-level folder such as / or /tmp.
    let named = named.filter(|path| path.components().count() > 2);
    let program = command.first().map(Path::new).filter(|program| program.components().count() == 1);
    let program = program.and_then(|program| in_path(program.to_str()?)).into_iter().flat_map(prefixes);
    interpreters.iter().cloned().chain(named).chain(program).collect()
}

/// A program in PATH.
fn in_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(name));
    places.find(|program| program.is_absolute() && program.is_file())
}

/// The installation prefix of a program, and that of the target if the program is a link.
fn prefixes(program: PathBuf) -> Vec<PathBuf> {
    let real = program.canonicalize().unwrap_or_else(|_| program.clone());
    let both = if real == program { vec![program] } else { vec![program, real] };
    both.into_iter().map(|program| prefix(&program, home().as_deref()).unwrap_or(program)).collect()
}

/// The prefix of a program in `PREFIX/bin`; `None` if it also holds personal files.
fn prefix(program: &Path, home: Option<&Path>) -> Option<PathBuf> {
    let folder = program.parent()?;
    let name = folder.file_name()?.to_str()?;
    let prefix = folder.parent().filter(|_| PROGRAM_FOLDERS.contains(&name))?;
    let is_personal = prefix
        .file_name()
        .and_then(|name| name.to_str())
        .is_none_or(|name| PERSONAL.contains(&name) || home.is_some_and(|home| home.starts_with(prefix)));
    (!is_personal).then(|| prefix.to_path_buf())
}

fn home() -> Option<PathBuf> {
    std::env::var_os("HOME").map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_is_never_somebodys_home() {
        let prefix = |program: &str| prefix(Path::new(program), Some(Path::new("/home/ann")));
        assert_eq!(prefix("/home/ann/.pyenv/shims/python3"), Some("/home/ann/.pyenv".into()));
        assert_eq!(prefix("/opt/python/bin/python3"), Some("/opt/python".into()));
        for program in [
            "/home/ann/bin/python3",
            "/home/ann/.local/bin/python3",
            "/home/ann/.cargo/bin/rustc",
            "/home/bin/x",
            "/bin/sh",
            "/srv/engine",
        ] {
            assert_eq!(prefix(program), None, "{program}");
        }
    }

    #[test]
    fn links_stay_links_and_what_is_inside_comes_once() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        let (folder, inside, link) = (root.join("folder"), root.join("folder/inside"), root.join("link"));
        fs::create_dir(&folder).unwrap();
        fs::write(&inside, "").unwrap();
        std::os::unix::fs::symlink("folder", &link).unwrap();
        let all = entries(&[inside.clone(), link.clone(), root.join("missing")]);
        assert!(
            all.contains(&ReadableEntry::Bind(folder)) && !all.contains(&ReadableEntry::Bind(inside)),
            "{all:?}"
        );
        assert!(all.contains(&ReadableEntry::Link { at: link, target: "folder".into() }), "{all:?}");
        assert!(all.contains(&ReadableEntry::Bind("/usr".into())), "{all:?}");
        let secret = |entry: &ReadableEntry| matches!(entry, ReadableEntry::Bind(path) if path == Path::new("/etc/shadow") || path == Path::new("/etc"));
        assert!(!all.iter().any(secret), "{all:?}");
    }
}
