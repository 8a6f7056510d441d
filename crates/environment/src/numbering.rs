//! From moves to actions.

use std::sync::Arc;

use game::{ByPlayer, CellId, Layout as _, Player, Position, Symmetric as _, Symmetry};

use crate::{ActionTable, Encoding};

/// The move of a game.
pub(crate) type Move<E> = <<E as Encoding>::Position as Position>::Move;

/// What no action has as its number.
const UNKNOWN: u32 = u32::MAX;

/// The actions of moves. A thread has its own, which remembers what was looked up.
#[derive(Clone, Debug)]
pub(crate) struct Numbering {
    table: Arc<ActionTable>,
    view: Option<Symmetry>,
    known: ByPlayer<Vec<u32>>,
}

impl Numbering {
    pub(crate) fn new<E: Encoding>(table: Arc<ActionTable>) -> Numbering {
        let known = ByPlayer::new(|_| vec![UNKNOWN; E::MOVE_CODES]);
        Numbering { table, view: E::player_two_view(), known }
    }

    /// The actions of a position's legal moves, without remembering them.
    pub(crate) fn number_once<E: Encoding>(
        table: Arc<ActionTable>,
        pos: &E::Position,
        moves: &[Move<E>],
    ) -> Vec<u32> {
        let mut numbering = Numbering { table, view: E::player_two_view(), known: ByPlayer::default() };
        moves.iter().map(|&mv| numbering.look_up::<E>(pos, mv, None)).collect()
    }

    /// The table of all actions.
    #[inline]
    pub(crate) fn table(&self) -> &ActionTable {
        &self.table
    }

    /// The symmetry through which `turn` sees the board, if that is not as it is drawn.
    #[inline]
    pub(crate) fn view_of(&self, turn: Player) -> Option<Symmetry> {
        if turn == Player::Two { self.view } else { None }
    }

    /// Replaces the contents of `actions` with those of legal moves.
    #[inline]
    pub(crate) fn number_all<E: Encoding>(
        &mut self,
        pos: &E::Position,
        moves: &[Move<E>],
        actions: &mut Vec<u32>,
    ) {
        actions.clear();
        let turn = pos.turn();
        for &mv in moves {
            let code = E::move_code(mv);
            let known = code.map_or(UNKNOWN, |code| self.known[turn][code]);
            actions.push(if known == UNKNOWN { self.look_up::<E>(pos, mv, code) } else { known });
        }
    }

    #[cold]
    fn look_up<E: Encoding>(&mut self, pos: &E::Position, mv: Move<E>, code: Option<usize>) -> u32 {
        let turn = pos.turn();
        let path: Vec<CellId> = match self.view_of(turn) {
            Some(view) => pos.transform(view).touched(pos.transform_move(view, mv)),
            None => pos.touched(mv),
        };
        let action = self.table.find(&path).expect("the action paths of a game have every move's");
        if let Some(code) = code {
            self.known[turn][code] = action as u32;
        }
        action as u32
    }
}
