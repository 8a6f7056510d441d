//! The statistics of a tournament.

use std::collections::{BTreeMap, HashMap};

use engine::{Outcome, Player, Value, counted};
use serde::Serialize;

use crate::evidence::Skipped;
use crate::record::{GameRecord, Times, Verdict};
use crate::rehearsal::Rehearsal;
use crate::sandbox::Protection;
use crate::statistics::{Bout, Estimate, Pairs, Rating, Ratings, Sprt, SprtState};

/// The score of a tournament, so far or at the end.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    numbers: HashMap<String, usize>,
    players: Vec<Entry>,
    /// By the numbers of the two players, the smaller first, and seen from that player's side.
    meetings: BTreeMap<[usize; 2], Meeting>,
    /// The games whose pair is not finished, by the number of the pair.
    halves: BTreeMap<usize, Bout>,
    bouts: Vec<Bout>,
    games: u64,
    endings: BTreeMap<String, u64>,
    verdicts: Vec<Verdict>,
    forgiven: Vec<Verdict>,
    plies: u64,
    nodes: BTreeMap<String, u64>,
}

/// The results of a player.
#[derive(Clone, PartialEq, Debug)]
struct Entry {
    name: String,
    score: Score,
    byes: u64,
    times: Times,
    skipped: Skipped,
}

/// The results of two players against each other.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Meeting {
    score: Score,
    pairs: Pairs,
}

/// The numbers of games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Score {
    /// All games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    fn add(&mut self, value: Value) {
        self.games += 1;
        match value {
            Value::Win => self.wins += 1,
            Value::Draw => self.draws += 1,
            Value::Loss => self.losses += 1,
        }
    }

    /// The points: 1 for a win, ½ for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The fraction of the points, 0 to 1; 0 without games.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.points() / self.games.max(1) as f64
    }
}

impl Standing {
    /// The score before the first game. All names are different.
    #[must_use]
    pub fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Standing {
        let entry = |name: &str| Entry {
            name: name.to_string(),
            score: Score::default(),
            byes: 0,
            times: Times::default(),
            skipped: Skipped::default(),
        };
        let players: Vec<Entry> = names.into_iter().map(entry).collect();
        Standing {
            numbers: players.iter().enumerate().map(|(i, entry)| (entry.name.clone(), i)).collect(),
            players,
            meetings: BTreeMap::new(),
            halves: BTreeMap::new(),
            bouts: Vec::new(),
            games: 0,
            endings: BTreeMap::new(),
            verdicts: Vec::new(),
            forgiven: Vec::new(),
            plies: 0,
            nodes: BTreeMap::new(),
        }
    }

    /// Adds a game. A game with an unknown player is ignored.
    pub fn add(&mut self, game: &GameRecord) {
        let number = |name: &String| self.numbers.get(name).copied();
        let (Some(one), Some(two)) = (number(&game.record.players.one), number(&game.record.players.two))
        else {
            return;
        };
        let outcome = game.outcome();
        self.games += 1;
        if let Some(node) = &game.node {
            *self.nodes.entry(node.clone()).or_default() += 1;
        }
        for (player, side) in [(one, Player::One), (two, Player::Two)] {
            self.players[player].score.add(outcome.for_player(side));
            self.players[player].times.merge(&game.times[side as usize]);
            self.players[player].skipped.add(&game.skipped[side as usize]);
        }
        let (players, side) = if one < two { ([one, two], Player::One) } else { ([two, one], Player::Two) };
        let value = outcome.for_player(side);
        let half_points = u32::from(game.half_points(side));
        let meeting = self.meetings.entry(players).or_default();
        meeting.score.add(value);
        match self.halves.remove(&(game.number / 2)) {
            Some(half) => {
                let half_points = half_points + half.half_points;
                meeting.pairs.add(half_points as usize);
                self.bouts.push(Bout { players, games: 2, half_points });
            }
            None => {
                self.halves.insert(game.number / 2, Bout { players, games: 1, half_points });
            }
        }
        let how = if outcome == Outcome::Draw { "drawn" } else { "won" };
        *self.endings.entry(format!("{how} ({})", game.record.reason)).or_default() += 1;
        self.verdicts.extend(game.verdict.clone());
        self.forgiven.extend(game.forgiven.iter().cloned());
        self.plies += game.record.moves.len() as u64;
    }

