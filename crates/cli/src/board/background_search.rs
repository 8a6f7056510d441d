//! Searches on threads of their own, so that the board stays responsive: one for the machine's moves, one for hints and
//! evaluations.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use engine::{
    AnyTables, Control, Level, Limits, Machine, MoveId, Probe, Rated, Score, Session, TablesAt, TablesChoice,
    Thinker, ThinkerOptions, Thought,
};

use super::event::Event;
use super::review::Found;

/// Identifies a task; events of older tasks are discarded.
pub(crate) type TaskId = u64;

/// A result of a search.
#[derive(Clone, Debug)]
pub(crate) enum SearchEvent {
    /// The machine's move, if there is one.
    BestMove(Option<MoveId>),
    /// A finished hint.
    Hint(Thought),
    /// The table values of the evaluated position.
    Probe(Probe),
    /// The evaluation so far.
    Update(Thought),
    /// What a review found in its next position.
    Reviewed(Found),
}

/// The two worker threads.
pub(crate) struct BackgroundSearch {
    machine: Worker<MoveTask>,
    analyst: Worker<AnalysisTask>,
}

/// A thread that runs one task at a time; a new task cancels the old one.
struct Worker<T> {
    tasks: Sender<(TaskId, Control, T)>,
    /// The running task, unless it was cancelled.
    current: Option<(TaskId, Control)>,
    next: TaskId,
}

/// Choose a move for the machine.
pub(crate) struct MoveTask {
    pub(crate) session: Session,
    pub(crate) level: Level,
    pub(crate) limits: Limits,
    /// The move is not reported earlier, so that people can follow self-play.
    pub(crate) not_before: Option<Instant>,
}

/// A task for the analyst.
enum AnalysisTask {
    /// Find a good move within this time.
    Hint(Session, Duration),
    /// Evaluate a position, deeper and deeper.
    Evaluate(Session),
    /// Evaluate every position of a game, each for this time.
    Review(Session, Duration),
}

/// An evaluation stops after this time.
const MAX_EVALUATION_TIME: Duration = Duration::from_secs(60);

impl<T: Send + 'static> Worker<T> {
    fn start(mut work: impl FnMut(TaskId, &Control, T) + Send + 'static) -> Worker<T> {
        let (tasks, queue): (_, Receiver<(TaskId, Control, T)>) = mpsc::channel();
        std::thread::spawn(move || {
            for (id, control, task) in queue {
                // Skips tasks that were cancelled in the queue.
                if !control.is_stopped() {
                    work(id, &control, task);
                }
            }
        });
        Worker { tasks, current: None, next: 0 }
    }

    fn submit(&mut self, task: T) {
        self.cancel();
        self.next += 1;
        let control = Control::new();
        self.current = Some((self.next, control.clone()));
        // Cannot fail: the thread lives as long as the program.
        let _ = self.tasks.send((self.next, control, task));
    }

    fn cancel(&mut self) {
        if let Some((_, control)) = self.current.take() {
            control.stop();
        }
    }

    fn is_current(&self, id: TaskId) -> bool {
        self.current.as_ref().is_some_and(|(current, _)| *current == id)
    }
}

impl BackgroundSearch {
    /// Starts both threads.
    pub(crate) fn start(options: &ThinkerOptions, seed: u64, events: &Sender<Event>) -> BackgroundSearch {
        let (move_events, analysis_events) = (events.clone(), events.clone());
        let (move_options, analysis_options) = (options.clone(), options.clone());
        let mut machine: Option<(Level, Machine)> = None;
        let choose = move |id, control: &Control, task: MoveTask| {
            let mv = choose_move(&mut machine, &move_options, seed, &task, control);
            if let Some(wait) = task.not_before.map(|then| then.saturating_duration_since(Instant::now())) {
                std::thread::sleep(wait);
            }
            let _ = move_events.send(Event::Search(id, SearchEvent::BestMove(mv)));
        };
        let mut analyst = Analyst { options: analysis_options, thinker: None, tables: None };
        let analyse = move |id, control: &Control, task| {
            analyst.run(task, control, &mut |event| {
                let _ = analysis_events.send(Event::Search(id, event));
            });
        };
        BackgroundSearch { machine: Worker::start(choose), analyst: Worker::start(analyse) }
    }

