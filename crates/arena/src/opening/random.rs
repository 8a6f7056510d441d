//! A few random plies from the start, all different, and fair.

use std::collections::HashSet;

use engine::{AnyPosition, Control, Limits, Session, Thinker, ThinkerOptions};
use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use super::{Opening, OpeningFault};

/// What makes an opening fair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    /// By how much a side may be better, in hundredths of the least piece.
    pub margin: i32,
    /// How many positions are looked at to find that out.
    pub nodes: u64,
}

impl Default for Balance {
    fn default() -> Balance {
        Balance { margin: 60, nodes: 30_000 }
    }
}

/// So many tries without a new opening, and the old ones may come again.
const PATIENCE: usize = 400;

/// An endless row of random openings.
pub(super) struct RandomPlies {
    start: Box<dyn AnyPosition>,
    plies: usize,
    balance: Option<(Balance, Box<dyn Thinker>)>,
    rng: ChaCha8Rng,
    seen: HashSet<u64>,
}

impl RandomPlies {
    /// Openings from `start`, of so many plies, fair where a balance is asked for.
    pub(super) fn new(
        start: Box<dyn AnyPosition>,
        plies: usize,
        balance: Option<Balance>,
        seed: u64,
    ) -> RandomPlies {
        // The table is small, because it is cleared for each opening: none may depend on those before.
        let options = ThinkerOptions { table_bytes: 1 << 20, ..ThinkerOptions::default() };
        let balance = balance.and_then(|balance| Some((balance, start.thinker(&options).ok()?)));
        RandomPlies { start, plies, balance, rng: ChaCha8Rng::seed_from_u64(seed), seen: HashSet::new() }
    }

    /// The next one. Openings come again only after all others seem to have been used.
    pub(super) fn next_opening(&mut self) -> Result<Opening, OpeningFault> {
        let mut was_over = true;
        for _ in 0..2 {
            for _ in 0..PATIENCE {
                let Some(session) = self.random() else { continue };
                was_over = false;
                if self.seen.insert(session.position().key()) && self.is_fair(&session) {
                    return Ok(Opening::of(&session));
                }
            }
            self.seen.clear();
        }
        let (plies, tries) = (self.plies, 2 * PATIENCE);
        match &self.balance {
            Some((balance, _)) if !was_over => {
                Err(OpeningFault::Unfair { plies, margin: balance.margin, tries })
            }
            _ => Err(OpeningFault::Over { plies, tries }),
        }
    }

    /// Random moves from the start; nothing where the game is over before the players begin.
    fn random(&mut self) -> Option<Session> {
        let mut session = Session::game(&*self.start);
        for _ in 0..self.plies {
            let moves = session.position().moves();
            if moves.is_empty() {
                return None;
            }
            session.play(&moves[below(&mut self.rng, moves.len())].text).ok()?;
        }
        session.ending().is_none().then_some(session)
    }

    fn is_fair(&mut self, session: &Session) -> bool {
        let Some((balance, thinker)) = &mut self.balance else { return true };
        thinker.forget();
        let limits = Limits::nodes(balance.nodes);
        let thought = thinker.think(session, 1, &limits, &Control::new(), &mut |_| {});
        thought
            .lines
            .first()
            .is_some_and(|line| !line.worth.is_decided() && line.worth.points().abs() <= balance.margin)
    }
}
