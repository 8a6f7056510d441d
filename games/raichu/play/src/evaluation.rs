//! The evaluation of Raichu, on boards of all sizes.

use game::{CellId, Game, Player, Position, Symmetry};
use raichu::{Kind, Move, Raichu, Reach, Square, SquareSet};

use engine::{ALL_KEPT, Assignment, PHASES, Play, SearchParams, Strengths, Tally, Weights, strengths};

use crate::{RaichuPlay, actions, assignment, reference};

engine::terms! {
    PICHU = "Pichu";
    PIKACHU = "Pikachu";
    RAICHU = "Raichu";
    TO_MOVE = "to move";
    SHORT_MOVE = "move of Pichus and Pikachus";
    RAICHU_SQUARE = "square for Raichus";
    SAFE_RAICHU_SQUARE = "safe square for Raichus";
    PICHU_AT_THE_SIDE = "Pichu at the side";
    PIKACHU_AT_THE_SIDE = "Pikachu at the side";
    RAICHU_AT_THE_RIM = "Raichu at the rim";
    RAICHU_IN_A_CORNER = "Raichu in a corner";
    ONLY_RAICHU = "the only Raichus";
    LEAD = "lead among few";
    /// Three each, by kind.
    OURS_THREATENED = "our threatened Pichu", "our threatened Pikachu", "our threatened Raichu";
    THEIRS_THREATENED = "their threatened Pichu", "their threatened Pikachu", "their threatened Raichu";
    /// By the number of rows to go, from one.
    PICHU_TO_GO =
        "Pichu with 1 to go", "Pichu with 2 to go", "Pichu with 3 to go", "Pichu with 4 to go",
        "Pichu with 5 to go";
    PIKACHU_TO_GO =
        "Pikachu with 1 to go", "Pikachu with 2 to go", "Pikachu with 3 to go", "Pikachu with 4 to go",
        "Pikachu with 5 to go", "Pikachu with 6 to go";
    /// The second, the third and the fourth.
    MORE_RAICHUS = "second Raichu", "third Raichu", "fourth Raichu";
}

const PICHU_ROWS: usize = 5;
const PIKACHU_ROWS: usize = 6;

/// Rough values of the pieces, to determine the lead.
const ROUGH_WORTH: [u32; 3] = [2, 3, 9];
/// The fraction of a lead that is kept, in sixteenths, if both sides have Raichus: a row for each
/// number of pieces of the weaker side, from 0, and a column for each further piece of the
/// stronger. Three pieces do not catch a Raichu: an exhaustive search of three Raichus against one
/// on 8 × 8 finds a forced win only if one is jumped at once or the lone one is trapped in a
/// corner. The other entries follow the frequency of decisive games from there.
const KEPT: [[i32; 6]; 7] = [
    [16, 16, 16, 16, 16, 16],
    [0, 0, 2, 8, 13, 16],
    [0, 1, 4, 10, 14, 16],
    [2, 4, 8, 11, 14, 16],
    [6, 8, 10, 12, 14, 16],
    [10, 11, 12, 13, 14, 16],
    [13, 13, 14, 14, 15, 16],
];
/// The lead if one side has no pieces.
const WHOLE_LEAD: i64 = 64;

impl<const W: usize, const N: usize> Play for RaichuPlay<W, N> {
    type Position = Raichu<W, N>;

    const MOVE_CODES: usize = N.pow(4);

    fn action_paths(pos: &Raichu<W, N>) -> Vec<Vec<CellId>> {
        actions::paths(pos.size())
    }

    #[inline]
    fn move_code(mv: Move<N>) -> Option<usize> {
        Some(actions::move_code(mv))
    }

    fn player_two_view() -> Option<Symmetry> {
        Some(Raichu::<W, N>::HALF_TURN)
    }

