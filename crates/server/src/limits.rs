//! How much of everything there may be at once, in all and for one address.
//!
//! One address may have about a quarter of what there is: so no address locks the others out, and a class of 40 behind
//! one address still plays, follows and analyses at the same time.

use std::time::Duration;

/// What keeps memory and work within bounds, whoever asks. Whoever asks for more is told to come again later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes in the body of a request.
    pub body_bytes: usize,
    /// Requests with more than a few kilobytes that arrive or are under way. Moves need none of these places.
    pub large_bodies: usize,
    /// Those of one address.
    pub large_bodies_per_address: usize,
    /// Games in memory. Those that nobody looks at make room; they stay in the store.
    pub games: usize,
    /// Games in memory that one address has begun and that cannot make room: followed, or with a clock that runs.
    pub games_per_address: usize,
    /// Games that one address may begin or import within a minute.
    pub new_games_per_minute: usize,
    /// Games in the store that one address has begun or imported.
    pub stored_games_per_address: usize,
    /// Megabytes in the store; beyond, no game begins and those in play go on.
    pub stored_megabytes: usize,
    /// Connections, of whatever kind. Fewer, where the system has fewer files for them.
    pub connections: usize,
    /// Those of one address. A trusted proxy may have all.
    pub connections_per_address: usize,
    /// A connection is closed where the head of its first request has not arrived after so long.
    pub first_request: Duration,
    /// A connection on which nothing arrives for so long is closed.
    pub silence: Duration,
    /// Connections that stay open, to follow a game or an analysis.
    pub sockets: usize,
    /// Those of one address.
    pub sockets_per_address: usize,
    /// Analyses that run or wait for their turn; a review is one analysis after the other.
    pub studies: usize,
    /// Those of one address.
    pub studies_per_address: usize,
    /// Reviews of one address.
    pub reviews_per_address: usize,
    /// Moves that the machine is asked for, running or waiting.
    pub thoughts: usize,
    /// Requests under way.
    pub requests: usize,
    /// Those of one address.
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
            // Pages answer to pings every 20 seconds; a request may have to wait for its turn.
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

/// A limit that can be changed.
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

    /// Every name, with its value.
    pub fn values(mut self) -> Vec<(&'static str, u64)> {
        let value = |setting| match setting {
            Setting::Count(count) => *count as u64,
            Setting::Seconds(time) => time.as_secs(),
        };
        self.settings().into_iter().map(|(name, setting)| (name, value(setting))).collect()
    }

    /// Changes the limit with a name, from 1 to 4 294 967 295.
    ///
    /// # Errors
    /// Fails where there is no such limit, and says which there are.
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

/// How many characters texts may have; the OpenAPI description says the same.
pub(crate) mod length {
    use crate::problem::Problem;

    /// The word for a game, with its size.
    pub(crate) const GAME: usize = 40;
    /// A position in any form.
    pub(crate) const POSITION: usize = 2_000;
    /// A move.
    pub(crate) const MOVE: usize = 200;
    /// The cells that are touched to make a move.
    pub(crate) const CELLS: usize = 100;
    /// An invitation.
    pub(crate) const INVITE: usize = 100;
    /// A whole game.
    pub(crate) const RECORD: usize = 60_000;
    /// The name of a player in a record.
    pub(crate) const NAME: usize = 100;
    /// Why a game ended, in a record.
    pub(crate) const REASON: usize = 200;

    /// Refuses a text that is too long.
    pub(crate) fn check(what: &str, text: &str, most: usize) -> Result<(), Problem> {
        // A character has a byte at least.
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
