//! The side panel: title, players, clocks, evaluation, moves.

use std::time::Instant;

use engine::Player;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::super::state::State;
use super::super::theme::{self, Theme};
use super::moves;
use crate::format;
use crate::plan::seats::Seat;

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);
/// The height of the principal variation.
const LINES_OF_MOVES: u16 = 3;

/// Draws the panel; returns the place of each ply.
pub(crate) fn draw(
    frame: &mut Frame<'_>,
    state: &State,
    theme: Theme,
    area: Rect,
    now: Instant,
) -> Vec<(Rect, usize)> {
    let mut rest = area;
    let mut take = |height: u16| {
        let height = height.min(rest.height);
        let part = Rect { height, ..rest };
        rest = Rect { y: rest.y + height, height: rest.height - height, ..rest };
        part
    };
    frame.render_widget(Line::styled(state.session.position().game().title(), BOLD), take(1));
    take(1);
    // The player at the top of the board comes first.
    let players = if state.is_top(Player::One) { Player::ALL } else { [Player::Two, Player::One] };
    for player in players {
        seat(frame, state, theme, player, take(1), now);
    }
    take(1);
    if state.evaluation.is_some() {
        evaluation(frame, state, theme, take(2 + LINES_OF_MOVES));
        take(1);
    }
    moves::draw(frame, state, theme, rest)
}

/// A side, who plays it, and its clock.
fn seat(frame: &mut Frame<'_>, state: &State, theme: Theme, player: Player, area: Rect, now: Instant) {
    let side = state.diagram.players[player];
    let is_to_move = state.to_move() == Some(player);
    let clock = format!(" {} ", format::clock(state.clock.displayed(player, now)));
    let clock_width = clock.chars().count() as u16;
    let width = Player::ALL.map(|player| state.name(player).chars().count()).into_iter().max().unwrap_or(0);
    // The arrow, the colour, the name, and blanks between them.
    let room = usize::from(area.width.saturating_sub(clock_width)).saturating_sub(width + 6);
    let who = player_text(state, player, room);
    let style = if is_to_move { BOLD } else { Style::new() };
    let arrow = if is_to_move { theme.symbol('▶', '>') } else { ' ' };
    let swatch = if theme.has_colours() {
        Span::styled("  ", theme.style(theme::contrasting_text(side.paint), side.paint))
    } else {
        Span::raw("")
    };
    let who = format!("{who}{}", score_text(state, player));
    let line = Line::from(vec![
        Span::styled(format!("{arrow} "), style),
        swatch,
        Span::styled(format!(" {:<width$} ", side.name), style),
        Span::styled(who, DIM),
    ]);
    frame.render_widget(line, area);
    let style = if is_to_move { BOLD.add_modifier(Modifier::REVERSED) } else { BOLD };
    let x = (area.x + area.width).saturating_sub(clock_width);
    frame.render_widget(Span::styled(clock, style), Rect { x, width: clock_width.min(area.width), ..area });
}

/// How many of the pieces that win the game a player has, if the game counts them.
fn score_text(state: &State, player: Player) -> String {
    let Some(tray) = state.diagram.tray else { return String::new() };
    let pieces = &state.diagram.pieces;
    let is_enemy = |piece: &usize| pieces[*piece].player == player.other();
    let left = state.position().occupants().into_iter().flatten().filter(is_enemy).count();
    match tray.pieces.saturating_sub(left) {
        0 => String::new(),
        won => format!(" {won} of {}", tray.places),
    }
}

/// Who plays a side, in the longest form that fits.
fn player_text(state: &State, player: Player, room: usize) -> String {
    let level = state.level.number();
    let words = match state.seats[player] {
        // With two humans neither is "you".
        Seat::Human if state.seats[player.other()] == Seat::Human => return String::new(),
        Seat::Human => vec!["you".to_string()],
        Seat::Machine => vec![format!("level {level}"), format!("lv {level}"), level.to_string()],
    };
    words.into_iter().find(|words| words.chars().count() <= room).unwrap_or_default()
}

/// The evaluation bar, its caption and the principal variation.
fn evaluation(frame: &mut Frame<'_>, state: &State, theme: Theme, area: Rect) {
    let Some(evaluation) = &state.evaluation else { return };
    let names = [state.name(Player::One), state.name(Player::Two)];
    let turn = state.position().turn();
    let summary = evaluation.bar(turn, names);
    let words = match &summary {
        Some(summary) => summary.words.clone(),
        None if state.position().outcome().is_some() => "the game is over".to_string(),
        None => theme.text("evaluating …"),
    };
    let style = if summary.as_ref().is_some_and(|summary| summary.is_exact) { BOLD } else { Style::new() };
    frame.render_widget(Span::styled(words, style), Rect { height: 1, ..area });
    let bar_area = Rect { y: area.y + 1, height: 1, ..area };
    bar(frame, state, theme, bar_area, summary.map_or(0.5, |summary| summary.share));
    let line = evaluation.line().join(" ");
    let lines = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area };
    frame.render_widget(Paragraph::new(line).wrap(Wrap { trim: true }).style(DIM), lines);
}

/// The bar with player 1's share on the left and the names of both.
fn bar(frame: &mut Frame<'_>, state: &State, theme: Theme, area: Rect, share: f64) {
    let [one, two] = [Player::One, Player::Two].map(|player| state.diagram.players[player]);
    let width = area.width;
    let part = (share * f64::from(width)).round() as u16;
    let buffer = frame.buffer_mut();
    let (full, empty) = (theme.symbol('█', '#'), theme.symbol('░', '-'));
    for column in 0..width {
        let is_first = column < part;
        let (symbol, style) = if theme.has_colours() {
            let paint = if is_first { one.paint } else { two.paint };
            (' ', theme.style(theme::contrasting_text(paint), paint))
        } else {
            (if is_first { full } else { empty }, Style::new())
        };
        if let Some(cell) = buffer.cell_mut((area.x + column, area.y)) {
            cell.set_char(symbol).set_style(style);
        }
    }
    if theme.has_colours() {
        // The names are on the bar if their part has room for them.
        let (first, second) = (format!(" {} ", one.name), format!(" {} ", two.name));
        if usize::from(part) >= first.len() {
            buffer.set_string(
                area.x,
                area.y,
                &first,
                theme.style(theme::contrasting_text(one.paint), one.paint),
            );
        }
        if usize::from(width - part) >= second.len() {
            let x = area.x + width - second.len() as u16;
            buffer.set_string(x, area.y, &second, theme.style(theme::contrasting_text(two.paint), two.paint));
        }
    }
}
