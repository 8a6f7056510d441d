//! The statistics of a table.

use crate::Exact;

/// The statistics of a table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// Drawn positions.
    pub draws: u64,
    /// The longest win, and the first position that has it.
    pub longest_win: Option<Farthest>,
    /// The longest loss, and the first position that has it.
    pub longest_loss: Option<Farthest>,
    /// The length of the file in bytes.
    pub bytes: u64,
}

/// A position with the greatest distance to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Farthest {
    /// The distance in plies.
    pub distance: u32,
    /// The index of the position.
    pub index: u64,
}

impl Summary {
    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.entries().unwrap_or(u64::MAX)
    }

    pub(crate) fn entries(&self) -> Option<u64> {
        self.wins.checked_add(self.losses)?.checked_add(self.draws)
    }

    /// Counts the codes of the positions from index `first` on.
    pub(crate) fn count(&mut self, first: u64, codes: &[u8]) {
        let mut times = [0u64; 256];
        for &code in codes {
            times[usize::from(code)] += 1;
        }
        for (code, &times) in (0..=u8::MAX).zip(&times).filter(|&(_, &times)| times > 0) {
            let (count, longest, distance) = match Exact::from_code(code) {
                Exact::Draw => {
                    self.draws += times;
                    continue;
                }
                Exact::Win(n) => (&mut self.wins, &mut self.longest_win, n),
                Exact::Loss(n) => (&mut self.losses, &mut self.longest_loss, n),
            };
            *count += times;
            if longest.is_none_or(|longest| longest.distance < distance) {
                let place = codes.iter().position(|&other| other == code).unwrap_or(0);
                *longest = Some(Farthest { distance, index: first + place as u64 });
            }
        }
    }

    /// Adds the statistics of later positions.
    pub(crate) fn add(&mut self, later: &Summary) {
        self.wins += later.wins;
        self.losses += later.losses;
        self.draws += later.draws;
        for (ours, theirs) in
            [(&mut self.longest_win, later.longest_win), (&mut self.longest_loss, later.longest_loss)]
        {
            if theirs.is_some_and(|theirs| ours.is_none_or(|ours| ours.distance < theirs.distance)) {
                *ours = theirs;
            }
        }
    }
}
