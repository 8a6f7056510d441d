//! The screen as it is drawn, compared with snapshots in `snapshots/`.
//! `PLYWOOD_SNAPSHOTS=write cargo test -p plywood board` rewrites them; review the difference
//! before you commit it.

mod picture;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use engine::testing::every_board;
use engine::{
    BestLine, ByPlayer, ClockControl, Level, Player, Rated, Score, Session, Spent, TablesAt, ThinkerOptions,
    Thought,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::Color;

use super::cursor::{Cursor, Direction};
use super::evaluation::Evaluation;
use super::keys::{Action, Browse};
use super::line_editor::{Edit, LineEditor};
use super::review::Found;
use super::state::{Effect, Mode, State};
use super::theme::{Colours, Theme};
use super::view;
use crate::plan::Plan;
use crate::plan::clock::{TimeControl, game_clock};
use crate::plan::seats;

const COLOURED: Theme = Theme { colours: Colours::True, is_unicode: true };
const PLAIN: Theme = Theme { colours: Colours::None, is_unicode: true };
const ASCII: Theme = Theme { colours: Colours::None, is_unicode: false };

/// A game from a position, or from the start.
fn game(word: &str, position: Option<&str>, human: &str) -> State {
    let game = catalogue::CATALOGUE.find(word).unwrap();
    let start = position.map_or_else(|| game.start(), |text| game.read(text).unwrap());
    let plan = Plan {
        game: game.info().name,
        seats: Some(seats::parse(human, &*start).unwrap()),
        session: Session::game(&*start),
        level: Level::new(5).unwrap(),
        time: Duration::from_secs(1),
        clock: game_clock(None, ByPlayer::default()),
        seed: 1,
        thinking: ThinkerOptions::default(),
        transcript: None,
        save_file: None,
        evaluates: false,
    };
    State::new(&plan)
}

/// Plays the move with this text.
fn play(state: &mut State, mv: &str, now: Instant) -> Option<Effect> {
    let mv = state.session.position().parse_move(mv).unwrap();
    state.play(mv, now)
}

fn best_line(state: &State, score: Score, moves: Vec<String>) -> BestLine {
    BestLine { score, mv: state.session.position().parse_move(&moves[0]).unwrap(), moves }
}

fn drawn(state: &State, theme: Theme, (width, height): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| drop(view::draw(frame, state, theme, Instant::now()))).unwrap();
    terminal.backend().buffer().clone()
}

fn text(buffer: &Buffer) -> String {
    let lines = buffer.content().chunks(buffer.area().width.into());
    let line = |cells: &[ratatui::buffer::Cell]| {
        let line: String = cells.iter().map(ratatui::buffer::Cell::symbol).collect();
        format!("{}\n", line.trim_end())
    };
    lines.map(line).collect()
}

/// Checks that the screen equals the snapshot with this name.
fn check(name: &str, state: &State, theme: Theme, size: (u16, u16)) {
    let text = text(&drawn(state, theme, size));
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "src/board/snapshots", &format!("{name}.txt")].iter().collect();
    compare(&text, &path);
}

