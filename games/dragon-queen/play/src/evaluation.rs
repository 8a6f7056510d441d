//! The evaluation of The Dragon Queen.

use dragon_queen::{DragonQueen, Move, Piece, SquareSet};
use game::{CellId, Player, Position};

use engine::{Assignment, PHASES, Play, Strengths, Tally, Weights, strengths};

use crate::{DragonQueenPlay, actions, assignment, reference};

engine::terms! {
    DRAGON = "Dragon";
    WIGHT = "Wight";
    TO_MOVE = "to move";
    /// The first of three; the first row has no term.
    QUEEN_ROW = "Queen on rank 4", "Queen on rank 3", "Queen on rank 2";
    QUEEN_AT_THE_SIDE = "Queen at the side";
    QUEEN_IN_DANGER = "Queen in danger";
    QUEEN_SQUARE = "safe square for the Queen";
    QUEEN_WAY = "safe square ahead of the Queen";
    WIGHT_BELOW = "Wight below the Queen";
    WATCHED_BELOW = "watched square below the Queen";
    DRAGON_BELOW = "Dragon below the Queen";
    DRAGON_BESIDE = "Dragon beside the Queen";
    WIGHT_BESIDE = "Wight beside the Queen";
    GUARDED_WIGHT = "guarded Wight";
    /// Two each: on the Queen's turn and on the Wights'.
    DRAGON_IN_DANGER = "Dragon in danger, Queen's turn", "Dragon in danger, Wights' turn";
    WIGHT_IN_DANGER = "Wight in danger, Queen's turn", "Wight in danger, Wights' turn";
    QUEENS_SIDE = "Queen's side";
}

/// More than all pieces together.
const WIN: i32 = 10_000;
/// The files a and e.
const SIDES: [usize; 2] = [0, 4];

/// Positive weights are good for the Queen.
impl Play for DragonQueenPlay {
    type Position = DragonQueen;

    const MOVE_CODES: usize = actions::MOVE_CODES;

    fn action_paths(_: &DragonQueen) -> Vec<Vec<CellId>> {
        actions::paths()
    }

    #[inline]
    fn move_code(mv: Move) -> Option<usize> {
        Some(actions::move_code(mv))
    }

    const HOW_TO: &'static str = include_str!("../../how-to-play.toml");
    const TERMS: &'static [&'static str] = TERM_NAMES;
    const WEIGHTS: &'static str = include_str!("../../data/weights.txt");
    const FIRST_WEIGHTS: &'static str = include_str!("../../data/weights-first.txt");
    const NETWORK: &'static [u8] = include_bytes!("../../data/network.bin");
    const UNIT: usize = WIGHT;
    const HISTORY_SIZE: usize = 25 * 25;
    const PIECE_TO_SIZE: usize = 2 * 25;
    /// The length of the known drawn openings.
    const OPENING_PLIES: usize = 6;
    const FEW_DRAWS: bool = true;
    const DRAWN_OPENINGS: &'static str = include_str!("../../data/openings.txt");
    const REFERENCE_DEPTH: u8 = 6;
    /// All pieces.
    const TABLE_PIECES: u32 = 9;
    const ASSIGNMENT: Assignment = assignment::ASSIGNMENT;
    const BENCH: &'static [(&'static str, &'static str)] =
        &[("dragon-queen", include_str!("../../data/bench.txt"))];
    /// The game is short, and its draws are found by search: no contempt is needed.
    const CONTEMPT: i32 = 0;
    /// Results depend on depth rather than on evaluation.
    const STRENGTHS: Strengths = strengths(
        [20, 80, 350, 1_500, 5_000, 15_000, 45_000, 120_000, 300_000],
        [500, 600, 130, 40, 15, 6, 3, 1, 0],
        [60, 10, 0, 0, 0, 0, 0, 0, 0],
    );

    /// There are three Dragons and five Wights at the start.
    #[inline]
    fn opening(pos: &DragonQueen) -> i32 {
        let pieces = pos.board().pieces(Piece::Dragon) | pos.board().pieces(Piece::Wight);
        (2 * pieces.len() as i32).min(PHASES)
    }

    #[inline]
    fn tally(pos: &DragonQueen, tally: &mut impl Tally) {
        let (sign, turn) = if pos.turn() == Player::One { (1, 0) } else { (-1, 1) };
        let board = pos.board();
        let [dragons, wights] = [Piece::Dragon, Piece::Wight].map(|piece| board.pieces(piece));
        let len = |set: SquareSet| sign * set.len() as i32;
        tally.add(TO_MOVE, 1);
        tally.add(QUEENS_SIDE, sign);
        tally.add(DRAGON, len(dragons));
        tally.add(WIGHT, len(wights));
        let Some(queen) = board.pieces(Piece::Queen).first() else { return };
        let here = SquareSet::of(queen);
        let around = here.straight_neighbours() | here.diagonal_neighbours();
        let below = SquareSet::below(queen);
        let watched = wights.diagonal_neighbours();
        if let Some(row @ 0..3) = queen.row().checked_sub(1) {
            tally.add(QUEEN_ROW + row, sign);
        }
        tally.add(QUEEN_AT_THE_SIDE, sign * i32::from(SIDES.contains(&queen.column())));
        tally.add(QUEEN_IN_DANGER, len(here & watched));
        let safe = around - dragons - watched;
        tally.add(QUEEN_SQUARE, len(safe));
        tally.add(QUEEN_WAY, len(safe & below));
        tally.add(WIGHT_BELOW, len(wights & below));
        tally.add(WATCHED_BELOW, len(watched & below));
        tally.add(DRAGON_BELOW, len(dragons & below));
        tally.add(DRAGON_BESIDE, len(dragons & around));
        tally.add(WIGHT_BESIDE, len(wights & around));
        tally.add(GUARDED_WIGHT, len(wights & watched));
        let court = dragons | here;
        let reached = court.straight_neighbours() | court.diagonal_neighbours();
        tally.add(DRAGON_IN_DANGER + turn, len(dragons & watched));
        tally.add(WIGHT_IN_DANGER + turn, len(wights & reached));
    }

    #[inline]
    fn tactical_gain(weights: &Weights, pos: &DragonQueen, mv: Move) -> i32 {
        match pos.board().piece_at(mv.to()) {
            Some(Piece::Queen) => WIN,
            _ if SquareSet::BOTTOM.contains(mv.to())
                && pos.board().pieces(Piece::Queen).contains(mv.from()) =>
            {
                WIN
            }
            None => 0,
            Some(Piece::Dragon) => weights.points(DRAGON).abs().max(1),
            Some(Piece::Wight) => weights.points(WIGHT).abs().max(1),
        }
    }

    #[inline]
    fn history_index(_: &DragonQueen, mv: Move) -> usize {
        25 * mv.from().cell() + mv.to().cell()
    }

    /// The kind of the piece, and its destination.
    #[inline]
    fn piece_to(pos: &DragonQueen, mv: Move) -> usize {
        let is_queen = usize::from(pos.board().pieces(Piece::Queen).contains(mv.from()));
        25 * is_queen + mv.to().cell()
    }

    #[inline]
    fn is_irreversible(pos: &DragonQueen, mv: Move) -> bool {
        !pos.board().empty().contains(mv.to())
    }

    fn reference_eval(pos: &DragonQueen) -> i32 {
        reference::evaluate(pos)
    }

    fn is_capture(pos: &DragonQueen, mv: Move) -> bool {
        pos.board().piece_at(mv.to()).is_some()
    }
}
