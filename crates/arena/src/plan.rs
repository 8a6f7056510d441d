//! The plan of a tournament, as requested and as stored: everything that determines which games are
//! played.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use engine::{AnyTables, Catalogue, GameRef, TablesAt, quoted, quoted_up_to};
use serde::{Deserialize, Serialize};

use crate::adjudication::Adjudication;
use crate::archive::archive_stem;
use crate::live::GamesInPlay;
use crate::opening::{Balance, OpeningSource, read_openings};
use crate::player_options::PlayerOptions;
use crate::schedule::{Format, Schedule, ScheduleError};
use crate::spec::PlayerSpec;
use crate::statistics::{Model, Sprt};
use crate::tournament::{RetryPolicy, Tournament};

/// A tournament as requested. Omitted fields have their defaults.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Plan {
    /// The game.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The format: which players meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<FormatName>,
    /// The number of rounds of a Swiss tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// The number of players who lead a gauntlet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaders: Option<usize>,
    /// The number of games in each meeting of two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<usize>,
    /// The time control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tc: Option<String>,
    /// The source of openings: `random`, a named set of the game (`ballots-3` in checkers), or a
    /// file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// The number of plies of random openings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening_plies: Option<usize>,
    /// Whether random openings must be balanced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balanced: Option<bool>,
    /// The largest advantage of a side in a balanced opening, in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i32>,
    /// A folder of tables that judge random openings, besides the embedded tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening_tables: Option<String>,
    /// The seed of everything random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The two Elo differences of a sequential test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// The unit of these differences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt_model: Option<Model>,
    /// The probability that the test accepts the larger difference although the smaller one is
    /// true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha: Option<f64>,
    /// The probability that the test accepts the smaller difference although the larger one is
    /// true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beta: Option<f64>,
    /// What follows a wrong answer, a crash or a timeout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forgive: Option<RetryPolicy>,
    /// When a game is adjudicated as a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agree_win: Option<String>,
    /// When a game is adjudicated as a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agree_draw: Option<String>,
    /// Tables that adjudicate a game as soon as they contain its position: `embedded`, or a folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<String>,
    /// The players.
    #[serde(rename = "player")]
    pub players: Vec<PlayerOptions>,
    /// Folders each of which contains players, one per subfolder.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub each: Vec<PlayerOptions>,
}

/// The format of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatName {
    /// Every player meets every other.
    RoundRobin,
    /// The first few players meet all others.
    Gauntlet,
    /// In each round, players with equal points meet.
    Swiss,
}

/// Why a plan is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// The file is not a plan.
    #[error("{0}")]
    File(String),
    /// An option of the plan has an invalid value.
    #[error("{word} '{value}': {why}")]
    Value {
        /// The option.
        word: &'static str,
        /// Its value.
        value: String,
        /// The reason.
        why: String,
    },
    /// A player is invalid.
    #[error("player '{words}': {why}")]
    Player {
        /// Its options.
        words: String,
        /// The reason.
        why: String,
    },
    /// The plan names no game.
    #[error("which game? There are {0}")]
    NoGame(String),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] engine::UnknownGame),
    /// The schedule is invalid.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// An option does not apply here.
    #[error("{word} is only for {purpose}")]
    Purpose {
        /// The option.
        word: &'static str,
        /// What it applies to.
        purpose: &'static str,
    },
    /// The number of games is odd.
    #[error("games {0}: every opening is played with both colours, so this must be an even number from 2 on")]
    Odd(usize),
}

/// The default number of games in each meeting, for two players and for more.
const GAMES_OF_TWO: usize = 100;
const GAMES_OF_MANY: usize = 2;

impl Plan {
    /// The name of the embedded tables.
    pub(crate) const EMBEDDED: &str = "embedded";
    /// The weights that are not in a file.
    pub(crate) const NAMES_OF_WEIGHTS: [&str; 3] = ["best", "terms", "first"];

    /// Reads a plan. Its relative paths start at `folder`.
    ///
    /// # Errors
    /// Fails if the text is not a plan.
    pub fn from_toml(catalogue: Catalogue, text: &str, folder: &Path) -> Result<Plan, PlanError> {
        let mut plan: Plan = toml::from_str(text).map_err(|fault| PlanError::File(fault.to_string()))?;
        for words in plan.players.iter_mut().chain(&mut plan.each) {
            for word in ["dir", "in", "weights", "tables"] {
                if let Some(value) = words.take(word) {
                    let is_name = word == "weights" && Plan::NAMES_OF_WEIGHTS.contains(&&*value);
                    let value = if is_name { value } else { folder.join(value).display().to_string() };
                    words.set(word, value);
                }
            }
            if let Some(list) = words.take("readable") {
                words.set("readable", each_path(&list, |path| folder.join(path)));
            }
        }
        if let Some(openings) = &mut plan.openings
            && is_file(catalogue, openings)
        {
            *openings = folder.join(&*openings).display().to_string();
        }
        for place in [&mut plan.adjudicate, &mut plan.opening_tables] {
            if let Some(place) = place.as_mut().filter(|place| *place != EMBEDDED) {
                *place = folder.join(&*place).display().to_string();
            }
        }
        Ok(plan)
    }

