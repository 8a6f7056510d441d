//! A game in play. It decides which actions are allowed and which changes are to be stored; it
//! neither blocks nor writes.

mod messages;
mod offers;
mod people;
mod stored;

use std::time::Instant;

use engine::{ByPlayer, Catalogue, Control, GameClock, MoveId, Outcome, Player, Session, counted};

use super::clock;
use super::seat::{Digest, Seat, id_after, new_id, nickname, secret};
use super::version_log::VersionLog;
use crate::client::Client;
use crate::problem::Problem;
use crate::store::Change;
use crate::wire::{
    Attempt, Invite, Joined, NewGame, PersonKind, SeatRequest, SeatToken, TimeControl, number,
};
use offers::Request;

/// A game with its seats and clocks.
#[derive(Clone)]
pub(crate) struct HostedGame {
    id: String,
    /// The name of the game.
    game: &'static str,
    session: Session,
    seats: ByPlayer<Seat>,
    clock: Option<GameClock>,
    /// What one player asks of the other.
    offer: Option<Request>,
    /// Whether two friends have agreed that both may have hints.
    has_agreed_hints: bool,
    /// Which players are there, where a friend sits elsewhere.
    present: ByPlayer<bool>,
    /// The id of the rematch, once a player has started it.
    next: Option<String>,
    /// Grows with every change, also across restarts: it starts at the time when the game was
    /// loaded.
    version: u64,
    /// The version of the last change that a search depends on.
    board_version: u64,
    versions: VersionLog,
    started: i64,
    /// The result from an imported record, if the rules give none.
    told: Option<(Option<Outcome>, String)>,
    /// Stops the machine while it thinks.
    thinking: Option<Control>,
    /// The client that started the game, whose limits it counts towards.
    creator: Client,
    /// The client that acted last; the machine's searches count as this client's.
    client: Client,
    /// The digest of the token that deletes the game, besides that of the person who started it.
    owner: Option<Digest>,
    is_deleted: bool,
    /// Whether clocks and machines stand still. A game loaded from the store is paused until one of
    /// its players returns.
    is_paused: bool,
}

impl HostedGame {
    /// Starts a new game; also returns its tokens.
    pub(crate) fn begin(
        catalogue: Catalogue,
        request: &NewGame,
        client: Client,
    ) -> Result<(HostedGame, Credentials), Problem> {
        request.check_lengths()?;
        let game = catalogue.find(&request.game)?;
        let start = match &request.position {
            Some(text) => game.read(text)?,
            None => game.start(),
        };
        let [one, two] = request.players[..] else {
            return Err(Problem::Malformed(format!("a game has 2 players, not {}", request.players.len())));
        };
        let nickname = request.name.as_deref().and_then(nickname);
        let (mut seated, mut invites) = (Vec::new(), Vec::new());
        let mut seat = |player: Player, request: SeatRequest| {
            Ok(match request {
                SeatRequest::Person(PersonKind::Human) => {
                    let token = secret()?;
                    let seat = Seat::Human { token: Digest::of(&token), name: nickname.clone() };
                    seated.push(SeatToken { player: number(player), token });
                    seat
                }
                SeatRequest::Person(PersonKind::Friend) => {
                    let invite = secret()?;
                    let seat = Seat::Friend { invite: Digest::of(&invite), token: None, name: None };
                    invites.push(Invite { player: number(player), invite });
                    seat
                }
                SeatRequest::Machine { level } => {
                    if engine::Level::new(level).is_none() {
                        return Err(Problem::Invalid(format!("there is no level {level}: 1 to 10")));
                    }
                    Seat::Machine { level }
                }
            })
        };
        let seats = ByPlayer { one: seat(Player::One, one)?, two: seat(Player::Two, two)? };
        if let Some(TimeControl { seconds, increment }) = request.clock
            && !((1..=86_400).contains(&seconds) && increment <= 3_600)
        {
            return Err(Problem::Invalid(
                "a clock has 1 to 86400 seconds and an increment of at most 3600".to_string(),
            ));
        }
        let clock = request.clock.map(|control| clock::game_clock(control, std::iter::empty()));
        let hosted_game = HostedGame::new(new_id()?, game.info().name, Session::game(&*start), seats, clock);
        let owner = secret()?;
        let hosted_game = hosted_game.created_by(client, &owner);
        Ok((hosted_game, Credentials { owner, seats: seated, invites }))
    }

    /// A game with default values for everything else.
    fn new(
        id: String,
        game: &'static str,
        session: Session,
        seats: ByPlayer<Seat>,
        clock: Option<GameClock>,
    ) -> HostedGame {
        let started = crate::store::now();
        let version = started.unsigned_abs();
        let mut versions = VersionLog::default();
        versions.push(version, session.moves().len());
        HostedGame {
            id,
            game,
            session,
            seats,
            clock,
            offer: None,
            has_agreed_hints: false,
            present: ByPlayer { one: false, two: false },
            next: None,
            version,
            board_version: version,
            versions,
            started,
            told: None,
            thinking: None,
            creator: Client::UNKNOWN,
            client: Client::UNKNOWN,
            owner: None,
            is_deleted: false,
            is_paused: false,
        }
    }

