//! The engine as a player.

use std::time::{Duration, Instant};

use engine::protocol::Go;
use engine::{AnyGame, Control, Level, Machine, Session, Strength, ThinkerOptions, WeightsError};

use super::{Answer, Choice, NoMove, Player};
use crate::record::VerdictKind;

/// The engine, at a level.
pub struct MachinePlayer(Machine);

impl MachinePlayer {
    /// The engine for one game. The deliberate errors of its level depend on the seed.
    ///
    /// # Errors
    /// Fails if the weights are not weights of this game.
    pub fn new(
        game: &dyn AnyGame,
        level: Level,
        strength: Strength,
        seed: u64,
        options: &ThinkerOptions,
    ) -> Result<MachinePlayer, WeightsError> {
        /// A game must not wait until a table of gigabytes is in memory.
        const TO_PREPARE: Duration = Duration::from_secs(1);
        let machine = Machine::with_strength(game, level, strength, seed, options)?;
        machine.prepare(TO_PREPARE);
        Ok(MachinePlayer(machine))
    }
}

impl Player for MachinePlayer {
    fn answer(&mut self, session: &Session, go: &Go, control: &Control) -> Answer {
        let silent = |what: String| NoMove::new(VerdictKind::Silent, what);
        // No overhead: it searches in this process.
        let limits = go.limits(session.position().turn(), Instant::now(), Duration::ZERO);
        let limits = limits.map_err(|missing| silent(missing.to_string()))?;
        let thought = self.0.choose(session, &limits, control, &mut |_| {});
        let line = thought.lines.first();
        let choice = line.map(|line| Choice { score: Some(line.score), ..Choice::from(line.mv) });
        choice.ok_or_else(|| silent("the search found no move".to_string()))
    }
}
