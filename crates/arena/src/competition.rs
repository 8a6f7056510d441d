//! A match: many games between two players.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use engine::{AnyPosition, ByPlayer, Control, Session};

use crate::opening::{Balance, Opening, OpeningFault, Openings};
use crate::player::Player;
use crate::record::{GameRecord, Verdict};
use crate::referee::{self, Finish, Played};
use crate::spec::{PlayerSpec, SpecFault};
use crate::statistics::Sprt;
use crate::summary::{Standing, side_of_first};

/// A match between two players. Each opening is played twice, with the sides exchanged.
pub struct Match {
    /// Where the openings start.
    pub start: Box<dyn AnyPosition>,
    /// The players. The first has the first side in games with even numbers.
    pub players: [PlayerSpec; 2],
    /// How many games, at most; an odd number leaves the last pair incomplete.
    pub games: usize,
    /// How many random plies an opening has.
    pub opening_plies: usize,
    /// What makes an opening fair, if that is asked for.
    pub balance: Option<Balance>,
    /// Everything that is left to chance depends on it.
    pub seed: u64,
    /// How many games are played at once.
    pub concurrency: usize,
    /// When to stop before all games are played.
    pub sprt: Option<Sprt>,
}

/// Why a match cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MatchFault {
    /// There is no opening.
    #[error(transparent)]
    Opening(#[from] OpeningFault),
    /// A player cannot play the game.
    #[error(transparent)]
    Player(#[from] SpecFault),
    /// A player cannot be told of an opening.
    #[error(
        "player '{0}' is told moves and no positions, so it can only play from the start: use --opening-plies 0"
    )]
    OnlyFromTheStart(String),
}

/// What a match tells while it is played.
pub struct Event<'e> {
    /// A game that is over. Games are told in the order of the schedule.
    pub game: &'e GameRecord,
    /// The score with it.
    pub standing: &'e Standing,
}

/// How long it may take until a stop is noticed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// A game or what was in the way of it.
type Finished = Result<GameRecord, MatchFault>;

