//! Everything that plays, analyses, solves and records games, for any game: the engine names none.
//!
//! A game is registered by a marker type that implements [`Play`], whose [`entry`] goes into a [`Catalogue`]. Front
//! ends see games and positions without their types, as [`AnyGame`] and [`AnyPosition`]; a move is a [`MoveId`], its
//! place in the list of legal moves, and text is parsed once, where it comes in.

mod assignment;
mod batches;
mod bench;
mod boards;
mod catalogue;
mod clock;
mod defaults;
mod erased;
mod evaluation;
mod fit;
mod game_clock;
mod game_file;
mod how_to;
mod judgement;
mod learning;
mod legal_move;
mod level;
mod perft;
mod picture;
mod play;
mod player;
pub mod protocol;
mod puzzle;
mod record;
mod reference;
mod session;
mod solving;
mod tables;
mod terms;
pub mod testing;
mod think;
mod touches;
mod weights;

pub use assignment::{Assignment, SideChoice};
pub use bench::{BenchOptions, BenchPosition, BenchResult};
pub use boards::{BoardVisitor, Boards};
pub use catalogue::{Catalogue, GameEntry, GameInfo, GameRef, ReadFn, Sizes, StartFn, UnknownGame, entry};
pub use clock::{Control, Limits, Time};
pub use erased::{AnyGame, AnyPosition, InvalidPosition, MoveId, erase, move_id, move_of, read, typed};
pub use fit::{FitOptions, FitProgress, FitReport, Losses, fit_weights};
pub use game_clock::{ClockControl, GameClock, Spent};
pub use game_file::{FiledGame, GameQuery, game_of_form, read_games};
pub use how_to::{Example, HowTo, HowToError, LegendEntry, TourStep, TourVerdict};
pub use judgement::{Judgement, Rated};
pub use learning::{
    Agreement, BlockPlayer, LearnError, Learner, LoadReport, PlayJob, PlayProgress, TrainReport,
};
pub use legal_move::{InvalidMove, LegalMove};
pub use level::{Level, Strength, Strengths, strengths, table_bytes_for};
pub use picture::{PictureOptions, move_arrows, picture};
pub use play::{OpeningSet, Play, terms};
pub use player::Machine;
pub use puzzle::{
    InvalidPuzzle, PuzzleCourse, PuzzleEnding, PuzzleGrade, PuzzleSolution, PuzzleSolver, PuzzleTask,
};
pub use record::{Record, RecordError, ReplayError, read_result, result_word};
pub use reference::ReferencePlayer;
pub use session::{Ending, PlayedMove, Reason, Session};
pub use solving::{
    Bounds, Checked, Exact, ExactSolver, InvalidProof, Solution, SolveLimit, SolveProgress, SolvedMove,
    TypedSolver, check_proof,
};
pub use tables::{AnyTables, BoardError, Contents, Probe, ProbedMove, TableInfo, TablesAt, TablesChoice};
pub use think::{BestLine, Contempt, Thinker, ThinkerOptions, Thought, WeightsChoice};
pub use weights::{ALL_KEPT, PHASES, Tally, Weight, Weights, WeightsError};

pub use cancel::{Cancel, NEVER};
pub use environment::{
    ActionError, ActionForm, ActionTable, Arrays, Autoreset, Batch, BatchError, BatchOptions, Buffers,
    LaneState, Planes, StateError,
};
pub use game::text::{counted, quoted, quoted_up_to, sentence};
pub use game::{
    ByPlayer, Cell, CellId, Diagram, Edge, HouseRules, Label, Outcome, Piece, PlayedGame, Player, Point,
    Shade, SharedGame, SharedMove, Side, Slice, Slide, Style, Symmetry, Tray, Value,
};
pub use learn::{
    EpochLoss, Network, NetworkError, Patterns, Scale, SelfPlayOptions, Shape, Start, TrainOptions,
    TrainProgress,
};
pub use search::{Param, ParamError, Score, SearchParams};
pub use solve::PROOF_MARK;
pub use tablebase::solver::SolveError;
pub use tablebase::{
    Build, BuildError, BuildEvent, Forecast, Group, GroupSolver, Summary, TableError, TableProgress, Verdict,
};
