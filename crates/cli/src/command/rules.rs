//! `plywood rules`: how a game is played, and its guided tour.

use std::io::Write as _;

use engine::{GameRef, HowTo, TourStep, TourVerdict};

use crate::error::CliError;
use crate::how_to;
use crate::prompt::input::Input;
use crate::render::{self, BoardOptions};

pub(crate) const HELP: &str = "Prints the goal of the game, its pieces and how they move, small boards with
examples, and the house rules. With --tour it shows positions and says what to do;
type a move, or one of show, skip and quit.

Examples:
  plywood rules raichu
  plywood rules abalone --tour";

pub(crate) fn run(game: &str, tour: bool) -> Result<(), CliError> {
    let game = catalogue::CATALOGUE.find(game)?;
    let how_to = game.entry().how_to().map_err(|error| CliError::Refused(error.to_string()))?;
    let mut out = anstream::stdout().lock();
    if tour {
        drop(out);
        return take_tour(game, &how_to);
    }
    let in_colour = out.current_choice() != anstream::ColorChoice::Never;
    let start = game.entry().start();
    write!(out, "{}", how_to::page(game.info().title, &*start, &how_to, in_colour))?;
    Ok(())
}

/// Shows one step after the other until the last is done or the input ends.
fn take_tour(game: GameRef, how_to: &HowTo) -> Result<(), CliError> {
    let (title, steps) = (game.info().title, how_to.tour.len());
    if steps == 0 {
        return Err(CliError::Refused(format!(
            "{title} has no tour: 'plywood rules {}' explains it",
            game.word()
        )));
    }
    let mut input = Input::new()?;
    for (number, step) in how_to.tour.iter().enumerate() {
        print(&format!("{title}, step {} of {steps}\n", number + 1))?;
        print(&board(step))?;
        print(&step.say)?;
        if !take_step(step, &mut input)? {
            return print(&format!("The tour is left at step {} of {steps}.", number + 1));
        }
    }
    print(&format!("That was the tour. 'plywood play {}' starts a game.", game.word()))
}

/// Reads moves until a wanted one is made; says whether it goes on.
fn take_step(step: &TourStep, input: &mut Input) -> Result<bool, CliError> {
    let moves: Vec<String> = step.position.moves().into_iter().map(|mv| mv.text).collect();
    loop {
        let Some(line) = input.read_line("move> ", moves.clone())? else { return Ok(false) };
        match line.trim() {
            "" => continue,
            "quit" | "exit" | "q" => return Ok(false),
            "skip" => return Ok(true),
            "show" => print(&board(step))?,
            typed => {
                let verdict = step.judge(step.position.parse_move(typed));
                print(&how_to::hanging("", step.answer(&verdict), 78).join("\n"))?;
                if let TourVerdict::Done(_) = verdict {
                    print("")?;
                    return Ok(true);
                }
            }
        }
    }
}

/// The board of a step, seen by the side to move.
fn board(step: &TourStep) -> String {
    let none = Vec::new;
    let in_colour = anstream::stdout().lock().current_choice() != anstream::ColorChoice::Never;
    let seen_by = step.position.turn();
    let options = BoardOptions { in_colour, seen_by, origins: none(), destinations: none(), marks: none() };
    render::board_with(&*step.position, &options)
}

fn print(text: &str) -> Result<(), CliError> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
}
