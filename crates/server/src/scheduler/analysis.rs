//! An analysis: its parameters, and its progress.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

use engine::{AnyTables, Catalogue, GameRef, Session, TablesAt, TablesChoice, Thought};
use tokio::sync::watch;

use super::Shared;
use crate::client::Client;
use crate::client_limits::ClientPermit;

/// The tables of each game, opened once and shared.
#[derive(Clone)]
pub(crate) struct TablesByGame(Arc<HashMap<&'static str, TablesOfGame>>);

struct TablesOfGame {
    tables: Arc<dyn AnyTables>,
    fault_is_logged: Once,
}

impl TablesByGame {
    /// The embedded tables, and those in a directory.
    pub(crate) fn at(catalogue: Catalogue, place: &TablesAt) -> TablesByGame {
        let open = |game: GameRef| {
            let tables = game.start().game().tables(place);
            (game.info().name, TablesOfGame { tables, fault_is_logged: Once::new() })
        };
        TablesByGame(Arc::new(catalogue.all().map(open).collect()))
    }

    /// The tables of the game with this name.
    pub(crate) fn of(&self, game: &str) -> Option<&Arc<dyn AnyTables>> {
        self.0.get(game).map(|of_game| &of_game.tables)
    }

    /// Logs a damaged table of this game, if there is one. Once only: the table is ignored, and it
    /// may be probed a thousand times a second.
    pub(crate) fn log_fault(&self, game: &str) {
        if let Some(TablesOfGame { tables, fault_is_logged }) = self.0.get(game)
            && let Some(fault) = tables.fault()
        {
            fault_is_logged.call_once(|| tracing::error!("{fault}; it is not used"));
        }
    }

    pub(crate) fn choice(&self, game: &str) -> TablesChoice {
        self.of(game).map_or(TablesChoice::Embedded, |tables| TablesChoice::These(Arc::clone(tables)))
    }
}

/// What to analyse.
pub(crate) struct AnalysisParams {
    pub(crate) session: Session,
    /// The number of best moves (MultiPV).
    pub(crate) lines: usize,
    /// Search time, without the time spent waiting.
    pub(crate) time: Duration,
    /// The maximum depth in plies.
    pub(crate) depth: Option<u8>,
}

/// The progress of an analysis.
#[derive(Clone, Default)]
pub(crate) struct Progress {
    /// The best result so far.
    pub(crate) thought: Option<Arc<Thought>>,
    /// While it is queued, how many are ahead of it.
    pub(crate) ahead: Option<usize>,
    /// Whether it is finished.
    pub(crate) is_done: bool,
}

/// An analysis as its owner sees it. Dropping it ends the analysis.
pub(crate) struct Analysis {
    // Dropped before `_cancel_on_drop`: a worker that is told to stop must not find a receiver and
    // requeue the job.
    progress: watch::Receiver<Progress>,
    /// Whether the last progress was received.
    is_over: bool,
    _cancel_on_drop: CancelOnDrop,
}

/// Removes the analysis from the scheduler when it is dropped.
struct CancelOnDrop {
    id: u64,
    shared: Arc<Shared>,
    _permit: ClientPermit,
}

impl Analysis {
    /// The next progress; `None` after the last one.
    pub(crate) async fn next(&mut self) -> Option<Progress> {
        if self.is_over {
            return None;
        }
        self.progress.changed().await.ok()?;
        let progress = self.progress.borrow_and_update().clone();
        self.is_over = progress.is_done;
        Some(progress)
    }

    /// The final result.
    pub(crate) async fn outcome(mut self) -> Option<Arc<Thought>> {
        let mut last = None;
        while let Some(progress) = self.next().await {
            last = progress.thought.or(last);
        }
        last
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.shared.drop_analysis(self.id);
    }
}

/// An analysis as the workers see it.
pub(super) struct AnalysisJob {
    pub(super) id: u64,
    pub(super) client: Client,
    pub(super) params: AnalysisParams,
    /// The search time used so far.
    pub(super) spent: Duration,
    /// The length of the next time slice while others wait.
    pub(super) slice: Duration,
    pub(super) progress: watch::Sender<Progress>,
}

const FIRST_SLICE: Duration = Duration::from_millis(300);
const LONGEST_SLICE: Duration = Duration::from_secs(5);

impl AnalysisJob {
    pub(super) fn set_queue_position(&self, ahead: usize) {
        self.progress.send_if_modified(|progress| {
            let changed = progress.ahead != Some(ahead);
            progress.ahead = Some(ahead);
            changed
        });
    }

    /// Doubles the next time slice.
    pub(super) fn lengthen_slice(&mut self) {
        self.slice = (self.slice * 2).min(LONGEST_SLICE);
    }
}

pub(super) fn begin(
    client: Client,
    params: AnalysisParams,
    shared: &Arc<Shared>,
    permit: ClientPermit,
) -> (AnalysisJob, Analysis) {
    static NEXT_ID: AtomicU64 = AtomicU64::new(0);
    let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
    let (sender, receiver) = watch::channel(Progress::default());
    let job = AnalysisJob { id, client, params, spent: Duration::ZERO, slice: FIRST_SLICE, progress: sender };
    let cancel_on_drop = CancelOnDrop { id, shared: Arc::clone(shared), _permit: permit };
    (job, Analysis { progress: receiver, is_over: false, _cancel_on_drop: cancel_on_drop })
}
