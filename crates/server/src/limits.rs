//! Limits on concurrent work and memory, in total and per address.
//!
//! One address may use about a quarter of everything: so no address locks the others out, and a
//! class of 40 behind one address can still play, watch and analyse at the same time.

use std::time::Duration;

/// Bounds on memory and work. Beyond a limit on what happens at once, a request is answered with
/// 429 Too Many Requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes in a request body.
    pub body_bytes: usize,
    /// Requests with bodies over a few kilobytes, arriving or in progress. Moves are smaller.
    pub large_bodies: usize,
    /// The same, per address.
    pub large_bodies_per_address: usize,
    /// Games in memory. Idle ones are evicted to make room; they stay in the store.
    pub games: usize,
    /// Games in memory that one address has started and that cannot be evicted, because a client
    /// follows them or a clock runs.
    pub games_per_address: usize,
    /// Games that one address may start or import per minute.
    pub new_games_per_minute: usize,
    /// Stored games that one address has started or imported.
    pub stored_games_per_address: usize,
    /// Megabytes in the store. Beyond that no game can be started; games in play go on.
    pub stored_megabytes: usize,
    /// Open connections of any kind. Fewer, if the system allows fewer open files.
    pub connections: usize,
    /// The same, per address. A trusted proxy is exempt.
    pub connections_per_address: usize,
    /// How long a new connection may take to send the head of its first request.
    pub first_request: Duration,
    /// How long a connection may stay silent before it is closed.
    pub silence: Duration,
    /// Open WebSockets, which follow a game, an analysis or a review.
    pub sockets: usize,
    /// The same, per address.
    pub sockets_per_address: usize,
    /// Running and queued analyses; a review is a sequence of analyses.
    pub studies: usize,
    /// The same, per address.
    pub studies_per_address: usize,
    /// Reviews per address.
    pub reviews_per_address: usize,
    /// Running and queued searches for moves of the machine.
    pub thoughts: usize,
    /// Requests in progress.
    pub requests: usize,
    /// The same, per address.
    pub requests_per_address: usize,
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
            large_bodies_per_address: 32,
            games: 2_000,
            games_per_address: 500,
            new_games_per_minute: 300,
            stored_games_per_address: 5_000,
            stored_megabytes: 4_096,
            connections: 4_000,
            connections_per_address: 1_000,
            first_request: Duration::from_secs(10),
            // Pages answer pings every 20 seconds; a request may have to wait for its turn.
            silence: Duration::from_secs(300),
            sockets: 2_000,
            sockets_per_address: 500,
            studies: 256,
            studies_per_address: 64,
            reviews_per_address: 32,
            thoughts: 1_000,
            requests: 512,
            requests_per_address: 64,
            batch: 1_000,
            plies: 2_000,
        }
    }
}

