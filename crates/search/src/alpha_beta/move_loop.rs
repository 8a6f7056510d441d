//! The moves of a node, in order: steps 10, 14, 18 and 19.

use game::{Keyed, Position};

use super::window::{NodeScore, Window};
use super::{Node, Search};
use crate::history::{Context, History, ScoredMove};
use crate::limits::Stopped;
use crate::smp::MovesInProgress;
use crate::{Bound, Entry, Evaluator, MoveOrdering, RawScore};

/// Moves are deferred from this depth on: below, the other thread is done too soon.
const DEFER_DEPTH: i32 = 3;
/// The order score of a deferred move, which comes after all others.
const DEFERRED: i32 = i32::MIN;

impl<'a, P: Position + Keyed, E: Evaluator<P> + MoveOrdering<P>> Search<'a, P, E> {
    /// Step 10. Move ordering: table move, noisy moves by gain, killers (Huberman 1968),
    /// countermove (Uiterwijk 1992), then history (Schaeffer 1983) and continuation history.
    /// [`pick`](Search::pick) takes them in that order.
    pub(super) fn step10_score_moves(&mut self, node: &Node<P>, tt_entry: Option<Entry>) {
        let best = tt_entry.and_then(|entry| entry.best);
        let view = self.history_tables.view(&self.context(node));
        let (moves, scored_moves) = (&self.move_lists[node.ply], &mut self.scored_moves[node.ply]);
        debug_assert!(best.is_none_or(|best| usize::from(best) < moves.len()), "the table move is legal");
        scored_moves.clear();
        for (place, &mv) in moves.iter().enumerate() {
            let gain = self.evaluator.tactical_gain(node.pos, mv);
            let mut scored = scored_move(self.evaluator, node.pos, place, mv, gain);
            scored.order_score =
                if best == Some(scored.place) { History::table_move() } else { view.order_score(&scored) };
            scored_moves.push(scored);
        }
    }

    /// Orders the noisy moves, or all where captures are compulsory, by what they win.
    pub(super) fn score_noisy(&mut self, node: &Node<P>, forced: bool) {
        node.pos.legal_moves(&mut self.move_lists[node.ply]);
        let (moves, scored_moves) = (&self.move_lists[node.ply], &mut self.scored_moves[node.ply]);
        scored_moves.clear();
        for (place, &mv) in moves.iter().enumerate() {
            let gain = self.evaluator.tactical_gain(node.pos, mv);
            if forced || gain > 0 {
                let scored = scored_move(self.evaluator, node.pos, place, mv, gain);
                scored_moves.push(ScoredMove { order_score: gain, ..scored });
            }
        }
    }

    /// Step 14. The move loop: searches the moves in order to `depth`, skips and reduces late ones,
    /// and stops at the first that fails high.
    ///
    /// At depth ≥ 3, a move after the first that another thread is searching is deferred
    /// (Kerrigan's simplification of ABDADA, Weill 1996): by the time the others are done, the
    /// transposition table has its score. What that brings is in docs/lab.md, "Threads".
    pub(super) fn step14_move_loop(
        &mut self,
        node: &Node<P>,
        static_eval: Option<RawScore>,
        depth: i32,
    ) -> Result<NodeScore, Stopped> {
        let mut best = NodeScore::path_independent(RawScore::LEAST);
        let mut best_place = None;
        let mut window = node.window;
        let mut tried = 0;
        let mut any_by_cap = false;
        let mut next = 0;
        while next < self.scored_moves[node.ply].len() {
            let scored = self.pick(node.ply, next);
            let in_progress = self.move_in_progress(node, scored);
            let is_busy = in_progress.is_some_and(|(moves, identity)| moves.contains(identity));
            if is_busy && tried > 0 && scored.order_score > DEFERRED {
                self.scored_moves[node.ply][next].order_score = DEFERRED;
                continue;
            }
            let i = next;
            next += 1;
            let mv = self.move_lists[node.ply][usize::from(scored.place)];
            if node.ply == 0 && self.excluded_root_moves.contains(&mv) {
                continue;
            }
            if let Some(guess) = self.skipped_move_score(node, static_eval, scored, tried, window.alpha) {
                // A skipped move might be better than a loss, so the node is not called lost.
                best.score = best.score.max(guess);
                continue;
            }
            if let Some((moves, identity)) = in_progress {
                moves.begin(identity);
            }
            let found = self.step18_principal_variation_search(node, mv, scored, depth, window, tried);
            if let Some((moves, identity)) = in_progress {
                moves.end(identity);
            }
            let found = found?;
            tried += 1;
            any_by_cap |= found.by_cap;
            if found.score <= best.score {
                continue;
            }
            best = found;
            if found.score > window.alpha {
                best_place = Some(scored.place);
                window.alpha = found.score;
                self.update_pv(node.ply, mv);
                if node.ply == 0 {
                    self.new_best_root_move(node, found.score);
                }
            }
            if found.score >= window.beta {
                self.reward_cutoff(node, i);
                break;
            }
        }
        if let Some(static_eval) = static_eval.filter(|_| self.options.params.correction_percent > 0) {
            self.learn_correction(node, static_eval, best.score, best_place);
        }
        // With more plies left before the cap, a rejected move might have been the best one.
        best.by_cap |= any_by_cap && best.score < node.window.beta;
        if node.ply > 0 || self.excluded_root_moves.is_empty() {
            self.step19_store(node, best, best_place);
        }
        Ok(best)
    }

