//! The state of the board, independent of terminal and search.

mod actions;
mod looking_back;
mod marks;
mod text_entry;

use std::path::PathBuf;
use std::time::Instant;

use engine::{
    AnyPosition, ByPlayer, Diagram, GameClock, LegalMove, Level, MoveId, Outcome, Player, Session, Thought,
    sentence,
};

use super::cursor::Cursor;
use super::evaluation::Evaluation;
use super::line_editor::LineEditor;
use super::review::Review;
use super::selection::{Selection, SelectionContext};
use super::view;
use crate::format;
use crate::how_to;
use crate::plan::Plan;
use crate::plan::seats::{self, Seat};
pub(crate) use marks::Mark;

/// A game on the board.
pub(crate) struct State {
    pub(crate) session: Session,
    pub(crate) diagram: Diagram,
    /// How the game is played, line by line.
    pub(crate) rules: Vec<String>,
    /// The legal moves of the current position.
    pub(crate) moves: Vec<LegalMove>,
    pub(crate) seats: ByPlayer<Seat>,
    pub(crate) level: Level,
    pub(crate) clock: GameClock,
    pub(crate) cursor: Cursor,
    pub(crate) selection: Selection,
    /// The viewed ply, if it is not the current one.
    pub(crate) viewed_ply: Option<usize>,
    pub(crate) is_flipped: bool,
    /// Swaps letters and symbols for pieces.
    pub(crate) swap_piece_symbols: bool,
    pub(crate) mode: Mode,
    pub(crate) message: Message,
    /// The cells that a refusal is about, first the one that is in the way.
    pub(crate) refused: Vec<usize>,
    /// The evaluation of the displayed position, if it is on.
    pub(crate) evaluation: Option<Evaluation>,
    /// The cells of the hint.
    pub(crate) hint: Vec<usize>,
    pub(crate) is_hint_pending: bool,
    /// Whether self-play is paused.
    pub(crate) is_paused: bool,
    /// The review of the finished game.
    pub(crate) review: Option<Review>,
}

/// The input mode.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Play,
    /// Typing a move.
    EnterMove(LineEditor),
    /// Typing a file name.
    EnterFileName(LineEditor),
    Confirm(Confirmation),
    /// The rules and the keys: how often the page was turned.
    Help(usize),
}

/// An action that needs confirmation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Confirmation {
    Resign,
    NewGame,
}

/// The last message.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Message {
    pub(crate) text: String,
    /// Whether it is a refusal.
    pub(crate) is_refusal: bool,
}

/// A side effect for the event loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// The game has changed: save it and start searches.
    Changed,
    /// A new game has started.
    Begun,
    /// Another position is displayed, or the evaluation was switched.
    Shown,
    /// Compute a hint.
    Hint,
    /// Look at every position of the finished game.
    Review,
    Save(PathBuf),
    Redraw,
    Suspend,
    Leave,
    Interrupt,
}

/// How the game is played, for the help screen.
fn rules(plan: &Plan) -> Vec<String> {
    let Ok(game) = catalogue::CATALOGUE.find(plan.game) else { return Vec::new() };
    let (title, start) = (game.info().title, game.entry().start());
    match game.entry().how_to() {
        Ok(how_to) => how_to::summary(&game, &*start, &how_to, view::HELP_WIDTH),
        Err(error) => vec![format!("{title}: {error}")],
    }
}

impl State {
    pub(crate) fn new(plan: &Plan) -> State {
        let session = plan.session.clone();
        let diagram = session.start().diagram();
        let seats = plan.seats.unwrap_or_else(|| seats::against_machine(session.position().turn()));
        let mut state = State {
            moves: Vec::new(),
            seats,
            level: plan.level,
            clock: plan.clock.clone(),
            cursor: Cursor::in_the_middle(&[], &diagram),
            selection: Selection::default(),
            viewed_ply: None,
            is_flipped: false,
            swap_piece_symbols: false,
            mode: Mode::Play,
            message: Message::default(),
            refused: Vec::new(),
            evaluation: plan.evaluates.then(Evaluation::default),
            hint: Vec::new(),
            is_hint_pending: false,
            is_paused: false,
            review: None,
            rules: rules(plan),
            diagram,
            session,
        };
        state.orient_board();
        state
    }

