//! A board in the terminal, drawn from the game's layout data.

pub(crate) mod standings;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anstyle::{Ansi256Color, Style};
use engine::{AnyPosition, CellId, Diagram, Outcome, Player, Shade};

/// Stands after the letter on a cell that a player aims for.
const GOAL: char = '_';

/// A styled piece of text at a column.
struct Span {
    column: i64,
    text: String,
    style: Style,
}

/// The lines of a drawing, by number; lines above and below the board hold labels.
type Lines = BTreeMap<i64, Vec<Span>>;

/// How a board is drawn.
pub(crate) struct BoardOptions {
    pub(crate) in_colour: bool,
    /// The player who sees it.
    pub(crate) seen_by: Player,
    /// The cells from where something moves, and those where it can go.
    pub(crate) origins: Vec<CellId>,
    pub(crate) destinations: Vec<CellId>,
    /// Cells that a text is about.
    pub(crate) marks: Vec<CellId>,
}

/// The board as its diagram has it, with its labels; readable without colours too.
pub(crate) fn board(pos: &dyn AnyPosition, in_colour: bool) -> String {
    let seen_by = pos.diagram().lower_player();
    let nothing = Vec::new;
    board_with(
        pos,
        &BoardOptions { in_colour, seen_by, origins: nothing(), destinations: nothing(), marks: nothing() },
    )
}

/// The board with marks, seen by a player.
pub(crate) fn board_with(pos: &dyn AnyPosition, options: &BoardOptions) -> String {
    let diagram = pos.diagram().seen_by(options.seen_by);
    let mut lines = Lines::new();
    place_cells(&diagram, &pos.occupants(), options, &mut lines);
    place_labels(&diagram, &mut lines);
    if !options.in_colour {
        lines.values_mut().flatten().for_each(|span| span.style = Style::new());
    }
    write_lines(lines)
}

/// What stands before and after the letter of a cell.
fn signs(cell: CellId, is_goal: bool, options: &BoardOptions) -> (char, char) {
    if options.origins.contains(&cell) {
        return ('>', '<');
    }
    if options.destinations.contains(&cell) {
        return ('*', '*');
    }
    if options.marks.contains(&cell) {
        return ('(', ')');
    }
    (' ', if is_goal { GOAL } else { ' ' })
}

/// The side to move, or the result.
pub(crate) fn status(pos: &dyn AnyPosition) -> String {
    let players = pos.diagram().players;
    match pos.outcome() {
        Some(Outcome::Win(player)) => format!("The game is over: {} won.", players[player].name),
        Some(Outcome::Draw) => "The game is over: a draw.".to_string(),
        None => {
            let moves = pos.moves().len();
            let plural = if moves == 1 { "" } else { "s" };
            format!("{} to move, {moves} legal move{plural}.", players[pos.turn()].name)
        }
    }
}

/// The width of a cell in characters; even for hexagons, whose rows are shifted by half a cell.
fn pitch(diagram: &Diagram) -> usize {
    if diagram.cells.iter().any(|cell| cell.column % 2 == 1) { 4 } else { 3 }
}

/// The column of the character at `x` of the diagram.
fn column(x: f64, pitch: usize) -> i64 {
    (x * pitch as f64 - 0.5).floor() as i64
}

fn place_cells(diagram: &Diagram, occupants: &[Option<usize>], options: &BoardOptions, lines: &mut Lines) {
    let pitch = pitch(diagram);
    for (number, (cell, occupant)) in diagram.cells.iter().zip(occupants).enumerate() {
        let ground = match cell.shade {
            Shade::Light | Shade::Unused => Ansi256Color(180),
            Shade::Dark => Ansi256Color(137),
        };
        let ground = Style::new().bg_color(Some(ground.into()));
        let (letter, style) = match occupant {
            Some(piece) => {
                let piece = &diagram.pieces[*piece];
                let colour = nearest_colour(diagram.players[piece.player].colour);
                (piece.letter, ground.fg_color(Some(colour.into())).bold())
            }
            None if options.destinations.contains(&number) => ('*', ground.bold()),
            None if cell.shade == Shade::Unused => (' ', ground),
            None => ('.', ground.fg_color(Some(Ansi256Color(94).into()))),
        };
        let middle = column(cell.center.x, pitch);
        let (before, after) = match (signs(number, cell.goal.is_some(), options), occupant) {
            // On an empty cell the star stands for the piece that goes there.
            (('*', _), None) => (' ', ' '),
            (signs, _) => signs,
        };
        let text = format!("{before}{letter}{after:<width$}", width = pitch - 2);
        lines.entry(cell.row as i64).or_default().push(Span { column: middle - 1, text, style });
    }
}

/// Row labels go on the line of their row, the others above or below the board.
fn place_labels(diagram: &Diagram, lines: &mut Lines) {
    let pitch = pitch(diagram);
    let height =
        |row: i64| diagram.cells.iter().find(|cell| cell.row as i64 == row).map(|cell| cell.center.y);
    let rows: Vec<(i64, f64)> = lines.keys().filter_map(|&row| Some((row, height(row)?))).collect();
    let below = rows.last().map_or(0, |&(row, _)| row + 1);
    for label in &diagram.labels {
        let beside = rows.iter().find(|&&(_, y)| (y - label.at.y).abs() < 0.25);
        let above = rows.first().is_some_and(|&(_, y)| label.at.y < y);
        let line = beside.map_or(if above { -1 } else { below }, |&(row, _)| row);
        let width = label.text.chars().count() as i64;
        let mut column = column(label.at.x, pitch) - width / 2;
        let spans = lines.entry(line).or_default();
        let is_right_of = |span: &&Span| column >= span.column;
        if let Some(before) = spans.iter().filter(is_right_of).max_by_key(|span| span.column) {
            column = column.max(before.column + before.text.chars().count() as i64 + 1);
        }
        spans.push(Span { column, text: label.text.clone(), style: Style::new() });
    }
}

fn write_lines(lines: Lines) -> String {
    let left = lines.values().flatten().map(|span| span.column).min().unwrap_or_default();
    let mut text = String::new();
    for mut spans in lines.into_values() {
        spans.sort_by_key(|span| span.column);
        let mut at = left - 1;
        for Span { column, text: part, style } in spans {
            let gap = usize::try_from(column - at).unwrap_or_default();
            at = column.max(at) + part.chars().count() as i64;
            let _ = write!(text, "{:gap$}{style}{part}{style:#}", "");
        }
        let end = text.trim_end_matches(' ').len();
        text.truncate(end);
        text.push('\n');
    }
    text
}

/// The nearest colour of the 6 × 6 × 6 cube.
fn nearest_colour(rgb: [u8; 3]) -> Ansi256Color {
    let [red, green, blue] = rgb.map(|part| (u16::from(part) * 5 + 127) / 255);
    Ansi256Color((16 + 36 * red + 6 * green + blue) as u8)
}
