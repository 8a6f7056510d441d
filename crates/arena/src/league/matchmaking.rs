//! Who plays whom next in a league.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::table::Versions;
use super::{LeagueState, Member, PlayedPair};

/// What a pair of games is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// To place the players.
    Rating,
    /// To show that the first player is as good as the second, of the staff.
    Promotion,
}

/// A pair to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextPair {
    /// What for.
    pub purpose: Purpose,
    /// The names of the players.
    pub players: [String; 2],
}

/// Opponents whose ratings differ by less are as good as each other; so many points of rating does an earlier meeting
/// weigh.
const OF_A_MEETING: f64 = 150.0;

/// How a member stands in the games for its next level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Series {
    /// So many pairs are still to be played.
    Open(usize),
    Won,
    Lost,
}

impl LeagueState {
    /// The staff player that a member has to equal next.
    fn next_level(&self, member: &Member) -> Option<&Member> {
        self.staff.iter().filter(|staff| staff.active).nth(member.level)
    }

    /// How the present version of a member stands against the next staff player.
    fn series(&self, member: &Member, pairs: &[PlayedPair]) -> Option<Series> {
        let staff = self.next_level(member)?;
        let is_own = |pair: &&PlayedPair| {
            pair.purpose == Purpose::Promotion
                && pair.players[0] == member.name
                && pair.players[1] == staff.name
                && pair.prints == [member.print.clone(), staff.print.clone()]
        };
        let played: Vec<u32> = pairs.iter().filter(is_own).map(|pair| pair.half_points).collect();
        let all = self.promotion_games.div_ceil(2).max(1);
        let needed = self.promotion_share * (4 * all) as f64;
        let scored = f64::from(played.iter().sum::<u32>());
        let left = all.saturating_sub(played.len());
        Some(if scored >= needed {
            Series::Won
        } else if scored + (4 * left) as f64 >= needed && left > 0 {
            Series::Open(left)
        } else {
            Series::Lost
        })
    }

    /// Promotes whoever has earned it, and notes who has tried in vain. Returns what happened, in sentences.
    pub fn settle(&mut self, pairs: &[PlayedPair]) -> Vec<String> {
        let mut news = Vec::new();
        for i in 0..self.members.len() {
            while self.members[i].active && self.members[i].tried.as_ref() != Some(&self.members[i].print) {
                let member = &self.members[i];
                let Some(staff) = self.next_level(member).map(|staff| staff.name.clone()) else { break };
                match self.series(member, pairs) {
                    Some(Series::Won) => {
                        news.push(format!("{} has reached {staff}", member.name));
                        self.members[i].level += 1;
                    }
                    Some(Series::Lost) => {
                        news.push(format!("{} has not reached {staff}", member.name));
                        self.members[i].tried = Some(self.members[i].print.clone());
                    }
                    Some(Series::Open(_)) | None => break,
                }
            }
        }
        news
    }

    /// The next pairs: those for promotion first, then the players with the fewest games against opponents of about their
    /// strength whom they have met least. Nobody is in two of them.
    #[must_use]
    pub fn next_pairs(&self, pairs: &[PlayedPair], ratings_wanted: bool) -> Vec<NextPair> {
        let mut busy: HashSet<&str> = HashSet::new();
        let mut next = Vec::new();
        for member in self.members.iter().filter(|member| member.active) {
            let has_tried = member.tried.as_ref() == Some(&member.print);
            if has_tried || !matches!(self.series(member, pairs), Some(Series::Open(_))) {
                continue;
            }
            // A staff player can meet several at once: it is nobody's program.
            if let Some(staff) = self.next_level(member) {
                busy.insert(&member.name);
                next.push(NextPair {
                    purpose: Purpose::Promotion,
                    players: [member.name.clone(), staff.name.clone()],
                });
            }
        }
        if ratings_wanted {
            self.add_rating_pairs(pairs, busy, &mut next);
        }
        next
    }

