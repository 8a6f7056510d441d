//! Answers that take a while to work out and to write.

use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;

use crate::app::App;
use crate::problem::Problem;

/// Works out an answer and writes it, away from the threads that answer.
pub(super) async fn written<T: Serialize>(
    app: &App,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let write = move || {
        let text = serde_json::to_string(&work()?);
        text.map_err(|error| Problem::Broken(format!("the answer cannot be written: {error}")))
    };
    let text = app.blocking.run(write).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}
