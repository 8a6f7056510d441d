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

/// The tables of each game, opened once and shared by all.
#[derive(Clone)]
pub(crate) struct TablesByGame(Arc<HashMap<&'static str, TablesOfGame>>);

struct TablesOfGame {
    tables: Arc<dyn AnyTables>,
    fault_is_logged: Once,
}

impl TablesByGame {
    /// Those that are part of the program, and those in a folder.
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

    /// Writes into the log that a table of this game was refused, if one was: once, for whoever looked into it
    /// answers without it and may do so a thousand times a second.
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

/// What is to be found out.
pub(crate) struct AnalysisParams {
    pub(crate) session: Session,
    /// How many of the best moves are wanted.
    pub(crate) lines: usize,
    /// For how long, turns of others not counted.
    pub(crate) time: Duration,
    /// How many plies deep at most.
    pub(crate) depth: Option<u8>,
}

/// How far an analysis is.
#[derive(Clone, Default)]
pub(crate) struct Progress {
    /// The best that was found.
    pub(crate) thought: Option<Arc<Thought>>,
    /// While it waits for its turn, how many are before it.
    pub(crate) ahead: Option<usize>,
    /// Whether nothing more will come.
    pub(crate) is_done: bool,
}

/// An analysis as its owner sees it. Dropped, it ends.
pub(crate) struct Analysis {
    // Dropped before `_cancel_on_drop`: a thread that is told to stop must not find a listener and put the analysis back.
    progress: watch::Receiver<Progress>,
    /// Whether the last news was heard.
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
    /// The next news; nothing where all is said.
    pub(crate) async fn next(&mut self) -> Option<Progress> {
        if self.is_over {
            return None;
        }
        self.progress.changed().await.ok()?;
        let progress = self.progress.borrow_and_update().clone();
        self.is_over = progress.is_done;
        Some(progress)
    }

    /// The last thing that it finds.
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

/// An analysis as the threads see it.
pub(super) struct AnalysisJob {
    pub(super) id: u64,
    pub(super) client: Client,
    pub(super) params: AnalysisParams,
    /// How much of its time is used.
    pub(super) spent: Duration,
    /// How long its next turn is while others wait.
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

    /// Its turn is over, and another will come.
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