    /// The table of moves in progress and the identity of a move in it, if deferring is worth it:
    /// with several threads, and deep enough.
    fn move_in_progress(&self, node: &Node<P>, scored: ScoredMove) -> Option<(&'a MovesInProgress, u64)> {
        let moves = self.moves_in_progress.filter(|_| node.depth >= DEFER_DEPTH)?;
        Some((moves, MovesInProgress::identity(node.key, scored.place)))
    }

    /// One step of selection sort: the best move that was not tried yet, put into place `i`.
    /// Cutoffs come early, so most lists are never sorted whole.
    pub(super) fn pick(&mut self, ply: usize, i: usize) -> ScoredMove {
        let scored_moves = &mut self.scored_moves[ply];
        let mut best = i;
        for j in i + 1..scored_moves.len() {
            if scored_moves[j].order_score > scored_moves[best].order_score {
                best = j;
            }
        }
        scored_moves.swap(i, best);
        debug_assert!(i == 0 || scored_moves[i - 1].order_score >= scored_moves[i].order_score, "best first");
        scored_moves[i]
    }

    /// The move at place `i` caused a cutoff: if it is quiet, it is remembered, and the quiet ones
    /// before it lose history.
    fn reward_cutoff(&mut self, node: &Node<P>, i: usize) {
        let (earlier, rest) = self.scored_moves[node.ply].split_at(i);
        let scored = rest[0];
        if !scored.is_noisy() {
            let at = self.context(node);
            let bonus = self.options.params.history_bonus(node.depth);
            self.history_tables.update(&at, bonus, scored, earlier);
        }
    }

    /// Correction history, as in Stockfish: what the static evaluation was wrong by, where the
    /// bound that was found contradicts it and no noisy move decided. In checkers it won 31 ± 14 Elo
    /// at equal nodes and saves 15 % of the bench's (docs/lab.md, "Experiments").
    fn learn_correction(
        &mut self,
        node: &Node<P>,
        static_eval: RawScore,
        score: RawScore,
        best: Option<u16>,
    ) {
        let contradicts = match best {
            Some(place) => {
                let mut tried = self.scored_moves[node.ply].iter();
                score > static_eval && !tried.any(|scored| scored.place == place && scored.is_noisy())
            }
            None => score < static_eval,
        };
        if contradicts && !score.is_decided() {
            let error = score.points() - static_eval.points();
            self.history_tables.learn_correction(&self.context(node), error, node.depth);
        }
    }

