//! A game at the prompt: for any game, any seats, from a terminal or a pipe.

mod input;
mod said;
pub(crate) mod seats;
mod transcript;

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::{
    AnyPosition, ByPlayer, Control, Level, Limits, Machine, MoveRefused, Player, Session, Thinker,
    ThinkerOptions, Thought,
};

use crate::failure::Failure;
use crate::progress::Progress;
use crate::{figures, interrupt, render};
use input::Input;
use said::{Said, WORDS};
use seats::Seat;
use transcript::Transcript;

/// What is to be played.
pub(crate) struct Plan {
    /// The word for the game.
    pub(crate) game: &'static str,
    pub(crate) start: Box<dyn AnyPosition>,
    /// Who plays; where it is left open, that is asked.
    pub(crate) seats: Option<ByPlayer<Seat>>,
    pub(crate) level: Level,
    /// For each move of the machine.
    pub(crate) time: Duration,
    pub(crate) seed: u64,
    pub(crate) thinking: ThinkerOptions,
    pub(crate) transcript: Option<PathBuf>,
}

/// A game that is going on.
struct Dialogue {
    session: Session,
    names: ByPlayer<&'static str>,
    seats: ByPlayer<Seat>,
    input: Input,
    machine: Option<Machine>,
    /// Who is asked for hints, from the first one on.
    adviser: Option<Box<dyn Thinker>>,
    time: Duration,
    thinking: ThinkerOptions,
    transcript: Option<Transcript>,
}

/// Whether the game goes on.
enum Turn {
    Done,
    Left,
}

