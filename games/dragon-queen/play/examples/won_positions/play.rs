//! The machine against the longest resistance.

use std::time::Duration;

use dragon_queen::DragonQueen;
use dragon_queen_play::DragonQueenPlay;
use engine::{
    Control, Level, Limits, Machine, MoveId, Outcome, Session, Thinker, ThinkerOptions, erase, move_id, read,
    typed,
};
use game::Position as _;
use solve::ReferenceProver;

use crate::LONGEST;
use crate::options::Options;
use crate::sample::Won;

/// The result of playing a position.
pub(crate) struct Played {
    pub(crate) is_won: bool,
    pub(crate) plies: u32,
}

/// The machine and its opponent.
pub(crate) struct Table {
    time: Duration,
    prover: ReferenceProver<DragonQueen>,
    defender: Box<dyn Thinker>,
}

/// The node limit for the distance of each reply.
const NODES: u64 = 1_000_000;
/// The node limit of the defender if the exhaustive search finds no loss.
const DEFENDER_NODES: u64 = 3_000_000;

impl Table {
    pub(crate) fn new(options: &Options) -> Table {
        let start = erase::<DragonQueenPlay>(DragonQueen::start());
        let defender = start.game().thinker(&ThinkerOptions::default()).expect("the best weights are valid");
        Table { time: Duration::from_secs_f64(options.time), prover: ReferenceProver::default(), defender }
    }

    /// Plays a position to its end: 50 plies from here the game is a draw.
    pub(crate) fn play(&mut self, won: &Won) -> Played {
        let start = read::<DragonQueenPlay>(&won.text).expect("the text was written by the game");
        let mut session = Session::game(&*start);
        let winner = session.position().turn();
        let options = ThinkerOptions::default();
        let machine = Machine::new(start.game(), Level::HIGHEST, 0, &options);
        let mut machine = machine.expect("the best weights are valid");
        self.defender.forget();
        self.prover.clear();
        let ending = loop {
            if let Some(ending) = session.ending() {
                break ending;
            }
            let mv = if session.position().turn() == winner {
                let thought =
                    machine.choose(&session, &Limits::time(self.time), &Control::new(), &mut |_| ());
                thought.best().expect("an unfinished game has a move")
            } else {
                self.resist(&session)
            };
            session.play(mv);
        };
        Played { is_won: ending.outcome == Outcome::Win(winner), plies: session.moves().len() as u32 }
    }

    /// The reply that loses last, or is not known to lose; among several of these, the best by a
    /// deep search.
    fn resist(&mut self, session: &Session) -> MoveId {
        let pos = typed::<DragonQueenPlay>(session.position()).expect("this game is The Dragon Queen");
        // Without the ply count, so that stored results hold at any ply.
        let pos = pos.with_ply(None).expect("a position without a ply count is valid");
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut longest: Option<(u8, MoveId)> = None;
        let mut ways_out = Vec::new();
        for mv in moves {
            let after = pos.play_unchecked(mv);
            match self.prover.distance_to_win(&after, LONGEST, NODES) {
                Ok(Some(plies)) if longest.as_ref().is_some_and(|&(most, _)| plies <= most) => {}
                Ok(Some(plies)) => longest = Some((plies, move_id(&pos, mv))),
                // It ends the game in another way, or no win was found.
                Ok(None) | Err(_) => ways_out.push(move_id(&pos, mv)),
            }
        }
        if ways_out.is_empty() {
            return longest.map(|(_, mv)| mv).expect("an unfinished game has a move");
        }
        let best = self.think(session).filter(|best| ways_out.contains(best));
        best.unwrap_or_else(|| ways_out.swap_remove(0))
    }

    fn think(&mut self, session: &Session) -> Option<MoveId> {
        let limits = Limits::nodes(DEFENDER_NODES);
        let thought = self.defender.think(session, 1, &limits, &Control::new(), &mut |_| {});
        thought.best()
    }
}
