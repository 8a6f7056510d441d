//! The footer: status, last message, keys.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::super::line_editor::LineEditor;
use super::super::state::{Confirmation, Mode, State};
use super::super::theme::Theme;
use crate::plan::seats::Seat;

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);

/// Draws four lines: the status or the input line, two lines of messages, and the keys.
pub(crate) fn draw(frame: &mut Frame<'_>, state: &State, theme: Theme, area: Rect) {
    let [status, message, keys] =
        [(0, 1), (1, 2), (3, 1)].map(|(line, height)| Rect { y: area.y + line, height, ..area });
    match &state.mode {
        Mode::EnterMove(line) => draw_input(frame, "Move: ", line, status),
        Mode::EnterFileName(line) => draw_input(frame, "Save in file: ", line, status),
        _ => {
            frame.render_widget(Span::styled(theme.text(&status_text(state)), BOLD), status);
            let under_cursor = theme.text(&cursor_text(state));
            let width = under_cursor.chars().count() as u16;
            let x = (area.x + area.width).saturating_sub(width);
            frame.render_widget(
                Span::styled(under_cursor, DIM),
                Rect { x, width: width.min(area.width), ..status },
            );
        }
    }
    match &state.mode {
        Mode::EnterMove(line) if !state.message.is_refusal => {
            draw_text(frame, &theme.text(&candidates_text(state, &line.text())), DIM, message);
        }
        Mode::EnterFileName(_) => draw_text(frame, SAVE_HELP, DIM, message),
        Mode::Confirm(question) => draw_text(frame, &question_text(state, *question), BOLD, message),
        _ => {
            let style = if state.message.is_refusal { BOLD } else { Style::new() };
            draw_text(frame, &theme.text(&state.message.text), style, message);
        }
    }
    frame.render_widget(Line::from(keys_line(state, theme)), keys);
}

const SAVE_HELP: &str = "Enter appends the game to this file.";

/// Draws a text, wrapped to the area.
fn draw_text(frame: &mut Frame<'_>, text: &str, style: Style, area: Rect) {
    frame.render_widget(Paragraph::new(text).style(style).wrap(Wrap { trim: true }), area);
}

fn status_text(state: &State) -> String {
    if let Some(plies) = state.viewed_ply {
        let all = engine::counted(state.session.moves().len(), "ply", "plies");
        return format!("After {plies} of {all}; End returns to the game.");
    }
    if let Some(ending) = state.session.ending() {
        return ending_text(state, ending);
    }
    let player = state.session.position().turn();
    let name = state.name(player);
    match state.seats[player] {
        Seat::Machine if state.is_paused => format!("{name} to move; the game is paused."),
        Seat::Machine => format!("{name} to move: thinking …"),
        Seat::Human => {
            let moves = state.moves.len();
            let plural = if moves == 1 { "" } else { "s" };
            let pass = if moves == 1 && state.moves[0].touched.is_empty() { "; p passes" } else { "" };
            let must = if state.must_capture() { " and must capture" } else { "" };
            format!("{name} to move{must}, {moves} legal move{plural}{pass}.{}", draws_text(state))
        }
    }
}

/// How the game ended, and what ended it where its own rules did.
fn ending_text(state: &State, ending: engine::Ending) -> String {
    let pos = state.session.position();
    let result = ending.describe(pos);
    let why = (ending.reason == engine::Reason::Rules).then(|| pos.touch(&[]).err()).flatten();
    match why.and_then(|why| why.reason.strip_prefix("the game is over: ").map(str::to_string)) {
        Some(why) => format!("{} ({why})", result.trim_end_matches('.')),
        None => result,
    }
}

