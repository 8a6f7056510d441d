//! `plywood`: plays, analyses, solves and referees two-player games without chance.

mod args;
mod command;
mod cpu;
mod failure;
mod render;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Args;

fn main() -> ExitCode {
    if let Err(missing) = cpu::check() {
        eprintln!("plywood: {missing}");
        return ExitCode::FAILURE;
    }
    let args = Args::parse();
    args.color.write_global();
    match command::run(args.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
