//! Proofs that a side wins within N plies against any defence: an exhaustive search that shares no
//! code with the engine, to test it against.

use game::{Keyed, Outcome, Position};

/// The table has 2²¹ entries.
const TABLE_BITS: u32 = 21;

/// Proves wins, and stores what it has proven.
pub struct ReferenceProver<P: Position> {
    table: Vec<ProvenBounds>,
    generation: u32,
    nodes_left: u64,
    /// Buffers, one for each ply.
    lists: Vec<Vec<P::Move>>,
}

/// What is proven about a position with the winner to move.
#[derive(Clone, Copy, Default)]
struct ProvenBounds {
    key: u64,
    generation: u32,
    /// It wins within this many plies; 0 if unknown.
    wins: u8,
    /// It does not win within this many plies.
    fails: u8,
}

/// The search visited as many positions as it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeLimitReached;

impl<P: Position + Keyed> Default for ReferenceProver<P> {
    fn default() -> ReferenceProver<P> {
        ReferenceProver {
            table: vec![ProvenBounds::default(); 1 << TABLE_BITS],
            generation: 1,
            nodes_left: 0,
            lists: Vec::new(),
        }
    }
}

impl<P: Position + Keyed> ReferenceProver<P> {
    /// Clears the table, so that later results do not depend on earlier ones.
    pub fn clear(&mut self) {
        self.generation += 1;
    }

    /// The number of plies in which the side to move wins against the best defence, if at most
    /// `plies`.
    ///
    /// # Errors
    /// Fails if that takes more than `nodes` positions.
    pub fn distance_to_win(
        &mut self,
        pos: &P,
        plies: u8,
        nodes: u64,
    ) -> Result<Option<u8>, NodeLimitReached> {
        self.nodes_left = nodes;
        for n in (1..=plies).step_by(2) {
            if self.wins(pos, n)? {
                return Ok(Some(n));
            }
        }
        Ok(None)
    }

    /// The number of plies in which the side to move loses, if at most `plies`; 0 if it has lost
    /// already.
    ///
    /// # Errors
    /// Fails if that takes more than `nodes` positions.
    pub fn distance_to_loss(
        &mut self,
        pos: &P,
        plies: u8,
        nodes: u64,
    ) -> Result<Option<u8>, NodeLimitReached> {
        self.nodes_left = nodes;
        for n in (0..=plies).step_by(2) {
            if self.loses(pos, n)? {
                return Ok(Some(n));
            }
        }
        Ok(None)
    }

    /// Whether the side to move wins within `n` plies.
    fn wins(&mut self, pos: &P, n: u8) -> Result<bool, NodeLimitReached> {
        let key = pos.key();
        let known = self.known(key);
        if known.wins > 0 && known.wins <= n {
            return Ok(true);
        }
        if known.fails >= n {
            return Ok(false);
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        if let Some(outcome) = pos.legal_moves(&mut moves) {
            self.lists.push(moves);
            return Ok(outcome == Outcome::Win(pos.turn()));
        }
        // Moves with few replies have short proofs.
        moves.sort_by_cached_key(|&mv| pos.play_unchecked(mv).count_moves());
        let mut wins = Ok(false);
        for &mv in &moves {
            wins = self.loses(&pos.play_unchecked(mv), n - 1);
            if wins != Ok(false) {
                break;
            }
        }
        self.lists.push(moves);
        let wins = wins?;
        let known = self.known(key);
        let better = if wins {
            ProvenBounds { wins: n, ..known }
        } else {
            ProvenBounds { fails: known.fails.max(n), ..known }
        };
        let index = self.index(key);
        self.table[index] = better;
        Ok(wins)
    }

    /// Whether the side to move loses within `n` plies.
    fn loses(&mut self, pos: &P, n: u8) -> Result<bool, NodeLimitReached> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(NodeLimitReached)?;
        let mut moves = self.lists.pop().unwrap_or_default();
        let outcome = pos.legal_moves(&mut moves);
        let loses = match outcome {
            Some(outcome) => Ok(outcome == Outcome::Win(pos.turn().other())),
            None if n < 2 => Ok(false),
            None => self.each_reply_loses(pos, &moves, n),
        };
        self.lists.push(moves);
        loses
    }

    fn each_reply_loses(&mut self, pos: &P, moves: &[P::Move], n: u8) -> Result<bool, NodeLimitReached> {
        for &mv in moves {
            if !self.wins(&pos.play_unchecked(mv), n - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn index(&self, key: u64) -> usize {
        (key >> (64 - TABLE_BITS)) as usize
    }

    fn known(&self, key: u64) -> ProvenBounds {
        let known = self.table[self.index(key)];
        let is_ours = known.key == key && known.generation == self.generation;
        if is_ours { known } else { ProvenBounds { key, generation: self.generation, wins: 0, fails: 0 } }
    }
}