    /// The same game, started by a client who may delete it.
    fn created_by(self, client: Client, owner: &str) -> HostedGame {
        HostedGame { creator: client, client, owner: Some(Digest::of(owner)), ..self }
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// The version of the last change that a search depends on.
    pub(super) fn board_version(&self) -> u64 {
        self.board_version
    }

    pub(crate) fn is_over(&self) -> bool {
        self.told.is_some() || self.session.ending().is_some()
    }

    /// The player whose seat this token is for.
    pub(crate) fn player(&self, token: &str) -> Result<Player, Problem> {
        let digest = Digest::of(token);
        Player::ALL
            .into_iter()
            .find(|&player| self.seats[player].accepts(&digest))
            .ok_or_else(|| Problem::Forbidden("this token is not for a seat of this game".to_string()))
    }

    /// Checks that a token may delete the game: the owner's token, or the seat token of the person
    /// who started it.
    pub(crate) fn check_owner(&self, token: &str) -> Result<(), Problem> {
        let digest = Digest::of(token);
        let is_owner = self.owner.as_ref() == Some(&digest);
        let has_begun = |player: Player| {
            matches!(self.seats[player], Seat::Human { .. }) && self.seats[player].accepts(&digest)
        };
        if is_owner || Player::ALL.into_iter().any(has_begun) {
            return Ok(());
        }
        Err(Problem::Forbidden("only the person who started this game can delete it".to_string()))
    }

    /// Marks the game as deleted from the store.
    pub(super) fn delete(&mut self) {
        self.bump_version();
        self.is_deleted = true;
        self.told = Some((None, "deleted".to_string()));
    }

    /// Fails if the game was deleted.
    pub(super) fn ensure_not_deleted(&self) -> Result<(), Problem> {
        if self.is_deleted {
            return Err(Problem::NotFound(format!("there is no game '{}'", self.id)));
        }
        Ok(())
    }

    pub(crate) fn is_deleted(&self) -> bool {
        self.is_deleted
    }

    /// The client that acted last.
    pub(crate) fn client(&self) -> Client {
        self.client
    }

    /// The client that started the game.
    pub(super) fn creator(&self) -> Client {
        self.creator
    }

    /// Records which client acts.
    pub(crate) fn set_client(&mut self, client: Client) {
        self.client = client;
    }

    /// Takes the seat that an invitation is for.
    pub(crate) fn join(
        &mut self,
        invite: &str,
        name: Option<String>,
    ) -> Result<(Joined, Vec<Change>), Problem> {
        let digest = Digest::of(invite);
        let meant = |player: &Player| matches!(&self.seats[*player], Seat::Friend { invite, .. } if *invite == digest);
        let player = Player::ALL
            .into_iter()
            .find(meant)
            .ok_or_else(|| Problem::Forbidden("this invitation is not for this game".to_string()))?;
        if self.seats[player].is_taken() {
            return Err(Problem::Conflict("this invitation has already been used".to_string()));
        }
        let token = secret()?;
        self.seats[player] = Seat::Friend { invite: digest, token: Some(Digest::of(&token)), name };
        self.bump_version();
        Ok((Joined { player: number(player), token }, vec![self.seats_change()]))
    }

    /// A rematch, once the game is over: the players keep their tokens and swap sides. Its id is derived
    /// from this game's, so there is only one, whichever player asks for it and however often.
    pub(super) fn rematch(&self, client: Client) -> Result<HostedGame, Problem> {
        if !self.is_over() {
            return Err(Problem::Conflict("the game is not over".to_string()));
        }
        let session = Session::game(self.session.start());
        let clock =
            self.clock.as_ref().map(|clock| clock::game_clock(clock::control(clock), std::iter::empty()));
        let seats = ByPlayer { one: self.seats.two.clone(), two: self.seats.one.clone() };
        let next = HostedGame::new(id_after(&self.id), self.game, session, seats, clock);
        Ok(HostedGame { creator: client, client, owner: self.owner.clone(), ..next })
    }

    /// Records the id of the rematch; returns whether it is new.
    pub(super) fn set_next(&mut self, next: &str) -> bool {
        let is_new = self.next.is_none();
        if is_new {
            self.next = Some(next.to_string());
            self.bump_version();
        }
        is_new
    }

    /// Plays a move of a player.
    pub(crate) fn play(
        &mut self,
        player: Player,
        ply: usize,
        attempt: &Attempt,
        most_plies: usize,
    ) -> Result<Vec<Change>, Problem> {
        self.ensure_not_over()?;
        let played = self.session.moves().len();
        if ply != played {
            return Err(Problem::Conflict(format!(
                "{}, not {ply}",
                counted(played, "move was played", "moves were played")
            )));
        }
        let turn = self.session.position().turn();
        if turn != player {
            let name = self.session.position().diagram().players[turn].name;
            return Err(Problem::Conflict(format!("it is not your turn: {name} is to move")));
        }
        if played >= most_plies {
            return Err(Problem::Conflict(format!(
                "a game ends here after {} at most",
                counted(most_plies, "ply", "plies")
            )));
        }
        let mv = attempt.resolve(self.session.position())?;
        self.apply_move(mv)
    }

    /// Plays a move of the side to move.
    pub(super) fn apply_move(&mut self, mv: MoveId) -> Result<Vec<Change>, Problem> {
        let now = Instant::now();
        let player = self.session.position().turn();
        if self.clock.as_ref().and_then(|clock| clock.flag(now)).is_some() {
            return Err(Problem::Conflict("the time is over".to_string()));
        }
        let ply = self.session.moves().len();
        self.session.play(mv);
        if let Some(clock) = &mut self.clock {
            clock.record_move(player, now);
        }
        self.offer = None;
        self.bump_version();
        let text = self.session.moves().last().unwrap_or_default().to_string();
        let left = self.clock.as_ref().map(|clock| clock::millis(clock, now));
        let mut changes = vec![Change::Move { id: self.id.clone(), ply, text, left }];
        if self.session.ending().is_some() {
            changes.push(self.result_change());
        }
        Ok(changes)
    }

    /// Ends the game if a player has run out of time.
    pub(super) fn flag(&mut self) -> Vec<Change> {
        if self.is_over() {
            return Vec::new();
        }
        let Some(player) = self.clock.as_ref().and_then(|clock| clock.flag(Instant::now())) else {
            return Vec::new();
        };
        self.session.lose_on_time(player);
        self.bump_version();
        vec![self.result_change()]
    }

    fn ensure_not_over(&self) -> Result<(), Problem> {
        if self.is_over() { Err(Problem::Conflict("the game is over".to_string())) } else { Ok(()) }
    }

    /// Records a change: a new version, in which no search is running yet.
    fn bump_version(&mut self) {
        self.version += 1;
        self.board_version = self.version;
        self.versions.push(self.version, self.session.moves().len());
        self.thinking = None;
        self.is_paused = false;
    }

    /// Stops the machine's search, which is out of date.
    pub(super) fn stop_machine(&self) {
        if let Some(control) = &self.thinking {
            control.stop();
        }
    }

    pub(super) fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Lets clocks and machines continue, because a player has returned.
    pub(super) fn resume(&mut self) {
        self.bump_version();
    }

    /// Whether spectators resume the game too. If a person plays on a clock, only a player does.
    pub(crate) fn resumes_for_spectators(&self) -> bool {
        self.clock.is_none() || !self.has_humans()
    }

    /// Whether a person plays, who should not wait for the machine.
    pub(super) fn has_humans(&self) -> bool {
        Player::ALL.into_iter().any(|player| !self.seats[player].is_machine())
    }

    /// Starts the clock of the side to move, if clocks run.
    pub(super) fn start_clock(&mut self) {
        let begun = !self.is_paused && self.session.moves().len() >= 2;
        let runs = begun && !self.is_over() && self.seats.one.is_taken() && self.seats.two.is_taken();
        let turn = runs.then(|| self.session.position().turn());
        if let Some(clock) = &mut self.clock {
            clock.run(turn, Instant::now());
        }
    }

    /// When the running clock will be at zero.
    pub(super) fn flag_time(&self) -> Option<Instant> {
        self.clock.as_ref().and_then(GameClock::flag_time)
    }

    /// The time control for the machine's next move.
    pub(super) fn machine_clock(&self) -> Option<engine::Time> {
        self.clock.as_ref()?.time(self.session.position().turn(), Instant::now())
    }

    /// The machine's level, if it is to move and not yet thinking.
    pub(super) fn machine_to_move(&self) -> Option<u8> {
        let Seat::Machine { level } = self.seats[self.session.position().turn()] else { return None };
        let everybody = self.seats.one.is_taken() && self.seats.two.is_taken();
        let waits = !self.is_paused && everybody && self.thinking.is_none() && !self.is_over();
        waits.then_some(level)
    }

    /// Records that the machine is thinking; returns the handle that stops it.
    pub(super) fn start_thinking(&mut self) -> Control {
        let control = Control::new();
        self.thinking = Some(control.clone());
        control
    }

    /// Records that the machine has stopped thinking.
    pub(super) fn stop_thinking(&mut self) {
        self.bump_version();
    }

    /// Whether nothing will happen in the game unless a client acts.
    pub(super) fn is_idle(&self) -> bool {
        self.thinking.is_none() && (self.is_over() || self.flag_time().is_none())
    }
}

/// The tokens of a new game: for its seats, its invitations, and its deletion.
pub(crate) struct Credentials {
    owner: String,
    seats: Vec<SeatToken>,
    invites: Vec<Invite>,
}
