//! The board: backgrounds, pieces and marks. Every mark has a symbol; its colour is redundant.

use engine::{Cell, Diagram, Exact, Piece, Shade};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::super::state::{Mark, State};
use super::super::theme::{self, Rgb, Theme};
use super::layout::{PlacedBoard, Size};

/// The sign of a cell that a player aims for, in Unicode and in ASCII.
pub(super) const GOAL: (char, char) = ('◎', '_');

/// Draws the visible cells and the labels.
pub(crate) fn draw(state: &State, board: &PlacedBoard, theme: Theme, buffer: &mut Buffer) {
    let occupants = state.position().occupants();
    let marks = state.marks();
    let painter = Painter {
        theme,
        diagram: &state.diagram,
        board,
        shows_letters: !theme.is_unicode || state.swap_piece_symbols == theme.has_colours(),
        shows_names: !has_column_labels(&state.diagram) && board.size.height >= 3,
    };
    for (i, place) in board.cells.iter().enumerate() {
        let Some(place) = *place else { continue };
        let piece = occupants[i].map(|piece| &state.diagram.pieces[piece]);
        painter.paint(&state.diagram.cells[i], piece, marks[i], place, buffer);
    }
    for label in &board.labels {
        buffer.set_string(label.at.x, label.at.y, &label.text, Style::new().add_modifier(Modifier::DIM));
    }
}

/// Whether there are column labels, so that cells need no names of their own.
fn has_column_labels(diagram: &Diagram) -> bool {
    let is_beside =
        |label: &engine::Label| diagram.cells.iter().any(|cell| (cell.center.y - label.at.y).abs() < 0.25);
    !diagram.labels.iter().all(is_beside)
}

struct Painter<'a> {
    theme: Theme,
    diagram: &'a Diagram,
    board: &'a PlacedBoard,
    shows_letters: bool,
    shows_names: bool,
}

