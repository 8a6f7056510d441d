//! A table's file is truncated, overwritten or exchanged while it is open: probes then fail, but
//! are never wrong.

mod sweep;

use std::fs::{File, OpenOptions};
use std::path::Path;

use checkers::Checkers;
use game::{Indexed, Slice};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sweep::fill;
use tablebase::{Exact, FaultKind, Packing, Spec, Table, TableOptions, Tables, write_pack, write_table};

const PACKING: Packing = Packing { block_len: Some(1_000), level: 3, threads: 1 };

/// The largest slice with four pieces: its file is too large to be copied into memory.
fn large_slice() -> Slice {
    Checkers::slices(4).into_iter().max_by_key(|&slice| Checkers::slice_len(slice)).unwrap()
}

/// Codes that cannot be compressed, so that every block has its own place in the file.
fn noise(seed: u64) -> Vec<u8> {
    let mut codes = vec![0; Checkers::slice_len(large_slice()) as usize];
    ChaCha8Rng::seed_from_u64(seed).fill_bytes(&mut codes);
    codes
}

fn write(path: &Path, codes: &[u8]) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    write_table(path, &Spec::of::<Checkers>(large_slice()), &PACKING, &fill(codes)).unwrap();
}

fn cut(path: &Path, part: u64) {
    let file = OpenOptions::new().write(true).open(path).unwrap();
    file.set_len(file.metadata().unwrap().len() / part).unwrap();
}

#[test]
fn a_file_that_shrinks_is_refused_and_ends_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (path, codes) = (folder.path().join("t.plt"), noise(1));
    write(&path, &codes);
    let table = Table::open(&path).unwrap();
    assert!(!table.is_embedded());
    let last = codes.len() as u64 - 1;
    assert_eq!(table.get(last), Ok(Exact::from_code(codes[last as usize])));
    cut(&path, 3);
    let refused = |fault: tablebase::TableError| match fault.kind {
        FaultKind::Unreadable(why) => assert_eq!(why, "it has become shorter since it was opened"),
        other => panic!("{other}"),
    };
    refused(table.get(last).unwrap_err());
    // It is not read again, even where bytes are left.
    refused(table.get(0).unwrap_err());
    refused(table.check_hash().unwrap_err());
    cut(&path, 1 << 40);
    let nothing = Table::open(&path).err().unwrap();
    assert_eq!(nothing.kind, FaultKind::NotATable);
}

/// An intact table of the same shape is written into the open file: only blocks that fit the
/// checksums from the time of opening are accepted.
#[test]
fn another_table_in_the_same_file_is_never_believed() {
    let folder = tempfile::tempdir().unwrap();
    let (path, other) = (folder.path().join("t.plt"), folder.path().join("u.plt"));
    let (codes, others) = (noise(2), noise(3));
    write(&path, &codes);
    write(&other, &others);
    let table = Table::open(&path).unwrap();
    let mut file = OpenOptions::new().write(true).open(&path).unwrap();
    std::io::copy(&mut File::open(&other).unwrap(), &mut file).unwrap();
    for index in (0..codes.len()).step_by(500) {
        if let Ok(value) = table.get(index as u64) {
            assert_eq!(value, Exact::from_code(codes[index]), "entry {index}");
        }
    }
    assert!(matches!(table.get(0).unwrap_err().kind, FaultKind::Damaged(_)));
    assert!(table.check().is_err());
    let again = Table::open(&path).unwrap();
    assert_eq!(again.get(0), Ok(Exact::from_code(others[0])));
}

#[test]
fn whoever_looks_positions_up_goes_on_without_a_table_that_shrank() {
    let folder = tempfile::tempdir().unwrap();
    let (slice, codes) = (large_slice(), noise(4));
    let path = Tables::<Checkers>::path(folder.path(), slice);
    write(&path, &codes);
    let value = |index: u64| Exact::from_code(codes[index as usize]);
    let pos = |index: u64| Checkers::unindex(slice, index);
    let last = codes.len() as u64 - 1;
    let open = |embedded| {
        let options =
            TableOptions { folder: Some(folder.path().into()), embedded, ..TableOptions::default() };
        Tables::<Checkers>::new(options)
    };
    let mut pack = Vec::new();
    write_pack(&mut pack, &[(slice, std::fs::read(&path).unwrap())]).unwrap();
    let (alone, with_another) = (open(&[]), open(pack.leak()));
    for tables in [&alone, &with_another] {
        assert_eq!((tables.probe(&pos(0)), tables.fault()), (Some(value(0)), None));
    }
    cut(&path, 2);
    assert_eq!(alone.probe(&pos(last)), None);
    assert!(alone.try_probe(&pos(last)).is_err());
    // The block that was read and verified before the file shrank stays cached.
    assert_eq!(alone.probe(&pos(0)), Some(value(0)));
    assert_eq!(with_another.probe(&pos(last)), Some(value(last)));
    for tables in [alone, with_another] {
        let fault = tables.fault().unwrap().to_string();
        assert!(fault.ends_with("cannot be read: it has become shorter since it was opened"), "{fault}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_not_a_regular_file_is_not_waited_for() {
    let fault = Table::open(Path::new("/dev/zero")).err().unwrap().to_string();
    assert_eq!(fault, "the table /dev/zero cannot be read: it is not a regular file");
}
