//! One game of a tournament, with its replays.

use std::time::{Duration, Instant};

use engine::{ByPlayer, Control, Record, Session};

use super::scheduler::ScheduledGame;
use super::{POLL_INTERVAL, Tournament, TournamentError};
use crate::record::GameRecord;
use crate::referee::{self, Aborted, PlayedGame, RefereeOptions, Termination, Violation};
use crate::time_control::TimeControl;

/// What follows a wrong answer, a crash or a timeout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RetryPolicy {
    /// The player loses the game.
    #[default]
    None,
    /// The player is asked for the move again, once in a game.
    Move,
    /// The game is played again, once.
    Game,
}

/// Pauses before a game is replayed that the machine could not play: processes or space that another program holds may be
/// free again soon.
const RETRY_PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

impl Tournament {
    /// Plays a game, and replays it once where it ended with a verdict and the policy is [`RetryPolicy::Game`]. Returns `None`
    /// if `halt` was set.
    pub(crate) fn play(
        &self,
        game: &ScheduledGame,
        halt: &Control,
    ) -> Result<Option<GameRecord>, TournamentError> {
        let names = game.seats.map(|seat| self.players[seat].name.clone());
        let _in_play = self.in_play.begin(game.number, names);
        let Some(first) = self.attempt(game, 0, halt)? else { return Ok(None) };
        match &first.verdict {
            Some(verdict) if self.retry == RetryPolicy::Game => {
                let forgiven = vec![verdict.clone()];
                Ok(self.attempt(game, 1, halt)?.map(|again| GameRecord { forgiven, ..again }))
            }
            _ => Ok(Some(first)),
        }
    }

    /// Plays a game, with up to two replays where the machine and no player was at fault. Returns `None` if `halt` was set.
    fn attempt(
        &self,
        game: &ScheduledGame,
        attempt: u64,
        halt: &Control,
    ) -> Result<Option<GameRecord>, TournamentError> {
        let mut pauses = RETRY_PAUSES.into_iter();
        loop {
            match self.play_once(game, attempt, halt)? {
                Ok(record) => return Ok(Some(record)),
                Err(Aborted::Stopped) => return Ok(None),
                Err(Aborted::Machine(fault)) => match pauses.next() {
                    Some(pause) => wait(pause, halt),
                    None => {
                        let (game, times) = (game.number, 1 + RETRY_PAUSES.len());
                        return Err(TournamentError::Machine { game, times, fault });
                    }
                },
            }
        }
    }

    fn play_once(
        &self,
        game: &ScheduledGame,
        attempt: u64,
        halt: &Control,
    ) -> Result<Result<GameRecord, Aborted>, TournamentError> {
        let mut session = game.opening.session();
        // Players are new in every game: no game may depend on which games its worker has played before.
        let player = |seat: usize| {
            let number = game.seats[seat];
            let (player, control) = (&self.players[number], self.control_of(number));
            let seed = game::mix(game.seeds[seat] ^ attempt.rotate_right(1));
            player.instantiate(session.position(), control, seed)
        };
        let mut players = ByPlayer { one: player(0)?, two: player(1)? };
        let [one, two] = game.seats;
        let options = RefereeOptions {
            controls: ByPlayer { one: self.control_of(one), two: self.control_of(two) },
            adjudication: self.adjudication,
            tables: self.tables.as_deref(),
            retry_move: self.retry == RetryPolicy::Move,
        };
        let name = |number: usize| self.players[number].name.clone();
        let names = ByPlayer { one: name(one), two: name(two) };
        let played = referee::play(&mut session, &mut players, &options, halt);
        Ok(played.map(|played| record(&self.game, game, &session, names, played)))
    }

    fn control_of(&self, player: usize) -> TimeControl {
        self.players[player].control(self.control)
    }
}

/// Sleeps until the pause is over or `halt` is set.
fn wait(pause: Duration, halt: &Control) {
    let end = Instant::now() + pause;
    while Instant::now() < end && !halt.is_stopped() {
        std::thread::sleep(POLL_INTERVAL);
    }
}

fn record(
    word: &str,
    game: &ScheduledGame,
    session: &Session,
    names: ByPlayer<String>,
    played: PlayedGame,
) -> GameRecord {
    let reason = played.termination.description();
    let verdict = |violation: Violation| {
        let name = &names[violation.by];
        violation.verdict(name)
    };
    let opening = game.opening.moves.len();
    GameRecord {
        number: game.number,
        verdict: match played.termination {
            Termination::Forfeit(violation) => Some(verdict(violation)),
            Termination::Ended(_) | Termination::TooLong | Termination::Agreed | Termination::Table => None,
        },
        forgiven: played.forgiven.into_iter().map(verdict).collect(),
        times: [played.times.one, played.times.two],
        skipped: [played.skipped.one, played.skipped.two],
        node: None,
        stderr: [played.stderr.one, played.stderr.two],
        record: Record { outcome: Some(played.outcome), reason, opening, ..Record::of(word, session, names) },
    }
}
