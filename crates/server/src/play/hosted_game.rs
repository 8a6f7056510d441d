//! A game in play. It decides what may be done and says what is to be stored; it does neither wait nor write.

use std::time::Instant;

use engine::{
    ByPlayer, Catalogue, Control, GameClock, MoveId, Outcome, Player, Record, Session, counted, read_result,
    result_word,
};

use super::clock;
use super::seat::{Digest, Seat, id_after, new_id, secret};
use super::version_log::VersionLog;
use crate::client::Client;
use crate::problem::Problem;
use crate::store::{Change, StoredGame, StoredMove};
use crate::wire::{
    Attempt, Created, Delta, Invite, Joined, LegalMoves, NewGame, Offer, Over, PersonKind, PlayedPly,
    Position, SeatRequest, SeatToken, State, Status, TimeControl, legal_moves, number,
};

/// A game with its seats and clocks.
#[derive(Clone)]
pub(crate) struct HostedGame {
    id: String,
    /// The word for the game.
    game: &'static str,
    session: Session,
    seats: ByPlayer<Seat>,
    clock: Option<GameClock>,
    /// Who asked to take a move back.
    offer: Option<Player>,
    /// The id of the game that its players play next, once one of them has begun it.
    next: Option<String>,
    /// Grows with every change, also across restarts: it starts with the time when the game came into memory.
    version: u64,
    versions: VersionLog,
    started: i64,
    /// How it ended where the record says so and the rules do not.
    told: Option<(String, String)>,
    /// A hold on the machine while it thinks.
    thinking: Option<Control>,
    /// Who began it, in whose limits it counts.
    creator: Client,
    /// Who did something in it last, on whose turns the machine thinks.
    client: Client,
    /// What deletes it, beside the token of a person who began it.
    owner: Option<Digest>,
    is_deleted: bool,
    /// Whether clocks and machines may go on. A game that was kept stands still until one of its players is there.
    is_paused: bool,
}

