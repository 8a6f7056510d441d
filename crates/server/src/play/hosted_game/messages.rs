//! What clients are told of a game: a snapshot, then deltas.

use std::time::Instant;

use engine::Player;

use super::{Credentials, HostedGame};
use crate::play::clock;
use crate::wire::{
    Created, Delta, DrawCounter, LegalMoves, Offer, Over, PlayedPly, PlayerInfo, Position, State, Status,
    legal_moves, number,
};

impl HostedGame {
    /// The whole state, for a snapshot.
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

    /// What has changed since a version; `None` if the version is unknown or too old.
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

    /// The legal moves.
    pub(crate) fn legal_moves(&self) -> LegalMoves {
        let moves = if self.is_over() { Vec::new() } else { legal_moves(self.session.position()) };
        LegalMoves { version: self.version, ply: self.session.moves().len(), moves }
    }

    /// Everything but the moves; it is small.
    fn status(&self) -> Status {
        let told = || self.told.as_ref().and_then(|(outcome, reason)| Some(Over::told((*outcome)?, reason)));
        let outcome = match &self.told {
            Some((outcome, _)) => *outcome,
            None => self.session.ending().map(|ending| ending.outcome),
        };
        Status {
            players: Player::ALL.map(|player| self.player_info(player)).into(),
            clocks: self.clock.as_ref().map(|clock| clock::view(clock, Instant::now())),
            thinking: self.machine_to_move().is_some() || self.thinking.is_some(),
            offer: self.offer.map(|offer| Offer { kind: offer.kind.word(), by: number(offer.by) }),
            hints: self.allows_hints(),
            draws: self.draw_counters(),
            next: self.next.clone(),
            result: engine::result_word(outcome).to_string(),
            over: if self.is_deleted { Some(Over::deleted()) } else { Over::of(&self.session).or_else(told) },
        }
    }

    /// The response to the client that started the game.
    pub(crate) fn created(&self, credentials: Credentials) -> Created {
        let Credentials { owner, seats, invites } = credentials;
        Created { id: self.id.clone(), owner, seats, invites, game: self.state() }
    }

    fn player_info(&self, player: Player) -> PlayerInfo {
        PlayerInfo { present: self.present[player], ..self.seats[player].info() }
    }

    /// How near the game is to each rule that would make it a draw.
    fn draw_counters(&self) -> Vec<DrawCounter> {
        let pos = self.session.position();
        let rules = pos.game().house_rules();
        let left = pos.plies_left().zip(self.session.start().plies_left());
        let counter =
            |reason, count, limit: Option<u32>| limit.map(|limit| DrawCounter { reason, count, limit });
        [
            counter("repetition", self.session.occurrences(), rules.repetition),
            counter("no progress", self.session.plies_without_progress(), rules.no_progress),
            left.map(|(now, start)| DrawCounter { reason: "plies", count: start - now, limit: start }),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}
