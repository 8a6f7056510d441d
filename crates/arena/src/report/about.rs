//! The description of a tournament in its report.

use engine::{GameRef, counted};

use super::About;
use crate::opening::OpeningSource;
use crate::plan::{FormatName, Plan};
use crate::summary::Summary;
use crate::tournament::{RetryPolicy, Tournament};

/// With more players the report omits their settings; the journal has them.
const MAX_LISTED_PLAYERS: usize = 12;

impl About {
    /// The description of a tournament of this plan. `caution` is what there is to say about the balance of its openings.
    #[must_use]
    pub fn of(plan: &Plan, tournament: &Tournament, game: Option<GameRef>, caution: Option<String>) -> About {
        let players = tournament.players.len();
        let title = match (&tournament.players[..], plan.format()) {
            ([first, second], _) => format!("{} against {}", first.name, second.name),
            (_, FormatName::RoundRobin) => format!("Round robin of {players} players"),
            (_, FormatName::Gauntlet) => format!("Gauntlet of {players} players"),
            (_, FormatName::Swiss) => format!("Swiss tournament of {players} players"),
        };
        let mut details = Vec::new();
        let mut add = |name: &str, value: String| details.push((name.to_string(), value));
        let games = counted(tournament.games(), "game", "games");
        add("Scheduled", format!("{games} in {}", counted(tournament.schedule.rounds(), "round", "rounds")));
        if let Some(control) = &plan.tc {
            add("Time control", control.clone());
        }
        add("Openings", openings(&tournament.openings));
        if let Some(caution) = caution {
            add("Balance", caution);
        }
        match tournament.retry {
            RetryPolicy::None => {}
            RetryPolicy::Move => add("Wrong answers", "asked again, once per game".to_string()),
            RetryPolicy::Game => add("Wrong answers", "the game is replayed, once".to_string()),
        }
        for (name, agreement) in
            [("Won by agreement", &plan.agree_win), ("Drawn by agreement", &plan.agree_draw)]
        {
            if let Some(agreement) = agreement {
                add(name, format!("points and plies {agreement}"));
            }
        }
        if let Some(tables) = &plan.adjudicate {
            add("Ended by tables", tables.clone());
        }
        add("Seed", plan.seed().to_string());
        if players <= MAX_LISTED_PLAYERS {
            for mut words in plan.players.iter().cloned() {
                let name = words.take("name").unwrap_or_default();
                if name != words.to_string() {
                    add(&format!("Player {name}"), words.to_string());
                }
            }
        }
        if let Some(protection) = tournament.protection() {
            add("Protection", protection.to_string());
        }
        add("Program", format!("Plywood {}", env!("CARGO_PKG_VERSION")));
        About { title, game, details }
    }

    /// The same, with the machines that played the games, if they were distributed.
    #[must_use]
    pub fn with_nodes(mut self, summary: &Summary) -> About {
        self.details.extend(summary.nodes_in_words().map(|nodes| ("Machines".to_string(), nodes)));
        self
    }
}

fn openings(source: &OpeningSource) -> String {
    match source {
        OpeningSource::Random { plies: 0, .. } => "none, from the start".to_string(),
        OpeningSource::Random { plies, balance } => {
            let plies = counted(*plies, "random ply", "random plies");
            match balance {
                Some(balance) => format!("{plies}, balanced within {} points", balance.margin),
                None => plies,
            }
        }
        OpeningSource::Listed(list) => format!("a list of {}", list.len()),
        OpeningSource::Set(set) => set.description.to_string(),
    }
}
