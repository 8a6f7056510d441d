//! Tables as files: what was written is read back, and damaged files are rejected.

mod sweep;

use game::Slice;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sweep::packed;
use tablebase::{Exact, Farthest, FaultKind, Packing, Spec, Table};

fn spec(entries: usize) -> Spec {
    Spec {
        game: "stones".to_string(),
        rules: 3,
        slice: Slice(0xABCD),
        slice_name: "two against one".to_string(),
        entries: entries as u64,
    }
}

/// Codes like those of real tables: long runs that repeat with changes.
fn codes(rng: &mut ChaCha8Rng, entries: usize) -> Vec<u8> {
    let mut codes: Vec<u8> = Vec::with_capacity(entries + 64);
    while codes.len() < entries {
        let stretch = rng.random_range(1..64);
        match rng.random_range(0..4) {
            0 => codes.extend(std::iter::repeat_n(rng.random_range(0..30u8), stretch)),
            1 => codes.extend((0..stretch).map(|_| rng.random_range(0..6u8))),
            _ if codes.len() > 200 => {
                let from = codes.len() - 200;
                codes.extend_from_within(from..from + stretch);
            }
            _ => codes.push(rng.random()),
        }
    }
    codes.truncate(entries);
    codes
}

fn packings() -> Vec<Packing> {
    let lens = [None, Some(1), Some(7), Some(256), Some(4096), Some(65_536)];
    lens.map(|block_len| Packing { block_len, level: 5, threads: 1 }).into()
}

#[test]
fn what_is_written_is_read() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for entries in [0, 1, 2, 255, 4096, 4097, 100_000] {
        let samples = [codes(&mut rng, entries), vec![9; entries], {
            let mut noise = vec![0; entries];
            rng.fill_bytes(&mut noise);
            noise
        }];
        for codes in samples {
            for packing in packings() {
                let bytes = packed(&spec(entries), &packing, &codes);
                let table = Table::from_bytes("of stones", bytes).unwrap();
                assert_eq!(table.spec(), &spec(entries));
                table.check().unwrap();
                let mut all = Vec::new();
                table.decode_all(&mut all).unwrap();
                assert!(all == codes, "{entries} entries with {packing:?}");
                for _ in 0..50.min(entries) {
                    let index = rng.random_range(0..entries);
                    assert_eq!(table.get(index as u64).unwrap(), Exact::from_code(codes[index]));
                }
                for beyond in [entries as u64, entries as u64 + 70_000, u64::MAX] {
                    assert!(matches!(table.get(beyond).unwrap_err().kind, FaultKind::NoEntry { .. }));
                }
            }
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let codes = codes(&mut ChaCha8Rng::seed_from_u64(2), 9_000_000);
    let packing = |threads| Packing { threads, level: 3, ..Packing::default() };
    let one = packed(&spec(codes.len()), &packing(1), &codes);
    assert!(one.len() < codes.len() / 2);
    for threads in [2, 3] {
        assert!(packed(&spec(codes.len()), &packing(threads), &codes) == one);
    }
    assert!(packed(&spec(codes.len()), &packing(1), &codes) == one);
}

#[test]
fn the_summary_counts_and_names_the_first_of_the_longest() {
    let mut codes = vec![0; 10_000];
    // Losses in 0, 4 and 4 plies; wins in 1, 7 and 7.
    for (index, code) in [(3, 1), (9_000, 5), (9_500, 5), (4, 2), (5_000, 8), (5_001, 8)] {
        codes[index] = code;
    }
    for packing in packings() {
        let bytes = packed(&spec(codes.len()), &packing, &codes);
        let len = bytes.len() as u64;
        let summary = *Table::from_bytes("of stones", bytes).unwrap().summary();
        assert_eq!((summary.wins, summary.losses, summary.draws), (3, 3, 9_994));
        assert_eq!(summary.longest_win, Some(Farthest { distance: 7, index: 5_000 }));
        assert_eq!(summary.longest_loss, Some(Farthest { distance: 4, index: 9_000 }));
        assert_eq!(summary.bytes, len);
    }
}

/// Whether a damaged file gives no wrong value, and is rejected as a whole.
fn is_harmless(bytes: Vec<u8>, codes: &[u8]) -> bool {
    let Ok(table) = Table::from_bytes("of stones", bytes) else { return true };
    // A block that decodes must have its original codes.
    let right = |block: u64| {
        let start = (block * u64::from(table.block_len())) as usize;
        let end = codes.len().min(start + table.block_len() as usize);
        table.block(block).map_or(true, |decoded| decoded == codes[start..end])
    };
    table.spec() == &spec(codes.len()) && (0..table.blocks()).all(right) && table.check().is_err()
}

#[test]
fn no_byte_can_be_changed_unnoticed() {
    let codes = codes(&mut ChaCha8Rng::seed_from_u64(3), 9_000);
    let packing = Packing { block_len: Some(700), level: 9, threads: 1 };
    let bytes = packed(&spec(codes.len()), &packing, &codes);
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xFF] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            assert!(is_harmless(damaged, &codes), "byte {at} of {} by {change}", bytes.len());
        }
    }
    for len in 0..bytes.len() {
        assert!(is_harmless(bytes[..len].to_vec(), &codes), "cut to {len}");
    }
}

