//! The page: every file that the browser needs, embedded in the program.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use page::Asset;

use crate::encoding;
use crate::problem::Problem;

/// The page itself is revalidated on every visit, by its ETag.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    let index = page::assets().index();
    let tag = format!("\"{}\"", index.hash);
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let fresh = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_string())];
    if is_known {
        return (StatusCode::NOT_MODIFIED, fresh).into_response();
    }
    (fresh, file(index, &headers)).into_response()
}

/// Everything the page loads has its hash in its name, so browsers may cache it for ever.
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let missing = || Problem::NotFound(format!("there is no file '{}'", engine::quoted(&name)));
    let asset = page::assets().get(&name).ok_or_else(missing)?;
    let forever = [(header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((forever, file(asset, &headers)).into_response())
}

fn file(asset: &'static Asset, headers: &HeaderMap) -> Response {
    let kind = [(header::CONTENT_TYPE, asset.content_type)];
    if encoding::takes_gzip(headers) {
        return (kind, encoding::GZIP, &*asset.gzip).into_response();
    }
    (kind, encoding::PLAIN, &*asset.bytes).into_response()
}
