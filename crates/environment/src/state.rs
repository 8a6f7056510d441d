//! The state of a single game of a batch.

use std::any::Any;
use std::fmt::{self, Write as _};
use std::sync::Arc;

use game::{CellId, Game};

use crate::StateError;
use crate::played::Played;

/// The first line of a state as text.
const TITLE: &str = "plywood state 1";

/// The state of one game: where it started, what was played, and which cells were touched since.
/// Random numbers are no part of it.
#[derive(Clone)]
pub struct LaneState(Arc<dyn AnyState>);

/// A state without its type.
trait AnyState: Any + Send + Sync {
    fn text(&self) -> String;
}

impl<G: Game> AnyState for TypedState<G> {
    fn text(&self) -> String {
        self.write()
    }
}

/// A state with its type.
#[derive(Clone, Debug)]
pub(crate) struct TypedState<G: Game> {
    pub(crate) played: Played<G>,
    /// As the side to move sees them.
    pub(crate) touched: Vec<u16>,
}

impl fmt::Debug for LaneState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LaneState")
    }
}

impl LaneState {
    pub(crate) fn new<G: Game>(state: TypedState<G>) -> LaneState {
        LaneState(Arc::new(state))
    }

    pub(crate) fn typed<G: Game>(&self) -> Result<&TypedState<G>, StateError> {
        let state: &dyn Any = &*self.0;
        state.downcast_ref().ok_or(StateError::OtherGame)
    }

    /// The state as text, which [`Batch::read_state`](crate::Batch::read_state) reads: lines of a
    /// title, the game, its start, its moves, and the touched cells.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.text()
    }
}

impl<G: Game> TypedState<G> {
    fn write(&self) -> String {
        let mut text = format!("{TITLE}\n{}\n{}\n", G::NAME, self.played.start().write());
        let mut moves = Vec::new();
        let mut pos = self.played.start().clone();
        for (i, &place) in self.played.moves().iter().enumerate() {
            pos.legal_moves(&mut moves);
            let mv = moves[usize::from(place)];
            let blank = if i == 0 { "" } else { " " };
            write!(text, "{blank}{}", pos.write_move(mv)).expect("a string can be written");
            pos = pos.play_unchecked(mv);
        }
        let touched: Vec<String> = self.touched.iter().map(ToString::to_string).collect();
        text + "\n" + &touched.join(" ") + "\n"
    }

    /// Reads a state by playing its moves, so that nothing comes in that the rules forbid.
    pub(crate) fn read<E: crate::Encoding<Position = G>>(text: &str) -> Result<TypedState<G>, StateError> {
        let malformed = |expected: &'static str, received: &str| StateError::Malformed {
            expected,
            received: game::text::quoted(received),
        };
        let lines: Vec<&str> = text.split('\n').collect();
        let &[title, name, start, moves, touched, ""] = lines.as_slice() else {
            return Err(malformed("five lines, each with its end", &format!("{} lines", lines.len())));
        };
        if title != TITLE {
            return Err(malformed("the form 'plywood state 1'", title));
        }
        if name != G::NAME {
            return Err(StateError::OtherGame);
        }
        let start = G::read(start).map_err(|errors| StateError::Position(errors.to_string()))?;
        let mut played = Played::new(&start);
        let mut legal = Vec::new();
        for (number, word) in (1..).zip(moves.split(' ').filter(|word| !word.is_empty())) {
            let refused =
                |reason: String| StateError::Move { number, text: game::text::quoted(word), reason };
            if played.is_house_draw() {
                return Err(refused("the game was over before it by a house rule".to_string()));
            }
            let mv = played.position().read_move(word).map_err(|error| refused(error.to_string()))?;
            played.position().legal_moves(&mut legal);
            let place = legal.iter().position(|&known| known == mv).expect("a move that was read is legal");
            played.play::<E>(place, mv);
        }
        let cell = |word: &str| word.parse::<u16>().map_err(|_| malformed("numbers of cells", word));
        let touched =
            touched.split(' ').filter(|word| !word.is_empty()).map(cell).collect::<Result<_, _>>()?;
        Ok(TypedState { played, touched })
    }

    /// Whether this is a position of a board like that of `start`.
    pub(crate) fn is_on_board_of(&self, start: &G) -> bool {
        let cells = |pos: &G| -> CellId { pos.diagram().cells.len() };
        cells(self.played.position()) == cells(start)
    }
}
