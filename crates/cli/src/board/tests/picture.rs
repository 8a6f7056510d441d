//! A screen as an SVG picture, for documents.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

const WIDTH: u32 = 9;
const HEIGHT: u32 = 19;
/// A dark terminal.
const INK: &str = "#dcdcdc";
const FAINT: &str = "#8c8c90";
const GROUND: &str = "#16161a";

/// Positions every character separately, so that the picture does not depend on fonts.
pub(super) fn svg(buffer: &Buffer) -> String {
    let (columns, rows) = (u32::from(buffer.area().width), u32::from(buffer.area().height));
    let (width, height) = (columns * WIDTH, rows * HEIGHT);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"15\" text-anchor=\"middle\" shape-rendering=\"crispEdges\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"{GROUND}\"/>\n"
    );
    for (i, row) in buffer.content().chunks(columns as usize).enumerate() {
        let y = i as u32 * HEIGHT;
        let mut x = 0;
        for run in row.chunk_by(|a, b| colours(a).1 == colours(b).1) {
            let wide = run.len() as u32 * WIDTH;
            let ground = colours(run.first().unwrap_or(&row[0])).1;
            if ground != GROUND {
                let _ = writeln!(
                    text,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{HEIGHT}\" fill=\"{ground}\"/>"
                );
            }
            x += wide;
        }
        for (column, cell) in row.iter().enumerate() {
            character(&mut text, cell, column as u32 * WIDTH, y);
        }
    }
    text + "</svg>\n"
}

fn character(text: &mut String, cell: &Cell, x: u32, y: u32) {
    let (ink, _) = colours(cell);
    let half = HEIGHT.div_ceil(2);
    let _ = match cell.symbol() {
        " " => Ok(()),
        "▀" => {
            writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{half}\" fill=\"{ink}\"/>")
        }
        "▄" => writeln!(
            text,
            "<rect x=\"{x}\" y=\"{}\" width=\"{WIDTH}\" height=\"{half}\" fill=\"{ink}\"/>",
            y + HEIGHT - half
        ),
        symbol => {
            let bold = if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
            let symbol = symbol.replace('&', "&amp;").replace('<', "&lt;");
            let (x, y) = (f64::from(x) + f64::from(WIDTH) / 2.0, y + 15);
            writeln!(text, "<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\"{bold}>{symbol}</text>")
        }
    };
}

/// The colours of a character and of its background.
fn colours(cell: &Cell) -> (String, String) {
    let is_dim = cell.modifier.contains(Modifier::DIM);
    let ink = named(cell.fg).unwrap_or_else(|| if is_dim { FAINT } else { INK }.to_string());
    let ground = named(cell.bg).unwrap_or_else(|| GROUND.to_string());
    if cell.modifier.contains(Modifier::REVERSED) { (ground, ink) } else { (ink, ground) }
}

fn named(colour: Color) -> Option<String> {
    match colour {
        Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        _ => None,
    }
}
