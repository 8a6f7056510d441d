//! A game as it is stored, and as a record.

use engine::{ByPlayer, Catalogue, Outcome, Record};

use super::{Credentials, HostedGame};
use crate::client::Client;
use crate::play::clock;
use crate::play::seat::{Digest, Seat, new_id, secret};
use crate::problem::Problem;
use crate::store::{Change, StoredGame};
use crate::wire::TimeControl;

impl HostedGame {
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
        let told = session.ending().is_none().then(|| (record.outcome, record.reason.clone()));
        let owner = secret()?;
        let hosted_game = HostedGame::new(new_id()?, game, session, seats, None).created_by(client, &owner);
        Ok((
            HostedGame { told, ..hosted_game },
            Credentials { owner, seats: Vec::new(), invites: Vec::new() },
        ))
    }

    /// A game from the store.
    pub(crate) fn of(catalogue: Catalogue, kept: &StoredGame) -> Result<HostedGame, Problem> {
        let broken = |what: String| Problem::Internal(format!("game {} is damaged: {what}", kept.id));
        let game = catalogue.find(&kept.record.game).map_err(|fault| broken(fault.to_string()))?;
        let session = kept.record.replay(catalogue).map_err(|fault| broken(fault.to_string()))?;
        let seats: [Seat; 2] =
            serde_json::from_str(&kept.seats).map_err(|fault| broken(fault.to_string()))?;
        let [one, two] = seats;
        let clock = kept.clock.map(|(seconds, increment)| {
            clock::game_clock(TimeControl { seconds, increment }, kept.left.iter().copied())
        });
        let mut hosted_game = HostedGame {
            started: kept.started,
            creator: Client::read(&kept.client),
            client: Client::read(&kept.client),
            owner: Digest::read(&kept.owner),
            is_paused: true,
            ..HostedGame::new(kept.id.clone(), game.info().name, session, ByPlayer { one, two }, clock)
        };
        hosted_game.recall_result(&kept.record);
        Ok(hosted_game)
    }

    /// Restores a result that does not follow from the moves: a resignation or a loss on time.
    fn recall_result(&mut self, kept: &Record) {
        if self.session.ending().is_some() {
            return;
        }
        match (kept.outcome, &*kept.reason) {
            (None, _) => (),
            (Some(Outcome::Win(winner)), "resignation") => self.session.resign(winner.other()),
            (Some(Outcome::Win(winner)), "time") => {
                self.session.lose_on_time(winner.other());
                if let Some(clock) = &mut self.clock {
                    clock.empty(winner.other());
                }
            }
            (Some(_), reason) => self.told = Some((kept.outcome, reason.to_string())),
        }
    }

    /// The day on which the game was started, as `2026.11.18`.
    pub(crate) fn date(&self) -> String {
        let started = jiff::Timestamp::from_millisecond(self.started);
        started.map(|time| time.strftime("%Y.%m.%d").to_string()).unwrap_or_default()
    }

    /// The game as a record.
    pub(crate) fn record(&self) -> Record {
        let mut record = Record::of(self.game, &self.session, self.names());
        if let Some((outcome, reason)) = &self.told {
            record.outcome = *outcome;
            record.reason.clone_from(reason);
        }
        record
    }

    /// The whole game, to be stored.
    pub(crate) fn kept(&self) -> StoredGame {
        StoredGame {
            id: self.id.clone(),
            record: self.record(),
            seats: self.seats_text(),
            clock: self
                .clock
                .as_ref()
                .map(clock::control)
                .map(|control| (control.seconds, control.increment)),
            started: self.started,
            client: self.creator.to_string(),
            owner: self.owner.as_ref().map_or("", Digest::text).to_string(),
            left: Vec::new(),
        }
    }

    pub(super) fn seats_text(&self) -> String {
        serde_json::to_string(&[&self.seats.one, &self.seats.two]).unwrap_or_default()
    }

    pub(super) fn names(&self) -> ByPlayer<String> {
        self.seats.clone().map(|seat| seat.name())
    }

    pub(super) fn result_change(&self) -> Change {
        let Record { outcome, reason, .. } = self.record();
        Change::Result { id: self.id.clone(), outcome, reason }
    }
}
