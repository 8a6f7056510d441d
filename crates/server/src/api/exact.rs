//! Exact values from tables.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use engine::{AnyTables, Probe};

use super::Body;
use super::rules::check_move_count;
use crate::app::App;
use crate::limits::length;
use crate::problem::{ErrorBody, Problem};
use crate::wire::{Batch, BatchAnswer, ExactAnswer, PositionRef, Valued};

/// The table value of a position, of every move, and best play.
#[utoipa::path(post, path = "/api/exact", tag = "exact", request_body = PositionRef,
    responses((status = 200, body = ExactAnswer), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn exact(
    State(app): State<App>,
    Body(position): Body<PositionRef>,
) -> Result<Json<ExactAnswer>, Problem> {
    check_move_count(&position, &app)?;
    let blocking = app.blocking.clone();
    let answer = blocking.run(move || {
        let session = position.session(app.catalogue)?;
        let pos = session.position();
        let tables = tables(&app, pos.game().name())?;
        // A damaged table counts as missing.
        let probe = tables.probe(pos).unwrap_or_else(|_| {
            let value = tables.exact(pos).unwrap_or(None);
            Probe { value, ..Probe::unknown(pos) }
        });
        app.live_games.tables().log_fault(pos.game().name());
        let moves = probe.moves.into_iter().map(|mv| Valued::of_move(mv.text, mv.value)).collect();
        Ok(ExactAnswer { value: Valued::position(pos.text(), probe.value), moves, line: probe.line })
    });
    Ok(Json(answer.await?))
}

/// The table values of many positions at once.
#[utoipa::path(post, path = "/api/exact/batch", tag = "exact", request_body = Batch,
    responses((status = 200, body = BatchAnswer), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn batch(
    State(app): State<App>,
    Body(batch): Body<Batch>,
) -> Result<Json<BatchAnswer>, Problem> {
    let (given, most) = (batch.positions.len(), app.limits.batch);
    if given > most {
        return Err(Problem::Invalid(format!("{given} positions are too many: at most {most} at once")));
    }
    let blocking = app.blocking.clone();
    let answer = blocking.run(move || {
        length::check("the name of the game", &batch.game, length::GAME)?;
        let game = app.catalogue.find(&batch.game)?;
        let tables = tables(&app, game.info().name)?;
        let mut values = Vec::with_capacity(batch.positions.len());
        for (i, text) in batch.positions.into_iter().enumerate() {
            length::check("a position", &text, length::POSITION)?;
            let pos = game.read(&text);
            let pos = pos.map_err(|refused| Problem::Invalid(format!("position {}: {refused}", i + 1)))?;
            values.push(Valued::position(text, tables.exact(&*pos).unwrap_or(None)));
        }
        app.live_games.tables().log_fault(game.info().name);
        Ok(BatchAnswer { values })
    });
    Ok(Json(answer.await?))
}

fn tables(app: &App, game: &str) -> Result<Arc<dyn AnyTables>, Problem> {
    let tables = app.live_games.tables().of(game).cloned();
    tables.ok_or_else(|| Problem::Internal(format!("there are no tables of {game}")))
}