    const HOW_TO: &'static str = include_str!("../../how-to-play.toml");
    const TERMS: &'static [&'static str] = TERM_NAMES;
    const WEIGHTS: &'static str = include_str!("../../data/weights.txt");
    const FIRST_WEIGHTS: &'static str = include_str!("../../data/weights-first.txt");
    const UNIT: usize = PICHU;
    const HISTORY_SIZE: usize = N * N * N * N;
    const PIECE_TO_SIZE: usize = 3 * N * N;
    /// Raichus appear and disappear within a few moves, so evaluations swing widely.
    const SEARCH: SearchParams = SearchParams::DEFAULT.with_margins_scaled(200);
    const OPENING_PLIES: usize = 8;
    const REFERENCE_DEPTH: u8 = 6;
    const IS_USUAL_BOARD: bool = N == 8;
    const TABLE_PIECES: u32 = 4;
    /// All positions with 2 and 3 pieces on 8 × 8.
    const EMBEDDED_TABLES: &'static [u8] =
        if W == 1 { include_bytes!("../../data/tables.pack") } else { &[] };
    const ASSIGNMENT: Assignment = assignment::ASSIGNMENT;
    const BENCH: &'static [(&'static str, &'static str)] = &[
        ("raichu", include_str!("../../data/bench-8.txt")),
        ("raichu:10", include_str!("../../data/bench-10.txt")),
    ];
    /// Exchanges lead to draws almost by themselves, so playing for a win needs a high contempt.
    const CONTEMPT: i32 = 150;
    /// Between weak players most games are drawn, so their levels are further apart.
    const STRENGTHS: Strengths = strengths(
        [40, 200, 1_500, 3_500, 7_000, 14_000, 45_000, 60_000, 240_000],
        [3_000, 250, 20, 12, 6, 3, 1, 0, 0],
        [0; 9],
    );

    /// A board of n × n starts with 2n pieces.
    #[inline]
    fn opening(pos: &Raichu<W, N>) -> i32 {
        let pieces: u32 =
            Player::ALL.iter().flat_map(|&p| Kind::ALL.map(|kind| pos.pieces(p, kind).len())).sum();
        (pieces as i32 * PHASES / (2 * pos.size() as i32)).min(PHASES)
    }

    /// A Raichu that is hunted by few pieces can escape for ever.
    #[inline]
    fn kept(pos: &Raichu<W, N>) -> i32 {
        let len = |player| Kind::ALL.iter().map(|&kind| pos.pieces(player, kind).len()).sum::<u32>();
        let [one, two] = Player::ALL.map(len);
        let (least, lead) = (one.min(two) as usize, one.abs_diff(two) as usize);
        if least >= KEPT.len() {
            return ALL_KEPT;
        }
        let both_have_raichus =
            Player::ALL.iter().all(|&player| !pos.pieces(player, Kind::Raichu).is_empty());
        if both_have_raichus { KEPT[least][lead.min(5)] } else { ALL_KEPT }
    }

    #[inline]
    fn tally(pos: &Raichu<W, N>, tally: &mut impl Tally) {
        let (us, them) = (pos.turn(), pos.turn().other());
        let (ours, theirs) = (Side::of(pos, us), Side::of(pos, them));
        tally.add(TO_MOVE, 1);
        ours.count(&theirs, 1, tally);
        theirs.count(&ours, -1, tally);
        for kind in 0..3 {
            tally.add(OURS_THREATENED + kind, ours.threatened(&theirs, kind));
            tally.add(THEIRS_THREATENED + kind, theirs.threatened(&ours, kind));
        }
        let (own, other) = (ours.worth(), theirs.worth());
        if own != other {
            tally.add(LEAD, (WHOLE_LEAD * (own - other) / (own + other).max(1)) as i32);
        }
    }

    #[inline]
    fn tactical_gain(weights: &Weights, pos: &Raichu<W, N>, mv: Move<N>) -> i32 {
        let worth = |kind: Kind| weights.points(kind as usize);
        let promoted =
            if mv.is_promotion() { worth(Kind::Raichu) - worth(pos.kind_at(mv.from())) } else { 0 };
        promoted + mv.captured().map_or(0, |square| worth(pos.kind_at(square)))
    }

    #[inline]
    fn history_index(_: &Raichu<W, N>, mv: Move<N>) -> usize {
        mv.from().index(N) * N * N + mv.to().index(N)
    }

    /// The kind of the piece, and its destination.
    #[inline]
    fn piece_to(pos: &Raichu<W, N>, mv: Move<N>) -> usize {
        pos.kind_at(mv.from()) as usize * N * N + mv.to().index(N)
    }

    #[inline]
    fn is_irreversible(pos: &Raichu<W, N>, mv: Move<N>) -> bool {
        pos.is_progress(mv)
    }

    /// There is nearly always a harmless move, except with very few pieces.
    #[inline]
    fn null_move(pos: &Raichu<W, N>) -> Option<Raichu<W, N>> {
        let pieces: u32 = Kind::ALL.iter().map(|&kind| pos.pieces(pos.turn(), kind).len()).sum();
        (pieces > 2).then(|| pos.passed())
    }

    fn reference_eval(pos: &Raichu<W, N>) -> i32 {
        reference::evaluate(pos)
    }

    fn is_capture(_: &Raichu<W, N>, mv: Move<N>) -> bool {
        mv.is_jump()
    }
}

