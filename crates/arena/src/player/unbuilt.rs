//! A program that could not be unpacked or built.

use engine::protocol::Go;
use engine::{Control, Session};

use super::{Answer, NoMove, Player};
use crate::prepare::BuildFailure;
use crate::record::VerdictKind;

/// It has no move, and says why.
pub(crate) struct UnbuiltPlayer(pub(crate) BuildFailure);

impl Player for UnbuiltPlayer {
    fn answer(&mut self, _: &Session, _: &Go, _: &Control) -> Answer {
        let BuildFailure { why, evidence } = self.0.clone();
        Err(NoMove { evidence: Box::new(evidence), ..NoMove::new(VerdictKind::Build, why) })
    }

    /// It would not be built by asking again.
    fn recover(&mut self) -> bool {
        false
    }
}
