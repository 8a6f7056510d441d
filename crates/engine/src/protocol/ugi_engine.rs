//! The engine's end of the protocol: a state machine that answers lines and events.

use std::path::PathBuf;
use std::time::Instant;

use game::Player;

use super::answer::{Answer, Response};
use super::command::{Command, Query, Start};
use super::go::Go;
use super::settings::Settings;
use super::worker::{SearchTask, WorkItem, WorkerEvent};
use crate::catalogue::GameRef;
use crate::clock::{Control, Limits, Time};
use crate::session::Session;
use crate::think::{Contempt, ThinkerOptions};

/// An engine of the Universal Game Interface. It starts no thread, reads no line and writes none.
///
pub struct UgiEngine {
    name: String,
    author: String,
    game: GameRef,
    session: Session,
    settings: Settings,
    running: Option<Running>,
}

/// The reaction to a line or an event.
#[derive(Default)]
pub struct Reaction {
    /// The immediate answers.
    pub answers: Vec<Answer>,
    /// The work to start, whose events go to [`UgiEngine::handle_event`].
    pub work: Option<WorkItem>,
    /// Whether to quit.
    pub is_end: bool,
}

/// The work under way.
struct Running {
    control: Control,
    /// The answer must wait for `stop`.
    infinite: bool,
    /// The answer must wait for `stop` or `ponderhit`.
    pondering: bool,
    /// A best move is expected of it.
    is_search: bool,
    /// It ends by itself.
    limited: bool,
    /// It is about to end; the next line can wait for that.
    ending: bool,
    /// The node count of the last event.
    reported_nodes: Option<u64>,
    /// The answer held back.
    held: Option<Answer>,
}

impl From<Vec<Answer>> for Reaction {
    fn from(answers: Vec<Answer>) -> Reaction {
        Reaction { answers, ..Reaction::default() }
    }
}

impl From<Answer> for Reaction {
    fn from(answer: Answer) -> Reaction {
        vec![answer].into()
    }
}

impl From<WorkItem> for Reaction {
    fn from(work: WorkItem) -> Reaction {
        Reaction { work: Some(work), ..Reaction::default() }
    }
}

impl UgiEngine {
    /// An engine of this name at the start of a game.
    #[must_use]
    pub fn new(game: GameRef, name: &str, author: &str) -> UgiEngine {
        UgiEngine {
            name: name.to_string(),
            author: author.to_string(),
            game,
            session: Session::game(&*game.start()),
            settings: Settings::default(),
            running: None,
        }
    }

    /// The same engine with the tables of a folder as the default, besides the embedded ones.
    #[must_use]
    pub fn with_tables(self, folder: PathBuf) -> UgiEngine {
        UgiEngine { settings: Settings::with_tables(folder), ..self }
    }