impl Match {
    /// Plays the match, or as much of it as is needed for a decision or can be played before the control is stopped.
    ///
    /// A sequential test looks at pairs in the order of the schedule, and games after the one that decides do not
    /// count, so that its result does not depend on which game happens to end first.
    ///
    /// # Errors
    /// Fails where a player cannot play this game, or there are no openings such as are asked for.
    pub fn run(&self, control: &Control, observe: &mut dyn FnMut(&Event)) -> Result<Standing, MatchFault> {
        for player in &self.players {
            player.enter(&*self.start, self.seed)?;
            if player.kind.knows_only_the_start() && self.opening_plies > 0 {
                return Err(MatchFault::OnlyFromTheStart(player.name.clone()));
            }
        }
        let dealer = Mutex::new(Dealer::new(self));
        let halt = Control::new();
        let (told, hear) = mpsc::channel::<Finished>();
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, self.games.max(1)) {
                let (told, dealer, halt) = (told.clone(), &dealer, halt.clone());
                scope.spawn(move || self.work(dealer, &halt, &told));
            }
            drop(told);
            let standing = self.listen(&hear, control, &halt, observe);
            halt.stop();
            standing
        })
    }

    /// Counts the games that come in, in the order of the schedule, until there are no more or it is decided.
    fn listen(
        &self,
        hear: &mpsc::Receiver<Finished>,
        control: &Control,
        halt: &Control,
        observe: &mut dyn FnMut(&Event),
    ) -> Result<Standing, MatchFault> {
        let mut standing = Standing::default();
        let mut waiting: BTreeMap<usize, GameRecord> = BTreeMap::new();
        let mut next = 0;
        loop {
            if control.is_stopped() {
                halt.stop();
            }
            let game = match hear.recv_timeout(BETWEEN_LOOKS) {
                Ok(finished) => finished?,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => continue,
            };
            waiting.insert(game.number, game);
            while let Some(game) = waiting.remove(&next) {
                next += 1;
                standing.add(&game);
                observe(&Event { game: &game, standing: &standing });
                if self.is_decided(&standing) {
                    return Ok(standing);
                }
            }
        }
        // Somebody stopped the match: games after one that was broken off count too.
        for game in waiting.values() {
            standing.add(game);
            observe(&Event { game, standing: &standing });
        }
        Ok(standing)
    }

    fn is_decided(&self, standing: &Standing) -> bool {
        self.sprt.is_some_and(|sprt| sprt.state(standing.pairs()).decision.is_some())
    }

    /// Plays games until there are none left, or it is told to halt, or nobody listens.
    fn work(&self, dealer: &Mutex<Dealer>, halt: &Control, told: &mpsc::Sender<Finished>) {
        while !halt.is_stopped() {
            let dealt = dealer.lock().unwrap_or_else(PoisonError::into_inner).deal();
            let finished = match dealt {
                None => return,
                Some(Ok((number, opening))) => self.play(number, opening, halt).transpose(),
                Some(Err(fault)) => Some(Err(fault.into())),
            };
            let Some(finished) = finished else { return };
            if told.send(finished).is_err() {
                return;
            }
        }
    }

    /// Plays one game; nothing where it was stopped.
    fn play(
        &self,
        number: usize,
        opening: Opening,
        halt: &Control,
    ) -> Result<Option<GameRecord>, MatchFault> {
        let mut session = opening.session();
        // Everybody is new in every game: no game may depend on which ones its thread has seen before.
        let enter = |i: usize| self.players[i].enter(session.position(), self.seed_of(number, i));
        let [first, second] = [enter(0)?, enter(1)?];
        let is_swapped = side_of_first(number) == engine::Player::Two;
        let seats = if is_swapped { [1, 0] } else { [0, 1] };
        let mut players: ByPlayer<Box<dyn Player>> = ByPlayer { one: first, two: second };
        if is_swapped {
            players = players.swapped();
        }
        let Some(played) = referee::play(&mut session, &mut players, halt) else { return Ok(None) };
        let [first, second] = seats.map(|seat| self.players[seat].name.clone());
        Ok(Some(record(number, opening, &session, ByPlayer { one: first, two: second }, played)))
    }

    /// The seed of a player in a game.
    fn seed_of(&self, number: usize, player: usize) -> u64 {
        game::mix(self.seed ^ game::mix(2 * number as u64 + player as u64 + 1))
    }
}

fn record(
    number: usize,
    opening: Opening,
    session: &Session,
    names: ByPlayer<String>,
    played: Played,
) -> GameRecord {
    let reason = played.finish.words();
    let verdict = match played.finish {
        Finish::Forfeit(offence) => Some(Verdict {
            kind: offence.kind,
            player: names[offence.by].clone(),
            ply: session.moves().len() + 1,
            answer: offence.answer,
            why: offence.why,
        }),
        Finish::Ended(_) | Finish::TooLong => None,
    };
    GameRecord {
        number,
        start: session.start().text(),
        moves: session.moves().skip(opening.moves.len()).map(str::to_string).collect(),
        opening: opening.moves,
        first: names.one,
        second: names.two,
        result: played.outcome.into(),
        reason,
        verdict,
        times: played.times,
    }
}

/// Deals the games of the schedule, one after the other.
struct Dealer {
    openings: Openings,
    next: usize,
    games: usize,
    /// The opening of the pair that is being dealt.
    opening: Option<Opening>,
}

impl Dealer {
    fn new(of: &Match) -> Dealer {
        let start = of.start.in_play();
        let openings = Openings::new(start, of.opening_plies, of.balance, of.seed);
        Dealer { openings, next: 0, games: of.games, opening: None }
    }

    /// The number of the next game and its opening.
    fn deal(&mut self) -> Option<Result<(usize, Opening), OpeningFault>> {
        if self.next >= self.games {
            return None;
        }
        if self.next.is_multiple_of(2) {
            match self.openings.next_opening() {
                Ok(opening) => self.opening = Some(opening),
                Err(fault) => return Some(Err(fault)),
            }
        }
        let opening = self.opening.clone()?;
        self.next += 1;
        Some(Ok((self.next - 1, opening)))
    }
}
