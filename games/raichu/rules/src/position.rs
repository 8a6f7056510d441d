//! A position, and the moves from it.

use game::{Outcome, Player, Position};

use crate::board::{Board, View};
use crate::moves::Move;
use crate::piece::{Kind, Piece};
use crate::setup::SetupError;
use crate::square::Square;
use crate::square_set::SquareSet;

/// A position of Raichu on a board of at most `N` × `N` squares, whose sets of squares have `W`
/// words. Use the names [`Raichu8`](crate::Raichu8), [`Raichu16`](crate::Raichu16) and
/// [`Raichu26`](crate::Raichu26).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Raichu<const W: usize, const N: usize> {
    pub(crate) board: Board<W, N>,
    pub(crate) turn: Player,
    size: u8,
}

impl<const W: usize, const N: usize> Raichu<W, N> {
    /// The side of the smallest board of this type.
    pub const SMALLEST: usize = match N {
        8 => 8,
        16 => 10,
        26 => 18,
        _ => panic!("the types of Raichu are Raichu8, Raichu16 and Raichu26"),
    };
    /// The side of the largest board of this type.
    pub const LARGEST: usize = N;

    /// The start position on a board of `size` × `size` squares.
    ///
    /// # Errors
    /// Fails if this type has no board of that size.
    pub fn start_of(size: usize) -> Result<Self, SetupError> {
        Self::check_size(size)?;
        let mut board = Board::EMPTY;
        for column in 0..size {
            let rows = if column % 2 == 0 {
                [(1, Player::One, Kind::Pikachu), (size - 3, Player::Two, Kind::Pichu)]
            } else {
                [(2, Player::One, Kind::Pichu), (size - 2, Player::Two, Kind::Pikachu)]
            };
            for (row, player, kind) in rows {
                board.toggle(row * N + column, Piece { player, kind });
            }
        }
        Ok(Self::new(board, Player::One, size))
    }

    /// The pieces must be on a board of this size, which must be valid for this type.
    pub(crate) fn new(board: Board<W, N>, turn: Player, size: usize) -> Self {
        Raichu { board, turn, size: size as u8 }
    }

    /// The position with these pieces and this side to move, on a board of the same size.
    #[inline(always)]
    pub(crate) fn with(&self, board: Board<W, N>, turn: Player) -> Self {
        Raichu { board, turn, size: self.size }
    }

    /// The number of rows and columns.
    #[must_use]
    #[inline(always)]
    pub fn size(&self) -> usize {
        // A constant if the type has only one size.
        if Self::SMALLEST == Self::LARGEST { N } else { self.size.into() }
    }

    /// The piece on `square`; `None` if the board has no such square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let inside = square.row() < self.size() && square.column() < self.size();
        if inside { self.board.piece(square.index(N)) } else { None }
    }

    /// The squares of the pieces of a kind.
    #[must_use]
    #[inline(always)]
    pub fn pieces(&self, player: Player, kind: Kind) -> SquareSet<W, N> {
        let Board { players, pikachus, raichus } = &self.board;
        match kind {
            Kind::Pichu => players[player] - *pikachus - *raichus,
            Kind::Pikachu => players[player] & *pikachus,
            Kind::Raichu => players[player] & *raichus,
        }
    }

    /// The kind of the piece on `square`, if any.
    #[must_use]
    #[inline(always)]
    pub fn kind_at(&self, square: Square) -> Kind {
        self.board.kind(square.index(N))
    }

    /// The same board with the opponent to move.
    #[must_use]
    #[inline]
    pub fn passed(&self) -> Self {
        self.with(self.board, self.turn.other())
    }

    #[inline(always)]
    pub(crate) fn view(&self, player: Player) -> View<W, N> {
        self.board.view(player, self.size())
    }

    pub(crate) fn can_move(&self, player: Player) -> bool {
        self.view(player).can_move(player)
    }

    /// Whether both players have pieces; otherwise the game is over.
    #[inline(always)]
    pub(crate) fn has_both_players(&self) -> bool {
        !self.board.players.one.is_empty() && !self.board.players.two.is_empty()
    }

    #[inline(always)]
    fn count_inline(&self) -> u64 {
        match self.turn {
            Player::One => self.view(Player::One).count(Player::One),
            Player::Two => self.view(Player::Two).count(Player::Two),
        }
    }

    /// On a large board counting is a long function, and one copy of it is enough.
    #[inline(never)]
    fn count_apart(&self) -> u64 {
        self.count_inline()
    }

    /// The outcome, given that the player to move has no move or that a player has no pieces.
    #[cold]
    fn outcome_of_the_stuck(&self) -> Option<Outcome> {
        let gone = |player: &Player| self.board.players[*player].is_empty();
        match Player::ALL.into_iter().find(gone) {
            Some(loser) => Some(Outcome::Win(loser.other())),
            None => (!self.can_move(self.turn.other())).then_some(Outcome::Draw),
        }
    }
}

