//! Whoever thinks does so on a thread of its own, so that keys are heard meanwhile: the machine that plays, and an
//! adviser for hints and evaluations.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use engine::{
    AnyTables, Control, Level, Limits, Machine, Probe, Session, TablesAt, TablesChoice, Thinker,
    ThinkerOptions, Thought,
};

use super::event::Event;

/// An answer is for the question with this number; others are too late.
pub(crate) type Ticket = u64;

/// What was found.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// The machine's move, if there is one.
    Chosen(Option<String>),
    /// A recommendation.
    Advice(Thought),
    /// What tables say about the position that is evaluated.
    Known(Probe),
    /// What a search says about it so far.
    Thought(Thought),
}

/// Two who think.
pub(crate) struct Thinking {
    machine: Worker<Choice>,
    adviser: Worker<Advice>,
}

/// A thread that is asked one thing at a time.
struct Worker<T> {
    tasks: Sender<(Ticket, Control, T)>,
    /// What was asked last, unless it was called off.
    current: Option<(Ticket, Control)>,
    next: Ticket,
}

/// What is the machine to play?
pub(crate) struct Choice {
    pub(crate) session: Session,
    pub(crate) level: Level,
    pub(crate) limits: Limits,
    /// Before this the answer does not come, so that people can watch.
    pub(crate) not_before: Option<Instant>,
}

/// What is wanted from the adviser.
enum Advice {
    /// A good move, after thinking so long.
    Hint(Session, Duration),
    /// What a position is worth, better and better.
    Evaluate(Session),
}

/// What nobody stops is enough after this.
const LONGEST_EVALUATION: Duration = Duration::from_secs(60);

impl<T: Send + 'static> Worker<T> {
    fn start(mut work: impl FnMut(Ticket, &Control, T) + Send + 'static) -> Worker<T> {
        let (tasks, asked): (_, Receiver<(Ticket, Control, T)>) = mpsc::channel();
        std::thread::spawn(move || {
            for (ticket, control, task) in asked {
                // What was called off meanwhile is not begun.
                if !control.is_stopped() {
                    work(ticket, &control, task);
                }
            }
        });
        Worker { tasks, current: None, next: 0 }
    }

    fn ask(&mut self, task: T) {
        self.call_off();
        self.next += 1;
        let control = Control::new();
        self.current = Some((self.next, control.clone()));
        // The thread ends only with the program.
        let _ = self.tasks.send((self.next, control, task));
    }

    fn call_off(&mut self) {
        if let Some((_, control)) = self.current.take() {
            control.stop();
        }
    }

    fn is_asked(&self, ticket: Ticket) -> bool {
        self.current.as_ref().is_some_and(|(current, _)| *current == ticket)
    }
}

impl Thinking {
    /// Starts two threads that wait.
    pub(crate) fn start(options: &ThinkerOptions, seed: u64, events: &Sender<Event>) -> Thinking {
        let (to_play, to_advise) = (events.clone(), events.clone());
        let (playing, advising) = (options.clone(), options.clone());
        let mut machine: Option<(Level, Machine)> = None;
        let choose = move |ticket, control: &Control, choice: Choice| {
            let mv = chosen(&mut machine, &playing, seed, &choice, control);
            if let Some(wait) = choice.not_before.map(|then| then.saturating_duration_since(Instant::now())) {
                std::thread::sleep(wait);
            }
            let _ = to_play.send(Event::Answer(ticket, Answer::Chosen(mv)));
        };
        let mut adviser = Adviser { options: advising, thinker: None, tables: None };
        let advise = move |ticket, control: &Control, advice| {
            adviser.answer(advice, control, &mut |answer| {
                let _ = to_advise.send(Event::Answer(ticket, answer));
            });
        };
        Thinking { machine: Worker::start(choose), adviser: Worker::start(advise) }
    }

    pub(crate) fn choose(&mut self, choice: Choice) {
        self.machine.ask(choice);
    }

    /// The machine need not answer any more.
    pub(crate) fn stop_machine(&mut self) {
        self.machine.call_off();
    }

    pub(crate) fn hint(&mut self, session: Session, time: Duration) {
        self.adviser.ask(Advice::Hint(session, time));
    }

    pub(crate) fn evaluate(&mut self, session: Session) {
        self.adviser.ask(Advice::Evaluate(session));
    }

    pub(crate) fn stop_adviser(&mut self) {
        self.adviser.call_off();
    }

    /// Whether anybody still waits for this answer. The machine answers once.
    pub(crate) fn is_wanted(&mut self, ticket: Ticket, answer: &Answer) -> bool {
        match answer {
            Answer::Chosen(_) => {
                let wanted = self.machine.is_asked(ticket);
                if wanted {
                    self.machine.current = None;
                }
                wanted
            }
            _ => self.adviser.is_asked(ticket),
        }
    }
}

