//! `plywood match`: players, many games, who is stronger.

mod about;
mod folder;
mod live_progress;
mod rehearse;
#[cfg(target_os = "linux")]
mod sandbox;

use std::collections::HashSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use arena::statistics::Model;
use arena::{
    Event, FormatName, GameRecord, Plan, PlanError, PlayerKind, PlayerOptions, Rehearsal, RetryPolicy,
    Summary, Tournament, TournamentError,
};
use clap::{Args, ValueEnum};
use engine::Control;

use self::about::about;
use self::folder::MatchFolder;
use self::live_progress::LiveProgress;
use self::rehearse::rehearse;
use super::print_json;
use crate::args::{SuggestedValues, game_names};
use crate::cpu_load;
use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::render::standings;

/// What `--help` teaches.
pub(crate) const HELP: &str = r#"Players are words with values:
  type=plywood     the engine, the usual type: level=1…10 (10), and for each move
                   time=SECONDS, nodes=N or depth=PLIES; threads=N (1), table=MB,
                   weights=best|first|FILE; tables=DIR for tables on disk, besides
                   those in the program; without any limit 0.1 seconds a move
  type=reference   plain alpha-beta, depth=PLIES or the game's usual depth
  type=random      any legal move
  type=oneshot     a program that is started for every move: cmd="COMMAND" with
                   {n} {side} {board} {seconds} {position} filled in; the last line
                   that it prints before time=SECONDS (1) and that reads as a move or
                   as the board after one counts; with strict=true the last line,
                   whatever it is. It runs in a copy of dir=DIR, made once for each
                   game, with at most memory=MB (2048), processes=N (64), threads=N
                   (512), and in its folder disk=MB (512) and files=N (20000), and is
                   ended with all it started; env.NAME=VALUE adds to its environment,
                   which is nearly empty; readable=DIR:DIR is what it can read
                   besides the system and its own folder
  type=line        a program that stays, with the same words: it reads 1 or 2, the
                   side it has, then the other side's moves, and prints its own;
                   only with --opening-plies 0. It is stopped while it is not on
                   move, unless it has ponder=true
  type=ugi         a program that speaks the Universal Game Interface, with the same
                   words and nodes=N, depth=PLIES and option.NAME=VALUE; tables=DIR
                   sets the option Tables, as 'plywood engine' has it
  type=hub         a checkers program that speaks the Hub protocol, the same words
and name=NAME for the table.

Every opening is played twice with the sides exchanged: random plies from the start,
judged balanced by a short search, or a list. Where all players have node or depth
limits and one thread, the same seed gives the same games.

Programs run in a sandbox, the first of these that works: bubblewrap, namespaces,
Landlock. In all of them there is no network, no file but the system's and their own,
no signal to other processes, and the limits count shared memory. Where none works,
--sandbox limits is what is left: programs can then read and write your files, use the
network, and kill the match. This is said before the first program starts;
--require-sandbox refuses to start instead, and --check-sandbox tells what works here.

A wrong answer loses the game, with a verdict: illegal, garbage, silent, crash,
timeout or flood. Before the first game every program makes one move from the start;
those that cannot are named, and the match asks whether to go on. --out keeps every
game as soon as it is finished, and in the end the table, the games and a report for
a browser; --resume goes on after Ctrl-C or a power cut exactly where it was.

A tournament can be described by a file (--file class.toml), whose words are those of
the options, with a [[player]] for each player:
  game = "raichu"
  format = "swiss"
  [[each]]                 # a player for every folder in students/
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
  plywood match checkers --player nodes=9000 --player nodes=3000 --games 2000 --sprt 0,20"#;