    /// Adds points for a bye.
    pub fn add_bye(&mut self, player: usize, points: u64) {
        if let Some(entry) = self.players.get_mut(player) {
            entry.byes += points;
        }
    }

    /// The number of finished games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The complete pairs of the first two players, seen from the first.
    #[must_use]
    pub fn pairs(&self) -> Pairs {
        self.meetings.get(&[0, 1]).map(|meeting| meeting.pairs).unwrap_or_default()
    }

    /// The score of the first two players against each other, seen from the first.
    #[must_use]
    pub fn score(&self) -> Score {
        self.meetings.get(&[0, 1]).map(|meeting| meeting.score).unwrap_or_default()
    }

    /// The ratings from all games.
    #[must_use]
    pub fn ratings(&self) -> Ratings {
        let bouts: Vec<Bout> = self.bouts.iter().chain(self.halves.values()).copied().collect();
        Ratings::fit(self.players.len(), &bouts)
    }

    /// The skipped lines of each player that has any.
    fn skipped(&self) -> BTreeMap<String, Skipped> {
        let any = self.players.iter().filter(|entry| !entry.skipped.is_empty());
        any.map(|entry| (entry.name.clone(), entry.skipped.clone())).collect()
    }

    /// The figures to show.
    #[must_use]
    pub fn summary(&self, game: &str, sprt: Option<Sprt>) -> Summary {
        let ratings = self.ratings();
        let mut ranking: Vec<usize> = (0..self.players.len()).collect();
        let points = |player: usize| self.players[player].score.points() + self.players[player].byes as f64;
        // In a gauntlet, or after an interruption, not all players have played the same number of
        // games.
        let strength = ratings.ranking();
        let place = |player: usize| strength.iter().position(|&other| other == player);
        ranking.sort_by(|&a, &b| points(b).total_cmp(&points(a)).then(place(a).cmp(&place(b))));
        let is_even = self.players.iter().all(|entry| {
            entry.score.games + entry.byes == self.players[0].score.games + self.players[0].byes
        });
        let ranking = if is_even { ranking } else { strength };
        let players = self.players.iter().enumerate().map(|(i, entry)| {
            let rank = ranking.iter().position(|&player| player == i).unwrap_or(0);
            Standings {
                rank: rank + 1,
                name: entry.name.clone(),
                score: entry.score,
                points: points(i),
                byes: entry.byes,
                share: entry.score.share(),
                rating: ratings.get(i),
                superiority: ranking.get(rank + 1).map(|&next| ratings.superiority(i, next)),
                time: (&entry.times).into(),
            }
        });
        let name = |player: usize| self.players[player].name.clone();
        let meetings = self.meetings.iter().map(|(players, meeting)| MeetingSummary {
            players: players.map(name),
            score: meeting.score,
            share: meeting.score.share(),
            pairs: meeting.pairs,
            rating: meeting.pairs.estimate(),
        });
        Summary {
            game: game.to_string(),
            games: self.games,
            players: players.collect(),
            meetings: meetings.collect(),
            sprt: sprt.map(|sprt| sprt.state(&self.pairs())),
            endings: self.endings.clone(),
            verdicts: self.verdicts.clone(),
            forgiven: self.forgiven.clone(),
            mean_plies: self.plies as f64 / self.games.max(1) as f64,
            protection: None,
            skipped: self.skipped(),
            nodes: self.nodes.clone(),
            rehearsal: None,
        }
    }
}

