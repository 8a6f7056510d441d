//! The legal actions of a position.

use game::Outcome;

use crate::numbering::{Move, Numbering};
use crate::{ActionForm, ActionTable, Encoding};

/// The legal moves of a position, and the actions that the mask shows for them.
#[derive(Clone, Debug)]
pub(crate) struct LegalActions<M> {
    moves: Vec<M>,
    /// The action of each move, in the same order.
    numbers: Vec<u32>,
    /// Whole moves: nothing. Touches: the touches that the mask shows.
    touches: Vec<u32>,
    /// Touches: the places of the moves whose paths begin with the touched cells.
    begun: Vec<u16>,
    /// Touches: how many cells were touched.
    depth: usize,
}

/// What an action means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// The move at this place of the list.
    Move(u16),
    /// This touch, with which no move is complete.
    Touch(u32),
}

impl<M: Copy> LegalActions<M> {
    pub(crate) fn new() -> LegalActions<M> {
        let (moves, numbers, touches, begun) = Default::default();
        LegalActions { moves, numbers, touches, begun, depth: 0 }
    }

    /// The legal moves.
    #[inline]
    pub(crate) fn moves(&self) -> &[M] {
        &self.moves
    }

    /// The actions that the mask shows.
    #[inline]
    pub(crate) fn shown(&self, form: ActionForm) -> &[u32] {
        match form {
            ActionForm::Moves => &self.numbers,
            ActionForm::Touches => &self.touches,
        }
    }

    /// The cells that were touched so far, as the side to move sees them.
    pub(crate) fn touched<'t>(&self, table: &'t ActionTable) -> &'t [u16] {
        let path = self.begun.first().map(|&place| table.path(self.numbers[usize::from(place)] as usize));
        path.map_or(&[], |path| &path[..self.depth])
    }

    /// Generates the legal moves of `pos`, and returns the outcome if there are none.
    #[inline]
    pub(crate) fn generate<E: Encoding>(&mut self, pos: &E::Position) -> Option<Outcome>
    where
        E::Position: game::Position<Move = M>,
    {
        use game::Position as _;
        pos.legal_moves(&mut self.moves)
    }

    /// Leaves no action, because the game is over.
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.numbers.clear();
        self.touches.clear();
        self.begun.clear();
        self.depth = 0;
    }

    /// Numbers the legal moves that were generated.
    #[inline]
    pub(crate) fn number<E: Encoding>(
        &mut self,
        pos: &E::Position,
        form: ActionForm,
        numbering: &mut Numbering,
    ) where
        E::Position: game::Position<Move = M>,
    {
        let moves: &[Move<E>] = &self.moves;
        numbering.number_all::<E>(pos, moves, &mut self.numbers);
        if form == ActionForm::Touches {
            self.depth = 0;
            self.begun.clear();
            self.begun.extend(0..self.moves.len() as u16);
            self.list_touches(numbering.table());
        }
    }

    /// What a legal action means; nothing if it is not legal.
    #[inline]
    pub(crate) fn meaning(&self, action: i64, form: ActionForm, table: &ActionTable) -> Option<Meaning> {
        let action = u32::try_from(action).ok()?;
        let place = self.shown(form).iter().position(|&shown| shown == action)?;
        match form {
            ActionForm::Moves => Some(Meaning::Move(place as u16)),
            ActionForm::Touches => Some(self.meaning_of_touch(action, table)),
        }
    }

    /// A touch plays a move if it completes one and no other move goes on from there.
    fn meaning_of_touch(&self, touch: u32, table: &ActionTable) -> Meaning {
        let mut with = self.begun.iter().filter(|&&place| self.next_touch(place, table) == touch);
        let (first, second) = (with.next(), with.next());
        match (first, second) {
            (Some(&place), None) if self.ends_with(place, touch, table) => Meaning::Move(place),
            _ => Meaning::Touch(touch),
        }
    }

    /// Whether the path of a move ends with this touch, which is its next one.
    fn ends_with(&self, place: u16, touch: u32, table: &ActionTable) -> bool {
        let path = self.path(place, table);
        self.depth + 1 == path.len() || touch == end_touch(table) && self.depth == path.len()
    }

    fn path<'t>(&self, place: u16, table: &'t ActionTable) -> &'t [u16] {
        table.path(self.numbers[usize::from(place)] as usize)
    }

    /// The touch that goes on with a move.
    fn next_touch(&self, place: u16, table: &ActionTable) -> u32 {
        self.path(place, table).get(self.depth).map_or(end_touch(table), |&cell| cell.into())
    }

    /// Goes on with a touch that completes no move.
    pub(crate) fn touch(&mut self, touch: u32, table: &ActionTable) {
        let begun = std::mem::take(&mut self.begun);
        let goes_on = |&place: &u16| self.next_touch(place, table) == touch;
        let begun = begun.into_iter().filter(goes_on).collect();
        self.begun = begun;
        self.depth += 1;
        self.list_touches(table);
    }

    fn list_touches(&mut self, table: &ActionTable) {
        let touches = self.begun.iter().map(|&place| self.next_touch(place, table)).collect();
        self.touches = touches;
        self.touches.sort_unstable();
        self.touches.dedup();
    }
}

/// The touch that ends a path: the number after the last cell.
pub(crate) fn end_touch(table: &ActionTable) -> u32 {
    table.board() as u32
}