    fn add_rating_pairs<'s>(
        &'s self,
        pairs: &[PlayedPair],
        mut busy: HashSet<&'s str>,
        next: &mut Vec<NextPair>,
    ) {
        let versions = Versions::of(self, pairs);
        let mut meetings: HashMap<[&str; 2], u32> = HashMap::new();
        for pair in pairs {
            let [a, b] = pair.players.each_ref().map(String::as_str);
            *meetings.entry([a.min(b), a.max(b)]).or_default() += 1;
        }
        let mut waiting: Vec<&Member> = self.active().collect();
        waiting.sort_by_key(|member| versions.games(member));
        for member in waiting.clone() {
            if busy.contains(&*member.name) || self.staff.contains(member) {
                continue;
            }
            let cost = |other: &Member| {
                let [a, b] = [&*member.name, &*other.name];
                let met = meetings.get(&[a.min(b), a.max(b)]).copied().unwrap_or(0);
                (versions.elo(member) - versions.elo(other)).abs() + OF_A_MEETING * f64::from(met)
            };
            let free =
                waiting.iter().filter(|other| other.name != member.name && !busy.contains(&*other.name));
            let Some(other) =
                free.min_by(|a, b| cost(a).total_cmp(&cost(b)).then_with(|| a.name.cmp(&b.name)))
            else {
                continue;
            };
            busy.insert(&member.name);
            if !self.staff.contains(other) {
                busy.insert(&other.name);
            }
            next.push(NextPair {
                purpose: Purpose::Rating,
                players: [member.name.clone(), other.name.clone()],
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn league(members: &[&str]) -> LeagueState {
        let mut state = LeagueState { promotion_games: 4, promotion_share: 0.5, ..LeagueState::default() };
        for staff in ["s1", "s2"] {
            state.add(format!("name={staff} level=1").parse().unwrap(), "0".to_string(), true);
        }
        for name in members {
            state.add(format!("name={name} type=random").parse().unwrap(), "1".to_string(), false);
        }
        state
    }

    fn pair(state: &LeagueState, purpose: Purpose, players: [&str; 2], half_points: u32) -> PlayedPair {
        let print = |name: &str| state.everybody().find(|member| member.name == name).unwrap().print.clone();
        PlayedPair {
            pair: 0,
            purpose,
            players: players.map(str::to_string),
            prints: players.map(print),
            half_points,
            games: Vec::new(),
        }
    }

    #[test]
    fn a_member_climbs_until_a_level_is_too_strong() {
        let mut state = league(&["a"]);
        let mut pairs = Vec::new();
        let mut play = |state: &mut LeagueState, half_points: u32, expected: &str| {
            let next = state.next_pairs(&pairs, false);
            assert_eq!(next.len(), 1);
            assert_eq!(next[0].players, ["a", expected]);
            pairs.push(pair(state, Purpose::Promotion, ["a", expected], half_points));
            (state.settle(&pairs), pairs.clone())
        };
        assert_eq!(play(&mut state, 2, "s1").0, [""; 0]);
        assert_eq!(play(&mut state, 2, "s1").0, ["a has reached s1"]);
        // One pair lost is enough to know that half of the points are out of reach only after the second.
        assert_eq!(play(&mut state, 1, "s2").0, [""; 0]);
        let (news, pairs) = play(&mut state, 2, "s2");
        assert_eq!(news, ["a has not reached s2"]);
        assert_eq!((state.members[0].level, state.next_pairs(&pairs, false)), (1, vec![]));
        // Another version may try again, and keeps its level.
        state.add("name=a type=random".parse().unwrap(), "2".to_string(), false);
        assert_eq!(state.next_pairs(&pairs, false)[0].players, ["a", "s2"]);
    }

    #[test]
    fn rating_pairs_are_disjoint_and_prefer_new_opponents() {
        let mut state = league(&["a", "b", "c", "d"]);
        for member in &mut state.members {
            member.tried = Some(member.print.clone());
        }
        let mut pairs: Vec<PlayedPair> = Vec::new();
        let mut met = HashSet::new();
        for _ in 0..5 {
            let next = state.next_pairs(&pairs, true);
            let mut seen = HashSet::new();
            for NextPair { players, .. } in &next {
                for name in players.iter().filter(|name| !name.starts_with('s')) {
                    assert!(seen.insert(name.clone()), "{next:?}");
                }
                assert!(met.insert(players.clone()), "they meet again too soon: {players:?}");
                let [a, b] = players.each_ref().map(String::as_str);
                pairs.push(pair(&state, Purpose::Rating, [a, b], 2));
            }
            assert_eq!(seen.len(), 4);
        }
        assert!(state.remove("a") && !state.remove("a"));
        let next = state.next_pairs(&pairs, true);
        assert!(next.iter().all(|pair| !pair.players.contains(&"a".to_string())), "{next:?}");
    }
}
