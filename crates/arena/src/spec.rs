//! A player as options on one line, such as `name=A type=plywood level=4 nodes=20000`.

mod in_process;
mod instantiate;
mod option_reader;

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use engine::{Level, ThinkerOptions, quoted};

use crate::prepare::{BuildFailure, BuildStep};
use crate::sandbox::{CommandError, CommandLine, Limits};
use crate::time_control::{Pace, TimeControl};
pub use in_process::InProcessPlayer;
pub(crate) use option_reader::OptionReader;

/// A player as requested.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSpec {
    /// Its name in tables; by default its type, or the options that distinguish it.
    pub name: String,
    /// The kind of player.
    pub kind: PlayerKind,
    /// Its own limits, which replace those of the tournament.
    pub own: TimeControl,
}

/// The kind of player.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayerKind {
    /// The engine.
    Plywood {
        /// Its level.
        level: Level,
        /// The number of threads.
        threads: usize,
        /// The size of its transposition table, in bytes.
        table_bytes: usize,
        /// The weights of its evaluation.
        weights: WeightsSource,
        /// The price of a draw, if it is not the default.
        contempt: Option<i32>,
        /// A folder of tables, besides the embedded ones.
        tables: Option<PathBuf>,
        /// Parameters of its search that are not those of the game.
        params: Vec<(String, i32)>,
        /// By how much it misjudges moves, if not by as much as its level, in points.
        error: Option<i32>,
        /// How many moves in a hundred it overlooks, if not as many as its level.
        overlooked: Option<u8>,
    },
    /// The reference player, at its own depth or another.
    Reference {
        /// The depth.
        depth: Option<u8>,
    },
    /// Plays random legal moves.
    Random,
    /// Takes as much as it can, and otherwise plays any legal move.
    Greedy,
    /// A player of this process. Options cannot describe it.
    InProcess(InProcessPlayer),
    /// An external program.
    Program {
        /// The protocol.
        protocol: ProgramProtocol,
        /// The command that starts it.
        command: CommandLine,
        /// The folder that it runs in a copy of.
        dir: Option<PathBuf>,
        /// Its resource limits.
        limits: Limits,
        /// Paths that it can read in the sandbox, besides the system and its own folder.
        readable: Vec<PathBuf>,
        /// Whether it may think on the opponent's time.
        ponder: bool,
        /// Options to set before the game, if the protocol has any.
        options: Vec<(String, String)>,
        /// For a program that is started for every move: whether its last line counts, whatever it
        /// is.
        strict: bool,
        /// Additional environment variables.
        environment: Vec<(String, String)>,
        /// The command that builds it before the first game, if it is not built yet.
        build: Option<BuildStep>,
        /// Why it could not be built.
        failure: Option<Box<BuildFailure>>,
    },
}

/// The protocol of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramProtocol {
    /// It is started for every move, with the position on its command line.
    OneShot,
    /// It keeps running, reads its side and then the moves, and can only play from the start
    /// position.
    Line,
    /// It keeps running and uses the Universal Game Interface.
    Ugi,
    /// It keeps running, uses the Hub protocol, and plays a game with a notation for it, such as checkers.
    Hub,
}

/// The source of weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightsSource {
    /// The best that are known: the game's network, or its terms where it has none.
    Best,
    /// The game's terms, whether or not it has a network.
    Terms,
    /// The terms from before the first fit.
    First,
    /// A file: a network, or a text of weights.
    File(PathBuf),
    /// The contents of a file that was read.
    Contents(Arc<[u8]>),
}

