//! Drawing the screen.

mod cells;
mod footer;
mod help;
pub(crate) mod layout;
mod moves;
mod panel;

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::state::{Mode, State};
use super::theme::Theme;
use layout::{BoardLayout, PlacedBoard};

/// The minimum terminal size.
const MIN_SIZE: (u16, u16) = (80, 24);
/// The minimum and preferred width of the side panel.
const PANEL_WIDTH: (u16, u16) = (24, 36);
/// The height of the footer.
const FOOTER_HEIGHT: u16 = 4;
/// The width of the help screen.
pub(crate) const HELP_WIDTH: usize = 76;
/// The space between board and panel.
const GAP: u16 = 2;

/// What is drawn where, to resolve clicks.
#[derive(Default)]
pub(crate) struct HitMap {
    /// The terminal is smaller than [`MIN_SIZE`].
    pub(crate) is_too_small: bool,
    board: Option<PlacedBoard>,
    /// The place of each ply in the move list.
    plies: Vec<(Rect, usize)>,
}

impl HitMap {
    /// The cell at a screen position.
    pub(crate) fn cell_at(&self, column: u16, row: u16) -> Option<usize> {
        self.board.as_ref()?.cell_at(column, row)
    }

    /// The ply of the move list at a screen position.
    pub(crate) fn ply_at(&self, column: u16, row: u16) -> Option<usize> {
        let hit = |(place, _): &&(Rect, usize)| place.contains((column, row).into());
        self.plies.iter().find(hit).map(|&(_, plies)| plies)
    }
}

/// Draws everything; returns what can be clicked.
pub(crate) fn draw(frame: &mut Frame<'_>, state: &State, theme: Theme, now: Instant) -> HitMap {
    let area = frame.area();
    if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
        draw_too_small(frame, theme);
        return HitMap { is_too_small: true, ..HitMap::default() };
    }
    if let Mode::Help(page) = state.mode {
        help::draw(frame, state, theme, page);
        return HitMap::default();
    }
    let layout = BoardLayout::new(&state.diagram, state.is_flipped);
    let size = layout.largest_size(area.width - PANEL_WIDTH.0 - GAP, area.height - FOOTER_HEIGHT);
    let (wide, high) = layout.required_size(size);
    // The board gets its required size, the panel its preferred width; the rest is margin.
    let area = centered(
        area,
        (wide + 3 * GAP + PANEL_WIDTH.1).max(MIN_SIZE.0),
        (high + GAP + FOOTER_HEIGHT).max(MIN_SIZE.1),
    );
    let above = Rect { height: area.height - FOOTER_HEIGHT, ..area };
    let below = Rect { y: area.y + above.height, height: FOOTER_HEIGHT, ..area };
    let panel_width = above.width.saturating_sub(wide + GAP).clamp(PANEL_WIDTH.0, PANEL_WIDTH.1);
    let board = Rect { width: above.width - panel_width - GAP, ..above };
    let panel = Rect { x: board.x + board.width + GAP, width: panel_width, ..above };
    let board = layout.place_in(board, size, state.cursor.cell);
    cells::draw(state, &board, theme, frame.buffer_mut());
    let plies = panel::draw(frame, state, theme, panel, now);
    footer::draw(frame, state, theme, below);
    HitMap { is_too_small: false, board: Some(board), plies }
}

/// A centred part of an area with at most this size.
fn centered(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

fn draw_too_small(frame: &mut Frame<'_>, theme: Theme) {
    let area = frame.area();
    let text = format!("{} × {} needed, this is {} × {}", MIN_SIZE.0, MIN_SIZE.1, area.width, area.height);
    let text = theme.text(&text);
    let x = area.width.saturating_sub(text.chars().count() as u16) / 2;
    frame.buffer_mut().set_stringn(
        x,
        area.height / 2,
        text,
        area.width.into(),
        Style::new().add_modifier(Modifier::BOLD),
    );
}
