//! Files and folders that jobs read, named by their contents.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The identity of a file or folder: a hash of its contents, in hexadecimal.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InputId(String);

impl InputId {
    /// Reads an identity; `None` if the text is not one. So none leads out of the folder of inputs.
    #[must_use]
    pub fn read(text: &str) -> Option<InputId> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let is_hash = text.len() == 2 * blake3::OUT_LEN && text.bytes().all(is_digit);
        is_hash.then(|| InputId(text.to_string()))
    }
}

impl fmt::Display for InputId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// In the settings of a job, a path to an input is this, followed by its identity.
const PREFIX: &str = "input:";

/// The inputs of a job on the machine that does it: a folder in which each has its identity as its name.
#[derive(Clone, Debug)]
pub struct Inputs {
    folder: PathBuf,
}

impl Inputs {
    /// The inputs in a folder.
    #[must_use]
    pub fn new(folder: PathBuf) -> Inputs {
        Inputs { folder }
    }

    /// An input as the settings of a job name it.
    #[must_use]
    pub fn word(id: &InputId) -> String {
        format!("{PREFIX}{id}")
    }

    /// The path that the settings of a job mean: of an input, or the text itself.
    #[must_use]
    pub fn resolve(&self, word: &str) -> PathBuf {
        match word.strip_prefix(PREFIX).and_then(InputId::read) {
            Some(id) => self.path(&id),
            None => PathBuf::from(word),
        }
    }

    /// The path of an input.
    #[must_use]
    pub fn path(&self, id: &InputId) -> PathBuf {
        self.folder.join(&id.0)
    }
}

/// The identity of a file or a folder: of the contents, and in a folder of all names, of the targets of symbolic links
/// and of who may execute a file. Owners and times do not count. Sockets, pipes and devices are left out.
///
/// # Errors
/// Fails if something cannot be read.
pub fn content_hash(path: &Path) -> io::Result<InputId> {
    let mut hasher = blake3::Hasher::new();
    add(&mut hasher, path, &std::fs::metadata(path)?)?;
    Ok(InputId(hasher.finalize().to_hex().to_string()))
}

fn add(hasher: &mut blake3::Hasher, path: &Path, metadata: &std::fs::Metadata) -> io::Result<()> {
    if metadata.is_dir() {
        hasher.update(b"folder");
        let mut entries = std::fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let metadata = entry.metadata()?;
            if metadata.is_dir() || metadata.is_file() || metadata.is_symlink() {
                add_text(hasher, entry.file_name().as_encoded_bytes());
                add(hasher, &entry.path(), &metadata)?;
            }
        }
        hasher.update(b"end");
    } else if metadata.is_symlink() {
        hasher.update(b"link");
        add_text(hasher, std::fs::read_link(path)?.as_os_str().as_encoded_bytes());
    } else {
        hasher.update(if is_executable(metadata) { b"program" } else { b"file" });
        let mut contents = blake3::Hasher::new();
        io::copy(&mut File::open(path)?, &mut contents)?;
        hasher.update(contents.finalize().as_bytes());
    }
    Ok(())
}

/// With its length, so that no two lists of texts are the same bytes.
fn add_text(hasher: &mut blake3::Hasher, text: &[u8]) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text);
}

#[cfg(unix)]
fn is_executable(metadata: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;

    metadata.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &std::fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_its_names_and_contents() {
        let home = tempfile::tempdir().unwrap();
        let folder = |name: &str, files: &[(&str, &str)]| {
            let path = home.path().join(name);
            std::fs::create_dir_all(path.join("sub")).unwrap();
            for (name, text) in files {
                std::fs::write(path.join(name), text).unwrap();
            }
            content_hash(&path).unwrap()
        };
        let one = folder("one", &[("a.py", "x"), ("sub/b", "y")]);
        assert_eq!(folder("two", &[("sub/b", "y"), ("a.py", "x")]), one);
        assert_ne!(folder("three", &[("a.py", "y"), ("sub/b", "y")]), one);
        assert_ne!(folder("four", &[("a.py", "x"), ("sub/c", "y")]), one);
        assert_ne!(folder("five", &[("a.py", "x"), ("sub/b", "y"), ("c", "")]), one);
        assert_eq!(InputId::read(&one.to_string()), Some(one));
        assert_eq!(InputId::read("../../etc"), None);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_count() {
        use std::os::unix::fs::PermissionsExt as _;

        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("a");
        std::fs::write(&file, "x").unwrap();
        let plain = content_hash(home.path()).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        let executable = content_hash(home.path()).unwrap();
        std::os::unix::fs::symlink("nowhere", home.path().join("b")).unwrap();
        let linked = content_hash(home.path()).unwrap();
        assert!(plain != executable && executable != linked, "{plain} {executable} {linked}");
    }

    #[test]
    fn settings_name_inputs() {
        let inputs = Inputs::new(PathBuf::from("/cache"));
        let id = InputId::read(&"0f".repeat(32)).unwrap();
        assert_eq!(inputs.resolve(&Inputs::word(&id)), Path::new("/cache").join("0f".repeat(32)));
        assert_eq!(inputs.resolve("input:../x"), Path::new("input:../x"));
        assert_eq!(inputs.resolve("best"), Path::new("best"));
    }
}
