//! Somebody who plays any legal move.

use engine::protocol::Go;
use engine::{Control, Session};
use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use super::{Answer, NoMove, Player};
use crate::record::VerdictKind;

/// Plays any legal move, each as likely as the others.
pub struct RandomPlayer(ChaCha8Rng);

impl RandomPlayer {
    /// A player whose moves depend on the seed and the game so far.
    #[must_use]
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl Player for RandomPlayer {
    fn answer(&mut self, session: &Session, _: &Go, _: &Control) -> Answer {
        let mut moves = session.position().moves();
        if moves.is_empty() {
            return Err(NoMove::new(VerdictKind::Silent, "there is no legal move"));
        }
        let chosen = below(&mut self.0, moves.len());
        Ok(moves.swap_remove(chosen).text.into())
    }
}