    /// Step 18. Principal variation search (Marsland and Campbell 1982): the first move in the
    /// whole window, the others in a null window, reduced where they are late, and again deeper or
    /// wider where that fails high.
    fn step18_principal_variation_search(
        &mut self,
        node: &Node<P>,
        mv: P::Move,
        scored: ScoredMove,
        depth: i32,
        window: Window,
        tried: usize,
    ) -> Result<NodeScore, Stopped> {
        if tried == 0 {
            return self.search_child(node, mv, scored, depth, window);
        }
        let reduction = self.step17_late_move_reduction(node, scored, tried, depth);
        debug_assert!(reduction == 0 || (1..depth).contains(&reduction), "at least one ply is left");
        let mut found = self.search_child(node, mv, scored, depth - reduction, window.null())?;
        if reduction > 0 && found.score > window.alpha {
            found = self.search_child(node, mv, scored, depth, window.null())?;
        }
        if !window.is_null() && found.score > window.alpha && found.score < window.beta {
            found = self.search_child(node, mv, scored, depth, window)?;
        }
        Ok(found)
    }

    /// Searches the position after a move.
    pub(super) fn search_child(
        &mut self,
        node: &Node<P>,
        mv: P::Move,
        scored: ScoredMove,
        depth: i32,
        window: Window,
    ) -> Result<NodeScore, Stopped> {
        let next = node.pos.play_unchecked(mv);
        let same_turn = next.turn() == node.pos.turn();
        let child = Node {
            pos: &next,
            key: node.pos.key_after(node.key, mv),
            ply: node.ply + 1,
            depth,
            window: window.one_ply_later(same_turn),
            previous_move: Some(scored.history_index),
            may_null_move: true,
        };
        // Now and then, because to compute a key anew takes as long as a node.
        debug_assert!(!self.nodes.is_multiple_of(64) || child.key == next.key(), "the kept key is the key");
        let is_irreversible = self.evaluator.is_irreversible(node.pos, mv);
        let search = |search: &mut Self| search.search(&child);
        let found = self.with_move_pushed(node.key, Some(scored.piece_to), is_irreversible, search)?;
        Ok(found.one_ply_earlier(same_turn))
    }

    /// Acts after a move from the position with this key.
    pub(super) fn with_move_pushed<T>(
        &mut self,
        key: u64,
        piece_to: Option<u32>,
        is_irreversible: bool,
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.path.push(key, piece_to, is_irreversible);
        let result = act(self);
        self.path.pop();
        result
    }

    pub(super) fn context(&self, node: &Node<P>) -> Context {
        Context {
            turn: node.pos.turn(),
            ply: node.ply,
            previous_move: node.previous_move,
            continuation_stack: self.path.last_two(),
        }
    }

    /// The principal variation from this ply on is the move and the child's principal variation.
    pub(super) fn update_pv(&mut self, ply: usize, mv: P::Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        if let Some(rest) = tail.first() {
            head[ply].extend_from_slice(rest);
        }
    }

    /// Step 19. Stores the result in the transposition table: a lower bound if score ≥ beta, an
    /// upper bound if score ≤ alpha, otherwise exact. Of a path-dependent score only the move is
    /// stored.
    pub(super) fn step19_store(&mut self, node: &Node<P>, best: NodeScore, place: Option<u16>) {
        let bound = if best.is_path_dependent() {
            Bound::None
        } else if best.score >= node.window.beta {
            Bound::Lower
        } else if best.score <= node.window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        debug_assert!(best.score.is_possible(), "every move was given a score");
        debug_assert!(
            bound == Bound::None || best.score.is_decided() || !(best.by_repetition || best.by_cap),
            "no path-dependent score is stored"
        );
        let depth = node.depth.clamp(0, 255) as u8;
        self.table.put(node.key, Entry { score: best.score, bound, depth, best: place });
    }
}

/// A move with its features, not yet ordered.
#[inline]
fn scored_move<P: Position, E: MoveOrdering<P>>(
    ordering: &E,
    pos: &P,
    place: usize,
    mv: P::Move,
    gain: i32,
) -> ScoredMove {
    let (history_index, piece_to) = (ordering.history_index(pos, mv), ordering.piece_to(pos, mv));
    debug_assert!(history_index < E::HISTORY_SIZE, "{history_index} of {}", E::HISTORY_SIZE);
    debug_assert!(piece_to < E::PIECE_TO_SIZE, "{piece_to} of {}", E::PIECE_TO_SIZE);
    debug_assert!(place < usize::from(u16::MAX), "the table has 16 bits for a move");
    ScoredMove {
        place: place as u16,
        gain,
        history_index: history_index as u32,
        piece_to: piece_to as u32,
        order_score: 0,
    }
}
