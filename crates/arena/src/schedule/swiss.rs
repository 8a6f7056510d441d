//! Swiss: players meet who have about the same points and have not met before.
//!
//! The first priority is that no two players meet again, the second that the largest difference in
//! points is as small as possible, the third that players at the top meet others with equal points.
//! Under these conditions the best player without an opponent gets the nearest one by points with
//! whom the others can still be paired; among equals the upper half meets the lower half. Whether
//! the others can be paired is decided exactly, by a matching, so there is a rematch only if there
//! is no way without one. The bye goes to the lowest-ranked player with the fewest byes for whom
//! that holds.

use std::cmp::Reverse;

use super::matching::Matching;
use super::{PairResult, Schedule};

/// The pairings. The results of all earlier rounds must be known.
pub(super) fn meetings(schedule: &Schedule, round: usize, results: &[PairResult]) -> Vec<(usize, usize)> {
    let points = schedule.half_points(round, results);
    let mut ranking = schedule.lots();
    // The sort is stable: the lots decide among equals.
    ranking.sort_by_key(|&player| Reverse(points[player]));
    let field = Field::new(schedule, round, results, ranking, points);
    field.pair()
}

/// The players in the order of their ranking, with their history.
struct Field {
    ranking: Vec<usize>,
    /// By rank.
    points: Vec<u64>,
    byes: Vec<usize>,
    /// How often two ranks have met.
    met: Vec<Vec<usize>>,
}

impl Field {
    fn new(
        schedule: &Schedule,
        round: usize,
        results: &[PairResult],
        ranking: Vec<usize>,
        points: Vec<u64>,
    ) -> Field {
        let count = ranking.len();
        let mut rank_of = vec![0; count];
        for (rank, &player) in ranking.iter().enumerate() {
            rank_of[player] = rank;
        }
        let mut met = vec![vec![0; count]; count];
        for result in schedule.known(round, results) {
            let (a, b) = (rank_of[result.first], rank_of[result.second]);
            met[a][b] += 1;
            met[b][a] += 1;
        }
        let byes = schedule.byes(round, results);
        Field {
            points: ranking.iter().map(|&player| points[player]).collect(),
            byes: ranking.iter().map(|&player| byes[player]).collect(),
            ranking,
            met,
        }
    }

    fn pair(&self) -> Vec<(usize, usize)> {
        let most = self.met.iter().flatten().max().copied().unwrap_or(0);
        // With all rematches allowed there is always a solution.
        let mut matching = (0..=most).find_map(|met| self.start(met)).unwrap_or_else(|| Matching::new(0));
        let mut waiting: Vec<usize> = matching.matched().collect();
        let mut pairs = Vec::with_capacity(waiting.len() / 2);
        while !waiting.is_empty() {
            let best = waiting.remove(0);
            let opponents = self.by_preference(best, &waiting);
            let Some(opponent) = opponents.into_iter().find(|&rank| matching.fix(best, rank)) else { break };
            waiting.retain(|&rank| rank != opponent);
            pairs.push((self.ranking[best], self.ranking[opponent]));
        }
        pairs
    }

    /// A matching of all players but the one with the bye, in which no two have met more than `met`
    /// times and the largest difference in points is as small as possible.
    fn start(&self, met: usize) -> Option<Matching> {
        let count = self.ranking.len();
        let bye = if count.is_multiple_of(2) {
            None
        } else {
            let fewest = self.byes.iter().min();
            let mut last = (0..count).rev().filter(|&rank| Some(&self.byes[rank]) == fewest);
            Some(last.find(|&rank| self.within(met, u64::MAX, Some(rank)).is_some())?)
        };
        let mut distances: Vec<u64> =
            self.points.iter().flat_map(|a| self.points.iter().map(move |b| a.abs_diff(*b))).collect();
        distances.sort_unstable();
        distances.dedup();
        let widest = distances.into_iter().find_map(|distance| self.within(met, distance, bye))?;
        Some(self.among_equals(widest))
    }

    /// From the top down, keeps as many players as possible among those with equal points.
    fn among_equals(&self, mut matching: Matching) -> Matching {
        for rank in 0..self.ranking.len() {
            let mut strict = matching.clone();
            for other in (0..self.ranking.len()).filter(|&other| self.points[other] != self.points[rank]) {
                strict.forbid(rank, other);
            }
            if strict.complete() {
                matching = strict;
            }
        }
        matching
    }

    /// A matching of all players but `bye` in which no difference in points exceeds `distance`.
    fn within(&self, met: usize, distance: u64, bye: Option<usize>) -> Option<Matching> {
        let count = self.ranking.len();
        let mut matching = Matching::new(count);
        for a in 0..count {
            for b in 0..a {
                if self.met[a][b] <= met && self.points[a].abs_diff(self.points[b]) <= distance {
                    matching.allow(a, b);
                }
            }
        }
        if let Some(bye) = bye {
            matching.remove(bye);
        }
        matching.complete().then_some(matching)
    }

    /// The waiting players, the best opponent first.
    fn by_preference(&self, best: usize, waiting: &[usize]) -> Vec<usize> {
        let distance = |rank: usize| self.points[best] - self.points[rank];
        let equals = waiting.iter().filter(|&&rank| distance(rank) == 0).count();
        let mut opponents: Vec<(usize, usize)> = waiting.iter().copied().enumerate().collect();
        // The first of an even group meets the first of its lower half.
        let middle = equals / 2;
        opponents.sort_by_key(|&(place, rank)| {
            let off = if distance(rank) == 0 { place.abs_diff(middle) } else { place };
            (self.met[best][rank], distance(rank), off)
        });
        opponents.into_iter().map(|(_, rank)| rank).collect()
    }
}
