//! Programs that come as zip or tar files, unpacked where nothing in them can do harm.
//!
//! An archive is a stranger's file. No name in it leads out of the folder, links stay inside, nothing but files, folders
//! and symbolic links is made, and its size, its number of files and how far it expands are limited. Links are made
//! last, so nothing is ever written through one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Write as _};
use std::path::{Component, Path, PathBuf};

use engine::quoted_up_to;

/// What an archive may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArchiveLimits {
    /// Bytes, unpacked.
    pub bytes: u64,
    /// Files, folders and links.
    pub files: u64,
}

/// Archives of less than this many bytes, unpacked, may be packed as tightly as they like.
const HARMLESS_BYTES: u64 = 16 << 20;
/// Beyond, a file that expands to more than this many times its size is no program: source code is packed 10 times
/// tighter at most.
const MOST_EXPANSION: u64 = 200;
/// Folders may be nested as deep as those of programs.
const MAX_DEPTH: usize = 64;
/// Longer names are truncated in messages.
const LONGEST_NAME: usize = 100;
const ENDINGS: [&str; 4] = [".tar.gz", ".tgz", ".tar", ".zip"];

/// Why an archive is not unpacked.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It cannot be read, or the files cannot be written.
    #[error("{0}")]
    File(#[from] io::Error),
    /// It is not what its name says.
    #[error("it is not a {kind} file, or is damaged: {error}")]
    Damaged {
        /// What its name says.
        kind: &'static str,
        /// What is wrong with it.
        error: String,
    },
    /// A name leads out of the folder, or is none.
    #[error("it has a file named '{0}', which leads out of its folder")]
    Path(String),
    /// A link leads out of the folder.
    #[error("it has a link '{name}' to '{target}', which leads out of its folder: pack the files themselves")]
    Link {
        /// The link.
        name: String,
        /// Where it leads.
        target: String,
    },
    /// Something that is no file, folder or symbolic link.
    #[error("'{0}' in it is neither a file nor a folder nor a symbolic link")]
    Kind(String),
    /// The same name twice.
    #[error("it has '{0}' twice")]
    Twice(String),
    /// It is too large.
    #[error("it has more than {} MB when it is unpacked", .0 >> 20)]
    TooLarge(u64),
    /// It expands too far.
    #[error(
        "it expands to more than {MOST_EXPANSION} times its size, as archives do that are made to fill a disk"
    )]
    Bomb,
    /// It has too many files.
    #[error("it has more than {0} files and folders")]
    TooMany(u64),
    /// Its folders are nested too deeply.
    #[error("its folders are nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
    /// There is nothing in it.
    #[error("there is no file in it")]
    Empty,
}

/// The name of an archive without its ending; `None` if its name is not that of an archive.
#[must_use]
pub fn archive_stem(path: &Path) -> Option<&str> {
    let name = path.file_name()?.to_str()?;
    let ending = ENDINGS.into_iter().find(|ending| {
        name.len() > ending.len()
            && name.is_char_boundary(name.len() - ending.len())
            && name[name.len() - ending.len()..].eq_ignore_ascii_case(ending)
    })?;
    Some(&name[..name.len() - ending.len()])
}

/// Unpacks an archive into a new folder. Returns the folder of the program: where everything is in one folder, as zip
/// programs do it, that one.
///
/// # Errors
/// Fails if it is not an archive that is safe to unpack. What was unpacked until then stays.
pub fn unpack(archive: &Path, folder: &Path, limits: ArchiveLimits) -> Result<PathBuf, ArchiveError> {
    let file = File::open(archive)?;
    let packed = file.metadata()?.len();
    fs::create_dir(folder)?;
    let mut unpacker = Unpacker { folder, limits, packed, bytes: 0, files: 0, links: Vec::new() };
    let name = archive.to_string_lossy().to_lowercase();
    if name.ends_with(".zip") {
        unpacker.zip(file)?;
    } else if name.ends_with(".tar") {
        unpacker.tar(BufReader::new(file))?;
    } else {
        unpacker.tar(flate2::read::MultiGzDecoder::new(BufReader::new(file)))?;
    }
    unpacker.finish()
}

struct Unpacker<'u> {
    folder: &'u Path,
    limits: ArchiveLimits,
    /// The size of the archive.
    packed: u64,
    bytes: u64,
    files: u64,
    links: Vec<(PathBuf, PathBuf)>,
}

