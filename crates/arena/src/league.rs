//! A standing league: programs come and go, and ratings go on.
//!
//! A league is a folder with its state and a journal of pairs of games. Everything that is shown follows from the two,
//! and a pair is written when it is finished, so a crash loses the pairs in progress at most. A program that changes is
//! another one for the ratings, with its old games left to its opponents; the levels that it has reached stay.

mod matchmaking;
mod store;
mod table;

pub use matchmaking::{NextPair, Purpose};
pub use store::{League, LeagueError, PlayedPair};
pub use table::{LeagueRow, LeagueTable};

use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::player_options::PlayerOptions;

/// What a league is, as stored.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct LeagueState {
    /// The game, the openings, the time control and the seed; no players.
    pub plan: Plan,
    /// The players of fixed strength, the weakest first.
    pub staff: Vec<Member>,
    /// The programs that are or were in the league.
    pub members: Vec<Member>,
    /// Promotion: how many games against the next staff player.
    pub promotion_games: usize,
    /// Promotion: which share of the points is needed.
    pub promotion_share: f64,
}

/// A program of a league, or a staff player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its options as a player.
    pub options: PlayerOptions,
    /// The fingerprint of its present version.
    pub print: String,
    /// Whether it plays.
    pub active: bool,
    /// How many staff players it has been promoted past.
    #[serde(default)]
    pub level: usize,
    /// The version that has tried the next level in vain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried: Option<String>,
}

/// How many promotion games there are, and which share of their points is needed, where nothing is said.
pub const PROMOTION_GAMES: usize = 8;
/// See [`PROMOTION_GAMES`].
pub const PROMOTION_SHARE: f64 = 0.5;

impl LeagueState {
    /// All players, the staff first.
    pub fn everybody(&self) -> impl Iterator<Item = &Member> {
        self.staff.iter().chain(&self.members)
    }

    /// Those who play.
    pub fn active(&self) -> impl Iterator<Item = &Member> {
        self.everybody().filter(|member| member.active)
    }

    /// Adds a program, or changes its options. Returns whether it is new.
    pub fn add(&mut self, options: PlayerOptions, print: String, is_staff: bool) -> bool {
        let name = options.get("name").unwrap_or_default().to_string();
        let (place, other) = if is_staff {
            (&mut self.staff, &mut self.members)
        } else {
            (&mut self.members, &mut self.staff)
        };
        other.retain(|member| member.name != name);
        match place.iter_mut().find(|member| member.name == name) {
            Some(member) => {
                (member.options, member.print, member.active) = (options, print, true);
                false
            }
            None => {
                place.push(Member { name, options, print, active: true, level: 0, tried: None });
                true
            }
        }
    }

    /// Takes a player out. Its games stay. Returns false if there is none of this name that plays.
    pub fn remove(&mut self, name: &str) -> bool {
        let mut all = self.staff.iter_mut().chain(&mut self.members);
        match all.find(|member| member.name == name && member.active) {
            Some(member) => {
                member.active = false;
                true
            }
            None => false,
        }
    }
}
