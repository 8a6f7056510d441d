//! `plywood supervise`: the process between a match and somebody's program. It is not for people.

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

/// What a match asks of its supervisor.
#[derive(Args, Debug)]
pub(crate) struct Request {
    /// The file that says in the end how the program ended
    #[arg(long, value_name = "FILE")]
    report: PathBuf,
    /// How many bytes of memory the program and all that it starts may use
    #[arg(long, value_name = "BYTES")]
    memory: u64,
    /// How many processes
    #[arg(long, value_name = "N")]
    processes: usize,
    /// How many threads
    #[arg(long, value_name = "N")]
    threads: usize,
    /// How many files a process may have open
    #[arg(long, value_name = "N")]
    descriptors: u64,
    /// What confines the program, where the command does not do that itself
    #[arg(long, value_enum)]
    confine: Option<ConfineWord>,
    /// What a confined program can read besides the system and its own folder
    #[arg(long, value_name = "PATH")]
    readable: Vec<PathBuf>,
    /// How many bytes in a file
    #[arg(long, value_name = "BYTES")]
    file: u64,
    /// How many bytes in the folder that it runs in
    #[arg(long, value_name = "BYTES")]
    disk: u64,
    /// How many files and folders there
    #[arg(long, value_name = "N")]
    files: u64,
    /// How much processor time
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
        // Before the handler, which has a thread of its own.
        let supervisor =
            Supervisor::new(SupervisorConfig { limits, report, confinement, readable, command })?;
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed)).map_err(std::io::Error::other)?;
        supervisor.run(&stop)?;
        Ok(())
    }
}
