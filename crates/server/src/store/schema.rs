//! The database schema.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

/// The version of the schema, stored in the file.
const VERSION: i32 = 2;

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

/// The changes from version 1 to 2: the client that started a game, and the digest of the token
/// that deletes it.
const SECOND_VERSION: &str = "
ALTER TABLE games ADD COLUMN client TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN owner TEXT NOT NULL DEFAULT '';
CREATE INDEX games_of_client ON games (client);
CREATE INDEX games_by_change ON games (changed);
";

/// Opens the file, and creates it if necessary. A file of a later version is rejected.
pub(super) fn open(path: &Path) -> Result<Connection, String> {
    let connection = Connection::open(path).map_err(|error| error.to_string())?;
    prepare(&connection).map_err(|error| error.to_string())?;
    let version: i32 = connection
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .map_err(|error| error.to_string())?;
    match version {
        0 => bring(&connection, &[TABLES, SECOND_VERSION]).map_err(|error| error.to_string())?,
        1 => bring(&connection, &[SECOND_VERSION]).map_err(|error| error.to_string())?,
        VERSION => (),
        later => return Err(format!("the file has version {later} and this program knows {VERSION}")),
    }
    Ok(connection)
}

/// Makes every commit durable before it returns.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)
}

/// Migrates the file to the last version, in one transaction.
fn bring(connection: &Connection, steps: &[&str]) -> rusqlite::Result<()> {
    let steps = steps.concat();
    connection.execute_batch(&format!("BEGIN; {steps} PRAGMA user_version = {VERSION}; COMMIT;"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_the_first_version_is_brought_up() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let old = Connection::open(&path).unwrap();
        old.execute_batch(TABLES).unwrap();
        old.execute_batch(
            "INSERT INTO games VALUES (1, 'a', 'raichu', '', '[]', '[]', NULL, NULL, 0, 0, 0, '*', '');
             PRAGMA user_version = 1;",
        )
        .unwrap();
        drop(old);
        for _ in 0..2 {
            let opened = open(&path).unwrap();
            let game = |row: &rusqlite::Row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
            let game = opened.query_row("SELECT client, owner FROM games WHERE id = 'a'", [], game);
            assert_eq!(game.unwrap(), (String::new(), String::new()));
        }
    }
}
