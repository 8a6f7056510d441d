//! What a learner sees.

use game::{CellId, Game, Layout as _, Player, Position as _};

use crate::played::Played;
use crate::{Encoding, encoding};

/// How many cells are compared at a time.
const CHUNK: usize = 32;

/// The planes of an observation, each a byte for every cell of the diagram, in the order of its
/// cells. First comes a plane for each kind of piece, 1 where one stands; where a symmetry of the
/// game exchanges the players, the board is shown as if player one were to move. The others have
/// the same number everywhere, except the last:
///
/// | plane | number | there is one if |
/// |---|---|---|
/// | `player one to move` | 1 or 0 | no symmetry exchanges the players |
/// | `plies left` | until a rule ends the game | positions count their plies |
/// | `plies without progress` | since the last progress | a house rule limits them |
/// | `times seen before` | of this position in this game | a house rule ends repetitions |
/// | `touched` | 1 for the first touched cell of this move, 2 for the second, … | actions are touches |
///
/// Numbers above 255 are shown as 255.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planes {
    names: Vec<String>,
    cells: usize,
    grid: Option<(usize, usize)>,
    /// What [`game::Layout::write_occupants`] writes for the piece of each of the first planes.
    pieces: Vec<u8>,
    shows_turn: bool,
    shows_plies_left: bool,
    shows_touches: bool,
}

/// Room for the occupants of one board, in whole chunks.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    occupants: Vec<u8>,
}

impl Planes {
    /// The planes of the board of `start`.
    pub(crate) fn new<E: Encoding>(start: &E::Position, shows_touches: bool) -> Planes {
        let diagram = start.diagram();
        let cells = diagram.cells.len();
        let mut pieces: Vec<usize> = (0..diagram.pieces.len()).collect();
        pieces.sort_by_key(|&piece| diagram.pieces[piece].player);
        let shows_turn = E::player_two_view().is_none();
        let shows_plies_left = start.in_play().plies_left().is_some();
        let rules = E::Position::HOUSE_RULES;
        let others = [
            (shows_turn, "player one to move"),
            (shows_plies_left, "plies left"),
            (rules.no_progress.is_some(), "plies without progress"),
            (rules.repetition.is_some(), "times seen before"),
            (shows_touches, "touched"),
        ];
        let kinds = pieces.iter().map(|&piece| diagram.pieces[piece].name);
        let others = others.iter().filter(|(is_shown, _)| *is_shown).map(|&(_, name)| name);
        Planes {
            names: kinds.chain(others).map(str::to_string).collect(),
            cells,
            grid: encoding::grid(&diagram),
            pieces: pieces.iter().map(|&piece| piece as u8 + 1).collect(),
            shows_turn,
            shows_plies_left,
            shows_touches,
        }
    }

    /// The name of each plane; a kind of piece has its own name.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The numbers of rows and columns, if the cells are a rectangle in reading order.
    #[must_use]
    pub fn grid(&self) -> Option<(usize, usize)> {
        self.grid
    }

    /// The bytes of an observation.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len() * self.cells
    }

    /// Whether nothing is seen, as in no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn scratch(&self) -> Scratch {
        Scratch { occupants: vec![0; self.cells.next_multiple_of(CHUNK)] }
    }

    /// Writes what the side to move sees. `seen` is the position as it sees the board.
    #[inline]
    pub(crate) fn write<G: Game>(
        &self,
        seen: &G,
        turn: Player,
        played: &Played<G>,
        touched: &[u16],
        scratch: &mut Scratch,
        observation: &mut [u8],
    ) {
        seen.write_occupants(&mut scratch.occupants[..self.cells]);
        self.write_pieces(&scratch.occupants, observation);
        let mut rest = &mut observation[self.pieces.len() * self.cells..];
        let mut fill = |number: u32| {
            let plane = rest.split_off_mut(..self.cells).expect("there is a plane for each number");
            plane.fill(number.min(255) as u8);
        };
        if self.shows_turn {
            fill((turn == Player::One).into());
        }
        if self.shows_plies_left {
            fill(played.position().plies_left().unwrap_or(u32::MAX));
        }
        if G::HOUSE_RULES.no_progress.is_some() {
            fill(played.plies_without_progress());
        }
        if G::HOUSE_RULES.repetition.is_some() {
            fill(played.times_seen_before());
        }
        if self.shows_touches {
            rest.fill(0);
            for (order, &cell) in touched.iter().enumerate() {
                rest[CellId::from(cell)] = (order + 1).min(255) as u8;
            }
        }
    }

    /// Compares whole chunks. What the last chunk of a plane writes beyond it belongs to the next
    /// plane, which is written afterwards; only where none follows does the plane end in between.
    #[inline]
    fn write_pieces(&self, occupants: &[u8], observation: &mut [u8]) {
        for (plane, &piece) in self.pieces.iter().enumerate() {
            let rest = &mut observation[plane * self.cells..];
            let len = if rest.len() < occupants.len() { self.cells } else { occupants.len() };
            // In one loop of unknown length: the compiler unrolls a loop of 32 bytes before it could
            // use vectors for it.
            for (byte, &occupant) in rest[..len].iter_mut().zip(occupants) {
                *byte = u8::from(occupant == piece);
            }
        }
    }
}
