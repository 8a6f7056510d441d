//! `plywood moves`: every legal move and where it leads.

use std::io::Write as _;

use serde::Serialize;

use super::print_json;
use crate::args::PositionArgs;
use crate::error::CliError;

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    text: String,
    position: String,
}

pub(crate) fn run(at: &PositionArgs, json: bool) -> Result<(), CliError> {
    let moves = at.position()?.moves().into_iter();
    let moves: Vec<Move> = moves.map(|mv| Move { text: mv.text, position: mv.after }).collect();
    if json {
        return print_json(&moves);
    }
    let mut out = std::io::stdout().lock();
    for mv in &moves {
        writeln!(out, "{}\t{}", mv.text, mv.position)?;
    }
    Ok(())
}
