//! The page: every file that the browser needs, inside the program.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use rust_embed::RustEmbed;

use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "../../web/"]
struct Files;

pub(crate) async fn index(headers: HeaderMap) -> Result<Response, Problem> {
    file("index.html", &headers)
}

pub(crate) async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    file(&format!("assets/{path}"), &headers)
}

/// A browser that has the same file already is told so.
fn file(path: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let missing = || Problem::Missing(format!("there is no file '{}'", engine::quoted(path)));
    let file = Files::get(path).ok_or_else(missing)?;
    let hash: String =
        file.metadata.sha256_hash().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    let fresh = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".to_string())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, fresh).into_response());
    }
    let kind = match path.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8".to_string(),
        Some("html") => "text/html; charset=utf-8".to_string(),
        Some("css") => "text/css; charset=utf-8".to_string(),
        _ => file.metadata.mimetype().to_string(),
    };
    Ok((fresh, [(header::CONTENT_TYPE, kind)], file.data.into_owned()).into_response())
}
