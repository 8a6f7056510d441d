//! What results say about strength: Elo differences with error bars, and when to stop.
//!
//! Games come in pairs, the same opening with both colours, and the two games of a pair are not
//! independent: an opening that favours a side is won once by each player. So errors are computed
//! from the five possible scores of pairs, not from single games.

mod elo;
mod normal;
mod pairs;
mod ratings;
mod sprt;

pub use elo::{elo, expected_score};
pub use normal::{normal_cdf, quantile};
pub use pairs::{Estimate, Pairs};
pub use ratings::{Bout, Rating, Ratings};
pub use sprt::{Decision, Model, Sprt, SprtState};