fn compare(text: &str, path: &std::path::Path) {
    if std::env::var("PLYWOOD_SNAPSHOTS").is_ok_and(|what| what == "write") {
        std::fs::write(path, text).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert!(text == expected, "{} is not as it was:\n{text}\nbut was:\n{expected}", path.display());
}

/// The picture in the documentation equals the drawn screen.
#[test]
fn documented_picture_is_current() {
    let mut state = game("checkers", None, "red");
    let now = Instant::now();
    for mv in [
        "23-19", "9-14", "27-23", "11-15", "22-18", "15x22", "25x9", "5x14", "19-16", "12x19", "23x16",
        "8-11",
    ] {
        assert_eq!(play(&mut state, mv, now), Some(Effect::Changed), "{mv}");
    }
    let moves = ["16-12", "11-15", "26-23", "6-9", "29-25", "4-8", "30-26"].map(str::to_string).to_vec();
    let lines = vec![best_line(&state, Score::Estimate(14), moves)];
    let thought = Thought { depth: 19, nodes: 4_120_000, time: Duration::ZERO, lines, exact: None };
    state.evaluation = Some(Evaluation { thought: Some(thought), probe: None });
    let spent = ByPlayer { one: 83, two: 61 }
        .map(|seconds| Spent { used: Duration::from_secs(seconds), increments: 6 });
    state.clock = game_clock(None, spent);
    touch(&mut state, &["26"]);
    assert!(!state.selection.is_empty());
    let picture = picture::svg(&drawn(&state, COLOURED, (102, 29)));
    let path = [env!("CARGO_MANIFEST_DIR"), "../../docs/pictures/terminal.svg"].iter().collect::<PathBuf>();
    compare(&picture, &path);
}

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);

fn press(state: &mut State, actions: &[Action]) -> Vec<Effect> {
    actions.iter().filter_map(|&action| state.act(action, Instant::now())).collect()
}

fn put_cursor(state: &mut State, name: &str) {
    let cell = state.diagram.cells.iter().position(|cell| cell.name == name).unwrap();
    state.cursor = Cursor::at(cell, &state.diagram);
}

fn touch(state: &mut State, names: &[&str]) {
    for name in names {
        put_cursor(state, name);
        press(state, &[Action::Choose]);
    }
}

#[test]
fn the_start_of_each_game() {
    for word in every_board(catalogue::CATALOGUE, 26) {
        let name = word.replace(':', "-");
        check(&format!("start-{name}-80x24"), &game(&word, None, "1"), COLOURED, SMALL);
        check(&format!("start-{name}-120x40"), &game(&word, None, "2"), COLOURED, LARGE);
        check(&format!("start-{name}-plain"), &game(&word, None, "both"), PLAIN, SMALL);
    }
    check("start-abalone-ascii", &game("abalone", None, "both"), ASCII, SMALL);
    check("start-dragon-queen-200x60", &game("dragon-queen", None, "both"), COLOURED, (200, 60));
}

#[test]
fn selected_piece_marks_destinations() {
    for (word, piece) in [("raichu", "c2"), ("checkers", "22"), ("dragon-queen", "c1"), ("abalone", "B5")] {
        let mut state = game(word, None, "both");
        touch(&mut state, &[piece]);
        assert!(!state.selection.is_empty(), "{word}");
        for (name, theme) in [("coloured", COLOURED), ("plain", PLAIN)] {
            check(&format!("chosen-{word}-{name}"), &state, theme, SMALL);
        }
        check(&format!("chosen-{word}-120x40"), &state, COLOURED, LARGE);
    }
}

#[test]
fn moves_refusals_and_earlier_positions() {
    let mut state = game("checkers", None, "both");
    touch(&mut state, &["22", "18", "12", "16"]);
    assert_eq!(state.session.moves().collect::<Vec<_>>(), ["22-18", "12-16"]);
    touch(&mut state, &["18", "9"]);
    check("refused", &state, COLOURED, SMALL);
    press(&mut state, &[Action::Cancel, Action::Browse(Browse::Back)]);
    check("looking-back", &state, COLOURED, SMALL);
    touch(&mut state, &["18"]);
    assert!(state.message.text.contains("earlier"), "{}", state.message.text);
    press(&mut state, &[Action::Browse(Browse::Last)]);
    assert_eq!(state.viewed_ply, None);
}

