//! Positions in PDN's FEN: `W:W21,22,K30:B1,K2`, where W is our Red.

use game::text::quoted;
use game::{Player, PositionError, PositionErrors};

use crate::notation::square;
use crate::setup::{Setup, SetupError};
use crate::{Checkers, Piece, Square};

/// An error in a PDN FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// It does not have three parts.
    #[error("a FEN has three parts, such as W:W21,22,K30:B1,K2, and '{0}' does not")]
    Parts(String),
    /// The side to move is unknown.
    #[error("expected W (red) or B (black) as the side to move, found '{0}'")]
    Side(String),
    /// A list of pieces has no side.
    #[error("'{0}' must begin with W (red) or B (black)")]
    Colour(String),
    /// Both lists of pieces are of the same side.
    #[error("both lists of pieces are {0}'s")]
    SameColour(char),
    /// A piece is malformed.
    #[error(
        "'{0}' is not a piece: write a square from 1 to 32 or a range such as 1-12, with K before it for kings"
    )]
    Piece(String),
    /// A square is named twice.
    #[error("square {0} is named twice")]
    Twice(Square),
}

impl PositionError for FenError {
    fn is_malformed(&self) -> bool {
        !matches!(self, FenError::Twice(_))
    }
}

fn side(text: &str) -> Option<Player> {
    match text {
        "W" => Some(Player::One),
        "B" => Some(Player::Two),
        _ => None,
    }
}

fn side_letter(player: Player) -> char {
    match player {
        Player::One => 'W',
        Player::Two => 'B',
    }
}

/// Reads a FEN. The lists may be in either order and may be empty, and may contain ranges such as
/// `1-12`; a full stop may follow.
pub(crate) fn read(text: &str) -> Result<Checkers, PositionErrors<SetupError>> {
    let text = text.trim();
    let parts: Vec<&str> = text.strip_suffix('.').unwrap_or(text).split(':').collect();
    let &[turn, first, second] = parts.as_slice() else {
        return Err(SetupError::from(FenError::Parts(quoted(text))).into());
    };
    let mut errors = Vec::new();
    let turn = side(turn).unwrap_or_else(|| {
        errors.push(FenError::Side(quoted(turn)));
        Player::One
    });
    let mut setup = Setup::new(turn);
    let colours = [first, second].map(|list| read_list(list, &mut setup, &mut errors));
    if let [Some(a), Some(b)] = colours
        && a == b
    {
        errors.push(FenError::SameColour(side_letter(a)));
    }
    let mut errors: Vec<SetupError> = errors.into_iter().map(SetupError::from).collect();
    errors.extend(setup.errors_besides(&errors));
    PositionErrors::check(errors)?;
    setup.position()
}

/// Puts the pieces of one list on the board, and returns their owner.
fn read_list(list: &str, setup: &mut Setup, errors: &mut Vec<FenError>) -> Option<Player> {
    let player = list.get(..1).and_then(side);
    let Some(player) = player else {
        errors.push(FenError::Colour(quoted(list)));
        return None;
    };
    for word in list[1..].split(',').filter(|_| list.len() > 1) {
        let (is_king, numbers) = match word.strip_prefix('K') {
            Some(numbers) => (true, numbers),
            None => (false, word),
        };
        let (from, to) = numbers.split_once('-').unwrap_or((numbers, numbers));
        let (Some(from), Some(to)) = (square(from), square(to)) else {
            errors.push(FenError::Piece(quoted(word)));
            continue;
        };
        if from > to {
            errors.push(FenError::Piece(quoted(word)));
        }
        for square in Square::ALL.into_iter().filter(|square| (from..=to).contains(square)) {
            if setup.is_occupied(square) {
                errors.push(FenError::Twice(square));
            }
            setup.put(square, Piece { player, is_king });
        }
    }
    Some(player)
}

/// Writes a FEN, Red's list first.
pub(crate) fn write(pos: &Checkers) -> String {
    let list = |player: Player| {
        let squares = Square::ALL.into_iter().filter_map(|square| {
            let piece = pos.piece_at(square).filter(|piece| piece.player == player)?;
            Some(format!("{}{square}", if piece.is_king { "K" } else { "" }))
        });
        format!("{}{}", side_letter(player), squares.collect::<Vec<_>>().join(","))
    };
    format!("{}:{}:{}", side_letter(pos.turn), list(Player::One), list(Player::Two))
}
