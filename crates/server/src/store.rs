//! The game store: an SQLite database, written by one thread with group commit.
//!
//! A change is acknowledged only when it is on disk, so that no end of the program loses it.
//! Readers have their own connection and never wait for the writer.

mod private;
mod schema;
mod writer;

use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use engine::{ByPlayer, Outcome, Record, read_result};
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use tokio::sync::oneshot;

use crate::client::Client;
use crate::problem::Problem;

/// The database file in the data directory.
const FILE: &str = "games.sqlite";
const LOCK: &str = "games.lock";

/// Why the store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The directory or the file cannot be used.
    #[error("cannot keep games in {folder}: {reason}")]
    Unusable {
        /// The directory.
        folder: String,
        /// The reason.
        reason: String,
    },
    /// Another server uses the directory.
    #[error("another server keeps its games in {folder}: stop it, or name another folder with --data")]
    Taken {
        /// The directory.
        folder: String,
    },
}

/// A stored game: its record, and the server's own data about it.
#[derive(Clone, Debug)]
pub(crate) struct StoredGame {
    pub(crate) id: String,
    pub(crate) record: Record,
    /// Both seats, as JSON.
    pub(crate) seats: String,
    /// Seconds and increment.
    pub(crate) clock: Option<(u32, u32)>,
    /// Milliseconds since 1970.
    pub(crate) started: i64,
    /// The client that started it, for the limits of one address.
    pub(crate) client: String,
    /// The digest of the token that deletes it; empty if only players can.
    pub(crate) owner: String,
    /// The time left on both clocks after each move, in milliseconds; empty for an imported game.
    pub(crate) left: Vec<(i64, i64)>,
}

/// A row of the list of games.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) number: i64,
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) start: String,
    pub(crate) names: String,
    pub(crate) plies: u32,
    pub(crate) result: String,
    pub(crate) reason: String,
    pub(crate) started: i64,
    pub(crate) changed: i64,
}

/// Which games are listed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selected {
    /// Only games with a smaller number.
    pub(crate) before: Option<i64>,
    pub(crate) limit: u32,
    /// Only these games.
    pub(crate) ids: Option<Vec<String>>,
    /// Only games of this name.
    pub(crate) game: Option<String>,
    /// Only finished games, or only unfinished ones.
    pub(crate) finished: Option<bool>,
}

/// A change to the store.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// A game is started.
    Begin(Box<StoredGame>),
    /// A move is played; the first move is number 0.
    Move { id: String, ply: usize, text: String, left: Option<(i64, i64)> },
    /// Moves are taken back until `plies` are left.
    TakeBack { id: String, plies: usize },
    /// The result, or that there is none yet.
    Result { id: String, outcome: Option<Outcome>, reason: String },
    /// A game is deleted.
    Delete { id: String },
    /// The seats have changed.
    Seats { id: String, seats: String, names: ByPlayer<String> },
}

/// A request to the writer, answered when the changes are on disk.
struct Order {
    changes: Vec<Change>,
    done: oneshot::Sender<Result<(), String>>,
}

/// The store.
pub(crate) struct Store {
    orders: std::sync::mpsc::SyncSender<Order>,
    reader: Arc<Mutex<Connection>>,
    /// Held while the store is open.
    _lock: File,
}

/// At most this many orders may be queued. Beyond that, a write fails with 429.
const ORDERS: usize = 4096;

impl Store {
    /// Opens the store in a directory, and creates it if necessary.
    pub(crate) fn open(folder: &Path) -> Result<Store, StoreError> {
        let unusable = |reason: String| StoreError::Unusable { folder: folder.display().to_string(), reason };
        private::open_folder(folder).map_err(|error| unusable(error.to_string()))?;
        let lock = private::open_file(&folder.join(LOCK)).map_err(|error| unusable(error.to_string()))?;
        if let Err(error) = lock.try_lock() {
            return Err(match error {
                std::fs::TryLockError::WouldBlock => {
                    StoreError::Taken { folder: folder.display().to_string() }
                }
                std::fs::TryLockError::Error(error) => unusable(error.to_string()),
            });
        }
        let path = folder.join(FILE);
        make_private(folder).map_err(|error| unusable(error.to_string()))?;
        let writer = schema::open(&path).map_err(&unusable)?;
        let reader = schema::open(&path).map_err(&unusable)?;
        let (orders, receiver) = std::sync::mpsc::sync_channel(ORDERS);
        std::thread::spawn(move || writer::run(writer, &receiver));
        Ok(Store { orders, reader: Arc::new(Mutex::new(reader)), _lock: lock })
    }

    /// Writes changes, all or none, and waits until they are on disk.
    pub(crate) async fn write(&self, changes: Vec<Change>) -> Result<(), Problem> {
        if changes.is_empty() {
            return Ok(());
        }
        let broken = |why: String| Problem::Internal(format!("the game cannot be stored: {why}"));
        let (done, answer) = oneshot::channel();
        let order = Order { changes, done };
        self.orders.try_send(order).map_err(|error| match error {
            std::sync::mpsc::TrySendError::Full(_) => Problem::Busy("too many moves at once".to_string()),
            std::sync::mpsc::TrySendError::Disconnected(_) => broken("the store is closed".to_string()),
        })?;
        match answer.await {
            Ok(result) => result.map_err(broken),
            Err(_) => Err(broken("the store is closed".to_string())),
        }
    }

    /// A game, if it is stored.
    pub(crate) async fn read(&self, id: &str) -> Result<Option<StoredGame>, Problem> {
        let id = id.to_string();
        self.ask(move |connection| read(connection, &id)).await
    }