#[test]
fn a_finished_game_is_reviewed_mistake_by_mistake() {
    let mut state = game("checkers", None, "red");
    let now = Instant::now();
    assert_eq!(press(&mut state, &[Action::Review]), []);
    assert!(state.message.is_refusal, "{}", state.message.text);
    for mv in ["22-18", "11-15", "18x11", "8x15", "25-22"] {
        play(&mut state, mv, now);
    }
    state.session.resign(Player::One);
    assert_eq!(press(&mut state, &[Action::Review]), [Effect::Review]);
    // Black's slip is not Red's to learn from.
    let scores =
        [(0, "23-19"), (100, "12-16"), (100, "18x11"), (100, "7x16"), (-20, "23-19"), (260, "15-19")];
    let turns = [Player::One, Player::Two].into_iter().cycle();
    for (turn, (points, best)) in turns.zip(scores) {
        let score = Score::Estimate(points);
        state.add_reviewed(Found { rated: Rated { turn, score }, best: Some(best.to_string()) });
    }
    assert!(!state.is_reviewing());
    assert_eq!(state.viewed_ply, Some(1));
    check("reviewed", &state, COLOURED, SMALL);
    press(&mut state, &[Action::Review]);
    assert_eq!(state.plies_shown(), 5);
    assert_eq!(state.message.text, "25-22: blunder; 23-19 was best. Mistake 2 of 2; v goes to the next.");
    press(&mut state, &[Action::Review]);
    assert_eq!(state.plies_shown(), 1);
    press(&mut state, &[Action::Browse(Browse::Forward)]);
    assert_eq!(state.message.text, "11-15: blunder; 12-16 was best.");
    press(&mut state, &[Action::Undo]);
    assert!(state.review.is_none());
}

#[test]
fn hint_marks_cells() {
    let mut state = game("abalone", None, "both");
    assert_eq!(press(&mut state, &[Action::Hint]), [Effect::Hint]);
    let moves = ["A5B4", "G3F3"].map(str::to_string).to_vec();
    let lines = vec![best_line(&state, Score::Estimate(35), moves)];
    state.show_hint(&Thought { depth: 7, nodes: 99, time: Duration::ZERO, lines, exact: None });
    check("hint", &state, COLOURED, SMALL);
    check("hint-plain", &state, PLAIN, SMALL);
    press(&mut state, &[Action::Cancel]);
    assert!(state.hint.is_empty());
}

#[test]
fn exact_values_mark_cells() {
    // Two kings against one: the embedded tables have this position.
    let mut state = game("checkers", Some("W:WK14,K18:BK3"), "both");
    let tables = state.session.position().game().tables(&TablesAt::default());
    let probe = tables.probe(state.session.position()).unwrap();
    assert!(probe.value.is_some());
    state.evaluation = Some(Evaluation { thought: None, probe: Some(probe) });
    check("exact", &state, COLOURED, SMALL);
    touch(&mut state, &["18"]);
    check("exact-chosen", &state, COLOURED, SMALL);
    check("exact-chosen-plain", &state, PLAIN, SMALL);
    check("exact-chosen-120x40", &state, COLOURED, LARGE);
}

#[test]
fn estimate_shows_bar_and_line() {
    let mut state = game("dragon-queen", None, "queen");
    let moves = ["a1-a2", "c5-c4", "b1-b2", "c4-c3", "c1-c2", "d4-d3"].map(str::to_string).to_vec();
    let lines = vec![best_line(&state, Score::Estimate(-120), moves)];
    let thought = Thought { depth: 12, nodes: 1_234_567, time: Duration::ZERO, lines, exact: None };
    state.evaluation = Some(Evaluation { thought: Some(thought), probe: None });
    check("estimate", &state, COLOURED, SMALL);
    check("estimate-plain", &state, PLAIN, SMALL);
}

#[test]
fn help_and_confirmations() {
    let mut state = game("raichu", None, "white");
    press(&mut state, &[Action::Help]);
    check("help-rules", &state, COLOURED, SMALL);
    press(&mut state, &[Action::Help]);
    check("help", &state, COLOURED, SMALL);
    check("help-ascii", &state, ASCII, LARGE);
    press(&mut state, &[Action::Cancel, Action::Resign]);
    check("resign", &state, COLOURED, SMALL);
    assert_eq!(press(&mut state, &[Action::Answer('n')]), []);
    assert!(state.session.ending().is_none());
    press(&mut state, &[Action::Resign]);
    assert_eq!(press(&mut state, &[Action::Answer('y')]), [Effect::Changed]);
    check("resigned", &state, COLOURED, SMALL);
    press(&mut state, &[Action::NewGame]);
    assert_eq!(press(&mut state, &[Action::Answer('x')]), [Effect::Begun]);
    assert!(state.session.ending().is_none() && state.is_machines_turn());
}

