//! A plain alpha-beta player of fixed depth: a yardstick that never changes, and shares no code with the
//! engine's search.

use engine::protocol::Go;
use engine::{Control, Session};
use game::playout::below;
use game::{Player as Colour, Value};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use super::{Answer, NoMove, Player};
use crate::record::VerdictKind;
use crate::reference_eval::ReferenceEval;

/// A win on the spot; more than any position is worth by the reference evaluation.
const WIN: i32 = 1_000_000;
/// How many positions go by between two looks at the control.
const NODES_PER_LOOK: u64 = 4096;

/// Alpha-beta to a fixed depth, captures first, no table, no quiescence. Of moves that seem equally good it plays
/// one at random, a capture where there is one.
pub struct Reference<G> {
    depth: u8,
    rng: ChaCha8Rng,
    search: Search,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: ReferenceEval> Reference<G> {
    /// A player that looks `depth` plies ahead.
    #[must_use]
    pub fn new(depth: u8, seed: u64) -> Reference<G> {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        Reference { depth: depth.max(1), rng, search: Search::default(), game: std::marker::PhantomData }
    }

    /// The best move and what it is worth to the side to move; nothing where the game is over.
    pub fn best(&mut self, pos: &G, control: &Control) -> Option<(G::Move, i32)> {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        for i in (1..moves.len()).rev() {
            moves.swap(i, below(&mut self.rng, i + 1));
        }
        // Stable, so that quiet moves stay shuffled.
        moves.sort_by_key(|&mv| !pos.is_capture(mv));
        let mut best = None;
        let mut alpha = -WIN - 1;
        for mv in moves {
            let after = pos.play_unchecked(mv);
            let worth = -self.search.negamax(&after, self.depth - 1, 1, -WIN - 1, -alpha, control);
            if worth > alpha || best.is_none() {
                alpha = worth;
                best = Some((mv, worth));
            }
        }
        best
    }
}

/// How far a search has come.
#[derive(Default)]
struct Search {
    nodes: u64,
    stopped: bool,
}

impl Search {
    /// What `pos` is worth to its side to move, if that is between `alpha` and `beta`; a bound beyond them otherwise.
    /// A win counts less the later it comes.
    fn negamax<G: ReferenceEval>(
        &mut self,
        pos: &G,
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
            return pos
                .outcome()
                .map_or_else(|| pos.evaluate(), |outcome| worth_of_end(outcome, pos.turn(), ply));
        }
        let mut moves = Vec::new();
        if let Some(outcome) = pos.legal_moves(&mut moves) {
            return worth_of_end(outcome, pos.turn(), ply);
        }
        // Captures first, in place.
        let mut quiet = 0;
        for i in 0..moves.len() {
            if pos.is_capture(moves[i]) {
                moves.swap(i, quiet);
                quiet += 1;
            }
        }
        let mut best = -WIN - 1;
        for mv in moves {
            let after = pos.play_unchecked(mv);
            let worth = -self.negamax(&after, depth - 1, ply + 1, -beta, -alpha, control);
            best = best.max(worth);
            alpha = alpha.max(worth);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

fn worth_of_end(outcome: game::Outcome, turn: Colour, ply: i32) -> i32 {
    match outcome.for_player(turn) {
        Value::Win => WIN - ply,
        Value::Draw => 0,
        Value::Loss => ply - WIN,
    }
}

impl<G: ReferenceEval> Player for Reference<G> {
    fn answer(&mut self, session: &Session, _: &Go, control: &Control) -> Answer {
        let silent = |what: &str| NoMove::new(VerdictKind::Silent, what);
        let pos: &G = session
            .position()
            .as_any()
            .downcast_ref()
            .ok_or_else(|| silent("this player plays another game"))?;
        let (mv, _) = self.best(pos, control).ok_or_else(|| silent("there is no legal move"))?;
        Ok(pos.write_move(mv).into())
    }
}
