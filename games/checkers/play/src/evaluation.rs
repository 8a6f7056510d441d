//! The evaluation of checkers.
//!
//! Everything is counted on sets of squares, for both sides by the same code, in which the forward
//! direction is a compile-time constant.

use checkers::{Checkers, Move, Square, SquareSet};
use game::{CellId, Game, Player, Position};

use engine::protocol::HubNotation;
use engine::{Assignment, OpeningSet, PHASES, Play, SearchParams, Strengths, Tally, Weights, strengths};

use crate::{CheckersPlay, actions, assignment, ballots, hub, reference};

engine::terms! {
    MAN = "man";
    KING = "king";
    TO_MOVE = "to move";
    CENTRE_KING = "king in the centre";
    EDGE_KING = "king on the edge";
    DOUBLE_CORNER_KING = "king in a double corner";
    SINGLE_CORNER_KING = "king in a single corner";
    TRAPPED_KING = "trapped king";
    BRIDGE = "bridge on the back row";
    FULL_BACK_ROW = "full back row";
    FREE_MAN = "free man";
    FREE_MAN_ROWS = "free man's row";
    STUCK_MAN = "stuck man";
    STEP = "step of a man";
    SAFE_STEP = "safe step of a man";
    SAFE_KING_STEP = "safe step of a king";
    THREATENED = "threatened piece";
    OPPOSITION = "opposition";
    AHEAD = "lead among few";
    BACKED = "man with support";
    /// The first of 28, for the squares 5 to 32 from Red's point of view.
    MAN_ON =
        "man on 5", "man on 6", "man on 7", "man on 8", "man on 9", "man on 10", "man on 11", "man on 12",
        "man on 13", "man on 14", "man on 15", "man on 16", "man on 17", "man on 18", "man on 19",
        "man on 20", "man on 21", "man on 22", "man on 23", "man on 24", "man on 25", "man on 26",
        "man on 27", "man on 28", "man on 29", "man on 30", "man on 31", "man on 32";
}

/// The centre of the board, symmetric for both sides.
const CENTRE: SquareSet = SquareSet::drawn(
    "
      .   .   .   .
    .   .   .   .
      .   x   x   .
    .   x   x   .
      .   x   x   .
    .   x   x   .
      .   .   .   .
    .   .   .   .
    ",
);
/// The double corners, where a king can move back and forth between two squares.
const DOUBLE_CORNERS: SquareSet = SquareSet::drawn(
    "
      x   .   .   .
    x   .   .   .
      .   .   .   .
    .   .   .   .
      .   .   .   .
    .   .   .   .
      .   .   .   x
    .   .   .   x
    ",
);
/// The single corners.
const SINGLE_CORNERS: SquareSet = SquareSet::drawn(
    "
      .   .   .   x
    .   .   .   .
      .   .   .   .
    .   .   .   .
      .   .   .   .
    .   .   .   .
      .   .   .   .
    x   .   .   .
    ",
);
/// The squares on the rim that are not corners.
const EDGES: SquareSet = SquareSet::drawn(
    "
      .   x   x   .
    .   .   .   .
      .   .   .   x
    x   .   .   .
      .   .   .   x
    x   .   .   .
      .   .   .   .
    .   x   x   .
    ",
);
/// Red's back row.
const BACK_ROW: SquareSet = SquareSet::row(7);
/// The two squares that guard Red's back row best: 30 and 32.
const GUARDS: SquareSet = SquareSet::drawn(
    "
      .   .   .   .
    .   .   .   .
      .   .   .   .
    .   .   .   .
      .   .   .   .
    .   .   .   .
      .   .   .   .
    .   x   .   x
    ",
);
/// The rows from which Red's men have an odd number of steps to the far row: Red's own system of
/// squares.
const RED_SYSTEM: SquareSet = SquareSet::drawn(
    "
      .   .   .   .
    x   x   x   x
      .   .   .   .
    x   x   x   x
      .   .   .   .
    x   x   x   x
      .   .   .   .
    x   x   x   x
    ",
);

/// The ending phase has at most this many pieces.
const ENDING: i32 = 4;
/// The opposition counts only with at most this many pieces.
const MOST_FOR_OPPOSITION: u32 = 12;

/// The term of a man by the index of its square, from Red's point of view.
const MAN_TERMS: [u8; 64] = {
    let mut terms = [MAN_ON as u8; 64];
    let mut i = 4;
    while i < Square::ALL.len() {
        terms[Square::ALL[i].index()] = (MAN_ON + i - 4) as u8;
        i += 1;
    }
    terms
};

/// One side and its view of the board.
struct Side<const RED: bool> {
    men: SquareSet,
    kings: SquareSet,
    enemies: SquareSet,
    enemy_kings: SquareSet,
    empty: SquareSet,
}

impl<const RED: bool> Side<RED> {
    const PLAYER: Player = if RED { Player::One } else { Player::Two };

