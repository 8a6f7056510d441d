//! The rules of checkers (English draughts): 32 dark squares, compulsory jumps, short kings.
//!
//! ```text
//!   .b.b.b.b      Black is at the top and moves down
//!   b.b.b.b.
//!   .b.b.b.b
//!   ........
//!   ........
//!   r.r.r.r.
//!   .r.r.r.r
//!   r.r.r.r.      Red is at the bottom, moves up and starts
//! ```
//!
//! ```
//! use checkers::Checkers;
//! use game::{Notation, Position};
//!
//! let start = Checkers::start();
//! let after = start.play(start.read_move("22-18")?)?;
//! assert_eq!(after.write_as("fen").unwrap(), "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod fen;
mod illegal;
mod index;
mod key;
mod layout;
mod movegen;
mod moves;
mod notation;
mod pdn;
mod position;
mod puzzle;
mod retro;
mod setup;
mod square;
mod symmetry;

use game::{Game, HouseRules, PlayedGame};

pub use fen::FenError;
pub use illegal::Illegal;
pub use moves::Move;
pub use position::{Checkers, Piece};
pub use puzzle::{Puzzle, PuzzleError, PuzzleErrorKind};
pub use setup::{Setup, SetupError};
pub use square::Square;

impl Game for Checkers {
    const NAME: &'static str = "checkers";
    const TITLE: &'static str = "Checkers";
    const SUMMARY: &'static str = "English draughts: jump the enemy pieces, reach the far row to be crowned";
    const HOUSE_RULES: HouseRules = HouseRules { repetition: Some(3), no_progress: Some(80) };
    const SHARED_FORM: Option<&'static str> = Some("pdn");

    /// A capture or a man's move.
    #[inline]
    fn is_progress(&self, mv: Move) -> bool {
        mv.is_jump() || self.kings & mv.start_bit() == 0
    }

    fn write_game(&self, game: &PlayedGame) -> Option<String> {
        Some(pdn::write(self, game))
    }
}
