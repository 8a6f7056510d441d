//! `plywood match`: matches and tournaments.

mod changed;
mod folder;
mod live_page;
mod live_progress;
mod programs;
mod rehearse;
#[cfg(target_os = "linux")]
mod sandbox;
mod shard;
mod students;

use std::collections::HashSet;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use arena::report::About;
use arena::statistics::Model;
use arena::{
    DistributedGames, Event, FormatName, GameRecord, LiveView, Plan, PlanError, PlayedShare, PlayerKind,
    PlayerOptions, Rehearsal, RetryPolicy, Share, Summary, Tournament, TournamentError,
};
use clap::{Args, ValueEnum};
use engine::Control;

pub(super) use self::folder::{MatchFolder, OpenMode, ReviewChoice, refused};
use self::live_progress::LiveProgress;
use self::rehearse::rehearse;
#[cfg(target_os = "linux")]
pub(crate) use self::sandbox::{SandboxWord, prepare as prepare_sandbox};
pub(super) use self::shard::SHARDS;
use super::print_json;
use crate::args::{SuggestedValues, game_names};
use crate::cpu_load;
use crate::error::CliError;
use crate::executor::{self, ExecutorArgs};
use crate::interrupt::Interrupt;
use crate::render::standings;

/// The text after the options in `--help`.
pub(crate) const HELP: &str = r#"A player is a list of KEY=VALUE settings, separated by spaces:
  type=plywood     the engine (default type): level=1…10 (10); per move
                   time=SECONDS, nodes=N or depth=PLIES (0.1 seconds without a
                   limit); threads=N (1), table=MB, weights=best|terms|first|FILE;
                   tables=DIR for tables on disk besides the embedded ones; set.NAME=N for
                   a search parameter (see plywood bench --params); error=POINTS and
                   overlooked=PERCENT for other mistakes than those of its level
  type=reference   plain alpha-beta with depth=PLIES (default: depends on the game)
  type=random      a random legal move
  type=greedy      takes as much as it can, otherwise a random legal move
  type=oneshot     a program started for every move: cmd="COMMAND", in which {n}
                   {side} {board} {seconds} {position} are replaced. Its move is
                   the last line printed within time=SECONDS (1) that parses as a
                   move or as the board after one; with strict=true the last line
                   of all. It runs in a copy of dir=DIR, made once per game, with
                   limits memory=MB (2048), processes=N (64), threads=N (512), and
                   for its folder disk=MB (512) and files=N (20000). The supervisor
                   kills its whole process tree. env.NAME=VALUE adds to its nearly
                   empty environment; readable=DIR:DIR are folders it may read
                   besides the system's and its own. dir= may be a zip or tar file;
                   build="make" runs once before the first game, in the sandbox,
                   within build-time=SECONDS (60)
  type=line        a persistent program, same settings: it reads 1 or 2, its side,
                   then the opponent's moves, and prints its own. Needs
                   --opening-plies 0. It is suspended while the opponent is to move,
                   unless ponder=true
  type=ugi         an engine that speaks the Universal Game Interface: same settings,
                   and nodes=N, depth=PLIES, option.NAME=VALUE; tables=DIR sets the
                   option Tables, as in 'plywood engine'
  type=hub         a checkers engine that speaks the Hub protocol: same settings
Every type takes name=NAME, the name in the standings.

Every opening is played twice with sides swapped. Openings are random plies from the
start position, filtered for balance by a short search, or come from a list. If all
players have node or depth limits and one thread, the same seed gives the same games.

Programs run in the first sandbox that works: bubblewrap, namespaces, Landlock. In
each of them a program has no network, sees only the system's files and its own, and
cannot signal other processes; shared memory counts towards its limits. If no sandbox
works, only the limits remain: a program can then read and write your files, use the
network and kill the match. A warning says so before the first program starts;
--require-sandbox refuses to start instead, --check-sandbox shows what works here.

