//! The engine's reference player in a match.

use engine::protocol::Go;
use engine::{AnyGame, Control, ReferencePlayer, Session};

use super::{Answer, NoMove, Player};
use crate::record::VerdictKind;

/// The reference player of a game.
pub struct ReferenceMatchPlayer(Box<dyn ReferencePlayer>);

impl ReferenceMatchPlayer {
    /// The reference player of `game`, at its own depth or another.
    #[must_use]
    pub fn new(game: &dyn AnyGame, depth: Option<u8>, seed: u64) -> ReferenceMatchPlayer {
        ReferenceMatchPlayer(game.reference(depth, seed))
    }
}

impl Player for ReferenceMatchPlayer {
    fn answer(&mut self, session: &Session, _: &Go, control: &Control) -> Answer {
        let best = self.0.best(session.position(), control);
        best.map(Into::into).ok_or_else(|| NoMove::new(VerdictKind::Silent, "there is no legal move"))
    }
}