    /// A set moved one step forward, on each of the two diagonals.
    #[inline(always)]
    fn ahead(set: SquareSet) -> [SquareSet; 2] {
        set.ahead(Self::PLAYER)
    }

    /// A set moved one step backward, on the same diagonals.
    #[inline(always)]
    fn behind(set: SquareSet) -> [SquareSet; 2] {
        set.ahead(Self::PLAYER.other())
    }

    /// The set from Red's point of view.
    #[inline(always)]
    const fn own_view(set: SquareSet) -> SquareSet {
        if RED { set } else { set.turned() }
    }

    /// Counts this side's terms, and returns its pieces that the enemy could jump now.
    #[inline(always)]
    fn count(&self, sign: i32, tally: &mut impl Tally) -> SquareSet {
        let count = |set: SquareSet| sign * set.len() as i32;
        let Side { men, kings, enemies, enemy_kings, empty } = *self;
        tally.add(MAN, count(men));
        for square in men {
            let square = if RED { square } else { square.turned() };
            tally.add(MAN_TERMS[square.index() & 63].into(), sign);
        }

        // The squares on which a piece of ours can be jumped, on each diagonal.
        let (enemies_ahead, empty_ahead) = (Self::behind(enemies), Self::behind(empty));
        let (kings_behind, empty_behind) = (Self::ahead(enemy_kings), Self::ahead(empty));
        let danger = [0, 1].map(|i| enemies_ahead[i] & empty_behind[i] | kings_behind[i] & empty_ahead[i]);
        let attacked = danger[0] | danger[1];

        // A man that steps can be jumped over the square that it has left, and across.
        let steps = Self::ahead(men).map(|set| set & empty);
        let safe = [0, 1].map(|i| steps[i] - enemies_ahead[i] - danger[1 - i]);
        tally.add(STEP, count(steps[0]) + count(steps[1]));
        tally.add(SAFE_STEP, count(safe[0]) + count(safe[1]));
        tally.add(STUCK_MAN, count(men - empty_ahead[0] - empty_ahead[1]));
        let own = men | kings;
        let backed = Self::ahead(own);
        tally.add(BACKED, count(men & backed[0]) + count(men & backed[1]));

        let back_row = const { Self::own_view(BACK_ROW) };
        let guards = const { Self::own_view(GUARDS) };
        let enemy_has_men = enemies != enemy_kings;
        tally.add(BRIDGE, sign * i32::from(enemy_has_men && men & guards == guards));
        tally.add(FULL_BACK_ROW, sign * i32::from(enemy_has_men && men & back_row == back_row));

        self.count_free_men(sign, tally);
        if !kings.is_empty() {
            tally.add(KING, count(kings));
            tally.add(CENTRE_KING, count(kings & CENTRE));
            tally.add(EDGE_KING, count(kings & EDGES));
            tally.add(DOUBLE_CORNER_KING, count(kings & DOUBLE_CORNERS));
            tally.add(SINGLE_CORNER_KING, count(kings & SINGLE_CORNERS));
            let good = empty - attacked;
            let [a, b] = Self::behind(good).map(|set| set & kings);
            let [c, d] = Self::ahead(good).map(|set| set & kings);
            tally.add(SAFE_KING_STEP, count(a) + count(b) + count(c) + count(d));
            tally.add(TRAPPED_KING, count(kings - (a | b | c | d)));
        }
        own & attacked
    }

    /// Men without an enemy on any of their ways to be crowned.
    #[inline(always)]
    fn count_free_men(&self, sign: i32, tally: &mut impl Tally) {
        let mut held = self.enemies;
        for _ in 0..6 {
            let [left, right] = Self::behind(held);
            held = held | left | right;
        }
        let free = self.men - held;
        if !free.is_empty() {
            tally.add(FREE_MAN, sign * free.len() as i32);
            let rows: i32 = Self::own_view(free).into_iter().map(|square| 7 - square.row() as i32).sum();
            tally.add(FREE_MAN_ROWS, sign * rows);
        }
    }
}

/// The terms of a position with Red to move or not.
#[inline(always)]
fn tally_for<const RED: bool, const OTHER: bool>(pos: &Checkers, tally: &mut impl Tally) {
    let turn = if RED { Player::One } else { Player::Two };
    let (ours, theirs, kings, empty) = (pos.pieces(turn), pos.pieces(turn.other()), pos.kings(), pos.empty());
    let us = Side::<RED> {
        men: ours - kings,
        kings: ours & kings,
        enemies: theirs,
        enemy_kings: theirs & kings,
        empty,
    };
    let them = Side::<OTHER> {
        men: theirs - kings,
        kings: theirs & kings,
        enemies: ours,
        enemy_kings: ours & kings,
        empty,
    };
    tally.add(TO_MOVE, 1);
    let threatened = us.count(1, tally);
    them.count(-1, tally);
    // Only our threatened pieces count: theirs would have to be captured, and the evaluation is
    // used in quiet positions only.
    tally.add(THREATENED, threatened.len() as i32);
    let (own, other) = (ours.len(), theirs.len());
    if own != other {
        // A lead counts for more with fewer pieces.
        tally.add(AHEAD, 24 * (own as i32 - other as i32) / (own + other) as i32);
    } else if own + other <= MOST_FOR_OPPOSITION {
        let system = if RED { RED_SYSTEM } else { !RED_SYSTEM };
        let odd = ((ours | theirs) & system).len() % 2 == 1;
        tally.add(OPPOSITION, if odd { 1 } else { -1 });
    }
}

