//! How strong the machine plays.

/// Playing strength: 1 is a child's first opponent, 10 is full strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The settings of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// The node limit; `None` if only time limits the search.
    pub nodes: Option<u64>,
    /// The largest error in the score of a move, in hundredths of the least piece.
    pub error: i32,
    /// The percentage of moves overlooked, on average: the best ones, since beginners miss what an expert sees first.
    pub overlooked: u8,
}

/// The strengths of the levels from 1 on.
pub type Strengths = [Strength; 10];

/// The default.
pub(crate) const USUAL_STRENGTHS: Strengths = strengths(
    [40, 80, 400, 800, 1_600, 4_000, 12_000, 40_000, 120_000],
    [100, 150, 50, 30, 20, 12, 6, 3, 0],
    [60, 25, 0, 0, 0, 0, 0, 0, 0],
);

/// Levels 1 to 9 with these node limits, errors and percentages of overlooked moves; level 10 has no limit and no
/// errors.
#[must_use]
pub const fn strengths(nodes: [u64; 9], errors: [i32; 9], overlooked: [u8; 9]) -> Strengths {
    let mut all = [Strength { nodes: None, error: 0, overlooked: 0 }; 10];
    let mut i = 0;
    while i < 9 {
        all[i] = Strength { nodes: Some(nodes[i]), error: errors[i], overlooked: overlooked[i] };
        i += 1;
    }
    all
}

/// The most memory that a search of `nodes` per move can use in a game. Preparing more for every game would take
/// longer than the searches.
#[must_use]
pub fn table_bytes_for(nodes: u64) -> usize {
    const BYTES_PER_NODE: usize = 256;
    const LEAST: usize = 1 << 20;
    usize::try_from(nodes).unwrap_or(usize::MAX).saturating_mul(BYTES_PER_NODE).max(LEAST)
}

impl Level {
    /// The highest level.
    pub const HIGHEST: Level = Level(10);
    /// From this level on, an immediate win is never overlooked.
    pub(crate) const SEES_WINS: Level = Level(6);

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