impl Painter<'_> {
    fn paint(&self, cell: &Cell, piece: Option<&Piece>, mark: Mark, place: Rect, buffer: &mut Buffer) {
        let background = background(cell, mark);
        self.fill(background, place, buffer);
        if self.shows_names && cell.shade != Shade::Unused && !mark.cursor {
            let style = self.theme.style(theme::FAINT_TEXT, background);
            buffer.set_string(place.x, place.y, &cell.name, style);
        }
        match piece {
            Some(piece) => self.piece(piece, background, place, buffer),
            None if cell.shade != Shade::Unused => self.empty(mark, background, place, buffer),
            None => (),
        }
        self.symbols(piece.is_some(), mark, background, place, buffer);
        if let Some(player) = cell.goal.filter(|_| !mark.cursor && place.height >= 3) {
            let style = self.theme.style(self.diagram.players[player].colour, background);
            let symbol = self.theme.symbol(GOAL.0, GOAL.1);
            set(buffer, place.x + place.width - 1, place.y, symbol, style.add_modifier(Modifier::BOLD));
        }
    }

    /// The background of a cell; hexagons have cut corners.
    fn fill(&self, background: Rgb, place: Rect, buffer: &mut Buffer) {
        let style = self.theme.style(theme::DARK_TEXT, background);
        for row in 0..place.height {
            let is_edge = row == 0 || row + 1 == place.height;
            let cut =
                if self.board.is_hexagonal && is_edge && place.height >= 3 { place.height / 2 } else { 0 };
            for column in cut..place.width - cut {
                set(buffer, place.x + column, place.y + row, ' ', style);
            }
        }
    }

    /// A disc with the piece's symbol; in one-line cells the symbol alone.
    fn piece(&self, piece: &Piece, background: Rgb, place: Rect, buffer: &mut Buffer) {
        let paint = self.diagram.players[piece.player].paint;
        let symbol = if self.shows_letters { piece.letter } else { piece.glyph };
        let Position { x, y } = self.board.size.center(place);
        if self.theme.has_colours() && place.height >= 2 {
            self.disc(paint, background, place, buffer);
        }
        let style = self.theme.style(theme::contrasting_text(paint), paint).add_modifier(Modifier::BOLD);
        set(buffer, x, y, symbol, style);
    }

    fn disc(&self, paint: Rgb, background: Rgb, place: Rect, buffer: &mut Buffer) {
        let Size { width, height } = self.board.size;
        let full = self.theme.style(theme::contrasting_text(paint), paint);
        let half = self.theme.style(paint, background);
        let (upper, lower) = (self.theme.symbol('▀', ' '), self.theme.symbol('▄', ' '));
        // From three lines on, the first and the last are half filled and shorter, so that it looks round.
        let inset = (width - 1) / 2 - height / 2;
        for row in 0..height {
            let (from, symbol, style) = match (row, height) {
                (0, 3..) => (inset, lower, half),
                (row, 2..) if row + 1 == height => (if height == 2 { 1 } else { inset }, upper, half),
                _ => (1, ' ', full),
            };
            for column in from..width - from {
                set(buffer, place.x + column, place.y + row, symbol, style);
            }
        }
    }

    fn has_half_blocks(&self) -> bool {
        self.theme.has_colours() && self.theme.is_unicode
    }

    /// The symbol in the middle of an empty cell.
    fn empty(&self, mark: Mark, background: Rgb, place: Rect, buffer: &mut Buffer) {
        let Position { x: center, y: row } = self.board.size.center(place);
        let style = self.theme.style(theme::DARK_TEXT, background).add_modifier(Modifier::BOLD);
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
        let symbol = match mark {
            Mark { chosen: true, .. } => self.theme.symbol('▪', '#'),
            Mark { destination: true, worth: Some(exact), .. } => value_symbol(exact),
            Mark { destination: true, .. } if self.theme.has_colours() && place.height >= 3 => {
                self.theme.symbol('●', '*')
            }
            Mark { destination: true, .. } => self.theme.symbol('•', '*'),
            Mark { hint: true, .. } => '!',
            Mark { last_move: true, .. } => self.theme.symbol('◦', ':'),
            _ if !self.theme.has_colours() => self.theme.symbol('·', '.'),
            _ => return,
        };
        set(buffer, center, row, symbol, style);
    }

    /// The symbols on both sides of the middle, and the cursor.
    fn symbols(&self, is_occupied: bool, mark: Mark, background: Rgb, place: Rect, buffer: &mut Buffer) {
        let Size { width, height } = self.board.size;
        let style = self.theme.style(theme::DARK_TEXT, background).add_modifier(Modifier::BOLD);
        let row = place.y + self.board.size.middle();
        let (left, right) = (place.x, place.x + width - 1);
        let mut sides = |(first, second): (char, char)| {
            set(buffer, left, row, first, style);
            // Two characters have room for the piece and one symbol only.
            if width > 2 {
                set(buffer, right, row, second, style);
            }
        };
        let is_large = height >= 3;
        match mark {
            Mark { cursor: true, .. } if !is_large => sides(('[', ']')),
            Mark { refused: true, .. } => sides((self.theme.symbol('×', 'X'), self.theme.symbol('×', 'X'))),
            Mark { chosen: true, .. } => sides((self.theme.symbol('▸', '>'), self.theme.symbol('◂', '<'))),
            Mark { worth: Some(exact), .. } if is_occupied => {
                sides((value_symbol(exact), value_symbol(exact)));
            }
            Mark { destination: true, .. } if is_occupied => {
                sides((self.theme.symbol('•', '*'), self.theme.symbol('•', '*')));
            }
            Mark { hint: true, .. } if is_occupied => sides(('!', '!')),
            Mark { must: true, .. } if is_occupied => sides(('(', ')')),
            Mark { last_move: true, .. } if is_occupied => {
                sides((self.theme.symbol('◦', ':'), self.theme.symbol('◦', ':')));
            }
            _ => (),
        }
        if mark.cursor && is_large {
            let corners =
                if self.theme.is_unicode { ['┏', '┓', '┗', '┛'] } else { ['+', '+', '+', '+'] };
            let (top, bottom) = (place.y, place.y + height - 1);
            let places = [(left, top), (right, top), (left, bottom), (right, bottom)];
            // The corners of a hexagon are outside its background, in the terminal's colours.
            let style =
                if self.board.is_hexagonal { Style::new().add_modifier(Modifier::BOLD) } else { style };
            for ((column, row), symbol) in places.into_iter().zip(corners) {
                set(buffer, column, row, symbol, style);
            }
        }
    }
}

/// Changes one character, if it is on the screen.
fn set(buffer: &mut Buffer, column: u16, row: u16, symbol: char, style: Style) {
    if let Some(cell) = buffer.cell_mut((column, row)) {
        cell.set_char(symbol).set_style(style);
    }
}

/// The colour of a cell, with a tint for what matters most about it.
fn background(cell: &Cell, mark: Mark) -> Rgb {
    let background = match cell.shade {
        Shade::Light | Shade::Unused => theme::LIGHT,
        Shade::Dark => theme::DARK,
    };
    let (tint, percent) = match mark {
        Mark { refused: true, .. } => (theme::LOSS, 70),
        Mark { chosen: true, .. } => (theme::CHOSEN, 60),
        Mark { worth: Some(Exact::Win(_)), .. } => (theme::WIN, 55),
        Mark { worth: Some(Exact::Draw), .. } => (theme::DRAW, 75),
        Mark { worth: Some(Exact::Loss(_)), .. } => (theme::LOSS, 55),
        Mark { destination: true, .. } => (theme::DESTINATION, 60),
        Mark { hint: true, .. } => (theme::HINT, 50),
        Mark { last_move: true, .. } => (theme::LAST_MOVE, 50),
        _ => return background,
    };
    theme::blend(background, tint, percent)
}

/// `+13`, `=` or `-4`.
fn worth(exact: Exact) -> String {
    let plies = exact.distance().map(|plies| plies.to_string()).unwrap_or_default();
    format!("{}{plies}", value_symbol(exact))
}

fn value_symbol(exact: Exact) -> char {
    match exact {
        Exact::Win(_) => '+',
        Exact::Draw => '=',
        Exact::Loss(_) => '-',
    }
}
