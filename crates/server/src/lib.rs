//! The server of the browser board: stored games, live analysis, exact values, pictures.
//!
//! A request is parsed by `api`, carried out by `play` and `scheduler`, and answered in the types
//! of `wire`; only `problem` turns errors into HTTP statuses. Searches run off the async threads:
//! `scheduler` divides the cores between games in play, which go first, and analyses, which take
//! turns.

mod api;
mod app;
mod assets;
mod blocking;
mod client;
mod client_limits;
mod encoding;
mod fair_queue;
mod heap;
mod limits;
mod listener;
mod origin_guard;
mod play;
mod problem;
mod proxy;
mod review;
mod router;
mod scheduler;
mod status_page;
mod store;
mod wire;

pub use app::{Options, Server, ServerError};
pub use limits::{Limits, UnknownLimit};
pub use proxy::{ProxyHeader, TrustedProxies};
pub use status_page::{Status, StatusDocument, StatusPage};
pub use store::StoreError;
