//! What one player asks of the other.

use std::time::Instant;

use engine::{AnyPosition, MoveId, Outcome, Player};

use super::HostedGame;
use crate::problem::Problem;
use crate::store::Change;

/// A request of one player to the other. A move is an answer to it: it goes away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Request {
    pub(crate) kind: RequestKind,
    pub(crate) by: Player,
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RequestKind {
    /// To take a move back.
    Undo,
    /// That the game is a draw.
    Draw,
    /// That both may ask for hints.
    Hints,
}

impl RequestKind {
    pub(super) fn word(self) -> &'static str {
        match self {
            RequestKind::Undo => "undo",
            RequestKind::Draw => "draw",
            RequestKind::Hints => "hints",
        }
    }
}

impl HostedGame {
    /// Asks to take a move back, or agrees to it. Against the machine it is taken back at once, to
    /// the player's own last turn.
    pub(crate) fn undo(&mut self, player: Player) -> Result<Vec<Change>, Problem> {
        if self.told.is_some() {
            return Err(Problem::Conflict("moves of this game cannot be taken back".to_string()));
        }
        // A player who agrees need not have moved yet: the opponent takes back.
        let asks = self.asked(RequestKind::Undo).unwrap_or(player);
        // A forced pass is no choice that could be made in another way.
        let has_chosen = |pos: &dyn AnyPosition| pos.turn() == asks && !is_forced_pass(pos);
        let chosen: Vec<bool> = self.session.positions().map(has_chosen).collect();
        let Some(since) = chosen.iter().rev().skip(1).position(|&chosen| chosen) else {
            return Err(Problem::Conflict("there is no move of yours to take back".to_string()));
        };
        if asks == player && !self.seats[player.other()].is_machine() {
            return Ok(self.ask(RequestKind::Undo, player));
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

    /// Offers a draw, or accepts it.
    pub(crate) fn draw(&mut self, player: Player) -> Result<Vec<Change>, Problem> {
        self.ensure_not_over()?;
        if self.seats[player.other()].is_machine() {
            return Err(Problem::Conflict("the machine agrees to no draw: it plays on".to_string()));
        }
        if self.asked(RequestKind::Draw) != Some(player.other()) {
            return Ok(self.ask(RequestKind::Draw, player));
        }
        self.told = Some((Some(Outcome::Draw), "agreement".to_string()));
        self.offer = None;
        self.bump_version();
        Ok(vec![self.result_change()])
    }

    /// Asks that both may have hints, or agrees to it. The agreement is not stored: after a restart
    /// of the server it has to be made again.
    pub(crate) fn agree_to_hints(&mut self, player: Player) -> Result<Vec<Change>, Problem> {
        self.ensure_not_over()?;
        if self.asked(RequestKind::Hints) != Some(player.other()) && !self.allows_hints() {
            return Ok(self.ask(RequestKind::Hints, player));
        }
        self.has_agreed_hints = true;
        self.offer = None;
        self.bump_version();
        Ok(Vec::new())
    }

    /// Declines what the other player asks for, or withdraws what this one asked for.
    pub(crate) fn decline(&mut self, _player: Player) -> Result<Vec<Change>, Problem> {
        if self.offer.take().is_none() {
            return Err(Problem::Conflict("nothing is asked for".to_string()));
        }
        self.bump_version();
        Ok(Vec::new())
    }

    /// Whether hints are allowed: against a friend only if both agree.
    pub(crate) fn allows_hints(&self) -> bool {
        self.has_agreed_hints || !self.is_shared()
    }

    /// The player who asks for this.
    fn asked(&self, kind: RequestKind) -> Option<Player> {
        self.offer.filter(|offer| offer.kind == kind).map(|offer| offer.by)
    }

    fn ask(&mut self, kind: RequestKind, by: Player) -> Vec<Change> {
        self.offer = Some(Request { kind, by });
        self.bump_version();
        Vec::new()
    }

    /// Resigns for a player.
    pub(crate) fn resign(&mut self, player: Player) -> Result<Vec<Change>, Problem> {
        self.ensure_not_over()?;
        self.session.resign(player);
        self.offer = None;
        self.bump_version();
        Ok(vec![self.result_change()])
    }
}

/// Whether the side to move can only pass.
fn is_forced_pass(pos: &dyn AnyPosition) -> bool {
    pos.outcome().is_none() && pos.move_count() == 1 && pos.touched(MoveId::new(0)).is_empty()
}
