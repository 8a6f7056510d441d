//! Every type of position of every game: any legal moves can be played, and any cells can be
//! touched.

use std::fmt::Debug;

use conformance::single;
use engine::{BoardVisitor, Play};
use game::{CellId, Game};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;

/// A property that is tested on every type of position.
trait Property {
    type Input: Debug;

    fn inputs() -> impl Strategy<Value = Self::Input>;

    fn check<G: Game>(input: &Self::Input);
}

/// Tests a property on one type of position after another.
struct Trial<T>(std::marker::PhantomData<T>);

impl<T: Property> BoardVisitor for Trial<T> {
    fn board<P: Play>(&mut self) {
        let config = ProptestConfig { cases: 64, source_file: Some(file!()), ..ProptestConfig::default() };
        let found = TestRunner::new(config).run(&T::inputs(), |input| {
            T::check::<P::Position>(&input);
            Ok(())
        });
        found.unwrap_or_else(|fault| panic!("{}: {fault}", std::any::type_name::<P::Position>()));
    }
}

fn holds_on_every_board<T: Property>() {
    catalogue::visit_boards(&mut Trial::<T>(std::marker::PhantomData));
}

fn choices() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 0..60)
}

/// The position after these choices of moves, or at the end of the game if that comes first.
fn played<G: Game>(choices: &[Index]) -> G {
    let mut pos = G::start();
    let mut moves = Vec::new();
    for choice in choices {
        if pos.legal_moves(&mut moves).is_some() {
            break;
        }
        pos = pos.play(*choice.get(&moves)).expect("a listed move is legal");
        single::moves(&pos);
    }
    pos
}

struct AnyMoves;

impl Property for AnyMoves {
    type Input = Vec<Index>;

    fn inputs() -> impl Strategy<Value = Vec<Index>> {
        choices()
    }

    fn check<G: Game>(choices: &Vec<Index>) {
        single::position(&played::<G>(choices));
    }
}

#[test]
fn any_sequence_of_legal_moves_can_be_played() {
    holds_on_every_board::<AnyMoves>();
}

/// Lists of cells, some of which are off the board.
type Touched = Vec<Vec<(Index, bool)>>;

struct AnyCells;

impl Property for AnyCells {
    type Input = (Vec<Index>, Touched);

    fn inputs() -> impl Strategy<Value = (Vec<Index>, Touched)> {
        let cell = (any::<Index>(), prop::bool::weighted(0.05));
        (choices(), prop::collection::vec(prop::collection::vec(cell, 0..5), 20))
    }

    fn check<G: Game>((choices, touched): &(Vec<Index>, Touched)) {
        let pos: G = played(choices);
        let cells = pos.occupants().len();
        let cell = |&(number, beyond): &(Index, bool)| -> CellId {
            if beyond { cells + number.index(cells) } else { number.index(cells) }
        };
        for numbers in touched {
            single::cells(&pos, &numbers.iter().map(cell).collect::<Vec<_>>());
        }
    }
}

#[test]
fn any_cells_mean_a_legal_move_or_break_a_rule() {
    holds_on_every_board::<AnyCells>();
}
