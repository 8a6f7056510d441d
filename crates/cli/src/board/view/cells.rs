//! The board itself: grounds, pieces and marks. Every mark is a sign, and a colour only besides.

use engine::{Cell, Diagram, Exact, Piece, Shade};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::super::look::{self, Look, Rgb};
use super::super::state::{Mark, State};
use super::placement::{Placement, Size};

/// Draws every cell that is to be seen, and the labels.
pub(crate) fn draw(state: &State, placement: &Placement, look: Look, buffer: &mut Buffer) {
    let occupants = state.position().occupants();
    let marks = state.marks();
    let painter = Painter {
        look,
        diagram: &state.diagram,
        placement,
        shows_letters: !look.is_unicode || state.swaps_letters == look.has_colours(),
        shows_names: !has_column_labels(&state.diagram) && placement.size.height >= 3,
    };
    for (i, place) in placement.cells.iter().enumerate() {
        let Some(place) = *place else { continue };
        let piece = occupants[i].map(|piece| &state.diagram.pieces[piece]);
        painter.paint(&state.diagram.cells[i], piece, marks[i], place, buffer);
    }
    for label in &placement.labels {
        buffer.set_string(label.at.x, label.at.y, &label.text, Style::new().add_modifier(Modifier::DIM));
    }
}

/// Whether the labels name columns, so that every cell can be named from them.
fn has_column_labels(diagram: &Diagram) -> bool {
    let is_beside =
        |label: &engine::Label| diagram.cells.iter().any(|cell| (cell.center.y - label.at.y).abs() < 0.25);
    !diagram.labels.iter().all(is_beside)
}

struct Painter<'a> {
    look: Look,
    diagram: &'a Diagram,
    placement: &'a Placement,
    shows_letters: bool,
    shows_names: bool,
}