/// Why options do not describe a player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// A parameter of the search is unknown, or has no such value.
    #[error("set.{name}: {why}")]
    Param {
        /// Its name.
        name: String,
        /// What is wrong with it.
        why: String,
    },
    /// An option has no value.
    #[error("expected WORD=VALUE, such as level=4, found '{0}'")]
    NoValue(String),
    /// A quote is not closed.
    #[error("the value of '{0}' begins with a quote that is not closed")]
    OpenQuote(String),
    /// There is no such type of player.
    #[error(
        "unknown player type '{0}': expected plywood, reference, random, greedy, oneshot, line, ugi or hub"
    )]
    Type(String),
    /// Players of this type do not have this option.
    #[error("a player of type {kind} has no option '{word}'; it has {words}")]
    Word {
        /// The type.
        kind: &'static str,
        /// The option.
        word: String,
        /// The options that they have.
        words: &'static str,
    },
    /// An option occurs twice.
    #[error("'{0}' is given twice")]
    Twice(String),
    /// A value is invalid.
    #[error("{word}={value}: {wanted}")]
    Value {
        /// The option.
        word: &'static str,
        /// The value.
        value: String,
        /// The expected value.
        wanted: &'static str,
    },
    /// A file cannot be read.
    #[error("cannot read the weights in '{path}': {error}")]
    File {
        /// The file.
        path: String,
        /// The error.
        error: String,
    },
    /// The weights are not for this game.
    #[error("the weights of player '{name}': {error}")]
    Weights {
        /// The player.
        name: String,
        /// The error.
        error: String,
    },
    /// A program needs a command.
    #[error("a player of type {0} needs cmd=\"…\", the command that starts it")]
    NoCommand(&'static str),
    /// The command is invalid.
    #[error("cmd: {0}")]
    Command(#[from] CommandError),
    /// The command that builds a program is invalid.
    #[error("build: {0}")]
    Build(CommandError),
    /// A time without a command.
    #[error("build-time is only for a player with build=\"…\", the command that builds it")]
    NoBuild,
    /// The protocol does not support the game.
    #[error("a player of type {protocol} cannot play {game}, which has no notation of the Hub protocol")]
    Game {
        /// The type.
        protocol: &'static str,
        /// The game.
        game: &'static str,
    },
    /// An option has no name.
    #[error("'option.' must be followed by the name of an option, as in option.Hash=64")]
    NoOption,
    /// An environment variable has no name, or an invalid one.
    #[error("'{0}': 'env.' must be followed by the name of a variable, as in env.PYTHONHASHSEED=0")]
    NoVariable(String),
    /// Programs cannot be confined on this system.
    #[cfg(not(target_os = "linux"))]
    #[error("external programs run only on Linux, where their resources can be limited")]
    NotHere,
}

/// The engine's time per move without other limits.
const DEFAULT_TIME: Duration = Duration::from_millis(100);
/// How long a program may be built.
const DEFAULT_BUILD_TIME: Duration = Duration::from_secs(60);
/// A program's default time per move.
const DEFAULT_PROGRAM_TIME: Duration = Duration::from_secs(1);

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        PlayerSpec::from_words(OptionReader::read(text)?)
    }
}

impl PlayerSpec {
    /// The player with these options. No option may occur twice.
    ///
    /// # Errors
    /// Fails if they do not describe a player.
    pub fn from_words(words: Vec<(String, String)>) -> Result<PlayerSpec, SpecError> {
        let mut words = OptionReader(words);
        let name = words.take("name");
        let kind = words.take("type").unwrap_or_else(|| "plywood".to_string());
        let name = quoted(&name.unwrap_or_else(|| words.name(&kind)));
        let mut own = TimeControl::default();
        let kind = match kind.as_str() {
            "plywood" => {
                own = words.limits()?;
                plywood(&mut words)?
            }
            "reference" => {
                PlayerKind::Reference { depth: words.number("depth", 1..=99)?.map(|depth| depth as u8) }
            }
            "random" => PlayerKind::Random,
            "greedy" => PlayerKind::Greedy,
            other => {
                let protocol = ProgramProtocol::ALL.into_iter().find(|protocol| protocol.word() == other);
                let protocol = protocol.ok_or_else(|| SpecError::Type(quoted(other)))?;
                own = if protocol.is_limited_by_time_only() {
                    TimeControl {
                        pace: words.seconds("time")?.map_or(Pace::Free, Pace::Move),
                        ..TimeControl::default()
                    }
                } else {
                    words.limits()?
                };
                program(&mut words, protocol)?
            }
        };
        words.end(&kind)?;
        Ok(PlayerSpec { name, kind, own })
    }

