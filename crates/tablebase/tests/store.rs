//! Probing several tables at once.

mod sweep;

use std::path::Path;

use checkers::Checkers;
use game::{Indexed, Notation, Position};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sweep::{fill, solve};
use tablebase::{Exact, Packing, Spec, TableOptions, Tables, write_pack, write_table};

const SMALL_BLOCKS: Packing = Packing { block_len: Some(500), level: 3, threads: 1 };

#[test]
fn many_threads_find_every_value_in_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let solved = solve::<Checkers>(3);
    solved.write::<Checkers>(folder.path(), &SMALL_BLOCKS);
    let cache_bytes = 20_000;
    let options = TableOptions { folder: Some(folder.path().into()), cache_bytes, ..TableOptions::default() };
    let tables = Tables::<Checkers>::new(options);
    let slices = Checkers::slices(3);
    assert_eq!(tables.slices(), slices);
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let (tables, slices, solved) = (&tables, &slices, &solved);
            scope.spawn(move || {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                for _ in 0..20_000 {
                    let slice = slices[rng.random_range(0..slices.len())];
                    // Half of the positions are close to each other, so that the cache is hit as
                    // well.
                    let len = Checkers::slice_len(slice);
                    let most = if rng.random() { len } else { len.min(1000) };
                    let pos = Checkers::unindex(slice, rng.random_range(0..most));
                    assert_eq!(tables.probe(&pos), Some(solved.value(&pos)));
                    assert!(tables.cached_bytes() <= cache_bytes);
                }
            });
        }
    });
    assert!(tables.cached_bytes() > cache_bytes / 2);
    assert_eq!(tables.fault(), None);
}

#[test]
fn what_has_no_table_has_no_value() {
    let folder = tempfile::tempdir().unwrap();
    let start = Checkers::start();
    let nowhere = Tables::<Checkers>::in_folder(&folder.path().join("nowhere"));
    assert!(nowhere.is_empty());
    assert_eq!(nowhere.try_probe(&start), Ok(None));
    solve::<Checkers>(2).write::<Checkers>(folder.path(), &SMALL_BLOCKS);
    let tables = Tables::<Checkers>::in_folder(folder.path());
    assert_eq!(tables.value(&start), Ok(None));
    let three = Checkers::unindex(*Checkers::slices(3).last().unwrap(), 0);
    assert_eq!(tables.value(&three), Ok(None));
    // A side without pieces has no slice, but the rules give the outcome.
    let over = Checkers::read("B:W:B1").unwrap();
    assert_eq!(tables.try_probe(&over), Ok(None));
    assert_eq!(tables.value(&over), Ok(Some(Exact::Win(0))));
}

#[test]
fn a_bad_table_is_refused_and_the_others_serve() {
    let folder = tempfile::tempdir().unwrap();
    let solved = solve::<Checkers>(2);
    solved.write::<Checkers>(folder.path(), &SMALL_BLOCKS);
    let slices = Checkers::slices(2);
    let path = |slice| Tables::<Checkers>::path(folder.path(), slice);
    let (foreign, damaged, sound) = (slices[1], slices[2], slices[3]);
    std::fs::copy(path(slices[0]), path(foreign)).unwrap();
    let mut bytes = std::fs::read(path(damaged)).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(path(damaged), bytes).unwrap();
    let tables = Tables::<Checkers>::in_folder(folder.path());
    let refusal = tables.try_probe(&Checkers::unindex(foreign, 5)).unwrap_err().to_string();
    assert!(refusal.contains(" is for the slice ") && refusal.contains(".plt"), "{refusal}");
    let values = (0..Checkers::slice_len(damaged)).map(|index| Checkers::unindex(damaged, index));
    let mut refused = 0;
    for pos in values {
        match tables.try_probe(&pos) {
            Ok(value) => assert_eq!(value, Some(solved.value(&pos))),
            Err(fault) => {
                refused += 1;
                assert!(fault.to_string().contains("is damaged in "), "{fault}");
                assert_eq!(tables.probe(&pos), None);
            }
        }
    }
    assert!(refused > 0);
    let pos = Checkers::unindex(sound, 5);
    assert_eq!(tables.probe(&pos), Some(solved.value(&pos)));
    assert!(tables.fault().is_some());
}

