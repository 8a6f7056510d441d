//! Playing at a line prompt: any game, any seats, on a terminal or a pipe.

mod command;
pub(crate) mod input;

use std::io::Write as _;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use engine::{
    AnyPosition, ByPlayer, Control, Limits, Machine, MoveId, Player, Record, Thinker, Thought, Time, sentence,
};

use crate::error::CliError;
use crate::plan::clock::time_control;
use crate::plan::saved_game::SavedGame;
use crate::plan::seats::{self, Seat};
use crate::plan::transcript::Transcript;
use crate::plan::{self, Plan};
use crate::progress::Progress;
use crate::{format, how_to, interrupt, render, tables};
use command::{COMMANDS, PromptCommand};
use input::Input;

/// A running game.
struct PromptGame {
    plan: Plan,
    names: ByPlayer<&'static str>,
    seats: ByPlayer<Seat>,
    input: Input,
    machine: Option<Machine>,
    /// Created by the first hint.
    hint_thinker: Option<Box<dyn Thinker>>,
    /// Whether a rejected table was already reported.
    is_table_error_reported: bool,
}

/// What the side to move did.
enum Turn {
    Moved,
    TookBack,
    Resigned,
    Quit,
}

/// Plays until the game is over or the input ends.
pub(crate) fn run(plan: Plan) -> Result<(), CliError> {
    let mut input = Input::new()?;
    let start = plan.session.start();
    let names = start.diagram().players.map(|side| side.name);
    let seats = match plan.seats {
        Some(seats) => seats,
        None => match ask_side(&mut input, start)? {
            Some(seats) => seats,
            None => return Ok(()),
        },
    };
    let write_lock = plan.transcript.as_ref().map_or_else(Arc::<Mutex<()>>::default, Transcript::write_lock);
    interrupt::exit_between_writes(write_lock);
    let machine = seats::has(seats, Seat::Machine).then(|| plan.machine(plan.level)).transpose()?;
    let mut game =
        PromptGame { plan, names, seats, input, machine, hint_thinker: None, is_table_error_reported: false };
    game.print_welcome()?;
    game.play()
}

/// Asks which side the user plays until the answer is valid; `None` at the end of the input.
fn ask_side(input: &mut Input, pos: &dyn AnyPosition) -> Result<Option<ByPlayer<Seat>>, CliError> {
    let names = pos.diagram().players.map(|side| side.name);
    let starts = |player| if pos.turn() == player { ", who starts" } else { "" };
    let (one, two) = (starts(Player::One), starts(Player::Two));
    let question = format!("Do you play 1 ({}{one}) or 2 ({}{two})?", names.one, names.two);
    print(&question)?;
    loop {
        let Some(line) = input.read_line("1 or 2> ", vec!["1".to_string(), "2".to_string()])? else {
            return Ok(None);
        };
        match PromptCommand::parse(&line) {
            PromptCommand::Empty => (),
            PromptCommand::Quit => return Ok(None),
            _ => match seats::parse(&line, pos) {
                Ok(seats) => return Ok(Some(seats)),
                Err(wrong) => print(&format!("{wrong}. {question}"))?,
            },
        }
    }
}

/// Prints a text and a line end.
fn print(text: &str) -> Result<(), CliError> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

impl PromptGame {
    fn print_welcome(&self) -> Result<(), CliError> {
        let ByPlayer { one, two } = self.names;
        let level = self.plan.level.number();
        let who = match (self.seats.one, self.seats.two) {
            (Seat::Human, Seat::Human) => format!("{one} and {two} both play here."),
            (Seat::Human, Seat::Machine) => format!("You play {one}, level {level} plays {two}."),
            (Seat::Machine, Seat::Human) => format!("You play {two}, level {level} plays {one}."),
            (Seat::Machine, Seat::Machine) => format!("Level {level} plays itself."),
        };
        let help = if seats::has(self.seats, Seat::Human) { " Type a move, or help." } else { "" };
        print(&format!("{}. {who}{help}", self.plan.session.position().game().title()))?;
        self.draw()
    }

