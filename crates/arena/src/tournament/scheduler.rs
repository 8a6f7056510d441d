//! The order of the games, and which of them were played in an earlier run.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use engine::Player;

use super::share::Share;
use super::{Tournament, TournamentError};
use crate::opening::{Opening, Openings};
use crate::record::GameRecord;
use crate::schedule::{PairResult, Schedule};

/// A game to be played.
pub(crate) struct ScheduledGame {
    pub(crate) number: usize,
    /// The players of the first and the second side.
    pub(crate) seats: [usize; 2],
    pub(crate) opening: Opening,
    /// Their seeds: functions of the tournament's seed, so that replaying the tournament replays the game.
    pub(crate) seeds: [u64; 2],
}

/// The identity of a game from an earlier run, which must agree with the schedule.
#[derive(PartialEq)]
struct PlayedGameKey {
    names: [String; 2],
    start: String,
    opening: Vec<String>,
}

impl PlayedGameKey {
    fn of(game: &GameRecord) -> PlayedGameKey {
        PlayedGameKey {
            names: [game.record.players.one.clone(), game.record.players.two.clone()],
            start: game.record.position.clone(),
            opening: game.record.split_opening().0.to_vec(),
        }
    }
}

/// The next task of a worker.
pub(super) enum NextGame {
    Game(Result<ScheduledGame, TournamentError>),
    /// The next round depends on games that are still being played.
    Wait,
    Finished,
}

/// Hands out the games of the schedule, one after another.
pub(super) struct Scheduler {
    schedule: Schedule,
    seed: u64,
    share: Option<Share>,
    names: Vec<String>,
    openings: Openings,
    /// The games of the rounds that have begun: their numbers, seats and openings.
    queue: VecDeque<(usize, [usize; 2], usize)>,
    round: usize,
    /// The games of earlier runs, by number.
    played: HashMap<usize, PlayedGameKey>,
    /// The half points of the player with the smaller number, in a game whose pair is not finished.
    halves: BTreeMap<usize, u8>,
    /// The finished pairs, by number.
    results: BTreeMap<usize, PairResult>,
    /// The games whose results for the pairing are known from before a program changed.
    settled: HashSet<usize>,
    /// The player with a bye, for each round that has one.
    pub(super) byes: Vec<usize>,
}

impl Scheduler {
    pub(super) fn new(of: &Tournament, openings: Openings) -> Scheduler {
        Scheduler {
            schedule: of.schedule,
            seed: of.seed,
            share: of.share.as_ref().map(|played| played.share),
            names: of.players.iter().map(|player| player.name.clone()).collect(),
            openings,
            queue: VecDeque::new(),
            round: 0,
            played: HashMap::new(),
            halves: BTreeMap::new(),
            results: BTreeMap::new(),
            settled: HashSet::new(),
            byes: Vec::new(),
        }
    }

    pub(super) fn next_game(&mut self) -> NextGame {
        loop {
            if let Some((number, seats, opening)) = self.queue.pop_front() {
                if self.share.is_some_and(|share| !share.has(number)) {
                    continue;
                }
                match self.scheduled(number, seats, opening).transpose() {
                    Some(game) => return NextGame::Game(game),
                    None => continue,
                }
            }
            if self.round >= self.schedule.rounds() {
                return NextGame::Finished;
            }
            let results: Vec<PairResult> = self.results.values().copied().collect();
            let Some(round) = self.schedule.round(self.round, &results) else {
                // The games that a share waits for are played elsewhere.
                return if self.share.is_some() { NextGame::Finished } else { NextGame::Wait };
            };
            self.round += 1;
            if self.schedule.has_byes() {
                self.byes.extend(round.resting);
            }
            for pair in round.pairs {
                for (number, seats) in pair.games().into_iter().zip(pair.seats()) {
                    self.queue.push_back((number, seats, pair.opening));
                }
            }
        }
    }

    /// A game to play, or `None` if it was played in an earlier run.
    fn scheduled(
        &mut self,
        number: usize,
        seats: [usize; 2],
        opening: usize,
    ) -> Result<Option<ScheduledGame>, TournamentError> {
        let opening = self.openings.get(opening)?;
        let Some(before) = self.played.remove(&number) else {
            let player = |seat: usize| (self.names.len() * number + seat) as u64 + 1;
            let seeds = seats.map(|seat| self.seed ^ game::mix(player(seat)));
            return Ok(Some(ScheduledGame { number, seats, opening, seeds }));
        };
        let names = seats.map(|seat| self.names[seat].clone());
        let expected = PlayedGameKey { names, start: opening.start().text(), opening: opening.moves };
        if before == expected { Ok(None) } else { Err(TournamentError::ScheduleMismatch(number)) }
    }

    /// Adds a game from an earlier run: it counts, and is not played again.
    pub(super) fn resume(&mut self, game: &GameRecord) {
        self.record_result(game);
        self.played.insert(game.number, PlayedGameKey::of(game));
    }

    /// Lets the first result of a game that is played again decide the later rounds.
    pub(super) fn pair_by(&mut self, superseded: &GameRecord) {
        self.record_result(superseded);
        self.settled.insert(superseded.number);
    }

    /// Records the result of a game: later rounds may depend on it.
    pub(super) fn record_result(&mut self, game: &GameRecord) {
        if self.settled.contains(&game.number) {
            return;
        }
        let number = |name: &String| self.names.iter().position(|known| known == name);
        let (Some(one), Some(two)) = (number(&game.record.players.one), number(&game.record.players.two))
        else {
            return;
        };
        let (first, second) = (one.min(two), one.max(two));
        let half_points = game.half_points(if one == first { Player::One } else { Player::Two });
        let pair = game.number / 2;
        match self.halves.remove(&pair) {
            None => {
                self.halves.insert(pair, half_points);
            }
            Some(half) => {
                let round = self.schedule.round_of(pair);
                self.results
                    .insert(pair, PairResult { round, first, second, half_points: half + half_points });
            }
        }
    }
}
