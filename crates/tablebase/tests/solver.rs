//! The solver against plain sweeps over everything.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Mutex;

use checkers::Checkers;
use dragon_queen::DragonQueen;
use game::{Outcome, Slice};
use raichu::Raichu8;
use tablebase::Exact;
use tablebase::solver::{Conversions, Solvable, SolvedSlices, Work, solve};

/// Solved slices in memory.
#[derive(Default)]
struct TablesOnDisk(Mutex<HashMap<Slice, Vec<u8>>>);

impl SolvedSlices for TablesOnDisk {
    fn codes(&self, slice: Slice) -> Result<Vec<u8>, String> {
        self.0.lock().unwrap().get(&slice).cloned().ok_or_else(|| "it was not solved".to_string())
    }
}

fn solve_all<G: Solvable>(slices: &[Slice], threads: usize) -> HashMap<Slice, Vec<u8>> {
    let tables_on_disk = TablesOnDisk::default();
    let work = Work { threads, cancel: &cancel::NEVER, progress: &|_| {} };
    for (i, &slice) in slices.iter().enumerate() {
        if tables_on_disk.codes(slice).is_ok() {
            continue;
        }
        let conversions = Conversions::<G>::new(&tables_on_disk, slices[..i].iter().copied());
        let solved = solve(slice, &conversions, &work).unwrap();
        let mut tables_on_disk = tables_on_disk.0.lock().unwrap();
        tables_on_disk.insert(slice, solved.codes);
        if let Some(codes) = solved.partner {
            tables_on_disk.insert(G::partner(slice), codes);
        }
    }
    tables_on_disk.0.into_inner().unwrap()
}

/// Looks at every position again and again until nothing changes, and knows nothing of symmetry, predecessors or
/// the order of slices.
fn sweep<G: Solvable>(slices: &[Slice]) -> HashMap<Slice, Vec<u8>> {
    let mut values: HashMap<Slice, Vec<u8>> =
        slices.iter().map(|&slice| (slice, vec![0; G::slice_len(slice) as usize])).collect();
    // In plies: those whose distance is `plies` are found from those with less.
    for plies in 0..=200_u32 {
        let found = RefCell::new(Vec::new());
        for &slice in slices {
            for index in 0..G::slice_len(slice) {
                if values[&slice][index as usize] == 0 && exact(&G::unindex(slice, index), &values, plies) {
                    found.borrow_mut().push((slice, index));
                }
            }
        }
        let found = found.into_inner();
        for (slice, index) in &found {
            values.get_mut(slice).unwrap()[*index as usize] = plies as u8 + 1;
        }
        if found.is_empty() && plies > 40 {
            break;
        }
    }
    values
}

/// Whether a position is decided in exactly so many plies, given all that take less.
fn exact<G: Solvable>(pos: &G, values: &HashMap<Slice, Vec<u8>>, plies: u32) -> bool {
    let mut moves = Vec::new();
    if let Some(outcome) = pos.legal_moves(&mut moves) {
        return plies == 0 && outcome == Outcome::Win(pos.turn().other());
    }
    let after = moves.iter().map(|&mv| {
        let next = pos.play_unchecked(mv);
        match next.slice() {
            Some(slice) => Exact::from_code(values[&slice][next.index() as usize]),
            None => match next.outcome().unwrap() {
                Outcome::Draw => Exact::Draw,
                Outcome::Win(winner) => {
                    if winner == pos.turn() {
                        Exact::Loss(0)
                    } else {
                        panic!("lost by a move")
                    }
                }
            },
        }
    });
    let after: Vec<Exact> = after.collect();
    if plies % 2 == 1 {
        after.iter().any(|&exact| matches!(exact, Exact::Loss(n) if n + 1 == plies))
    } else {
        let longest = after.iter().map(|exact| match exact {
            Exact::Win(n) => Some(n + 1),
            _ => None,
        });
        longest.collect::<Option<Vec<u32>>>().is_some_and(|all| all.into_iter().max() == Some(plies))
    }
}

fn agree<G: Solvable>(slices: &[Slice]) {
    let solved = solve_all::<G>(slices, 2);
    let swept = sweep::<G>(slices);
    for &slice in slices {
        for index in 0..G::slice_len(slice) {
            let [a, b] = [&solved, &swept].map(|values| values[&slice][index as usize]);
            assert_eq!(
                Exact::from_code(a),
                Exact::from_code(b),
                "{}: {:?}",
                G::slice_name(slice),
                G::unindex(slice, index)
            );
        }
    }
}

#[test]
fn checkers_of_two_and_three_pieces() {
    agree::<Checkers>(&Checkers::slices_of(3));
}

#[test]
fn raichu_of_two_pieces() {
    agree::<Raichu8>(&Raichu8::slices_of(2));
}

#[test]
fn dragon_queen_of_few_pieces() {
    agree::<DragonQueen>(&DragonQueen::slices_of(4));
}

/// A short word for slices.
trait SlicesOf: Solvable {
    fn slices_of(pieces: u32) -> Vec<Slice> {
        Self::slices(pieces)
    }
}

impl<G: Solvable> SlicesOf for G {}