/// What was asked for.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// The game, such as checkers or raichu:10
    #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
    game: Option<String>,
    /// A player; give two of them or more. The score of two is that of the first
    #[arg(long = "player", value_name = "WORDS")]
    players: Vec<String>,
    /// A player for every folder in in=FOLDER, with these words and named after its folder
    #[arg(long, value_name = "WORDS")]
    each: Vec<String>,
    /// A description of the tournament; options that are given as well count more
    #[arg(long, value_name = "TOML")]
    file: Option<PathBuf>,
    /// Who meets whom [default: round-robin]
    #[arg(long, value_enum)]
    format: Option<FormatWord>,
    /// How many games those play who meet, two for each opening [default: 100 for two players, 2 for more]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// How many rounds a Swiss tournament has [default: enough for one winner]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// How many of the players, the first ones, meet all others in a gauntlet [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    leaders: Option<u32>,
    /// What limits players without limits of their own: a clock such as 10+0.1 (seconds, and what each move adds),
    /// or time=SECONDS, nodes=N or depth=PLIES for each move
    #[arg(long, value_name = "CONTROL")]
    tc: Option<String>,
    /// Where openings come from: random, ballots-2 or ballots-3 (checkers), or a file with a position or moves from
    /// the start in each line [default: random]
    #[arg(long, value_name = "WHAT")]
    openings: Option<String>,
    /// How many plies random openings have [default: depends on the game]
    #[arg(long, visible_alias = "openings-plies", value_name = "N",
        value_parser = clap::value_parser!(u16).range(0..=200))]
    opening_plies: Option<u16>,
    /// Take random openings that are judged balanced, as is usual
    #[arg(long, overrides_with = "unbalanced")]
    balanced: bool,
    /// Take random openings as they come, without judging them
    #[arg(long, overrides_with = "balanced")]
    unbalanced: bool,
    /// By how many points a side may be better in a balanced opening (the least piece has about 100) [default: 60]
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(i32).range(0..=20_000),
        conflicts_with = "unbalanced")]
    margin: Option<i32>,
    /// Judge random openings by the tables in this folder: only a draw is balanced
    #[arg(long, value_name = "DIR", conflicts_with = "unbalanced")]
    opening_tables: Option<String>,
    /// What openings and random choices depend on [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stop as soon as it is decided whether the first of two players is stronger by ELO1 rather than by ELO0
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// What ELO0 and ELO1 mean [default: logistic]
    #[arg(long, value_enum)]
    sprt_model: Option<ModelWord>,
    /// How often the test may take ELO0 for ELO1 [default: 0.05]
    #[arg(long, value_name = "SHARE")]
    alpha: Option<f64>,
    /// How often the test may take ELO1 for ELO0 [default: 0.05]
    #[arg(long, value_name = "SHARE")]
    beta: Option<f64>,
    /// What becomes of a wrong answer [default: none]
    #[arg(long, value_enum)]
    forgive: Option<RetryPolicyWord>,
    /// End a game as won when both players have said so for so many plies on end, by so many points at least
    #[arg(long, value_name = "POINTS,PLIES")]
    agree_win: Option<String>,
    /// End a game as drawn when both have said for so many plies on end that neither is better by more than this
    #[arg(long, value_name = "POINTS,PLIES,AFTER")]
    agree_draw: Option<String>,
    /// End a game as soon as a table knows how it would end: embedded, or a folder of tables
    #[arg(long, value_name = "TABLES")]
    adjudicate: Option<String>,
    /// How many games to play at once, at most one for each core [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Keep the games in this folder, and in the end everything that comes of them
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with the tournament in the folder of --out, if there is one
    #[arg(long, requires = "out")]
    resume: bool,
    /// The sandbox that programs run in [default: the first that works]
    #[cfg(target_os = "linux")]
    #[arg(long, value_enum)]
    sandbox: Option<sandbox::SandboxWord>,
    /// Start no program where no sandbox works
    #[cfg(target_os = "linux")]
    #[arg(long, conflicts_with = "check_sandbox")]
    require_sandbox: bool,
    /// Play nothing: tell which sandboxes work here, and how to get the others
    #[cfg(target_os = "linux")]
    #[arg(long)]
    check_sandbox: bool,
    /// Go on without a question where programs made no move in the rehearsal
    #[arg(long)]
    yes: bool,
    /// Do not ask every program for a move before the first game
    #[arg(long)]
    no_rehearsal: bool,
    /// Answer in JSON: {game, games, players: [{rank, name, wins, …}], meetings: [{players, score, pairs, rating, …}], …}
    #[arg(long)]
    json: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum FormatWord {
    /// Everybody meets everybody else
    RoundRobin,
    /// The first players meet all others
    Gauntlet,
    /// In each round those meet who have as many points as each other
    Swiss,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum ModelWord {
    /// A score, by the usual curve
    Logistic,
    /// A score in units of how much scores vary
    Normalised,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum RetryPolicyWord {
    /// It loses the game
    None,
    /// The move is asked for again, once in a game
    Move,
    /// The game is played again, once
    Game,
}

impl MatchArgs {
    pub(crate) fn run(self) -> Result<(), CliError> {
        #[cfg(target_os = "linux")]
        if self.check_sandbox {
            return sandbox::check(self.json);
        }
        let given = self.plan()?;
        let (plan, mut folder, before) = match &self.out {
            None => (given.complete(catalogue::CATALOGUE).map_err(usage_error)?, None, Vec::new()),
            Some(path) => {
                let (folder, plan, before) = MatchFolder::open(path, given, self.resume)?;
                (plan, Some(folder), before)
            }
        };
        let tournament = self.tournament(&plan)?;
        #[cfg(target_os = "linux")]
        sandbox::prepare(&tournament, self.sandbox, self.require_sandbox)?;
        let control = Control::new();
        let interrupt = Interrupt::cancelling(control.token());
        let caution = tournament.opening_warning().map_err(tournament_usage_error)?;
        if let Some(caution) = &caution {
            let _ = writeln!(anstream::stderr(), "openings: {caution}");
        }
        let rehearsal = self.rehearsal(&tournament, &mut folder, &before, &control)?;
        if interrupt.was_pressed() {
            return Err(CliError::Interrupted);
        }
        let mut progress = LiveProgress::new(&tournament, before.len());
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
        let summary = Summary { rehearsal, ..tournament.summary(&plan.game, &standing) };
        self.show(&summary)?;
        if let Some(folder) = folder {
            folder.finish(&about(&plan, &tournament, caution), &summary, &counted)?;
        }
        if interrupt.was_pressed() { Err(CliError::Interrupted) } else { Ok(()) }
    }

    /// The rehearsal, where games are left to play; otherwise the one that was kept.
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

    /// Why a tournament cannot go on, and how it can later.
    fn tournament_error(&self, fault: &TournamentError) -> CliError {
        match (fault, &self.out) {
            (TournamentError::Save(_) | TournamentError::Machine { .. }, None) => {
                CliError::File(fault.to_string())
            }
            (TournamentError::Save(_) | TournamentError::Machine { .. }, Some(out)) => {
                CliError::File(format!(
                    "{fault}; the games that were finished are kept: 'plywood match --out {} --resume' goes on",
                    out.display()
                ))
            }
            _ => CliError::Usage(fault.to_string()),
        }
    }

    /// What is asked for in words and in a file.
    fn plan(&self) -> Result<Plan, CliError> {
        let from_file = self.file.as_deref().map(read_file).transpose()?.unwrap_or_default();
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

    /// The tournament, with as many games at once as there are cores for.
    fn tournament(&self, plan: &Plan) -> Result<Tournament, CliError> {
        let mut tournament = plan.tournament(catalogue::CATALOGUE, 1).map_err(usage_error)?;
        let threads = tournament.players.iter().map(|player| match player.kind {
            PlayerKind::Plywood { threads, .. } => threads,
            _ => 1,
        });
        let cores = cpu_load::processors();
        let most = (cores / threads.max().unwrap_or(1)).max(1);
        tournament.concurrency = match self.concurrency.map(usize::from) {
            Some(wanted) if wanted > cores => {
                let _ = writeln!(
                    anstream::stderr(),
                    "--concurrency {wanted}: there are {cores} cores, so {cores} games are played at once"
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

/// A description of a tournament with ten thousand players is shorter.
const MAX_BYTES: u64 = 4 << 20;

fn read_file(path: &Path) -> Result<Plan, CliError> {
    let text = files::read_to_string(path, MAX_BYTES)
        .map_err(|error| CliError::Usage(format!("cannot read '{}': {error}", path.display())))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    Plan::from_toml(catalogue::CATALOGUE, &text, folder)
        .map_err(|fault| CliError::Usage(format!("'{}': {}", path.display(), fault.to_string().trim_end())))
}

fn usage_error(fault: PlanError) -> CliError {
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