    /// Games, newest first. Those without a move are left out, and those in which a machine has begun and nobody has
    /// answered.
    pub(crate) async fn list(&self, selected: Selected) -> Result<Vec<Listed>, Problem> {
        self.ask(move |connection| list(connection, &selected)).await
    }

    /// The number of games that a client has started.
    pub(crate) async fn games_of(&self, client: Client) -> Result<usize, Problem> {
        let client = client.to_string();
        let query = "SELECT COUNT(*) FROM games WHERE client = ?1";
        let count = move |row: &Row| row.get::<_, i64>(0);
        let count = self.ask(move |connection| connection.prepare_cached(query)?.query_row([client], count));
        Ok(count.await?.try_into().unwrap_or(usize::MAX))
    }

    /// The number of bytes in use in the file.
    pub(crate) async fn bytes(&self) -> Result<u64, Problem> {
        let pragma = |connection: &Connection, name: &str| {
            connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0))
        };
        let bytes = self.ask(move |connection| {
            let pages = pragma(connection, "page_count")? - pragma(connection, "freelist_count")?;
            Ok(pages * pragma(connection, "page_size")?)
        });
        Ok(bytes.await?.try_into().unwrap_or(0))
    }

    /// Some games that were last changed before this time.
    pub(crate) async fn unchanged_since(&self, millis: i64) -> Result<Vec<String>, Problem> {
        let query = "SELECT id FROM games WHERE changed < ?1 ORDER BY number LIMIT 100";
        let id = |row: &Row| row.get(0);
        self.ask(move |connection| connection.prepare_cached(query)?.query_map([millis], id)?.collect()).await
    }

    async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Problem> {
        let reader = Arc::clone(&self.reader);
        let asked = tokio::task::spawn_blocking(move || {
            question(&reader.lock().unwrap_or_else(PoisonError::into_inner))
        });
        let broken = |why: String| Problem::Internal(format!("the store cannot be read: {why}"));
        asked.await.map_err(|error| broken(error.to_string()))?.map_err(|error| broken(error.to_string()))
    }
}

/// Revokes other users' access to the files before SQLite opens them.
fn make_private(folder: &Path) -> std::io::Result<()> {
    private::open_file(&folder.join(FILE))?;
    for end in ["-wal", "-shm", "-journal"] {
        private::close_to_others(&folder.join(format!("{FILE}{end}")))?;
    }
    Ok(())
}

fn read(connection: &Connection, id: &str) -> rusqlite::Result<Option<StoredGame>> {
    let game = |row: &Row| {
        let seconds: Option<u32> = row.get(5)?;
        let increment: Option<u32> = row.get(6)?;
        let [one, two] =
            serde_json::from_str(&row.get::<_, String>(4)?).map_err(|error| damaged(4, error))?;
        let result: String = row.get(8)?;
        let no_result = || damaged(8, format!("'{}' is not a result", engine::quoted(&result)));
        Ok(StoredGame {
            id: row.get(0)?,
            record: Record {
                game: row.get(1)?,
                position: row.get(2)?,
                players: ByPlayer { one, two },
                outcome: read_result(&result).ok_or_else(no_result)?,
                reason: row.get(9)?,
                moves: Vec::new(),
                opening: 0,
            },
            seats: row.get(3)?,
            clock: seconds.zip(increment),
            started: row.get(7)?,
            client: row.get(10)?,
            owner: row.get(11)?,
            left: Vec::new(),
        })
    };
    let query = "SELECT id, game, start, seats, names, seconds, increment, started, result, reason,
                        client, owner
                 FROM games WHERE id = ?1";
    let Some(mut kept) = connection.prepare_cached(query)?.query_row([id], game).optional()? else {
        return Ok(None);
    };
    let query = "SELECT text, left_one, left_two FROM moves WHERE game = ?1 ORDER BY ply";
    let mut statement = connection.prepare_cached(query)?;
    let mut rows = statement.query([id])?;
    while let Some(row) = rows.next()? {
        kept.record.moves.push(row.get(0)?);
        let one: Option<i64> = row.get(1)?;
        kept.left.extend(one.zip(row.get(2)?));
    }
    Ok(Some(kept))
}

/// A column contains a text that the server never writes.
fn damaged(column: usize, why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, why.into())
}

fn list(connection: &Connection, selected: &Selected) -> rusqlite::Result<Vec<Listed>> {
    let query = "SELECT number, id, game, start, names, plies, result, reason, started, changed
                 FROM games
                 WHERE number < ?1
                   AND (plies > 1
                        OR plies = 1 AND (json_extract(seats, '$[0].kind') = 'machine')
                                       = (json_extract(seats, '$[1].kind') = 'machine'))
                   AND (?3 IS NULL OR id IN (SELECT value FROM json_each(?3)))
                   AND (?4 IS NULL OR game = ?4)
                   AND (?5 IS NULL OR (result <> '*') = ?5)
                 ORDER BY number DESC LIMIT ?2";
    let Selected { before, limit, ids, game, finished } = selected;
    let ids = ids.as_ref().map(|ids| serde_json::json!(ids).to_string());
    let mut statement = connection.prepare_cached(query)?;
    let line = |row: &Row| {
        Ok(Listed {
            number: row.get(0)?,
            id: row.get(1)?,
            game: row.get(2)?,
            start: row.get(3)?,
            names: row.get(4)?,
            plies: row.get(5)?,
            result: row.get(6)?,
            reason: row.get(7)?,
            started: row.get(8)?,
            changed: row.get(9)?,
        })
    };
    statement.query_map(params![before.unwrap_or(i64::MAX), limit, ids, game, finished], line)?.collect()
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}
