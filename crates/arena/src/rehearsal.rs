//! The rehearsal: before the first game, every program is asked for one move from the start
//! position.
//!
//! A program that cannot make a move, because a module is missing or its command is wrong, would
//! lose all its games and give its opponents free points. It is better to know that before the
//! tournament.

use std::sync::{Mutex, PoisonError};

use engine::{ByPlayer, Control, Session};
use serde::{Deserialize, Serialize};

use crate::record::Verdict;
use crate::referee;
use crate::spec::{PlayerKind, PlayerSpec};
use crate::time_control::Clocks;
use crate::tournament::{Tournament, TournamentError};
use crate::workers;

/// The result of the rehearsal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Rehearsal {
    /// The number of programs.
    pub programs: usize,
    /// The programs that made no move, and why, in the order of the players.
    pub failed: Vec<Verdict>,
}

impl Rehearsal {
    /// Whether every program made a move.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.failed.is_empty()
    }

    /// The result in a sentence without a full stop.
    #[must_use]
    pub fn sentence(&self) -> String {
        match (self.programs, self.failed.len()) {
            (1, 0) => "the program made a move".to_string(),
            (1, _) => "the program made no move".to_string(),
            (programs, 0) => format!("all {programs} programs made a move"),
            (programs, failed) => format!("{failed} of {programs} programs made no move"),
        }
    }

    /// Whether a program failed that did not fail in an earlier rehearsal.
    #[must_use]
    pub fn is_worse_than(&self, other: &Rehearsal) -> bool {
        let failed = |player: &str| other.failed.iter().any(|verdict| verdict.player == player);
        self.failed.iter().any(|verdict| !failed(&verdict.player))
    }
}

impl Tournament {
    /// Asks every program for one move from the start, with as many programs at the same time as
    /// games. `None` if there are no programs, or the control was stopped.
    ///
    /// # Errors
    /// Fails if a player cannot play this game.
    pub fn rehearse(&self, control: &Control) -> Result<Option<Rehearsal>, TournamentError> {
        self.check()?;
        let is_program = |player: &&PlayerSpec| matches!(player.kind, PlayerKind::Program { .. });
        let programs: Vec<&PlayerSpec> = self.players.iter().filter(is_program).collect();
        let next = Mutex::new(0..programs.len());
        let heard: Mutex<Vec<(usize, Option<Verdict>)>> = Mutex::new(Vec::new());
        let work = || -> Result<(), TournamentError> {
            loop {
                let number = next.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(number) = number.filter(|_| !control.is_stopped()) else { return Ok(()) };
                let verdict = self.first_move(programs[number], control)?;
                heard.lock().unwrap_or_else(PoisonError::into_inner).push((number, verdict));
            }
        };
        workers::share(self.concurrency.clamp(1, programs.len().max(1)), work)?;
        let mut heard = heard.into_inner().unwrap_or_else(PoisonError::into_inner);
        if control.is_stopped() || programs.is_empty() {
            return Ok(None);
        }
        heard.sort_by_key(|(number, _)| *number);
        let failed = heard.into_iter().filter_map(|(_, verdict)| verdict).collect();
        Ok(Some(Rehearsal { programs: programs.len(), failed }))
    }

    /// The violation in the first move of a player, if any.
    fn first_move(&self, player: &PlayerSpec, control: &Control) -> Result<Option<Verdict>, TournamentError> {
        let mut session = Session::game(&*self.start);
        let own = player.control(self.control);
        let side = session.position().turn();
        let mut program = player.instantiate(session.position(), own, self.seed)?;
        program.prepare(&session, control);
        let go = Clocks::new(ByPlayer { one: own, two: own }).go(side);
        let answer = program.answer(&session, &go, control);
        let accepted = referee::play_answer(&mut session, side, answer);
        Ok(accepted.err().map(|violation| violation.verdict(&player.name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Evidence;
    use crate::record::VerdictKind;

    fn rehearsal(programs: usize, failed: &[&str]) -> Rehearsal {
        let verdict = |player: &&str| Verdict {
            kind: VerdictKind::Crash,
            player: (*player).to_string(),
            ply: 1,
            answer: None,
            why: "it ended with code 1 and printed nothing".to_string(),
            evidence: Evidence::default(),
        };
        Rehearsal { programs, failed: failed.iter().map(verdict).collect() }
    }

    #[test]
    fn how_it_went_is_one_sentence() {
        assert_eq!(rehearsal(9, &["a", "b"]).sentence(), "2 of 9 programs made no move");
        assert_eq!(rehearsal(9, &[]).sentence(), "all 9 programs made a move");
        assert_eq!(rehearsal(1, &["a"]).sentence(), "the program made no move");
    }

    #[test]
    fn only_a_program_that_fails_anew_makes_it_worse() {
        let before = rehearsal(3, &["a", "b"]);
        assert!(!rehearsal(3, &["b"]).is_worse_than(&before));
        assert!(rehearsal(3, &["b", "c"]).is_worse_than(&before));
        assert!(rehearsal(3, &["a"]).is_worse_than(&Rehearsal::default()));
    }
}