#[test]
fn typed_move_is_completed_and_played() {
    let mut state = game("raichu", None, "both");
    let typed = ['b', '3'].map(|c| Action::Edit(Edit::Insert(c)));
    press(&mut state, &[Action::Type(None)]);
    press(&mut state, &typed);
    check("typing", &state, COLOURED, SMALL);
    press(&mut state, &[Action::Complete]);
    assert_eq!(state.mode, Mode::EnterMove(LineEditor::new("b3-")));
    press(&mut state, &[Action::Edit(Edit::Insert('b')), Action::Edit(Edit::Insert('4'))]);
    assert_eq!(press(&mut state, &[Action::Submit]), []);
    check("typed-wrong", &state, COLOURED, SMALL);
    press(&mut state, &[Action::Edit(Edit::Clear), Action::Edit(Edit::Insert('B'))]);
    press(&mut state, &['3', '-', 'C', '4'].map(|c| Action::Edit(Edit::Insert(c))));
    assert_eq!(press(&mut state, &[Action::Submit]), [Effect::Changed]);
    assert_eq!(state.session.moves().collect::<Vec<_>>(), ["b3-c4"]);
    assert_eq!(state.mode, Mode::Play);
}

#[test]
fn pasted_text_is_not_commands() {
    let mut state = game("dragon-queen", None, "both");
    state.paste("a1-a2\nq\nq");
    assert_eq!(state.mode, Mode::EnterMove(LineEditor::new("a1-a2")));
    assert_eq!(press(&mut state, &[Action::Submit]), [Effect::Changed]);
    press(&mut state, &[Action::Save]);
    state.paste("games.txt");
    assert_eq!(press(&mut state, &[Action::Submit]), [Effect::Save(PathBuf::from("games.txt"))]);
    press(&mut state, &[Action::Help]);
    state.paste("b1-b2");
    assert_eq!(state.mode, Mode::Help(0));
}

#[test]
fn undo_after_resignation_keeps_moves() {
    let mut state = game("abalone", None, "both");
    play(&mut state, "A4B3", Instant::now());
    press(&mut state, &[Action::Resign, Action::Answer('y')]);
    assert!(state.session.ending().is_some());
    assert_eq!(press(&mut state, &[Action::Undo]), [Effect::Changed]);
    assert_eq!((state.session.ending(), state.session.moves().len()), (None, 1));
}

#[test]
fn small_terminal_shows_required_size() {
    let state = game("checkers", None, "both");
    for size in [(60, 20), (79, 24), (80, 23)] {
        let said = text(&drawn(&state, COLOURED, size));
        assert_eq!(said.trim(), format!("80 × 24 needed, this is {} × {}", size.0, size.1));
    }
    for size in [(1, 1), (0, 0), (3, 200), (400, 1)] {
        drawn(&state, COLOURED, size);
    }
}

#[test]
fn every_terminal_size_draws_without_panic() {
    for word in every_board(catalogue::CATALOGUE, 26) {
        let mut state = game(&word, None, "both");
        state.evaluation = Some(Evaluation::default());
        for (width, height) in [(80, 24), (81, 25), (95, 24), (80, 60), (133, 37), (250, 24), (300, 100)] {
            for theme in [COLOURED, ASCII] {
                let shown = text(&drawn(&state, theme, (width, height)));
                assert!(
                    shown.contains(" to move, ") && shown.contains("No moves yet"),
                    "{word} {width} {height}:\n{shown}"
                );
            }
        }
    }
}

