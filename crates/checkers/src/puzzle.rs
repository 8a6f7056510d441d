//! Puzzle files: 8 lines of 8 cells, the top row first, red to move.

use game::text::TextFault;
use game::{Faults, Player};

use crate::notation::{cells, format, place};
use crate::setup::{Setup, SetupFault};
use crate::{Checkers, Square};

/// A puzzle as read from a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position, red to move.
    pub position: Checkers,
    /// Whether the pieces stood on the light squares, so that the board was mirrored left to right.
    pub is_mirrored: bool,
}

impl Puzzle {
    /// Reads a puzzle. Lines may end with CR LF, the last one may have no end, and blank lines may follow.
    ///
    /// # Errors
    /// Fails with everything that is wrong, each fault with its row (line) and column.
    pub fn read(text: &str) -> Result<Puzzle, Faults<SetupFault>> {
        let mut lines: Vec<&str> =
            text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
        while lines.last().is_some_and(|line| line.trim().is_empty()) {
            lines.pop();
        }
        let mut faults: Vec<SetupFault> = Vec::new();
        let mut cells = Vec::new();
        let well_formed = lines.len() == 8 && lines.iter().all(|line| line.chars().count() == 8);
        if lines.len() != 8 {
            faults.push(TextFault::RowCount { received: lines.len(), expected: 8 }.into());
        }
        for (i, line) in lines.iter().enumerate() {
            let (row, received) = (i + 1, line.chars().count());
            if received != 8 && lines.len() == 8 {
                faults.push(TextFault::RowLength { row, received, expected: 8 }.into());
            }
            for (j, cell) in line.chars().enumerate() {
                let letters = format().letters;
                let known = letters.contains(cell);
                if !known {
                    faults
                        .push(TextFault::UnknownCell { row, column: j + 1, received: cell, letters }.into());
                }
                cells.push(if known { cell } else { '.' });
            }
        }
        if !well_formed {
            Faults::check(std::mem::take(&mut faults))?;
        }
        let is_mirrored = stands_on_light_squares(&cells);
        if is_mirrored {
            mirror(&mut cells);
        }
        let mut setup = Setup::new(Player::One);
        faults.extend(place(&cells, &mut setup));
        faults.extend(setup.faults_besides(&faults));
        Faults::check(faults)?;
        Ok(Puzzle { position: setup.position()?, is_mirrored })
    }

    /// A position of this puzzle as the file would show it: 8 lines without an end to the last, mirrored back
    /// where the puzzle was.
    #[must_use]
    pub fn write(&self, pos: &Checkers) -> String {
        let mut cells = cells(pos);
        if self.is_mirrored {
            mirror(&mut cells);
        }
        grid(&cells)
    }
}

/// 64 cells as 8 lines.
pub(crate) fn grid(cells: &[char]) -> String {
    cells.chunks(8).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}

fn mirror(cells: &mut [char]) {
    cells.chunks_mut(8).for_each(<[char]>::reverse);
}

/// Whether all pieces, at least one, stand on light squares.
fn stands_on_light_squares(cells: &[char]) -> bool {
    let mut pieces = cells.iter().enumerate().filter(|&(_, &cell)| cell != '.').peekable();
    pieces.peek().is_some() && pieces.all(|(cell, _)| Square::at(cell / 8, cell % 8).is_none())
}
