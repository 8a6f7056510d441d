//! Every game behind one face of text and data, so that no front end is generic over games.
//!
//! ```
//! let game = engine::find("checkers")?;
//! let pos = game.start();
//! assert_eq!(pos.moves().len(), 7);
//! assert_eq!(pos.perft(3, 1), 302);
//! let refusal = pos.play("22-22").err().unwrap();
//! assert_eq!(refusal.to_string(), "a move must lead somewhere else than 22");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod bench;
mod clock;
mod eval;
mod exact;
mod picture;
mod player;
pub mod protocol;
pub mod puzzle;
mod raichu_sizes;
mod record;
mod registry;
mod session;
mod tables;
mod think;
mod tune;

pub use any::{AnyPosition, KnownMove, MoveRefused, NamedMove, PositionRefused};
pub use bench::{BenchOptions, BenchPosition, BenchResult, bench_positions};
pub use clock::{Control, Limits, Time};
pub use eval::{Evaluation, Playable, Tally, Weight, Weights, WeightsError, terms};
pub use exact::{
    Bounds, Checked, Exact, ExactSolver, ProofRefused, Solution, SolveLimit, SolveProgress, SolvedMove,
    check_proof,
};
pub use picture::{PictureOptions, picture};
pub use player::{Level, Machine, Strength, Strengths, table_bytes_for};
pub use record::{Record, RecordError, ReplayError, read_result, result_word};
pub use registry::{GameInfo, GameRef, UnknownGame, find, games};
pub use session::{Ending, Reason, Session};
pub use tables::{AnyTables, Contents, Probe, ProbedMove, TableEvent, TableInfo, TablesAt, TablesChoice};
pub use think::{BestLine, Contempt, Thinker, ThinkerOptions, Thought, WeightsChoice, Worth};
pub use tune::{Losses, TuneOptions, TuneProgress, TuneReport, tune};

pub use game::text::{quoted, quoted_up_to};
pub use game::{
    ByPlayer, Cell, Diagram, HouseRules, Label, Outcome, Piece, PlayedGame, Player, Point, Shade, Side,
    Slice, Value,
};
pub use solve::PROOF_MARK;
pub use tablebase::solver::SolveError;
pub use tablebase::{Build, BuildError, Forecast, Group, Summary, TableError, TableProgress, Verdict};