/// A file may have the name of a slice of no game, or of a board of another size.
#[test]
fn files_that_are_called_like_no_slice_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    solve::<Checkers>(2).write::<Checkers>(folder.path(), &SMALL_BLOCKS);
    let home = folder.path().join("checkers");
    for name in
        ["ffffffffffffffff-x.plt", "00000000-0m0k-0m0k.plt", "ff00ff00-x.plt", "readme.plt", "10001.plt"]
    {
        std::fs::write(home.join(name), "nothing").unwrap();
    }
    assert_eq!(Tables::<Checkers>::in_folder(folder.path()).slices(), Checkers::slices(2));
    std::fs::rename(home, folder.path().join("raichu")).unwrap();
    assert!(Tables::<raichu::Raichu16>::in_folder(folder.path()).is_empty());
}

#[test]
fn tables_in_the_program_serve_where_the_folder_has_none() {
    let solved = solve::<Checkers>(2);
    let mut parts = Vec::new();
    for slice in Checkers::slices(2) {
        parts
            .push((slice, sweep::packed(&Spec::of::<Checkers>(slice), &SMALL_BLOCKS, &solved.codes[&slice])));
    }
    let mut pack = Vec::new();
    write_pack(&mut pack, &parts).unwrap();
    let embedded: &'static [u8] = pack.leak();
    let folder = tempfile::tempdir().unwrap();
    // A table with a false value shows which of the two is used.
    let lie = Checkers::slices(2)[3];
    let codes = vec![9; Checkers::slice_len(lie) as usize];
    write(folder.path(), lie, &codes);
    let folder = Some(folder.path().to_path_buf());
    let tables = Tables::<Checkers>::new(TableOptions { folder, embedded, ..TableOptions::default() });
    for slice in Checkers::slices(2) {
        for index in 0..Checkers::slice_len(slice) {
            let pos = Checkers::unindex(slice, index);
            let expected = if slice == lie { Exact::Loss(8) } else { solved.value(&pos) };
            assert_eq!(tables.probe(&pos), Some(expected));
        }
    }
    for cut in [1, 8, 20, embedded.len() / 2, embedded.len() - 1] {
        let options = TableOptions { embedded: &embedded[..cut], ..TableOptions::default() };
        let tables = Tables::<Checkers>::new(options);
        assert!(tables.is_empty());
        assert!(tables.fault().is_some());
    }
}

/// The embedded table replaces a foreign file, or one with a damaged block, and the fault is
/// reported.
#[test]
fn a_bad_table_does_not_hide_a_good_one() {
    let solved = solve::<Checkers>(2);
    let slices = Checkers::slices(2);
    let packed = |slice| sweep::packed(&Spec::of::<Checkers>(slice), &SMALL_BLOCKS, &solved.codes[&slice]);
    let parts: Vec<_> = slices.iter().map(|&slice| (slice, packed(slice))).collect();
    let mut pack = Vec::new();
    write_pack(&mut pack, &parts).unwrap();
    let embedded: &'static [u8] = pack.leak();
    let folder = tempfile::tempdir().unwrap();
    solved.write::<Checkers>(folder.path(), &SMALL_BLOCKS);
    let path = |slice| Tables::<Checkers>::path(folder.path(), slice);
    let (foreign, damaged) = (slices[1], slices[2]);
    std::fs::copy(path(slices[0]), path(foreign)).unwrap();
    let mut bytes = std::fs::read(path(damaged)).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(path(damaged), bytes).unwrap();
    let new = || {
        let folder = Some(folder.path().to_path_buf());
        Tables::<Checkers>::new(TableOptions { folder, embedded, ..TableOptions::default() })
    };
    for (bad, reason) in [(foreign, " is for the slice "), (damaged, " is damaged in block ")] {
        let tables = new();
        assert_eq!(tables.slices(), slices);
        for index in 0..Checkers::slice_len(bad) {
            let pos = Checkers::unindex(bad, index);
            assert_eq!(tables.try_probe(&pos), Ok(Some(solved.value(&pos))));
        }
        let fault = tables.fault().unwrap().to_string();
        assert!(fault.contains(reason) && fault.contains(".plt"), "{fault}");
    }
    // Opening the table directly reports the fault of the file.
    assert!(new().table(foreign).is_err());
}

fn write(folder: &Path, slice: game::Slice, codes: &[u8]) {
    let path = Tables::<Checkers>::path(folder, slice);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    write_table(&path, &Spec::of::<Checkers>(slice), &SMALL_BLOCKS, &fill(codes)).unwrap();
}
