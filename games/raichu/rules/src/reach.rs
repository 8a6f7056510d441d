//! The reach and the threats of pieces, for evaluation.

use game::Player;

use crate::board::View;
use crate::direction::Direction;
use crate::piece::Kind;
use crate::position::Raichu;
use crate::square_set::SquareSet;

/// The possible actions of a player's pieces, as if that player were to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach<const W: usize, const N: usize> {
    /// The squares where an enemy of each [`Kind`] can be jumped, or could be if it were there.
    pub danger: [SquareSet<W, N>; 3],
    /// The number of moves of Pichus and Pikachus.
    pub short_moves: u32,
    /// The squares that Raichus reach without a jump.
    pub raichu_squares: SquareSet<W, N>,
}

impl<const W: usize, const N: usize> Raichu<W, N> {
    /// The possible actions of `player`'s pieces.
    #[must_use]
    #[inline]
    pub fn reach(&self, player: Player) -> Reach<W, N> {
        match player {
            Player::One => self.view(Player::One).reach(Player::One),
            Player::Two => self.view(Player::Two).reach(Player::Two),
        }
    }
}

impl<const W: usize, const N: usize> View<W, N> {
    #[inline(always)]
    fn reach(&self, player: Player) -> Reach<W, N> {
        let mut short_moves = 0;
        let mut by_pichus = SquareSet::EMPTY;
        for dir in Direction::of_pichus(player) {
            let first = self.pieces[Kind::Pichu as usize].step(dir);
            by_pichus = by_pichus | first & self.empty.step(dir.opposite());
            short_moves += self.short_moves(Kind::Pichu, dir)[0].len();
        }
        let mut by_pikachus = SquareSet::EMPTY;
        for dir in Direction::of_pikachus(player) {
            let first = self.pieces[Kind::Pikachu as usize].step(dir);
            let reached = first | (first & self.empty).step(dir);
            by_pikachus = by_pikachus | reached & self.empty.step(dir.opposite());
            let [near, far] = self.short_moves(Kind::Pikachu, dir);
            short_moves += near.len() + far.len();
        }
        let raichus = self.pieces[Kind::Raichu as usize];
        let mut by_raichus = SquareSet::EMPTY;
        let mut raichu_squares = SquareSet::EMPTY;
        if !raichus.is_empty() {
            let slides = raichus.slides(self.empty, self.prey[Kind::Raichu as usize]);
            for (dir, slide) in Direction::ALL.into_iter().zip(slides) {
                by_raichus = by_raichus | (slide.quiet | slide.hits) & self.empty.step(dir.opposite());
                raichu_squares = raichu_squares | slide.quiet;
            }
        }
        let to_pikachus = by_pikachus | by_raichus;
        Reach { danger: [by_pichus | to_pikachus, to_pikachus, by_raichus], short_moves, raichu_squares }
    }
}

#[cfg(test)]
mod tests {
    use game::playout::below;
    use game::{Position, mix};
    use rand::SeedableRng as _;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// The same, from the list of moves.
    fn slowly<const W: usize, const N: usize>(
        pos: &Raichu<W, N>,
    ) -> ([SquareSet<W, N>; 3], u32, SquareSet<W, N>) {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut jumped = [SquareSet::EMPTY; 3];
        let mut short_moves = 0;
        let mut raichu_squares = SquareSet::EMPTY;
        for mv in moves.iter().filter(|mv| !mv.is_pass()) {
            if let Some(square) = mv.captured() {
                let kind = pos.kind_at(square) as usize;
                jumped[kind] = jumped[kind] | SquareSet::of(square);
            }
            if pos.kind_at(mv.from()) != Kind::Raichu {
                short_moves += 1;
            } else if !mv.is_jump() {
                raichu_squares = raichu_squares | SquareSet::of(mv.to());
            }
        }
        (jumped, short_moves, raichu_squares)
    }

    fn check<const W: usize, const N: usize>(size: usize) {
        let mut moves = Vec::new();
        for game in 0..40 {
            let mut rng = ChaCha8Rng::seed_from_u64(mix(game));
            let mut pos = Raichu::<W, N>::start_of(size).unwrap();
            for _ in 0..80 {
                if pos.legal_moves(&mut moves).is_some() {
                    break;
                }
                let reach = pos.reach(pos.turn());
                let enemies = Kind::ALL.map(|kind| pos.pieces(pos.turn().other(), kind));
                let jumped = [0, 1, 2].map(|kind| reach.danger[kind] & enemies[kind]);
                assert_eq!((jumped, reach.short_moves, reach.raichu_squares), slowly(&pos), "{pos:?}");
                pos = pos.play_unchecked(moves[below(&mut rng, moves.len())]);
            }
        }
    }

    #[test]
    fn what_pieces_reach_is_what_their_moves_do() {
        check::<1, 8>(8);
        check::<4, 16>(10);
        check::<11, 26>(18);
    }
}