impl Unpacker<'_> {
    fn zip(&mut self, file: File) -> Result<(), ArchiveError> {
        let damaged =
            |error: zip::result::ZipError| ArchiveError::Damaged { kind: "zip", error: error.to_string() };
        let mut archive = zip::ZipArchive::new(BufReader::new(file)).map_err(damaged)?;
        for i in 0..archive.len() {
            let mut entry = archive.by_index(i).map_err(damaged)?;
            // Some programs for Windows write backslashes.
            let name = entry.name().map_err(damaged)?.replace('\\', "/");
            if entry.is_dir() || name.ends_with('/') {
                self.add_folder(Path::new(&name))?;
            } else if entry.is_symlink() {
                let mut target = String::new();
                (&mut entry).take(4096).read_to_string(&mut target)?;
                self.add_link(Path::new(&name), Path::new(&target))?;
            } else {
                let mode = entry.unix_mode().unwrap_or(0);
                self.add_file(Path::new(&name), mode, &mut entry).map_err(|error| corrupt(error, "zip"))?;
            }
        }
        Ok(())
    }

    fn tar(&mut self, source: impl Read) -> Result<(), ArchiveError> {
        let damaged = |error: io::Error| ArchiveError::Damaged { kind: "tar", error: error.to_string() };
        // Between files there are names, which may be as long as they like: that counts as well.
        let most = self.limits.bytes.saturating_add(self.limits.files.saturating_mul(4096));
        let mut archive = tar::Archive::new(source.take(most));
        for entry in archive.entries().map_err(damaged)? {
            let mut entry = entry.map_err(damaged)?;
            let path = entry.path().map_err(damaged)?.into_owned();
            let kind = entry.header().entry_type();
            if kind.is_dir() {
                self.add_folder(&path)?;
            } else if kind.is_file() {
                let mode = entry.header().mode().unwrap_or(0);
                self.add_file(&path, mode, &mut entry).map_err(|error| corrupt(error, "tar"))?;
            } else if kind.is_symlink() {
                let target = entry.link_name().map_err(damaged)?.unwrap_or_default().into_owned();
                self.add_link(&path, &target)?;
            } else if !kind.is_pax_global_extensions() {
                return Err(ArchiveError::Kind(quoted(&path)));
            }
        }
        Ok(())
    }

    /// The place of an entry, in a folder that exists. `None` for the folder itself.
    fn place(&mut self, path: &Path) -> Result<Option<PathBuf>, ArchiveError> {
        self.files += 1;
        if self.files > self.limits.files {
            return Err(ArchiveError::TooMany(self.limits.files));
        }
        let mut place = PathBuf::new();
        for component in path.components() {
            match component {
                Component::Normal(name) if !name.to_string_lossy().contains('\0') => place.push(name),
                Component::CurDir => {}
                _ => return Err(ArchiveError::Path(quoted(path))),
            }
        }
        let depth = place.components().count();
        if depth > MAX_DEPTH {
            return Err(ArchiveError::TooDeep);
        }
        if let Some(parent) = place.parent() {
            make_folder(&self.folder.join(parent), path)?;
        }
        Ok((depth > 0).then_some(place))
    }

    fn add_folder(&mut self, path: &Path) -> Result<(), ArchiveError> {
        if let Some(place) = self.place(path)? {
            make_folder(&self.folder.join(place), path)?;
        }
        Ok(())
    }

    fn add_file(&mut self, path: &Path, mode: u32, contents: &mut dyn Read) -> Result<(), ArchiveError> {
        let Some(place) = self.place(path)? else { return Err(ArchiveError::Path(quoted(path))) };
        let place = self.folder.join(place);
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&place)
            .map_err(|error| twice(error, path))?;
        let mut start = [0; 4];
        let mut known = 0;
        let mut buffer = vec![0; 64 << 10];
        loop {
            let read = match contents.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // What reads, not what writes: the archive is to blame.
                Err(error) => return Err(ArchiveError::Damaged { kind: "", error: error.to_string() }),
            };
            self.bytes += read as u64;
            if self.bytes > self.limits.bytes {
                return Err(ArchiveError::TooLarge(self.limits.bytes));
            }
            if self.bytes > HARMLESS_BYTES && self.bytes / MOST_EXPANSION > self.packed {
                return Err(ArchiveError::Bomb);
            }
            let missing = (start.len() - known).min(read);
            start[known..known + missing].copy_from_slice(&buffer[..missing]);
            known += missing;
            file.write_all(&buffer[..read])?;
        }
        // Archives that are made on Windows do not say what can be run.
        let is_program = mode & 0o111 != 0 || start.starts_with(b"#!") || start == *b"\x7fELF";
        if is_program {
            make_executable(&file)?;
        }
        Ok(())
    }

    fn add_link(&mut self, path: &Path, target: &Path) -> Result<(), ArchiveError> {
        let Some(place) = self.place(path)? else { return Err(ArchiveError::Path(quoted(path))) };
        let refused = || ArchiveError::Link { name: quoted(path), target: quoted(target) };
        // `..` may stand at the beginning only, where it leaves folders and not links; so no chain of links leads out.
        let mut depth = place.components().count() - 1;
        let mut has_names = false;
        for component in target.components() {
            match component {
                Component::Normal(_) => has_names = true,
                Component::CurDir => {}
                Component::ParentDir if !has_names && depth > 0 => depth -= 1,
                _ => return Err(refused()),
            }
        }
        self.links.push((place, target.to_path_buf()));
        Ok(())
    }

    fn finish(self) -> Result<PathBuf, ArchiveError> {
        for (place, target) in &self.links {
            make_link(target, &self.folder.join(place)).map_err(|error| twice(error, place))?;
        }
        // What file managers add is no part of a program.
        let is_clutter = |name: &str| matches!(name, "__MACOSX" | ".DS_Store" | "Thumbs.db" | "desktop.ini");
        let entries = fs::read_dir(self.folder)?.collect::<Result<Vec<_>, _>>()?;
        let own: Vec<_> =
            entries.iter().filter(|entry| !is_clutter(&entry.file_name().to_string_lossy())).collect();
        match &own[..] {
            [] => Err(ArchiveError::Empty),
            [only] if only.file_type()?.is_dir() => Ok(only.path()),
            _ => Ok(self.folder.to_path_buf()),
        }
    }
}

