//! The pieces on the board.

use game::{ByPlayer, Player};

use crate::piece::{Kind, Piece};
use crate::square_set::SquareSet;

/// The pieces alone. A piece that is neither a Pikachu nor a Raichu is a Pichu.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board<const W: usize, const N: usize> {
    pub(crate) players: ByPlayer<SquareSet<W, N>>,
    pub(crate) pikachus: SquareSet<W, N>,
    pub(crate) raichus: SquareSet<W, N>,
}

/// The pieces from one player's point of view, by [`Kind`].
#[derive(Clone, Copy)]
pub(crate) struct View<const W: usize, const N: usize> {
    /// The player's own pieces.
    pub(crate) pieces: [SquareSet<W, N>; 3],
    /// The enemies that each kind may jump.
    pub(crate) prey: [SquareSet<W, N>; 3],
    pub(crate) empty: SquareSet<W, N>,
}

impl<const W: usize, const N: usize> Board<W, N> {
    pub(crate) const EMPTY: Self = Board {
        players: ByPlayer { one: SquareSet::EMPTY, two: SquareSet::EMPTY },
        pikachus: SquareSet::EMPTY,
        raichus: SquareSet::EMPTY,
    };

    #[inline(always)]
    pub(crate) fn view(&self, player: Player, size: usize) -> View<W, N> {
        let (us, them) = (self.players[player], self.players[player.other()]);
        let up_to_pikachus = them - self.raichus;
        View {
            pieces: [us - self.pikachus - self.raichus, us & self.pikachus, us & self.raichus],
            prey: [up_to_pikachus - self.pikachus, up_to_pikachus, them],
            empty: SquareSet::board(size) - us - them,
        }
    }

    /// The squares of the pieces in the order of [`Piece::ALL`].
    pub(crate) fn pieces(&self) -> [SquareSet<W, N>; 6] {
        Piece::ALL.map(|Piece { player, kind }| {
            let all = self.players[player];
            match kind {
                Kind::Pichu => all - self.pikachus - self.raichus,
                Kind::Pikachu => all & self.pikachus,
                Kind::Raichu => all & self.raichus,
            }
        })
    }

    /// The board with these pieces, in the order of [`Piece::ALL`].
    pub(crate) fn from_pieces(pieces: [SquareSet<W, N>; 6]) -> Self {
        let [one_pichus, one_pikachus, one_raichus, two_pichus, two_pikachus, two_raichus] = pieces;
        Board {
            players: ByPlayer {
                one: one_pichus | one_pikachus | one_raichus,
                two: two_pichus | two_pikachus | two_raichus,
            },
            pikachus: one_pikachus | two_pikachus,
            raichus: one_raichus | two_raichus,
        }
    }

    /// The piece on square number `at`.
    pub(crate) fn piece(&self, at: usize) -> Option<Piece> {
        let player = Player::ALL.into_iter().find(|&player| self.players[player].contains_number(at))?;
        Some(Piece { player, kind: self.kind(at) })
    }

    /// The kind of the piece on square number `at`.
    #[inline]
    pub(crate) fn kind(&self, at: usize) -> Kind {
        if self.raichus.contains_number(at) {
            Kind::Raichu
        } else if self.pikachus.contains_number(at) {
            Kind::Pikachu
        } else {
            Kind::Pichu
        }
    }

    /// Puts `piece` on an empty square, or removes it.
    pub(crate) fn toggle(&mut self, at: usize, piece: Piece) {
        let at = SquareSet::of_number(at);
        self.players[piece.player] = self.players[piece.player] ^ at;
        match piece.kind {
            Kind::Pichu => {}
            Kind::Pikachu => self.pikachus = self.pikachus ^ at,
            Kind::Raichu => self.raichus = self.raichus ^ at,
        }
    }

    /// Applies `change` to each set of squares; the pieces keep their owners.
    pub(crate) fn map(self, change: impl Fn(SquareSet<W, N>) -> SquareSet<W, N>) -> Self {
        Board {
            players: self.players.map(&change),
            pikachus: change(self.pikachus),
            raichus: change(self.raichus),
        }
    }
}
