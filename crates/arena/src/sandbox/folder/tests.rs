use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;

use tempfile::TempDir;

use super::*;

fn limits(disk: u64, files: u64) -> Limits {
    Limits { disk, files, ..Limits::default() }
}

fn opened(dir: &Path) -> OwnedFd {
    open(dir).unwrap()
}

/// Nests folders, each by its descriptor, because no path may be that long.
fn nest(dir: &Path, levels: usize) {
    let mut folder = opened(dir);
    for _ in 0..levels {
        rustix::fs::mkdirat(&folder, "d", Mode::RWXU).unwrap();
        folder = rustix::fs::openat(&folder, "d", FOLDER, Mode::empty()).unwrap();
    }
}

fn is_empty(dir: &Path) -> bool {
    fs::read_dir(dir).unwrap().next().is_none()
}

#[test]
fn a_folder_is_copied_with_links_permissions_and_names_that_are_no_utf_8() {
    let (from, to) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let odd = OsStr::from_bytes(b"b\xf6b");
    fs::create_dir_all(from.path().join("a/b")).unwrap();
    fs::create_dir(from.path().join("empty")).unwrap();
    fs::write(from.path().join("a/b").join(odd), "one").unwrap();
    fs::write(from.path().join("z"), "two").unwrap();
    fs::set_permissions(from.path().join("z"), fs::Permissions::from_mode(0o540)).unwrap();
    std::os::unix::fs::symlink("/no/such/file", from.path().join("a/link")).unwrap();
    copy(from.path(), opened(to.path()), &limits(1 << 20, 7)).unwrap();
    assert_eq!(fs::read(to.path().join("a/b").join(odd)).unwrap(), b"one");
    assert_eq!(fs::read(to.path().join("z")).unwrap(), b"two");
    assert_eq!(fs::metadata(to.path().join("z")).unwrap().permissions().mode() & 0o777, 0o540);
    assert_eq!(fs::read_link(to.path().join("a/link")).unwrap(), Path::new("/no/such/file"));
    assert!(to.path().join("empty").is_dir());
    assert_eq!(size(opened(to.path()).as_fd(), &Limits::default()).unwrap().files, 6);
}

#[test]
fn what_is_too_much_is_refused() {
    let dir = TempDir::new().unwrap();
    for name in ["a", "b", "c"] {
        fs::write(dir.path().join(name), "x").unwrap();
    }
    let said = |limits: Limits| check(dir.path(), &limits).err().map(|fault| fault.to_string());
    assert_eq!(said(limits(1 << 20, 3)), None);
    assert_eq!(
        said(limits(1 << 20, 2)).unwrap(),
        "it has more than the 2 files and folders that files= allows"
    );
    // A sparse file counts with its length, although it occupies no space.
    fs::File::create(dir.path().join("sparse")).unwrap().set_len(1 << 40).unwrap();
    assert_eq!(said(limits(9 << 20, 9)).unwrap(), "it has more than the 9 MB that disk= allows");
    fs::remove_file(dir.path().join("sparse")).unwrap();
    nest(dir.path(), MAX_DEPTH - 1);
    assert_eq!(said(Limits::default()), None);
}

#[test]
fn what_is_nested_too_deeply_is_refused_and_removed() {
    let dir = TempDir::new().unwrap();
    nest(dir.path(), 5000);
    assert!(matches!(check(dir.path(), &Limits::default()), Err(FolderError::TooDeep(_))));
    let to = TempDir::new().unwrap();
    assert!(matches!(copy(dir.path(), opened(to.path()), &Limits::default()), Err(FolderError::TooDeep(_))));
    for folder in [&dir, &to] {
        empty(opened(folder.path()).as_fd()).unwrap();
        assert!(is_empty(folder.path()));
    }
}

#[test]
fn a_folder_that_is_not_there_or_cannot_be_read_is_named() {
    let missing = check(Path::new("/no/such/folder"), &Limits::default()).unwrap_err().to_string();
    assert!(missing.starts_with("/no/such/folder: No such file"), "{missing}");
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join("a")).unwrap();
    fs::write(dir.path().join("a/secret"), "x").unwrap();
    fs::set_permissions(dir.path().join("a/secret"), fs::Permissions::from_mode(0o0)).unwrap();
    let fault = check(dir.path(), &Limits::default()).err().map(|fault| fault.to_string());
    let is_root = rustix::process::geteuid().is_root();
    assert_eq!(fault.is_none(), is_root, "{fault:?}");
    assert!(fault.is_none_or(|fault| fault.contains("a/secret: Permission denied")));
}

#[test]
fn everything_is_removed_whatever_its_permissions_and_names() {
    let dir = TempDir::new().unwrap();
    // The names for moved folders are taken by a file, an empty folder and a folder that is not
    // empty.
    fs::write(dir.path().join("moved-1"), "x").unwrap();
    fs::create_dir(dir.path().join("moved-2")).unwrap();
    fs::create_dir_all(dir.path().join("moved-3/x")).unwrap();
    let long = "n".repeat(255);
    let deep = dir.path().join("a").join(&long).join("b").join(&long);
    fs::create_dir_all(&deep).unwrap();
    fs::write(deep.join(&long), "x").unwrap();
    std::os::unix::fs::symlink("/", deep.join("link")).unwrap();
    for folder in [&*deep, deep.parent().unwrap(), &dir.path().join("a")] {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o0)).unwrap();
    }
    empty(opened(dir.path()).as_fd()).unwrap();
    assert!(is_empty(dir.path()));
}

#[test]
fn a_program_hides_nothing_behind_permissions() {
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join("hidden")).unwrap();
    fs::write(dir.path().join("hidden/large"), vec![1; 3 << 20]).unwrap();
    fs::set_permissions(dir.path().join("hidden"), fs::Permissions::from_mode(0o0)).unwrap();
    assert!(size(opened(dir.path()).as_fd(), &Limits::default()).unwrap().bytes >= 3 << 20);
}
