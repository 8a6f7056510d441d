//! The help screen: pages with the rules, then one with the keys.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::super::keys::HELP;
use super::super::state::State;
use super::super::theme::Theme;
use super::HELP_WIDTH;
use super::cells::GOAL;

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const KEYS_WIDTH: usize = 14;

/// Draws a page; turning beyond the last one begins again.
pub(crate) fn draw(frame: &mut Frame<'_>, state: &State, theme: Theme, turned: usize) {
    let area = frame.area();
    let rules = rules_pages(state, usize::from(area.height).saturating_sub(2).max(1));
    let (page, pages) = (turned % (rules.len() + 1), rules.len() + 1);
    let mut lines: Vec<Line<'_>> = match rules.get(page) {
        Some(rules) => rules.iter().map(|line| Line::raw(theme.text(line))).collect(),
        None => keys(state, theme),
    };
    if let (0, Some(title)) = (page, lines.first_mut()) {
        title.style = BOLD;
    }
    let turn = format!("Page {} of {pages}: ? turns it, any other key returns to the board.", page + 1);
    lines.push(Line::styled(turn, DIM));
    let x = area.x + area.width.saturating_sub(HELP_WIDTH as u16) / 2;
    let top = (area.height as usize).saturating_sub(lines.len()) / 2;
    for (i, line) in lines.into_iter().enumerate() {
        let y = area.y + (top + i) as u16;
        if y < area.y + area.height {
            frame.render_widget(line, Rect { x, y, width: area.width - (x - area.x), height: 1 });
        }
    }
}

/// The rules in pages of at most `height` lines, none of which begins with an empty one.
fn rules_pages(state: &State, height: usize) -> Vec<&[String]> {
    let mut pages = Vec::new();
    let mut rest = &*state.rules;
    while !rest.is_empty() {
        let (page, after) = rest.split_at(rest.len().min(height));
        pages.push(page);
        let blank = after.iter().take_while(|line| line.is_empty()).count();
        rest = &after[blank..];
    }
    pages
}

fn keys(state: &State, theme: Theme) -> Vec<Line<'static>> {
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
    let goal = theme.symbol(GOAL.0, GOAL.1);
    let goal = if state.diagram.cells.iter().any(|cell| cell.goal.is_some()) {
        format!("   {goal} goal")
    } else {
        String::new()
    };
    let signs = format!("{dot} legal destination{goal}   ! hint   + = - wins, draws, loses (tables)");
    lines.push(Line::styled(signs, DIM));
    lines
}
