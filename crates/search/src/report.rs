//! The options of a search, and its report.

use crate::{Score, SearchParams};

/// The options of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether to prune and reduce; without it the search is full-width.
    pub selective: bool,
    /// Whether the transposition table may cut off; its moves are tried first in any case.
    pub table: bool,
    /// Whether leaves are searched on by quiescence.
    pub quiescence: bool,
    /// The number of root moves to report with their lines (MultiPV).
    pub lines: usize,
    /// Contempt: the points that the side to move at the root would give to avoid a draw.
    pub contempt: i32,
    /// The game is a draw after this many plies without an irreversible move. Plies before the root
    /// count as far as the history goes.
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

/// A root move with its score and principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// The score for the side to move. A win or a loss is proven, and its distance is an upper bound:
    /// the search is selective and may have missed a quicker win.
    pub score: Score,
    /// The moves, the first one first.
    pub moves: Vec<M>,
}

/// What a search has found so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// The depth that is complete.
    pub depth: u8,
    /// Nodes searched.
    pub nodes: u64,
    /// The best lines, best first; empty if the game is over.
    pub lines: Vec<Line<M>>,
}

impl<M> Default for Report<M> {
    fn default() -> Report<M> {
        Report { depth: 0, nodes: 0, lines: Vec::new() }
    }
}
