//! A game at the prompt: for any game, any seats, from a terminal or a pipe.

mod input;
mod said;

use std::io::Write as _;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use engine::{
    AnyPosition, ByPlayer, Control, Limits, Machine, MoveRefused, Player, Record, Thinker, Thought, Time,
};

use crate::failure::Failure;
use crate::plan::kept::Unfinished;
use crate::plan::seats::{self, Seat};
use crate::plan::transcript::Transcript;
use crate::plan::{self, Plan};
use crate::progress::Progress;
use crate::{figures, interrupt, render, tables};
use input::Input;
use said::{Said, WORDS};

/// A game that is going on.
struct Dialogue {
    plan: Plan,
    names: ByPlayer<&'static str>,
    seats: ByPlayer<Seat>,
    input: Input,
    machine: Option<Machine>,
    /// Who is asked for hints, from the first one on.
    adviser: Option<Box<dyn Thinker>>,
    /// Whether it was said that a table is refused.
    is_fault_told: bool,
}

/// What somebody did who was to move.
enum Turn {
    Moved,
    TookBack,
    Resigned,
    Left,
}

/// Plays until the game is over or nobody types any more.
pub(crate) fn run(plan: Plan) -> Result<(), Failure> {
    let mut input = Input::new()?;
    let start = plan.session.start();
    let names = start.diagram().players.map(|side| side.name);
    let seats = match plan.seats {
        Some(seats) => seats,
        None => match ask_for_seat(&mut input, start)? {
            Some(seats) => seats,
            None => return Ok(()),
        },
    };
    let whole = plan.transcript.as_ref().map_or_else(Arc::<Mutex<()>>::default, Transcript::whole);
    interrupt::leave_whole(whole);
    let machine = seats::has(seats, Seat::Machine).then(|| plan.machine(plan.level)).transpose()?;
    let mut dialogue = Dialogue { plan, names, seats, input, machine, adviser: None, is_fault_told: false };
    dialogue.welcome()?;
    dialogue.play()
}

/// Who is to play, asked until the answer is one; nothing where nobody answers.
fn ask_for_seat(input: &mut Input, pos: &dyn AnyPosition) -> Result<Option<ByPlayer<Seat>>, Failure> {
    let names = pos.diagram().players.map(|side| side.name);
    let starts = |player| if pos.turn() == player { ", who starts" } else { "" };
    let (one, two) = (starts(Player::One), starts(Player::Two));
    let question = format!("Do you play 1 ({}{one}) or 2 ({}{two})?", names.one, names.two);
    say(&question)?;
    loop {
        let Some(line) = input.line("1 or 2> ", vec!["1".to_string(), "2".to_string()])? else {
            return Ok(None);
        };
        match Said::read(&line) {
            Said::Nothing => (),
            Said::Quit => return Ok(None),
            _ => match seats::read(&line, pos) {
                Ok(seats) => return Ok(Some(seats)),
                Err(wrong) => say(&format!("{wrong}. {question}"))?,
            },
        }
    }
}

