//! `plywood job`: pieces of work that other machines do.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use engine::{BenchOptions, BenchPosition, BenchResult, Control};
use jobs::{InputId, Inputs, Job, Ledger, content_hash, serve};
use serde::Serialize;

use super::print_json;
use crate::cpu_load;
use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::job::Site;

/// The text after the options in `--help`.
pub(crate) const HELP: &str =
    "A job is a piece of work as a pure function: a game of a tournament, a block of
self-play, a slice of a table. Its specification is a small JSON file; its result is
a file named by the hash of the specification. So a job may be done anywhere, and
twice. Commands with --on make jobs and collect the results; docs/cluster.md
describes the formats, and how to execute jobs on a cluster.

Examples:
  plywood match checkers --player level=3 --player level=4 --on 'plywood job serve'
  plywood table build checkers --pieces 5 --on 'ssh big plywood job serve'
  plywood job run SPEC.json --out results --inputs inputs
  plywood job node";

/// The subcommands.
#[derive(Subcommand, Debug)]
pub(crate) enum JobCommand {
    /// Do one job, unless its result is there already; print the path of the result
    Run(RunArgs),
    /// Do the jobs of a leader (--on 'plywood job serve'): requests on standard input, reports on standard output
    Serve {
        /// Jobs at a time [default: one per core]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
    },
    /// Print the hash of a file or folder: its name among the inputs of jobs
    Hash {
        /// The file or folder
        path: PathBuf,
    },
    /// Measure this machine: print JSON {speed, cores, sandbox, …}, the speed in nodes per second
    Node {
        /// How long to measure
        #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = crate::args::seconds)]
        time: Duration,
    },
}

#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// The file of the specification
    spec: PathBuf,
    /// The folder of results
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The folder of inputs: files and folders, each named by its hash
    #[arg(long, value_name = "DIR", default_value = ".")]
    inputs: PathBuf,
    /// Threads that the job may use
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The name of this machine, for the record of a game
    #[arg(long, value_name = "NAME")]
    node: Option<String>,
    /// Multiply all time limits by this, so that a slow machine is no disadvantage
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = scale)]
    time_scale: f64,
}

fn scale(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|scale| (0.01..=100.0).contains(scale));
    number.ok_or_else(|| "expected a number from 0.01 to 100".to_string())
}

impl JobCommand {
    pub(crate) fn run(self) -> Result<(), CliError> {
        match self {
            JobCommand::Run(args) => args.run(),
            JobCommand::Serve { threads } => {
                serve_jobs(threads.map_or_else(cpu_load::processors, usize::from))
            }
            JobCommand::Hash { path } => {
                let hash = content_hash(&path).map_err(|error| cannot("read", &path, &error))?;
                writeln!(anstream::stdout().lock(), "{hash}")?;
                Ok(())
            }
            JobCommand::Node { time } => print_json(&Node::measure(time)),
        }
    }
}

/// Larger specifications are not read.
const MAX_BYTES: u64 = 64 << 20;

impl RunArgs {
    fn run(self) -> Result<(), CliError> {
        die_with_parent();
        let text = files::read_to_string(&self.spec, MAX_BYTES)
            .map_err(|error| cannot("read", &self.spec, &error))?;
        let job = Job::read(&text)
            .map_err(|error| CliError::Usage(format!("'{}': {error}", self.spec.display())))?;
        let ledger = Ledger::open(&self.out).map_err(|error| cannot("write to", &self.out, &error))?;
        let id = job.id();
        let path = match ledger.find(&id) {
            Some(path) => path,
            None => {
                let control = Control::new();
                let _interrupt = Interrupt::cancelling(control.token());
                let site = Site {
                    inputs: Inputs::new(self.inputs),
                    node: self.node,
                    threads: self.threads.into(),
                    time_scale: self.time_scale,
                };
                let result = site.run(&job, &control).map_err(CliError::Refused)?;
                let result = result.ok_or(CliError::Interrupted)?;
                ledger.add(&id, &result).map_err(|error| cannot("write to", &self.out, &error))?
            }
        };
        writeln!(anstream::stdout().lock(), "{}", path.display())?;
        Ok(())
    }
}

/// From now on this process is killed when the one that started it ends: a node's worker that was killed leaves no game
/// behind that nobody waits for.
#[cfg(target_os = "linux")]
fn die_with_parent() {
    // Without it, the work is only in vain.
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent() {}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> CliError {
    CliError::File(format!("cannot {what} '{}': {error}", path.display()))
}

/// Does jobs until the input ends. The leader's inputs are files and folders of this machine.
fn serve_jobs(threads: usize) -> Result<(), CliError> {
    let linked = tempfile::Builder::new().prefix("plywood-inputs-").tempdir()?;
    let site =
        Site { inputs: Inputs::new(linked.path().to_path_buf()), node: None, threads: 1, time_scale: 1.0 };
    let run = |job: &Job, inputs: &HashMap<InputId, PathBuf>| {
        for id in &job.inputs {
            let path = inputs.get(id).ok_or_else(|| format!("the input {id} was not provided"))?;
            // Another thread may have made the same link.
            let linked = crate::job::link(path, &site.inputs.path(id));
            linked.or_else(|error| match error.kind() {
                std::io::ErrorKind::AlreadyExists => Ok(()),
                _ => Err(format!("{}: {error}", path.display())),
            })?;
        }
        site.run(job, &Control::new())?.ok_or_else(|| "it was stopped".to_string())
    };
    let served = serve(std::io::stdin().lock(), std::io::stdout(), threads, run);
    served.map_err(|error| CliError::Refused(error.to_string()))
}

/// At its own depths the bench takes many seconds, and every node is measured before its first job.
const SHALLOWER: i8 = -4;

/// A machine, measured.
#[derive(Serialize)]
struct Node {
    /// Nodes a second of one thread, over the bench positions of all games.
    speed: u64,
    cores: usize,
    sandbox: arena::sandbox::Protection,
    /// What the sandbox has, for people.
    protection: String,
    /// Whether that is a sandbox, and not only limits.
    sandboxed: bool,
}

impl Node {
    fn measure(time: Duration) -> Node {
        let positions: Vec<BenchPosition> = catalogue::CATALOGUE.bench_positions().collect();
        let options = BenchOptions { threads: 1, deeper: SHALLOWER, ..BenchOptions::default() };
        let (mut total, begin) = (BenchResult::default(), Instant::now());
        // Whole rounds, so that every machine searches the same positions.
        while begin.elapsed() < time && !positions.is_empty() {
            for position in &positions {
                total += position.run(&options, &Control::new()).expect("a game has its own weights");
            }
        }
        let protection = arena::sandbox::protection();
        Node {
            speed: total.nodes_per_second() as u64,
            cores: cpu_load::processors(),
            sandbox: protection,
            protection: protection.to_string(),
            sandboxed: protection.is_sandbox(),
        }
    }
}