impl HostedGame {
    /// A new game, and what opens it.
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
        let (mut seated, mut invites) = (Vec::new(), Vec::new());
        let mut seat = |player: Player, request: SeatRequest| {
            Ok(match request {
                SeatRequest::Person(PersonKind::Human) => {
                    let token = secret()?;
                    let seat = Seat::Human { token: Digest::of(&token) };
                    seated.push(SeatToken { player: number(player), token });
                    seat
                }
                SeatRequest::Person(PersonKind::Friend) => {
                    let invite = secret()?;
                    let seat = Seat::Friend { invite: Digest::of(&invite), token: None };
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

    /// A game of which nothing else is known.
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
            next: None,
            version,
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

    /// The same, begun by a client who may delete it.
    fn created_by(self, client: Client, owner: &str) -> HostedGame {
        HostedGame { creator: client, client, owner: Some(Digest::of(owner)), ..self }
    }

    /// A game that was played elsewhere.
    pub(crate) fn import(
        catalogue: Catalogue,
        record: &Record,
        client: Client,
    ) -> Result<(HostedGame, Credentials), Problem> {
        let session = record.replay(catalogue)?;
        let game = catalogue.find(&record.game)?.info().name;
        let seats = ByPlayer {
            one: Seat::Past { name: record.players.one.clone() },
            two: Seat::Past { name: record.players.two.clone() },
        };
        let told = session.ending().is_none().then(|| (result_word(record.outcome), record.reason.clone()));
        let told = told.map(|(result, reason)| (result.to_string(), reason));
        let owner = secret()?;
        let hosted_game = HostedGame::new(new_id()?, game, session, seats, None).created_by(client, &owner);
        Ok((
            HostedGame { told, ..hosted_game },
            Credentials { owner, seats: Vec::new(), invites: Vec::new() },
        ))
    }

    /// A game as it was kept.
    pub(crate) fn of(catalogue: Catalogue, kept: &StoredGame) -> Result<HostedGame, Problem> {
        let broken = |what: String| Problem::Internal(format!("game {} is damaged: {what}", kept.id));
        let game = catalogue.find(&kept.game).map_err(|fault| broken(fault.to_string()))?;
        let start = game.read(&kept.start).map_err(|fault| broken(fault.to_string()))?;
        let mut session = Session::game(&*start);
        for mv in &kept.moves {
            session.play_text(&mv.text).map_err(|fault| broken(fault.to_string()))?;
        }
        let seats: [Seat; 2] =
            serde_json::from_str(&kept.seats).map_err(|fault| broken(fault.to_string()))?;
        let [one, two] = seats;
        let clock = kept.clock.map(|(seconds, increment)| {
            let left = kept.moves.iter().filter_map(|mv| mv.left);
            clock::game_clock(TimeControl { seconds, increment }, left)
        });
        let mut hosted_game = HostedGame {
            started: kept.started,
            creator: Client::read(&kept.client),
            client: Client::read(&kept.client),
            owner: Digest::read(&kept.owner),
            is_paused: true,
            ..HostedGame::new(kept.id.clone(), game.info().name, session, ByPlayer { one, two }, clock)
        };
        hosted_game.recall_result(&kept.result, &kept.reason);
        Ok(hosted_game)
    }

    /// What the moves alone do not say: that somebody gave up or had no time left.
    fn recall_result(&mut self, kept: &str, reason: &str) {
        if self.session.ending().is_some() || read_result(kept) == Some(None) {
            return;
        }
        let loser =
            Player::ALL.into_iter().find(|&player| result_word(Some(Outcome::Win(player.other()))) == kept);
        match (loser, reason) {
            (Some(loser), "resignation") => self.session.resign(loser),
            (Some(loser), "time") => {
                self.session.lose_on_time(loser);
                if let Some(clock) = &mut self.clock {
                    clock.empty(loser);
                }
            }
            _ => self.told = Some((kept.to_string(), reason.to_string())),
        }
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

    pub(crate) fn is_over(&self) -> bool {
        self.told.is_some() || self.session.ending().is_some()
    }

    /// The game as a text.
    pub(crate) fn record(&self) -> Record {
        let mut record = Record::of(self.game, &self.session, self.seats.clone().map(|seat| seat.name()));
        if let Some((told, reason)) = &self.told {
            record.outcome = read_result(told).flatten();
            record.reason.clone_from(reason);
        }
        record
    }

    /// The whole of it, to be kept.
    pub(crate) fn kept(&self) -> StoredGame {
        let (result, reason) = self.result();
        let mv = |text: &str| StoredMove { text: text.to_string(), left: None };
        StoredGame {
            id: self.id.clone(),
            game: self.game.to_string(),
            start: self.session.start().text(),
            seats: self.seats_text(),
            names: self.names_text(),
            clock: self
                .clock
                .as_ref()
                .map(clock::control)
                .map(|control| (control.seconds, control.increment)),
            started: self.started,
            result,
            reason,
            client: self.creator.to_string(),
            owner: self.owner.as_ref().map_or("", Digest::text).to_string(),
            moves: self.session.moves().map(mv).collect(),
        }
    }

    fn seats_text(&self) -> String {
        serde_json::to_string(&[&self.seats.one, &self.seats.two]).unwrap_or_default()
    }

    fn names_text(&self) -> String {
        serde_json::to_string(&[self.seats.one.name(), self.seats.two.name()]).unwrap_or_default()
    }

    fn result(&self) -> (String, String) {
        match (&self.told, self.session.ending()) {
            (Some(told), _) => told.clone(),
            (None, Some(ending)) => {
                (result_word(Some(ending.outcome)).to_string(), ending.reason.to_string())
            }
            (None, None) => (result_word(None).to_string(), "unfinished".to_string()),
        }
    }

    fn result_change(&self) -> Change {
        let (result, reason) = self.result();
        Change::Result { id: self.id.clone(), result, reason }
    }

    /// The player whom a token lets move.
    pub(crate) fn player(&self, token: &str) -> Result<Player, Problem> {
        let digest = Digest::of(token);
        Player::ALL
            .into_iter()
            .find(|&player| self.seats[player].accepts(&digest))
            .ok_or_else(|| Problem::Forbidden("this token opens no seat of this game".to_string()))
    }

    /// Whether a token may delete the game: what whoever began it was given, for the game or for a seat.
    pub(crate) fn check_owner(&self, token: &str) -> Result<(), Problem> {
        let digest = Digest::of(token);
        let is_owner = self.owner.as_ref() == Some(&digest);
        let has_begun = |player: Player| {
            matches!(self.seats[player], Seat::Human { .. }) && self.seats[player].accepts(&digest)
        };
        if is_owner || Player::ALL.into_iter().any(has_begun) {
            return Ok(());
        }
        Err(Problem::Forbidden("only whoever began this game can delete it".to_string()))
    }

    /// It is gone from the store: nothing goes on in it.
    pub(super) fn delete(&mut self) {
        self.bump_version();
        self.is_deleted = true;
        self.told = Some((result_word(None).to_string(), "deleted".to_string()));
    }

    /// Refuses to do anything with a game that is gone.
    pub(super) fn ensure_not_deleted(&self) -> Result<(), Problem> {
        if self.is_deleted {
            return Err(Problem::NotFound(format!("there is no game '{}'", self.id)));
        }
        Ok(())
    }

    pub(crate) fn is_deleted(&self) -> bool {
        self.is_deleted
    }

    /// Who did something in it last.
    pub(crate) fn client(&self) -> Client {
        self.client
    }

    /// Who began it.
    pub(super) fn creator(&self) -> Client {
        self.creator
    }

    /// Somebody does something in it.
    pub(crate) fn set_client(&mut self, client: Client) {
        self.client = client;
    }

    /// Somebody comes with an invitation.
    pub(crate) fn join(&mut self, invite: &str) -> Result<(Joined, Vec<Change>), Problem> {
        let digest = Digest::of(invite);
        let meant = |player: &Player| matches!(&self.seats[*player], Seat::Friend { invite, .. } if *invite == digest);
        let player = Player::ALL
            .into_iter()
            .find(meant)
            .ok_or_else(|| Problem::Forbidden("this is no invitation to this game".to_string()))?;
        if self.seats[player].is_taken() {
            return Err(Problem::Conflict("somebody has come with this invitation already".to_string()));
        }
        let token = secret()?;
        self.seats[player] = Seat::Friend { invite: digest, token: Some(Digest::of(&token)) };
        self.bump_version();
        let seats = Change::Seats { id: self.id.clone(), seats: self.seats_text(), names: self.names_text() };
        Ok((Joined { player: number(player), token }, vec![seats]))
    }

    /// The same game once more, after it is over: everybody keeps side and token. Its id follows from this one's, so
    /// that there is one such game whoever asks for it and however often.
    pub(super) fn rematch(&self, client: Client) -> Result<HostedGame, Problem> {
        if !self.is_over() {
            return Err(Problem::Conflict("the game is not over".to_string()));
        }
        let session = Session::game(self.session.start());
        let clock =
            self.clock.as_ref().map(|clock| clock::game_clock(clock::control(clock), std::iter::empty()));
        let next = HostedGame::new(id_after(&self.id), self.game, session, self.seats.clone(), clock);
        Ok(HostedGame { creator: client, client, owner: self.owner.clone(), ..next })
    }

    /// From now on it says which game its players play next; whether that is news.
    pub(super) fn set_next(&mut self, next: &str) -> bool {
        let is_new = self.next.is_none();
        if is_new {
            self.next = Some(next.to_string());
            self.bump_version();
        }
        is_new
    }

    /// A player makes a move.
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

    /// Makes a move of the player whose turn it is.
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
        let mut changes = vec![Change::Move { id: self.id.clone(), ply, mv: StoredMove { text, left } }];
        if self.session.ending().is_some() {
            changes.push(self.result_change());
        }
        Ok(changes)
    }

    /// A player would like to take back, or agrees to it. Against the machine it is done at once, back to the player's
    /// own turn.
    pub(crate) fn undo(&mut self, player: Player) -> Result<Vec<Change>, Problem> {
        if self.told.is_some() {
            return Err(Problem::Conflict("this game was played elsewhere".to_string()));
        }
        // Who agrees lets the other one take back, and need not have moved yet.
        let asks = self.offer.unwrap_or(player);
        let turns: Vec<Player> = self.session.positions().map(engine::AnyPosition::turn).collect();
        let Some(since) = turns.iter().rev().skip(1).position(|&turn| turn == asks) else {
            return Err(Problem::Conflict("there is no move of yours to take back".to_string()));
        };
        if asks == player && !self.seats[player.other()].is_machine() {
            self.offer = Some(player);
            self.bump_version();
            return Ok(Vec::new());
        }
        for _ in 0..=since {
            self.session.undo();
        }
        let plies = self.session.moves().len();
        if let Some(clock) = &mut self.clock {
            clock.keep(plies, Instant::now());
        }
        self.offer = None;
        self.bump_version();
        Ok(vec![Change::TakeBack { id: self.id.clone(), plies }, self.result_change()])
    }

    /// A player gives up.
    pub(crate) fn resign(&mut self, player: Player) -> Result<Vec<Change>, Problem> {
        self.ensure_not_over()?;
        self.session.resign(player);
        self.offer = None;
        self.bump_version();
        Ok(vec![self.result_change()])
    }

    /// Ends the game where somebody's time is over.
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

    /// Something has changed: whoever thought about the old state thinks about another one.
    fn bump_version(&mut self) {
        self.version += 1;
        self.versions.push(self.version, self.session.moves().len());
        self.thinking = None;
        self.is_paused = false;
    }

    /// The machine need not go on, as something else has happened.
    pub(super) fn stop_machine(&self) {
        if let Some(control) = &self.thinking {
            control.stop();
        }
    }

    pub(super) fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// One of its players is there: clocks and machines go on.
    pub(super) fn resume(&mut self) {
        self.bump_version();
    }

    /// Whether a game goes on for somebody who only watches. A person's clock starts for a player alone.
    pub(crate) fn resumes_for_spectators(&self) -> bool {
        self.clock.is_none() || !self.has_humans()
    }

    /// Whether anybody plays whom the machine should not keep waiting.
    pub(super) fn has_humans(&self) -> bool {
        Player::ALL.into_iter().any(|player| !self.seats[player].is_machine())
    }

    /// Lets the right clock run.
    pub(super) fn start_clock(&mut self) {
        let begun = !self.is_paused && self.session.moves().len() >= 2;
        let runs = begun && !self.is_over() && self.seats.one.is_taken() && self.seats.two.is_taken();
        let turn = runs.then(|| self.session.position().turn());
        if let Some(clock) = &mut self.clock {
            clock.run(turn, Instant::now());
        }
    }

    /// When somebody's time will be over.
    pub(super) fn flag_time(&self) -> Option<Instant> {
        self.clock.as_ref().and_then(GameClock::flag_time)
    }

    /// What the machine has on its clock.
    pub(super) fn machine_clock(&self) -> Option<engine::Time> {
        self.clock.as_ref()?.time(self.session.position().turn(), Instant::now())
    }

    /// The level of the machine, where it is to move and nobody lets it think yet.
    pub(super) fn machine_to_move(&self) -> Option<u8> {
        let Seat::Machine { level } = self.seats[self.session.position().turn()] else { return None };
        let everybody = self.seats.one.is_taken() && self.seats.two.is_taken();
        let waits = !self.is_paused && everybody && self.thinking.is_none() && !self.is_over();
        waits.then_some(level)
    }

    /// The machine begins to think.
    pub(super) fn start_thinking(&mut self) -> Control {
        let control = Control::new();
        self.thinking = Some(control.clone());
        control
    }

    /// The machine no longer thinks.
    pub(super) fn stop_thinking(&mut self) {
        self.bump_version();
    }

    /// Whether there is nothing to do unless somebody comes.
    pub(super) fn is_idle(&self) -> bool {
        self.thinking.is_none() && (self.is_over() || self.flag_time().is_none())
    }

    /// How it stands, for everybody to see.
    pub(crate) fn state(&self) -> State {
        State {
            id: self.id.clone(),
            version: self.version,
            game: self.game.to_string(),
            title: self.session.position().game().title(),
            start: self.session.start().text(),
            position: Position::of(self.game, &self.session),
            status: self.status(),
        }
    }

    /// What has changed since a version; nothing where that is too long ago, or of another time.
    pub(crate) fn delta(&self, since: u64) -> Option<Delta> {
        let kept_plies = self.versions.plies_in_common(since)?;
        let positions = self.session.positions().skip(kept_plies);
        let plies = self.session.plies().skip(kept_plies).zip(positions);
        let plies = plies.map(|((mv, after), before)| PlayedPly::new(&mv.text, &mv.touched, before, after));
        Some(Delta {
            since,
            version: self.version,
            kept_plies,
            plies: plies.collect(),
            turn: number(self.session.position().turn()),
            status: self.status(),
        })
    }

    /// What can be played now.
    pub(crate) fn legal_moves(&self) -> LegalMoves {
        let moves = if self.is_over() { Vec::new() } else { legal_moves(self.session.position()) };
        LegalMoves { version: self.version, ply: self.session.moves().len(), moves }
    }

    /// Everything but the moves, which is little.
    fn status(&self) -> Status {
        let (result, _) = self.result();
        let told = || self.told.as_ref().and_then(Over::told);
        Status {
            players: Player::ALL.map(|player| self.seats[player].info()).into(),
            clocks: self.clock.as_ref().map(|clock| clock::view(clock, Instant::now())),
            thinking: self.machine_to_move().is_some() || self.thinking.is_some(),
            offer: self.offer.map(|by| Offer { kind: "undo", by: number(by) }),
            next: self.next.clone(),
            result,
            over: if self.is_deleted { Some(Over::deleted()) } else { Over::of(&self.session).or_else(told) },
        }
    }

    /// The answer to whoever began it.
    pub(crate) fn created(&self, credentials: Credentials) -> Created {
        let Credentials { owner, seats, invites } = credentials;
        Created { id: self.id.clone(), owner, seats, invites, game: self.state() }
    }
}

/// What opens a game that has begun: its seats, and its deletion.
pub(crate) struct Credentials {
    owner: String,
    seats: Vec<SeatToken>,
    invites: Vec<Invite>,
}
