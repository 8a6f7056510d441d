//! Generating moves.

use game::{Player, push_each};

use crate::board::View;
use crate::direction::Direction;
use crate::moves::{Move, Shape};
use crate::piece::Kind;
use crate::square_set::SquareSet;

impl<const W: usize, const N: usize> View<W, N> {
    /// Adds every move of `player`, whose view this is. Most moves are plain steps, so these come
    /// first and without branches; a single test shows whether there are others.
    #[inline(always)]
    pub(crate) fn generate(&self, player: Player, size: usize, moves: &mut Vec<Move<N>>) {
        // Not in loops: unrolled, each direction is a constant.
        let last_row = SquareSet::last_row(player, size);
        let [a, b] = Direction::of_pichus(player);
        let [c, d, e] = Direction::of_pikachus(player);
        let rest = self.plain_steps(Kind::Pichu, a, last_row, moves)
            | self.plain_steps(Kind::Pichu, b, last_row, moves)
            | self.plain_steps(Kind::Pikachu, c, last_row, moves)
            | self.plain_steps(Kind::Pikachu, d, last_row, moves)
            | self.plain_steps(Kind::Pikachu, e, last_row, moves);
        if !rest.is_empty() {
            self.promotions_and_jumps(Kind::Pichu, a, last_row, moves);
            self.promotions_and_jumps(Kind::Pichu, b, last_row, moves);
            self.promotions_and_jumps(Kind::Pikachu, c, last_row, moves);
            self.promotions_and_jumps(Kind::Pikachu, d, last_row, moves);
            self.promotions_and_jumps(Kind::Pikachu, e, last_row, moves);
        }
        for from in self.pieces[Kind::Raichu as usize].numbers() {
            self.raichu(from, moves);
        }
    }

    /// Adds the steps of Pichus or Pikachus that do not promote, and returns the ends of other
    /// moves.
    #[inline(always)]
    fn plain_steps(
        &self,
        kind: Kind,
        dir: Direction,
        last_row: SquareSet<W, N>,
        moves: &mut Vec<Move<N>>,
    ) -> SquareSet<W, N> {
        let (empty, prey) = (self.empty, self.prey[kind as usize]);
        let first = self.pieces[kind as usize].step(dir);
        let one = first & empty;
        write(one - last_row, shape::<W, N>(dir, 1, None), moves);
        if kind == Kind::Pichu {
            return one & last_row | (first & prey).step(dir) & empty;
        }
        let second = one.step(dir);
        let two = second & empty;
        write(two - last_row, shape::<W, N>(dir, 2, None), moves);
        (one | two) & last_row | ((first | second) & prey).step(dir) & empty
    }

    /// Adds the moves that [`plain_steps`](View::plain_steps) leaves out.
    #[inline(always)]
    fn promotions_and_jumps(
        &self,
        kind: Kind,
        dir: Direction,
        last_row: SquareSet<W, N>,
        moves: &mut Vec<Move<N>>,
    ) {
        let (empty, prey) = (self.empty, self.prey[kind as usize]);
        let first = self.pieces[kind as usize].step(dir);
        let one = first & empty;
        let jump = (first & prey).step(dir) & empty;
        push(one & last_row, shape::<W, N>(dir, 1, None), last_row, moves);
        push(jump, shape::<W, N>(dir, 2, Some(1)), last_row, moves);
        if kind == Kind::Pikachu {
            let second = one.step(dir);
            push(second & empty & last_row, shape::<W, N>(dir, 2, None), last_row, moves);
            push(jump.step(dir) & empty, shape::<W, N>(dir, 3, Some(2)), last_row, moves);
            push((second & prey).step(dir) & empty, shape::<W, N>(dir, 3, Some(1)), last_row, moves);
        }
    }

    #[inline(never)]
    fn raichu(&self, from: usize, moves: &mut Vec<Move<N>>) {
        let slides = SquareSet::of_number(from).slides(self.empty, self.prey[Kind::Raichu as usize]);
        let quiet = slides.iter().fold(SquareSet::<W, N>::EMPTY, |all, slide| all | slide.quiet);
        moves.extend(quiet.numbers().map(|to| Move::new(from, to, None, false)));
        for slide in slides {
            // One Raichu hits at most one piece in each direction.
            if let Some(over) = slide.hits.numbers().next() {
                moves.extend(slide.landing.numbers().map(|to| Move::new(from, to, Some(over), false)));
            }
        }
    }
}

/// The moves of `steps` steps over the piece `over` steps before the end.
#[inline(always)]
fn shape<const W: usize, const N: usize>(dir: Direction, steps: isize, over: Option<isize>) -> Shape {
    let distance = SquareSet::<W, N>::distance(dir);
    Shape::new(distance * steps, over.map(|steps| distance * steps))
}

/// Adds the moves of one shape, of which there are usually none.
#[inline(always)]
fn push<const W: usize, const N: usize>(
    ends: SquareSet<W, N>,
    shape: Shape,
    last_row: SquareSet<W, N>,
    moves: &mut Vec<Move<N>>,
) {
    for to in ends.numbers() {
        moves.push(shape.ending_on(to, last_row.contains_number(to)));
    }
}

/// Adds the moves of one shape.
#[inline(always)]
fn write<const W: usize, const N: usize>(ends: SquareSet<W, N>, shape: Shape, moves: &mut Vec<Move<N>>) {
    for (i, word) in ends.words().into_iter().enumerate() {
        // Most words of a set with many words are zero.
        if W == 1 || word != 0 {
            push_each(moves, word, |bit| shape.ending_on(64 * i + bit, false));
        }
    }
}
