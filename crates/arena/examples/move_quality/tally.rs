//! The sum of the losses of moves.

use std::fmt;

use engine::Score;

/// The loss of a move against the best one.
#[derive(Clone, Copy)]
pub(crate) enum Loss {
    /// This many hundredths of the least valuable piece.
    Points(i32),
    /// The best move is a proven win, and this one is not.
    WinMissed,
    /// This move is a proven loss, and the best one is not.
    LostInstead,
}

/// Larger losses are clamped to this: the game is as good as lost.
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
