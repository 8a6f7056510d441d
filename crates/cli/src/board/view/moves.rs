//! The move list, scrolled to the displayed position.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::super::state::State;
use super::super::theme::Theme;

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);
/// The width of a move number.
const NUMBER_WIDTH: u16 = 5;

/// Draws the list; returns the place of each ply.
pub(crate) fn draw(frame: &mut Frame<'_>, state: &State, theme: Theme, area: Rect) -> Vec<(Rect, usize)> {
    let moves: Vec<String> =
        state.session.moves().enumerate().map(|(ply, mv)| signed(state, ply, mv)).collect();
    if area.height < 2 {
        return Vec::new();
    }
    let heading = match moves.len() {
        0 => "No moves yet".to_string(),
        n if n == state.plies_shown() => "Moves".to_string(),
        n => format!("Moves, after {} of {n}", state.plies_shown()),
    };
    frame.render_widget(Line::styled(heading, BOLD), Rect { height: 1, ..area });
    let list = Rect { y: area.y + 1, height: area.height - 1, ..area };
    // Two columns, unless a chain of jumps needs the whole width.
    let column = (list.width.saturating_sub(NUMBER_WIDTH)) / 2;
    let longest = moves.iter().map(|mv| mv.chars().count()).max().unwrap_or(0);
    let columns = if longest < usize::from(column) { 2 } else { 1 };
    let width = list.width.saturating_sub(NUMBER_WIDTH) / columns as u16;
    let rows = moves.len().div_ceil(columns);
    let shown = state.plies_shown().saturating_sub(1) / columns;
    let height = usize::from(list.height);
    let first = (shown + height / 2 + 1).saturating_sub(height).min(rows.saturating_sub(height));
    let mut plies = Vec::new();
    for (line, row) in (first..rows).take(height).enumerate() {
        let y = list.y + line as u16;
        let number = if columns == 2 || row % 2 == 0 {
            format!("{:>3}.", row * columns / 2 + 1)
        } else {
            String::new()
        };
        frame.render_widget(Span::styled(number, DIM), Rect { x: list.x, y, width: NUMBER_WIDTH, height: 1 });
        for i in 0..columns {
            let ply = row * columns + i;
            let Some(mv) = moves.get(ply) else { continue };
            let place = Rect { x: list.x + NUMBER_WIDTH + i as u16 * width, y, width, height: 1 };
            let is_shown = ply + 1 == state.plies_shown();
            let style = if is_shown { BOLD.add_modifier(Modifier::REVERSED) } else { Style::new() };
            frame.render_widget(Span::styled(cut(mv, width, theme), style), place);
            plies.push((place, ply + 1));
        }
    }
    plies
}

/// A move with the sign that a review gave it.
fn signed(state: &State, ply: usize, mv: &str) -> String {
    let judged = state.review.as_ref().and_then(|review| review.judged(ply, mv));
    format!("{mv}{}", judged.map_or("", |(judgement, _)| judgement.sign()))
}

/// A move truncated to the width.
fn cut(mv: &str, width: u16, theme: Theme) -> String {
    let width = usize::from(width);
    if mv.chars().count() <= width {
        return mv.to_string();
    }
    mv.chars().take(width.saturating_sub(1)).chain([theme.symbol('…', '~')]).collect()
}