    pub(crate) fn choose(&mut self, task: MoveTask) {
        self.machine.submit(task);
    }

    /// Cancels the machine's search.
    pub(crate) fn stop_machine(&mut self) {
        self.machine.cancel();
    }

    pub(crate) fn hint(&mut self, session: Session, time: Duration) {
        self.analyst.submit(AnalysisTask::Hint(session, time));
    }

    pub(crate) fn evaluate(&mut self, session: Session) {
        self.analyst.submit(AnalysisTask::Evaluate(session));
    }

    pub(crate) fn review(&mut self, game: Session, time: Duration) {
        self.analyst.submit(AnalysisTask::Review(game, time));
    }

    pub(crate) fn stop_analyst(&mut self) {
        self.analyst.cancel();
    }

    /// Whether an event belongs to the current task. A best move completes its task.
    pub(crate) fn accept(&mut self, id: TaskId, event: &SearchEvent) -> bool {
        match event {
            SearchEvent::BestMove(_) => {
                let wanted = self.machine.is_current(id);
                if wanted {
                    self.machine.current = None;
                }
                wanted
            }
            _ => self.analyst.is_current(id),
        }
    }
}

fn choose_move(
    machine: &mut Option<(Level, Machine)>,
    options: &ThinkerOptions,
    seed: u64,
    task: &MoveTask,
    control: &Control,
) -> Option<MoveId> {
    let MoveTask { session, level, limits, .. } = task;
    if machine.as_ref().is_none_or(|(known, _)| known != level) {
        *machine = Machine::new(session.start().game(), *level, seed, options).ok().map(|new| (*level, new));
    }
    let (_, machine) = machine.as_mut()?;
    machine.choose(session, limits, control, &mut |_| ()).best()
}

/// Computes hints and evaluations.
struct Analyst {
    options: ThinkerOptions,
    thinker: Option<Box<dyn Thinker>>,
    tables: Option<Arc<dyn AnyTables>>,
}

impl Analyst {
    fn run(&mut self, task: AnalysisTask, control: &Control, emit: &mut dyn FnMut(SearchEvent)) {
        match task {
            AnalysisTask::Hint(session, time) => {
                let thought = self.think(&session, &Limits::time(time), control, &mut |_| ());
                if let Some(thought) = thought {
                    emit(SearchEvent::Hint(thought));
                }
            }
            AnalysisTask::Evaluate(session) => {
                let probe = self.tables(&session).and_then(|tables| tables.probe(session.position()).ok());
                let is_known = probe.as_ref().is_some_and(|probe| probe.value.is_some());
                if let Some(probe) = probe {
                    emit(SearchEvent::Probe(probe));
                }
                if !is_known {
                    let limits = Limits::time(MAX_EVALUATION_TIME);
                    self.think(&session, &limits, control, &mut |thought| {
                        emit(SearchEvent::Update(thought.clone()));
                    });
                }
            }
            AnalysisTask::Review(game, time) => {
                for ply in 0..=game.moves().len() {
                    let found = self.look_back(&game.after(ply), time, control);
                    if control.is_stopped() {
                        return;
                    }
                    emit(SearchEvent::Reviewed(found));
                }
            }
        }
    }

    /// What a position of a reviewed game is worth, and its best move.
    fn look_back(&mut self, game: &Session, time: Duration, control: &Control) -> Found {
        if let Some(rated) = Rated::of_ending(game) {
            return Found { rated, best: None };
        }
        let thought = self.think(game, &Limits::time(time), control, &mut |_| ());
        let line = thought.as_ref().and_then(|thought| thought.lines.first());
        let exact = thought.as_ref().and_then(|thought| thought.exact).map(Score::from);
        let score = exact.or(line.map(|line| line.score)).unwrap_or(Score::Estimate(0));
        let best = line.and_then(|line| line.moves.first().cloned());
        Found { rated: Rated { turn: game.position().turn(), score }, best }
    }