    fn play(&mut self) -> Result<(), CliError> {
        self.save()?;
        while self.plan.session.ending().is_none() {
            let now = Instant::now();
            let turn = self.plan.session.position().turn();
            self.plan.clock.run(Some(turn), now);
            let done = match self.seats[turn] {
                Seat::Human => self.human_turn()?,
                Seat::Machine => self.machine_turn()?,
            };
            let flag = self.plan.clock.flag(Instant::now());
            self.plan.clock.run(None, Instant::now());
            if let Turn::Quit = done {
                let is_saved = self.plan.save_file.is_some() && self.plan.session.moves().len() > 0;
                let how = if is_saved { "; 'plywood play --resume' continues it" } else { "" };
                return print(&format!("The game is left unfinished{how}."));
            }
            if let Some(player) = flag {
                self.plan.session.lose_on_time(player);
            }
            // Saved before it is printed, so that a crash loses nothing that was shown.
            self.save()?;
            match done {
                Turn::Moved => {
                    let mv = self.plan.session.moves().last().unwrap_or_default();
                    print(&format!("{}: {mv}", self.names[turn]))?;
                    self.draw()?;
                }
                Turn::TookBack => {
                    print("Taken back.")?;
                    self.draw()?;
                }
                Turn::Resigned | Turn::Quit => (),
            }
        }
        let ending = self.plan.session.ending().map(|ending| ending.describe(self.plan.session.position()));
        ending.map_or(Ok(()), |ending| print(&ending))
    }

    fn save(&self) -> Result<(), CliError> {
        let Plan { game, session, level, time, clock, transcript, save_file, .. } = &self.plan;
        let record = Record::of(game, session, seats::player_names(self.seats, *level));
        if let Some(transcript) = transcript {
            transcript.save(&record)?;
        }
        match save_file {
            Some(save_file) if session.ending().is_some() => save_file.remove(),
            Some(save_file) if session.moves().len() > 0 => {
                save_file.save(&SavedGame::new(record, *level, *time, clock, transcript.as_ref()))?;
            }
            _ => (),
        }
        Ok(())
    }

    /// Prints the board and the side to move.
    fn draw(&self) -> Result<(), CliError> {
        let pos = self.plan.session.position();
        let in_colour = anstream::stdout().current_choice() != anstream::ColorChoice::Never;
        print(&format!("\n{}", render::board(pos, in_colour)))?;
        if self.plan.session.ending().is_none() { print(&render::status(pos)) } else { Ok(()) }
    }

    fn play_move(&mut self, mv: MoveId) {
        let turn = self.plan.session.position().turn();
        self.plan.session.play(mv);
        // A move after the flag has fallen does not add the increment.
        if self.plan.clock.flag(Instant::now()).is_none() {
            self.plan.clock.record_move(turn, Instant::now());
        }
    }

    /// Prompts until the game changes or the user quits.
    fn human_turn(&mut self) -> Result<Turn, CliError> {
        loop {
            let turn = self.plan.session.position().turn();
            let left = self.plan.clock.displayed(turn, Instant::now());
            let left = time_control(&self.plan.clock).map(|_| format!(" {}", format::clock(left)));
            let prompt = format!("{}{}> ", self.names[turn], left.unwrap_or_default());
            let moves = self.plan.session.position().moves().into_iter().map(|mv| mv.text);
            let known = moves.chain(COMMANDS.iter().map(|(word, _)| (*word).to_string())).collect();
            let Some(line) = self.input.read_line(&prompt, known)? else { return Ok(Turn::Quit) };
            match PromptCommand::parse(&line) {
                PromptCommand::Empty => (),
                PromptCommand::Help => self.help()?,
                PromptCommand::Rules => self.rules()?,
                PromptCommand::Moves => self.list_moves()?,
                PromptCommand::Hint => self.hint()?,
                PromptCommand::Board => self.draw()?,
                PromptCommand::Undo if self.undo() => return Ok(Turn::TookBack),
                PromptCommand::Undo => print("There is no move of yours to take back.")?,
                PromptCommand::Quit => return Ok(Turn::Quit),
                PromptCommand::Resign => {
                    self.plan.session.resign(self.plan.session.position().turn());
                    return Ok(Turn::Resigned);
                }
                PromptCommand::Move(mv) => match plan::parse_typed_move(self.plan.session.position(), &mv) {
                    Ok(mv) => {
                        self.play_move(mv);
                        return Ok(Turn::Moved);
                    }
                    Err(refused) if refused.is_unreadable => {
                        print(&sentence(&format!("{refused}; type help for the commands")))?;
                    }
                    Err(refused) => print(&sentence(&format!("Not possible: {refused}")))?,
                },
            }
        }
    }

