//! One page for the author of each program, and the review of its games.

use std::collections::{BTreeMap, HashSet};
use std::io::Write as _;
use std::path::Path;

use arena::report::{About, StudentPage, student_file_names};
use arena::{GameRecord, GameReview, PlayerKind, Summary, Tournament, review_games, review_key};
use engine::Control;

use crate::cpu_load;
use crate::error::CliError;
use crate::progress::Progress;

const PAGES: &str = "students";
const REVIEWS: &str = "reviews.jsonl";
/// Larger files are not read.
const MAX_REVIEW_BYTES: u64 = 1 << 30;

/// What the pages are made of.
pub(super) struct StudentPages<'p> {
    pub(super) folder: &'p Path,
    pub(super) about: &'p About,
    pub(super) summary: &'p Summary,
    pub(super) tournament: &'p Tournament,
    pub(super) games: &'p [GameRecord],
}

impl StudentPages<'_> {
    /// The names of the players that are programs, in the order of the tournament.
    fn programs(&self) -> Vec<&str> {
        let players = self.tournament.players.iter();
        let programs = players.filter(|player| matches!(player.kind, PlayerKind::Program { .. }));
        programs.map(|player| &*player.name).collect()
    }

    /// Writes a page for every program; the games are reviewed before with this many nodes for each position, if a number
    /// is given.
    pub(super) fn write(&self, review_nodes: Option<u64>, control: &Control) -> Result<(), CliError> {
        let programs = self.programs();
        if programs.is_empty() {
            return Ok(());
        }
        let reviews = self.reviews(&programs, review_nodes, control)?;
        let pages = self.folder.join(PAGES);
        std::fs::create_dir_all(&pages).map_err(|error| cannot_write(&pages, &error))?;
        files::remove_stale(&pages);
        let progress = Progress::start_delayed("writing the pages of the programs");
        for (name, file) in programs.iter().zip(student_file_names(programs.iter().copied())) {
            let games: Vec<GameRecord> = self.games_of(name).cloned().collect();
            let page = StudentPage {
                name,
                about: self.about,
                summary: self.summary,
                games: &games,
                reviews: &reviews,
            };
            let path = pages.join(format!("{file}.html"));
            files::write_unsynced(&path, page.html()).map_err(|error| cannot_write(&path, &error))?;
        }
        drop(progress);
        // A closed standard error is not an error.
        let _ = writeln!(anstream::stderr(), "a page for each program: {}", pages.display());
        Ok(())
    }

    fn games_of<'g>(&'g self, name: &'g str) -> impl Iterator<Item = &'g GameRecord> {
        self.games.iter().filter(move |game| {
            let players = &game.record.players;
            players.one == name || players.two == name
        })
    }

    /// The reviews that were made before and are still about what was played, and those that are asked for now.
    fn reviews(
        &self,
        programs: &[&str],
        nodes: Option<u64>,
        control: &Control,
    ) -> Result<BTreeMap<usize, GameReview>, CliError> {
        let path = self.folder.join(REVIEWS);
        let text = files::read_to_string(&path, MAX_REVIEW_BYTES).unwrap_or_default();
        let stored: Vec<GameReview> =
            text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let mut known = BTreeMap::new();
        for review in stored {
            known.insert((review.number, review.key.clone()), review);
        }
        let mut reviews = BTreeMap::new();
        let mut missing = Vec::new();
        let programs: HashSet<&str> = programs.iter().copied().collect();
        for game in self.games {
            let players = &game.record.players;
            let sides = [&*players.one, &*players.two].map(|name| programs.contains(name));
            let wanted = |review: &&GameReview| nodes.is_none_or(|nodes| review.nodes == nodes);
            let found = known.range((game.number, String::new())..(game.number + 1, String::new()));
            let found = found.map(|(_, review)| review).filter(wanted);
            match found
                .filter(|review| review.key == review_key(game, review.nodes))
                .max_by_key(|review| review.nodes)
            {
                Some(review) => drop(reviews.insert(game.number, review.clone())),
                None if sides != [false; 2] => missing.push((game, sides)),
                None => {}
            }
        }
        if let (Some(nodes), Some(game)) = (nodes, self.about.game)
            && !missing.is_empty()
        {
            let cannot = |error: &std::io::Error| cannot_write(&path, error);
            let mut file = std::fs::File::options()
                .create(true)
                .append(true)
                .open(&path)
                .map_err(|error| cannot(&error))?;
            let progress = Progress::bar(missing.len() as u64, "games reviewed");
            let mut fault = None;
            let mut done = 0;
            review_games(game, &missing, nodes, cpu_load::processors(), control, &mut |review| {
                done += 1;
                progress.update(done, "games reviewed".to_string());
                let line = serde_json::to_string(&review).map_err(std::io::Error::other);
                if let Err(error) = line.and_then(|line| file.write_all((line + "\n").as_bytes())) {
                    fault = Some(error);
                }
                reviews.insert(review.number, review);
            });
            if let Some(error) = fault {
                return Err(cannot(&error));
            }
        }
        Ok(reviews)
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> CliError {
    CliError::File(format!("cannot write to '{}': {error}", path.display()))
}
