//! A tournament: many games between players, in the order of a schedule.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::{AnyPosition, AnyTables, ByPlayer, Control, Session};

use crate::MachineError;
use crate::adjudication::Adjudication;
use crate::opening::{Opening, OpeningError, OpeningSource, Openings};
use crate::record::GameRecord;
use crate::referee::{self, Aborted, PlayedGame, RefereeOptions, Termination, Violation};
use crate::sandbox::{self, Protection};
use crate::schedule::{PairResult, Schedule};
use crate::spec::{PlayerKind, PlayerSpec, SpecError};
use crate::statistics::Sprt;
use crate::summary::{Standing, Summary};
use crate::time_control::TimeControl;

/// Games between players, each opening with both colours.
pub struct Tournament {
    /// Where games start that have no opening.
    pub start: Box<dyn AnyPosition>,
    /// The players, whose names differ.
    pub players: Vec<PlayerSpec>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Where the openings come from.
    pub openings: OpeningSource,
    /// Tables that judge random openings.
    pub opening_tables: Option<Arc<dyn AnyTables>>,
    /// What limits the players that have no limits of their own.
    pub control: TimeControl,
    /// What becomes of somebody who does something wrong.
    pub retry: RetryPolicy,
    /// When games end before their end.
    pub adjudication: Adjudication,
    /// Tables that end games as soon as they know how these would end with best play.
    pub tables: Option<Arc<dyn AnyTables>>,
    /// Everything that is left to chance depends on it.
    pub seed: u64,
    /// How many games are played at once.
    pub concurrency: usize,
    /// When to stop before all games are played: a test of the first player against the second.
    pub sprt: Option<Sprt>,
}

/// What becomes of somebody who does something wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RetryPolicy {
    /// It loses the game.
    #[default]
    None,
    /// It is asked for the move again, once in a game.
    Move,
    /// The game is played again, once.
    Game,
}

/// Why a tournament cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// There is no opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A player cannot play the game.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// A player cannot be told of an opening.
    #[error(
        "player '{0}' is told moves and no positions, so it can only play from the start: use --opening-plies 0"
    )]
    OnlyFromTheStart(String),
    /// A game that was played before is not the one that would be played.
    #[error(
        "game {0} of those that were played before is not the one that is scheduled: they belong to other players, \
         other openings, or another version of this program"
    )]
    ScheduleMismatch(usize),
    /// A program's folder is not one to be copied for every game.
    #[error("player '{player}' cannot run in a copy of its folder {dir}: {why}")]
    Folder {
        /// The player.
        player: String,
        /// Its folder.
        dir: String,
        /// What is wrong with it.
        why: String,
    },
    /// A game could not be played, and no player is to blame.
    #[error("game {game} was broken off {times} times, and no player is to blame: {fault}")]
    Machine {
        /// Its number in the schedule, from 0.
        game: usize,
        /// How often it was tried.
        times: usize,
        /// What went wrong the last time.
        fault: MachineError,
    },
    /// A game could not be saved.
    #[error("cannot keep the games: {0}")]
    Save(#[from] std::io::Error),
}

/// What a tournament tells while it is played.
pub struct Event<'e> {
    /// A game that is over. Games come in the order of the schedule.
    pub game: &'e GameRecord,
    /// The score with it.
    pub standing: &'e Standing,
    /// Whether it was played before, and is only counted again.
    pub is_old: bool,
}

/// Where finished games are saved. It returns when the game is safe.
pub type SaveGame<'k> = dyn FnMut(&GameRecord) -> std::io::Result<()> + Send + 'k;

/// How long it may take until a stop is noticed.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How long a game waits before it is played again, where something was missing that somebody else may give back soon.
const RETRY_PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

/// A game or what was in the way of it.
type FinishedGame = Result<GameRecord, TournamentError>;

