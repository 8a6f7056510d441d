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
use crate::referee::{self, BrokenOff, Finish, Offence, Played, Terms};
use crate::schedule::{PairResult, Schedule};
use crate::spec::{PlayerKind, PlayerSpec, SpecError};
use crate::statistics::Sprt;
use crate::stranger::{self, Protection};
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
    pub mercy: Mercy,
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
pub enum Mercy {
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
    Foreign(usize),
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
    /// A game could not be kept.
    #[error("cannot keep the games: {0}")]
    Keep(#[from] std::io::Error),
}

/// What a tournament tells while it is played.
pub struct Event<'e> {
    /// A game that is over. Games are told in the order of the schedule.
    pub game: &'e GameRecord,
    /// The score with it.
    pub standing: &'e Standing,
    /// Whether it was played before, and is only counted again.
    pub is_old: bool,
}

/// Where finished games are kept. It returns when the game is safe.
pub type Keep<'k> = dyn FnMut(&GameRecord) -> std::io::Result<()> + Send + 'k;

/// How long it may take until a stop is noticed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// How long a game waits before it is played again, where something was missing that somebody else may give back soon.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

/// A game or what was in the way of it.
type Finished = Result<GameRecord, TournamentError>;

impl Tournament {
    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        self.schedule.games()
    }

    /// What keeps other people's programs from doing harm, if there are any among the players.
    #[must_use]
    pub fn protection(&self) -> Option<Protection> {
        self.has_programs().then(stranger::protection)
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
    pub fn caution(&self) -> Result<Option<String>, TournamentError> {
        let mut openings = self.drawn_openings()?;
        openings.get(0)?;
        Ok(openings.caution())
    }

    /// Looks whether the folders of all programs can be copied: they are readable, and within the limits.
    ///
    /// # Errors
    /// Fails where one cannot.
    pub fn check_folders(&self) -> Result<(), TournamentError> {
        #[cfg(target_os = "linux")]
        for player in &self.players {
            if let PlayerKind::Program { dir: Some(dir), limits, .. } = &player.kind {
                stranger::check_folder(dir, limits).map_err(|why| TournamentError::Folder {
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
    /// stopped. Games that were played before, by the same plan, are counted and not played again. Every game is kept
    /// before the next one of its worker starts.
    ///
    /// A sequential test looks at pairs in the order of the schedule, and games after the one that decides do not
    /// count, so that its result does not depend on which game happens to end first.
    ///
    /// # Errors
    /// Fails where a player cannot play this game, or there are no openings such as are asked for, or games cannot be
    /// kept.
    pub fn run(
        &self,
        before: Vec<GameRecord>,
        keep: &mut Keep,
        control: &Control,
        observe: &mut dyn FnMut(&Event),
    ) -> Result<Standing, TournamentError> {
        self.check()?;
        self.check_folders()?;
        let openings = self.drawn_openings()?;
        let mut count = Count::new(self, before.len());
        let mut dealer = Dealer::new(self, openings);
        for game in before {
            dealer.note(&game);
            dealer.played.insert(game.number, Before::of(&game));
            if count.hear(game, observe) {
                return Ok(count.finish(&dealer, observe));
            }
        }
        let dealer = Mutex::new(dealer);
        let table = Table { dealer: &dealer, more: Condvar::new(), keep: Mutex::new(keep) };
        let halt = Control::new();
        let (told, hear) = mpsc::channel::<Finished>();
        let heard = std::thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, self.games().max(1)) {
                let (told, table, halt) = (told.clone(), &table, halt.clone());
                scope.spawn(move || self.work(table, &halt, &told));
            }
            drop(told);
            let heard = listen(&mut count, &hear, control, &halt, observe);
            halt.stop();
            heard
        });
        heard?;
        let dealer = dealer.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(count.finish(&dealer, observe))
    }

    /// Plays games until there are none left, or it is told to halt, or nobody listens.
    fn work(&self, table: &Table, halt: &Control, told: &mpsc::Sender<Finished>) {
        while let Some(dealt) = table.deal(halt) {
            let finished = match dealt {
                Ok(fixture) => self.play(&fixture, halt),
                Err(fault) => Err(fault),
            };
            let kept = match finished {
                // It was broken off.
                Ok(None) => return,
                Ok(Some(game)) => table.keep(&game).map(|()| game).map_err(TournamentError::from),
                Err(fault) => Err(fault),
            };
            if let Ok(game) = &kept {
                table.note(game);
            }
            let is_fault = kept.is_err();
            if told.send(kept).is_err() || is_fault {
                return;
            }
        }
    }

    /// Fails where a player cannot play this game.
    pub(crate) fn check(&self) -> Result<(), TournamentError> {
        for player in &self.players {
            player.enter(&*self.start, player.control(self.control), self.seed)?;
            let has_openings = self.openings != OpeningSource::Random { plies: 0, balance: None };
            if player.kind.knows_only_the_start() && has_openings {
                return Err(TournamentError::OnlyFromTheStart(player.name.clone()));
            }
        }
        Ok(())
    }

    /// Plays one game, or two where the first ended with a verdict and there is mercy; nothing where it was stopped.
    fn play(&self, fixture: &Fixture, halt: &Control) -> Result<Option<GameRecord>, TournamentError> {
        let Some(game) = self.attempt(fixture, 0, halt)? else { return Ok(None) };
        match &game.verdict {
            Some(verdict) if self.mercy == Mercy::Game => {
                let forgiven = vec![verdict.clone()];
                Ok(self.attempt(fixture, 1, halt)?.map(|again| GameRecord { forgiven, ..again }))
            }
            _ => Ok(Some(game)),
        }
    }

    /// Plays a game, and again where it was broken off through no player's fault; nothing where it was stopped.
    fn attempt(
        &self,
        fixture: &Fixture,
        attempt: u64,
        halt: &Control,
    ) -> Result<Option<GameRecord>, TournamentError> {
        let mut pauses = PAUSES.into_iter();
        loop {
            match self.play_once(fixture, attempt, halt)? {
                Ok(game) => return Ok(Some(game)),
                Err(BrokenOff::Stopped) => return Ok(None),
                Err(BrokenOff::Machine(fault)) => match pauses.next() {
                    Some(pause) => rest(pause, halt),
                    None => {
                        let (game, times) = (fixture.number, 1 + PAUSES.len());
                        return Err(TournamentError::Machine { game, times, fault });
                    }
                },
            }
        }
    }

    fn play_once(
        &self,
        fixture: &Fixture,
        attempt: u64,
        halt: &Control,
    ) -> Result<Result<GameRecord, BrokenOff>, TournamentError> {
        let mut session = fixture.opening.session();
        // Everybody is new in every game: no game may depend on which ones its thread has seen before.
        let enter = |seat: usize| {
            let number = fixture.seats[seat];
            let (player, control) = (&self.players[number], self.control_of(number));
            player.enter(session.position(), control, self.seed_of(fixture.number, number, attempt))
        };
        let mut players = ByPlayer { one: enter(0)?, two: enter(1)? };
        let [one, two] = fixture.seats;
        let terms = Terms {
            controls: ByPlayer { one: self.control_of(one), two: self.control_of(two) },
            adjudication: self.adjudication,
            tables: self.tables.as_deref(),
            asks_again: self.mercy == Mercy::Move,
        };
        let name = |number: usize| self.players[number].name.clone();
        let names = ByPlayer { one: name(one), two: name(two) };
        let played = referee::play(&mut session, &mut players, &terms, halt);
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
fn rest(pause: Duration, halt: &Control) {
    let end = Instant::now() + pause;
    while Instant::now() < end && !halt.is_stopped() {
        std::thread::sleep(BETWEEN_LOOKS);
    }
}

/// Counts the games that come in, until there are no more or it is decided.
fn listen(
    count: &mut Count,
    hear: &mpsc::Receiver<Finished>,
    control: &Control,
    halt: &Control,
    observe: &mut dyn FnMut(&Event),
) -> Result<(), TournamentError> {
    loop {
        if control.is_stopped() {
            halt.stop();
        }
        match hear.recv_timeout(BETWEEN_LOOKS) {
            Ok(finished) => {
                if count.hear(finished?, observe) {
                    return Ok(());
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Counts games in the order of the schedule.
struct Count<'t> {
    of: &'t Tournament,
    standing: Standing,
    waiting: BTreeMap<usize, GameRecord>,
    next: usize,
    /// How many of them were played before.
    old: usize,
    is_decided: bool,
}

impl Count<'_> {
    fn new(of: &Tournament, old: usize) -> Count<'_> {
        let standing = Standing::new(of.players.iter().map(|player| player.name.as_str()));
        Count { of, standing, waiting: BTreeMap::new(), next: 0, old, is_decided: false }
    }

    /// Hears of a game, and says whether it is decided.
    fn hear(&mut self, game: GameRecord, observe: &mut dyn FnMut(&Event)) -> bool {
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
    fn finish(mut self, dealer: &Dealer, observe: &mut dyn FnMut(&Event)) -> Standing {
        if !self.is_decided {
            for game in std::mem::take(&mut self.waiting).values() {
                self.add(game, observe);
            }
        }
        for &player in &dealer.byes {
            self.standing.add_bye(player, self.of.schedule.games_of_a_meeting() as u64);
        }
        self.standing
    }
}

/// What the workers share.
struct Table<'t, 'k> {
    dealer: &'t Mutex<Dealer>,
    /// Told when a game is over, since others may depend on it.
    more: Condvar,
    keep: Mutex<&'t mut Keep<'k>>,
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Table<'_, '_> {
    /// The next game, when it is known who plays it; nothing where there is none, or it is told to halt.
    fn deal(&self, halt: &Control) -> Option<Result<Fixture, TournamentError>> {
        let mut dealer = locked(self.dealer);
        while !halt.is_stopped() {
            match dealer.deal() {
                Deal::Game(fixture) => return Some(fixture),
                Deal::Over => return None,
                Deal::Wait => {
                    let woken = self.more.wait_timeout(dealer, BETWEEN_LOOKS);
                    dealer = woken.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
        None
    }

    fn keep(&self, game: &GameRecord) -> std::io::Result<()> {
        (locked(&self.keep))(game)
    }

    fn note(&self, game: &GameRecord) {
        locked(self.dealer).note(game);
        self.more.notify_all();
    }
}

/// A game that is to be played.
struct Fixture {
    number: usize,
    /// Who has the first side and who the second.
    seats: [usize; 2],
    opening: Opening,
}

/// What there is to know of a game that was played before.
#[derive(PartialEq)]
struct Before {
    names: [String; 2],
    start: String,
    opening: Vec<String>,
}

impl Before {
    fn of(game: &GameRecord) -> Before {
        Before {
            names: [game.first.clone(), game.second.clone()],
            start: game.start.clone(),
            opening: game.opening.clone(),
        }
    }
}

enum Deal {
    Game(Result<Fixture, TournamentError>),
    /// It depends on games that are being played.
    Wait,
    Over,
}

/// Deals the games of the schedule, one after the other.
struct Dealer {
    schedule: Schedule,
    names: Vec<String>,
    openings: Openings,
    /// The games of the rounds that have begun: their numbers, seats and openings.
    queue: VecDeque<(usize, [usize; 2], usize)>,
    round: usize,
    /// Those that need not be played any more.
    played: HashMap<usize, Before>,
    /// The half points of the player with the smaller number, in a game whose partner is not finished.
    halves: BTreeMap<usize, u8>,
    /// The pairs that are finished, by number.
    results: BTreeMap<usize, PairResult>,
    /// Who had nobody to play with, once for each round.
    byes: Vec<usize>,
}

impl Dealer {
    fn new(of: &Tournament, openings: Openings) -> Dealer {
        Dealer {
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

    fn deal(&mut self) -> Deal {
        loop {
            if let Some((number, seats, opening)) = self.queue.pop_front() {
                match self.fixture(number, seats, opening).transpose() {
                    Some(fixture) => return Deal::Game(fixture),
                    None => continue,
                }
            }
            if self.round >= self.schedule.rounds() {
                return Deal::Over;
            }
            let results: Vec<PairResult> = self.results.values().copied().collect();
            let Some(round) = self.schedule.round(self.round, &results) else { return Deal::Wait };
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
    ) -> Result<Option<Fixture>, TournamentError> {
        let opening = self.openings.get(opening)?;
        let Some(before) = self.played.remove(&number) else {
            return Ok(Some(Fixture { number, seats, opening }));
        };
        let names = seats.map(|seat| self.names[seat].clone());
        let expected = Before { names, start: opening.start().text(), opening: opening.moves };
        if before == expected { Ok(None) } else { Err(TournamentError::Foreign(number)) }
    }

    /// Hears how a game ended.
    fn note(&mut self, game: &GameRecord) {
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

fn record(fixture: &Fixture, session: &Session, names: &ByPlayer<String>, played: Played) -> GameRecord {
    let reason = played.finish.words();
    let verdict = |offence: Offence| {
        let name = &names[offence.by];
        offence.verdict(name)
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
        verdict: match played.finish {
            Finish::Forfeit(offence) => Some(verdict(offence)),
            Finish::Ended(_) | Finish::TooLong | Finish::Agreed | Finish::Table => None,
        },
        forgiven: played.forgiven.into_iter().map(verdict).collect(),
        times: [played.times.one, played.times.two],
        skipped: [played.skipped.one, played.skipped.two],
    }
}
