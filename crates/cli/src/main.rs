//! `plywood`: two-player games without chance, their rules, exactly and fast.

mod args;
mod board;
mod command;
mod cpu;
mod failure;
mod figures;
mod help;
mod interrupt;
mod load;
mod plan;
mod process_start;
mod progress;
mod prompt;
mod render;
mod tables;

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;

use crate::args::Args;
use crate::command::raichu::{self, Words};
use crate::failure::Failure;

fn main() -> ExitCode {
    let began = Instant::now();
    match cpu::missing_feature() {
        None => run(began),
        Some(feature) => cpu::refuse(feature),
    }
}

/// Everything but the question whether this processor can run it, kept out of `main` so that none of its
/// instructions come before the answer.
#[inline(never)]
fn run(began: Instant) -> ExitCode {
    if let Some(words) = Words::alone(std::env::args_os().skip(1)) {
        return ended(raichu::run(&words, began));
    }
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return failure::report_usage(&error),
    };
    args.color.write_global();
    ended(command::run(args.command, began))
}

fn ended(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
