//! A page about something that is going on in this process, such as a tournament: a document that never changes, and
//! what is shown in it, asked for again and again.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::http::{HeaderName, header};
use axum::routing::get;
use axum::{Router, middleware};

use crate::origin_guard::{Guard, guard};

/// What the page consists of. The document may refer to `page.js` and `page.css`, and its script to `status.json`.
pub struct StatusDocument {
    /// The document.
    pub html: String,
    /// Its script.
    pub script: String,
    /// Its style sheet.
    pub style: String,
}

/// The present status as JSON.
pub type Status = dyn Fn() -> String + Send + Sync;

/// A page that is being served by a thread of its own, until it is dropped.
pub struct StatusPage {
    address: SocketAddr,
    runtime: Option<tokio::runtime::Runtime>,
}

impl StatusPage {
    /// Serves the page at an address; port 0 picks a free one. Foreign pages cannot read it.
    ///
    /// # Errors
    /// Fails if the address is not free.
    pub fn start(
        address: SocketAddr,
        document: StatusDocument,
        status: Arc<Status>,
    ) -> io::Result<StatusPage> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let listener = runtime.block_on(tokio::net::TcpListener::bind(address))?;
        let address = listener.local_addr()?;
        let StatusDocument { html, script, style } = document;
        let text = |kind: &'static str, text: String| {
            let text: Arc<str> = text.into();
            get(move || async move { (typed(kind), text.to_string()) })
        };
        let router = Router::new()
            .route("/", text("text/html; charset=utf-8", html))
            .route("/page.js", text("text/javascript; charset=utf-8", script))
            .route("/page.css", text("text/css; charset=utf-8", style))
            .route("/status.json", get(move || async move { (typed("application/json"), status()) }))
            .layer(middleware::from_fn_with_state(Guard::new(address, &[]), guard));
        runtime.spawn(async move { axum::serve(listener, router).await });
        Ok(StatusPage { address, runtime: Some(runtime) })
    }

    /// Where it is served.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

/// What it is, and that it may have changed the next time.
fn typed(kind: &'static str) -> [(HeaderName, &'static str); 2] {
    [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")]
}

impl Drop for StatusPage {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