/// A folder that may exist already.
fn make_folder(folder: &Path, entry: &Path) -> Result<(), ArchiveError> {
    fs::create_dir_all(folder).map_err(|error| twice(error, entry))
}

#[cfg(unix)]
fn make_executable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    file.set_permissions(fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn make_link(target: &Path, place: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, place)
}

#[cfg(not(unix))]
fn make_link(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "links are not unpacked on this system"))
}

/// A name that is taken: by a file where a folder is needed, or by the same name before.
fn twice(error: io::Error, path: &Path) -> ArchiveError {
    match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => ArchiveError::Twice(quoted(path)),
        _ => ArchiveError::File(error),
    }
}

fn corrupt(error: ArchiveError, kind: &'static str) -> ArchiveError {
    match error {
        ArchiveError::Damaged { error, .. } => ArchiveError::Damaged { kind, error },
        error => error,
    }
}

fn quoted(path: &Path) -> String {
    quoted_up_to(&path.to_string_lossy(), LONGEST_NAME)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    const LIMITS: ArchiveLimits = ArchiveLimits { bytes: 64 << 20, files: 100 };

    /// What is put into an archive: a name, and its contents or where it leads.
    enum Put<'p> {
        File(&'p str, &'p [u8]),
        Link(&'p str, &'p str),
    }
    use Put::{File as F, Link as L};

    fn zip_of(entries: &[Put]) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default();
        for entry in entries {
            match entry {
                F(name, contents) => {
                    zip.start_file(*name, options).unwrap();
                    zip.write_all(contents).unwrap();
                }
                L(name, target) => zip.add_symlink(*name, *target, options).unwrap(),
            }
        }
        zip.finish().unwrap().into_inner()
    }

    fn tar_of(entries: &[Put]) -> Vec<u8> {
        let mut tar = tar::Builder::new(Vec::new());
        for entry in entries {
            let mut header = tar::Header::new_gnu();
            let (name, contents) = match entry {
                F(name, contents) => (*name, *contents),
                L(name, target) => {
                    header.set_entry_type(tar::EntryType::Symlink);
                    // The library refuses to write what it should.
                    header.as_old_mut().linkname[..target.len()].copy_from_slice(target.as_bytes());
                    (*name, &b""[..])
                }
            };
            header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
            header.set_size(contents.len() as u64);
            header.set_mode(0o644);
            header.set_cksum();
            tar.append(&header, contents).unwrap();
        }
        tar.into_inner().unwrap()
    }

    fn unpacked(
        name: &str,
        bytes: &[u8],
        limits: ArchiveLimits,
    ) -> (tempfile::TempDir, Result<PathBuf, String>) {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join(name);
        fs::write(&path, bytes).unwrap();
        let found = unpack(&path, &place.path().join("out"), limits);
        (place, found.map_err(|error| error.to_string()))
    }

    fn both(entries: &[Put], limits: ArchiveLimits) -> [(tempfile::TempDir, Result<PathBuf, String>); 2] {
        [unpacked("a.zip", &zip_of(entries), limits), unpacked("a.tar", &tar_of(entries), limits)]
    }

    #[test]
    fn the_only_folder_is_the_program() {
        let entries = [
            F("ann/player.py", b"#!/usr/bin/env python3\n"),
            F("ann/lib/data.txt", b"1"),
            F("__MACOSX/ann/._player.py", b"x"),
        ];
        for (place, found) in both(&entries, LIMITS) {
            let root = found.unwrap();
            assert_eq!(root, place.path().join("out/ann"));
            assert_eq!(fs::read(root.join("lib/data.txt")).unwrap(), b"1");
            let mode = |name: &str| fs::metadata(root.join(name)).unwrap().permissions().mode() & 0o100;
            assert_eq!((mode("player.py"), mode("lib/data.txt")), (0o100, 0));
        }
        for (place, found) in both(&[F("ann/a", b"1"), F("b", b"2")], LIMITS) {
            assert_eq!(found.unwrap(), place.path().join("out"));
        }
    }

    #[test]
    fn compressed_tar_files_are_read() {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        gzip.write_all(&tar_of(&[F("a", b"1"), F("b", b"2")])).unwrap();
        let (_place, found) = unpacked("x.TGZ", &gzip.finish().unwrap(), LIMITS);
        assert_eq!(fs::read(found.unwrap().join("b")).unwrap(), b"2");
    }

    #[test]
    fn no_name_leads_out() {
        for name in ["../evil", "a/../../evil", "/evil", "a/b/../c"] {
            for (place, found) in both(&[F("ok", b"1"), F(name, b"2")], LIMITS) {
                let error = found.unwrap_err();
                assert!(error.contains("which leads out of its folder"), "{name}: {error}");
                assert!(!place.path().join("evil").exists() && !Path::new("/evil").exists());
            }
        }
    }

    #[test]
    fn links_stay_inside() {
        for target in ["/etc/passwd", "../../x", "..", "d/../../x", "d/.."] {
            for (_place, found) in both(&[F("d/ok", b"1"), L("link", target)], LIMITS) {
                let error = found.unwrap_err();
                assert!(error.contains("a link 'link'"), "{target}: {error}");
            }
        }
        for (_place, found) in
            both(&[F("d/ok", b"1"), F("x", b"2"), L("d/link", "../x"), L("l", "d/link")], LIMITS)
        {
            let root = found.unwrap();
            assert_eq!(fs::read(root.join("l")).unwrap(), b"2");
        }
        // Nothing is written through a link.
        for (_place, found) in both(&[F("d/ok", b"1"), L("link", "d"), F("link/evil", b"2")], LIMITS) {
            assert_eq!(found.unwrap_err(), "it has 'link' twice");
        }
    }

    #[test]
    fn size_number_and_expansion_are_limited() {
        let large = vec![0; 20 << 20];
        for (i, (_place, found)) in both(&[F("large", &large)], LIMITS).into_iter().enumerate() {
            // A tar file is as large as what is in it.
            match i {
                0 => assert!(found.unwrap_err().contains("200 times its size")),
                _ => assert!(found.is_ok()),
            }
        }
        let few = ArchiveLimits { bytes: 10, files: 2 };
        for (_place, found) in both(&[F("a", b"0123456789"), F("b", b"0")], few) {
            assert_eq!(found.unwrap_err(), "it has more than 0 MB when it is unpacked");
        }
        for (_place, found) in both(&[F("a", b"0"), F("b", b"0"), F("c", b"0")], few) {
            assert_eq!(found.unwrap_err(), "it has more than 2 files and folders");
        }
        let deep = "d/".repeat(45) + "f";
        let (_place, found) = unpacked("a.zip", &zip_of(&[F(&(deep.clone() + &deep), b"")]), LIMITS);
        assert_eq!(found.unwrap_err(), "its folders are nested more than 64 levels deep");
    }

    #[test]
    fn what_is_no_archive_is_refused() {
        for (name, kind) in [("a.zip", "zip"), ("a.tar", "tar"), ("a.tar.gz", "tar")] {
            let (_place, found) = unpacked(name, &[b'x'; 2000], LIMITS);
            let error = found.unwrap_err();
            assert!(error.starts_with(&format!("it is not a {kind} file, or is damaged: ")), "{error}");
        }
        let (_place, found) = unpacked("a.zip", &zip_of(&[]), LIMITS);
        assert_eq!(found.unwrap_err(), "there is no file in it");
    }

    #[test]
    fn a_name_says_what_is_an_archive() {
        let stem = |name: &'static str| archive_stem(Path::new(name));
        assert_eq!(stem("x/ann.zip"), Some("ann"));
        assert_eq!(stem("ann.b.TAR.GZ"), Some("ann.b"));
        for name in ["zip", ".zip", "ann.rar", "ann", "größe", "x.zip/"] {
            assert_eq!(stem(name).filter(|_| name != "x.zip/"), None, "{name}");
        }
    }
}
