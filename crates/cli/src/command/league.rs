//! `plywood league`: a standing league, in which programs come and go and ratings go on.

mod run;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use arena::league::{League, LeagueError, LeagueState, LeagueTable, PROMOTION_GAMES, PROMOTION_SHARE};
use arena::{Plan, PlayerOptions, fingerprint};
use clap::Subcommand;

use self::run::RunArgs;
use super::r#match::read_plan;
use super::print_json;
use crate::args::{SuggestedValues, game_names};
use crate::error::CliError;

/// The text after the options in `--help`.
pub(crate) const HELP: &str = r#"A league is a folder. Programs are added and removed at any time; 'run' plays games
between those that are there, and 'show' prints the table. Ratings go on: games against
programs that have left or changed still count for their opponents. Elo is counted from
the first staff player, so that a number means the same all year.

Staff players have fixed strength, the weakest first. A program that scores half of the
points in 8 games against the next one has reached it, and tries the one after it. If it
does not, it may try again when it has changed. What is reached stays.

The folder has league.json, the state, and pairs.jsonl, every pair of games as it was
finished; Ctrl-C and crashes lose the games in progress at most.

Examples:
  plywood league add cup --game raichu --staff level=1 --staff level=3 --staff level=5
  plywood league add cup --player 'name=ann type=oneshot dir=students/ann
      cmd="python3 raichu.py {n} {side} {board} {seconds}" time=1'
  plywood league add cup --file class.toml
  plywood league run cup --rounds 3
  plywood league show cup --json
  plywood league remove cup ann"#;

#[derive(Subcommand, Debug)]
pub(crate) enum LeagueCommand {
    /// Add programs and staff players, or give them other options; makes the league if there is none
    Add(AddArgs),
    /// Take players out; their games stay
    Remove {
        /// The folder of the league
        #[arg(value_name = "LEAGUE")]
        folder: PathBuf,
        /// The names of the players
        #[arg(value_name = "NAME", required = true)]
        names: Vec<String>,
    },
    /// Play: first promotion, then rounds in which everybody meets somebody of about the same strength
    Run(RunArgs),
    /// Print the table
    Show {
        /// The folder of the league
        #[arg(value_name = "LEAGUE")]
        folder: PathBuf,
        /// Print JSON: {game, games, rows: [{rank, name, staff, level, next_level, elo, error, games, points, versions}]}
        #[arg(long)]
        json: bool,
    },
}

#[derive(clap::Args, Debug)]
pub(crate) struct AddArgs {
    /// The folder of the league
    #[arg(value_name = "LEAGUE")]
    folder: PathBuf,
    /// The game of a new league
    #[arg(long, value_name = "GAME", value_parser = SuggestedValues(game_names))]
    game: Option<String>,
    /// A program, with the settings of plywood match; repeat it
    #[arg(long = "player", value_name = "SETTINGS")]
    players: Vec<String>,
    /// A player of fixed strength; repeat it, the weakest first
    #[arg(long, value_name = "SETTINGS")]
    staff: Vec<String>,
    /// A tournament file: its programs become players, its other players staff, in the order of the file
    #[arg(long, value_name = "TOML")]
    file: Option<PathBuf>,
    /// Games against the next staff player for a promotion [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=1000))]
    promotion_games: Option<u16>,
    /// The share of their points that is needed [default: 0.5]
    #[arg(long, value_name = "SHARE")]
    promotion_share: Option<f64>,
}

impl LeagueCommand {
    pub(crate) fn run(self) -> Result<(), CliError> {
        match self {
            LeagueCommand::Add(args) => args.run(),
            LeagueCommand::Remove { folder, names } => remove(&folder, &names),
            LeagueCommand::Run(args) => args.run(),
            LeagueCommand::Show { folder, json } => show(&folder, json),
        }
    }
}

impl AddArgs {
    fn run(self) -> Result<(), CliError> {
        let file = self.file.as_deref().map(read_plan).transpose()?.unwrap_or_default();
        let words = |option: &str, text: &String| {
            let words: Result<PlayerOptions, _> = text.parse();
            words.map_err(|fault| CliError::Usage(format!("{option} '{}': {fault}", engine::quoted(text))))
        };
        let mut players = file.players.clone();
        for text in &self.players {
            players.push(words("--player", text)?);
        }
        let staff_from = players.len();
        for text in &self.staff {
            players.push(words("--staff", text)?);
        }
        // `complete` puts the players of folders at the end.
        let plan = Plan { game: self.game.clone().unwrap_or(file.game.clone()), players, ..file.clone() };
        let folders_from = plan.players.len();
        let plan = plan.complete(catalogue::CATALOGUE).map_err(|fault| CliError::Usage(fault.to_string()))?;
        let (mut league, is_new) = self.league(&plan)?;
        self.promotion(&mut league.state)?;
        let mut told = String::new();
        for (i, options) in plan.players.iter().enumerate() {
            let is_program = options.get("dir").is_some() || options.get("cmd").is_some();
            let is_staff = (staff_from..folders_from).contains(&i)
                || i < staff_from && self.is_of_file(&file, i) && !is_program;
            check(options, &league.state.plan)?;
            let print = fingerprint(options)
                .map_err(|error| CliError::Usage(format!("cannot read the program '{options}': {error}")))?;
            let was_new = league.state.add(options.clone(), print, is_staff);
            let name = options.get("name").unwrap_or_default();
            let kind = if is_staff { "staff player" } else { "player" };
            let _ = writeln!(told, "{} {kind} {name}", if was_new { "added" } else { "changed" });
        }
        if plan.players.is_empty()
            && !is_new
            && self.promotion_games.is_none()
            && self.promotion_share.is_none()
        {
            return Err(CliError::Usage("whom? Give --player, --staff or --file".to_string()));
        }
        league.save().map_err(refused)?;
        write!(anstream::stdout().lock(), "{told}")?;
        Ok(())
    }