#[test]
fn level_is_not_truncated_beside_largest_board() {
    let mut state = game("raichu:26", None, "white");
    state.level = Level::HIGHEST;
    let shown = text(&drawn(&state, COLOURED, SMALL));
    assert!(shown.contains(" lv 10 ") && shown.contains(" 0:00"), "{shown}");
}

#[test]
fn cursor_never_hides_the_piece() {
    for (word, size) in [("raichu:26", SMALL), ("raichu:12", SMALL), ("raichu", SMALL), ("raichu", LARGE)] {
        let state = game(word, None, "both");
        let shown = text(&drawn(&state, COLOURED, size));
        let rows = state.diagram.cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
        assert_eq!(shown.matches('○').count(), rows / 2, "{word}:\n{shown}");
    }
}

#[test]
fn foreground_and_background_are_set_together() {
    let mut state = game("checkers", None, "both");
    touch(&mut state, &["22"]);
    for buffer in [drawn(&state, PLAIN, SMALL), drawn(&state, ASCII, SMALL)] {
        assert!(buffer.content().iter().all(|cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset)));
    }
    let ascii = text(&drawn(&state, ASCII, SMALL));
    assert!(ascii.is_ascii(), "{ascii}");
    let coloured = drawn(&state, COLOURED, SMALL);
    assert!(coloured.content().iter().all(|cell| (cell.fg == Color::Reset) == (cell.bg == Color::Reset)));
    assert!(coloured.content().iter().filter(|cell| cell.bg != Color::Reset).count() >= 8 * 8 * 10);
}

#[test]
fn cursor_follows_flipped_board() {
    // White is at the top of the diagram; for a person who plays White the board is flipped.
    let mut state = game("raichu", None, "white");
    assert!(state.is_flipped);
    put_cursor(&mut state, "d4");
    press(&mut state, &[Action::Go(Direction::Up), Action::Go(Direction::Right)]);
    assert_eq!(state.diagram.cells[state.cursor.cell].name, "c5");
}

#[test]
fn undo_takes_back_the_reply_too() {
    let mut state = game("checkers", None, "red");
    let now = Instant::now();
    touch(&mut state, &["22", "18"]);
    assert!(state.is_machines_turn());
    touch(&mut state, &["18"]);
    assert!(state.message.is_refusal && state.message.text.contains("thinking"), "{}", state.message.text);
    play(&mut state, "12-16", now);
    assert_eq!(press(&mut state, &[Action::Undo]), [Effect::Changed]);
    assert_eq!(state.session.moves().len(), 0);
    assert_eq!(press(&mut state, &[Action::Undo]), []);
    assert!(state.message.is_refusal);
}

#[test]
fn pass_is_legal_only_without_other_moves() {
    let mut state = game("raichu", None, "both");
    assert_eq!(press(&mut state, &[Action::Pass]), []);
    assert!(state.message.is_refusal, "{}", state.message.text);
    // White's only piece cannot move.
    let stuck = "w......./.b....../..b...../......../......../......../......../........ w";
    let mut state = game("raichu", Some(stuck), "both");
    check("pass", &state, COLOURED, SMALL);
    assert_eq!(press(&mut state, &[Action::Pass]), [Effect::Changed]);
    assert_eq!(state.session.moves().collect::<Vec<_>>(), ["pass"]);
}

#[test]
fn a_forced_pass_is_made_and_said() {
    // After White's step Black's only piece cannot move.
    let stuck = "......../w......./......../......../......../.....w../......w./.......b w";
    let mut state = game("raichu", Some(stuck), "both");
    let before = state.session.position().moves().len();
    assert!(before > 1, "{before}");
    play(&mut state, "a2-b3", Instant::now());
    assert_eq!(state.session.moves().last(), Some("pass"));
    assert!(state.message.text.contains("Black cannot move and passes."), "{}", state.message.text);
}

