//! One game between two players, watched by a referee who believes neither.

use std::time::Instant;

use engine::{AnyPosition, AnyTables, ByPlayer, Control, Ending, Exact, Outcome, Session};

use crate::MachineError;
use crate::adjudication::{Adjudication, Agreements};
use crate::evidence::{Evidence, Skipped};
use crate::player::{Answer, Choice, GRACE, NoMove, Player};
use crate::record::{Times, Verdict, VerdictKind};
use crate::time_control::{Clocks, TimeControl};

/// A game that goes on for so long is a draw; no sensible game does.
pub const MAX_PLIES: usize = 1000;

/// What the referee goes by.
#[derive(Clone, Copy, Default)]
pub struct RefereeOptions<'t> {
    /// What limits each side.
    pub controls: ByPlayer<TimeControl>,
    /// When a game ends before its end.
    pub adjudication: Adjudication,
    /// Tables that end a game as soon as they know how it would end with best play.
    pub tables: Option<&'t dyn AnyTables>,
    /// Whether each side is asked again, once in the game, after a wrong answer.
    pub retry_move: bool,
}

/// How a game went.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The result.
    pub outcome: Outcome,
    /// What brought it about.
    pub termination: Termination,
    /// What was done wrong before and forgiven.
    pub forgiven: Vec<Violation>,
    /// How long each side thought.
    pub times: ByPlayer<Times>,
    /// The lines that had to be skipped to find the moves of each side.
    pub skipped: ByPlayer<Skipped>,
}

/// Why the referee ended a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Termination {
    /// It came to its end.
    Ended(Ending),
    /// It went on for [`MAX_PLIES`] plies.
    TooLong,
    /// Both players think so.
    Agreed,
    /// A table says so.
    Table,
    /// A player did something wrong and lost.
    Forfeit(Violation),
}

/// What a player did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
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
pub enum Aborted {
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
    options: &RefereeOptions,
    control: &Control,
) -> Result<PlayedGame, Aborted> {
    let mut times: ByPlayer<Times> = ByPlayer::default();
    let mut skipped: ByPlayer<Skipped> = ByPlayer::default();
    let mut clocks = Clocks::new(options.controls);
    let mut agreements = Agreements::new(options.adjudication);
    let mut forgiven: Vec<Violation> = Vec::new();
    for player in [&mut players.one, &mut players.two] {
        player.prepare(session, control);
        if let Some(fault) = player.machine_error() {
            return Err(Aborted::Machine(fault));
        }
    }
    let (outcome, termination) = loop {
        if let Some(ending) = session.ending() {
            break (ending.outcome, Termination::Ended(ending));
        }
        if let Some(outcome) = agreements.outcome(session.moves().len()) {
            break (outcome, Termination::Agreed);
        }
        if let Some(outcome) = options.tables.and_then(|tables| tablebase_outcome(tables, session.position()))
        {
            break (outcome, Termination::Table);
        }
        if session.moves().len() >= MAX_PLIES {
            break (Outcome::Draw, Termination::TooLong);
        }
        let side = session.position().turn();
        let begin = Instant::now();
        let answer = players[side].answer(session, &clocks.go(side), control);
        let took = begin.elapsed();
        times[side].add(took);
        if control.is_stopped() {
            return Err(Aborted::Stopped);
        }
        if let Err(no_move) = &answer
            && matches!(no_move.kind, VerdictKind::Crash | VerdictKind::Silent | VerdictKind::Timeout)
            && let Some(fault) = players[side].machine_error()
        {
            return Err(Aborted::Machine(fault));
        }
        let is_late = !clocks.count(side, took, GRACE);
        match play_answer(
            session,
            side,
            if is_late { Err(timed_out(session.position(), answer)) } else { answer },
        ) {
            Ok(choice) => {
                agreements.add(side, choice.score);
                skipped[side].add(&choice.skipped);
            }
            Err(violation) => {
                let is_first = forgiven.iter().all(|before| before.by != side);
                // A clock that has run out has run out the next time, too.
                if !(options.retry_move && is_first && !is_late && players[side].recover()) {
                    break (Outcome::Win(side.other()), Termination::Forfeit(violation));
                }
                forgiven.push(violation);
                players[side].prepare(session, control);
            }
        }
    };
    Ok(PlayedGame { outcome, termination, forgiven, times, skipped })
}

/// How a game ends with best play, where a table says so. One that is refused says nothing.
fn tablebase_outcome(tables: &dyn AnyTables, pos: &dyn AnyPosition) -> Option<Outcome> {
    Some(match tables.exact(pos).ok()?? {
        Exact::Win(_) => Outcome::Win(pos.turn()),
        Exact::Loss(_) => Outcome::Win(pos.turn().other()),
        Exact::Draw => Outcome::Draw,
    })
}

/// An answer that came too late.
fn timed_out(pos: &dyn AnyPosition, answer: Answer) -> NoMove {
    let late = NoMove::new(VerdictKind::Timeout, "its clock ran out before it answered");
    match answer {
        Ok(choice) => NoMove { answer: Some(pos.move_text(choice.mv)), ..late },
        Err(NoMove { answer, evidence, .. }) => NoMove { answer, evidence, ..late },
    }
}

/// Plays an answer, or says what is wrong with it.
pub(crate) fn play_answer(
    session: &mut Session,
    by: engine::Player,
    answer: Answer,
) -> Result<Choice, Violation> {
    let ply = session.moves().len() + 1;
    match answer {
        Ok(choice) if choice.mv.place() >= session.position().move_count() => Err(Violation {
            kind: VerdictKind::Illegal,
            by,
            ply,
            answer: None,
            why: format!("there is no legal move number {}", choice.mv.place()),
            evidence: Box::default(),
        }),
        Ok(choice) => {
            session.play(choice.mv);
            Ok(choice)
        }
        Err(NoMove { kind, answer, what, evidence }) => {
            Err(Violation { kind, by, ply, answer, why: what, evidence })
        }
    }
}

impl Violation {
    /// The verdict on a player of this name.
    pub(crate) fn verdict(self, name: &str) -> Verdict {
        let Violation { kind, ply, answer, why, evidence, .. } = self;
        Verdict { kind, player: name.to_string(), ply, answer, why, evidence: *evidence }
    }
}

impl Termination {
    /// Why the game ended, in words that are the same for all games that ended so.
    #[must_use]
    pub fn description(&self) -> String {
        match self {
            Termination::Ended(ending) => ending.reason.to_string(),
            Termination::TooLong => "too long".into(),
            Termination::Agreed => "agreed scores".into(),
            Termination::Table => "a table".into(),
            Termination::Forfeit(violation) => violation.kind.word().into(),
        }
    }
}