/// The pieces of one player, and their reach.
struct Side<const W: usize, const N: usize> {
    pieces: [SquareSet<W, N>; 3],
    reach: Reach<W, N>,
    player: Player,
    size: usize,
}

impl<const W: usize, const N: usize> Side<W, N> {
    #[inline(always)]
    fn of(pos: &Raichu<W, N>, player: Player) -> Self {
        let pieces = Kind::ALL.map(|kind| pos.pieces(player, kind));
        Side { pieces, reach: pos.reach(player), player, size: pos.size() }
    }

    #[inline(always)]
    fn count(&self, enemy: &Self, sign: i32, tally: &mut impl Tally) {
        let [pichus, pikachus, raichus] = self.pieces;
        tally.add(PICHU, sign * pichus.len() as i32);
        tally.add(PIKACHU, sign * pikachus.len() as i32);
        tally.add(SHORT_MOVE, sign * self.reach.short_moves as i32);
        for square in pichus.iter() {
            let to_go = self.to_go(square);
            if (1..=PICHU_ROWS).contains(&to_go) {
                tally.add(PICHU_TO_GO + to_go - 1, sign);
            }
            tally.add(PICHU_AT_THE_SIDE, sign * i32::from(self.is_outer(square.column())));
        }
        for square in pikachus.iter() {
            let to_go = self.to_go(square);
            if (1..=PIKACHU_ROWS).contains(&to_go) {
                tally.add(PIKACHU_TO_GO + to_go - 1, sign);
            }
            tally.add(PIKACHU_AT_THE_SIDE, sign * i32::from(self.is_outer(square.column())));
        }
        if !raichus.is_empty() {
            tally.add(RAICHU, sign * raichus.len() as i32);
            for i in 0..3 {
                tally.add(MORE_RAICHUS + i, sign * i32::from(raichus.len() > i as u32 + 1));
            }
            let squares = self.reach.raichu_squares;
            let safe = squares - enemy.reach.danger[Kind::Raichu as usize];
            tally.add(RAICHU_SQUARE, sign * squares.len() as i32);
            tally.add(SAFE_RAICHU_SQUARE, sign * safe.len() as i32);
            for square in raichus.iter() {
                let rims = i32::from(self.is_outer(square.column())) + i32::from(self.is_outer(square.row()));
                tally.add(RAICHU_AT_THE_RIM, sign * (rims & 1));
                tally.add(RAICHU_IN_A_CORNER, sign * (rims >> 1));
            }
            let alone = enemy.pieces[Kind::Raichu as usize].is_empty();
            tally.add(ONLY_RAICHU, sign * i32::from(alone));
        }
    }

    /// The number of pieces of a kind that the enemy could jump.
    #[inline(always)]
    fn threatened(&self, enemy: &Self, kind: usize) -> i32 {
        (self.pieces[kind] & enemy.reach.danger[kind]).len() as i32
    }

    /// The number of rows ahead of a piece.
    #[inline(always)]
    fn to_go(&self, square: Square) -> usize {
        match self.player {
            Player::One => self.size - 1 - square.row(),
            Player::Two => square.row(),
        }
    }

    /// Whether a row or column is the first or the last.
    #[inline(always)]
    fn is_outer(&self, line: usize) -> bool {
        line == 0 || line == self.size - 1
    }

    #[inline(always)]
    fn worth(&self) -> i64 {
        self.pieces.iter().zip(ROUGH_WORTH).map(|(set, worth)| i64::from(set.len() * worth)).sum()
    }
}
