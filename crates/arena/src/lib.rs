//! Matches between players of any game: which is stronger, and how certain that is.
//!
//! A [`Tournament`] plays each opening with both colours, several games at once, and scores them with error bars.
//! Openings come from a list or are random, distinct and judged balanced. A [`Player`] answers with a move, which the
//! [`referee`] checks. If players search a fixed number of nodes, the same seed gives the same games, whatever the
//! concurrency.

#[cfg(target_os = "linux")]
pub mod compliance;
#[cfg(target_os = "linux")]
pub mod grade;
pub mod league;
pub mod referee;
pub mod report;
pub mod sandbox;
pub mod schedule;
pub mod statistics;

mod adjudication;
#[cfg(target_os = "linux")]
mod answer;
mod archive;
mod evidence;
mod fingerprint;
mod game_job;
mod journal;
mod live;
mod machine_error;
mod opening;
mod plan;
mod player;
mod player_options;
mod prepare;
mod record;
mod rehearsal;
mod review;
mod spec;
mod spsa;
mod summary;
mod time_control;
mod tournament;
mod tuning;
mod workers;

pub use adjudication::{Adjudication, Agreement, AgreementError};
pub use archive::{ArchiveError, ArchiveLimits, archive_stem, unpack};
pub use evidence::{Evidence, IllegalBoard, Skipped};
pub use fingerprint::fingerprint;
pub use game_job::{DistributedGames, GameJob, GameJobError, GameSite};
pub use journal::{Journal, JournalError, OpenedJournal};
pub use live::{GameInPlay, GamesInPlay, LIVE_PAGE, LiveGame, LiveMatch, LiveRow, LiveView};
pub use machine_error::MachineError;
pub use opening::{
    Balance, LineError, Opening, OpeningError, OpeningFileError, OpeningSource, Openings, read_openings,
};
pub use plan::{FormatName, Plan, PlanError};
pub use player::{
    Answer, Choice, GRACE, NoMove, Player, greedy::GreedyPlayer, machine::MachinePlayer,
    random::RandomPlayer, reference::ReferenceMatchPlayer,
};
pub use player_options::PlayerOptions;
pub use prepare::{BuildFailure, BuildStep, PrepareError};
pub use record::{GameRecord, Times, Verdict, VerdictKind};
pub use rehearsal::Rehearsal;
pub use review::{GameReview, REVIEW_NODES, ReviewedMove, review_games, review_key};
pub use spec::{InProcessPlayer, PlayerKind, PlayerSpec, ProgramProtocol, SpecError, WeightsSource};
pub use spsa::{Perturbation, Spsa, TunedParam};
pub use summary::{MeetingSummary, MoveTime, Score, Standing, Standings, Summary};
pub use time_control::{Pace, TimeControl, TimeControlError};
pub use tournament::{
    Audit, Event, PlayedShare, RetryPolicy, SaveGame, Share, ShareError, Tournament, TournamentError,
};
pub use tuning::{Tuning, TuningError, TuningScore};
