//! One game between two players, watched by a referee who believes neither.

use std::time::Instant;

use engine::{AnyPosition, AnyTables, ByPlayer, Control, Ending, Exact, Outcome, Session};

use crate::MachineError;
use crate::adjudication::{Adjudication, Agreements};
use crate::evidence::{Evidence, Skipped};
use crate::player::{Answer, Choice, Excuse, GRACE, Player};
use crate::record::{Times, Verdict, VerdictKind};
use crate::time_control::{Clocks, TimeControl};

/// A game that goes on for so long is a draw; no sensible game does.
pub const LONGEST_GAME: usize = 1000;

/// What the referee goes by.
#[derive(Clone, Copy, Default)]
pub struct Terms<'t> {
    /// What limits each side.
    pub controls: ByPlayer<TimeControl>,
    /// When a game ends before its end.
    pub adjudication: Adjudication,
    /// Tables that end a game as soon as they know how it would end with best play.
    pub tables: Option<&'t dyn AnyTables>,
    /// Whether each side is asked again, once in the game, after a wrong answer.
    pub asks_again: bool,
}

/// How a game went.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The result.
    pub outcome: Outcome,
    /// What brought it about.
    pub finish: Finish,
    /// What was done wrong before and forgiven.
    pub forgiven: Vec<Offence>,
    /// How long each side thought.
    pub times: ByPlayer<Times>,
    /// The lines that had to be skipped to find the moves of each side.
    pub skipped: ByPlayer<Skipped>,
}

/// Why the referee ended a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Finish {
    /// It came to its end.
    Ended(Ending),
    /// It went on for [`LONGEST_GAME`] plies.
    TooLong,
    /// Both players think so.
    Agreed,
    /// A table says so.
    Table,
    /// A player did something wrong and lost.
    Forfeit(Offence),
}

/// What a player did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offence {
    /// Which kind of wrong.
    pub kind: VerdictKind,
    /// Which side did it.
    pub by: engine::Player,
    /// In which ply, from 1.
    pub ply: usize,
    /// What was answered, if anything was.
    pub answer: Option<String>,
    /// What is wrong with it.
    pub why: String,
    /// What there is to see of it.
    pub evidence: Box<Evidence>,
}

/// Why a game has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BrokenOff {
    /// The control was stopped.
    Stopped,
    /// A player could not play, and that is not its own fault.
    Machine(MachineError),
}

/// Lets two players play from where the session stands to the end; the moves are then in the session.
///
/// # Errors
/// Fails where the control was stopped before that, or the machine lacks what a player needs.
pub fn play(
    session: &mut Session,
    players: &mut ByPlayer<Box<dyn Player>>,
    terms: &Terms,
    control: &Control,
) -> Result<Played, BrokenOff> {
    let mut times: ByPlayer<Times> = ByPlayer::default();
    let mut skipped: ByPlayer<Skipped> = ByPlayer::default();
    let mut clocks = Clocks::new(terms.controls);
    let mut agreements = Agreements::new(terms.adjudication);
    let mut forgiven: Vec<Offence> = Vec::new();
    for player in [&mut players.one, &mut players.two] {
        player.prepare(session, control);
        if let Some(fault) = player.machine_fault() {
            return Err(BrokenOff::Machine(fault));
        }
    }
    let (outcome, finish) = loop {
        if let Some(ending) = session.ending() {
            break (ending.outcome, Finish::Ended(ending));
        }
        if let Some(outcome) = agreements.outcome(session.moves().len()) {
            break (outcome, Finish::Agreed);
        }
        if let Some(outcome) = terms.tables.and_then(|tables| known(tables, session.position())) {
            break (outcome, Finish::Table);
        }
        if session.moves().len() >= LONGEST_GAME {
            break (Outcome::Draw, Finish::TooLong);
        }
        let side = session.position().turn();
        let begin = Instant::now();
        let answer = players[side].answer(session, &clocks.go(side), control);
        let took = begin.elapsed();
        times[side].add(took);
        if control.is_stopped() {
            return Err(BrokenOff::Stopped);
        }
        if let Err(excuse) = &answer
            && matches!(excuse.kind, VerdictKind::Crash | VerdictKind::Silent | VerdictKind::Timeout)
            && let Some(fault) = players[side].machine_fault()
        {
            return Err(BrokenOff::Machine(fault));
        }
        let is_late = !clocks.count(side, took, GRACE);
        match accept(session, side, if is_late { Err(late(answer)) } else { answer }) {
            Ok(choice) => {
                agreements.add(side, choice.worth);
                skipped[side].add(&choice.skipped);
            }
            Err(offence) => {
                let is_first = forgiven.iter().all(|before| before.by != side);
                // A clock that has run out has run out the next time, too.
                if !(terms.asks_again && is_first && !is_late && players[side].recover()) {
                    break (Outcome::Win(side.other()), Finish::Forfeit(offence));
                }
                forgiven.push(offence);
                players[side].prepare(session, control);
            }
        }
    };
    Ok(Played { outcome, finish, forgiven, times, skipped })
}

/// How a game ends with best play, where a table says so. One that is refused says nothing.
fn known(tables: &dyn AnyTables, pos: &dyn AnyPosition) -> Option<Outcome> {
    Some(match tables.exact(pos).ok()?? {
        Exact::Win(_) => Outcome::Win(pos.turn()),
        Exact::Loss(_) => Outcome::Win(pos.turn().other()),
        Exact::Draw => Outcome::Draw,
    })
}

/// An answer that came too late.
fn late(answer: Answer) -> Excuse {
    let late = Excuse::new(VerdictKind::Timeout, "its clock ran out before it answered");
    match answer {
        Ok(choice) => Excuse { answer: Some(engine::quoted(&choice.mv)), ..late },
        Err(Excuse { answer, evidence, .. }) => Excuse { answer, evidence, ..late },
    }
}

/// Plays an answer, or says what is wrong with it.
pub(crate) fn accept(session: &mut Session, by: engine::Player, answer: Answer) -> Result<Choice, Offence> {
    let ply = session.moves().len() + 1;
    match answer {
        Ok(choice) => {
            session.play(&choice.mv).map_err(|refused| Offence {
                kind: if refused.is_unreadable { VerdictKind::Garbage } else { VerdictKind::Illegal },
                by,
                ply,
                answer: Some(engine::quoted(&choice.mv)),
                why: refused.reason,
                evidence: Box::default(),
            })?;
            Ok(choice)
        }
        Err(Excuse { kind, answer, what, evidence }) => {
            Err(Offence { kind, by, ply, answer, why: what, evidence })
        }
    }
}

impl Offence {
    /// The verdict on a player of this name.
    pub(crate) fn verdict(self, name: &str) -> Verdict {
        let Offence { kind, ply, answer, why, evidence, .. } = self;
        Verdict { kind, player: name.to_string(), ply, answer, why, evidence: *evidence }
    }
}

impl Finish {
    /// Why the game ended, in words that are the same for all games that ended so.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Finish::Ended(ending) => ending.reason.to_string(),
            Finish::TooLong => "too long".into(),
            Finish::Agreed => "agreed scores".into(),
            Finish::Table => "a table".into(),
            Finish::Forfeit(offence) => offence.kind.word().into(),
        }
    }
}
