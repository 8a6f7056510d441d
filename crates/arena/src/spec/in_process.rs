//! Players that the program which uses this crate provides.

use std::fmt;
use std::sync::Arc;

use crate::player::Player;

/// Makes a player for each game. Two are equal if they are the same one.
#[derive(Clone)]
pub struct InProcessPlayer(Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>);

impl InProcessPlayer {
    /// Players that `make` makes, one for each game.
    pub fn new(make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static) -> InProcessPlayer {
        InProcessPlayer(Arc::new(make))
    }

    pub(super) fn player(&self) -> Box<dyn Player> {
        (self.0)()
    }
}

impl PartialEq for InProcessPlayer {
    fn eq(&self, other: &InProcessPlayer) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for InProcessPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InProcessPlayer")
    }
}