    /// The same plan with every player given by its options, and with absolute paths, so that it
    /// means the same in any working directory.
    ///
    /// # Errors
    /// Fails if a player is invalid or a folder cannot be read.
    pub fn complete(mut self, catalogue: Catalogue) -> Result<Plan, PlanError> {
        for words in std::mem::take(&mut self.each) {
            self.players.extend(in_folder(words)?);
        }
        let mut names = HashSet::new();
        for words in &mut self.players {
            let spec = player(words)?;
            let name = (1..).map(|i| if i == 1 { spec.name.clone() } else { format!("{} ({i})", spec.name) });
            let name = name.into_iter().find(|name| names.insert(name.clone())).unwrap_or_default();
            words.set("name", name);
            for word in ["dir", "tables"] {
                if let Some(path) = words.take(word) {
                    words.set(word, whole_path(&path));
                }
            }
            if let Some(folder) = words.get("tables").filter(|folder| !Path::new(folder).is_dir()) {
                let why = format!("tables={folder}: there is no such folder");
                return Err(PlanError::Player { words: quoted(&words.to_string()), why });
            }
            if let Some(list) = words.take("readable") {
                words
                    .set("readable", each_path(&list, |path| whole_path(&path.display().to_string()).into()));
            }
        }
        if let Some(openings) = &mut self.openings
            && is_file(catalogue, openings)
        {
            *openings = whole_path(openings);
        }
        for place in [&mut self.adjudicate, &mut self.opening_tables] {
            if let Some(place) = place.as_mut().filter(|place| *place != EMBEDDED) {
                *place = whole_path(place);
            }
        }
        Ok(self)
    }

    /// The game.
    ///
    /// # Errors
    /// Fails if there is no game with this name.
    pub fn game(&self, catalogue: Catalogue) -> Result<GameRef, PlanError> {
        match &*self.game {
            "" => Err(PlanError::NoGame(catalogue.names().join(", "))),
            word => Ok(catalogue.find(word)?),
        }
    }

    /// The format; round robin by default.
    #[must_use]
    pub fn format(&self) -> FormatName {
        self.format.unwrap_or(FormatName::RoundRobin)
    }

    /// The seed of everything random.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The planned tournament, with `concurrency` games at the same time.
    ///
    /// # Errors
    /// Fails with the reason why the plan is invalid.
    pub fn tournament(&self, catalogue: Catalogue, concurrency: usize) -> Result<Tournament, PlanError> {
        let game = self.game(catalogue)?;
        let players = self.players.iter().map(player).collect::<Result<Vec<PlayerSpec>, PlanError>>()?;
        self.players.iter().try_for_each(check_folder)?;
        Ok(Tournament {
            game: game.word(),
            start: game.start(),
            schedule: self.schedule(players.len())?,
            openings: self.opening_source(game)?,
            opening_tables: self.opening_tables(&game)?,
            control: read_word("tc", self.tc.as_deref())?.unwrap_or_default(),
            retry: self.forgive.unwrap_or_default(),
            adjudication: Adjudication {
                win: read_word("agree-win", self.agree_win.as_deref())?,
                draw: read_word("agree-draw", self.agree_draw.as_deref())?,
            },
            tables: self.adjudicate.as_deref().map(|place| tables("adjudicate", place, &game)).transpose()?,
            seed: self.seed(),
            concurrency,
            elsewhere: None,
            share: None,
            sprt: self.sprt(players.len())?,
            superseded: Vec::new(),
            in_play: GamesInPlay::default(),
            players,
        })
    }

