//! The machine as a player: what it answers in a game, at each level.

use std::time::Duration;

use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::any::AnyPosition;
use crate::clock::{Control, Limits};
use crate::eval::WeightsError;
use crate::session::Session;
use crate::think::{BestLine, Contempt, Thinker, ThinkerOptions, Thought, Worth};

/// How strong a player is: 1 is a child's first opponent, 10 is everything there is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What makes a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// How many positions are looked at; none: as many as there is time for.
    pub nodes: Option<u64>,
    /// By how much a move may be misjudged, in hundredths of the least piece.
    pub error: i32,
}

/// The strengths of the levels from 1 on.
pub type Strengths = [Strength; 10];

/// Those of most games.
pub(crate) const USUAL_STRENGTHS: Strengths = strengths(
    [60, 120, 250, 500, 1_200, 3_000, 9_000, 30_000, 80_000],
    [400, 220, 140, 90, 50, 30, 15, 6, 0],
);

/// Levels with so many nodes and so much error, below the highest, which has neither limit.
pub(crate) const fn strengths(nodes: [u64; 9], errors: [i32; 9]) -> Strengths {
    let mut all = [Strength { nodes: None, error: 0 }; 10];
    let mut i = 0;
    while i < 9 {
        all[i] = Strength { nodes: Some(nodes[i]), error: errors[i] };
        i += 1;
    }
    all
}

/// For a game, a search of so many nodes a move remembers this much at most. To make more ready for every game
/// would take longer than to think.
#[must_use]
pub fn table_bytes_for(nodes: u64) -> usize {
    const BYTES_PER_NODE: usize = 256;
    const LEAST: usize = 1 << 20;
    usize::try_from(nodes).unwrap_or(usize::MAX).saturating_mul(BYTES_PER_NODE).max(LEAST)
}

impl Level {
    /// The highest level.
    pub const HIGHEST: Level = Level(10);
    /// From this level on a win on the spot is never overlooked.
    const SEES_WINS: Level = Level(6);

    /// The level with this number, 1 to 10.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Every level, the lowest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    pub(crate) fn of(self, strengths: &Strengths) -> Strength {
        strengths[usize::from(self.0) - 1]
    }
}

/// The machine at some level.
pub struct Machine {
    thinker: Box<dyn Thinker>,
    level: Level,
    strength: Strength,
    seed: u64,
}

impl Machine {
    /// A player of the game of `pos`, who plays to win and not to draw. What it misjudges depends on the seed and the position alone.
    ///
    /// # Errors
    /// Fails where the weights that are asked for are not weights of this game.
    pub fn new(
        pos: &dyn AnyPosition,
        level: Level,
        seed: u64,
        options: &ThinkerOptions,
    ) -> Result<Machine, WeightsError> {
        let strength = pos.strength(level);
        let room = strength.nodes.map_or(usize::MAX, table_bytes_for);
        let options = ThinkerOptions {
            contempt: if options.contempt == Contempt::None { Contempt::Usual } else { options.contempt },
            table_bytes: options.table_bytes.min(room),
            ..options.clone()
        };
        Ok(Machine { thinker: pos.thinker(&options)?, level, strength, seed })
    }

    /// What it plays, first in the lines of what it thought; nothing where the game is over by its rules.
    pub fn choose(
        &mut self,
        session: &Session,
        limits: &Limits,
        control: &Control,
        observe: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let Strength { nodes, error } = self.strength;
        let limits = Limits { nodes: [nodes, limits.nodes].into_iter().flatten().min(), ..limits.clone() };
        if let [only] = &session.position().moves()[..] {
            // There is nothing to think about.
            let limits = Limits { depth: Some(1), ..limits };
            let mut thought = self.thinker.think(session, 1, &limits, control, observe);
            if thought.lines.is_empty() {
                thought.lines.push(BestLine { worth: Worth::Points(0), moves: vec![only.text.clone()] });
            }
            return thought;
        }
        let lines = if error > 0 { usize::MAX } else { 1 };
        let mut thought = self.thinker.think(session, lines, &limits, control, observe);
        if error > 0 {
            self.misjudge(session, error, &mut thought);
        }
        if thought.lines.is_empty() {
            // Not even one position could be looked at.
            let moves = session.position().moves();
            thought.lines.extend(
                moves.first().map(|mv| BestLine { worth: Worth::Points(0), moves: vec![mv.text.clone()] }),
            );
        }
        thought
    }

    /// Forgets everything, as before a new game.
    pub fn forget(&mut self) {
        self.thinker.forget();
    }

    /// Makes memory real before a clock runs; see [`Thinker::prepare`].
    pub fn prepare(&self, time: Duration) -> bool {
        self.thinker.prepare(time)
    }

    /// Puts the moves into the order in which this level sees them.
    fn misjudge(&self, session: &Session, error: i32, thought: &mut Thought) {
        let seed = game::mix(self.seed ^ game::mix(session.position().key() ^ session.moves().len() as u64));
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut seen = |line: &BestLine| {
            // The sum of three has a likely middle and rare ends.
            let wrong: i32 = (0..3).map(|_| below(&mut rng, 2 * error as usize + 1) as i32 - error).sum();
            let certain = line.worth == Worth::Win(1) && self.level >= Level::SEES_WINS;
            if certain { i32::MAX } else { line.worth.points() + wrong }
        };
        thought.lines.sort_by_cached_key(|line| std::cmp::Reverse(seen(line)));
    }
}
