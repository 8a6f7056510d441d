//! Constructs the proof of a value.

use std::fmt::Write as _;
use std::io;
use std::mem::size_of;

use game::{Game, Position};
use rustc_hash::FxHashMap;

use crate::bounded_search::WinWithin;
use crate::claim::{Claim, Kind, on_one_line};
use crate::limits::{Budget, Limits, Stopped};
use crate::{Exact, Solver};

/// A claim and, if one move is enough, the move that proves it.
type Shown<G> = (Claim, Option<<G as Position>::Move>);

/// Why there is no proof of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unproven {
    /// The limits were reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It does not fit into the allowed memory.
    #[error("the proof has more than {claims} claims, and there is no memory for more")]
    TooLarge {
        /// The number of claims so far.
        claims: usize,
    },
}

/// The complete proof of a value: claims about positions, each of which follows from others.
pub struct Proof<G: Game> {
    root: G,
    value: Exact,
    claims: FxHashMap<(G, Kind), Shown<G>>,
    /// The claims in the order in which they were added.
    order: Vec<(G, Kind)>,
}

impl<G: Game> Solver<G> {
    /// Proves a value that this solver found, with at most about `bytes` bytes for the claims.
    ///
    /// # Errors
    /// Fails if the limits are reached or the memory is used up.
    pub fn prove(
        &mut self,
        pos: &G,
        value: Exact,
        bytes: usize,
        limits: &Limits,
    ) -> Result<Proof<G>, Unproven> {
        let mut budget = Budget::new(limits);
        let mut proof = Proof { root: pos.clone(), value, claims: FxHashMap::default(), order: Vec::new() };
        let mut open: Vec<(G, Claim)> = Vec::new();
        for claim in Claim::of_value(value) {
            open.push((pos.clone(), claim));
            while let Some((pos, claim)) = open.pop() {
                budget.tick()?;
                self.justify(&pos, claim, &mut proof, &mut open, &mut budget)?;
                if proof.bytes() + open.capacity() * size_of::<(G, Claim)>() > bytes {
                    return Err(Unproven::TooLarge { claims: proof.len() });
                }
            }
        }
        Ok(proof)
    }

    /// Adds a claim to a proof, and the claims that it depends on to `open`.
    fn justify(
        &mut self,
        pos: &G,
        claim: Claim,
        proof: &mut Proof<G>,
        open: &mut Vec<(G, Claim)>,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let place = (pos.clone(), claim.kind);
        if let Some((known, _)) = proof.claims.get(&place) {
            if known.covers(claim) {
                return Ok(());
            }
        } else {
            proof.order.push(place.clone());
        }
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        if claim.plies == Some(0) {
            moves.clear();
        }
        if claim.kind.needs_one_move() && !moves.is_empty() {
            let best = usize::from(self.bounded_search.best(pos.key()));
            if best < moves.len() {
                moves.swap(0, best);
            }
            let mut good = None;
            for &mv in &moves {
                if self.is_true_after(pos, claim, &pos.play_unchecked(mv), budget)? {
                    good = Some(mv);
                    break;
                }
            }
            moves = vec![good.ok_or(Stopped)?];
        }
        let mv = moves.first().copied().filter(|_| claim.kind.needs_one_move());
        debug_assert!(
            mv.is_some() || moves.is_empty() || !claim.kind.needs_one_move(),
            "a claim that needs a move has one"
        );
        proof.claims.insert(place, (claim, mv));
        for &mv in &moves {
            let next = pos.play_unchecked(mv);
            let needed = claim.after_a_move(next.turn() == pos.turn());
            open.extend(needed.map(|claim| (next, claim)));
        }
        Ok(())
    }

    /// Whether the claim that `claim` depends on holds after a move.
    fn is_true_after(
        &mut self,
        pos: &G,
        claim: Claim,
        next: &G,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let mover = pos.turn();
        match (claim.kind, claim.plies) {
            (Kind::Wins, Some(plies)) => {
                self.ask(next, WinWithin { attacker: mover, plies: plies.saturating_sub(1) }, budget)
            }
            (_, Some(plies)) => {
                let goal = WinWithin { attacker: mover.other(), plies: plies.saturating_sub(1) };
                Ok(!self.ask(next, goal, budget)?)
            }
            (_, None) => Ok(!self.is_lost(next, mover, budget)?),
        }
    }
}

impl<G: Game> Proof<G> {
    /// The number of claims.
    #[must_use]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// The memory in use.
    fn bytes(&self) -> usize {
        // A full collection is copied into one of twice the size.
        let map = self.claims.capacity() * (size_of::<((G, Kind), Shown<G>)>() + 1) * 8 / 7 * 3 / 2;
        map + self.order.capacity() * size_of::<(G, Kind)>() * 3 / 2
    }

    /// Whether there are no claims, which never happens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Writes the proof as text.
    ///
    /// # Errors
    /// Fails if `out` cannot be written to.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "{}", crate::PROOF_MARK)?;
        writeln!(out, "game {}", G::NAME)?;
        writeln!(out, "position {}", on_one_line(&self.root.write()))?;
        writeln!(out, "value {}", self.value)?;
        let mut line = String::new();
        for (pos, kind) in &self.order {
            let Some((claim, mv)) = self.claims.get(&(pos.clone(), *kind)) else { continue };
            line.clear();
            let mv = mv.map_or_else(|| "-".to_string(), |mv| on_one_line(&pos.write_move(mv)));
            let _ = write!(line, "{claim}\t{mv}\t{}", on_one_line(&pos.write()));
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}
