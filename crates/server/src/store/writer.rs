//! The writer thread.

use std::sync::mpsc::Receiver;

use engine::{ByPlayer, result_word};
use rusqlite::{Connection, Transaction, params};

use super::{Change, Order, StoredGame, now};

/// The maximum number of orders in one commit.
const TOGETHER: usize = 512;

/// Writes orders until the last sender is dropped. Orders that arrive during a commit are committed
/// together (group commit).
pub(super) fn run(mut connection: Connection, orders: &Receiver<Order>) {
    while let Ok(first) = orders.recv() {
        let mut batch = vec![first];
        batch.extend(orders.try_iter().take(TOGETHER - 1));
        match write(&mut connection, &batch) {
            Ok(()) => batch.into_iter().for_each(|order| answer(order, Ok(()))),
            // An order that cannot be written must not fail the others.
            Err(_) => {
                for order in batch {
                    let result = write(&mut connection, std::slice::from_ref(&order));
                    answer(order, result.map_err(|error| error.to_string()));
                }
            }
        }
    }
}

fn answer(order: Order, result: Result<(), String>) {
    // The caller may be gone; the order is written all the same.
    let _ = order.done.send(result);
}

fn write(connection: &mut Connection, orders: &[Order]) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    for change in orders.iter().flat_map(|order| &order.changes) {
        apply(&transaction, change)?;
    }
    transaction.commit()
}

fn apply(to: &Transaction, change: &Change) -> rusqlite::Result<()> {
    match change {
        Change::Begin(game) => {
            insert(to, game)?;
            for (ply, text) in game.record.moves.iter().enumerate() {
                add_move(to, &game.id, ply, text, game.left.get(ply).copied())?;
            }
        }
        Change::Move { id, ply, text, left } => {
            add_move(to, id, *ply, text, *left)?;
            to.prepare_cached("UPDATE games SET plies = ?2, changed = ?3 WHERE id = ?1")?
                .execute(params![id, *ply as i64 + 1, now()])?;
        }
        Change::TakeBack { id, plies } => {
            to.prepare_cached("DELETE FROM moves WHERE game = ?1 AND ply >= ?2")?
                .execute(params![id, *plies as i64])?;
            to.prepare_cached("UPDATE games SET plies = ?2, changed = ?3 WHERE id = ?1")?
                .execute(params![id, *plies as i64, now()])?;
        }
        Change::Result { id, outcome, reason } => {
            to.prepare_cached("UPDATE games SET result = ?2, reason = ?3, changed = ?4 WHERE id = ?1")?
                .execute(params![id, result_word(*outcome), reason, now()])?;
        }
        Change::Delete { id } => {
            to.prepare_cached("DELETE FROM moves WHERE game = ?1")?.execute([id])?;
            to.prepare_cached("DELETE FROM games WHERE id = ?1")?.execute([id])?;
        }
        Change::Seats { id, seats, names } => {
            to.prepare_cached("UPDATE games SET seats = ?2, names = ?3, changed = ?4 WHERE id = ?1")?
                .execute(params![id, seats, names_text(names), now()])?;
        }
    }
    Ok(())
}

fn insert(to: &Transaction, game: &StoredGame) -> rusqlite::Result<()> {
    let (seconds, increment) = game.clock.unzip();
    to.prepare_cached(
        "INSERT INTO games (id, game, start, seats, names, seconds, increment, started, changed, plies, result, reason,
                            client, owner)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?
    .execute(params![
        game.id,
        game.record.game,
        game.record.position,
        game.seats,
        names_text(&game.record.players),
        seconds,
        increment,
        game.started,
        game.record.moves.len() as i64,
        result_word(game.record.outcome),
        game.record.reason,
        game.client,
        game.owner
    ])?;
    Ok(())
}

/// The names of the players as JSON.
fn names_text(names: &ByPlayer<String>) -> String {
    serde_json::json!([names.one, names.two]).to_string()
}

fn add_move(
    to: &Transaction,
    id: &str,
    ply: usize,
    text: &str,
    left: Option<(i64, i64)>,
) -> rusqlite::Result<()> {
    let (one, two) = left.unzip();
    to.prepare_cached("INSERT INTO moves (game, ply, text, left_one, left_two) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![id, ply as i64, text, one, two])?;
    Ok(())
}
