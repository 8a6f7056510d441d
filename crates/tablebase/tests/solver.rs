//! The solver against plain sweeps over everything.

mod sweep;

use std::collections::HashMap;
use std::sync::Mutex;

use checkers::Checkers;
use dragon_queen::DragonQueen;
use game::{Game, Slice};
use raichu::Raichu8;
use tablebase::Exact;
use tablebase::solver::{Conversions, SolvedSlices, Work, solve};

/// Solved slices in memory.
#[derive(Default)]
struct InMemory(Mutex<HashMap<Slice, Vec<u8>>>);

impl SolvedSlices for InMemory {
    fn codes(&self, slice: Slice) -> Result<Vec<u8>, String> {
        self.0.lock().unwrap().get(&slice).cloned().ok_or_else(|| "it was not solved".to_string())
    }
}

fn solve_all<G: Game>(slices: &[Slice], threads: usize) -> HashMap<Slice, Vec<u8>> {
    let known = InMemory::default();
    let work = Work { threads, cancel: &cancel::NEVER, progress: &|_| {} };
    for (i, &slice) in slices.iter().enumerate() {
        if known.codes(slice).is_ok() {
            continue;
        }
        let conversions = Conversions::<G>::new(&known, slices[..i].iter().copied());
        let solved = solve(slice, &conversions, &work).unwrap();
        let mut known = known.0.lock().unwrap();
        known.insert(slice, solved.codes);
        if let Some(codes) = solved.partner {
            known.insert(G::partner(slice), codes);
        }
    }
    known.0.into_inner().unwrap()
}

fn agree<G: Game>(pieces: u32) {
    let solved = solve_all::<G>(&G::slices(pieces), 2);
    let swept = sweep::solve::<G>(pieces).codes;
    assert_eq!(solved.len(), swept.len());
    for (&slice, codes) in &swept {
        for (index, &code) in codes.iter().enumerate() {
            assert_eq!(
                Exact::from_code(solved[&slice][index]),
                Exact::from_code(code),
                "{}: {:?}",
                G::slice_name(slice),
                G::unindex(slice, index as u64)
            );
        }
    }
}

#[test]
fn checkers_of_two_and_three_pieces() {
    agree::<Checkers>(3);
}

#[test]
fn raichu_of_two_pieces() {
    agree::<Raichu8>(2);
}

#[test]
fn dragon_queen_of_few_pieces() {
    agree::<DragonQueen>(4);
}