    /// Its limits in a tournament with these limits: its own come first, and there is always a
    /// limit.
    #[must_use]
    pub fn control(&self, everybody: TimeControl) -> TimeControl {
        if !self.own.is_free() {
            return self.own;
        }
        let usual = match self.kind {
            PlayerKind::Plywood { level, .. } if level < Level::HIGHEST => None,
            PlayerKind::Plywood { .. } => Some(DEFAULT_TIME),
            PlayerKind::Program { .. } => Some(DEFAULT_PROGRAM_TIME),
            PlayerKind::Reference { .. }
            | PlayerKind::Random
            | PlayerKind::Greedy
            | PlayerKind::InProcess(_) => None,
        };
        let is_limited_by_time_only =
            matches!(self.kind, PlayerKind::Program { protocol, .. } if protocol.is_limited_by_time_only());
        match (usual, everybody.pace) {
            (Some(time), Pace::Free) if everybody.is_free() || is_limited_by_time_only => {
                TimeControl { pace: Pace::Move(time), ..everybody }
            }
            _ => everybody,
        }
    }
}

fn plywood(words: &mut OptionReader) -> Result<PlayerKind, SpecError> {
    let level = words.number("level", 1..=10)?.and_then(|level| Level::new(level as u8));
    let level = level.unwrap_or(Level::HIGHEST);
    let threads = words.number("threads", 1..=1024)?.unwrap_or(1) as usize;
    let table = words.number("table", 1..=65_536)?.map(|megabytes| (megabytes as usize) << 20);
    let table_bytes = table.unwrap_or(ThinkerOptions::default().table_bytes);
    let weights = match words.take("weights").as_deref() {
        None | Some("best") => WeightsSource::Best,
        Some("terms") => WeightsSource::Terms,
        Some("first") => WeightsSource::First,
        Some(path) => WeightsSource::File(path.into()),
    };
    let contempt = words.number("contempt", 0..=1000)?.map(|points| points as i32);
    let tables = words.take("tables").map(PathBuf::from);
    let params = words.params()?;
    let error = words.number("error", 0..=30_000)?.map(|points| points as i32);
    let overlooked = words.number("overlooked", 0..=100)?.map(|percent| percent as u8);
    Ok(PlayerKind::Plywood {
        level,
        threads,
        table_bytes,
        weights,
        contempt,
        tables,
        params,
        error,
        overlooked,
    })
}

fn program(words: &mut OptionReader, protocol: ProgramProtocol) -> Result<PlayerKind, SpecError> {
    let command = words.take("cmd").ok_or(SpecError::NoCommand(protocol.word()))?;
    let usual = Limits::default();
    let limits = Limits {
        memory: words.number("memory", 1..=1 << 20)?.map_or(usual.memory, |megabytes| megabytes << 20),
        processes: words.number("processes", 1..=65_536)?.map_or(usual.processes, |count| count as usize),
        threads: words.number("threads", 1..=65_536)?.map_or(usual.threads, |count| count as usize),
        disk: words.number("disk", 1..=1 << 20)?.map_or(usual.disk, |megabytes| megabytes << 20),
        files: words.number("files", 1..=1 << 30)?.unwrap_or(usual.files),
        ..usual
    };
    // Our engine has an option `Tables`; other programs may support it too.
    let tables = if protocol == ProgramProtocol::Ugi { words.take("tables") } else { None };
    let mut options = if protocol.is_limited_by_time_only() { Vec::new() } else { words.options()? };
    let mut readable = words.paths("readable");
    readable.extend(tables.as_ref().map(PathBuf::from));
    options.extend(tables.map(|folder| ("Tables".to_string(), folder)));
    Ok(PlayerKind::Program {
        protocol,
        command: CommandLine::read(&command)?,
        dir: words.take("dir").map(PathBuf::from),
        limits,
        readable,
        ponder: !protocol.starts_for_every_move() && words.truth("ponder")?.unwrap_or(false),
        options,
        strict: protocol == ProgramProtocol::OneShot && words.truth("strict")?.unwrap_or(false),
        environment: words.environment()?,
        build: build(words)?,
        failure: None,
    })
}