impl Play for CheckersPlay {
    type Position = Checkers;

    const MOVE_CODES: usize = actions::MOVE_CODES;

    fn action_paths(_: &Checkers) -> Vec<Vec<CellId>> {
        actions::paths()
    }

    #[inline]
    fn move_code(mv: Move) -> Option<usize> {
        actions::move_code(mv)
    }

    const HOW_TO: &'static str = include_str!("../../how-to-play.toml");
    const TERMS: &'static [&'static str] = TERM_NAMES;
    const WEIGHTS: &'static str = include_str!("../../data/weights.txt");
    const FIRST_WEIGHTS: &'static str = include_str!("../../data/weights-first.txt");
    const NETWORK: &'static [u8] = include_bytes!("../../data/network.bin");
    const UNIT: usize = MAN;
    /// Correction history won 31 ± 14 Elo at 5 000 nodes.
    const SEARCH: SearchParams = SearchParams { correction_percent: 100, ..SearchParams::DEFAULT };
    const HISTORY_SIZE: usize = Square::TABLE_LEN * Square::TABLE_LEN;
    const PIECE_TO_SIZE: usize = 2 * Square::TABLE_LEN;
    /// As usual, but for the third level: a man is less of a lead than a token of other games.
    const STRENGTHS: Strengths = strengths(
        [40, 80, 400, 800, 1_600, 4_000, 12_000, 40_000, 120_000],
        [100, 150, 90, 30, 20, 12, 6, 3, 0],
        [60, 25, 0, 0, 0, 0, 0, 0, 0],
    );
    const OPENING_PLIES: usize = 6;
    const REFERENCE_DEPTH: u8 = 9;
    const TABLE_PIECES: u32 = 5;
    /// All positions with 2 to 4 pieces.
    const EMBEDDED_TABLES: &'static [u8] = include_bytes!("../../data/tables.pack");
    const BENCH: &'static [(&'static str, &'static str)] =
        &[("checkers", include_str!("../../data/bench.txt"))];
    const OPENING_SETS: &'static [OpeningSet] = ballots::SETS;
    const ASSIGNMENT: Assignment = assignment::ASSIGNMENT;
    const HUB: Option<HubNotation<Checkers>> = Some(hub::NOTATION);

    #[inline]
    fn opening(pos: &Checkers) -> i32 {
        let pieces = (pos.pieces(Player::One) | pos.pieces(Player::Two)).len();
        (pieces as i32 - ENDING).clamp(0, PHASES)
    }

    #[inline]
    fn tally(pos: &Checkers, tally: &mut impl Tally) {
        match pos.turn() {
            Player::One => tally_for::<true, false>(pos, tally),
            Player::Two => tally_for::<false, true>(pos, tally),
        }
    }

    #[inline]
    fn tactical_gain(weights: &Weights, pos: &Checkers, mv: Move) -> i32 {
        if !mv.is_jump() {
            return 0;
        }
        let kings = (mv.captured() & pos.kings()).len() as i32;
        let men = mv.captured().len() as i32 - kings;
        men * weights.points(MAN) + kings * weights.points(KING)
    }

    #[inline]
    fn history_index(_: &Checkers, mv: Move) -> usize {
        Square::TABLE_LEN * mv.from().index() + mv.to().index()
    }

    /// The kind of the piece, and its destination.
    #[inline]
    fn piece_to(pos: &Checkers, mv: Move) -> usize {
        let is_king = usize::from(pos.kings().contains(mv.from()));
        Square::TABLE_LEN * is_king + mv.to().index()
    }

    #[inline]
    fn is_irreversible(pos: &Checkers, mv: Move) -> bool {
        pos.is_progress(mv)
    }

    #[inline]
    fn must_capture(pos: &Checkers) -> bool {
        pos.must_jump()
    }

    #[inline]
    fn is_quiet(pos: &Checkers) -> bool {
        !pos.must_jump()
    }

    fn reference_eval(pos: &Checkers) -> i32 {
        reference::evaluate(pos)
    }

    fn is_capture(_: &Checkers, mv: Move) -> bool {
        mv.is_jump()
    }
}
