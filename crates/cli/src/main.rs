//! `plywood`: two-player games without chance, their rules, exactly and fast.

mod args;
mod command;
mod cpu;
mod failure;
mod figures;
mod interrupt;
mod progress;
mod render;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Args;

fn main() -> ExitCode {
    match cpu::missing_feature() {
        None => run(),
        Some(feature) => cpu::refuse(feature),
    }
}

/// Everything but the question whether this processor can run it, kept out of `main` so that none of its
/// instructions come before the answer.
#[inline(never)]
fn run() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return failure::report_usage(&error),
    };
    args.color.write_global();
    match command::run(args.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
