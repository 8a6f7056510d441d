//! The machine against the longest resistance.

use std::time::Duration;

use arena::{MachinePlayer, Player as _, Prover};
use dragon_queen::DragonQueen;
use engine::protocol::Go;
use engine::{Control, Level, Limits, Outcome, Session, Thinker, ThinkerOptions};
use game::{Notation as _, Position as _};

use crate::LONGEST;
use crate::options::Options;
use crate::sample::Won;

/// How a position was played.
pub(crate) struct Played {
    pub(crate) is_won: bool,
    pub(crate) plies: u32,
}

/// Where positions are played.
pub(crate) struct Table {
    time: Duration,
    prover: Prover<DragonQueen>,
    defender: Box<dyn Thinker>,
}

/// So many positions are looked at for the distance of each reply.
const NODES: u64 = 1_000_000;
/// So many positions are looked at where the exhaustive search finds no loss.
const DEFENDER_NODES: u64 = 3_000_000;

impl Table {
    pub(crate) fn new(options: &Options) -> Table {
        let start = engine::find("dragon-queen").expect("this game is known").start();
        let defender = start.thinker(&ThinkerOptions::default()).expect("the best weights are weights");
        Table { time: Duration::from_secs_f64(options.time), prover: Prover::default(), defender }
    }

    /// Plays a position to its end: 50 plies from here the game is a draw.
    pub(crate) fn play(&mut self, won: &Won) -> Played {
        let game = engine::find("dragon-queen").expect("this game is known");
        let mut session = Session::game(&*game.read(&won.text).expect("it was written by the game"));
        let winner = session.position().turn();
        let go = Go { move_time: Some(self.time), ..Go::default() };
        let options = ThinkerOptions::default();
        let machine = MachinePlayer::new(session.position(), Level::HIGHEST, 0, &options);
        let mut machine = machine.expect("the best weights are weights");
        self.defender.forget();
        self.prover.clear();
        let ending = loop {
            if let Some(ending) = session.ending() {
                break ending;
            }
            let mv = if session.position().turn() == winner {
                machine.answer(&session, &go, &Control::new()).expect("a game that goes on has a move").mv
            } else {
                self.resist(&session)
            };
            session.play(&mv).expect("both play legal moves");
        };
        Played { is_won: ending.outcome == Outcome::Win(winner), plies: session.moves().len() as u32 }
    }

    /// The reply that loses last, or does not lose as far as can be seen; of several such the best by a deep search.
    fn resist(&mut self, session: &Session) -> String {
        let pos: &DragonQueen =
            session.position().as_any().downcast_ref().expect("this game is The Dragon Queen");
        // Without the count of plies, so that what is remembered about positions holds whenever they come.
        let pos = pos.with_ply(None).expect("no count is a count that will do");
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut longest: Option<(u8, String)> = None;
        let mut ways_out = Vec::new();
        for mv in moves {
            let after = pos.play_unchecked(mv);
            match self.prover.distance_to_win(&after, LONGEST, NODES) {
                Ok(Some(plies)) if longest.as_ref().is_some_and(|&(most, _)| plies <= most) => {}
                Ok(Some(plies)) => longest = Some((plies, pos.write_move(mv))),
                // It ends the game in another way, or there is no win in sight.
                Ok(None) | Err(_) => ways_out.push(pos.write_move(mv)),
            }
        }
        if ways_out.is_empty() {
            return longest.map(|(_, mv)| mv).expect("a game that goes on has a move");
        }
        let best = self.think(session).filter(|best| ways_out.contains(best));
        best.unwrap_or_else(|| ways_out.swap_remove(0))
    }

    fn think(&mut self, session: &Session) -> Option<String> {
        let limits = Limits::nodes(DEFENDER_NODES);
        let thought = self.defender.think(session, 1, &limits, &Control::new(), &mut |_| {});
        thought.best().map(str::to_string)
    }
}
