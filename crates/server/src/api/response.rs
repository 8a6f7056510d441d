//! Responses that take a while to compute and serialise.

use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;

use crate::app::App;
use crate::problem::Problem;

/// Computes and serialises a response in the blocking pool.
pub(super) async fn json_response<T: Serialize>(
    app: &App,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let text = app.blocking.run(move || to_json(&work()?)).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// A response as JSON text.
pub(super) fn to_json(answer: &impl Serialize) -> Result<String, Problem> {
    let text = serde_json::to_string(answer);
    text.map_err(|error| Problem::Internal(format!("the answer cannot be written: {error}")))
}