#[test]
fn counters_of_draws_are_shown_from_half_way() {
    let status = |state: &State| text(&drawn(state, PLAIN, SMALL));
    let mut kings = game("checkers", Some("W:WK1,K2:BK31,K32"), "both");
    for mv in ["1-6", "31-27", "6-1"] {
        play(&mut kings, mv, Instant::now());
        assert!(!status(&kings).contains("draw"), "after {mv}");
    }
    play(&mut kings, "27-31", Instant::now());
    assert!(status(&kings).contains("Seen 2 times; a draw at 3."), "{}", status(&kings));
}

#[test]
fn fallen_flag_ends_the_game() {
    let mut state = game("abalone", None, "both");
    let now = Instant::now();
    let time_control = TimeControl(ClockControl { base: Duration::from_secs(60), increment: Duration::ZERO });
    state.clock = game_clock(Some(time_control), ByPlayer::default());
    state.start_clock(now);
    assert_eq!(state.check_flag(now + Duration::from_secs(59)), None);
    state.paste("A4B3");
    assert_eq!(state.check_flag(now + Duration::from_secs(60)), Some(Effect::Changed));
    check("flag", &state, COLOURED, SMALL);
    press(&mut state, &[Action::Submit]);
    assert_eq!(state.session.moves().len(), 0, "a move that comes too late");
    assert_eq!(state.check_flag(now + Duration::from_secs(99)), None);
}

#[test]
fn level_changes_during_a_game() {
    let mut state = game("checkers", None, "red");
    press(&mut state, &[Action::Level { up: true }]);
    assert_eq!(state.level.number(), 6);
    press(&mut state, &[Action::Level { up: true }; 9]);
    assert_eq!(state.level.number(), 10);
    assert!(state.message.is_refusal);
    let mut state = game("checkers", None, "both");
    press(&mut state, &[Action::Level { up: false }]);
    assert!(state.message.is_refusal);
}

/// A pseudo-random number; advances the seed.
fn random(seed: &mut u64, below: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % below
}

/// Any sequence of inputs leaves a valid game that can be drawn.
#[test]
fn random_input_never_panics() {
    use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
    let codes: Vec<KeyCode> = (' '..='~')
        .map(KeyCode::Char)
        .chain([
            KeyCode::Up,
            KeyCode::Down,
            KeyCode::Left,
            KeyCode::Right,
            KeyCode::PageUp,
            KeyCode::PageDown,
            KeyCode::Home,
            KeyCode::End,
            KeyCode::Backspace,
            KeyCode::Delete,
            KeyCode::Esc,
            KeyCode::F(1),
            KeyCode::BackTab,
        ])
        // Keys that make moves are more frequent.
        .chain([KeyCode::Tab, KeyCode::Enter].into_iter().cycle().take(400))
        .collect();
    for (word, human) in catalogue::CATALOGUE.names().into_iter().zip(["1", "both"].into_iter().cycle()) {
        let (mut state, mut seed, mut most) = (game(word, None, human), 11, 0);
        for i in 0..6_000 {
            let now = Instant::now();
            let code = codes[random(&mut seed, codes.len())];
            let key = Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
            if let Some(action) = super::keys::action(&key, &state.mode) {
                state.act(action, now);
            }
            if random(&mut seed, 9) == 0 && !state.diagram.cells.is_empty() {
                state.touch(random(&mut seed, state.diagram.cells.len()), now);
            }
            if state.is_machines_turn() {
                let mv = state.moves[random(&mut seed, state.moves.len())].id;
                assert_eq!(state.play(mv, now), Some(Effect::Changed));
            }
            if i % 20 == 0 {
                let theme = [COLOURED, PLAIN, ASCII][random(&mut seed, 3)];
                drawn(&state, theme, [SMALL, LARGE][random(&mut seed, 2)]);
            }
            most = most.max(state.session.moves().len());
        }
        assert!(most > 10, "{word}: games came to {most} plies only");
    }
}