/// The figures of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The game.
    pub game: String,
    /// The number of finished games.
    pub games: u64,
    /// The players, in their original order.
    pub players: Vec<Standings>,
    /// The meetings of two players each.
    pub meetings: Vec<MeetingSummary>,
    /// The state of the sequential test, if there is one.
    pub sprt: Option<SprtState>,
    /// How the games ended, with their numbers.
    pub endings: BTreeMap<String, u64>,
    /// Violations.
    pub verdicts: Vec<Verdict>,
    /// Forgiven violations.
    pub forgiven: Vec<Verdict>,
    /// The mean length of the games in plies, including openings.
    pub mean_plies: f64,
    /// The protection that programs ran under, if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protection: Option<Protection>,
    /// The lines of each player that were skipped to find its moves.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub skipped: BTreeMap<String, Skipped>,
    /// How many games each machine played, if they were distributed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub nodes: BTreeMap<String, u64>,
    /// The result of the rehearsal, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rehearsal: Option<Rehearsal>,
}

impl Summary {
    /// How many games each machine played, in words; `None` if they were not distributed.
    #[must_use]
    pub fn nodes_in_words(&self) -> Option<String> {
        let each = self
            .nodes
            .iter()
            .map(|(node, games)| format!("{node}: {}", counted(*games as usize, "game", "games")));
        (!self.nodes.is_empty()).then(|| each.collect::<Vec<_>>().join(", "))
    }

    /// The players, the best first.
    #[must_use]
    pub fn ranking(&self) -> Vec<&Standings> {
        let mut players: Vec<&Standings> = self.players.iter().collect();
        players.sort_by_key(|player| player.rank);
        players
    }

    /// The results of two players against each other, seen from the first; `None` if they have not
    /// met.
    #[must_use]
    pub fn between(&self, player: &str, other: &str) -> Option<Score> {
        self.meetings.iter().find_map(|meeting| {
            let Score { games, wins, draws, losses } = meeting.score;
            match meeting.players.each_ref().map(String::as_str) {
                [first, second] if first == player && second == other => Some(meeting.score),
                [first, second] if first == other && second == player => {
                    Some(Score { games, wins: losses, draws, losses: wins })
                }
                _ => None,
            }
        })
    }
}

/// The standings of a player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standings {
    /// Its rank, from 1: by points if all have played equally many games, otherwise by rating.
    pub rank: usize,
    /// Its name.
    pub name: String,
    /// Its games.
    #[serde(flatten)]
    pub score: Score,
    /// Its points, including those for byes.
    pub points: f64,
    /// Its points for byes.
    pub byes: u64,
    /// Its fraction of the points of its games, 0 to 1.
    pub share: f64,
    /// Its rating.
    pub rating: Rating,
    /// The probability that it is stronger than the next in rank.
    pub superiority: Option<f64>,
    /// Its thinking time.
    pub time: MoveTime,
}

/// The results of two players against each other, seen from the first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MeetingSummary {
    /// The players.
    pub players: [String; 2],
    /// The games.
    #[serde(flatten)]
    pub score: Score,
    /// The first player's fraction of the points, 0 to 1.
    pub share: f64,
    /// The number of pairs with each score: 0, ½, 1, 1½ and 2 points.
    pub pairs: Pairs,
    /// The strength that the complete pairs imply, if there are any.
    pub rating: Option<Estimate>,
}

/// The thinking time of a player per move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MoveTime {
    /// The number of moves.
    pub moves: u32,
    /// The mean, in seconds.
    pub mean_seconds: f64,
    /// The longest, in seconds.
    pub longest_seconds: f64,
}

impl From<&Times> for MoveTime {
    fn from(times: &Times) -> MoveTime {
        MoveTime {
            moves: times.moves,
            mean_seconds: times.total.as_secs_f64() / f64::from(times.moves.max(1)),
            longest_seconds: times.longest.as_secs_f64(),
        }
    }
}
