//! The table of a league.

use std::collections::HashMap;

use serde::Serialize;

use super::{LeagueState, Member, PlayedPair};
use crate::statistics::{Bout, Ratings};

/// The table of a league, the best first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LeagueTable {
    /// The game.
    pub game: String,
    /// The games that were played since the league began.
    pub games: usize,
    /// Those who play.
    pub rows: Vec<LeagueRow>,
}

/// A player of a league.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LeagueRow {
    /// Its place, from 1.
    pub rank: usize,
    /// Its name.
    pub name: String,
    /// Whether it is of the staff.
    pub staff: bool,
    /// The strongest staff player that it has reached.
    pub level: Option<String>,
    /// The next one, if it may still try.
    pub next_level: Option<String>,
    /// Elo; the weakest staff player has 0.
    pub elo: f64,
    /// Half of the 95 % interval.
    pub error: f64,
    /// The games of its present version.
    pub games: u64,
    /// Its points in them.
    pub points: f64,
    /// How many versions of it have played.
    pub versions: usize,
}

/// Every version of every program, with its ratings.
pub(super) struct Versions<'p> {
    numbers: HashMap<(&'p str, &'p str), usize>,
    ratings: Ratings,
    games: Vec<u64>,
    half_points: Vec<u64>,
}

impl<'p> Versions<'p> {
    pub(super) fn of(state: &'p LeagueState, pairs: &'p [PlayedPair]) -> Versions<'p> {
        let mut numbers: HashMap<(&str, &str), usize> = HashMap::new();
        for member in state.everybody() {
            let next = numbers.len();
            numbers.entry((&*member.name, &*member.print)).or_insert(next);
        }
        let mut bouts = Vec::new();
        for pair in pairs {
            let mut number = |i: usize| {
                let next = numbers.len();
                *numbers.entry((&*pair.players[i], &*pair.prints[i])).or_insert(next)
            };
            let players = [number(0), number(1)];
            let (first, half_points) = if players[0] < players[1] {
                (players, pair.half_points)
            } else {
                ([players[1], players[0]], 4 - pair.half_points)
            };
            bouts.push(Bout { players: first, games: 2, half_points });
        }
        let (mut games, mut half_points) = (vec![0; numbers.len()], vec![0; numbers.len()]);
        for bout in &bouts {
            let [a, b] = bout.players;
            games[a] += 2;
            games[b] += 2;
            half_points[a] += u64::from(bout.half_points);
            half_points[b] += u64::from(4 - bout.half_points);
        }
        let ratings = Ratings::fit(numbers.len(), &bouts);
        Versions { numbers, ratings, games, half_points }
    }

    fn number(&self, member: &Member) -> Option<usize> {
        self.numbers.get(&(&*member.name, &*member.print)).copied()
    }

    pub(super) fn elo(&self, member: &Member) -> f64 {
        self.number(member).map_or(0.0, |number| self.ratings.get(number).elo)
    }

    pub(super) fn games(&self, member: &Member) -> u64 {
        self.number(member).map_or(0, |number| self.games[number])
    }

    fn versions(&self, name: &str) -> usize {
        self.numbers.iter().filter(|((known, _), number)| *known == name && self.games[**number] > 0).count()
    }
}

impl LeagueTable {
    /// The table after these pairs.
    #[must_use]
    pub fn new(state: &LeagueState, pairs: &[PlayedPair]) -> LeagueTable {
        let versions = Versions::of(state, pairs);
        let zero = state.staff.first().map_or(0.0, |staff| versions.elo(staff));
        let active: Vec<&Member> = state.staff.iter().filter(|staff| staff.active).collect();
        let staff_name =
            |place: Option<usize>| place.and_then(|place| active.get(place)).map(|staff| staff.name.clone());
        let row = |member: &Member| {
            let number = versions.number(member)?;
            let rating = versions.ratings.get(number);
            let staff = state.staff.contains(member);
            let may_try = !staff && member.tried.as_ref() != Some(&member.print);
            Some(LeagueRow {
                rank: 0,
                name: member.name.clone(),
                staff,
                level: if staff { None } else { staff_name(member.level.checked_sub(1)) },
                next_level: if may_try { staff_name(Some(member.level)) } else { None },
                elo: rating.elo - zero,
                error: (rating.high - rating.low) / 2.0,
                games: versions.games[number],
                points: versions.half_points[number] as f64 / 2.0,
                versions: versions.versions(&member.name),
            })
        };
        let mut rows: Vec<LeagueRow> = state.active().filter_map(row).collect();
        rows.sort_by(|a, b| b.elo.total_cmp(&a.elo).then_with(|| a.name.cmp(&b.name)));
        for (i, row) in rows.iter_mut().enumerate() {
            row.rank = i + 1;
        }
        LeagueTable { game: state.plan.game.clone(), games: 2 * pairs.len(), rows }
    }
}
