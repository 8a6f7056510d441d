//! Protects against requests from foreign pages, and sets the security headers of every response.
//!
//! A foreign page must not use a server that listens on this machine (DNS rebinding, cross-site
//! requests). So the `Host` header must be an address or a name of the server, and the `Origin`
//! header, if there is one, must be that of our own page.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::problem::Problem;

/// The host names of the server.
#[derive(Clone)]
pub(crate) struct Guard {
    is_local: bool,
    names: Arc<[String]>,
}

const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Of what is no document: nothing at all.
const POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// A picture may be opened as a document of its own.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

impl Guard {
    pub(crate) fn new(address: SocketAddr, names: &[String]) -> Guard {
        let names = names.iter().map(|name| name.to_lowercase()).collect();
        Guard { is_local: address.ip().is_loopback(), names }
    }

    /// Whether browsers may reach the server under this host. Names that a foreign site could
    /// resolve to this machine's address are rejected.
    fn is_own_host(&self, authority: &str) -> bool {
        let host = match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => authority,
        };
        let host = host.trim_start_matches('[').trim_end_matches(']').to_lowercase();
        if host == "localhost" || self.names.contains(&host) {
            return true;
        }
        host.parse::<IpAddr>().is_ok_and(|address| !self.is_local || address.is_loopback())
    }

    fn check(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let host = host.ok_or_else(|| Problem::Malformed("the request names no host".to_string()))?;
        if !self.is_own_host(host) {
            let host = engine::quoted(host);
            return Err(Problem::Forbidden(format!(
                "this server is not called '{host}'; start it with --name {host} if it should be"
            )));
        }
        let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
        let origin = origin.to_str().unwrap_or_default();
        let page = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        if page == Some(host) {
            return Ok(());
        }
        Err(Problem::Forbidden(format!("a page from '{}' may not do this", engine::quoted(origin))))
    }
}

/// Rejects foreign requests, and sets the headers of every response.
pub(crate) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let is_picture = request.uri().path().ends_with(".svg");
    let mut answer = match guard.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    // What is said of a page that has not changed replaces what was said with it.
    let is_unchanged = answer.status() == StatusCode::NOT_MODIFIED;
    let headers = answer.headers_mut();
    let kind = headers.get(header::CONTENT_TYPE);
    let is_page = is_unchanged || kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let policy = match () {
        () if is_picture => PICTURE_POLICY,
        () if is_page => PAGE_POLICY,
        () => POLICY,
    };
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, policy);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "no-referrer");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(header::CACHE_CONTROL, "no-store");
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn only_our_own_names_are_ours() {
        let local = Guard::new("127.0.0.1:80".parse().unwrap(), &["Games.example".to_string()]);
        for known in ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:80", "games.example:80"] {
            assert!(local.is_own_host(known), "{known}");
        }
        for unknown in
            ["evil.example", "127.0.0.1.evil.example", "192.168.0.1", "localhost.evil.example:80", ""]
        {
            assert!(!local.is_own_host(unknown), "{unknown}");
        }
        let open = Guard::new("0.0.0.0:80".parse().unwrap(), &[]);
        assert!(open.is_own_host("192.168.0.1:80") && !open.is_own_host("evil.example"));
    }

    #[test]
    fn pages_of_others_are_refused() {
        let guard = Guard::new("127.0.0.1:80".parse().unwrap(), &[]);
        let host = (header::HOST, "127.0.0.1:80");
        assert!(guard.check(&headers(&[])).is_err());
        assert!(guard.check(&headers(std::slice::from_ref(&host))).is_ok());
        assert!(guard.check(&headers(&[host.clone(), (header::ORIGIN, "http://127.0.0.1:80")])).is_ok());
        for origin in
            ["http://evil.example", "null", "http://127.0.0.1:81", "http://127.0.0.1:80.evil.example"]
        {
            assert!(guard.check(&headers(&[host.clone(), (header::ORIGIN, origin)])).is_err(), "{origin}");
        }
    }
}