fn chosen(
    machine: &mut Option<(Level, Machine)>,
    options: &ThinkerOptions,
    seed: u64,
    choice: &Choice,
    control: &Control,
) -> Option<String> {
    let Choice { session, level, limits, .. } = choice;
    if machine.as_ref().is_none_or(|(known, _)| known != level) {
        *machine = Machine::new(session.start(), *level, seed, options).ok().map(|new| (*level, new));
    }
    let (_, machine) = machine.as_mut()?;
    machine.choose(session, limits, control, &mut |_| ()).best().map(str::to_string)
}

/// Who gives hints and evaluates positions.
struct Adviser {
    options: ThinkerOptions,
    thinker: Option<Box<dyn Thinker>>,
    tables: Option<Arc<dyn AnyTables>>,
}

impl Adviser {
    fn answer(&mut self, advice: Advice, control: &Control, tell: &mut dyn FnMut(Answer)) {
        match advice {
            Advice::Hint(session, time) => {
                let thought = self.think(&session, &Limits::time(time), control, &mut |_| ());
                if let Some(thought) = thought {
                    tell(Answer::Advice(thought));
                }
            }
            Advice::Evaluate(session) => {
                let probe = self.tables(&session).and_then(|tables| tables.probe(session.position()).ok());
                let is_known = probe.as_ref().is_some_and(|probe| probe.value.is_some());
                if let Some(probe) = probe {
                    tell(Answer::Known(probe));
                }
                if !is_known {
                    let limits = Limits::time(LONGEST_EVALUATION);
                    self.think(&session, &limits, control, &mut |thought| {
                        tell(Answer::Thought(thought.clone()));
                    });
                }
            }
        }
    }

    fn think(
        &mut self,
        session: &Session,
        limits: &Limits,
        control: &Control,
        observe: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        if self.thinker.is_none() {
            self.thinker = session.start().thinker(&self.options).ok();
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
                TablesChoice::Embedded => Some(session.start().tables(&TablesAt::default())),
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

    fn thinking() -> (Thinking, Receiver<Event>) {
        let (sender, events) = mpsc::channel();
        (
            Thinking::start(
                &ThinkerOptions { table_bytes: 1 << 20, ..ThinkerOptions::default() },
                1,
                &sender,
            ),
            events,
        )
    }

    fn game(word: &str, position: &str) -> Session {
        Session::game(&*engine::find(word).unwrap().read(position).unwrap())
    }

    /// The next answer that somebody waits for.
    fn answer(thinking: &mut Thinking, events: &Receiver<Event>) -> Answer {
        loop {
            if let Event::Answer(ticket, answer) = events.recv().unwrap()
                && thinking.is_wanted(ticket, &answer)
            {
                return answer;
            }
        }
    }

    fn choice(session: &Session) -> Choice {
        let level = Level::new(1).unwrap();
        Choice { session: session.clone(), level, limits: Limits::none(), not_before: None }
    }

    #[test]
    fn the_machine_answers_with_a_legal_move_of_the_last_question() {
        for word in ["raichu", "checkers", "dragon-queen", "abalone"] {
            let (mut thinking, events) = thinking();
            let mut session = Session::game(&*engine::find(word).unwrap().start());
            // A question that is taken back, and one that another takes the place of, are never answered.
            thinking.choose(choice(&session));
            thinking.stop_machine();
            thinking.choose(choice(&session));
            let first = session.position().moves()[0].text.clone();
            session.play(&first).unwrap();
            thinking.choose(choice(&session));
            let Answer::Chosen(Some(mv)) = answer(&mut thinking, &events) else { panic!("{word}: no move") };
            session.play(&mv).unwrap();
        }
    }

    #[test]
    fn tables_end_an_evaluation_and_a_search_goes_on() {
        let (mut thinking, events) = thinking();
        thinking.evaluate(game("checkers", "W:WK14,K18:BK3"));
        let Answer::Known(probe) = answer(&mut thinking, &events) else { panic!("tables come first") };
        assert_eq!(probe.value, Some(Exact::Win(7)));
        thinking.evaluate(Session::game(&*engine::find("checkers").unwrap().start()));
        let thought = loop {
            match answer(&mut thinking, &events) {
                Answer::Thought(thought) if thought.depth >= 4 => break thought,
                _ => (),
            }
        };
        assert!(!thought.lines.is_empty());
        // A hint takes the place of an evaluation that has no end.
        thinking.hint(game("checkers", "W:WK14,K18:BK3"), Duration::from_secs(1));
        let Answer::Advice(thought) = answer(&mut thinking, &events) else { panic!("no hint") };
        assert_eq!(thought.exact, Some(Exact::Win(7)));
    }
}