/// Prints a line or several.
fn say(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

impl Dialogue {
    fn welcome(&self) -> Result<(), Failure> {
        let ByPlayer { one, two } = self.names;
        let level = self.plan.level.number();
        let who = match (self.seats.one, self.seats.two) {
            (Seat::Human, Seat::Human) => format!("{one} and {two} both play here."),
            (Seat::Human, Seat::Machine) => format!("You play {one}, level {level} plays {two}."),
            (Seat::Machine, Seat::Human) => format!("You play {two}, level {level} plays {one}."),
            (Seat::Machine, Seat::Machine) => format!("Level {level} plays itself."),
        };
        let help = if seats::has(self.seats, Seat::Human) { " Type a move, or help." } else { "" };
        say(&format!("{}. {who}{help}", self.plan.session.position().title()))?;
        self.draw()
    }

    fn play(&mut self) -> Result<(), Failure> {
        self.save()?;
        while self.plan.session.ending().is_none() {
            let now = Instant::now();
            let turn = self.plan.session.position().turn();
            self.plan.clock.start(turn, now);
            let done = match self.seats[turn] {
                Seat::Human => self.ask()?,
                Seat::Machine => self.answer()?,
            };
            let flag = self.plan.clock.flag(Instant::now());
            self.plan.clock.stop(Instant::now());
            if let Turn::Left = done {
                let is_kept = self.plan.kept.is_some() && self.plan.session.moves().len() > 0;
                let how = if is_kept { "; 'plywood play --resume' goes on with it" } else { "" };
                return say(&format!("The game is left unfinished{how}."));
            }
            if let Some(player) = flag {
                self.plan.session.lose_on_time(player);
            }
            // What is shown is kept already, whatever happens next.
            self.save()?;
            match done {
                Turn::Moved => {
                    let mv = self.plan.session.moves().last().unwrap_or_default();
                    say(&format!("{}: {mv}", self.names[turn]))?;
                    self.draw()?;
                }
                Turn::TookBack => {
                    say("Taken back.")?;
                    self.draw()?;
                }
                Turn::Resigned | Turn::Left => (),
            }
        }
        let ending = self.plan.session.ending().map(|ending| ending.describe(self.plan.session.position()));
        ending.map_or(Ok(()), |ending| say(&ending))
    }

    fn save(&self) -> Result<(), Failure> {
        let Plan { game, session, level, time, clock, transcript, kept, .. } = &self.plan;
        let record = Record::of(game, session, seats::players(self.seats, *level));
        if let Some(transcript) = transcript {
            transcript.save(&record)?;
        }
        match kept {
            Some(kept) if session.ending().is_some() => kept.remove(),
            Some(kept) if session.moves().len() > 0 => {
                kept.save(&Unfinished::new(&record, *level, *time, clock, transcript.as_ref()))?;
            }
            _ => (),
        }
        Ok(())
    }

    /// The board, and whose turn it is.
    fn draw(&self) -> Result<(), Failure> {
        let pos = self.plan.session.position();
        let in_colour = anstream::stdout().current_choice() != anstream::ColorChoice::Never;
        say(&format!("\n{}", render::board(pos, in_colour)))?;
        if self.plan.session.ending().is_none() { say(&render::status(pos)) } else { Ok(()) }
    }

    fn make(&mut self, mv: &str) -> Result<(), MoveRefused> {
        let turn = self.plan.session.position().turn();
        self.plan.session.play(mv)?;
        // The time of a move that comes too late has run out all the same.
        if self.plan.clock.flag(Instant::now()).is_none() {
            self.plan.clock.moved(turn, Instant::now());
        }
        Ok(())
    }

    /// Asks somebody until the game has changed or is left.
    fn ask(&mut self) -> Result<Turn, Failure> {
        loop {
            let turn = self.plan.session.position().turn();
            let left = self.plan.clock.shown(turn, Instant::now());
            let left = self.plan.clock.pace().map(|_| format!(" {}", figures::clock(left)));
            let prompt = format!("{}{}> ", self.names[turn], left.unwrap_or_default());
            let moves = self.plan.session.position().moves().into_iter().map(|mv| mv.text);
            let known = moves.chain(WORDS.iter().map(|(word, _)| (*word).to_string())).collect();
            let Some(line) = self.input.line(&prompt, known)? else { return Ok(Turn::Left) };
            match Said::read(&line) {
                Said::Nothing => (),
                Said::Help => self.help()?,
                Said::Moves => self.list_moves()?,
                Said::Hint => self.hint()?,
                Said::Board => self.draw()?,
                Said::Undo if self.undo() => return Ok(Turn::TookBack),
                Said::Undo => say("There is no move of yours to take back.")?,
                Said::Quit => return Ok(Turn::Left),
                Said::Resign => {
                    self.plan.session.resign(self.plan.session.position().turn());
                    return Ok(Turn::Resigned);
                }
                Said::Move(mv) => match self.make(&plan::meant(self.plan.session.position(), &mv)) {
                    Ok(()) => return Ok(Turn::Moved),
                    Err(refused) if refused.is_unreadable => say(&format!("{refused}; or type help"))?,
                    Err(refused) => say(&format!("Not possible: {refused}"))?,
                },
            }
        }
    }

    fn help(&self) -> Result<(), Failure> {
        let pos = self.plan.session.position();
        let mut text = "Type a move".to_string();
        if let Some(mv) = pos.moves().first() {
            text += &format!(", such as {}", mv.text);
        }
        text += ", or one of these words:";
        for (word, meaning) in WORDS {
            text += &format!("\n  {word:<8}{meaning}");
        }
        say(&text)
    }

    fn list_moves(&self) -> Result<(), Failure> {
        const WIDTH: usize = 76;
        let moves: Vec<String> = self.plan.session.position().moves().into_iter().map(|mv| mv.text).collect();
        let column = moves.iter().map(String::len).max().unwrap_or_default() + 2;
        let rows = moves.chunks((WIDTH / column).max(1)).map(|row| {
            let row: String = row.iter().map(|mv| format!("{mv:<column$}")).collect();
            row.trim_end().to_string()
        });
        say(&rows.collect::<Vec<_>>().join("\n"))
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let adviser = match &mut self.adviser {
            Some(adviser) => adviser,
            None => {
                let thinker = self.plan.session.position().thinker(&self.plan.thinking);
                self.adviser.insert(thinker.map_err(|fault| Failure::Misuse(fault.to_string()))?)
            }
        };
        let progress = Progress::start("looking for a good move");
        let thought = adviser.think(
            &self.plan.session,
            1,
            &Limits::time(self.plan.time),
            &Control::new(),
            &mut watched(&progress),
        );
        drop(progress);
        self.report_tables();
        let Some(line) = thought.lines.first() else { return say("There is nothing to advise.") };
        let (best, then) = line.moves.split_first().map_or(("", &[][..]), |(best, then)| (best, then));
        let worth = figures::worth(line.worth);
        let then = if then.is_empty() { String::new() } else { format!(", then {}", then.join(" ")) };
        say(&format!("{best} ({worth} at depth {}){then}", thought.depth))
    }

    /// Says once that a table is refused.
    fn report_tables(&mut self) {
        if !self.is_fault_told {
            let fault = self.plan.thinking.tables.fault();
            tables::report(fault);
            self.is_fault_told = fault.is_some();
        }
    }

    /// Takes back the last move of a person and everything after it.
    fn undo(&mut self) -> bool {
        let Some(before) = plan::taken_back(&self.plan.session, self.seats) else { return false };
        let plies = self.plan.session.moves().len() - before.moves().len();
        self.plan.clock.take_back(plies, Instant::now());
        self.plan.session = before;
        true
    }

    /// The machine's move.
    fn answer(&mut self) -> Result<Turn, Failure> {
        let Some(machine) = &mut self.machine else { return Ok(Turn::Left) };
        let name = self.names[self.plan.session.position().turn()];
        let progress = Progress::start(&format!("{name}: thinking"));
        let now = Instant::now();
        let time = self.plan.clock.time(self.plan.session.position().turn(), now);
        let limits = Limits { time: time.unwrap_or(Time::Move(self.plan.time)), ..Limits::none() };
        let thought = machine.choose(&self.plan.session, &limits, &Control::new(), &mut watched(&progress));
        drop(progress);
        self.report_tables();
        let Some(mv) = thought.best() else { return Ok(Turn::Left) };
        let mv = mv.to_string();
        match self.make(&mv) {
            Ok(()) => Ok(Turn::Moved),
            Err(refused) => Err(Failure::Refused(format!("the machine's move {mv} is refused: {refused}"))),
        }
    }
}

/// Says on a terminal how far thinking has come.
fn watched(progress: &Progress) -> impl FnMut(&Thought) {
    |thought| {
        let (depth, positions) = (thought.depth, figures::count(thought.nodes));
        progress.say(format!("thinking: depth {depth}, {positions} positions"));
    }
}
