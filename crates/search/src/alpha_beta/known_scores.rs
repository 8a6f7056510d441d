//! Scores that are known without searching a move: steps 2 to 6.

use game::{Keyed, Outcome, Position, Value};

use super::window::{NodeScore, Window};
use super::{Node, Search};
use crate::evaluator::DRAW_SCALE;
use crate::{Bound, Entry, Evaluator, MoveOrdering, RawScore, StaticEval};

/// The score of a table win that the no-progress rule might stop, less its plies: above any
/// material.
pub(super) const UNREACHABLE_WIN: i32 = 20_000;

impl<P: Position + Keyed, E: Evaluator<P> + MoveOrdering<P>> Search<'_, P, E> {
    /// Step 2. Draw by repetition or without progress.
    ///
    /// The first repetition since the last irreversible move counts: who can repeat once can do so
    /// again. Both draws hold on this path only, so they are never stored.
    pub(super) fn step2_repetition(&mut self, node: &Node<P>) -> Option<NodeScore> {
        if node.ply == 0 {
            return None;
        }
        let is_draw = self.path.has_repeated(node.key)
            || self.plies_until_no_progress_draw() == Some(0) && node.pos.outcome().is_none();
        is_draw.then(|| NodeScore { by_repetition: true, ..NodeScore::path_independent(self.draw(node)) })
    }

    /// Step 3. Tablebase probe (Ströhlein 1970, Thompson 1986).
    ///
    /// A win that comes after the game's ply cap is a draw. Where the no-progress rule might come
    /// first, the winner gets [`UNREACHABLE_WIN`] − plies, an estimate above all material, on this
    /// path only. Not at the root, where a move is wanted.
    pub(super) fn step3_tablebase_probe(&mut self, node: &Node<P>) -> Option<NodeScore> {
        if node.ply == 0 {
            return None;
        }
        let score = RawScore::from(self.evaluator.exact(node.pos)?);
        let Some(plies) = score.distance() else {
            debug_assert_eq!(score, RawScore::DRAW, "an exact score is a win, a loss or a draw");
            return Some(NodeScore::path_independent(self.draw(node)));
        };
        if node.pos.plies_left().is_some_and(|left| plies > left) {
            return Some(NodeScore { by_cap: true, ..NodeScore::path_independent(self.draw(node)) });
        }
        if self.plies_until_no_progress_draw().is_some_and(|left| plies > left) {
            let points = UNREACHABLE_WIN - plies as i32;
            let score = RawScore::estimate(if score.is_win() { points } else { -points });
            return Some(NodeScore { by_repetition: true, ..NodeScore::path_independent(score) });
        }
        Some(NodeScore::path_independent(score))
    }

    /// How many plies may still go by without an irreversible move before the game is drawn.
    fn plies_until_no_progress_draw(&self) -> Option<u32> {
        Some(self.options.no_progress_limit?.saturating_sub(self.path.reversible_plies()))
    }

    /// Step 4. Transposition table cutoff (Greenblatt 1967), in null windows.
    ///
    /// Condition: entry depth ≥ depth or the entry is decided, and its bound is exact, lower and ≥
    /// beta, or upper and ≤ alpha. A decided score counts only if its distance is within the game's
    /// ply cap, which is not part of the key.
    pub(super) fn step4_transposition_cutoff(
        &mut self,
        node: &Node<P>,
        tt_entry: Option<Entry>,
    ) -> Option<NodeScore> {
        let entry = tt_entry.filter(|_| self.options.table)?;
        let left = node.pos.plies_left();
        let in_time = entry.score.distance().is_none_or(|plies| left.is_none_or(|left| plies <= left));
        let deep_enough = i32::from(entry.depth) >= node.depth || entry.score.is_decided();
        if node.ply == 0 || !node.window.is_null() || !deep_enough || !in_time {
            return None;
        }
        let Window { alpha, beta } = node.window;
        let is_enough = match entry.bound {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => entry.score >= beta,
            Bound::Upper => entry.score <= alpha,
        };
        is_enough.then_some(NodeScore::path_independent(entry.score))
    }

    /// Step 5. Generates the moves; a finished game has its score.
    pub(super) fn step5_game_over(&mut self, node: &Node<P>) -> Option<NodeScore> {
        let outcome = node.pos.legal_moves(&mut self.move_lists[node.ply]);
        debug_assert!(
            outcome.is_some() || !self.move_lists[node.ply].is_empty(),
            "a game that is not over has a legal move"
        );
        Some(self.game_over_score(node, outcome?))
    }

    /// The score of a finished game. A draw by the ply cap is one on this path only.
    pub(super) fn game_over_score(&self, node: &Node<P>, outcome: Outcome) -> NodeScore {
        match outcome.for_player(node.pos.turn()) {
            Value::Win => NodeScore::path_independent(RawScore::win_in(0)),
            Value::Loss => NodeScore::path_independent(RawScore::loss_in(0)),
            Value::Draw => {
                debug_assert_eq!(outcome, Outcome::Draw);
                NodeScore {
                    by_cap: node.pos.plies_left() == Some(0),
                    ..NodeScore::path_independent(self.draw(node))
                }
            }
        }
    }

    /// Step 6. Mate distance pruning: fail high if alpha ≥ win in 1, fail low if beta ≤ loss in 2.
    ///
    /// Sound: no win is faster than the next move, and no loss faster than the reply to it.
    pub(super) fn step6_mate_distance_pruning(&self, node: &Node<P>) -> Option<NodeScore> {
        let (fastest_win, fastest_loss) = (RawScore::win_in(1), RawScore::loss_in(2));
        if node.ply == 0 {
            None
        } else if node.window.alpha >= fastest_win {
            Some(NodeScore::path_independent(fastest_win))
        } else if node.window.beta <= fastest_loss {
            Some(NodeScore::path_independent(fastest_loss))
        } else {
            None
        }
    }

    /// The score of a draw: contempt makes it less than 0 for the side to move at the root.
    fn draw(&self, node: &Node<P>) -> RawScore {
        RawScore::DRAW.plus(self.contempt(node))
    }

    /// The static evaluation, corrected by history, with contempt for as much of it as the
    /// evaluator holds to be drawn.
    pub(super) fn estimate(&mut self, node: &Node<P>) -> RawScore {
        let StaticEval { points, drawn } = self.evaluator.evaluate(node.pos, node.ply, &mut self.scratch);
        debug_assert!((0..=DRAW_SCALE).contains(&drawn), "{drawn} parts of {DRAW_SCALE}");
        let correction = match self.options.params.correction_percent {
            0 => 0,
            percent => self.history_tables.correction(&self.context(node)) * percent / 100,
        };
        RawScore::estimate(points + correction).plus(self.contempt(node) * drawn / DRAW_SCALE)
    }

    fn contempt(&self, node: &Node<P>) -> i32 {
        let ours = self.root_turn == Some(node.pos.turn());
        if ours { -self.options.contempt } else { self.options.contempt }
    }
}
