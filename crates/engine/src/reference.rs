//! The reference player: plain alpha-beta of fixed depth, a measure that never changes and shares no code with the
//! engine's search.

use game::playout::below;
use game::{Outcome, Player, Position as _, Value};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::clock::Control;
use crate::erased::{AnyPosition, MoveId, move_id, typed};
use crate::play::{Move, Play};

/// A win on the spot; more than any evaluation.
pub(crate) const WIN: i32 = 1_000_000;
/// How many positions go by between two looks at the control.
const NODES_PER_LOOK: u64 = 4096;

/// A reference player of some game.
pub trait ReferencePlayer: Send {
    /// Its move; nothing where the game is over or the position is of another game.
    fn best(&mut self, pos: &dyn AnyPosition, control: &Control) -> Option<MoveId>;
}

/// Alpha-beta to a fixed depth, captures first, no table, no quiescence. Of moves that seem equally good it plays
/// one at random, a capture where there is one.
pub(crate) struct ErasedReference<P> {
    depth: u8,
    rng: ChaCha8Rng,
    search: Search,
    game: std::marker::PhantomData<fn() -> P>,
}

impl<P: Play> ErasedReference<P> {
    /// A player that looks `depth` plies ahead.
    pub(crate) fn new(depth: u8, seed: u64) -> ErasedReference<P> {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        ErasedReference {
            depth: depth.max(1),
            rng,
            search: Search::default(),
            game: std::marker::PhantomData,
        }
    }

    /// The best move and its value for the side to move; nothing where the game is over.
    pub(crate) fn best_move(&mut self, pos: &P::Position, control: &Control) -> Option<(Move<P>, i32)> {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        for i in (1..moves.len()).rev() {
            moves.swap(i, below(&mut self.rng, i + 1));
        }
        // Stable, so that quiet moves stay shuffled.
        moves.sort_by_key(|&mv| !P::is_capture(pos, mv));
        let mut best = None;
        let mut alpha = -WIN - 1;
        for mv in moves {
            let after = pos.play_unchecked(mv);
            let value = -self.search.negamax::<P>(&after, self.depth - 1, 1, -WIN - 1, -alpha, control);
            if value > alpha || best.is_none() {
                alpha = value;
                best = Some((mv, value));
            }
        }
        best
    }
}

impl<P: Play> ReferencePlayer for ErasedReference<P> {
    fn best(&mut self, pos: &dyn AnyPosition, control: &Control) -> Option<MoveId> {
        let pos = typed::<P>(pos)?;
        let (mv, _) = self.best_move(pos, control)?;
        Some(move_id(pos, mv))
    }
}

/// How far a search has come.
#[derive(Default)]
struct Search {
    nodes: u64,
    stopped: bool,
}

impl Search {
    /// The value of `pos` for its side to move, if that is between `alpha` and `beta`; a bound beyond them otherwise.
    /// A win counts less the later it comes.
    fn negamax<P: Play>(
        &mut self,
        pos: &P::Position,
        depth: u8,
        ply: i32,
        mut alpha: i32,
        beta: i32,
        control: &Control,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) {
            self.stopped = control.is_stopped();
        }
        if self.stopped {
            return alpha;
        }
        if depth == 0 {
            return match pos.outcome() {
                Some(outcome) => final_value(outcome, pos.turn(), ply),
                None => P::reference_eval(pos),
            };
        }
        let mut moves = Vec::new();
        if let Some(outcome) = pos.legal_moves(&mut moves) {
            return final_value(outcome, pos.turn(), ply);
        }
        // Captures first, in place.
        let mut quiet = 0;
        for i in 0..moves.len() {
            if P::is_capture(pos, moves[i]) {
                moves.swap(i, quiet);
                quiet += 1;
            }
        }
        let mut best = -WIN - 1;
        for mv in moves {
            let after = pos.play_unchecked(mv);
            let value = -self.negamax::<P>(&after, depth - 1, ply + 1, -beta, -alpha, control);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

fn final_value(outcome: Outcome, turn: Player, ply: i32) -> i32 {
    match outcome.for_player(turn) {
        Value::Win => WIN - ply,
        Value::Draw => 0,
        Value::Loss => ply - WIN,
    }
}