impl Tournament {
    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        self.schedule.games()
    }

    /// What keeps other people's programs from doing harm, if there are any among the players.
    #[must_use]
    pub fn protection(&self) -> Option<Protection> {
        self.has_programs().then(sandbox::protection)
    }

    /// Whether any player is somebody's program.
    #[must_use]
    pub fn has_programs(&self) -> bool {
        self.players.iter().any(|player| matches!(player.kind, PlayerKind::Program { .. }))
    }

    fn drawn_openings(&self) -> Result<Openings, OpeningError> {
        let tables = self.opening_tables.clone();
        Openings::from_source(self.start.in_play(), &self.openings, tables, self.seed)
    }

    /// What those who compare the players should know about the openings, if anything.
    ///
    /// # Errors
    /// Fails where there are no openings such as are asked for.
    pub fn opening_warning(&self) -> Result<Option<String>, TournamentError> {
        let mut openings = self.drawn_openings()?;
        openings.get(0)?;
        Ok(openings.warning())
    }

    /// Looks whether the folders of all programs can be copied: they are readable, and within the limits.
    ///
    /// # Errors
    /// Fails where one cannot.
    pub fn check_folders(&self) -> Result<(), TournamentError> {
        #[cfg(target_os = "linux")]
        for player in &self.players {
            if let PlayerKind::Program { dir: Some(dir), limits, .. } = &player.kind {
                sandbox::check_folder(dir, limits).map_err(|why| TournamentError::Folder {
                    player: player.name.clone(),
                    dir: dir.display().to_string(),
                    why: why.to_string(),
                })?;
            }
        }
        Ok(())
    }

    /// The numbers that are shown of how it stands.
    #[must_use]
    pub fn summary(&self, game: &str, standing: &Standing) -> Summary {
        Summary { protection: self.protection(), ..standing.summary(game, self.sprt) }
    }

    /// Plays the tournament, or as much of it as is needed for a decision or can be played before the control is
    /// stopped. Games that were played before, by the same plan, are counted and not played again. Every game is saved
    /// before the next one of its worker starts.
    ///
    /// A sequential test looks at pairs in the order of the schedule, and games after the one that decides do not
    /// count, so that its result does not depend on which game happens to end first.
    ///
    /// # Errors
    /// Fails where a player cannot play this game, or there are no openings such as are asked for, or games cannot be
    /// saved.
    pub fn run(
        &self,
        before: Vec<GameRecord>,
        save: &mut SaveGame,
        control: &Control,
        observe: &mut dyn FnMut(&Event),
    ) -> Result<Standing, TournamentError> {
        self.check()?;
        self.check_folders()?;
        let openings = self.drawn_openings()?;
        let mut tally = Tally::new(self, before.len());
        let mut scheduler = Scheduler::new(self, openings);
        for game in before {
            scheduler.record_result(&game);
            scheduler.played.insert(game.number, PlayedGameKey::of(&game));
            if tally.add_finished(game, observe) {
                return Ok(tally.finish(&scheduler, observe));
            }
        }
        let scheduler = Mutex::new(scheduler);
        let queue = GameQueue { scheduler: &scheduler, changed: Condvar::new(), save: Mutex::new(save) };
        let halt = Control::new();
        let (sender, results) = mpsc::channel::<FinishedGame>();
        let result = std::thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, self.games().max(1)) {
                let (sender, queue, halt) = (sender.clone(), &queue, halt.clone());
                scope.spawn(move || self.work(queue, &halt, &sender));
            }
            drop(sender);
            let result = collect_results(&mut tally, &results, control, &halt, observe);
            halt.stop();
            result
        });
        result?;
        let scheduler = scheduler.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(tally.finish(&scheduler, observe))
    }

    /// Plays games until there are none left, or it is told to halt, or nobody listens.
    fn work(&self, queue: &GameQueue, halt: &Control, sender: &mpsc::Sender<FinishedGame>) {
        while let Some(next) = queue.next_game(halt) {
            let finished = match next {
                Ok(fixture) => self.play(&fixture, halt),
                Err(fault) => Err(fault),
            };
            let saved = match finished {
                // It was broken off.
                Ok(None) => return,
                Ok(Some(game)) => queue.save(&game).map(|()| game).map_err(TournamentError::from),
                Err(fault) => Err(fault),
            };
            if let Ok(game) = &saved {
                queue.record_result(game);
            }
            let is_fault = saved.is_err();
            if sender.send(saved).is_err() || is_fault {
                return;
            }
        }
    }

    /// Fails where a player cannot play this game.
    pub(crate) fn check(&self) -> Result<(), TournamentError> {
        for player in &self.players {
            player.instantiate(&*self.start, player.control(self.control), self.seed)?;
            let has_openings = self.openings != OpeningSource::Random { plies: 0, balance: None };
            if player.kind.plays_from_start_only() && has_openings {
                return Err(TournamentError::OnlyFromTheStart(player.name.clone()));
            }
        }
        Ok(())
    }

    /// Plays one game, or two where the first ended with a verdict and the policy allows a retry; nothing where it was stopped.
    fn play(&self, fixture: &ScheduledGame, halt: &Control) -> Result<Option<GameRecord>, TournamentError> {
        let Some(game) = self.attempt(fixture, 0, halt)? else { return Ok(None) };
        match &game.verdict {
            Some(verdict) if self.retry == RetryPolicy::Game => {
                let forgiven = vec![verdict.clone()];
                Ok(self.attempt(fixture, 1, halt)?.map(|again| GameRecord { forgiven, ..again }))
            }
            _ => Ok(Some(game)),
        }
    }

    /// Plays a game, and again where it was broken off through no player's fault; nothing where it was stopped.
    fn attempt(
        &self,
        fixture: &ScheduledGame,
        attempt: u64,
        halt: &Control,
    ) -> Result<Option<GameRecord>, TournamentError> {
        let mut pauses = RETRY_PAUSES.into_iter();
        loop {
            match self.play_once(fixture, attempt, halt)? {
                Ok(game) => return Ok(Some(game)),
                Err(Aborted::Stopped) => return Ok(None),
                Err(Aborted::Machine(fault)) => match pauses.next() {
                    Some(pause) => wait(pause, halt),
                    None => {
                        let (game, times) = (fixture.number, 1 + RETRY_PAUSES.len());
                        return Err(TournamentError::Machine { game, times, fault });
                    }
                },
            }
        }
    }

    fn play_once(
        &self,
        fixture: &ScheduledGame,
        attempt: u64,
        halt: &Control,
    ) -> Result<Result<GameRecord, Aborted>, TournamentError> {
        let mut session = fixture.opening.session();
        // Everybody is new in every game: no game may depend on which ones its thread has seen before.
        let enter = |seat: usize| {
            let number = fixture.seats[seat];
            let (player, control) = (&self.players[number], self.control_of(number));
            player.instantiate(session.position(), control, self.seed_of(fixture.number, number, attempt))
        };
        let mut players = ByPlayer { one: enter(0)?, two: enter(1)? };
        let [one, two] = fixture.seats;
        let options = RefereeOptions {
            controls: ByPlayer { one: self.control_of(one), two: self.control_of(two) },
            adjudication: self.adjudication,
            tables: self.tables.as_deref(),
            retry_move: self.retry == RetryPolicy::Move,
        };
        let name = |number: usize| self.players[number].name.clone();
        let names = ByPlayer { one: name(one), two: name(two) };
        let played = referee::play(&mut session, &mut players, &options, halt);
        Ok(played.map(|played| record(fixture, &session, &names, played)))
    }

    fn control_of(&self, player: usize) -> TimeControl {
        self.players[player].control(self.control)
    }

    /// The seed of a player in a game.
    fn seed_of(&self, game: usize, player: usize, attempt: u64) -> u64 {
        let seat = (self.players.len() * game + player) as u64 + 1;
        game::mix(self.seed ^ game::mix(seat) ^ attempt.rotate_right(1))
    }
}

