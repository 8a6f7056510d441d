//! Compressed responses, for clients that accept gzip.

use axum::http::{HeaderMap, HeaderName, header};
use axum::response::{IntoResponse as _, Response};

/// The headers of a compressed response.
pub(crate) const GZIP: [(HeaderName, &str); 2] =
    [(header::CONTENT_ENCODING, "gzip"), (header::VARY, "Accept-Encoding")];
/// The headers of an uncompressed response whose compressed form exists.
pub(crate) const PLAIN: [(HeaderName, &str); 1] = [(header::VARY, "Accept-Encoding")];

/// Responses made for one client are compressed fast rather than well.
const LEVEL: u32 = 4;

/// A text response, compressed if the client accepts gzip.
pub(crate) fn text(headers: &HeaderMap, kind: &'static str, text: String) -> Response {
    let kind = [(header::CONTENT_TYPE, kind)];
    if takes_gzip(headers) {
        return (kind, GZIP, page::gzip(text.as_bytes(), LEVEL)).into_response();
    }
    (kind, PLAIN, text).into_response()
}

/// Whether a client accepts gzip.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).into_iter().filter_map(|list| list.to_str().ok());
    let mut encodings = lists.flat_map(|list| list.split(','));
    encodings.any(|encoding| {
        let mut parts = encoding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let weight = parts.find_map(|part| part.strip_prefix("q="));
        is_gzip && weight.is_none_or(|weight| weight.parse().is_ok_and(|weight: f32| weight > 0.0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_those_who_say_so_get_it_compressed() {
        let takes = |list: &'static str| {
            takes_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(list))]))
        };
        for list in ["gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.5", "identity,gzip"] {
            assert!(takes(list), "{list}");
        }
        for list in ["", "br", "gzip;q=0", "gzip; q=0.000", "x-gzip2", "gzip;q=much"] {
            assert!(!takes(list), "{list}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