    fn schedule(&self, players: usize) -> Result<Schedule, PlanError> {
        let format = self.format();
        let only = |is_given: bool, word: &'static str, of: FormatName, purpose: &'static str| {
            if is_given && format != of { Err(PlanError::Purpose { word, purpose }) } else { Ok(()) }
        };
        only(self.rounds.is_some(), "rounds", FormatName::Swiss, "the format swiss")?;
        only(self.leaders.is_some(), "leaders", FormatName::Gauntlet, "the format gauntlet")?;
        let is_match = players == 2 && format != FormatName::Swiss;
        let games = self.games.unwrap_or(if is_match { GAMES_OF_TWO } else { GAMES_OF_MANY });
        if games == 0 || !games.is_multiple_of(2) {
            return Err(PlanError::Odd(games));
        }
        // If pairings do not depend on results, all players meet once before any two meet again.
        let (format, pairs) = match format {
            FormatName::RoundRobin => (Format::RoundRobin { cycles: games / 2 }, 1),
            FormatName::Gauntlet => {
                (Format::Gauntlet { leaders: self.leaders.unwrap_or(1), cycles: games / 2 }, 1)
            }
            FormatName::Swiss => {
                let rounds = self.rounds.unwrap_or_else(|| rounds_for(players));
                (Format::Swiss { rounds }, games / 2)
            }
        };
        Ok(Schedule::new(format, players, pairs, self.seed())?)
    }

    /// Where the openings come from.
    ///
    /// # Errors
    /// Fails if there is no such source, or if an option is for another kind of source.
    pub fn opening_source(&self, game: GameRef) -> Result<OpeningSource, PlanError> {
        let openings = self.openings.as_deref().unwrap_or(RANDOM);
        let start = game.start();
        let sets = start.game().opening_sets();
        let set = sets.iter().find(|set| set.name == openings);
        let is_random = openings == RANDOM;
        for (word, is_given) in [
            ("opening-plies", self.opening_plies.is_some()),
            ("balanced", self.balanced.is_some()),
            ("margin", self.margin.is_some()),
            ("opening-tables", self.opening_tables.is_some()),
        ] {
            if is_given && !is_random {
                return Err(PlanError::Purpose { word, purpose: "random openings" });
            }
        }
        match set {
            Some(set) => Ok(OpeningSource::Set(*set)),
            None if is_random => {
                let plies = self.opening_plies.unwrap_or_else(|| start.game().opening_plies());
                let margin = self.margin.unwrap_or(Balance::default().margin);
                let is_judged = self.balanced.unwrap_or(true) && plies > 0;
                let balance = is_judged.then(|| Balance { margin, ..Balance::default() });
                Ok(OpeningSource::Random { plies, balance })
            }
            None => {
                let fault = |why: String| PlanError::Value { word: "openings", value: quoted(openings), why };
                let text = files::read_to_string(Path::new(openings), MOST_BYTES).map_err(|error| {
                    let names: String = sets.iter().map(|set| format!("{}, ", set.name)).collect();
                    fault(format!("{error}; there are random, {names}or a file"))
                })?;
                let list = read_openings(game, &text).map_err(|error| fault(error.to_string()))?;
                Ok(OpeningSource::Listed(list))
            }
        }
    }

    /// The tables that judge random openings; `None` if the game has no embedded tables and no
    /// folder is named.
    fn opening_tables(&self, game: &GameRef) -> Result<Option<Arc<dyn AnyTables>>, PlanError> {
        self.opening_tables.as_deref().map(|place| tables("opening-tables", place, game)).transpose()
    }

    fn sprt(&self, players: usize) -> Result<Option<Sprt>, PlanError> {
        let Some(text) = &self.sprt else {
            let is_given = [
                ("sprt-model", self.sprt_model.is_some()),
                ("alpha", self.alpha.is_some()),
                ("beta", self.beta.is_some()),
            ];
            return match is_given.into_iter().find(|(_, is_given)| *is_given) {
                Some((word, _)) => Err(PlanError::Purpose { word, purpose: "a test with sprt" }),
                None => Ok(None),
            };
        };
        if players != 2 {
            return Err(PlanError::Purpose { word: "sprt", purpose: "two players" });
        }
        let number = |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 1000.0);
        let limits = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
        let (elo0, elo1) = limits.filter(|(low, high)| low < high).ok_or_else(|| PlanError::Value {
            word: "sprt",
            value: quoted(text),
            why: "give two Elo differences, the smaller first, such as 0,10".to_string(),
        })?;
        let share = |word: &'static str, share: Option<f64>| match share.unwrap_or(0.05) {
            share if share > 0.0 && share < 0.5 => Ok(share),
            share => Err(PlanError::Value {
                word,
                value: share.to_string(),
                why: "give a probability between 0 and 0.5, such as 0.05".to_string(),
            }),
        };
        let model = self.sprt_model.unwrap_or_default();
        let (alpha, beta) = (share("alpha", self.alpha)?, share("beta", self.beta)?);
        Ok(Some(Sprt { model, elo0, elo1, alpha, beta }))
    }
}

