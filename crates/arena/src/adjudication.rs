//! Adjudication: ending a game early because the scores of both players agree.

use std::fmt;
use std::str::FromStr;

use engine::{Outcome, Player, Score, quoted};

/// When a game is adjudicated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// When it is adjudicated as a win.
    pub win: Option<Agreement>,
    /// When it is adjudicated as a draw.
    pub draw: Option<Agreement>,
}

/// The condition on the scores of both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Agreement {
    /// One side is better by at least this many points; for a draw, neither is better by more.
    pub points: i32,
    /// For this many consecutive plies; at least two, so that both players have given a score.
    pub plies: u32,
    /// Not before this ply.
    pub after: usize,
}

/// A text is not an agreement.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected POINTS,PLIES or POINTS,PLIES,AFTER, such as 600,8 or 10,20,60, with at least two plies, found '{0}'"
)]
pub struct AgreementError(String);

impl FromStr for Agreement {
    type Err = AgreementError;

    fn from_str(text: &str) -> Result<Agreement, AgreementError> {
        let mut numbers = text.split(',').map(|number| number.trim().parse::<u32>().ok());
        let mut next = || numbers.next();
        let read = match (next(), next(), next(), next()) {
            (Some(Some(points)), Some(Some(plies)), after @ (None | Some(Some(_))), None) => {
                i32::try_from(points).ok().map(|points| (points, plies, after.flatten().unwrap_or(0)))
            }
            _ => None,
        };
        read.filter(|&(_, plies, _)| plies >= 2)
            .map(|(points, plies, after)| Agreement { points, plies, after: after as usize })
            .ok_or_else(|| AgreementError(quoted(text)))
    }
}

/// In the form that is parsed.
impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.points, self.plies)?;
        if self.after > 0 { write!(f, ",{}", self.after) } else { Ok(()) }
    }
}

/// For how many plies the scores of a game have agreed.
pub(crate) struct Agreements {
    terms: Adjudication,
    /// The number of consecutive plies in which each side was rated as winning.
    won: engine::ByPlayer<u32>,
    drawn: u32,
}

impl Agreements {
    pub(crate) fn new(terms: Adjudication) -> Agreements {
        Agreements { terms, won: engine::ByPlayer::default(), drawn: 0 }
    }

    /// Adds the score that a side gives for its move. A move without a score ends every agreement.
    pub(crate) fn add(&mut self, by: Player, score: Option<Score>) {
        let points = score.map(Score::points);
        let count = |before: u32, is_so: bool| if is_so { before + 1 } else { 0 };
        let is_at_least =
            |points: Option<i32>, least: Agreement| points.is_some_and(|points| points >= least.points);
        if let Some(win) = self.terms.win {
            self.won[by] = count(self.won[by], is_at_least(points, win));
            self.won[by.other()] =
                count(self.won[by.other()], is_at_least(points.map(|points| -points), win));
        }
        if let Some(draw) = self.terms.draw {
            self.drawn = count(self.drawn, points.is_some_and(|points| points.abs() <= draw.points));
        }
    }

    /// The agreed outcome, after `plies` plies of the game.
    pub(crate) fn outcome(&self, plies: usize) -> Option<Outcome> {
        let is_due = |terms: Option<Agreement>, times: u32| {
            terms.is_some_and(|terms| times >= terms.plies && plies >= terms.after)
        };
        let winner =
            [Player::One, Player::Two].into_iter().find(|&side| is_due(self.terms.win, self.won[side]));
        match winner {
            Some(winner) => Some(Outcome::Win(winner)),
            None => is_due(self.terms.draw, self.drawn).then_some(Outcome::Draw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agreement_is_read_as_it_was_written() {
        for text in ["600,8", "10,20,60", "0,2"] {
            assert_eq!(text.parse::<Agreement>().unwrap().to_string(), text);
        }
        for text in ["", "600", "600,1", "-1,8", "1,2,3,4", "a,b"] {
            assert!(text.parse::<Agreement>().is_err(), "{text}");
        }
    }

    #[test]
    fn both_sides_must_think_so_for_long_enough() {
        let terms = Adjudication { win: "500,4".parse().ok(), draw: "10,3,20".parse().ok() };
        let mut agreements = Agreements::new(terms);
        let mut hear = |by, points| {
            agreements.add(by, Some(Score::Estimate(points)));
            agreements.outcome(30)
        };
        let (one, two) = (Player::One, Player::Two);
        assert_eq!([hear(one, 600), hear(two, -500), hear(one, 900)], [None; 3]);
        assert_eq!(hear(two, -600), Some(Outcome::Win(one)));
        assert_eq!([hear(one, 600), hear(two, -10), hear(one, 0)], [Some(Outcome::Win(one)), None, None]);
        assert_eq!(hear(two, 3), Some(Outcome::Draw));
        agreements.add(one, None);
        assert_eq!(agreements.outcome(30), None);
        agreements.add(two, Some(Score::Win(3)));
        agreements.add(one, Some(Score::Loss(2)));
        agreements.add(two, Some(Score::Win(1)));
        assert_eq!(agreements.outcome(30), None);
        agreements.add(one, Some(Score::Estimate(-700)));
        assert_eq!(agreements.outcome(30), Some(Outcome::Win(two)));
    }
}
