//! Analysis of a position, and judgement of a move, by a single request.

use std::time::Duration;

use axum::Json;
use axum::extract::State;

use super::Body;
use super::rules::check_move_count;
use crate::app::App;
use crate::client::Client;
use crate::problem::{ErrorBody, Problem};
use crate::review::Review;
use crate::scheduler::AnalysisParams;
use crate::wire::{AnalysisRequest, PositionRef, ReviewMessage, ThoughtView};

const USUAL_TIME: u64 = 1_000;
const LONGEST_TIME: u64 = 10_000;
/// More lines are of no use to a reader.
pub(super) const MOST_LINES: usize = 5;

/// The best moves of a position.
#[utoipa::path(post, path = "/api/analysis", tag = "analysis", request_body = AnalysisRequest,
    responses((status = 200, body = ThoughtView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn analysis(
    State(app): State<App>,
    client: Client,
    Body(request): Body<AnalysisRequest>,
) -> Result<Json<ThoughtView>, Problem> {
    let position = request.position_ref();
    check_move_count(&position, &app)?;
    let time = request.time_ms.unwrap_or(USUAL_TIME);
    if !(1..=LONGEST_TIME).contains(&time) {
        return Err(Problem::Invalid(format!("time_ms must be from 1 to {LONGEST_TIME}")));
    }
    if request.depth == Some(0) {
        return Err(Problem::Invalid("depth must be from 1 to 255".to_string()));
    }
    let lines = lines(request.lines)?;
    let catalogue = app.catalogue;
    let session = app.blocking.run(move || position.session(catalogue)).await?;
    if session.position().outcome().is_some() {
        return Err(Problem::Invalid("the game is over: there is nothing to think about".to_string()));
    }
    let params = AnalysisParams {
        session: session.clone(),
        lines,
        time: Duration::from_millis(time),
        depth: request.depth,
    };
    let thought = app.live_games.scheduler().analyze(client, params)?.outcome().await;
    let nothing = || Problem::Invalid(format!("nothing was found within {time} ms; give it more time_ms"));
    Ok(Json(ThoughtView::of(&session, &*thought.ok_or_else(nothing)?)))
}

/// Judges the last of the moves as a review does.
///
/// The answer has two messages of a review: about the position before the move, with its
/// judgement, and about the position after it, with the best reply.
#[utoipa::path(post, path = "/api/judge", tag = "analysis", request_body = PositionRef,
    responses((status = 200, body = Vec<ReviewMessage>), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn judge(
    State(app): State<App>,
    client: Client,
    Body(position): Body<PositionRef>,
) -> Result<Json<Vec<ReviewMessage>>, Problem> {
    check_move_count(&position, &app)?;
    let catalogue = app.catalogue;
    let session = app.blocking.run(move || position.session(catalogue)).await?;
    if session.moves().len() == 0 {
        return Err(Problem::Invalid("expected at least one move, found none".to_string()));
    }
    let mut review = Review::of_last_move(&app, client, session);
    let mut messages = Vec::new();
    while let Some(message) = review.next().await? {
        messages.push(message);
    }
    Ok(Json(messages))
}

/// Checks the number of lines.
pub(super) fn lines(wanted: Option<usize>) -> Result<usize, Problem> {
    let lines = wanted.unwrap_or(1);
    if (1..=MOST_LINES).contains(&lines) {
        return Ok(lines);
    }
    Err(Problem::Invalid(format!("lines must be from 1 to {MOST_LINES}")))
}
