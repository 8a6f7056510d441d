//! `plywood keep`: the process between a match and somebody's program. It is not for people.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use arena::stranger::Limits;
use arena::stranger::keeper::{self, Order};
use clap::Args;

use crate::args::seconds;
use crate::failure::Failure;

/// What a match asks of its keeper.
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
    /// How many bytes in a file
    #[arg(long, value_name = "BYTES")]
    file: u64,
    /// How much processor time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    cpu: Duration,
    /// The program and its arguments
    #[arg(last = true, required = true)]
    command: Vec<OsString>,
}

impl Request {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed)).map_err(std::io::Error::other)?;
        let limits =
            Limits { memory: self.memory, processes: self.processes, file: self.file, cpu: self.cpu };
        keeper::keep(&Order { limits, report: self.report, command: self.command }, &stop)?;
        Ok(())
    }
}