/// A limit that can be set.
enum Setting<'a> {
    Count(&'a mut usize),
    Seconds(&'a mut Duration),
}

impl Limits {
    /// Every limit with its name.
    fn settings(&mut self) -> [(&'static str, Setting<'_>); 22] {
        use Setting::{Count, Seconds};
        [
            ("body-bytes", Count(&mut self.body_bytes)),
            ("large-bodies", Count(&mut self.large_bodies)),
            ("large-bodies-per-address", Count(&mut self.large_bodies_per_address)),
            ("games", Count(&mut self.games)),
            ("games-per-address", Count(&mut self.games_per_address)),
            ("new-games-per-minute", Count(&mut self.new_games_per_minute)),
            ("stored-games-per-address", Count(&mut self.stored_games_per_address)),
            ("stored-megabytes", Count(&mut self.stored_megabytes)),
            ("connections", Count(&mut self.connections)),
            ("connections-per-address", Count(&mut self.connections_per_address)),
            ("first-request-seconds", Seconds(&mut self.first_request)),
            ("silence-seconds", Seconds(&mut self.silence)),
            ("sockets", Count(&mut self.sockets)),
            ("sockets-per-address", Count(&mut self.sockets_per_address)),
            ("studies", Count(&mut self.studies)),
            ("studies-per-address", Count(&mut self.studies_per_address)),
            ("reviews-per-address", Count(&mut self.reviews_per_address)),
            ("thoughts", Count(&mut self.thoughts)),
            ("requests", Count(&mut self.requests)),
            ("requests-per-address", Count(&mut self.requests_per_address)),
            ("batch", Count(&mut self.batch)),
            ("plies", Count(&mut self.plies)),
        ]
    }

    /// The names and values of all limits.
    pub fn values(mut self) -> Vec<(&'static str, u64)> {
        let value = |setting| match setting {
            Setting::Count(count) => *count as u64,
            Setting::Seconds(time) => time.as_secs(),
        };
        self.settings().into_iter().map(|(name, setting)| (name, value(setting))).collect()
    }

    /// Sets the limit with this name, to 1 up to 4 294 967 295.
    ///
    /// # Errors
    /// Fails if there is no limit with this name; the error lists all names.
    pub fn set(&mut self, name: &str, value: u32) -> Result<(), UnknownLimit> {
        let found = self.settings().into_iter().find(|(known, _)| *known == name);
        match found {
            Some((_, Setting::Count(count))) => *count = value as usize,
            Some((_, Setting::Seconds(time))) => *time = Duration::from_secs(value.into()),
            None => {
                let known = Limits::default().values().into_iter().map(|(name, _)| name).collect::<Vec<_>>();
                return Err(UnknownLimit { name: engine::quoted(name), known: known.join(", ") });
            }
        }
        Ok(())
    }
}

/// There is no limit with this name.
#[derive(Debug, thiserror::Error)]
#[error("there is no limit '{name}': there are {known}")]
pub struct UnknownLimit {
    name: String,
    known: String,
}

/// Maximum lengths of texts in characters; the OpenAPI description states the same.
pub(crate) mod length {
    use crate::problem::Problem;

    /// The name of a game, with its size.
    pub(crate) const GAME: usize = 40;
    /// A position in any form.
    pub(crate) const POSITION: usize = 2_000;
    /// A move in text form.
    pub(crate) const MOVE: usize = 200;
    /// The touched cells of a move.
    pub(crate) const CELLS: usize = 100;
    /// An invitation.
    pub(crate) const INVITE: usize = 100;
    /// A game record.
    pub(crate) const RECORD: usize = 60_000;
    /// A player's name in a record.
    pub(crate) const NAME: usize = 100;
    /// A name that a player types.
    pub(crate) const NICKNAME: usize = 30;
    /// The ids in a query.
    pub(crate) const IDS: usize = 2_000;
    /// A text to be shown as a QR code.
    pub(crate) const QR: usize = 300;
    /// The reason of a result in a record.
    pub(crate) const REASON: usize = 200;

    /// Fails if a text is too long.
    pub(crate) fn check(what: &str, text: &str, most: usize) -> Result<(), Problem> {
        // Every character has at least one byte.
        if text.len() <= most {
            return Ok(());
        }
        let count = text.chars().count();
        if count <= most {
            return Ok(());
        }
        Err(Problem::Invalid(format!("{what} has {count} characters: at most {most}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_names_every_limit_with_its_value() {
        let text = include_str!("../../../docs/server.md");
        for (name, value) in Limits::default().values() {
            let row = format!("| `{name}` | {value} |");
            assert!(text.contains(&row), "{row}");
        }
    }

    #[test]
    fn every_limit_can_be_changed() {
        let mut limits = Limits::default();
        for (name, value) in Limits::default().values() {
            limits.set(name, value as u32 + 1).unwrap();
        }
        let changed = limits.values().into_iter().map(|(_, value)| value - 1);
        assert!(changed.eq(Limits::default().values().into_iter().map(|(_, value)| value)));
        let error = limits.set("conections", 1).unwrap_err().to_string();
        assert!(error.contains("'conections'") && error.contains("connections-per-address"), "{error}");
    }
}