    fn think(
        &mut self,
        session: &Session,
        limits: &Limits,
        control: &Control,
        observe: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        if self.thinker.is_none() {
            self.thinker = session.start().game().thinker(&self.options).ok();
        }
        let confirmed = |thought: Thought| thought.confirmed(session.position());
        let thought = self.thinker.as_mut()?.think(session, 1, limits, control, &mut |thought| {
            observe(&confirmed(thought.clone()));
        });
        Some(confirmed(thought))
    }

    fn tables(&mut self, session: &Session) -> Option<Arc<dyn AnyTables>> {
        if self.tables.is_none() {
            self.tables = match &self.options.tables {
                TablesChoice::None => None,
                TablesChoice::Embedded => Some(session.start().game().tables(&TablesAt::default())),
                TablesChoice::These(tables) => Some(tables.clone()),
            };
        }
        self.tables.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Exact;

    fn search() -> (BackgroundSearch, Receiver<Event>) {
        let (sender, events) = mpsc::channel();
        (
            BackgroundSearch::start(
                &ThinkerOptions { table_bytes: 1 << 20, ..ThinkerOptions::default() },
                1,
                &sender,
            ),
            events,
        )
    }

    fn game(word: &str, position: &str) -> Session {
        Session::game(&*catalogue::CATALOGUE.find(word).unwrap().read(position).unwrap())
    }

    /// The next event of a current task.
    fn next_event(search: &mut BackgroundSearch, events: &Receiver<Event>) -> SearchEvent {
        loop {
            if let Event::Search(id, event) = events.recv().unwrap()
                && search.accept(id, &event)
            {
                return event;
            }
        }
    }

    fn task(session: &Session) -> MoveTask {
        let level = Level::new(1).unwrap();
        MoveTask { session: session.clone(), level, limits: Limits::none(), not_before: None }
    }

    #[test]
    fn only_the_last_move_task_is_answered() {
        for word in catalogue::CATALOGUE.names() {
            let (mut search, events) = search();
            let mut session = Session::game(&*catalogue::CATALOGUE.find(word).unwrap().start());
            // Cancelled and replaced tasks are never answered.
            search.choose(task(&session));
            search.stop_machine();
            search.choose(task(&session));
            let first = session.position().moves()[0].text.clone();
            session.play_text(&first).unwrap();
            search.choose(task(&session));
            let SearchEvent::BestMove(Some(mv)) = next_event(&mut search, &events) else {
                panic!("{word}: no move")
            };
            session.play(mv);
        }
    }

    #[test]
    fn a_review_looks_at_every_position() {
        let (mut search, events) = search();
        let mut game = game("checkers", "W:WK14,K18:BK3");
        for _ in 0..3 {
            let first = game.position().moves()[0].text.clone();
            game.play_text(&first).unwrap();
        }
        search.review(game.clone(), Duration::from_millis(20));
        let found: Vec<Found> = (0..4)
            .map(|_| match next_event(&mut search, &events) {
                SearchEvent::Reviewed(found) => found,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(found[0].rated.score, Score::Win(7));
        for (ply, found) in found.iter().enumerate() {
            assert_eq!(found.rated.turn, game.after(ply).position().turn());
        }
    }

    #[test]
    fn evaluation_stops_at_tables_and_else_searches() {
        let (mut search, events) = search();
        search.evaluate(game("checkers", "W:WK14,K18:BK3"));
        let SearchEvent::Probe(probe) = next_event(&mut search, &events) else { panic!("tables come first") };
        assert_eq!(probe.value, Some(Exact::Win(7)));
        search.evaluate(Session::game(&*catalogue::CATALOGUE.find("checkers").unwrap().start()));
        let thought = loop {
            match next_event(&mut search, &events) {
                SearchEvent::Update(thought) if thought.depth >= 4 => break thought,
                _ => (),
            }
        };
        assert!(!thought.lines.is_empty());
        // A hint replaces the running evaluation.
        search.hint(game("checkers", "W:WK14,K18:BK3"), Duration::from_secs(1));
        let SearchEvent::Hint(thought) = next_event(&mut search, &events) else { panic!("no hint") };
        assert_eq!(thought.exact, Some(Exact::Win(7)));
    }
}