impl Painter<'_> {
    fn paint(&self, cell: &Cell, piece: Option<&Piece>, mark: Mark, place: Rect, buffer: &mut Buffer) {
        let ground = ground(cell, mark);
        self.fill(ground, place, buffer);
        if self.shows_names && cell.shade != Shade::Unused && !mark.cursor {
            let style = self.look.style(look::FAINT, ground);
            buffer.set_string(place.x, place.y, &cell.name, style);
        }
        match piece {
            Some(piece) => self.piece(piece, ground, place, buffer),
            None if cell.shade != Shade::Unused => self.empty(mark, ground, place, buffer),
            None => (),
        }
        self.signs(piece.is_some(), mark, ground, place, buffer);
    }

    /// The ground of a cell, whose corners are cut where it is a hexagon.
    fn fill(&self, ground: Rgb, place: Rect, buffer: &mut Buffer) {
        let style = self.look.style(look::INK, ground);
        for row in 0..place.height {
            let is_edge = row == 0 || row + 1 == place.height;
            let cut = if self.placement.is_hexagonal && is_edge && place.height >= 3 {
                place.height / 2
            } else {
                0
            };
            for column in cut..place.width - cut {
                set(buffer, place.x + column, place.y + row, ' ', style);
            }
        }
    }

    /// A disc with the sign of the piece. On a single line there is room for the sign alone, without colours too.
    fn piece(&self, piece: &Piece, ground: Rgb, place: Rect, buffer: &mut Buffer) {
        let paint = self.diagram.players[piece.player].paint;
        let sign = if self.shows_letters { piece.letter } else { piece.glyph };
        let Position { x, y } = self.placement.size.center(place);
        if self.look.has_colours() && place.height >= 2 {
            self.disc(paint, ground, place, buffer);
        }
        let style = self.look.style(look::ink_on(paint), paint).add_modifier(Modifier::BOLD);
        set(buffer, x, y, sign, style);
    }

    fn disc(&self, paint: Rgb, ground: Rgb, place: Rect, buffer: &mut Buffer) {
        let Size { width, height } = self.placement.size;
        let full = self.look.style(look::ink_on(paint), paint);
        let half = self.look.style(paint, ground);
        let (upper, lower) = (self.look.sign('▀', ' '), self.look.sign('▄', ' '));
        // With three lines or more the first and the last are half filled and shorter, so that it looks round.
        let inset = (width - 1) / 2 - height / 2;
        for row in 0..height {
            let (from, sign, style) = match (row, height) {
                (0, 3..) => (inset, lower, half),
                (row, 2..) if row + 1 == height => (if height == 2 { 1 } else { inset }, upper, half),
                _ => (1, ' ', full),
            };
            for column in from..width - from {
                set(buffer, place.x + column, place.y + row, sign, style);
            }
        }
    }

    fn has_half_blocks(&self) -> bool {
        self.look.has_colours() && self.look.is_unicode
    }

    /// What an empty cell shows in its middle.
    fn empty(&self, mark: Mark, ground: Rgb, place: Rect, buffer: &mut Buffer) {
        let Position { x: center, y: row } = self.placement.size.center(place);
        let style = self.look.style(look::INK, ground).add_modifier(Modifier::BOLD);
        if mark.destination
            && let Some(exact) = mark.worth
            && place.width >= 5
        {
            let text = worth(exact);
            buffer.set_string(center.saturating_sub(text.len() as u16 / 2), row, text, style);
            return;
        }
        if mark.destination && mark.worth.is_none() && self.has_half_blocks() && place.height == 2 {
            // The middle is between the two lines.
            set(buffer, center, row, '▄', style);
            set(buffer, center, row + 1, '▀', style);
            return;
        }
        let sign = match mark {
            Mark { chosen: true, .. } => self.look.sign('▪', '#'),
            Mark { destination: true, worth: Some(exact), .. } => worth_sign(exact),
            Mark { destination: true, .. } if self.look.has_colours() && place.height >= 3 => {
                self.look.sign('●', '*')
            }
            Mark { destination: true, .. } => self.look.sign('•', '*'),
            Mark { hint: true, .. } => '!',
            Mark { last_move: true, .. } => self.look.sign('◦', ':'),
            _ if !self.look.has_colours() => self.look.sign('·', '.'),
            _ => return,
        };
        set(buffer, center, row, sign, style);
    }

    /// The signs on both sides of the middle, and the cursor.
    fn signs(&self, is_occupied: bool, mark: Mark, ground: Rgb, place: Rect, buffer: &mut Buffer) {
        let Size { width, height } = self.placement.size;
        let style = self.look.style(look::INK, ground).add_modifier(Modifier::BOLD);
        let row = place.y + self.placement.size.middle();
        let (left, right) = (place.x, place.x + width - 1);
        let mut sides = |(first, second): (char, char)| {
            set(buffer, left, row, first, style);
            // Two characters have room for the piece and the first sign only.
            if width > 2 {
                set(buffer, right, row, second, style);
            }
        };
        let is_large = height >= 3;
        match mark {
            Mark { cursor: true, .. } if !is_large => sides(('[', ']')),
            Mark { chosen: true, .. } => sides((self.look.sign('▸', '>'), self.look.sign('◂', '<'))),
            Mark { worth: Some(exact), .. } if is_occupied => sides((worth_sign(exact), worth_sign(exact))),
            Mark { destination: true, .. } if is_occupied => {
                sides((self.look.sign('•', '*'), self.look.sign('•', '*')));
            }
            Mark { hint: true, .. } if is_occupied => sides(('!', '!')),
            Mark { last_move: true, .. } if is_occupied => {
                sides((self.look.sign('◦', ':'), self.look.sign('◦', ':')));
            }
            _ => (),
        }
        if mark.cursor && is_large {
            let corners =
                if self.look.is_unicode { ['┏', '┓', '┗', '┛'] } else { ['+', '+', '+', '+'] };
            let (top, bottom) = (place.y, place.y + height - 1);
            let places = [(left, top), (right, top), (left, bottom), (right, bottom)];
            // On a hexagon the corners are beside its ground, in the colours of the terminal.
            let style =
                if self.placement.is_hexagonal { Style::new().add_modifier(Modifier::BOLD) } else { style };
            for ((column, row), sign) in places.into_iter().zip(corners) {
                set(buffer, column, row, sign, style);
            }
        }
    }
}

/// Changes one character, if it is on the screen.
fn set(buffer: &mut Buffer, column: u16, row: u16, sign: char, style: Style) {
    if let Some(cell) = buffer.cell_mut((column, row)) {
        cell.set_char(sign).set_style(style);
    }
}

/// The colour of a cell, with a tint for what matters most about it.
fn ground(cell: &Cell, mark: Mark) -> Rgb {
    let ground = match cell.shade {
        Shade::Light | Shade::Unused => look::LIGHT,
        Shade::Dark => look::DARK,
    };
    let (tint, percent) = match mark {
        Mark { chosen: true, .. } => (look::CHOSEN, 60),
        Mark { worth: Some(Exact::Win(_)), .. } => (look::WIN, 55),
        Mark { worth: Some(Exact::Draw), .. } => (look::DRAW, 75),
        Mark { worth: Some(Exact::Loss(_)), .. } => (look::LOSS, 55),
        Mark { destination: true, .. } => (look::DESTINATION, 60),
        Mark { hint: true, .. } => (look::HINT, 50),
        Mark { last_move: true, .. } => (look::LAST_MOVE, 50),
        _ => return ground,
    };
    look::blend(ground, tint, percent)
}

/// `+13`, `=` or `-4`.
fn worth(exact: Exact) -> String {
    let plies = exact.distance().map(|plies| plies.to_string()).unwrap_or_default();
    format!("{}{plies}", worth_sign(exact))
}

fn worth_sign(exact: Exact) -> char {
    match exact {
        Exact::Win(_) => '+',
        Exact::Draw => '=',
        Exact::Loss(_) => '-',
    }
}