impl Plan {
    /// Plays until the game is over or nobody types any more.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut input = Input::new()?;
        let names = self.start.diagram().players.map(|side| side.name);
        let seats = match self.seats {
            Some(seats) => seats,
            None => match ask_for_seat(&mut input, &*self.start)? {
                Some(seats) => seats,
                None => return Ok(()),
            },
        };
        let players = seats.map(|seat| match seat {
            Seat::Human => "human".to_string(),
            Seat::Machine => format!("plywood, level {}", self.level.number()),
        });
        let whole = Arc::new(Mutex::new(()));
        interrupt::leave_whole(whole.clone());
        let transcript = self.transcript.map(|path| Transcript::open(path, self.game, players, whole));
        let machine = Player::ALL
            .iter()
            .any(|&player| seats[player] == Seat::Machine)
            .then(|| Machine::new(&*self.start, self.level, self.seed, &self.thinking))
            .transpose()
            .map_err(|fault| Failure::Misuse(fault.to_string()))?;
        let mut dialogue = Dialogue {
            session: Session::game(&*self.start),
            names,
            seats,
            input,
            machine,
            adviser: None,
            time: self.time,
            thinking: self.thinking,
            transcript: transcript.transpose()?,
        };
        dialogue.welcome(self.level)?;
        dialogue.play()
    }
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
    fn welcome(&self, level: Level) -> Result<(), Failure> {
        let ByPlayer { one, two } = self.names;
        let level = level.number();
        let who = match (self.seats.one, self.seats.two) {
            (Seat::Human, Seat::Human) => format!("{one} and {two} both play here."),
            (Seat::Human, Seat::Machine) => format!("You play {one}, level {level} plays {two}."),
            (Seat::Machine, Seat::Human) => format!("You play {two}, level {level} plays {one}."),
            (Seat::Machine, Seat::Machine) => format!("Level {level} plays itself."),
        };
        let help = if self.has_human() { " Type a move, or help." } else { "" };
        say(&format!("{}. {who}{help}", self.session.position().title()))?;
        self.draw()
    }

    fn has_human(&self) -> bool {
        Player::ALL.iter().any(|&player| self.seats[player] == Seat::Human)
    }

    fn play(&mut self) -> Result<(), Failure> {
        self.save()?;
        while self.session.ending().is_none() {
            let turn = match self.seats[self.session.position().turn()] {
                Seat::Human => self.ask()?,
                Seat::Machine => self.answer()?,
            };
            if let Turn::Left = turn {
                return say("The game is left unfinished.");
            }
            self.save()?;
        }
        let ending = self.session.ending().map(|ending| ending.describe(self.session.position()));
        ending.map_or(Ok(()), |ending| say(&ending))
    }

    fn save(&self) -> Result<(), Failure> {
        self.transcript.as_ref().map_or(Ok(()), |transcript| transcript.save(&self.session))
    }

    /// The board, and whose turn it is.
    fn draw(&self) -> Result<(), Failure> {
        let pos = self.session.position();
        let in_colour = anstream::stdout().current_choice() != anstream::ColorChoice::Never;
        say(&format!("\n{}", render::board(pos, in_colour)))?;
        if self.session.ending().is_none() { say(&render::status(pos)) } else { Ok(()) }
    }

    /// Plays a move, and shows it.
    fn make(&mut self, mv: &str) -> Result<Result<(), MoveRefused>, Failure> {
        let player = self.names[self.session.position().turn()];
        if let Err(refused) = self.session.play(mv) {
            return Ok(Err(refused));
        }
        let mv = self.session.moves().last().unwrap_or_default();
        say(&format!("{player}: {mv}"))?;
        self.draw()?;
        Ok(Ok(()))
    }

    /// Asks somebody until a move is made or the game is left.
    fn ask(&mut self) -> Result<Turn, Failure> {
        loop {
            let prompt = format!("{}> ", self.names[self.session.position().turn()]);
            let moves = self.session.position().moves().into_iter().map(|mv| mv.text);
            let known = moves.chain(WORDS.iter().map(|(word, _)| (*word).to_string())).collect();
            let Some(line) = self.input.line(&prompt, known)? else { return Ok(Turn::Left) };
            match Said::read(&line) {
                Said::Nothing => (),
                Said::Help => self.help()?,
                Said::Moves => self.list_moves()?,
                Said::Hint => self.hint()?,
                Said::Board => self.draw()?,
                Said::Undo if self.undo()? => return Ok(Turn::Done),
                Said::Undo => say("There is no move of yours to take back.")?,
                Said::Quit => return Ok(Turn::Left),
                Said::Resign => {
                    self.session.resign(self.session.position().turn());
                    return Ok(Turn::Done);
                }
                Said::Move(mv) => match self.make_as_meant(&mv)? {
                    Ok(()) => return Ok(Turn::Done),
                    Err(refused) if refused.is_unreadable => say(&format!("{refused}; or type help"))?,
                    Err(refused) => say(&format!("Not possible: {refused}"))?,
                },
            }
        }
    }

    /// Plays a move that may have been typed in small letters or capitals.
    fn make_as_meant(&mut self, mv: &str) -> Result<Result<(), MoveRefused>, Failure> {
        let pos = self.session.position();
        let is_move = |mv: &String| pos.recognise(mv).map_or_else(|refused| !refused.is_unreadable, |_| true);
        let forms = [mv.to_string(), mv.to_lowercase(), mv.to_uppercase()];
        let meant = forms.into_iter().find(is_move).unwrap_or_else(|| mv.to_string());
        self.make(&meant)
    }

    fn help(&self) -> Result<(), Failure> {
        let pos = self.session.position();
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
        let moves: Vec<String> = self.session.position().moves().into_iter().map(|mv| mv.text).collect();
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
                let thinker = self.session.position().thinker(&self.thinking);
                self.adviser.insert(thinker.map_err(|fault| Failure::Misuse(fault.to_string()))?)
            }
        };
        let progress = Progress::start("looking for a good move");
        let thought = adviser.think(
            &self.session,
            1,
            &Limits::time(self.time),
            &Control::new(),
            &mut watched(&progress),
        );
        drop(progress);
        let Some(line) = thought.lines.first() else { return say("There is nothing to advise.") };
        let (best, then) = line.moves.split_first().map_or(("", &[][..]), |(best, then)| (best, then));
        let worth = figures::worth(line.worth);
        let then = if then.is_empty() { String::new() } else { format!(", then {}", then.join(" ")) };
        say(&format!("{best} ({worth} at depth {}){then}", thought.depth))
    }

    /// Takes back the last move of a person and everything after it.
    fn undo(&mut self) -> Result<bool, Failure> {
        let mut before = self.session.clone();
        while before.undo().is_some() {
            if self.seats[before.position().turn()] == Seat::Human {
                self.session = before;
                say("Taken back.")?;
                self.draw()?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The machine's move.
    fn answer(&mut self) -> Result<Turn, Failure> {
        let Some(machine) = &mut self.machine else { return Ok(Turn::Left) };
        let name = self.names[self.session.position().turn()];
        let progress = Progress::start(&format!("{name}: thinking"));
        let limits = Limits::time(self.time);
        let thought = machine.choose(&self.session, &limits, &Control::new(), &mut watched(&progress));
        drop(progress);
        let Some(mv) = thought.best() else { return Ok(Turn::Left) };
        let mv = mv.to_string();
        match self.make(&mv)? {
            Ok(()) => Ok(Turn::Done),
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
