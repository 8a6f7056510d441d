//! The tables of the file.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

/// The number of the shape below, kept in the file.
const VERSION: i32 = 1;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS games (
    number    INTEGER PRIMARY KEY AUTOINCREMENT,
    id        TEXT NOT NULL UNIQUE,
    game      TEXT NOT NULL,
    start     TEXT NOT NULL,
    seats     TEXT NOT NULL,
    names     TEXT NOT NULL,
    seconds   INTEGER,
    increment INTEGER,
    started   INTEGER NOT NULL,
    changed   INTEGER NOT NULL,
    plies     INTEGER NOT NULL,
    result    TEXT NOT NULL,
    reason    TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS moves (
    game     TEXT NOT NULL REFERENCES games (id),
    ply      INTEGER NOT NULL,
    text     TEXT NOT NULL,
    left_one INTEGER,
    left_two INTEGER,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
";

/// Opens the file, or begins it. A file of a later version is refused rather than guessed at.
pub(super) fn open(path: &Path) -> Result<Connection, String> {
    let connection = Connection::open(path).map_err(|error| error.to_string())?;
    prepare(&connection).map_err(|error| error.to_string())?;
    let version: i32 = connection
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .map_err(|error| error.to_string())?;
    match version {
        0 => begin(&connection).map_err(|error| error.to_string())?,
        VERSION => (),
        later => return Err(format!("the file has version {later} and this program knows {VERSION}")),
    }
    Ok(connection)
}

/// Every commit is on the disk before it is answered.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)
}

fn begin(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(TABLES)?;
    connection.pragma_update(None, "user_version", VERSION)
}
