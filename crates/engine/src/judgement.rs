//! What a move was worth, by the scores of the positions before and after it.

use crate::{Outcome, Player, Score, Session};

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Judgement {
    /// As good as the best move.
    Best,
    /// Nearly as good.
    Good,
    /// It gave away a little.
    Inaccuracy,
    /// It gave away much.
    Mistake,
    /// It gave away a game.
    Blunder,
}

impl Judgement {
    /// The judgement as a word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Judgement::Best => "best",
            Judgement::Good => "good",
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }

    /// The sign behind the move: `?!`, `?` or `??`; nothing for a good one.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Judgement::Best | Judgement::Good => "",
            Judgement::Inaccuracy => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        }
    }

    /// Whether it is one to learn from.
    #[must_use]
    pub fn is_grave(self) -> bool {
        self >= Judgement::Mistake
    }
}

/// A position's score for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rated {
    /// The side to move.
    pub turn: Player,
    /// Its score.
    pub score: Score,
}

impl Rated {
    /// The score of a finished game; nothing while it goes on.
    #[must_use]
    pub fn of_ending(game: &Session) -> Option<Rated> {
        let turn = game.position().turn();
        let score = match game.ending()?.outcome {
            Outcome::Win(winner) if winner == turn => Score::Win(0),
            Outcome::Win(_) => Score::Loss(0),
            Outcome::Draw => Score::Estimate(0),
        };
        Some(Rated { turn, score })
    }

    /// Judges the move from this position to the one after it; also returns how much it gave away, in
    /// hundredths of a win. `is_best` says that it is the move that was found to be best.
    #[must_use]
    pub fn judge(self, after: Rated, is_best: bool) -> (Judgement, u32) {
        let before = self;
        let reached = if after.turn == before.turn { after.score } else { for_opponent(after.score) };
        let loss = (chances(before.score) - chances(reached)).max(0.0);
        let hundredths = (100.0 * loss).round() as u32;
        let judgement = match (before.score, reached) {
            _ if is_best => Judgement::Best,
            // Both are exact: a slower win is still good, and one that is not slower is best.
            (Score::Win(best), Score::Win(taken)) if taken < best => Judgement::Best,
            (Score::Win(_), Score::Win(_)) => Judgement::Good,
            (Score::Loss(best), Score::Loss(taken)) if taken + 1 >= best => Judgement::Best,
            (Score::Loss(_), Score::Loss(_)) => Judgement::Good,
            _ => match hundredths {
                0..=1 => Judgement::Best,
                2..=5 => Judgement::Good,
                6..=11 => Judgement::Inaccuracy,
                12..=24 => Judgement::Mistake,
                _ => Judgement::Blunder,
            },
        };
        (judgement, hundredths)
    }
}

/// The same score for the opponent.
fn for_opponent(score: Score) -> Score {
    match score {
        Score::Estimate(points) => Score::Estimate(-points),
        Score::Win(plies) => Score::Loss(plies),
        Score::Loss(plies) => Score::Win(plies),
    }
}

/// The expected result of a score, from 0 to 1.
fn chances(score: Score) -> f64 {
    /// An advantage of this many points is worth three quarters of a win.
    const THREE_QUARTERS: f64 = 200.0;
    match score {
        Score::Estimate(points) => 1.0 / (1.0 + (-f64::from(points) * 3.0_f64.ln() / THREE_QUARTERS).exp()),
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(turn: Player, score: Score) -> Rated {
        Rated { turn, score }
    }

    #[test]
    fn what_is_given_away_is_seen() {
        let before = found(Player::One, Score::Win(5));
        let after = |score| found(Player::Two, score);
        let judged = |score| before.judge(after(score), false).0;
        assert_eq!(judged(Score::Loss(4)), Judgement::Best);
        assert_eq!(judged(Score::Loss(8)), Judgement::Good);
        assert_eq!(judged(Score::Estimate(0)), Judgement::Blunder);
        assert_eq!(judged(Score::Win(3)), Judgement::Blunder);
    }

    #[test]
    fn a_lost_game_is_lost_slowly() {
        let before = found(Player::One, Score::Loss(8));
        let judged = |score| before.judge(found(Player::Two, score), false);
        assert_eq!(judged(Score::Win(7)), (Judgement::Best, 0));
        assert_eq!(judged(Score::Win(3)), (Judgement::Good, 0));
    }

    #[test]
    fn estimates_are_judged_by_what_they_are_worth() {
        let before = found(Player::Two, Score::Estimate(50));
        let judged = |points| before.judge(found(Player::One, Score::Estimate(points)), false).0;
        let judgements = [-50, -40, -20, 10, 100, 400].map(judged);
        assert!(judgements.is_sorted(), "{judgements:?}");
        assert_eq!((judgements[0], judgements[5]), (Judgement::Best, Judgement::Blunder));
        assert_eq!(before.judge(found(Player::One, Score::Estimate(400)), true).0, Judgement::Best);
    }
}