    fn help(&self) -> Result<(), CliError> {
        let pos = self.plan.session.position();
        let mut text = "Type a move".to_string();
        if let Some(mv) = pos.moves().first() {
            text += &format!(", such as {}", mv.text);
        }
        text += ", or one of these commands:";
        for (word, meaning) in COMMANDS {
            text += &format!("\n  {word:<8}{meaning}");
        }
        print(&text)
    }

    /// Prints how the game is played.
    fn rules(&self) -> Result<(), CliError> {
        let game = catalogue::CATALOGUE.find(self.plan.game)?;
        let how_to = game.entry().how_to().map_err(|error| CliError::Refused(error.to_string()))?;
        let start = game.entry().start();
        print(&how_to::summary(&game, &*start, &how_to, 76).join("\n"))
    }

    fn list_moves(&self) -> Result<(), CliError> {
        const WIDTH: usize = 76;
        let moves: Vec<String> = self.plan.session.position().moves().into_iter().map(|mv| mv.text).collect();
        let column = moves.iter().map(String::len).max().unwrap_or_default() + 2;
        let rows = moves.chunks((WIDTH / column).max(1)).map(|row| {
            let row: String = row.iter().map(|mv| format!("{mv:<column$}")).collect();
            row.trim_end().to_string()
        });
        print(&rows.collect::<Vec<_>>().join("\n"))
    }

    fn hint(&mut self) -> Result<(), CliError> {
        let hint_thinker = match &mut self.hint_thinker {
            Some(hint_thinker) => hint_thinker,
            None => {
                let thinker = self.plan.session.position().game().thinker(&self.plan.thinking);
                self.hint_thinker.insert(thinker.map_err(|fault| CliError::Usage(fault.to_string()))?)
            }
        };
        let progress = Progress::start("searching for a hint");
        let thought = hint_thinker.think(
            &self.plan.session,
            1,
            &Limits::time(self.plan.time),
            &Control::new(),
            &mut report_thinking(&progress),
        );
        drop(progress);
        self.report_tables();
        let Some(line) = thought.lines.first() else { return print("There is no hint.") };
        let (best, then) = line.moves.split_first().map_or(("", &[][..]), |(best, then)| (best, then));
        let worth = format::score(line.score);
        let then = if then.is_empty() { String::new() } else { format!(", then {}", then.join(" ")) };
        print(&format!("{best} ({worth} at depth {}){then}", thought.depth))
    }

    /// Reports a rejected table, once.
    fn report_tables(&mut self) {
        if !self.is_table_error_reported {
            let fault = self.plan.thinking.tables.fault();
            tables::report(fault);
            self.is_table_error_reported = fault.is_some();
        }
    }

    /// Takes back the last human move and everything after it.
    fn undo(&mut self) -> bool {
        let Some(before) = plan::before_last_human_move(&self.plan.session, self.seats) else { return false };
        let plies = self.plan.session.moves().len() - before.moves().len();
        self.plan.clock.take_back(plies, Instant::now());
        self.plan.session = before;
        true
    }

    /// The machine's move.
    fn machine_turn(&mut self) -> Result<Turn, CliError> {
        let Some(machine) = &mut self.machine else { return Ok(Turn::Quit) };
        let name = self.names[self.plan.session.position().turn()];
        let progress = Progress::start(&format!("{name}: thinking"));
        let now = Instant::now();
        let time = self.plan.clock.time(self.plan.session.position().turn(), now);
        let limits = Limits { time: time.unwrap_or(Time::Move(self.plan.time)), ..Limits::none() };
        let thought =
            machine.choose(&self.plan.session, &limits, &Control::new(), &mut report_thinking(&progress));
        drop(progress);
        self.report_tables();
        let Some(mv) = thought.best() else { return Ok(Turn::Quit) };
        self.play_move(mv);
        Ok(Turn::Moved)
    }
}

/// Shows the search's progress on a terminal.
fn report_thinking(progress: &Progress) -> impl FnMut(&Thought) {
    |thought| {
        let (depth, positions) = (thought.depth, format::count(thought.nodes));
        progress.set_message(format!("thinking: depth {depth}, {positions} positions"));
    }
}
