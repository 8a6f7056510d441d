//! The server as programs see it, over real connections.

mod client;
mod clients;
mod deleting;
mod keeping;
mod listener;
mod live;
mod refusals;
mod rules;
mod seats;
mod wire_types;
