//! Fingerprints of programs: what has changed since a game was played.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use crate::player_options::PlayerOptions;

/// Options that do not change what a player does.
const NAMES: [&str; 2] = ["name", "dir"];
/// A program's folders may not be nested more deeply.
const MAX_DEPTH: usize = 64;

/// A short text that changes with a player: with its options, except its name, and with every file in its folder or
/// archive, their names and whether they can be run. Where the folder is does not matter.
///
/// # Errors
/// Fails if something in the folder cannot be read.
pub fn fingerprint(options: &PlayerOptions) -> io::Result<String> {
    let mut hash = blake3::Hasher::new();
    let mut relevant = options.clone();
    for name in NAMES {
        relevant.take(name);
    }
    add(&mut hash, b'o', relevant.to_string().as_bytes());
    if let Some(dir) = options.get("dir") {
        add_path(&mut hash, Path::new(dir), 0)?;
    }
    Ok(hash.finalize().to_hex()[..32].to_string())
}

/// A tagged field with its length, so that no two sequences of fields are the same bytes.
fn add(hash: &mut blake3::Hasher, tag: u8, bytes: &[u8]) {
    hash.update(&[tag]);
    hash.update(&(bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

fn add_path(hash: &mut blake3::Hasher, path: &Path, depth: usize) -> io::Result<()> {
    if depth > MAX_DEPTH {
        return Err(io::Error::other("its folders are nested too deeply"));
    }
    let found = fs::symlink_metadata(path)?;
    if found.is_file() {
        return add_file(hash, path, &found);
    }
    if found.is_symlink() && !path.is_dir() {
        add(hash, b'l', fs::read_link(path)?.as_os_str().as_encoded_bytes());
        return Ok(());
    }
    let mut entries = fs::read_dir(path)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    add(hash, b'd', &[]);
    for entry in entries {
        let kind = entry.file_type()?;
        add(hash, b'n', entry.file_name().as_encoded_bytes());
        if kind.is_symlink() {
            // Links are copied as links, wherever they lead.
            add(hash, b'l', fs::read_link(entry.path())?.as_os_str().as_encoded_bytes());
        } else if kind.is_dir() || kind.is_file() {
            add_path(hash, &entry.path(), depth + 1)?;
        }
    }
    add(hash, b'e', &[]);
    Ok(())
}

fn add_file(hash: &mut blake3::Hasher, path: &Path, found: &fs::Metadata) -> io::Result<()> {
    add(hash, b'x', &[u8::from(is_executable(found))]);
    let mut file = File::open(path)?;
    let mut contents = blake3::Hasher::new();
    let mut buffer = vec![0; 64 << 10];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => drop(contents.update(&buffer[..read])),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    add(hash, b'f', contents.finalize().as_bytes());
    Ok(())
}

#[cfg(unix)]
fn is_executable(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;

    found.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn options(name: &str, dir: &Path, more: &str) -> PlayerOptions {
        let text = format!("name={name} type=oneshot cmd=./player dir={} {more}", dir.display());
        text.parse().unwrap()
    }

    #[test]
    fn every_change_of_a_program_changes_it() {
        let place = tempfile::tempdir().unwrap();
        let dir = place.path().join("ann");
        fs::create_dir_all(dir.join("lib")).unwrap();
        fs::write(dir.join("player"), "1").unwrap();
        fs::write(dir.join("lib/a"), "").unwrap();
        let now = || fingerprint(&options("ann", &dir, "")).unwrap();
        let mut seen = vec![now()];
        assert_eq!(seen[0], now());
        let changes: [&dyn Fn(); 7] = [
            &|| fs::write(dir.join("player"), "2").unwrap(),
            &|| fs::write(dir.join("new"), "").unwrap(),
            &|| fs::rename(dir.join("new"), dir.join("newer")).unwrap(),
            &|| fs::rename(dir.join("newer"), dir.join("lib/newer")).unwrap(),
            &|| fs::set_permissions(dir.join("player"), fs::Permissions::from_mode(0o755)).unwrap(),
            &|| std::os::unix::fs::symlink("player", dir.join("link")).unwrap(),
            &|| fs::create_dir(dir.join("empty")).unwrap(),
        ];
        for change in changes {
            change();
            assert!(!seen.contains(&now()), "{seen:?}");
            seen.push(now());
        }
        // A touched file is the same file, and neither the name nor the place matters.
        fs::write(dir.join("player"), "2").unwrap();
        assert_eq!(seen.last(), Some(&now()));
        let moved = place.path().join("ben");
        fs::rename(&dir, &moved).unwrap();
        assert_eq!(seen.last(), Some(&fingerprint(&options("ben", &moved, "")).unwrap()));
        assert_ne!(seen.last(), Some(&fingerprint(&options("ben", &moved, "time=2")).unwrap()));
    }

    #[test]
    fn an_archive_is_its_contents() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("ann.zip");
        fs::write(&path, "1").unwrap();
        let before = fingerprint(&options("ann", &path, "")).unwrap();
        fs::write(&path, "2").unwrap();
        assert_ne!(before, fingerprint(&options("ann", &path, "")).unwrap());
    }
}
