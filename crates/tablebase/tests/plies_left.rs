//! A ply limit applied to values from a table without one gives the same results as rules with the
//! limit.

mod sweep;

use dragon_queen::DragonQueen;
use game::{Indexed, Position, Slice};
use std::collections::HashMap;
use sweep::solve;
use tablebase::Exact;

const LAST: u8 = 50;

/// The value of every position with `left` plies left, from all moves of positions with a ply
/// count.
fn with_limit(
    slices: &[Slice],
    left: u8,
    one_less: &HashMap<Slice, Vec<Exact>>,
) -> HashMap<Slice, Vec<Exact>> {
    let mut values = HashMap::new();
    let mut moves = Vec::new();
    for &slice in slices {
        let mut value = |index| {
            let pos = DragonQueen::unindex(slice, index).with_ply(Some(LAST - left)).unwrap();
            if let Some(outcome) = pos.legal_moves(&mut moves) {
                return Exact::of_outcome(outcome, pos.turn());
            }
            let after = |pos: DragonQueen| match pos.slice() {
                Some(slice) => one_less[&slice][pos.index() as usize],
                None => Exact::of_outcome(pos.outcome().unwrap(), pos.turn()),
            };
            moves.iter().map(|&mv| after(pos.play_unchecked(mv)).before()).max().unwrap()
        };
        values.insert(slice, (0..DragonQueen::slice_len(slice)).map(&mut value).collect());
    }
    values
}

#[test]
fn the_cap_is_applied_exactly() {
    let solved = solve::<DragonQueen>(4);
    let slices = DragonQueen::slices(4);
    let mut capped = HashMap::new();
    let (mut by_cap, mut longest) = (0, 0);
    for left in 0..=20 {
        capped = with_limit(&slices, left, &capped);
        for &slice in &slices {
            for (index, &value) in capped[&slice].iter().enumerate() {
                let exact = Exact::from_code(solved.codes[&slice][index]);
                assert_eq!(exact.within(Some(left.into())), value, "{slice:?} {index} with {left} left");
                by_cap += u64::from(exact != value);
                longest = longest.max(exact.distance().unwrap_or(0));
            }
        }
    }
    assert!(by_cap > 10_000 && longest > 10, "{by_cap} {longest}");
}
