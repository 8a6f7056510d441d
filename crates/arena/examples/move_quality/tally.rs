//! What moves lose, added up.

use std::fmt;

use engine::Score;

/// What a move loses against the best one.
#[derive(Clone, Copy)]
pub(crate) enum Loss {
    /// So many hundredths of the least piece.
    Points(i32),
    /// A win that could be proven.
    WinMissed,
    /// The game, where the best move does not lose by what can be proven.
    LostInstead,
}

/// More than this is as bad as this: the game is about as good as lost.
const MOST: i32 = 300;

impl Loss {
    pub(crate) fn between(best: Score, played: Score) -> Loss {
        match (best, played) {
            (Score::Win(_), Score::Win(_)) | (Score::Loss(_), _) => Loss::Points(0),
            (Score::Win(_), Score::Estimate(_)) => Loss::WinMissed,
            (_, Score::Loss(_)) => Loss::LostInstead,
            (best, played) => Loss::Points((best.points() - played.points()).clamp(0, MOST)),
        }
    }
}

#[derive(Clone, Default)]
pub(crate) struct Tally {
    moves: u32,
    best: u32,
    points: i64,
    wins_missed: u32,
    lost_instead: u32,
}

impl Tally {
    pub(crate) fn add(&mut self, loss: Loss) {
        self.moves += 1;
        match loss {
            Loss::Points(points) => {
                self.points += i64::from(points);
                self.best += u32::from(points == 0);
            }
            Loss::WinMissed => {
                self.points += i64::from(MOST);
                self.wins_missed += 1;
            }
            Loss::LostInstead => {
                self.points += i64::from(MOST);
                self.lost_instead += 1;
            }
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = f64::from(self.moves.max(1));
        let mean = self.points as f64 / moves;
        let best = 100.0 * f64::from(self.best) / moves;
        write!(f, "{mean:>11.1} {best:>9.1} % {:>13} {:>14}", self.wins_missed, self.lost_instead)
    }
}
