//! The help screen.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::super::keys::HELP;
use super::super::state::State;
use super::super::theme::Theme;

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const KEYS_WIDTH: usize = 14;

pub(crate) fn draw(frame: &mut Frame<'_>, state: &State, theme: Theme) {
    let area = frame.area();
    let example = state.session.position().moves().first().map(|mv| format!(", such as {}", mv.text));
    let title = format!("{}: the keys", state.session.position().game().title());
    let mut lines = vec![Line::styled(title, BOLD)];
    for (key, meaning) in HELP {
        let example = if key == ":" { example.clone().unwrap_or_default() } else { String::new() };
        lines.push(Line::from(vec![
            Span::styled(format!("{key:<KEYS_WIDTH$}"), BOLD),
            Span::raw(format!("{meaning}{example}")),
        ]));
    }
    let dot = theme.symbol('•', '*');
    let signs = format!("{dot} legal destination   ! hint   + = - wins, draws, loses (tables)");
    lines.push(Line::styled(signs, DIM));
    lines.push(Line::styled("Any key returns to the board. Hold Shift to select text with the mouse.", DIM));
    let x = area.x + (area.width.saturating_sub(76)) / 2;
    let top = (area.height as usize).saturating_sub(lines.len()) / 2;
    for (i, line) in lines.into_iter().enumerate() {
        let y = area.y + (top + i) as u16;
        if y < area.y + area.height {
            frame.render_widget(line, Rect { x, y, width: area.width - (x - area.x), height: 1 });
        }
    }
}
