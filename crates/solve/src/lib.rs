//! Exact values of positions: win, loss or draw, the number of plies, and a proof that can be
//! checked independently.
//!
//! ```
//! use std::sync::Arc;
//!
//! use checkers::Checkers;
//! use game::Notation;
//! use solve::{Exact, Limits, NoOracle, Solver};
//!
//! let pos = Checkers::read("W:W31:B18")?;
//! let mut solver = Solver::new(1 << 24, Arc::new(NoOracle));
//! assert_eq!(solver.solve(&pos, &Limits::none(), &mut |_| ()).value, Some(Exact::Win(3)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything is based on one question: can this player force a win within N plies? Because plies
//! are counted, repetitions need no special care, and an answer holds whatever moves led to the
//! position. `bounded_search` answers it exhaustively, `proof_number` by best-first search; both
//! share one table of bounds. Draws are proven by `state_space`, which enumerates every position
//! that can still arise.

mod bounded_search;
mod bounds;
mod check;
mod claim;
mod limits;
mod line;
mod oracle;
mod proof_number;
mod prove;
mod reference_prover;
mod solver;
mod state_space;
mod table;

pub use bounds::Bounds;
pub use check::{Checked, Header, PROOF_MARK, ProofError, check, header};
pub use game::Exact;
pub use limits::{LimitReached, Limits, Stopped};
pub use line::after;
pub use oracle::{NoOracle, Oracle};
pub use prove::{Proof, Unproven};
pub use reference_prover::{NodeLimitReached, ReferenceProver};
pub use solver::{Answer, Progress, Solver};
