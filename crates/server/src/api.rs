//! What can be asked over HTTP, a file for each subject.

pub(crate) mod analysis;
mod answer;
pub(crate) mod exact;
mod extract;
pub(crate) mod live;
pub(crate) mod play;
pub(crate) mod rules;
mod socket;

pub(crate) use extract::{Body, Params, Token};