    /// The game so far.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Whether work is under way.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Whether the next event should be handled before the next line. It never takes long.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.ending)
    }

    /// The reaction to a line that arrived at `now`.
    pub fn handle_line(&mut self, line: &str, now: Instant) -> Reaction {
        match Command::read(line) {
            Ok(None) => Reaction::default(),
            Ok(Some(command)) => self.execute(command, now),
            Err(fault) => Answer::error(&fault).into(),
        }
    }

    fn execute(&mut self, command: Command, now: Instant) -> Reaction {
        if self.is_busy() && must_be_idle(&command) {
            let word = command.to_string();
            let word = word.split(' ').next().unwrap_or_default();
            return Answer::error(&format_args!("'{word}' must wait: send stop first")).into();
        }
        match command {
            Command::Ugi => self.introduce().into(),
            Command::IsReady if self.is_busy() => Answer::ReadyOk.into(),
            Command::IsReady => {
                self.running = Some(Running { ending: true, ..Running::new(Control::new()) });
                WorkItem::Prepare(self.settings.clone(), self.session.clone()).into()
            }
            Command::NewGame => {
                self.session = Session::game(&*self.game.start());
                WorkItem::Forget.into()
            }
            Command::SetOption { name, value } => {
                match self.settings.set(&name, value.as_deref().unwrap_or_default()) {
                    Ok(()) => Reaction::default(),
                    Err(fault) => Answer::error(&fault).into(),
                }
            }
            Command::Position { start, moves } => self.set_up(&start, &moves),
            Command::Go(go) => self.go(&go, now),
            Command::Stop => self.stop().into(),
            Command::PonderHit => self.ponder_hit(),
            Command::Query(query) => Answer::Response(self.respond(query)).into(),
            Command::Legal => Answer::Legal(self.legal()).into(),
            Command::Value => self.value().into(),
            Command::Why(mv) => {
                let refused = self.session.position().parse_move(&mv).err();
                Answer::Why(refused.map(|refused| refused.to_string())).into()
            }
            Command::Perft(depth) => {
                let control = Control::new();
                self.running = Some(Running::new(control.clone()));
                WorkItem::Count { session: self.session.clone(), depth, control }.into()
            }
            Command::Show => Answer::Show(self.session.position().text()).into(),
            Command::Quit => Reaction { is_end: true, ..Reaction::default() },
        }
    }

    fn introduce(&self) -> Vec<Answer> {
        let who = [Answer::Name(self.name.clone()), Answer::Author(self.author.clone())];
        who.into_iter().chain(self.settings.declared().map(Answer::Option)).chain([Answer::UgiOk]).collect()
    }

    /// The game that a `position` command describes; unchanged if the command is invalid.
    fn set_up(&mut self, start: &Start, moves: &[String]) -> Reaction {
        let start = match start {
            Start::Startpos => self.game.start(),
            Start::Fen(text) => match self.game.read(text) {
                Ok(pos) => pos,
                Err(refused) => return Answer::error(&format_args!("not a position: {refused}")).into(),
            },
        };
        let mut session = Session::game(&*start);
        for (i, mv) in moves.iter().enumerate() {
            if let Err(refused) = session.play_text(mv) {
                let (number, mv) = (i + 1, game::text::quoted(mv));
                return Answer::error(&format_args!("move {number}, '{mv}': {refused}")).into();
            }
        }
        self.session = session;
        Reaction::default()
    }

    fn go(&mut self, go: &Go, now: Instant) -> Reaction {
        if self.session.ending().is_some() {
            return Answer::BestMove(None).into();
        }
        let turn = self.session.position().turn();
        let limits = match go.limits(turn, now, self.settings.overhead()) {
            Ok(limits) => limits,
            Err(fault) => return Answer::error(&fault).into(),
        };
        let control = if go.ponder { Control::pondering() } else { Control::new() };
        let is_weak = self.session.position().game().strength(self.settings.level()).nodes.is_some();
        self.running = Some(Running {
            is_search: true,
            infinite: go.infinite,
            pondering: go.ponder,
            limited: is_weak
                || limits.time != Time::Unlimited
                || limits.nodes.is_some()
                || limits.depth.is_some(),
            ..Running::new(control.clone())
        });
        let (session, settings) = (self.session.clone(), self.settings.clone());
        WorkItem::Think(SearchTask { session, settings, limits, control }).into()
    }

    fn stop(&mut self) -> Vec<Answer> {
        let Some(running) = &mut self.running else { return Vec::new() };
        running.control.stop();
        running.ending = true;
        let held = running.held.take();
        if held.is_some() {
            self.running = None;
        }
        held.into_iter().collect()
    }

    fn ponder_hit(&mut self) -> Reaction {
        let Some(running) = self.running.as_mut().filter(|running| running.pondering) else {
            return Answer::error(&"'ponderhit' must come after 'go ponder' and before its bestmove").into();
        };
        running.control.hit();
        running.pondering = false;
        if running.infinite {
            return Reaction::default();
        }
        let held = running.held.take();
        if held.is_some() {
            self.running = None;
        }
        held.into_iter().collect::<Vec<_>>().into()
    }

    fn respond(&self, query: Query) -> Response {
        let ending = self.session.ending();
        match query {
            Query::GameOver => Response::Is(ending.is_some()),
            Query::P1Turn => Response::Is(self.session.position().turn() == Player::One),
            Query::Result => Response::Result(ending.map(|ending| ending.outcome)),
        }
    }

    fn legal(&self) -> Vec<String> {
        match self.session.ending() {
            Some(_) => Vec::new(),
            None => self.session.position().moves().into_iter().map(|mv| mv.text).collect(),
        }
    }

    /// The answer to a question about the game's state.
    fn value(&self) -> Answer {
        const TABLE_BYTES: usize = 1 << 16;
        if let Some(ending) = self.session.ending() {
            return Answer::Ended(Some(ending.outcome));
        }
        let pos = self.session.position();
        let options = ThinkerOptions {
            threads: 1,
            table_bytes: TABLE_BYTES,
            contempt: Contempt::None,
            ..self.settings.thinking(pos.game())
        };
        let mut thinker = match pos.game().thinker(&options) {
            Ok(thinker) => thinker,
            Err(fault) => return Answer::error(&fault),
        };
        let thought = thinker.think(&self.session, 1, &Limits::depth(1), &Control::new(), &mut |_| ());
        match thought.lines.first() {
            Some(line) => Answer::Value(line.score),
            None => Answer::Ended(None),
        }
    }

    /// The reaction to an event of the worker.
    pub fn handle_event(&mut self, event: WorkerEvent) -> Vec<Answer> {
        match event {
            WorkerEvent::Ready => {
                self.running = None;
                vec![Answer::ReadyOk]
            }
            WorkerEvent::Better(thought) => {
                if let Some(running) = &mut self.running {
                    running.reported_nodes = Some(thought.nodes);
                }
                Answer::infos(&thought).collect()
            }
            WorkerEvent::Noted(text) => vec![Answer::said(&text)],
            WorkerEvent::Done(thought) => {
                let reported = self.running.as_ref().and_then(|running| running.reported_nodes);
                let is_new = reported != Some(thought.nodes);
                let mut answers: Vec<Answer> =
                    if is_new { Answer::infos(&thought).collect() } else { Vec::new() };
                answers.extend(self.finish(Answer::BestMove(thought.best_text().map(str::to_string))));
                answers
            }
            WorkerEvent::Counted(depth, nodes) => {
                self.running = None;
                vec![match nodes {
                    Some(nodes) => Answer::Perft { depth, nodes },
                    None => Answer::error(&format_args!("perft {depth} was stopped")),
                }]
            }
            WorkerEvent::Failed(fault) => {
                let mut answers = vec![Answer::error(&fault)];
                if self.running.take().is_some_and(|running| running.is_search) {
                    answers.push(Answer::BestMove(self.legal().into_iter().next()));
                }
                answers
            }
        }
    }

    /// The answer of a finished search, unless it must wait.
    fn finish(&mut self, best: Answer) -> Option<Answer> {
        match &mut self.running {
            Some(running) if running.must_wait() => {
                running.held = Some(best);
                None
            }
            _ => {
                self.running = None;
                Some(best)
            }
        }
    }

    /// End of input: work that would not end by itself is stopped.
    pub fn end_of_input(&mut self) -> Vec<Answer> {
        match &self.running {
            Some(running) if running.limited && !running.must_wait() => Vec::new(),
            _ => self.stop(),
        }
    }
}

impl Running {
    fn new(control: Control) -> Running {
        Running {
            control,
            infinite: false,
            pondering: false,
            is_search: false,
            limited: true,
            ending: false,
            reported_nodes: None,
            held: None,
        }
    }

    fn must_wait(&self) -> bool {
        (self.infinite || self.pondering) && !self.control.is_stopped()
    }
}

/// Whether a command must wait while work is under way.
fn must_be_idle(command: &Command) -> bool {
    match command {
        Command::NewGame
        | Command::SetOption { .. }
        | Command::Position { .. }
        | Command::Go(_)
        | Command::Perft(_) => true,
        Command::Ugi
        | Command::IsReady
        | Command::Stop
        | Command::PonderHit
        | Command::Query(_)
        | Command::Legal
        | Command::Value
        | Command::Why(_)
        | Command::Show
        | Command::Quit => false,
    }
}
