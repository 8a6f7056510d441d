//! The browser board's server: games that are kept as they are played, live analysis, exact values, pictures.
//!
//! A request is parsed at the door (`api`), done by the domain (`play`, `scheduler`), and answered in the types of
//! `wire`; one place, `problem`, turns what went wrong into a status. Thinking leaves the threads that answer:
//! `scheduler` shares the cores between games in play, which go first, and analyses, which take turns.

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
mod store;
mod wire;

pub use app::{Options, Server, ServerError};
pub use limits::{Limits, UnknownLimit};
pub use proxy::{ProxyHeader, TrustedProxies};
pub use store::StoreError;
