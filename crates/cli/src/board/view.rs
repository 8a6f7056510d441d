//! What is on the screen.

mod cells;
mod footer;
mod help;
mod moves;
mod panel;
pub(crate) mod placement;

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::look::Look;
use super::state::{Mode, State};
use placement::{Placement, Sketch};

/// Smaller terminals have no room.
const LEAST: (u16, u16) = (80, 24);
/// How wide the part beside the board is at least, and as it likes it.
const PANEL: (u16, u16) = (24, 36);
/// How many lines there are below.
const FOOTER: u16 = 4;
/// What is left free between things.
const GAP: u16 = 2;

/// What there is to see, for whoever clicks at it.
#[derive(Default)]
pub(crate) struct Scene {
    /// The terminal has no room for anything.
    pub(crate) is_too_small: bool,
    board: Option<Placement>,
    /// Where each ply of the move list is, by the number of plies after it.
    plies: Vec<(Rect, usize)>,
}

impl Scene {
    /// The cell at a place of the screen.
    pub(crate) fn cell_at(&self, column: u16, row: u16) -> Option<usize> {
        self.board.as_ref()?.cell_at(column, row)
    }

    /// The ply of the move list at a place of the screen.
    pub(crate) fn ply_at(&self, column: u16, row: u16) -> Option<usize> {
        let hit = |(place, _): &&(Rect, usize)| place.contains((column, row).into());
        self.plies.iter().find(hit).map(|&(_, plies)| plies)
    }
}

/// Draws everything, and says what can be clicked.
pub(crate) fn draw(frame: &mut Frame<'_>, state: &State, look: Look, now: Instant) -> Scene {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        too_small(frame, look);
        return Scene { is_too_small: true, ..Scene::default() };
    }
    if state.mode == Mode::Help {
        help::draw(frame, state, look);
        return Scene::default();
    }
    let sketch = Sketch::new(&state.diagram, state.is_flipped);
    let size = sketch.largest(area.width - PANEL.0 - GAP, area.height - FOOTER);
    let (wide, high) = sketch.room(size);
    // The board has what it needs, the panel what it likes, and what is left goes around both.
    let area = middle(area, (wide + 3 * GAP + PANEL.1).max(LEAST.0), (high + GAP + FOOTER).max(LEAST.1));
    let above = Rect { height: area.height - FOOTER, ..area };
    let below = Rect { y: area.y + above.height, height: FOOTER, ..area };
    let panel_width = above.width.saturating_sub(wide + GAP).clamp(PANEL.0, PANEL.1);
    let board = Rect { width: above.width - panel_width - GAP, ..above };
    let panel = Rect { x: board.x + board.width + GAP, width: panel_width, ..above };
    let placement = sketch.in_area(board, size, state.cursor.cell);
    cells::draw(state, &placement, look, frame.buffer_mut());
    let plies = panel::draw(frame, state, look, panel, now);
    footer::draw(frame, state, look, below);
    Scene { is_too_small: false, board: Some(placement), plies }
}

/// The middle of an area, at most so wide and so high.
fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

fn too_small(frame: &mut Frame<'_>, look: Look) {
    let area = frame.area();
    let text = format!("{} × {} is needed, this is {} × {}", LEAST.0, LEAST.1, area.width, area.height);
    let text = look.text(&text);
    let x = area.width.saturating_sub(text.chars().count() as u16) / 2;
    frame.buffer_mut().set_stringn(
        x,
        area.height / 2,
        text,
        area.width.into(),
        Style::new().add_modifier(Modifier::BOLD),
    );
}
