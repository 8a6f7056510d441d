//! An analysis: a question, and how far its answer is.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

use engine::{AnyTables, Catalogue, GameRef, Session, TablesAt, TablesChoice, Thought};
use tokio::sync::watch;

use super::Shared;
use crate::client::Client;
use crate::shares::Share;

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
pub(crate) struct Question {
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
    // Dropped before the claim: a thread that is told to stop must not find a listener and put the study back.
    progress: watch::Receiver<Progress>,
    /// Whether the last news was heard.
    is_over: bool,
    _claim: Claim,
}

/// A study's right to be thought about.
struct Claim {
    topic: u64,
    shared: Arc<Shared>,
    _share: Share,
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

impl Drop for Claim {
    fn drop(&mut self) {
        self.shared.drop_analysis(self.topic);
    }
}

/// An analysis as the threads see it.
pub(super) struct Job {
    pub(super) topic: u64,
    pub(super) client: Client,
    pub(super) question: Question,
    /// How much of its time is used.
    pub(super) spent: Duration,
    /// How long its next turn is while others wait.
    pub(super) slice: Duration,
    pub(super) progress: watch::Sender<Progress>,
}

const FIRST_SLICE: Duration = Duration::from_millis(300);
const LONGEST_SLICE: Duration = Duration::from_secs(5);

impl Job {
    pub(super) fn wait(&self, ahead: usize) {
        self.progress.send_if_modified(|progress| {
            let changed = progress.ahead != Some(ahead);
            progress.ahead = Some(ahead);
            changed
        });
    }

    /// Its turn is over, and another will come.
    pub(super) fn lengthen(&mut self) {
        self.slice = (self.slice * 2).min(LONGEST_SLICE);
    }
}

pub(super) fn begin(
    client: Client,
    question: Question,
    shared: &Arc<Shared>,
    share: Share,
) -> (Job, Analysis) {
    static TOPICS: AtomicU64 = AtomicU64::new(0);
    let topic = TOPICS.fetch_add(1, Ordering::Relaxed);
    let (sender, receiver) = watch::channel(Progress::default());
    let job = Job { topic, client, question, spent: Duration::ZERO, slice: FIRST_SLICE, progress: sender };
    let claim = Claim { topic, shared: Arc::clone(shared), _share: share };
    (job, Analysis { progress: receiver, is_over: false, _claim: claim })
}
