//! The machine as a player, at each level.

use std::time::Duration;

use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use search::Score;

use crate::clock::{Control, Limits};
use crate::erased::{AnyGame, MoveId};
use crate::level::{Level, Strength, table_bytes_for};
use crate::session::Session;
use crate::think::{BestLine, Contempt, Thinker, ThinkerOptions, Thought};
use crate::weights::WeightsError;

/// The machine at a level.
pub struct Machine {
    thinker: Box<dyn Thinker>,
    level: Level,
    strength: Strength,
    seed: u64,
}

impl Machine {
    /// A player of `game` with contempt for draws. Its errors depend only on the seed and the position.
    ///
    /// # Errors
    /// Fails if the requested weights are not weights of this game.
    pub fn new(
        game: &dyn AnyGame,
        level: Level,
        seed: u64,
        options: &ThinkerOptions,
    ) -> Result<Machine, WeightsError> {
        Machine::with_strength(game, level, game.strength(level), seed, options)
    }

    /// The same with other errors than those of the level.
    ///
    /// # Errors
    /// Fails if the requested weights are not weights of this game.
    pub fn with_strength(
        game: &dyn AnyGame,
        level: Level,
        strength: Strength,
        seed: u64,
        options: &ThinkerOptions,
    ) -> Result<Machine, WeightsError> {
        let room = strength.nodes.map_or(usize::MAX, table_bytes_for);
        let options = ThinkerOptions {
            contempt: if options.contempt == Contempt::None { Contempt::Usual } else { options.contempt },
            table_bytes: options.table_bytes.min(room),
            ..options.clone()
        };
        Ok(Machine { thinker: game.thinker(&options)?, level, strength, seed })
    }

    /// The move it plays, first in the lines of its thought; `None` if the game is over by its rules.
    pub fn choose(
        &mut self,
        session: &Session,
        limits: &Limits,
        control: &Control,
        observe: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let Strength { nodes, error, overlooked } = self.strength;
        let errs = error > 0 || overlooked > 0;
        let limits = Limits { nodes: [nodes, limits.nodes].into_iter().flatten().min(), ..limits.clone() };
        if session.position().move_count() == 1 {
            // There is nothing to think about.
            let limits = Limits { depth: Some(1), ..limits };
            let mut thought = self.thinker.think(session, 1, &limits, control, observe);
            if thought.lines.is_empty() {
                thought.lines.push(BestLine::unsearched(session.position(), MoveId::new(0)));
            }
            return thought;
        }
        let lines = if errs { usize::MAX } else { 1 };
        let mut thought = self.thinker.think(session, lines, &limits, control, observe);
        if errs {
            self.misjudge(session, &mut thought);
        }
        if thought.lines.is_empty() {
            // Not even one position could be looked at.
            let any = (session.position().move_count() > 0).then(|| MoveId::new(0));
            thought.lines.extend(any.map(|mv| BestLine::unsearched(session.position(), mv)));
        }
        thought
    }

    /// Clears all state, as before a new game.
    pub fn forget(&mut self) {
        self.thinker.forget();
    }

    /// Makes memory real before a clock runs; see [`Thinker::prepare`].
    pub fn prepare(&self, time: Duration) -> bool {
        self.thinker.prepare(time)
    }

    /// Puts the moves into the order in which this level sees them: it misjudges each, and then some of the best do not
    /// come to its mind.
    fn misjudge(&self, session: &Session, thought: &mut Thought) {
        let Strength { error, overlooked, .. } = self.strength;
        let seed = game::mix(self.seed ^ game::mix(session.position().key() ^ session.moves().len() as u64));
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let certain = |line: &BestLine| line.score == Score::Win(1) && self.level >= Level::SEES_WINS;
        let mut seen = |line: &BestLine| {
            // The sum of three has a likely middle and rare ends.
            let wrong: i32 = (0..3).map(|_| below(&mut rng, 2 * error as usize + 1) as i32 - error).sum();
            if certain(line) { i32::MAX } else { line.score.points() + wrong }
        };
        thought.lines.sort_by_cached_key(|line| std::cmp::Reverse(seen(line)));
        let moves = thought.lines.len();
        if overlooked > 0 && moves > 1 && !certain(&thought.lines[0]) {
            let missed = below(&mut rng, 2 * moves * usize::from(overlooked) / 100 + 1);
            thought.lines.rotate_left(missed.min(moves - 1));
        }
    }
}