#[test]
fn files_damaged_by_the_hundred_are_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let codes = codes(&mut rng, 60_000);
    let packing = Packing { block_len: Some(2048), ..Packing::default() };
    let bytes = packed(&spec(codes.len()), &packing, &codes);
    for trial in 0..900 {
        let mut damaged = bytes.clone();
        let (a, b) = (rng.random_range(0..bytes.len()), rng.random_range(0..bytes.len()));
        let len = rng.random_range(1..200).min(bytes.len() - a.max(b));
        match trial % 6 {
            0 => damaged[a..a + len].fill(0),
            1 => drop(damaged.splice(a..a + len, [])),
            2 => drop(damaged.splice(a..a, bytes[b..b + len].to_vec())),
            3 => damaged.copy_within(a..a + len, b),
            4 => damaged.extend((0..len).map(|_| rng.random::<u8>())),
            _ => rng.fill_bytes(&mut damaged[a..a + len]),
        }
        if damaged != bytes {
            assert!(is_harmless(damaged, &codes), "trial {trial}");
        }
    }
}

/// Well-formed files with the wrong contents are rejected by comparison with the expected identity.
#[test]
fn foreign_tables_are_refused_with_the_reason() {
    let mine = spec(100);
    let cases = [
        (Spec { game: "sticks".into(), ..mine.clone() }, "is for the game sticks and not stones"),
        (Spec { rules: 4, ..mine.clone() }, "is for version 4 of the rules and not 3 of the rules"),
        (Spec { slice_name: "x".into(), ..mine.clone() }, "is for the slice x and not two against one"),
        (Spec { slice: Slice(7), ..mine.clone() }, "is for slice number 7 and not 43981"),
        (Spec { entries: 99, ..mine.clone() }, "is for a length of 99 and not 100"),
    ];
    for (other, message) in cases {
        let bytes = packed(&other, &Packing::default(), &vec![0; other.entries as usize]);
        let table = Table::from_bytes("t.plt", bytes).unwrap();
        assert_eq!(table.expect(&mine).unwrap_err().to_string(), format!("the table t.plt {message}"));
        table.expect(&other).unwrap();
    }
}

#[test]
fn refusals_say_what_is_wrong() {
    let bytes = packed(&spec(5_000), &Packing::default(), &codes(&mut ChaCha8Rng::seed_from_u64(5), 5_000));
    let refusal = |bytes: Vec<u8>| Table::from_bytes("t.plt", bytes).err().unwrap().to_string();
    assert_eq!(refusal(b"%PDF-1.4".to_vec()), "the table t.plt is not a table of this program");
    assert_eq!(refusal(Vec::new()), "the table t.plt is not a table of this program");
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(
        refusal(newer),
        "the table t.plt has format 9, and this program reads format 1: build it again"
    );
    let cut = bytes[..bytes.len() - 1].to_vec();
    assert_eq!(refusal(cut), "the table t.plt is damaged in its end: build it again");
    let missing = Table::open(std::path::Path::new("nowhere/t.plt")).err().unwrap().to_string();
    assert!(missing.starts_with("the table nowhere/t.plt cannot be read: "), "{missing}");
}
