//! The review of the game that was just played: what each move was worth, and the way from mistake to mistake.

use engine::{Judgement, Player, Rated};

/// What the search found in a position.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Found {
    pub(crate) rated: Rated,
    /// The best move, unless the game is over.
    pub(crate) best: Option<String>,
}

/// A review, which grows from the first position to the last.
#[derive(Clone, Default, Debug)]
pub(crate) struct Review {
    found: Vec<Found>,
    /// The player whose mistakes are looked at; those of both if nobody is named.
    player: Option<Player>,
}

impl Review {
    /// A review of the moves of one player, or of both.
    pub(crate) fn of(player: Option<Player>) -> Review {
        Review { found: Vec::new(), player }
    }

    /// Takes what was found in the next position.
    pub(crate) fn add(&mut self, found: Found) {
        self.found.push(found);
    }

    /// The number of positions that are known.
    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    /// The judgement of the move with this number, from 0, and what would have been best.
    pub(crate) fn judged(&self, ply: usize, played: &str) -> Option<(Judgement, Option<&str>)> {
        let (before, after) = (self.found.get(ply)?, self.found.get(ply + 1)?);
        let best = before.best.as_deref();
        let (judgement, _) = before.rated.judge(after.rated, best == Some(played));
        Some((judgement, best))
    }

    /// The moves to learn from, by their numbers from 0, as far as they are known.
    pub(crate) fn mistakes<'m>(&self, moves: impl Iterator<Item = &'m str>) -> Vec<usize> {
        let is_mistake = |&(ply, played): &(usize, &str)| {
            let is_wanted = self.player.is_none_or(|player| self.found[ply].rated.turn == player);
            is_wanted && self.judged(ply, played).is_some_and(|(judgement, _)| judgement.is_grave())
        };
        moves.take(self.found.len()).enumerate().filter(is_mistake).map(|(ply, _)| ply).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Score;

    fn found(turn: Player, points: i32, best: &str) -> Found {
        Found { rated: Rated { turn, score: Score::Estimate(points) }, best: Some(best.to_string()) }
    }

    #[test]
    fn mistakes_are_those_of_the_player() {
        let moves = ["a", "b", "c"];
        for (player, expected) in
            [(None, vec![0, 1]), (Some(Player::One), vec![0]), (Some(Player::Two), vec![1])]
        {
            let mut review = Review::of(player);
            assert_eq!(review.mistakes(moves.into_iter()), [0; 0]);
            review.add(found(Player::One, 0, "best"));
            review.add(found(Player::Two, 300, "better"));
            review.add(found(Player::One, 0, "c"));
            assert_eq!(review.judged(0, "a"), Some((Judgement::Blunder, Some("best"))));
            assert_eq!(review.judged(2, "c"), None, "the position after it is not known yet");
            assert_eq!(review.mistakes(moves.into_iter()), expected);
        }
    }
}
