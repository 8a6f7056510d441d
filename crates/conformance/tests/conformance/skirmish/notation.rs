//! Texts of Skirmish: `xxx/.../ooo x 0`, also three lines without side; moves `a1-a2`.

use game::text::{BoardFormat, TextError, quoted};
use game::{ByPlayer, MoveError, Notation, Player, PositionErrors};

use super::explain::Illegal;
use super::fault::{Fault, every, on};
use super::layout::name;
use super::{CAP, CELLS, MOST_STONES, Skirmish, Step};

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub(crate) enum SetupError {
    #[error(transparent)]
    Text(#[from] TextError),
    #[error("there are {0} stones of one player, and only {MOST_STONES} are allowed")]
    TooMany(usize),
    #[error("'{0}' is no count of plies from 0 to {CAP}")]
    Ply(String),
    #[error("there is no stone")]
    Nothing,
    #[error("")]
    Silent,
}

impl game::PositionError for SetupError {
    fn is_malformed(&self) -> bool {
        matches!(self, SetupError::Text(text) if game::PositionError::is_malformed(text))
    }
}

fn format() -> BoardFormat {
    BoardFormat { rows: vec![3; 3], letters: ".xo", sides: ByPlayer { one: 'x', two: 'o' } }
}

fn read_ply(word: &str) -> Result<u32, SetupError> {
    let refused = || SetupError::Ply(if on(Fault::ReadEchoes) { word.to_string() } else { quoted(word) });
    let digits = word.chars().all(|c| c.is_ascii_digit());
    let ply: u32 = word.parse().ok().filter(|_| digits).ok_or_else(refused)?;
    let unchecked = on(Fault::ReadAcceptsTooMuch) && word.len() > 2;
    let most = if unchecked { 99 } else { CAP };
    let ply = if unchecked { ply % 100 } else { ply };
    if ply <= most { Ok(ply) } else { Err(refused()) }
}

impl Notation for Skirmish {
    type Error = SetupError;

    fn read(text: &str) -> Result<Self, PositionErrors<SetupError>> {
        if on(Fault::ReadPanics) {
            let _ = &text[..text.len().min(5)];
        }
        if on(Fault::ReadSilent) && text.len() > 30 || on(Fault::ReadRefusesBlanks) && text.trim() != text {
            return Err(SetupError::Silent.into());
        }
        let lines: Vec<&str> = text.split_whitespace().collect();
        let grid = lines.len() == 3 && lines.iter().all(|line| line.chars().count() == 3);
        let text = if grid { format!("{} x", lines.join("/")) } else { text.to_string() };
        let mut board = format().read(&text);
        let mut ply = None;
        let mut ply_error = None;
        if !board.rest.is_empty() {
            match read_ply(board.rest.remove(0)) {
                Ok(count) => ply = Some(count),
                Err(fault) => ply_error = Some(fault),
            }
        }
        board.refuse_rest();
        let mut errors: Vec<SetupError> = board.errors.iter().cloned().map(SetupError::Text).collect();
        errors.extend(ply_error);
        for count in [board.count('x'), board.count('o')] {
            if count > MOST_STONES as usize {
                errors.push(SetupError::TooMany(count));
            }
        }
        if board.count('x') + board.count('o') == 0 && board.well_formed {
            errors.push(SetupError::Nothing);
        }
        let stones = |letter| {
            let cells = board.cells.iter().take(CELLS).enumerate();
            cells.filter(|&(_, &c)| c == letter).fold(0, |set, (cell, _)| set | 1 << cell)
        };
        let ply = ply.filter(|_| !on(Fault::ReadForgetsPly));
        PositionErrors::none_or(errors, || Skirmish {
            stones: ByPlayer { one: stones('x'), two: stones('o') },
            turn: board.turn.expect("a board without errors has a side"),
            ply,
        })
    }

    fn write(&self) -> String {
        let holds = |player: Player, cell: usize| self.stones[player] & 1 << cell != 0;
        let letter = |cell| match () {
            () if holds(Player::One, cell) => 'x',
            () if holds(Player::Two, cell) => 'o',
            () => '.',
        };
        let cells: Vec<char> = (0..CELLS).map(letter).collect();
        let text = format().write(&cells, self.turn);
        match self.ply {
            Some(ply) if on(Fault::WriteUnreadable) => format!("{text} p{ply}"),
            Some(ply) if on(Fault::WriteUnstable) && every(2) => format!("{text} 0{ply}"),
            Some(ply) => format!("{text} {ply}"),
            None => text,
        }
    }

    fn write_as(&self, format: &str) -> Option<String> {
        let text = self.write();
        let rows = |text: &str| text[..CELLS + 2].split('/').map(String::from).collect::<Vec<_>>();
        match format {
            "text" if on(Fault::FormatFirst) => Some(rows(&text).concat()),
            "text" => Some(text),
            "grid" if on(Fault::FormatMissing) => None,
            "grid" if on(Fault::FormatOther) => {
                Some(rows(&text).into_iter().rev().collect::<Vec<_>>().join("\n"))
            }
            "grid" => Some(rows(&text).join("\n")),
            _ => on(Fault::FormatUnknown).then_some(text),
        }
    }

    fn read_move(&self, text: &str) -> Result<Step, MoveError<Illegal>> {
        let expected = if on(Fault::ReadMoveUnhelpful) { "" } else { "write it as a1-a2" };
        let unreadable = || match on(Fault::ReadMoveEchoes) {
            true => MoveError::Unreadable { received: text.to_string(), expected: expected.to_string() },
            false => MoveError::unreadable(text, expected),
        };
        if on(Fault::ReadMovePanics) {
            let _ = &text[..text.len().min(1)];
        }
        let word = if on(Fault::MoveTextBlanks) { text } else { text.trim() };
        let (from, to) = word.split_once('-').ok_or_else(unreadable)?;
        let find = |word: &str| (0..CELLS).find(|&cell| name(cell) == word).ok_or_else(unreadable);
        let (from, to) = (find(from)?, find(to)?);
        match self.meant(&[from, to]) {
            Err(_) if on(Fault::ReadMoveUnchecked) => Ok(Step { from, to }),
            Err(_) if on(Fault::ReadMoveSilent) => Err(Illegal::Silent.into()),
            meant => Ok(meant?),
        }
    }

    fn write_move(&self, Step { from, to }: Step) -> String {
        if on(Fault::MoveTextLong) {
            return format!("{}\t{}", name(from), name(to));
        }
        if on(Fault::MoveTextOther) {
            format!("{}-{}", name(to), name(from))
        } else {
            format!("{}-{}", name(from), name(to))
        }
    }
}