An invalid answer loses the game, with a verdict: illegal, garbage, silent, crash,
timeout, flood or build. Before the first game every program makes one move from the start
position; programs that fail are named, and the match asks whether to continue. --out
stores every game as soon as it is finished, and at the end the standings, the games
and an HTML report, with a page for the author of each program; --resume continues
exactly after Ctrl-C or a power cut. --changed does the same and plays the games of
programs that have changed again, and no others. --review finds the costly moves,
--serve shows the running table in a browser.

A TOML file can describe a tournament (--file class.toml). Its keys are the names of
the options, with a [[player]] section per player:
  game = "raichu"
  format = "swiss"
  [[each]]                 # one player per folder or archive in students/
  in = "students"
  type = "oneshot"
  cmd = "python3 raichu.py {n} {side} {board} {seconds}"

Examples:
  plywood match raichu --player time=0.2 --player type=reference --games 20
  plywood match checkers --player 'name=new nodes=20000' --player 'name=old nodes=20000 weights=first'
  plywood match raichu --player level=3 \
    --player 'type=oneshot dir=student cmd="python3 raichu.py {n} {side} {board} {seconds}"'
  plywood match abalone --player level=3 --player level=4 --player level=5 --tc 10+0.1 --out cup
  plywood match --out cup --resume
  plywood match --file class.toml --out class --changed --review --serve
  plywood match checkers --player nodes=9000 --player nodes=3000 --games 2000 --sprt 0,20"#;

