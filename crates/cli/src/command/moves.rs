//! `plywood moves`: lists the legal moves and their successors.

use std::io::Write as _;

use engine::LegalMove;
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
    let pos = at.position()?;
    let leads = |mv: LegalMove| Move { text: mv.text, position: pos.play(mv.id).text() };
    let moves: Vec<Move> = pos.moves().into_iter().map(leads).collect();
    if json {
        return print_json(&moves);
    }
    let mut out = std::io::stdout().lock();
    for mv in &moves {
        writeln!(out, "{}\t{}", mv.text, mv.position)?;
    }
    Ok(())
}
