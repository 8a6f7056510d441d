//! What is asked of a search, and what it answers.

use crate::{Score, SearchParams};

/// What a search does besides looking at everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether to prune and reduce; without it the search is full-width.
    pub selective: bool,
    /// Whether the transposition table may cut off; its moves are tried first in any case.
    pub table: bool,
    /// Whether leaves are searched on by quiescence.
    pub quiescence: bool,
    /// How many root moves to report with their lines (MultiPV).
    pub lines: usize,
    /// How many points the side to move at the root would give to avoid a draw.
    pub contempt: i32,
    /// The game is a draw after so many plies without an irreversible move. What came before the
    /// root counts as far as the history goes.
    pub no_progress_limit: Option<u32>,
    /// The margins and depths of selective search: those of the game.
    pub params: SearchParams,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            selective: true,
            table: true,
            quiescence: true,
            lines: 1,
            contempt: 0,
            no_progress_limit: None,
            params: SearchParams::DEFAULT,
        }
    }
}

/// A first move with what it is worth and how the game may go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// What it is worth to the side to move. A win or a loss is proven, its distance an upper
    /// bound: the search is selective and may have missed a quicker win.
    pub score: Score,
    /// The moves, the first one first.
    pub moves: Vec<M>,
}

/// What a search has found so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// The depth that is complete.
    pub depth: u8,
    /// How many positions have been looked at.
    pub nodes: u64,
    /// The best lines, best first; none where the game is over.
    pub lines: Vec<Line<M>>,
}

impl<M> Default for Report<M> {
    fn default() -> Report<M> {
        Report { depth: 0, nodes: 0, lines: Vec::new() }
    }
}