/// Waits, but no longer than until it is told to halt.
fn wait(pause: Duration, halt: &Control) {
    let end = Instant::now() + pause;
    while Instant::now() < end && !halt.is_stopped() {
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// Counts the games that come in, until there are no more or it is decided.
fn collect_results(
    tally: &mut Tally,
    results: &mpsc::Receiver<FinishedGame>,
    control: &Control,
    halt: &Control,
    observe: &mut dyn FnMut(&Event),
) -> Result<(), TournamentError> {
    loop {
        if control.is_stopped() {
            halt.stop();
        }
        match results.recv_timeout(POLL_INTERVAL) {
            Ok(finished) => {
                if tally.add_finished(finished?, observe) {
                    return Ok(());
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Counts games in the order of the schedule.
struct Tally<'t> {
    of: &'t Tournament,
    standing: Standing,
    waiting: BTreeMap<usize, GameRecord>,
    next: usize,
    /// How many of them were played before.
    old: usize,
    is_decided: bool,
}

impl Tally<'_> {
    fn new(of: &Tournament, old: usize) -> Tally<'_> {
        let standing = Standing::new(of.players.iter().map(|player| player.name.as_str()));
        Tally { of, standing, waiting: BTreeMap::new(), next: 0, old, is_decided: false }
    }

    /// Hears of a game, and says whether it is decided.
    fn add_finished(&mut self, game: GameRecord, observe: &mut dyn FnMut(&Event)) -> bool {
        self.waiting.insert(game.number, game);
        while let Some(game) = self.waiting.remove(&self.next) {
            self.add(&game, observe);
            let sprt = self.of.sprt;
            self.is_decided = sprt.is_some_and(|sprt| sprt.state(&self.standing.pairs()).decision.is_some());
            if self.is_decided {
                return true;
            }
        }
        false
    }

    fn add(&mut self, game: &GameRecord, observe: &mut dyn FnMut(&Event)) {
        self.next += 1;
        self.standing.add(game);
        let is_old = self.old > 0;
        self.old = self.old.saturating_sub(1);
        observe(&Event { game, standing: &self.standing, is_old });
    }

    /// The score at the end. Where somebody stopped it, games after one that was broken off count too.
    fn finish(mut self, scheduler: &Scheduler, observe: &mut dyn FnMut(&Event)) -> Standing {
        if !self.is_decided {
            for game in std::mem::take(&mut self.waiting).values() {
                self.add(game, observe);
            }
        }
        for &player in &scheduler.byes {
            self.standing.add_bye(player, self.of.schedule.games_of_a_meeting() as u64);
        }
        self.standing
    }
}

/// What the workers share.
struct GameQueue<'t, 'k> {
    scheduler: &'t Mutex<Scheduler>,
    /// Told when a game is over, since others may depend on it.
    changed: Condvar,
    save: Mutex<&'t mut SaveGame<'k>>,
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl GameQueue<'_, '_> {
    /// The next game, when it is known who plays it; nothing where there is none, or it is told to halt.
    fn next_game(&self, halt: &Control) -> Option<Result<ScheduledGame, TournamentError>> {
        let mut scheduler = locked(self.scheduler);
        while !halt.is_stopped() {
            match scheduler.next_game() {
                NextGame::Game(fixture) => return Some(fixture),
                NextGame::Finished => return None,
                NextGame::Wait => {
                    let woken = self.changed.wait_timeout(scheduler, POLL_INTERVAL);
                    scheduler = woken.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
        None
    }

    fn save(&self, game: &GameRecord) -> std::io::Result<()> {
        (locked(&self.save))(game)
    }

    fn record_result(&self, game: &GameRecord) {
        locked(self.scheduler).record_result(game);
        self.changed.notify_all();
    }
}

/// A game that is to be played.
struct ScheduledGame {
    number: usize,
    /// Who has the first side and who the second.
    seats: [usize; 2],
    opening: Opening,
}

/// What there is to know of a game that was played before.
#[derive(PartialEq)]
struct PlayedGameKey {
    names: [String; 2],
    start: String,
    opening: Vec<String>,
}

impl PlayedGameKey {
    fn of(game: &GameRecord) -> PlayedGameKey {
        PlayedGameKey {
            names: [game.first.clone(), game.second.clone()],
            start: game.start.clone(),
            opening: game.opening.clone(),
        }
    }
}

enum NextGame {
    Game(Result<ScheduledGame, TournamentError>),
    /// It depends on games that are being played.
    Wait,
    Finished,
}

/// Deals the games of the schedule, one after the other.
struct Scheduler {
    schedule: Schedule,
    names: Vec<String>,
    openings: Openings,
    /// The games of the rounds that have begun: their numbers, seats and openings.
    queue: VecDeque<(usize, [usize; 2], usize)>,
    round: usize,
    /// Those that need not be played any more.
    played: HashMap<usize, PlayedGameKey>,
    /// The half points of the player with the smaller number, in a game whose partner is not finished.
    halves: BTreeMap<usize, u8>,
    /// The pairs that are finished, by number.
    results: BTreeMap<usize, PairResult>,
    /// Who had nobody to play with, once for each round.
    byes: Vec<usize>,
}

impl Scheduler {
    fn new(of: &Tournament, openings: Openings) -> Scheduler {
        Scheduler {
            schedule: of.schedule,
            names: of.players.iter().map(|player| player.name.clone()).collect(),
            openings,
            queue: VecDeque::new(),
            round: 0,
            played: HashMap::new(),
            halves: BTreeMap::new(),
            results: BTreeMap::new(),
            byes: Vec::new(),
        }
    }

    fn next_game(&mut self) -> NextGame {
        loop {
            if let Some((number, seats, opening)) = self.queue.pop_front() {
                match self.fixture(number, seats, opening).transpose() {
                    Some(fixture) => return NextGame::Game(fixture),
                    None => continue,
                }
            }
            if self.round >= self.schedule.rounds() {
                return NextGame::Finished;
            }
            let results: Vec<PairResult> = self.results.values().copied().collect();
            let Some(round) = self.schedule.round(self.round, &results) else { return NextGame::Wait };
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

    /// A game that is to be played; nothing where it was played before.
    fn fixture(
        &mut self,
        number: usize,
        seats: [usize; 2],
        opening: usize,
    ) -> Result<Option<ScheduledGame>, TournamentError> {
        let opening = self.openings.get(opening)?;
        let Some(before) = self.played.remove(&number) else {
            return Ok(Some(ScheduledGame { number, seats, opening }));
        };
        let names = seats.map(|seat| self.names[seat].clone());
        let expected = PlayedGameKey { names, start: opening.start().text(), opening: opening.moves };
        if before == expected { Ok(None) } else { Err(TournamentError::ScheduleMismatch(number)) }
    }

    /// Hears how a game ended.
    fn record_result(&mut self, game: &GameRecord) {
        let number = |name: &String| self.names.iter().position(|known| known == name);
        let (Some(one), Some(two)) = (number(&game.first), number(&game.second)) else { return };
        let (first, second) = (one.min(two), one.max(two));
        let half_points = game.result.half_points(one == first);
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

fn record(
    fixture: &ScheduledGame,
    session: &Session,
    names: &ByPlayer<String>,
    played: PlayedGame,
) -> GameRecord {
    let reason = played.termination.description();
    let verdict = |violation: Violation| {
        let name = &names[violation.by];
        violation.verdict(name)
    };
    let opening = fixture.opening.moves.clone();
    GameRecord {
        number: fixture.number,
        start: session.start().text(),
        moves: session.moves().skip(opening.len()).map(str::to_string).collect(),
        opening,
        first: names.one.clone(),
        second: names.two.clone(),
        result: played.outcome.into(),
        reason,
        verdict: match played.termination {
            Termination::Forfeit(violation) => Some(verdict(violation)),
            Termination::Ended(_) | Termination::TooLong | Termination::Agreed | Termination::Table => None,
        },
        forgiven: played.forgiven.into_iter().map(verdict).collect(),
        times: [played.times.one, played.times.two],
        skipped: [played.skipped.one, played.skipped.two],
    }
}
