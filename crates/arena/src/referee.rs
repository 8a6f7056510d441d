//! The referee: plays one game between two players and checks everything they answer.

use std::time::Instant;

use engine::{AnyPosition, AnyTables, ByPlayer, Control, Ending, Exact, Outcome, Session};

use crate::MachineError;
use crate::adjudication::{Adjudication, Agreements};
use crate::evidence::{Evidence, Skipped};
use crate::player::{Answer, Choice, GRACE, NoMove, Player};
use crate::record::{Times, Verdict, VerdictKind};
use crate::time_control::{Clocks, TimeControl};

/// A game of this length is a draw; no sensible game is as long.
pub const MAX_PLIES: usize = 1000;

/// The rules of a game besides those of the board.
#[derive(Clone, Copy, Default)]
pub struct RefereeOptions<'t> {
    /// The time control of each side.
    pub controls: ByPlayer<TimeControl>,
    /// When the game is adjudicated.
    pub adjudication: Adjudication,
    /// Tables that adjudicate the game as soon as its position is in them.
    pub tables: Option<&'t dyn AnyTables>,
    /// Whether each side is asked for a move again after a wrong answer, once in the game.
    pub retry_move: bool,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The result.
    pub outcome: Outcome,
    /// Why the game ended.
    pub termination: Termination,
    /// Forgiven violations.
    pub forgiven: Vec<Violation>,
    /// The thinking time of each side.
    pub times: ByPlayer<Times>,
    /// The output lines that were skipped to find the moves of each side.
    pub skipped: ByPlayer<Skipped>,
    /// What each side wrote to standard error, as far as it is kept.
    pub stderr: ByPlayer<String>,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Termination {
    /// By the rules.
    Ended(Ending),
    /// After [`MAX_PLIES`] plies.
    TooLong,
    /// The scores of both players agreed.
    Agreed,
    /// The position is in a table.
    Table,
    /// A violation lost the game.
    Forfeit(Violation),
}

/// A wrong answer, a missing answer or a timeout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The kind of verdict.
    pub kind: VerdictKind,
    /// The side at fault.
    pub by: engine::Player,
    /// The ply, from 1.
    pub ply: usize,
    /// The answer, if there was any.
    pub answer: Option<String>,
    /// What is wrong with it.
    pub why: String,
    /// The output and the board that show it.
    pub evidence: Box<Evidence>,
}

/// Why a game was aborted without a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aborted {
    /// The control was stopped.
    Stopped,
    /// A player could not play through no fault of its own.
    Machine(MachineError),
}

/// Plays a game from the current position of the session to its end; the moves are added to the session.
///
/// # Errors
/// Fails if the control is stopped first, or the machine cannot provide what a player needs.
pub fn play(
    session: &mut Session,
    players: &mut ByPlayer<Box<dyn Player>>,
    options: &RefereeOptions,
    control: &Control,
) -> Result<PlayedGame, Aborted> {
    let mut times: ByPlayer<Times> = ByPlayer::default();
    let mut skipped: ByPlayer<Skipped> = ByPlayer::default();
    // The ply that was asked for last.
    let mut asked = None;
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
        // A forgiven answer and the one after it are about the same ply.
        let ply = session.moves().len();
        times[side].add(took, asked.replace(ply) == Some(ply));
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
                // A retry does not help a clock that has run out.
                if !(options.retry_move && is_first && !is_late && players[side].recover()) {
                    break (Outcome::Win(side.other()), Termination::Forfeit(violation));
                }
                forgiven.push(violation);
                players[side].prepare(session, control);
            }
        }
    };
    let stderr = ByPlayer { one: players.one.stderr(), two: players.two.stderr() };
    Ok(PlayedGame { outcome, termination, forgiven, times, skipped, stderr })
}

/// The outcome with best play, if the tables have the position.
fn tablebase_outcome(tables: &dyn AnyTables, pos: &dyn AnyPosition) -> Option<Outcome> {
    Some(match tables.exact(pos).ok()?? {
        Exact::Win(_) => Outcome::Win(pos.turn()),
        Exact::Loss(_) => Outcome::Win(pos.turn().other()),
        Exact::Draw => Outcome::Draw,
    })
}

/// Turns an answer that came too late into a timeout.
fn timed_out(pos: &dyn AnyPosition, answer: Answer) -> NoMove {
    let late = NoMove::new(VerdictKind::Timeout, "its clock ran out before it answered");
    match answer {
        Ok(choice) => NoMove { answer: Some(pos.move_text(choice.mv)), ..late },
        Err(NoMove { answer, evidence, .. }) => NoMove { answer, evidence, ..late },
    }
}

/// Plays an answer in the session, or returns the violation.
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
    /// The reason as a short text, the same for all games that ended this way.
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