    /// The one person who plays; nobody where two do, or only machines.
    fn only_human(&self) -> Option<Player> {
        let human = Player::ALL.into_iter().find(|&player| self.seats[player] == Seat::Human);
        human.filter(|_| seats::has(self.seats, Seat::Machine))
    }

    /// Flips the board so that the home edge of the person who plays, or else of the first player, is at the
    /// bottom, and puts the cursor there.
    fn orient_board(&mut self) {
        let human = self.only_human();
        self.is_flipped = human.unwrap_or(Player::One) != self.diagram.lower_player();
        self.refresh();
        let cells = match human.filter(|_| self.is_machines_turn()) {
            Some(human) => self.pieces_of(human),
            None => self.origin_cells(),
        };
        self.cursor = Cursor::in_the_middle(&cells, &self.diagram);
    }

    /// The cells of a player's pieces in the start position.
    fn pieces_of(&self, player: Player) -> Vec<usize> {
        let is_players =
            |piece: Option<usize>| piece.is_some_and(|piece| self.diagram.pieces[piece].player == player);
        let occupants = self.session.start().occupants().into_iter().enumerate();
        occupants.filter(|&(_, piece)| is_players(piece)).map(|(cell, _)| cell).collect()
    }

    /// Whether a player sits at the top of the screen.
    pub(crate) fn is_top(&self, player: Player) -> bool {
        (self.diagram.lower_player() == player) == self.is_flipped
    }

    /// Recomputes everything that depends on the game.
    fn refresh(&mut self) {
        self.moves =
            if self.session.ending().is_some() { Vec::new() } else { self.session.position().moves() };
        self.selection.clear();
        self.viewed_ply = None;
        self.hint.clear();
        self.refused.clear();
        self.review = None;
        self.reset_evaluation();
    }

    fn reset_evaluation(&mut self) {
        if let Some(evaluation) = &mut self.evaluation {
            *evaluation = Evaluation::default();
        }
    }

