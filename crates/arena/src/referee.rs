//! One game between two players, watched by a referee who believes neither.

use std::time::Instant;

use engine::{ByPlayer, Control, Ending, Outcome, Session};

use crate::player::{Excuse, Player};
use crate::record::{Times, VerdictKind};

/// A game that goes on for so long is a draw; no sensible game does.
pub const LONGEST_GAME: usize = 1000;

/// How a game went.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The result.
    pub outcome: Outcome,
    /// What brought it about.
    pub finish: Finish,
    /// How long each side thought.
    pub times: ByPlayer<Times>,
}

/// Why the referee ended a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Finish {
    /// It came to its end.
    Ended(Ending),
    /// It went on for [`LONGEST_GAME`] plies.
    TooLong,
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
    /// What was answered, if anything was.
    pub answer: Option<String>,
    /// What is wrong with it.
    pub why: String,
}

/// Lets two players play from where the session stands to the end; the moves are then in the session. Nothing where
/// the control was stopped before that.
pub fn play(
    session: &mut Session,
    players: &mut ByPlayer<Box<dyn Player>>,
    control: &Control,
) -> Option<Played> {
    let mut times: ByPlayer<Times> = ByPlayer::default();
    loop {
        if let Some(ending) = session.ending() {
            return Some(Played { outcome: ending.outcome, finish: Finish::Ended(ending), times });
        }
        if session.moves().len() >= LONGEST_GAME {
            return Some(Played { outcome: Outcome::Draw, finish: Finish::TooLong, times });
        }
        let side = session.position().turn();
        let begin = Instant::now();
        let answer = players[side].answer(session, control);
        times[side].add(begin.elapsed());
        if control.is_stopped() {
            return None;
        }
        if let Err(offence) = accept(session, side, answer) {
            let outcome = Outcome::Win(side.other());
            return Some(Played { outcome, finish: Finish::Forfeit(offence), times });
        }
    }
}

/// Plays an answer, or says what is wrong with it.
fn accept(session: &mut Session, by: engine::Player, answer: Result<String, Excuse>) -> Result<(), Offence> {
    match answer {
        Ok(mv) => session.play(&mv).map_err(|refused| Offence {
            kind: if refused.is_unreadable { VerdictKind::Garbage } else { VerdictKind::Illegal },
            by,
            answer: Some(engine::quoted(&mv)),
            why: refused.reason,
        }),
        Err(Excuse { kind, answer, what }) => Err(Offence { kind, by, answer, why: what }),
    }
}

impl Finish {
    /// Why the game ended, in words that are the same for all games that ended so.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Finish::Ended(ending) => ending.reason.to_string(),
            Finish::TooLong => "too long".into(),
            Finish::Forfeit(offence) => offence.kind.word().into(),
        }
    }
}
