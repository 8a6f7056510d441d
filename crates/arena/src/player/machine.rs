//! The engine as a player.

use std::time::Duration;

use engine::{AnyPosition, Control, Level, Limits, Machine, Session, ThinkerOptions, WeightsFault};

use super::{Answer, Excuse, Player};
use crate::record::VerdictKind;

/// The engine, at a level and within limits.
pub struct MachinePlayer {
    machine: Machine,
    effort: Effort,
}

/// How hard the engine thinks about each move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// Its level.
    pub level: Level,
    /// How long.
    pub time: Option<Duration>,
    /// How many positions.
    pub nodes: Option<u64>,
    /// How many plies deep.
    pub depth: Option<u8>,
}

impl MachinePlayer {
    /// The engine for one game of the kind of `pos`. What it misjudges on purpose depends on the seed.
    ///
    /// # Errors
    /// Fails where the weights that are asked for are not weights of this game.
    pub fn new(
        pos: &dyn AnyPosition,
        effort: Effort,
        seed: u64,
        options: &ThinkerOptions,
    ) -> Result<MachinePlayer, WeightsFault> {
        let room = effort.nodes.map_or(usize::MAX, engine::table_bytes_for);
        let options = ThinkerOptions { table_bytes: options.table_bytes.min(room), ..options.clone() };
        Ok(MachinePlayer { machine: Machine::new(pos, effort.level, seed, &options)?, effort })
    }
}

impl Player for MachinePlayer {
    fn answer(&mut self, session: &Session, control: &Control) -> Answer {
        let Effort { time, nodes, depth, .. } = self.effort;
        let limits = Limits { nodes, depth, ..time.map_or_else(Limits::none, Limits::time) };
        let thought = self.machine.choose(session, &limits, control, &mut |_| {});
        let silent = || Excuse::new(VerdictKind::Silent, "the search found no move");
        thought.best().map(str::to_string).ok_or_else(silent)
    }
}
