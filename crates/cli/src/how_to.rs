//! How a game is played, as lines of text.

use engine::{AnyPosition, Example, GameRef, HowTo, LegendEntry};

use crate::render::{self, BoardOptions};

/// The width of the text.
const WIDTH: usize = 78;

/// The goal, the legend and the small print: what fits on a screen beside a game.
pub(crate) fn summary(game: &GameRef, start: &dyn AnyPosition, how_to: &HowTo, width: usize) -> Vec<String> {
    let mut lines = vec![format!("How to play {}", game.info().title), String::new()];
    lines.extend(hanging("", &how_to.goal, width));
    lines.push(String::new());
    lines.extend(how_to.legend.iter().flat_map(|entry| legend_entry(start, entry, width)));
    lines.push(String::new());
    lines.extend(how_to.small_print.iter().flat_map(|rule| bullet(rule, width)));
    if !how_to.tour.is_empty() {
        let tour =
            format!("'plywood rules {}' shows examples, and with --tour lets you try.", game.info().name);
        lines.push(String::new());
        lines.extend(hanging("", &tour, width));
    }
    lines
}

/// Everything, with boards.
pub(crate) fn page(title: &str, start: &dyn AnyPosition, how_to: &HowTo, in_colour: bool) -> String {
    let mut page = format!("How to play {title}\n\n");
    let mut add = |lines: Vec<String>| {
        for line in lines {
            page.push_str(line.trim_end());
            page.push('\n');
        }
    };
    add(hanging("", &how_to.goal, WIDTH));
    add(vec![String::new(), "Pieces".to_string()]);
    add(how_to.legend.iter().flat_map(|entry| legend_entry(start, entry, WIDTH)).collect());
    for (number, example) in how_to.examples.iter().enumerate() {
        add(vec![String::new()]);
        add(hanging(&format!("{}. ", number + 1), &example.caption, WIDTH));
        add(vec![String::new()]);
        add(example_board(example, in_colour).lines().map(|line| format!("   {line}")).collect());
    }
    if !how_to.examples.is_empty() {
        add(vec![String::new()]);
        add(hanging("", &signs(how_to), WIDTH));
    }
    if !how_to.small_print.is_empty() {
        add(vec![String::new(), "House rules and small print".to_string()]);
        add(how_to.small_print.iter().flat_map(|rule| bullet(rule, WIDTH)).collect());
    }
    page
}

/// What the signs on the boards mean.
fn signs(how_to: &HowTo) -> String {
    let has_marks = how_to.examples.iter().any(|example| !example.cells.is_empty());
    let has_goals = how_to
        .examples
        .iter()
        .any(|example| example.position.diagram().cells.iter().any(|cell| cell.goal.is_some()));
    let mut signs = "Each board is seen by the side to move. >x< moves, * is where it can go".to_string();
    if has_marks {
        signs += ", (x) is a piece that the text is about";
    }
    if has_goals {
        signs += ", _ is a square that wins when it is reached";
    }
    signs + "."
}

/// The board of an example, seen by the side to move.
fn example_board(example: &Example, in_colour: bool) -> String {
    let pos = &*example.position;
    let ways: Vec<Vec<usize>> = example.moves.iter().flat_map(|&mv| engine::move_arrows(pos, mv)).collect();
    let destinations: Vec<usize> = ways.iter().filter_map(|way| way.last().copied()).collect();
    let (occupants, pieces) = (pos.occupants(), pos.diagram().pieces);
    let is_movers = |cell: usize| {
        !destinations.contains(&cell)
            && occupants[cell].is_some_and(|piece| pieces[piece].player == pos.turn())
    };
    let touched = example.moves.iter().flat_map(|&mv| pos.touched(mv));
    let options = BoardOptions {
        in_colour,
        seen_by: pos.turn(),
        origins: touched.filter(|&cell| is_movers(cell)).collect(),
        destinations: destinations.clone(),
        marks: example.cells.clone(),
    };
    render::board_with(pos, &options)
}

/// The letters of a piece, its name, and how it moves.
fn legend_entry(start: &dyn AnyPosition, entry: &LegendEntry, width: usize) -> Vec<String> {
    let letters: Vec<String> = entry.letters(&start.diagram()).iter().map(char::to_string).collect();
    let text =
        if entry.moves.is_empty() { entry.name.clone() } else { format!("{}. {}", entry.name, entry.moves) };
    hanging(&format!("{:<5}", letters.join(" ")), &text, width)
}

fn bullet(rule: &str, width: usize) -> Vec<String> {
    hanging("- ", rule, width)
}

/// A text in lines of at most `width` characters, after a prefix on the first and blanks on the others.
pub(crate) fn hanging(prefix: &str, text: &str, width: usize) -> Vec<String> {
    let length = |text: &str| text.chars().count();
    let mut lines = vec![prefix.to_string()];
    let mut is_empty = true;
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        if is_empty {
            line.push_str(word);
        } else if length(line) + 1 + length(word) <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(" ".repeat(length(prefix)) + word);
        }
        is_empty = false;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_hangs_after_its_prefix() {
        assert_eq!(hanging("1. ", "one two three", 10), ["1. one two", "   three"]);
        assert_eq!(hanging("- ", "extraordinarily long", 8), ["- extraordinarily", "  long"]);
        assert_eq!(hanging("", "", 8), [""]);
    }
}
