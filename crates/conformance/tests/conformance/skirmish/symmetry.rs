//! Symmetries of Skirmish: mirrored left to right, colours exchanged, both.

use game::{Bits, ByPlayer, Player, Position, Symmetric, Symmetry};

use super::fault::{Fault, on};
use super::{Skirmish, Step};

const MIRROR: Symmetry = Symmetry(0);
const COLOURS: Symmetry = Symmetry(1);
const BOTH: Symmetry = Symmetry(2);

fn cell(symmetry: Symmetry, cell: usize) -> usize {
    let (row, column) = (cell / 3, cell % 3);
    match symmetry {
        BOTH if on(Fault::SymmetryNoGroup) => 3 * column + 2 - row,
        BOTH if on(Fault::SymmetryIdentity) => cell,
        COLOURS => cell,
        _ => 3 * row + 2 - column,
    }
}

fn set(symmetry: Symmetry, cells: u64) -> u64 {
    Bits(cells).fold(0, |image, from| image | 1 << cell(symmetry, from))
}

impl Symmetric for Skirmish {
    const SYMMETRIES: u8 = 3;

    fn swaps_players(symmetry: Symmetry) -> bool {
        match symmetry {
            MIRROR => false,
            BOTH => !on(Fault::SymmetryIdentity) && !on(Fault::SymmetryNoGroup),
            _ => !on(Fault::SymmetryTurn),
        }
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        if on(Fault::SymmetryMerges) && self.outcome().is_some() {
            let stones = self.stones.map(|stones| u64::from(stones != 0));
            let stones = ByPlayer { one: stones.one, two: stones.two << 1 };
            return Skirmish { stones, ..self.clone() }.seen(symmetry);
        }
        self.seen(symmetry)
    }

    fn transform_move(&self, symmetry: Symmetry, step: Step) -> Step {
        let image = |step: Step| Step { from: cell(symmetry, step.from), to: cell(symmetry, step.to) };
        if on(Fault::SymmetryMoves) {
            return Step { to: step.to, ..image(step) };
        }
        if on(Fault::SymmetryPlay) {
            let mut moves = Vec::new();
            self.legal_moves(&mut moves);
            let next = moves.iter().skip_while(|&&mv| mv != step).nth(1);
            return image(*next.unwrap_or(&moves[0]));
        }
        image(step)
    }
}

impl Skirmish {
    fn seen(&self, symmetry: Symmetry) -> Self {
        let mut stones = self.stones.map(|stones| set(symmetry, stones));
        let mut turn = self.turn;
        if Self::swaps_players(symmetry) || symmetry == COLOURS {
            (stones, turn) = (stones.swapped(), turn.other());
        }
        if on(Fault::SymmetryOutcome) && symmetry == MIRROR {
            stones = stones.swapped();
        }
        let ply = self.ply.filter(|_| !on(Fault::SymmetryPlies));
        Skirmish { stones, turn, ply }
    }

    /// The same position with the first player to move.
    pub(crate) fn for_first(&self) -> Self {
        match self.turn {
            Player::One => self.clone(),
            Player::Two => Skirmish { stones: self.stones.swapped(), turn: Player::One, ply: self.ply },
        }
    }
}
