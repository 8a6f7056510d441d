//! The course of the game with best play by both sides.

use game::{Game, History, HouseRules};

use crate::bounded_search::WinWithin;
use crate::bounds::Bounds;
use crate::limits::{Budget, Limits, Stopped};
use crate::{Exact, Solver};

impl<G: Game> Solver<G> {
    /// Whether the move from `pos`, whose value is `before`, to `next` is best play: it delays no
    /// win, hastens no loss, and keeps a draw.
    ///
    /// # Errors
    /// Fails when the limits are reached.
    pub fn keeps(&mut self, before: Exact, pos: &G, next: &G, limits: &Limits) -> Result<bool, Stopped> {
        self.keeps_value(before, pos, next, &mut Budget::new(limits))
    }

    fn keeps_value(
        &mut self,
        before: Exact,
        pos: &G,
        next: &G,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let mover = pos.turn();
        match before {
            Exact::Win(plies) => {
                let goal = WinWithin { attacker: mover, plies: plies.saturating_sub(1) };
                self.ask(next, goal, budget)
            }
            Exact::Loss(plies) => {
                // No move delays the loss; a best move does not hasten it.
                let Some(sooner) = plies.checked_sub(2) else { return Ok(true) };
                let goal = WinWithin { attacker: mover.other(), plies: sooner };
                Ok(!self.ask(next, goal, budget)?)
            }
            Exact::Draw => Ok(!self.is_lost(next, mover, budget)?),
        }
    }

    /// Whether a player has lost in a position that a drawn position leads to.
    pub(crate) fn is_lost(
        &mut self,
        pos: &G,
        player: game::Player,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        match (self.known(pos), pos.plies_left()) {
            (Some(value), _) => {
                let lost = if pos.turn() == player { Exact::Loss(0) } else { Exact::Win(0) };
                Ok(std::mem::discriminant(&value) == std::mem::discriminant(&lost))
            }
            (None, Some(plies)) => self.ask(pos, WinWithin { attacker: player.other(), plies }, budget),
            (None, None) => match self.bounded_search.bounds(pos.key()).exact() {
                Some(value) => Ok(Bounds::exactly(value).is_lost_for(player, pos.turn())),
                None => Err(Stopped),
            },
        }
    }

    /// All best moves in a position with this value.
    ///
    /// # Errors
    /// Fails when the limits are reached.
    pub fn best_moves(&mut self, pos: &G, value: Exact, limits: &Limits) -> Result<Vec<G::Move>, Stopped> {
        let mut budget = Budget::new(limits);
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut best = Vec::new();
        for mv in moves {
            if self.keeps_value(value, pos, &pos.play_unchecked(mv), &mut budget)? {
                best.push(mv);
            }
        }
        Ok(best)
    }

    /// The game from a position with this value to its end, with best play by both sides. A draw
    /// ends with the third occurrence of a position, or with as many as the house rules say.
    ///
    /// # Errors
    /// Fails when the limits are reached.
    pub fn line(&mut self, pos: &G, value: Exact, limits: &Limits) -> Result<Vec<G::Move>, Stopped> {
        const TIMES: u32 = 3;
        let mut budget = Budget::new(limits);
        let repetition = G::HOUSE_RULES.repetition.or(Some(TIMES));
        let rules = HouseRules { repetition, no_progress: None };
        let mut history = History::new(pos.clone());
        let (mut pos, mut value) = (pos.clone(), value);
        let mut line = Vec::new();
        let mut moves = Vec::new();
        while pos.legal_moves(&mut moves).is_none() {
            if history.is_draw(rules) {
                break;
            }
            let decided = usize::from(self.bounded_search.best(pos.key()));
            let mut best = None;
            for &mv in moves.get(decided).into_iter().chain(&moves) {
                let next = pos.play_unchecked(mv);
                if self.keeps_value(value, &pos, &next, &mut budget)? {
                    best = Some((mv, next));
                    break;
                }
            }
            // At least one move keeps a proven value.
            let (mv, next) = best.ok_or(Stopped)?;
            let same_turn = next.turn() == pos.turn();
            value = after(value, same_turn);
            line.push(mv);
            history.push(next.clone(), pos.is_progress(mv));
            pos = next;
        }
        Ok(line)
    }
}

/// The value after one ply of best play.
#[must_use]
pub fn after(value: Exact, same_turn: bool) -> Exact {
    match (value, same_turn) {
        (Exact::Draw, _) => Exact::Draw,
        (Exact::Win(plies), true) | (Exact::Loss(plies), false) => Exact::Win(plies.saturating_sub(1)),
        (Exact::Loss(plies), true) | (Exact::Win(plies), false) => Exact::Loss(plies.saturating_sub(1)),
    }
}
