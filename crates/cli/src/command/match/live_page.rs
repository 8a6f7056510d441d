//! The live page of a match: its running table, served while it is played.

use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;

use arena::{LIVE_PAGE, LiveView};
use server::{StatusDocument, StatusPage};

use crate::error::CliError;

/// Serves the page of a view until the page is dropped, and says where.
pub(super) fn serve(address: SocketAddr, view: LiveView) -> Result<StatusPage, CliError> {
    let document = StatusDocument {
        html: LIVE_PAGE.to_string(),
        script: page::script("live-match.js").expect("a test asks for the page"),
        style: page::stylesheet("report/report.css").expect("a test asks for the page"),
    };
    let status = move || serde_json::to_string(&view.status()).unwrap_or_default();
    let page = StatusPage::start(address, document, Arc::new(status)).map_err(|error| {
        CliError::Usage(format!("--serve: cannot listen on {address}: {error}; port 0 picks a free one"))
    })?;
    // A closed standard error does not stop the match.
    let _ = writeln!(anstream::stderr(), "live: http://{}/", page.address());
    if !page.address().ip().is_loopback() {
        let _ = writeln!(
            anstream::stderr(),
            "live: everybody who reaches this address sees the names and results"
        );
    }
    Ok(page)
}