fn build(words: &mut OptionReader) -> Result<Option<BuildStep>, SpecError> {
    let time = words.seconds("build-time")?;
    let command = words.take("build").map(|command| CommandLine::read(&command)).transpose();
    let Some(command) = command.map_err(SpecError::Build)? else {
        return if time.is_some() { Err(SpecError::NoBuild) } else { Ok(None) };
    };
    Ok(Some(BuildStep { command, time: time.unwrap_or(DEFAULT_BUILD_TIME) }))
}

impl ProgramProtocol {
    const ALL: [ProgramProtocol; 4] =
        [ProgramProtocol::OneShot, ProgramProtocol::Line, ProgramProtocol::Ugi, ProgramProtocol::Hub];

    fn word(self) -> &'static str {
        match self {
            ProgramProtocol::OneShot => "oneshot",
            ProgramProtocol::Line => "line",
            ProgramProtocol::Ugi => "ugi",
            ProgramProtocol::Hub => "hub",
        }
    }

    fn starts_for_every_move(self) -> bool {
        self == ProgramProtocol::OneShot
    }

    /// Whether time is the only limit, and there are no options.
    fn is_limited_by_time_only(self) -> bool {
        matches!(self, ProgramProtocol::OneShot | ProgramProtocol::Line)
    }
}

impl PlayerKind {
    /// Whether it can play only from the start position.
    pub(crate) fn plays_from_start_only(&self) -> bool {
        matches!(self, PlayerKind::Program { protocol: ProgramProtocol::Line, .. })
    }