    /// Whether a player was given by the file.
    fn is_of_file(&self, file: &Plan, number: usize) -> bool {
        number < file.players.len()
    }

    fn league(&self, plan: &Plan) -> Result<(League, bool), CliError> {
        match League::open(&self.folder) {
            Ok(league) if plan.game.is_empty() || plan.game == league.state.plan.game => Ok((league, false)),
            Ok(league) => Err(CliError::Usage(format!(
                "the league in '{}' is one of {}, not of {}",
                self.folder.display(),
                league.state.plan.game,
                plan.game
            ))),
            Err(LeagueError::None(_)) => {
                plan.game(catalogue::CATALOGUE).map_err(|fault| CliError::Usage(fault.to_string()))?;
                let plan = Plan {
                    players: Vec::new(),
                    each: Vec::new(),
                    format: None,
                    rounds: None,
                    leaders: None,
                    games: None,
                    ..plan.clone()
                };
                let state = LeagueState {
                    plan,
                    promotion_games: PROMOTION_GAMES,
                    promotion_share: PROMOTION_SHARE,
                    ..LeagueState::default()
                };
                Ok((League::create(&self.folder, state).map_err(refused)?, true))
            }
            Err(error) => Err(refused(error)),
        }
    }

    fn promotion(&self, state: &mut LeagueState) -> Result<(), CliError> {
        if let Some(games) = self.promotion_games {
            if !games.is_multiple_of(2) {
                return Err(CliError::Usage(format!("--promotion-games {games}: expected an even number")));
            }
            state.promotion_games = games.into();
        }
        if let Some(share) = self.promotion_share {
            if !(share > 0.0 && share <= 1.0) {
                return Err(CliError::Usage(format!(
                    "--promotion-share {share}: expected a share from 0 to 1, such as 0.5"
                )));
            }
            state.promotion_share = share;
        }
        Ok(())
    }
}

/// Fails if a player cannot play in the league.
fn check(options: &PlayerOptions, plan: &Plan) -> Result<(), CliError> {
    let fault = |fault: &dyn std::fmt::Display| CliError::Usage(fault.to_string());
    let other: PlayerOptions =
        "name=other type=random".parse().map_err(|error: arena::SpecError| fault(&error))?;
    let two = Plan { players: vec![options.clone(), other], ..plan.clone() };
    let tournament = two.tournament(catalogue::CATALOGUE, 1).map_err(|error| fault(&error))?;
    tournament.check_folders().map_err(|error| fault(&error))
}

fn remove(folder: &Path, names: &[String]) -> Result<(), CliError> {
    let mut league = League::open(folder).map_err(refused)?;
    for name in names {
        if !league.state.remove(name) {
            let known: Vec<&str> = league.state.active().map(|member| &*member.name).collect();
            return Err(CliError::Refused(format!(
                "there is no player '{}' in this league: it has {}",
                engine::quoted(name),
                known.join(", ")
            )));
        }
    }
    league.save().map_err(refused)
}

fn show(folder: &Path, json: bool) -> Result<(), CliError> {
    let league = League::open(folder).map_err(refused)?;
    let table = LeagueTable::new(&league.state, &league.pairs);
    if json {
        return print_json(&table);
    }
    write!(anstream::stdout().lock(), "{}", text(&table))?;
    Ok(())
}

/// The table as text.
fn text(table: &LeagueTable) -> String {
    let width = table.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(6);
    let level = |row: &arena::league::LeagueRow| match (row.staff, &row.level, &row.next_level) {
        (true, ..) => "staff".to_string(),
        (_, Some(level), None) => level.clone(),
        (_, Some(level), Some(next)) => format!("{level}, may try {next}"),
        (_, None, Some(next)) => format!("may try {next}"),
        (_, None, None) => "none".to_string(),
    };
    let mut text = format!("{}, {}\n\n", table.game, engine::counted(table.games, "game", "games"));
    let _ = writeln!(text, "rank  {:<width$}            Elo  games  points  reached", "player");
    for row in &table.rows {
        let elo = format!("{:+.0} ± {:.0}", row.elo, row.error);
        let _ = writeln!(
            text,
            "{:>4}  {:<width$}  {elo:>13}  {:>5}  {:>6}  {}",
            row.rank,
            row.name,
            row.games,
            row.points,
            level(row)
        );
    }
    text
}

fn refused(error: LeagueError) -> CliError {
    match error {
        LeagueError::None(_) => CliError::Usage(error.to_string()),
        LeagueError::Damaged { .. } => CliError::Refused(error.to_string()),
        LeagueError::File { .. } | LeagueError::Busy(_) => CliError::File(error.to_string()),
    }
}