impl<const W: usize, const N: usize> Position for Raichu<W, N> {
    type Move = Move<N>;

    const ALTERNATES: bool = true;

    /// The start position on the smallest board of this type.
    fn start() -> Self {
        Self::start_of(Self::SMALLEST).expect("every type has its smallest board")
    }

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline(never)]
    fn legal_moves(&self, moves: &mut Vec<Move<N>>) -> Option<Outcome> {
        moves.clear();
        if self.has_both_players() {
            let view = self.view(self.turn);
            match self.turn {
                Player::One => view.generate(Player::One, self.size(), moves),
                Player::Two => view.generate(Player::Two, self.size(), moves),
            }
            if !moves.is_empty() {
                return None;
            }
        }
        let outcome = self.outcome_of_the_stuck();
        if outcome.is_none() {
            moves.push(Move::PASS);
        }
        outcome
    }

    #[inline]
    fn play_unchecked(&self, mv: Move<N>) -> Self {
        debug_assert!(self.is_legal(mv), "{mv} is illegal in {self:?}");
        let Board { mut players, pikachus, raichus } = self.board;
        // Without branches: for the pass each of these sets is empty.
        let change = SquareSet::of_number(mv.start_number()) ^ SquareSet::of_number(mv.end_number());
        let jumped = SquareSet::of_number_if(mv.is_jump(), mv.captured_number());
        let promoted = SquareSet::of_number_if(mv.is_promotion(), mv.end_number());
        let moved_within =
            |kind: SquareSet<W, N>| kind ^ change.only_if(kind.contains_number(mv.start_number()));
        let (us, them) = (self.turn, self.turn.other());
        players[us] = players[us] ^ change;
        players[them] = players[them] - jumped;
        let pikachus = moved_within(pikachus) - jumped - promoted;
        let raichus = (moved_within(raichus) - jumped) | promoted;
        self.with(Board { players, pikachus, raichus }, them)
    }

    fn is_legal(&self, mv: Move<N>) -> bool {
        if mv.is_pass() {
            return !self.can_move(self.turn) && self.outcome_of_the_stuck().is_none();
        }
        let board = SquareSet::<W, N>::board(self.size());
        let on_board = |at| at < 64 * W && board.contains_number(at);
        self.has_both_players()
            && on_board(mv.start_number())
            && on_board(mv.end_number())
            && self.judge(mv.from(), mv.to()) == Ok(mv)
    }

    #[inline]
    fn may_win_at_once(&self) -> bool {
        self.board.players[self.turn.other()].len() <= 1
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.has_both_players() && self.can_move(self.turn) { None } else { self.outcome_of_the_stuck() }
    }

    #[inline(always)]
    fn count_moves(&self) -> u64 {
        let moves = if W == 1 { self.count_inline() } else { self.count_apart() };
        if moves > 0 && !self.board.players[self.turn.other()].is_empty() {
            return moves;
        }
        // A copy, so that the position itself can stay in registers.
        let stuck = self.clone();
        u64::from(stuck.outcome_of_the_stuck().is_none())
    }
}
