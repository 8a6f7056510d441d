//! The HTTP API, one file per topic.

pub(crate) mod analysis;
pub(crate) mod exact;
mod extract;
pub(crate) mod how_to;
pub(crate) mod link;
pub(crate) mod live;
pub(crate) mod play;
mod response;
pub(crate) mod rules;
mod socket;

pub(crate) use extract::{Body, Params, Token};