/// Larger than a list of some hundred thousand openings.
const MOST_BYTES: u64 = 64 << 20;
const RANDOM: &str = "random";
const EMBEDDED: &str = Plan::EMBEDDED;

/// Whether openings come from a file rather than from a named source.
fn is_file(catalogue: Catalogue, openings: &str) -> bool {
    openings != RANDOM && !catalogue.has_opening_set(openings)
}

/// After this many rounds, at most one player can have won all games.
fn rounds_for(players: usize) -> usize {
    players.max(2).next_power_of_two().ilog2() as usize
}

fn read_word<T: FromStr>(word: &'static str, text: Option<&str>) -> Result<Option<T>, PlanError>
where
    T::Err: std::fmt::Display,
{
    text.map(str::parse).transpose().map_err(|fault: T::Err| PlanError::Value {
        word,
        value: quoted(text.unwrap_or_default()),
        why: fault.to_string(),
    })
}

/// The embedded tables, and those in a folder if one is named.
fn tables(word: &'static str, place: &str, game: &GameRef) -> Result<Arc<dyn AnyTables>, PlanError> {
    let folder = (place != EMBEDDED).then(|| PathBuf::from(place));
    if folder.as_ref().is_some_and(|folder| !folder.is_dir()) {
        let why = format!("there is no such folder; give one, or {EMBEDDED}");
        return Err(PlanError::Value { word, value: quoted(place), why });
    }
    Ok(game.start().game().tables(&TablesAt { folder, ..TablesAt::default() }))
}

fn player(words: &PlayerOptions) -> Result<PlayerSpec, PlanError> {
    let spec = words.player().and_then(PlayerSpec::with_files_read);
    spec.map_err(|why| PlanError::Player { words: quoted(&words.to_string()), why: why.to_string() })
}

/// Fails if the folder of a program, or the archive with it, does not exist.
fn check_folder(words: &PlayerOptions) -> Result<(), PlanError> {
    let is_there = |dir: &str| {
        let dir = Path::new(dir);
        dir.is_dir() || archive_stem(dir).is_some() && dir.is_file()
    };
    let Some(dir) = words.get("dir").filter(|dir| !is_there(dir)) else { return Ok(()) };
    let why = format!("dir={}: there is no such folder", quoted_up_to(dir, LONGEST_PATH));
    let name = words.get("name").unwrap_or_default();
    Err(PlanError::Player { words: quoted(name), why })
}

/// Longer paths are truncated in messages.
const LONGEST_PATH: usize = 200;

fn whole_path(path: &str) -> String {
    std::path::absolute(path).map_or_else(|_| path.to_string(), |path| path.display().to_string())
}

/// Applies a change to each path in a colon-separated list.
fn each_path(list: &str, change: impl Fn(&Path) -> PathBuf) -> String {
    let paths = list.split(':').map(|path| change(Path::new(path)).display().to_string());
    paths.collect::<Vec<_>>().join(":")
}

/// A player for each subfolder of the named folder and each archive in it, in the order of their names.
fn in_folder(mut words: PlayerOptions) -> Result<Vec<PlayerOptions>, PlanError> {
    let fault =
        |words: &PlayerOptions, why: String| PlanError::Player { words: quoted(&words.to_string()), why };
    let Some(folder) = words.take("in") else {
        return Err(fault(
            &words,
            "in=FOLDER is missing: the folder that contains the players' folders".to_string(),
        ));
    };
    let read = |folder: &str| -> std::io::Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
        let mut folders: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
        folders.retain(|path| path.is_dir() || archive_stem(path).is_some() && path.is_file());
        folders.sort();
        Ok(folders)
    };
    let folders = read(&folder).map_err(|error| fault(&words, format!("in={folder}: {error}")))?;
    let of = |path: PathBuf| {
        let folder_name = || path.file_name().and_then(|name| name.to_str());
        let name = if path.is_dir() { folder_name() } else { archive_stem(&path) };
        let (Some(name), Some(dir)) = (name, path.to_str()) else {
            let why = format!("the name of the folder '{}' is not UTF-8: rename it", path.display());
            return Err(fault(&words, format!("in={folder}: {why}")));
        };
        let mut words = words.clone();
        words.set("name", name.to_string());
        words.set("dir", dir.to_string());
        Ok(words)
    };
    folders.into_iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(text: &str) -> Plan {
        Plan::from_toml(catalogue::CATALOGUE, text, Path::new("/there")).unwrap()
    }

    fn fault(text: &str) -> String {
        let plan = Plan::from_toml(catalogue::CATALOGUE, text, Path::new("/there"))
            .and_then(|plan| plan.complete(catalogue::CATALOGUE));
        plan.and_then(|plan| plan.tournament(catalogue::CATALOGUE, 1).map(|_| ())).unwrap_err().to_string()
    }

    const TWO: &str = "game = 'abalone'\nplayer = [{level = 1}, {level = 2}]\n";

    #[test]
    fn a_plan_is_read() {
        let plan = plan(
            "game = 'checkers'
             format = 'swiss'
             rounds = 3
             games = 4
             tc = '10+0.1'
             openings = 'ballots-3'
             forgive = 'move'
             agree-win = '600,8'
             [[player]]
             name = 'A'
             level = 4
             time = 0.5
             [[player]]
             type = 'random'
             [[player]]
             type = 'random'",
        );
        let plan = plan.complete(catalogue::CATALOGUE).unwrap();
        let tournament = plan.tournament(catalogue::CATALOGUE, 2).unwrap();
        let names: Vec<&str> = tournament.players.iter().map(|player| &*player.name).collect();
        assert_eq!(names, ["A", "random", "random (2)"]);
        assert_eq!((tournament.schedule.rounds(), tournament.games()), (3, 12));
        assert_eq!(tournament.control.to_string(), "10+0.1");
        assert_eq!(tournament.players[0].own.to_string(), "time=0.5");
        assert_eq!(tournament.retry, RetryPolicy::Move);
        let OpeningSource::Set(set) = tournament.openings else { panic!("{:?}", tournament.openings) };
        assert_eq!(set.name, "ballots-3");
        let json = serde_json::to_string(&plan).unwrap();
        assert_eq!(serde_json::from_str::<Plan>(&json).unwrap(), plan);
    }

    #[test]
    fn files_are_where_the_plan_is() {
        let plan = plan(
            "game = 'raichu'
             openings = 'openings.txt'
             [[player]]
             type = 'line'
             cmd = './a'
             dir = 'students/a'
             readable = 'lib:/opt/x'
             [[player]]
             weights = 'best'",
        );
        assert_eq!(plan.openings.as_deref(), Some("/there/openings.txt"));
        assert_eq!(plan.players[0].get("dir"), Some("/there/students/a"));
        assert_eq!(plan.players[0].get("readable"), Some("/there/lib:/opt/x"));
        assert_eq!(plan.players[1].get("weights"), Some("best"));
    }

    #[test]
    fn a_folder_that_is_missing_is_named_before_any_game() {
        let player = "{name = 'Ann', type = 'oneshot', cmd = 'x', dir = 'ann'}";
        let text = format!("game = 'raichu'\nplayer = [{{level = 1}}, {player}]");
        assert_eq!(fault(&text), "player 'Ann': dir=/there/ann: there is no such folder");
    }

    #[test]
    fn two_players_have_a_match_and_more_a_round_robin() {
        let games = |players: usize| {
            let text = format!("game = 'abalone'\nplayer = [{}]", "{level = 1}, ".repeat(players));
            plan(&text)
                .complete(catalogue::CATALOGUE)
                .unwrap()
                .tournament(catalogue::CATALOGUE, 1)
                .unwrap()
                .games()
        };
        assert_eq!((games(2), games(3), games(10)), (100, 6, 90));
    }

    #[test]
    fn wrong_plans_are_explained() {
        assert_eq!(fault(&format!("{TWO}games = 3")), PlanError::Odd(3).to_string());
        assert_eq!(fault(&format!("{TWO}rounds = 3")), "rounds is only for the format swiss");
        assert_eq!(fault(&format!("{TWO}alpha = 0.1")), "alpha is only for a test with sprt");
        let sprt = "sprt '5,0': give two Elo differences, the smaller first, such as 0,10";
        assert_eq!(fault(&format!("{TWO}sprt = '5,0'")), sprt);
        assert!(fault(&format!("{TWO}tc = 'fast'")).starts_with("tc 'fast': expected a time control"));
        assert!(fault(&format!("{TWO}openings = 'no'")).contains("; there are random, or a file"));
        assert!(fault(&format!("{TWO}color = 'red'")).contains("unknown field `color`"));
        assert!(fault("player = [{level = 1}]").starts_with("which game?"));
        assert_eq!(
            fault("game = 'abalone'\nplayer = [{level = 11}]"),
            "player 'level=11': level=11: expected a level from 1 to 10"
        );
        assert_eq!(
            fault("game = 'abalone'\nplayer = [{level = 1}]"),
            "a tournament needs at least two players, not 1"
        );
        assert!(fault("game = 'abalone'\neach = [{in = 'no'}]").contains("in=/there/no: "));
    }
}
