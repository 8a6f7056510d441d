//! Who plays a game: names, levels, and who is there.

use engine::{Level, Player};

use super::HostedGame;
use crate::play::seat::Seat;
use crate::problem::Problem;
use crate::store::Change;

impl HostedGame {
    /// Whether a friend plays, who sits elsewhere.
    pub(crate) fn is_shared(&self) -> bool {
        Player::ALL.into_iter().any(|player| matches!(self.seats[player], Seat::Friend { .. }))
    }

    /// Gives a person another name.
    pub(crate) fn rename(&mut self, player: Player, name: Option<String>) -> Vec<Change> {
        self.seats[player].rename(name);
        self.show_change();
        vec![self.seats_change()]
    }

    /// Changes the level of the machine that plays a side; a search under way begins again.
    pub(crate) fn set_level(&mut self, player: Player, level: u8) -> Result<Vec<Change>, Problem> {
        self.ensure_not_over()?;
        if Level::new(level).is_none() {
            return Err(Problem::Invalid(format!("there is no level {level}: 1 to 10")));
        }
        if !self.seats[player].is_machine() {
            return Err(Problem::Conflict("only the machine has a level".to_string()));
        }
        self.seats[player] = Seat::Machine { level };
        self.bump_version();
        Ok(vec![self.seats_change()])
    }

    /// Records whether a player is there; returns whether that is news.
    pub(crate) fn set_present(&mut self, player: Player, is_present: bool) -> bool {
        let is_news = self.is_shared() && self.present[player] != is_present;
        if is_news {
            self.present[player] = is_present;
            self.show_change();
        }
        is_news
    }

    /// A new version for something that is only shown: a search goes on.
    fn show_change(&mut self) {
        self.version += 1;
        self.versions.push(self.version, self.session.moves().len());
    }

    pub(super) fn seats_change(&self) -> Change {
        Change::Seats { id: self.id.clone(), seats: self.seats_text(), names: self.names() }
    }
}
