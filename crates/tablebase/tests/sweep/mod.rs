//! A solver that is too slow for all but small slices and too simple to be wrong: for each distance
//! it goes through all open positions and looks at every move.

#![allow(dead_code, reason = "each test uses a part")]

use std::collections::HashMap;
use std::path::Path;

use game::{Game, Slice};
use tablebase::{Exact, Packing, Spec, Summary, Tables, pack_table, write_table};

/// The codes of the solved slices.
pub(crate) struct Solved {
    pub(crate) codes: HashMap<Slice, Vec<u8>>,
}

/// Solves every slice with at most `pieces` pieces.
pub(crate) fn solve<G: Game>(pieces: u32) -> Solved {
    let mut solved = Solved { codes: HashMap::new() };
    for slice in G::slices(pieces) {
        if !solved.codes.contains_key(&slice) {
            solved.add::<G>(slice);
        }
    }
    solved
}

impl Solved {
    /// Solves a slice together with its partner.
    fn add<G: Game>(&mut self, slice: Slice) {
        let pair: Vec<Slice> =
            if G::partner(slice) == slice { vec![slice] } else { vec![slice, G::partner(slice)] };
        for &slice in &pair {
            self.codes.insert(slice, vec![0; G::slice_len(slice) as usize]);
        }
        let mut idle = 0;
        for distance in 0..=Exact::LONGEST {
            let settled = pair.iter().map(|&slice| self.sweep::<G>(slice, distance)).sum::<u64>();
            // Conversions may settle positions after many distances without any, but no later than
            // one ply after their own longest.
            idle = if settled == 0 { idle + 1 } else { 0 };
            if idle > 2 && distance > self.longest(&pair) {
                break;
            }
        }
    }

    fn longest(&self, but: &[Slice]) -> u32 {
        let others = self.codes.iter().filter(|(slice, _)| !but.contains(slice));
        others.filter_map(|(_, codes)| codes.iter().max()).max().map_or(0, |&code| u32::from(code) + 1)
    }

    /// Settles the positions at this distance and returns their number.
    fn sweep<G: Game>(&mut self, slice: Slice, distance: u32) -> u64 {
        let mut settled = Vec::new();
        let mut moves = Vec::new();
        for (index, _) in self.codes[&slice].iter().enumerate().filter(|&(_, &code)| code == 0) {
            let pos = G::unindex(slice, index as u64);
            let value = match pos.legal_moves(&mut moves) {
                Some(outcome) => Exact::of_outcome(outcome, pos.turn()),
                None => moves.iter().map(|&mv| self.value(&pos.play_unchecked(mv)).before()).max().unwrap(),
            };
            // A loss needs every move to be known to lose; until then an open move counts as a
            // draw.
            if value.distance() == Some(distance) {
                settled.push((index, value.code().expect("players alternate")));
            }
        }
        let codes = self.codes.get_mut(&slice).expect("the slice was inserted before it is swept");
        for &(index, code) in &settled {
            codes[index] = code;
        }
        settled.len() as u64
    }

    pub(crate) fn value<G: Game>(&self, pos: &G) -> Exact {
        match pos.slice().and_then(|slice| self.codes.get(&slice)) {
            Some(codes) => Exact::from_code(codes[pos.index() as usize]),
            None => Exact::of_outcome(pos.outcome().expect("all slices are solved"), pos.turn()),
        }
    }

    /// Writes all tables into a folder.
    pub(crate) fn write<G: Game>(&self, folder: &Path, packing: &Packing) -> HashMap<Slice, Summary> {
        std::fs::create_dir_all(folder.join(G::NAME)).unwrap();
        let write = |(&slice, codes): (&Slice, &Vec<u8>)| {
            let path = Tables::<G>::path(folder, slice);
            let summary = write_table(&path, &Spec::of::<G>(slice), packing, &fill(codes)).unwrap();
            (slice, summary)
        };
        self.codes.iter().map(write).collect()
    }
}

/// Serves `codes` to a writer.
pub(crate) fn fill(codes: &[u8]) -> impl Fn(u64, &mut [u8]) + Sync + '_ {
    |first, room| room.copy_from_slice(&codes[first as usize..][..room.len()])
}

/// A packed table of these codes.
pub(crate) fn packed(spec: &Spec, packing: &Packing, codes: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    pack_table(&mut bytes, spec, packing, &fill(codes)).unwrap();
    bytes
}
