//! `plywood show`: draws a position.

use std::io::Write as _;

use engine::{AnyPosition, Outcome, Player};
use serde::Serialize;

use super::print_json;
use crate::args::PositionArgs;
use crate::error::CliError;
use crate::render;

pub(crate) fn run(at: &PositionArgs, format: Option<&str>, json: bool) -> Result<(), CliError> {
    let pos = at.position()?;
    if json {
        return print_json(&PositionOutput::of(at.game()?.info().name, &*pos));
    }
    let mut out = anstream::stdout().lock();
    match format {
        Some(format) => {
            let forms = || {
                let known = pos.game().formats().join(", ");
                format!(
                    "{}: expected one of the notations {known}, found '{}'",
                    pos.game().title(),
                    engine::quoted(format)
                )
            };
            let text = pos.text_as(format).ok_or_else(|| CliError::Usage(forms()))?;
            writeln!(out, "{text}")?;
        }
        None => {
            let in_colour = out.current_choice() != anstream::ColorChoice::Never;
            write!(out, "{}", render::board(&*pos, in_colour))?;
            writeln!(out, "\n{}\n{}", render::status(&*pos), pos.text())?;
        }
    }
    Ok(())
}

/// Prints the position as SVG.
pub(crate) fn svg(at: &PositionArgs, flip: bool) -> Result<(), CliError> {
    let pos = at.position()?;
    let svg = engine::picture(&*pos, &engine::PictureOptions { flip, ..Default::default() });
    write!(anstream::stdout().lock(), "{svg}")?;
    Ok(())
}

/// A position as JSON that any program can draw.
#[derive(Serialize)]
struct PositionOutput {
    game: &'static str,
    position: String,
    players: [Side; 2],
    turn: u8,
    over: bool,
    winner: Option<u8>,
    moves: usize,
    cells: Vec<Cell>,
    pieces: Vec<Piece>,
    labels: Vec<Label>,
}

#[derive(Serialize)]
struct Side {
    name: &'static str,
    letter: char,
    colour: [u8; 3],
    paint: [u8; 3],
    home: &'static str,
}

#[derive(Serialize)]
struct Cell {
    name: String,
    spoken: String,
    center: [f64; 2],
    outline: Vec<[f64; 2]>,
    shade: &'static str,
    goal: Option<u8>,
    piece: Option<usize>,
}

#[derive(Serialize)]
struct Piece {
    player: u8,
    letter: char,
    glyph: char,
    name: &'static str,
    emblem: &'static str,
}

#[derive(Serialize)]
struct Label {
    text: String,
    at: [f64; 2],
}

/// Players are numbered 1 and 2 in JSON.
fn number(player: Player) -> u8 {
    match player {
        Player::One => 1,
        Player::Two => 2,
    }
}

impl PositionOutput {
    fn of(game: &'static str, pos: &dyn AnyPosition) -> PositionOutput {
        let diagram = pos.diagram();
        let point = |point: &engine::Point| [point.x, point.y];
        let cell = |(cell, piece): (&engine::Cell, Option<usize>)| Cell {
            name: cell.name.clone(),
            spoken: cell.spoken.clone(),
            center: point(&cell.center),
            outline: cell.outline.iter().map(point).collect(),
            shade: match cell.shade {
                engine::Shade::Light => "light",
                engine::Shade::Dark => "dark",
                engine::Shade::Unused => "unused",
            },
            goal: cell.goal.map(number),
            piece,
        };
        let piece = |piece: &engine::Piece| Piece {
            player: number(piece.player),
            letter: piece.letter,
            glyph: piece.glyph,
            name: piece.name,
            emblem: piece.emblem,
        };
        let outcome = pos.outcome();
        PositionOutput {
            game,
            position: pos.text(),
            players: Player::ALL.map(|player| {
                let engine::Side { name, letter, colour, paint, home } = diagram.players[player];
                let home = match home {
                    engine::Edge::Top => "top",
                    engine::Edge::Bottom => "bottom",
                };
                Side { name, letter, colour, paint, home }
            }),
            turn: number(pos.turn()),
            over: outcome.is_some(),
            winner: match outcome {
                Some(Outcome::Win(player)) => Some(number(player)),
                _ => None,
            },
            moves: pos.moves().len(),
            cells: diagram.cells.iter().zip(pos.occupants()).map(cell).collect(),
            pieces: diagram.pieces.iter().map(piece).collect(),
            labels: diagram.labels.iter().map(|l| Label { text: l.text.clone(), at: point(&l.at) }).collect(),
        }
    }
}
