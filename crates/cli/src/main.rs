//! `plywood`: plays, analyses and solves two-player games without chance.

mod args;
mod board;
mod command;
mod cpu_features;
mod cpu_load;
mod error;
mod executor;
mod format;
mod help;
mod how_to;
mod interrupt;
mod job;
mod machine_match;
mod plan;
mod process_start;
mod progress;
mod prompt;
mod render;
mod tables;
mod weights;

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;

use crate::args::Args;
use crate::command::recommend::{self, RecommendArgs};
use crate::error::CliError;

fn main() -> ExitCode {
    let began = Instant::now();
    match cpu_features::missing_feature() {
        None => run(began),
        Some(feature) => cpu_features::report_missing(feature),
    }
}

/// Everything after the check of the processor's features; not inlined into `main`, so that none of its instructions
/// run before that check.
#[inline(never)]
fn run(began: Instant) -> ExitCode {
    if let Some((game, args)) = RecommendArgs::from_plain_args(std::env::args_os().skip(1)) {
        return exit_code(recommend::run(game, &args, began));
    }
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return error::report_usage(&error),
    };
    args.color.write_global();
    exit_code(command::run(args.command, began))
}

fn exit_code(result: Result<(), CliError>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
