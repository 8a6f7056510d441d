//! Every type of position: any legal moves can be played, and any cells be touched.

use conformance::single;
use game::{CellId, Game};
use proptest::prelude::*;
use proptest::sample::Index;

/// The last position of a game in which the choices were played, as long as there were moves.
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

fn choices() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 0..60)
}

/// Cells, some of which are none of the board.
fn touch<G: Game>(pos: &G, numbers: &[(Index, bool)]) {
    let cells = pos.occupants().len();
    let cell = |&(number, beyond): &(Index, bool)| -> CellId {
        if beyond { cells + number.index(cells) } else { number.index(cells) }
    };
    single::cells(pos, &numbers.iter().map(cell).collect::<Vec<_>>());
}

macro_rules! properties {
    ($($game:ident = $position:ty;)+) => {
        $(mod $game {
            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(64))]

                #[test]
                fn any_sequence_of_legal_moves_can_be_played(choices in choices()) {
                    single::position(&played::<$position>(&choices));
                }

                #[test]
                fn any_cells_mean_a_legal_move_or_break_a_rule(
                    choices in choices(),
                    touched in prop::collection::vec(
                        prop::collection::vec((any::<Index>(), prop::bool::weighted(0.05)), 0..5),
                        20,
                    ),
                ) {
                    let pos = played::<$position>(&choices);
                    touched.iter().for_each(|numbers| touch(&pos, numbers));
                }
            }
        })+
    };
}

properties! {
    raichu_8 = ::raichu::Raichu8;
    raichu_16 = ::raichu::Raichu16;
    raichu_26 = ::raichu::Raichu26;
    checkers = ::checkers::Checkers;
    dragon_queen = ::dragon_queen::DragonQueen;
    abalone = ::abalone::Abalone;
}
