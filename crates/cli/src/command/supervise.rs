//! `plywood supervise`: the supervisor process between a match and a program. Internal.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use arena::sandbox::supervisor::{Supervisor, SupervisorConfig};
use arena::sandbox::{Confinement, Limits};
use clap::{Args, ValueEnum};

use crate::args::seconds;
use crate::error::CliError;

/// The options that a match passes to the supervisor.
#[derive(Args, Debug)]
pub(crate) struct Request {
    /// The file for the report of how the program ended
    #[arg(long, value_name = "FILE")]
    report: PathBuf,
    /// Memory limit of the process tree, in bytes
    #[arg(long, value_name = "BYTES")]
    memory: u64,
    /// Process limit
    #[arg(long, value_name = "N")]
    processes: usize,
    /// Thread limit
    #[arg(long, value_name = "N")]
    threads: usize,
    /// Limit of open files per process
    #[arg(long, value_name = "N")]
    descriptors: u64,
    /// The sandbox, unless the command sets one up itself
    #[arg(long, value_enum)]
    confine: Option<ConfineWord>,
    /// A path the sandboxed program may read besides the system's and its own folder
    #[arg(long, value_name = "PATH")]
    readable: Vec<PathBuf>,
    /// File size limit in bytes
    #[arg(long, value_name = "BYTES")]
    file: u64,
    /// Disk limit of the working folder in bytes
    #[arg(long, value_name = "BYTES")]
    disk: u64,
    /// Limit of files and folders in it
    #[arg(long, value_name = "N")]
    files: u64,
    /// CPU time limit
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    cpu: Duration,
    /// The program and its arguments
    #[arg(last = true, required = true)]
    command: Vec<OsString>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum ConfineWord {
    Namespaces,
    Landlock,
}

impl Request {
    pub(crate) fn run(self) -> Result<(), CliError> {
        let limits = Limits {
            memory: self.memory,
            processes: self.processes,
            threads: self.threads,
            descriptors: self.descriptors,
            file: self.file,
            disk: self.disk,
            files: self.files,
            cpu: self.cpu,
        };
        let confinement = self.confine.map(|word| match word {
            ConfineWord::Namespaces => Confinement::Namespaces,
            ConfineWord::Landlock => Confinement::Landlock,
        });
        let (report, readable, command) = (self.report, self.readable, self.command);
        // Before the signal handler, which starts a thread.
        let supervisor =
            Supervisor::new(SupervisorConfig { limits, report, confinement, readable, command })?;
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed)).map_err(std::io::Error::other)?;
        supervisor.run(&stop)?;
        Ok(())
    }
}