#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// The game, such as checkers or raichu:10
    #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
    game: Option<String>,
    /// A player, such as 'level=3 time=0.2'; repeat it. In a match of two, scores are the first player's
    #[arg(long = "player", value_name = "SETTINGS")]
    players: Vec<String>,
    /// One player per folder or archive in in=FOLDER, with these settings, named after it
    #[arg(long, value_name = "SETTINGS")]
    each: Vec<String>,
    /// A TOML description of the tournament; options override it
    #[arg(long, value_name = "TOML")]
    file: Option<PathBuf>,
    /// Pairing system [default: round-robin]
    #[arg(long, value_enum)]
    format: Option<FormatWord>,
    /// Games per pairing, two per opening [default: 100 for two players, 2 for more]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Rounds of a Swiss tournament [default: enough for a single winner]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// In a gauntlet, the number of first players that meet all others [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    leaders: Option<u32>,
    /// Time control of players without their own: a clock such as 10+0.1 (seconds plus increment), or time=SECONDS,
    /// nodes=N or depth=PLIES per move
    #[arg(long, value_name = "CONTROL")]
    tc: Option<String>,
    /// Openings: random, ballots-2 or ballots-3 (checkers), or a file with a position or moves from the start
    /// position per line [default: random]
    #[arg(long, value_name = "SOURCE")]
    openings: Option<String>,
    /// Plies of a random opening [default: depends on the game]
    #[arg(long, visible_alias = "openings-plies", value_name = "N",
        value_parser = clap::value_parser!(u16).range(0..=200))]
    opening_plies: Option<u16>,
    /// Use only balanced random openings (the default)
    #[arg(long, overrides_with = "unbalanced")]
    balanced: bool,
    /// Use random openings without a balance filter
    #[arg(long, overrides_with = "balanced")]
    unbalanced: bool,
    /// Maximum advantage in a balanced opening, in points (the least valuable piece is about 100) [default: 60]
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(i32).range(0..=20_000),
        conflicts_with = "unbalanced")]
    margin: Option<i32>,
    /// Filter random openings by the tables in this folder: only draws are balanced
    #[arg(long, value_name = "DIR", conflicts_with = "unbalanced")]
    opening_tables: Option<String>,
    /// Random seed of openings and players [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Sequential probability ratio test: stop once the first of two players is shown to be ELO0 or ELO1 stronger
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Elo model of the SPRT [default: logistic]
    #[arg(long, value_enum)]
    sprt_model: Option<ModelWord>,
    /// False positive rate of the SPRT: accepting ELO1 if ELO0 is true [default: 0.05]
    #[arg(long, value_name = "SHARE")]
    alpha: Option<f64>,
    /// False negative rate of the SPRT: accepting ELO0 if ELO1 is true [default: 0.05]
    #[arg(long, value_name = "SHARE")]
    beta: Option<f64>,
    /// What happens after an invalid answer [default: none]
    #[arg(long, value_enum)]
    forgive: Option<RetryPolicyWord>,
    /// Adjudicate a win if both players report at least POINTS for PLIES consecutive plies
    #[arg(long, value_name = "POINTS,PLIES")]
    agree_win: Option<String>,
    /// Adjudicate a draw if, from ply AFTER on, both players report at most POINTS for PLIES consecutive plies
    #[arg(long, value_name = "POINTS,PLIES,AFTER")]
    agree_draw: Option<String>,
    /// Adjudicate as soon as a table has the value: embedded, or a folder of tables
    #[arg(long, value_name = "TABLES")]
    adjudicate: Option<String>,
    /// Concurrent games, at most one per core [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Store the games, the standings and the report in this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Review the games of programs, with NODES for each position [default: 5000]: their pages show the costly moves
    #[arg(long, value_name = "NODES", requires = "out", num_args = 0..=1, default_missing_value = "5000",
        value_parser = clap::value_parser!(u64).range(1..))]
    review: Option<u64>,
    /// Resume the tournament in the --out folder, if there is one
    #[arg(long, requires = "out")]
    resume: bool,
    /// Play only this part of the games, in a folder of its own below --out; 'plywood merge' merges all parts
    #[arg(long, value_name = "K/N", requires = "out", conflicts_with = "on")]
    shard: Option<Share>,
    #[command(flatten)]
    executor: ExecutorArgs,
    /// Like --resume, and play the games of programs that have changed again; all others are kept
    #[arg(long, requires = "out")]
    changed: bool,
    /// The sandbox for programs [default: the first that works]
    #[cfg(target_os = "linux")]
    #[arg(long, value_enum, conflicts_with = "on")]
    sandbox: Option<sandbox::SandboxWord>,
    /// Start no program unless a sandbox works
    #[cfg(target_os = "linux")]
    #[arg(long, conflicts_with = "check_sandbox")]
    require_sandbox: bool,
    /// Show which sandboxes work here and how to enable the others, then exit
    #[cfg(target_os = "linux")]
    #[arg(long)]
    check_sandbox: bool,
    /// Serve a page with the running table, the queue and the progress while the match is played [default: a free port
    /// of 127.0.0.1]
    #[arg(long, value_name = "ADDRESS:PORT", num_args = 0..=1, default_missing_value = "127.0.0.1:0")]
    serve: Option<SocketAddr>,
    /// Continue without asking if programs failed the rehearsal
    #[arg(long)]
    yes: bool,
    /// Skip the rehearsal, in which every program makes one move before the first game
    #[arg(long)]
    no_rehearsal: bool,
    /// Print JSON: {game, games, players: [{rank, name, wins, …}], meetings: [{players, score, pairs, rating, …}], …}
    #[arg(long)]
    json: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum FormatWord {
    /// Every player meets every other
    RoundRobin,
    /// The first players meet all others
    Gauntlet,
    /// Each round pairs players with equal points
    Swiss,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum ModelWord {
    /// Elo by the logistic curve
    Logistic,
    /// Elo normalised by the variance of scores
    Normalised,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum RetryPolicyWord {
    /// The game is lost
    None,
    /// The player is asked again, once per game
    Move,
    /// The game is replayed, once
    Game,
}

/// The plan, the folder if one is named, the games that are stored there, and the share.
type OpenedMatch = (Plan, Option<MatchFolder>, Vec<GameRecord>, Option<PlayedShare>);

/// Where results are that the executor has not yet handed over.
enum ResultsFolder {
    Kept(PathBuf),
    Temporary(tempfile::TempDir),
}

/// The name of that folder in the folder of a tournament.
const RESULTS: &str = "results";

impl ResultsFolder {
    fn path(&self) -> &Path {
        match self {
            ResultsFolder::Kept(path) => path,
            ResultsFolder::Temporary(folder) => folder.path(),
        }
    }
}

/// Whether a machine is at fault rather than the plan, so that the games can be continued.
fn is_of_machine(fault: &TournamentError) -> bool {
    matches!(
        fault,
        TournamentError::Save(_)
            | TournamentError::Threads(_)
            | TournamentError::Machine { .. }
            | TournamentError::Elsewhere(_)
    )
}

impl MatchArgs {
    pub(crate) fn run(self) -> Result<(), CliError> {
        #[cfg(target_os = "linux")]
        if self.check_sandbox {
            return sandbox::check(self.json);
        }
        let given = self.plan()?;
        let (plan, mut folder, before, share) = self.open(given)?;
        let mut tournament = Tournament { share, ..self.tournament(&plan)? };
        tournament.superseded = folder.as_ref().map(MatchFolder::superseded).unwrap_or_default();
        #[cfg(target_os = "linux")]
        if tournament.has_programs() {
            sandbox::prepare(self.sandbox, self.require_sandbox)?;
        }
        let control = Control::new();
        let interrupt = Interrupt::cancelling(control.token());
        let _programs = programs::prepare(&mut tournament, &plan, self.out.as_deref(), &control)?;
        if interrupt.was_pressed() {
            return Err(CliError::Interrupted);
        }
        let caution = tournament.opening_warning().map_err(tournament_usage_error)?;
        if let Some(caution) = &caution {
            let _ = writeln!(anstream::stderr(), "openings: {caution}");
        }
        let rehearsal = self.rehearsal(&tournament, &mut folder, &before, &control)?;
        if interrupt.was_pressed() {
            return Err(CliError::Interrupted);
        }
        let results = self.distribute(&plan, &mut tournament)?;
        let old = before.len();
        let live = LiveView::new(&title(&plan), &tournament);
        let _page = self.serve.map(|address| live_page::serve(address, live.clone())).transpose()?;
        let mut progress = LiveProgress::new(&tournament, before.len(), live.clone());
        let mut append = |game: &arena::GameRecord| match &mut folder {
            Some(folder) => folder.append(game),
            None => Ok(()),
        };
        let mut counted = HashSet::new();
        let mut observe = |event: &Event| {
            counted.insert(event.game.number);
            progress.report(event);
        };
        let standing = tournament.run(before, &mut append, &control, &mut observe);
        let standing = standing.map_err(|fault| self.tournament_error(&fault))?;
        drop(progress);
        live.finish(&standing);
        if let (Some(share), Some(out)) = (self.shard, &self.out) {
            shard::report(out, share, standing.games(), old);
            return if interrupt.was_pressed() { Err(CliError::Interrupted) } else { Ok(()) };
        }
        let summary = Summary { rehearsal, ..tournament.summary(&plan.game, &standing) };
        self.show(&summary)?;
        if let Some(folder) = folder {
            let game = plan.game(catalogue::CATALOGUE).ok();
            let about = About::of(&plan, &tournament, game, caution).with_nodes(&summary);
            let review = ReviewChoice { nodes: self.review, control: &control };
            folder.finish(&about, &summary, &tournament, &counted, review)?;
        }
        // The executor ends first.
        tournament.elsewhere = None;
        if let Some(results) = results {
            executor::remove_empty(results.path());
        }
        if interrupt.was_pressed() { Err(CliError::Interrupted) } else { Ok(()) }
    }

    /// The plan, the folder if one is named, the games that are stored there, and the share.
    fn open(&self, given: Plan) -> Result<OpenedMatch, CliError> {
        match (&self.out, self.shard) {
            (Some(out), Some(share)) => {
                let (folder, plan, before, share) = shard::open(out, share, given)?;
                Ok((plan, Some(folder), before, Some(share)))
            }
            (Some(out), None) => {
                let (folder, plan, before) = MatchFolder::open(out, given, self.open_mode())?;
                Ok((plan, Some(folder), before, None))
            }
            (None, _) => {
                Ok((given.complete(catalogue::CATALOGUE).map_err(usage_error)?, None, Vec::new(), None))
            }
        }
    }

    /// Has the games played elsewhere, if that is wanted. Returns the folder of results.
    fn distribute(
        &self,
        plan: &Plan,
        tournament: &mut Tournament,
    ) -> Result<Option<ResultsFolder>, CliError> {
        if !self.executor.is_elsewhere() {
            return Ok(None);
        }
        let results = match &self.out {
            Some(out) => ResultsFolder::Kept(out.join(RESULTS)),
            None => ResultsFolder::Temporary(tempfile::tempdir()?),
        };
        if let Some(executor) = self.executor.start(results.path())? {
            #[cfg(target_os = "linux")]
            let require_sandbox = self.require_sandbox;
            #[cfg(not(target_os = "linux"))]
            let require_sandbox = false;
            let games = DistributedGames::new(&tournament.prepared_plan(plan), executor, require_sandbox)
                .map_err(|fault| CliError::Refused(fault.to_string()))?;
            tournament.concurrency = self.concurrency.map_or(games.slots(), usize::from);
            tournament.elsewhere = Some(games);
        }
        Ok(Some(results))
    }

    fn open_mode(&self) -> OpenMode {
        match (self.changed, self.resume) {
            (true, _) => OpenMode::Changed,
            (false, true) => OpenMode::Resume,
            (false, false) => OpenMode::New,
        }
    }

    /// Runs the rehearsal if there are games left to play; otherwise loads the stored one.
    fn rehearsal(
        &self,
        tournament: &Tournament,
        folder: &mut Option<MatchFolder>,
        before: &[GameRecord],
        control: &Control,
    ) -> Result<Option<Rehearsal>, CliError> {
        if self.no_rehearsal || before.len() >= tournament.games() {
            return Ok(folder.as_ref().and_then(MatchFolder::rehearsal));
        }
        let rehearsal = rehearse(tournament, folder.as_ref(), self.yes, control);
        if rehearsal.is_err()
            && before.is_empty()
            && let Some(folder) = folder.take()
        {
            folder.abandon();
        }
        rehearsal
    }

    /// Why a tournament stopped, and how to resume it.
    fn tournament_error(&self, fault: &TournamentError) -> CliError {
        match (fault, &self.out) {
            (fault, None) if is_of_machine(fault) => CliError::File(fault.to_string()),
            (fault, Some(out)) if is_of_machine(fault) => CliError::File(format!(
                "{fault}; finished games are stored: 'plywood match --out {} --resume' continues",
                out.display()
            )),
            _ => CliError::Usage(fault.to_string()),
        }
    }

    /// The plan from the options and the file; options take precedence.
    fn plan(&self) -> Result<Plan, CliError> {
        let from_file = self.file.as_deref().map(read_plan).transpose()?.unwrap_or_default();
        let words = |option: &str, text: &String| {
            let words: Result<PlayerOptions, _> = text.parse();
            words.map_err(|fault| CliError::Usage(format!("{option} '{}': {fault}", engine::quoted(text))))
        };
        let mut players = from_file.players;
        for text in &self.players {
            players.push(words("--player", text)?);
        }
        let mut each = from_file.each;
        for text in &self.each {
            each.push(words("--each", text)?);
        }
        let balanced = match (self.balanced, self.unbalanced) {
            (false, false) => None,
            (balanced, _) => Some(balanced),
        };
        Ok(Plan {
            game: self.game.clone().unwrap_or(from_file.game),
            format: self.format.map(Into::into).or(from_file.format),
            rounds: self.rounds.map(|rounds| rounds as usize).or(from_file.rounds),
            leaders: self.leaders.map(|leaders| leaders as usize).or(from_file.leaders),
            games: self.games.map(|games| games as usize).or(from_file.games),
            tc: self.tc.clone().or(from_file.tc),
            openings: self.openings.clone().or(from_file.openings),
            opening_plies: self.opening_plies.map(usize::from).or(from_file.opening_plies),
            balanced: balanced.or(from_file.balanced),
            margin: self.margin.or(from_file.margin),
            opening_tables: self.opening_tables.clone().or(from_file.opening_tables),
            seed: self.seed.or(from_file.seed),
            sprt: self.sprt.clone().or(from_file.sprt),
            sprt_model: self.sprt_model.map(Into::into).or(from_file.sprt_model),
            alpha: self.alpha.or(from_file.alpha),
            beta: self.beta.or(from_file.beta),
            forgive: self.forgive.map(Into::into).or(from_file.forgive),
            agree_win: self.agree_win.clone().or(from_file.agree_win),
            agree_draw: self.agree_draw.clone().or(from_file.agree_draw),
            adjudicate: self.adjudicate.clone().or(from_file.adjudicate),
            players,
            each,
        })
    }

    /// The tournament, with one concurrent game per core at most.
    fn tournament(&self, plan: &Plan) -> Result<Tournament, CliError> {
        let mut tournament = plan.tournament(catalogue::CATALOGUE, 1).map_err(usage_error)?;
        let threads = tournament.players.iter().map(|player| match player.kind {
            PlayerKind::Plywood { threads, .. } => threads,
            _ => 1,
        });
        let cores = cpu_load::processors();
        let most = (cores / threads.max().unwrap_or(1)).max(1);
        tournament.concurrency = match self.concurrency.map(usize::from) {
            Some(wanted) if wanted > cores && !self.executor.is_elsewhere() => {
                let _ = writeln!(
                    anstream::stderr(),
                    "--concurrency {wanted}: reduced to {cores}, the number of cores"
                );
                cores
            }
            wanted => wanted.unwrap_or(most),
        };
        Ok(tournament)
    }

    fn show(&self, summary: &Summary) -> Result<(), CliError> {
        if self.json {
            return print_json(summary);
        }
        write!(anstream::stdout().lock(), "{}", standings::table(summary))?;
        Ok(())
    }
}

/// What the tournament is called while it is played.
fn title(plan: &Plan) -> String {
    let names = |player: &PlayerOptions| player.get("name").unwrap_or_default().to_string();
    match &plan.players[..] {
        [first, second] => format!("{}: {} – {}", plan.game, names(first), names(second)),
        players => format!("{}: {} players", plan.game, players.len()),
    }
}

/// Enough for a tournament of ten thousand players.
const MAX_BYTES: u64 = 4 << 20;

/// Reads a tournament file.
pub(crate) fn read_plan(path: &Path) -> Result<Plan, CliError> {
    let text = files::read_to_string(path, MAX_BYTES)
        .map_err(|error| CliError::Usage(format!("cannot read '{}': {error}", path.display())))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    Plan::from_toml(catalogue::CATALOGUE, &text, folder)
        .map_err(|fault| CliError::Usage(format!("'{}': {}", path.display(), fault.to_string().trim_end())))
}

pub(super) fn usage_error(fault: PlanError) -> CliError {
    CliError::Usage(fault.to_string())
}

fn tournament_usage_error(fault: TournamentError) -> CliError {
    CliError::Usage(fault.to_string())
}

impl From<FormatWord> for FormatName {
    fn from(word: FormatWord) -> FormatName {
        match word {
            FormatWord::RoundRobin => FormatName::RoundRobin,
            FormatWord::Gauntlet => FormatName::Gauntlet,
            FormatWord::Swiss => FormatName::Swiss,
        }
    }
}

impl From<ModelWord> for Model {
    fn from(word: ModelWord) -> Model {
        match word {
            ModelWord::Logistic => Model::Logistic,
            ModelWord::Normalised => Model::Normalised,
        }
    }
}

impl From<RetryPolicyWord> for RetryPolicy {
    fn from(word: RetryPolicyWord) -> RetryPolicy {
        match word {
            RetryPolicyWord::None => RetryPolicy::None,
            RetryPolicyWord::Move => RetryPolicy::Move,
            RetryPolicyWord::Game => RetryPolicy::Game,
        }
    }
}
