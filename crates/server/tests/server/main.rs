//! The server as clients see it, over real connections.

mod client;
mod client_limits;
mod deletion;
mod errors;
mod friends;
mod listener;
mod live;
mod persistence;
mod rules;
mod seats;
mod wire_types;
