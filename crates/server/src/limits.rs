//! How much of everything there may be at once.

use std::time::Duration;

/// What keeps memory and work within bounds, whoever asks. Whoever asks for more is told to come again later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes in the body of a request.
    pub body_bytes: usize,
    /// Requests with more than a few kilobytes that arrive or are under way. Moves need none of these places.
    pub large_bodies: usize,
    /// Games in memory. Those that nobody looks at make room; they stay in the store.
    pub games: usize,
    /// Connections, of whatever kind. Fewer, where the system has fewer files for them.
    pub connections: usize,
    /// A connection is closed where the head of its first request has not arrived after so long.
    pub first_request: Duration,
    /// A connection on which nothing arrives for so long is closed.
    pub silence: Duration,
    /// Those of them that stay open, to follow a game or an analysis.
    pub sockets: usize,
    /// Analyses that run or wait for their turn.
    pub studies: usize,
    /// Moves that the machine is asked for, running or waiting.
    pub thoughts: usize,
    /// Requests under way.
    pub requests: usize,
    /// Positions in one batch.
    pub batch: usize,
    /// Plies in one game.
    pub plies: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body_bytes: 256 << 10,
            large_bodies: 128,
            games: 2_000,
            connections: 4_000,
            first_request: Duration::from_secs(10),
            // Pages answer to pings every 20 seconds; a request may have to wait for its turn.
            silence: Duration::from_secs(300),
            sockets: 2_000,
            studies: 256,
            thoughts: 1_000,
            requests: 512,
            batch: 1_000,
            plies: 2_000,
        }
    }
}