    fn word(&self) -> &'static str {
        match self {
            PlayerKind::Plywood { .. } => "plywood",
            PlayerKind::Reference { .. } => "reference",
            PlayerKind::Random => "random",
            PlayerKind::Greedy => "greedy",
            PlayerKind::InProcess(_) => "in-process",
            PlayerKind::Program { protocol, .. } => protocol.word(),
        }
    }

    fn words(&self) -> &'static str {
        match self {
            PlayerKind::Plywood { .. } => {
                "name, level, time, nodes, depth, threads, table, weights, contempt, tables, error, overlooked and set.NAME"
            }
            PlayerKind::Reference { .. } => "name and depth",
            PlayerKind::Random | PlayerKind::Greedy | PlayerKind::InProcess(_) => "name",
            PlayerKind::Program { protocol: ProgramProtocol::OneShot, .. } => {
                "name, cmd, dir, build, build-time, time, memory, processes, threads, disk, files, readable, strict and env.NAME"
            }
            PlayerKind::Program { protocol: ProgramProtocol::Line, .. } => {
                "name, cmd, dir, build, build-time, time, memory, processes, threads, disk, files, readable, ponder and env.NAME"
            }
            PlayerKind::Program { protocol: ProgramProtocol::Ugi, .. } => {
                "name, cmd, dir, build, build-time, time, nodes, depth, memory, processes, threads, disk, files, readable, ponder, \
                 tables, env.NAME and option.NAME"
            }
            PlayerKind::Program { .. } => {
                "name, cmd, dir, build, build-time, time, nodes, depth, memory, processes, threads, disk, files, readable, ponder, \
                 env.NAME and option.NAME"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> PlayerSpec {
        text.parse().unwrap()
    }

    fn fault(text: &str) -> String {
        text.parse::<PlayerSpec>().unwrap_err().to_string()
    }

    #[test]
    fn words_make_players() {
        let PlayerSpec { name, kind, own } = spec(
            " name=A type=plywood level=4 nodes=20000 time=0.25 depth=9 threads=2 weights=first table=3 contempt=90 ",
        );
        assert_eq!(name, "A");
        assert_eq!(own.to_string(), "time=0.25 nodes=20000 depth=9");
        let (level, weights) = (Level::new(4).unwrap(), WeightsSource::First);
        let contempt = Some(90);
        assert_eq!(
            kind,
            PlayerKind::Plywood {
                level,
                threads: 2,
                table_bytes: 3 << 20,
                weights,
                contempt,
                tables: None,
                params: Vec::new(),
                error: None,
                overlooked: None
            }
        );
        assert_eq!(spec("type=reference depth=6").kind, PlayerKind::Reference { depth: Some(6) });
        assert_eq!(spec("type=reference").name, "reference");
        assert_eq!((&*spec("").name, &*spec("level=3 threads=2").name), ("plywood", "level=3 threads=2"));
        assert_eq!(spec("type=oneshot cmd=x dir=students/ann").name, "ann");
        assert_eq!(spec("type=random name=\"any old move\"").name, "any old move");
        let PlayerKind::Program { options, .. } = spec("type=ugi cmd=x tables=/there option.Hash=9").kind
        else {
            panic!("a program");
        };
        let option = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(options, [option("Hash", "9"), option("Tables", "/there")]);
        assert!(
            fault("type=hub cmd=x tables=/there").contains("a player of type hub has no option 'tables'")
        );
    }

    #[test]
    fn own_limits_come_first_and_nobody_thinks_for_ever() {
        let limits = |player: &str, everybody: &str| {
            let everybody = everybody.parse().unwrap_or_default();
            spec(player).control(everybody).to_string()
        };
        assert_eq!(limits("", ""), "time=0.1");
        assert_eq!(limits("level=9", ""), "");
        assert_eq!(limits("level=9", "3+1"), "3+1");
        assert_eq!(limits("depth=3", "3+1"), "depth=3");
        assert_eq!(limits("", "nodes=7"), "nodes=7");
        assert_eq!(limits("type=line cmd=x", ""), "time=1");
        assert_eq!(limits("type=line cmd=x", "nodes=7"), "time=1 nodes=7");
        assert_eq!(limits("type=line cmd=x time=3", "9+1"), "time=3");
        assert_eq!(limits("type=ugi cmd=x", ""), "time=1");
        assert_eq!(limits("type=ugi cmd=x", "nodes=7"), "nodes=7");
        assert_eq!(limits("type=hub cmd=x depth=3", "9+1"), "depth=3");
    }

    #[test]
    fn wrong_options_are_explained() {
        assert_eq!(fault("level"), "expected WORD=VALUE, such as level=4, found \'level\'");
        assert_eq!(fault("level= nodes=3"), "expected WORD=VALUE, such as level=4, found \'level=\'");
        assert_eq!(fault("fast nodes=3"), "expected WORD=VALUE, such as level=4, found \'fast\'");
        assert_eq!(fault("=3"), "expected WORD=VALUE, such as level=4, found \'=3\'");
        assert_eq!(fault("name=\"a b"), "the value of 'name' begins with a quote that is not closed");
        assert_eq!(fault("nodes=1 nodes=2"), "'nodes' is given twice");
        assert_eq!(
            fault("type=stockfish"),
            "unknown player type 'stockfish': expected plywood, reference, random, greedy, oneshot, line, ugi or hub"
        );
        assert_eq!(
            fault("type=oneshot cmd=x option.Hash=64"),
            "a player of type oneshot has no option 'option.Hash'; it has name, cmd, dir, build, build-time, time, memory, processes, threads, \
             disk, files, readable, strict and env.NAME"
        );
        assert_eq!(
            fault("type=ugi cmd=x option.=64"),
            "'option.' must be followed by the name of an option, as in option.Hash=64"
        );
        assert_eq!(fault("type=hub"), "a player of type hub needs cmd=\"…\", the command that starts it");
        assert_eq!(
            fault("type=random depth=3"),
            "a player of type random has no option 'depth'; it has name"
        );
        assert_eq!(fault("level=11"), "level=11: expected a level from 1 to 10");
        assert_eq!(fault("nodes=-1"), "nodes=-1: expected a whole number from 1");
        for time in ["0", "-1", "NaN", "inf", "soon", "1e99"] {
            let wanted = "expected a number of seconds greater than 0, such as 0.2";
            assert_eq!(fault(&format!("time={time}")), format!("time={time}: {wanted}"));
        }
    }

    #[test]
    fn persistent_programs_have_options() {
        let PlayerKind::Program { protocol, options, .. } =
            spec("type=ugi cmd=\"./engine -q\" option.Hash=64 nodes=5 option.Style=\"a b\"").kind
        else {
            panic!("it is a program");
        };
        let named = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(
            (protocol, options),
            (ProgramProtocol::Ugi, vec![named("Hash", "64"), named("Style", "a b")])
        );
    }

    #[test]
    fn a_program_can_be_allowed_more_than_is_usual() {
        let PlayerKind::Program { limits, readable, ponder, .. } =
            spec("type=line cmd=x threads=4 readable=/opt/a:/opt/b ponder=true").kind
        else {
            panic!("it is a program");
        };
        assert_eq!((limits.threads, ponder), (4, true));
        assert_eq!(readable, [PathBuf::from("/opt/a"), PathBuf::from("/opt/b")]);
        assert_eq!(fault("type=line cmd=x ponder=yes"), "ponder=yes: expected true or false");
        assert!(fault("type=oneshot cmd=x ponder=true").contains("has no option 'ponder'"));
    }

    #[test]
    fn programs_have_an_environment_and_may_be_read_strictly() {
        let words = "type=oneshot cmd=x env.PYTHONHASHSEED=0 strict=true env.JAVA_HOME=/opt/java";
        let PlayerKind::Program { strict, environment, .. } = spec(words).kind else {
            panic!("it is a program");
        };
        let named = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(
            (strict, environment),
            (true, vec![named("PYTHONHASHSEED", "0"), named("JAVA_HOME", "/opt/java")])
        );
        assert!(fault("type=oneshot cmd=x strict=maybe").contains("true or false"));
        assert!(fault("type=line cmd=x strict=true").contains("has no option 'strict'"));
        for word in ["env.", "env.\0"] {
            assert!(fault(&format!("type=line cmd=x {word}=1")).contains("name of a variable"), "{word}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn hub_is_for_checkers() {
        let enter = |game: &str| {
            let start = catalogue::CATALOGUE.find(game).unwrap().start();
            spec("type=hub cmd=x")
                .instantiate(&*start, TimeControl::default(), 1)
                .err()
                .map(|fault| fault.to_string())
        };
        assert_eq!(enter("checkers"), None);
        assert_eq!(
            enter("raichu").unwrap(),
            "a player of type hub cannot play Raichu, which has no notation of the Hub protocol"
        );
    }

    #[test]
    fn weights_must_be_there_and_be_those_of_the_game() {
        let start = catalogue::CATALOGUE.find("checkers").unwrap().start();
        let enter = |spec: &PlayerSpec| {
            spec.instantiate(&*start, TimeControl::default(), 1).err().map(|fault| fault.to_string())
        };
        assert_eq!(enter(&spec("weights=first")), None);
        let missing = enter(&spec("weights=no/such/file")).unwrap();
        assert!(missing.starts_with("cannot read the weights in 'no/such/file': "), "{missing}");
        let mut wrong = spec("name=A");
        if let PlayerKind::Plywood { weights, .. } = &mut wrong.kind {
            *weights = WeightsSource::Contents(b"rook 5"[..].into());
        }
        assert_eq!(enter(&wrong).unwrap(), "the weights of player 'A': line 1: there is no term 'rook'");
    }
}
