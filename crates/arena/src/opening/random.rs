//! Openings of a few random plies from the start, all different, and balanced.

use std::collections::HashSet;
use std::sync::Arc;

use engine::{AnyPosition, AnyTables, Control, Exact, Limits, MoveId, Session, Thinker, ThinkerOptions};
use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use super::{Opening, OpeningError, random_plies};

/// The condition for a balanced opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    /// The largest advantage of a side, in hundredths of the least valuable piece.
    pub margin: i32,
    /// The node limit of the search that judges it.
    pub nodes: u64,
}

impl Default for Balance {
    fn default() -> Balance {
        Balance { margin: 60, nodes: 30_000 }
    }
}

/// After this many attempts without a new opening, openings may repeat.
const MAX_TRIES: usize = 400;
/// The same if tables give most of the values.
const MAX_TABLE_TRIES: usize = 20_000;

/// An endless sequence of random openings.
pub(super) struct RandomPlies {
    start: Box<dyn AnyPosition>,
    plies: usize,
    balance: Option<(Balance, Box<dyn Thinker>)>,
    tables: Option<Arc<dyn AnyTables>>,
    /// Whether openings are no longer judged, because none is balanced.
    has_no_draws: bool,
    rng: ChaCha8Rng,
    seen: HashSet<u64>,
}

impl RandomPlies {
    /// Openings from `start` with `plies` plies, balanced if there is a condition.
    pub(super) fn new(
        start: Box<dyn AnyPosition>,
        plies: usize,
        balance: Option<Balance>,
        tables: Option<Arc<dyn AnyTables>>,
        seed: u64,
    ) -> RandomPlies {
        // The table is small, because it is cleared for each opening: results must not depend on
        // earlier ones.
        let options = ThinkerOptions { table_bytes: 1 << 20, ..ThinkerOptions::default() };
        let balance = balance.and_then(|balance| Some((balance, start.game().thinker(&options).ok()?)));
        RandomPlies {
            start,
            plies,
            balance,
            tables,
            has_no_draws: false,
            rng: ChaCha8Rng::seed_from_u64(seed),
            seen: HashSet::new(),
        }
    }

    /// The next opening. Openings repeat only after all others seem to have been used.
    pub(super) fn next_opening(&mut self) -> Result<Opening, OpeningError> {
        let (mut was_over, mut was_judged) = (true, false);
        for _ in 0..2 {
            // A probe is fast, so there can be many more attempts than searches.
            let (mut searches, mut tries) = (0, 0);
            while searches < MAX_TRIES && tries < MAX_TABLE_TRIES {
                tries += 1;
                let Some(session) = self.random() else {
                    searches += 1;
                    continue;
                };
                was_over = false;
                if !self.seen.insert(session.position().key()) {
                    searches += usize::from(self.tables.is_none());
                    continue;
                }
                let is_fair = match self.value(&session) {
                    Some(value) => self.has_no_draws || value == Exact::Draw,
                    None => {
                        (searches, was_judged) = (searches + 1, true);
                        self.has_no_draws || self.is_fair(&session)
                    }
                };
                if is_fair {
                    return Ok(Opening::of(&session));
                }
            }
            self.seen.clear();
        }
        // If no opening is balanced, every one will do: it is played with both colours.
        let is_hopeless = !was_judged || self.start.game().has_few_draws();
        if !was_over && is_hopeless && !self.has_no_draws {
            self.has_no_draws = true;
            return self.next_opening();
        }
        let (plies, tries) = (self.plies, 2 * MAX_TRIES);
        match &self.balance {
            Some((balance, _)) if !was_over => {
                Err(OpeningError::Unfair { plies, margin: balance.margin, tries })
            }
            _ => Err(OpeningError::Over { plies, tries }),
        }
    }

    /// A warning about these openings that matters when players are compared, if any.
    pub(super) fn warning(&self) -> Option<String> {
        let pairs = "every opening is played with both sides, and the score of the pairs is what counts";
        let plies = self.plies;
        if self.has_no_draws {
            return Some(format!(
                "no opening of {} is balanced, as far as could be found out; {pairs}",
                random_plies(plies)
            ));
        }
        let is_known = self.tables.is_some() && self.balance.is_some();
        (self.start.game().has_few_draws() && !is_known).then(|| {
            let how = if plies == 0 { "the start" } else { "almost every opening" };
            let game = self.start.game();
            format!(
                "with best play one side wins {how} of {} ({} random plies are taken from a list of draws); {pairs}",
                game.title(),
                game.opening_plies()
            )
        })
    }

    /// The value of a position in the tables; `None` if openings are not judged.
    fn value(&self, session: &Session) -> Option<Exact> {
        let tables = self.tables.as_ref().filter(|_| self.balance.is_some())?;
        tables.exact(session.position()).ok().flatten()
    }

    /// Random moves from the start; `None` if the game is over before the players begin.
    fn random(&mut self) -> Option<Session> {
        let mut session = Session::game(&*self.start);
        for _ in 0..self.plies {
            let moves = session.position().move_count();
            if moves == 0 {
                return None;
            }
            session.play(MoveId::new(below(&mut self.rng, moves)));
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
            .is_some_and(|line| !line.score.is_decided() && line.score.points().abs() <= balance.margin)
    }
}
