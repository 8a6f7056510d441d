//! A player of random moves.

use engine::protocol::Go;
use engine::{Control, MoveId, Session};
use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use super::{Answer, NoMove, Player};
use crate::record::VerdictKind;

/// Plays legal moves with equal probability.
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
        let moves = session.position().move_count();
        if moves == 0 {
            return Err(NoMove::new(VerdictKind::Silent, "there is no legal move"));
        }
        Ok(MoveId::new(below(&mut self.0, moves)).into())
    }
}
