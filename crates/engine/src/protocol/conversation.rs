//! An engine's end of the conversation: what it answers to each line, and what it remembers in between.

use std::path::PathBuf;
use std::time::Instant;

use game::Player;

use super::answer::{Answer, Response};
use super::brain::{Job, News, Task};
use super::command::{Command, Query, Start};
use super::go::Go;
use super::settings::Settings;
use crate::catalogue::GameRef;
use crate::clock::{Control, Limits, Time};
use crate::session::Session;
use crate::think::{Contempt, ThinkerOptions};

/// An engine's end of the conversation. It starts no thread, reads no line and writes none.
///
pub struct Conversation {
    name: String,
    author: String,
    game: GameRef,
    session: Session,
    settings: Settings,
    running: Option<Running>,
}

/// What comes of a line.
#[derive(Default)]
pub struct Heard {
    /// What to answer at once.
    pub answers: Vec<Answer>,
    /// What to do, and to tell the news of to [`Conversation::news`].
    pub job: Option<Job>,
    /// Whether to end.
    pub is_end: bool,
}

/// A job that is being done.
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
    /// It is about to end, and what comes next can wait for that.
    ending: bool,
    /// How many nodes the last news had.
    told: Option<u64>,
    /// The answer that waits.
    held: Option<Answer>,
}

impl From<Vec<Answer>> for Heard {
    fn from(answers: Vec<Answer>) -> Heard {
        Heard { answers, ..Heard::default() }
    }
}

impl From<Answer> for Heard {
    fn from(answer: Answer) -> Heard {
        vec![answer].into()
    }
}

impl From<Job> for Heard {
    fn from(job: Job) -> Heard {
        Heard { job: Some(job), ..Heard::default() }
    }
}

impl Conversation {
    /// About a game, from its start, by an engine of this name.
    #[must_use]
    pub fn new(game: GameRef, name: &str, author: &str) -> Conversation {
        Conversation {
            name: name.to_string(),
            author: author.to_string(),
            game,
            session: Session::game(&*game.start()),
            settings: Settings::default(),
            running: None,
        }
    }

    /// With the tables in a folder as the usual ones, besides those that are part of the program.
    #[must_use]
    pub fn with_tables(self, folder: PathBuf) -> Conversation {
        Conversation { settings: Settings::with_tables(folder), ..self }
    }

    /// The game as it stands.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Whether a job is being done.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Whether the next line should not be heard before the next news. It never takes long.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.ending)
    }

    /// What comes of a line that arrived at `now`.
    pub fn hear(&mut self, line: &str, now: Instant) -> Heard {
        match Command::read(line) {
            Ok(None) => Heard::default(),
            Ok(Some(command)) => self.obey(command, now),
            Err(fault) => Answer::error(&fault).into(),
        }
    }

    fn obey(&mut self, command: Command, now: Instant) -> Heard {
        if self.is_busy() && needs_rest(&command) {
            let word = command.to_string();
            let word = word.split(' ').next().unwrap_or_default();
            return Answer::error(&format_args!("'{word}' must wait: send stop first")).into();
        }
        match command {
            Command::Ugi => self.introduce().into(),
            Command::IsReady if self.is_busy() => Answer::ReadyOk.into(),
            Command::IsReady => {
                self.running = Some(Running { ending: true, ..Running::new(Control::new()) });
                Job::Prepare(self.settings.clone(), self.session.clone()).into()
            }
            Command::NewGame => {
                self.session = Session::game(&*self.game.start());
                Job::Forget.into()
            }
            Command::SetOption { name, value } => {
                match self.settings.set(&name, value.as_deref().unwrap_or_default()) {
                    Ok(()) => Heard::default(),
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
                Job::Count { session: self.session.clone(), depth, control }.into()
            }
            Command::Show => Answer::Show(self.session.position().text()).into(),
            Command::Quit => Heard { is_end: true, ..Heard::default() },
        }
    }

    fn introduce(&self) -> Vec<Answer> {
        let who = [Answer::Name(self.name.clone()), Answer::Author(self.author.clone())];
        who.into_iter().chain(self.settings.declared().map(Answer::Option)).chain([Answer::UgiOk]).collect()
    }

    /// The game that is described; as it was, where it is none.
    fn set_up(&mut self, start: &Start, moves: &[String]) -> Heard {
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
        Heard::default()
    }

    fn go(&mut self, go: &Go, now: Instant) -> Heard {
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
        Job::Think(Task { session, settings, limits, control }).into()
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

    fn ponder_hit(&mut self) -> Heard {
        let Some(running) = self.running.as_mut().filter(|running| running.pondering) else {
            return Answer::error(&"'ponderhit' must come after 'go ponder' and before its bestmove").into();
        };
        running.control.hit();
        running.pondering = false;
        if running.infinite {
            return Heard::default();
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

    /// What the result is, or what a look at each move says.
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

    /// What to answer to the news of a job.
    pub fn news(&mut self, news: News) -> Vec<Answer> {
        match news {
            News::Ready => {
                self.running = None;
                vec![Answer::ReadyOk]
            }
            News::Better(thought) => {
                if let Some(running) = &mut self.running {
                    running.told = Some(thought.nodes);
                }
                Answer::infos(&thought).collect()
            }
            News::Noted(text) => vec![Answer::said(&text)],
            News::Done(thought) => {
                let told = self.running.as_ref().and_then(|running| running.told);
                let is_news = told != Some(thought.nodes);
                let mut answers: Vec<Answer> =
                    if is_news { Answer::infos(&thought).collect() } else { Vec::new() };
                answers.extend(self.finish(Answer::BestMove(thought.best_text().map(str::to_string))));
                answers
            }
            News::Counted(depth, nodes) => {
                self.running = None;
                vec![match nodes {
                    Some(nodes) => Answer::Perft { depth, nodes },
                    None => Answer::error(&format_args!("perft {depth} was stopped")),
                }]
            }
            News::Failed(fault) => {
                let mut answers = vec![Answer::error(&fault)];
                if self.running.take().is_some_and(|running| running.is_search) {
                    answers.push(Answer::BestMove(self.legal().into_iter().next()));
                }
                answers
            }
        }
    }

    /// The answer of a search that is over, unless it must wait.
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

    /// No line will come any more: what would not end by itself is stopped.
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
            told: None,
            held: None,
        }
    }

    fn must_wait(&self) -> bool {
        (self.infinite || self.pondering) && !self.control.is_stopped()
    }
}

/// Whether a command cannot be obeyed while something is going on.
fn needs_rest(command: &Command) -> bool {
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
