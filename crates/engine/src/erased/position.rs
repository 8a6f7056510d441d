//! A position as the front ends see it.

use game::perft::{divide, perft_threads};
use game::{
    CellId, Diagram, Exact, Explain as _, Game as _, Keyed as _, Layout as _, Notation as _, Outcome,
    PlayedGame, Player, Position as _, Symmetric as _, Symmetry,
};
use search::Score;

use super::typed;
use super::{
    AnyGame, AnyPosition, Erased, ErasedGame, InvalidPosition, MoveId, erase, legal, move_id, move_of,
};
use crate::fit::{FitOptions, FitProgress, FitReport, fit_weights_from};
use crate::legal_move::{InvalidMove, LegalMove};
use crate::play::{Move, Play};
use crate::solving;
use crate::touches::{add_other_touches, course};
use crate::weights::WeightsError;

impl<P: Play> AnyPosition for Erased<P> {
    fn game(&self) -> &'static dyn AnyGame {
        ErasedGame::<P>::GAME
    }

    fn text(&self) -> String {
        self.0.write()
    }

    fn text_as(&self, format: &str) -> Option<String> {
        self.0.write_as(format)
    }

    fn turn(&self) -> Player {
        self.0.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn plies_left(&self) -> Option<u32> {
        self.0.plies_left()
    }

    fn move_count(&self) -> usize {
        legal(&self.0).len()
    }

    fn moves(&self) -> Vec<LegalMove> {
        let standing = |pos: &P::Position| pos.occupants().into_iter().flatten().count();
        let before = standing(&self.0);
        let seen = |(place, mv): (usize, Move<P>)| LegalMove {
            id: MoveId::new(place),
            text: self.0.write_move(mv),
            touched: self.0.touched(mv),
            takes: before.saturating_sub(standing(&self.0.play_unchecked(mv))),
            slides: self.0.slides(mv),
            other_touches: Vec::new(),
        };
        let mut moves: Vec<LegalMove> = legal(&self.0).into_iter().enumerate().map(seen).collect();
        if moves.iter().any(|mv| mv.slides.len() > 1) {
            let (occupants, pieces) = (self.0.occupants(), self.0.diagram().pieces);
            let is_movers = |cell: CellId| occupants[cell].is_some_and(|n| pieces[n].player == self.0.turn());
            add_other_touches(&mut moves, is_movers);
        }
        moves
    }

    fn parse_move(&self, text: &str) -> Result<MoveId, InvalidMove> {
        let mv = self.0.read_move(text).map_err(|fault| InvalidMove::new(&self.0, &fault))?;
        Ok(move_id(&self.0, mv))
    }

    fn touch(&self, cells: &[CellId]) -> Result<MoveId, InvalidMove> {
        let broken = match self.0.attempt(cells) {
            Ok(mv) => return Ok(move_id(&self.0, mv)),
            Err(broken) => broken,
        };
        let moves = self.moves();
        let meant = moves.iter().find(|mv| mv.other_touches.iter().any(|known| known == cells));
        meant.map(|mv| mv.id).ok_or_else(|| InvalidMove {
            reason: broken.to_string(),
            is_unreadable: false,
            cells: self.0.cells_of(&broken),
        })
    }

    fn touched_between(&self, from: CellId, to: CellId) -> Vec<CellId> {
        P::touched_between(&self.0, from, to)
    }

    fn move_text(&self, mv: MoveId) -> String {
        self.0.write_move(move_of(&self.0, mv))
    }

    fn touched(&self, mv: MoveId) -> Vec<CellId> {
        self.0.touched(move_of(&self.0, mv))
    }

    fn course(&self, mv: MoveId) -> Vec<CellId> {
        let mv = move_of(&self.0, mv);
        course(&self.0.slides(mv), &self.0.touched(mv))
    }

    fn is_progress(&self, mv: MoveId) -> bool {
        self.0.is_progress(move_of(&self.0, mv))
    }

    fn play(&self, mv: MoveId) -> Box<dyn AnyPosition> {
        erase::<P>(self.0.play_unchecked(move_of(&self.0, mv)))
    }

    fn in_play(&self) -> Box<dyn AnyPosition> {
        erase::<P>(self.0.in_play())
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn equals(&self, other: &dyn AnyPosition) -> bool {
        typed::<P>(other).is_some_and(|other| self.0 == *other)
    }

    fn symmetries(&self) -> u8 {
        P::Position::SYMMETRIES
    }

    fn swaps_players(&self, symmetry: Symmetry) -> bool {
        P::Position::swaps_players(symmetry)
    }

    fn transform(&self, symmetry: Symmetry) -> Box<dyn AnyPosition> {
        erase::<P>(self.0.transform(symmetry))
    }

    fn transform_move(&self, symmetry: Symmetry, mv: MoveId) -> MoveId {
        let mv = self.0.transform_move(symmetry, move_of(&self.0, mv));
        move_id(&self.0.transform(symmetry), mv)
    }

    fn diagram(&self) -> Diagram {
        self.0.diagram()
    }

    fn occupants(&self) -> Vec<Option<usize>> {
        self.0.occupants()
    }

    fn arranged(
        &self,
        occupants: &[Option<usize>],
        turn: Player,
    ) -> Result<Box<dyn AnyPosition>, InvalidPosition> {
        let number = |occupant: &Option<usize>| occupant.map_or(0, |number| number.min(254) as u8 + 1);
        let cells: Vec<u8> = occupants.iter().map(number).collect();
        Ok(erase::<P>(self.0.with_occupants(&cells, turn)?))
    }

    fn perft(&self, depth: u32, threads: usize) -> u64 {
        perft_threads(&self.0, depth, threads)
    }

    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)> {
        let parts = divide(&self.0, depth, threads).into_iter();
        parts.map(|(mv, nodes)| (self.0.write_move(mv), nodes)).collect()
    }

    fn write_game(&self, game: &PlayedGame) -> Option<String> {
        self.0.write_game(game)
    }

    fn confirm(&self, claim: Score) -> Option<Exact> {
        solving::confirm(&self.0, claim)
    }

    fn fit_weights(
        &self,
        options: &FitOptions,
        observe: &mut dyn FnMut(&FitProgress),
    ) -> Result<FitReport, WeightsError> {
        fit_weights_from::<P>(&self.0, options, observe)
    }
}