    pub(crate) fn name(&self, player: Player) -> &'static str {
        self.diagram.players[player].name
    }

    /// The game up to the displayed position.
    pub(crate) fn shown(&self) -> Session {
        let mut session = self.session.clone();
        if let Some(plies) = self.viewed_ply {
            while session.moves().len() > plies {
                session.undo();
            }
        }
        session
    }

    /// The displayed position.
    pub(crate) fn position(&self) -> &dyn AnyPosition {
        let shown = self.viewed_ply.and_then(|plies| self.session.positions().nth(plies));
        shown.unwrap_or_else(|| self.session.position())
    }

    /// The number of plies before the displayed position.
    pub(crate) fn plies_shown(&self) -> usize {
        self.viewed_ply.unwrap_or(self.session.moves().len())
    }

    /// The side to move, unless the game is over.
    pub(crate) fn to_move(&self) -> Option<Player> {
        self.session.ending().is_none().then(|| self.session.position().turn())
    }

    /// Whether the machine is to move.
    pub(crate) fn is_machines_turn(&self) -> bool {
        self.to_move().is_some_and(|player| self.seats[player] == Seat::Machine)
    }

    /// Whether the machine plays both sides.
    pub(crate) fn is_self_play(&self) -> bool {
        !seats::has(self.seats, Seat::Human)
    }

    /// Whether the user may move now.
    fn can_move(&self) -> bool {
        self.to_move().is_some() && !self.is_machines_turn() && self.viewed_ply.is_none()
    }

    fn selection_context(&self) -> SelectionContext<'_> {
        SelectionContext { pos: self.session.position(), diagram: &self.diagram, moves: &self.moves }
    }

    /// Whether the side to move must capture.
    pub(crate) fn must_capture(&self) -> bool {
        let game = self.session.position().game();
        game.must_capture() && self.moves.first().is_some_and(|mv| mv.takes > 0)
    }

    /// The cells where legal moves start, without duplicates.
    fn origin_cells(&self) -> Vec<usize> {
        let ways = self.moves.iter().flat_map(LegalMove::ways);
        let mut cells: Vec<usize> = ways.filter_map(|way| way.first().copied()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    pub(crate) fn show_message(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_refusal: false };
    }

    /// Shows why something is not possible, as a sentence.
    pub(crate) fn show_refusal(&mut self, text: impl AsRef<str>) {
        self.message = Message { text: sentence(text.as_ref()), is_refusal: true };
    }

    /// Starts the clock of the side to move.
    pub(crate) fn start_clock(&mut self, now: Instant) {
        match self.to_move().filter(|_| !self.is_paused) {
            Some(player) => self.clock.run(Some(player), now),
            None => self.clock.run(None, now),
        }
    }

    /// Pauses or resumes self-play.
    pub(crate) fn toggle_pause(&mut self, now: Instant) -> Option<Effect> {
        if self.to_move().is_none() {
            self.explain_blocked();
            return None;
        }
        self.is_paused = !self.is_paused;
        self.start_clock(now);
        self.message = Message::default();
        Some(Effect::Changed)
    }

    /// Ends the game if a flag has fallen.
    pub(crate) fn check_flag(&mut self, now: Instant) -> Option<Effect> {
        let player = self.clock.flag(now).filter(|_| self.to_move().is_some())?;
        self.session.lose_on_time(player);
        // Closes dialogs that belong to the running game.
        self.mode = Mode::Play;
        self.refresh();
        self.start_clock(now);
        self.announce_ending();
        Some(Effect::Changed)
    }

    /// Plays a move of either side. A person who can then only pass passes at once.
    pub(crate) fn play(&mut self, mv: MoveId, now: Instant) -> Option<Effect> {
        self.play_one(mv, now);
        if let Some(pass) = self.forced_pass() {
            self.play_one(pass, now);
        }
        Some(Effect::Changed)
    }

    fn play_one(&mut self, mv: MoveId, now: Instant) {
        let turn = self.session.position().turn();
        self.session.play(mv);
        self.message = Message::default();
        if self.session.plies().last().is_some_and(|(played, _)| played.touched.is_empty()) {
            self.show_message(format!("{} cannot move and passes.", self.name(turn)));
        }
        self.clock.record_move(turn, now);
        self.refresh();
        self.start_clock(now);
        self.announce_ending();
    }

    /// The pass, where it is all that a person can do.
    fn forced_pass(&self) -> Option<MoveId> {
        match self.moves.as_slice() {
            [only] if only.touched.is_empty() && self.can_move() => Some(only.id),
            _ => None,
        }
    }

    fn announce_ending(&mut self) {
        let Some(ending) = self.session.ending() else { return };
        let verdict = match (ending.outcome, self.only_human()) {
            (Outcome::Win(winner), Some(human)) if winner == human => "You have won! ",
            _ => "",
        };
        self.show_message(format!(
            "{verdict}v reviews the game, n starts a new one, u takes back, PgUp views earlier moves, q quits."
        ));
    }

    /// Shows a computed hint.
    pub(crate) fn show_hint(&mut self, thought: &Thought) {
        self.is_hint_pending = false;
        let Some(line) = thought.lines.first() else {
            return self.show_message("There is no hint.");
        };
        let Some((best, then)) = line.moves.split_first() else { return };
        let worth = match thought.exact {
            Some(exact) => format::exact(exact),
            None => format!("{} at depth {}", format::score(line.score), thought.depth),
        };
        let then = if then.is_empty() { String::new() } else { format!(", then {}", then.join(" ")) };
        self.show_message(format!("Hint: {best} ({worth}){then}"));
        self.hint = self.session.position().course(line.mv);
    }
}
