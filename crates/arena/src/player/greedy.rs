//! A beginner: takes what can be taken, and otherwise plays at random.

use engine::protocol::Go;
use engine::{Control, Session};
use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use super::{Answer, NoMove, Player};
use crate::record::VerdictKind;

/// Plays one of the moves that take the most pieces; where none takes any, a random one.
pub struct GreedyPlayer(ChaCha8Rng);

impl GreedyPlayer {
    /// A player whose moves depend on the seed and the game so far.
    #[must_use]
    pub fn new(seed: u64) -> GreedyPlayer {
        GreedyPlayer(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl Player for GreedyPlayer {
    fn answer(&mut self, session: &Session, _: &Go, _: &Control) -> Answer {
        let moves = session.position().moves();
        let most = moves.iter().map(|mv| mv.takes).max();
        let best: Vec<_> = moves.iter().filter(|mv| Some(mv.takes) == most).collect();
        match best.len() {
            0 => Err(NoMove::new(VerdictKind::Silent, "there is no legal move")),
            count => Ok(best[below(&mut self.0, count)].id.into()),
        }
    }
}
