//! How the Hub protocol writes the positions and moves of a game.

use std::marker::PhantomData;

use game::Position;

use crate::erased::{AnyPosition, MoveId, move_id, move_of, typed};
use crate::play::Play;

/// How the Hub protocol writes a game.
pub struct HubNotation<G: Position> {
    /// A position.
    pub position: fn(&G) -> String,
    /// A legal move.
    pub write_move: fn(&G, G::Move) -> String,
    /// The legal move that a text means, if it means one.
    pub read_move: fn(&G, &str) -> Option<G::Move>,
}

/// How the Hub protocol writes some game.
pub trait AnyHub: Send + Sync {
    /// A position of this game.
    ///
    /// # Panics
    /// Panics where the position is of another game; so do the others.
    fn position(&self, pos: &dyn AnyPosition) -> String;

    /// A legal move.
    fn write_move(&self, pos: &dyn AnyPosition, mv: MoveId) -> String;

    /// The legal move that a text means, if it means one.
    fn read_move(&self, pos: &dyn AnyPosition, text: &str) -> Option<MoveId>;
}

struct ErasedHub<P>(PhantomData<fn() -> P>);

/// The notation of a game, if the protocol can tell of it.
pub(crate) fn erased_hub<P: Play>() -> Option<&'static dyn AnyHub> {
    P::HUB.is_some().then_some(&ErasedHub::<P>(PhantomData) as &'static dyn AnyHub)
}

impl<P: Play> ErasedHub<P> {
    const NOTATION: HubNotation<P::Position> = match P::HUB {
        Some(notation) => notation,
        None => HubNotation {
            position: |_| String::new(),
            write_move: |_, _| String::new(),
            read_move: |_, _| None,
        },
    };

    fn typed<'p>(&self, pos: &'p dyn AnyPosition) -> &'p P::Position {
        typed::<P>(pos).expect("a notation is asked about its own game")
    }
}

impl<P: Play> AnyHub for ErasedHub<P> {
    fn position(&self, pos: &dyn AnyPosition) -> String {
        (Self::NOTATION.position)(self.typed(pos))
    }

    fn write_move(&self, pos: &dyn AnyPosition, mv: MoveId) -> String {
        let pos = self.typed(pos);
        (Self::NOTATION.write_move)(pos, move_of(pos, mv))
    }

    fn read_move(&self, pos: &dyn AnyPosition, text: &str) -> Option<MoveId> {
        let pos = self.typed(pos);
        (Self::NOTATION.read_move)(pos, text).map(|mv| move_id(pos, mv))
    }
}
