//! Exact values of positions: win, loss or draw, in how many plies, and a proof that anybody can check.
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
//! Everything rests on one question: can this player force a win within so many plies? Because the plies are
//! counted, a game that goes round in circles needs no special care, and every answer is true however the
//! position came about. `bounded_search` answers it by looking, `proof_number` by following the
//! least effort; what they find out they share in one table of bounds. A draw is proven by `state_space`, which
//! looks at everything that can still happen.

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