/// How near the game is to a draw by its rules, from half way on: one rule, so that the line has room for it.
fn draws_text(state: &State) -> String {
    let (session, pos) = (&state.session, state.session.position());
    let rules = pos.game().house_rules();
    let near = |count: u32, limit: Option<u32>| limit.filter(|limit| 2 * count >= *limit && count < *limit);
    let (times, idle) = (session.occurrences(), session.plies_without_progress());
    let played = session.start().plies_left().zip(pos.plies_left()).map(|(all, left)| all - left);
    if let Some(limit) = near(times, rules.repetition).filter(|_| times > 1) {
        format!(" Seen {times} times; a draw at {limit}.")
    } else if let Some(limit) = near(idle, rules.no_progress) {
        format!(" No progress for {idle} plies; a draw at {limit}.")
    } else if let Some((played, limit)) = played.zip(near(played.unwrap_or(0), session.start().plies_left()))
    {
        format!(" {played} plies; a draw at {limit}.")
    } else {
        String::new()
    }
}

fn cursor_text(state: &State) -> String {
    let cell = state.cursor.cell;
    let name = state.diagram.cells.get(cell).map_or("", |cell| &cell.name);
    match state.position().occupants().get(cell).copied().flatten() {
        Some(piece) => format!("{name}: {}", state.diagram.pieces[piece].name),
        None => name.to_string(),
    }
}

/// The moves that start with the typed text.
fn candidates_text(state: &State, typed: &str) -> String {
    let found = state.candidates(typed);
    if found.is_empty() {
        return "No legal move starts like this.".to_string();
    }
    let texts: Vec<&str> = found.iter().map(|mv| &*mv.text).collect();
    texts.join(" ")
}

fn draw_input(frame: &mut Frame<'_>, question: &str, line: &LineEditor, area: Rect) {
    let (before, after) = line.parts();
    let room = usize::from(area.width).saturating_sub(question.len() + 1);
    // The cursor stays visible.
    let hidden = before.chars().count().saturating_sub(room);
    let before: String = before.chars().skip(hidden).collect();
    let x = area.x + (question.len() + before.chars().count()) as u16;
    let spans = vec![Span::styled(question.to_string(), BOLD), Span::raw(before), Span::raw(after)];
    frame.render_widget(Line::from(spans), area);
    frame.set_cursor_position((x.min(area.x + area.width - 1), area.y));
}

fn question_text(state: &State, question: Confirmation) -> String {
    match question {
        Confirmation::Resign => {
            format!("Does {} resign? y: yes, any other key: no", state.name(state.resigning()))
        }
        Confirmation::NewGame => {
            let saved = if state.session.ending().is_none() && state.session.moves().len() > 0 {
                "This game is unfinished; it stays saved. "
            } else {
                ""
            };
            format!("{saved}Start a new game? y: yes, x: with sides swapped, any other key: no")
        }
    }
}

fn keys_line(state: &State, theme: Theme) -> Vec<Span<'static>> {
    let arrows = if theme.is_unicode { "↑↓←→" } else { "arrows" };
    let keys: &[(&str, &str)] = match state.mode {
        Mode::EnterMove(_) => &[("Enter", "play"), ("Tab", "complete"), ("Esc", "cancel")],
        Mode::EnterFileName(_) => &[("Enter", "save"), ("Esc", "cancel")],
        Mode::Confirm(_) | Mode::Help(_) => &[],
        Mode::Play if state.is_self_play() && state.to_move().is_some() => &[
            ("Space", if state.is_paused { "resume" } else { "pause" }),
            ("PgUp PgDn", "browse"),
            ("e", "eval"),
            ("+ -", "level"),
            ("n", "new"),
            ("?", "help"),
            ("q", "quit"),
        ],
        Mode::Play if state.to_move().is_none() => &[
            ("v", if state.review.is_some() { "next mistake" } else { "review" }),
            ("PgUp PgDn", "browse"),
            ("u", "undo"),
            ("e", "eval"),
            ("n", "new"),
            ("?", "help"),
            ("q", "quit"),
        ],
        Mode::Play => &[
            (arrows, "go"),
            ("Enter", "select"),
            (":", "type"),
            ("h", "hint"),
            ("u", "undo"),
            ("e", "eval"),
            ("n", "new"),
            ("?", "help"),
            ("q", "quit"),
        ],
    };
    let spans = keys.iter().flat_map(|(key, meaning)| {
        [Span::styled((*key).to_string(), BOLD), Span::styled(format!(" {meaning}  "), DIM)]
    });
    spans.collect()
}
