//! The evaluation of Abalone on 37 cells.

use abalone::{Abalone, Cell, CellSet, Direction, Move};
use game::{CellId, Game, Layout as _, Player, Point, Position, Symmetry};

use engine::{Assignment, PHASES, Play, Tally, Weights};

use crate::{AbalonePlay, actions, assignment, reference};

engine::terms! {
    TOKEN = "token";
    TO_MOVE = "to move";
    MIDDLE = "token in the middle";
    CENTRE = "token in the centre";
    RIM = "token on the rim";
    CORNER = "token in a corner";
    NEIGHBOURS = "neighbours";
    LINE_OF_THREE = "line of three";
    LONE = "lone token";
    CHOICE = "choice of moves";
    PUSHABLE = "token that can be pushed";
    OURS_THREATENED = "our threatened token";
    THEIRS_THREATENED = "their threatened token";
    RIM_CONTACT = "rim token beside an enemy";
    CONTACT = "token beside an enemy";
    /// The first of three: the first, second and third token lost.
    LOST = "first token lost", "second token lost", "third token lost";
}

/// The cells within 0, 1 and 2 steps of the middle.
const AROUND: [CellSet; 3] =
    [CellSet::around_middle(0), CellSet::around_middle(1), CellSet::around_middle(2)];
const CORNERS: CellSet = CellSet::corners();
/// One direction for each of the three axes.
const LINES: [Direction; 3] = [Direction::East, Direction::SouthEast, Direction::SouthWest];
/// The number of tokens of each side at the start.
const FULL: i32 = 11;
/// Each token off the board moves the phase this far towards the ending.
const PHASES_A_TOKEN: i32 = 2;

impl Play for AbalonePlay {
    type Position = Abalone;

    const MOVE_CODES: usize = actions::MOVE_CODES;

    fn action_paths(_: &Abalone) -> Vec<Vec<CellId>> {
        actions::paths()
    }

    #[inline]
    fn move_code(mv: Move) -> Option<usize> {
        Some(actions::move_code(mv))
    }

    fn player_two_view() -> Option<Symmetry> {
        Some(Abalone::HALF_TURN)
    }

    const HOW_TO: &'static str = include_str!("../../how-to-play.toml");
    const TERMS: &'static [&'static str] = TERM_NAMES;
    const WEIGHTS: &'static str = include_str!("../../data/weights.txt");
    const FIRST_WEIGHTS: &'static str = include_str!("../../data/weights-first.txt");
    const NETWORK: &'static [u8] = include_bytes!("../../data/network.bin");
    const UNIT: usize = TOKEN;
    const HISTORY_SIZE: usize = 37 * 37;
    const PIECE_TO_SIZE: usize = 37;
    const OPENING_PLIES: usize = 8;
    const REFERENCE_DEPTH: u8 = 4;
    const ASSIGNMENT: Assignment = assignment::ASSIGNMENT;
    const BENCH: &'static [(&'static str, &'static str)] =
        &[("abalone", include_str!("../../data/bench.txt"))];

    #[inline]
    fn opening(pos: &Abalone) -> i32 {
        let tokens = pos.tokens(Player::One).len() + pos.tokens(Player::Two).len();
        (PHASES - PHASES_A_TOKEN * (2 * FULL - tokens as i32)).clamp(0, PHASES)
    }

    #[inline]
    fn tally(pos: &Abalone, tally: &mut impl Tally) {
        let (us, them) = (pos.turn(), pos.turn().other());
        let passed = pos.passed();
        let (ours, theirs) = (pos.tokens(us), pos.tokens(them));
        tally.add(TO_MOVE, 1);
        count(ours, theirs, 1, tally);
        count(theirs, ours, -1, tally);
        tally.add(CHOICE, pos.count_moves() as i32 - passed.count_moves() as i32);
        let [their_pushable, their_threatened] = pos.pushes();
        let [our_pushable, our_threatened] = passed.pushes();
        tally.add(PUSHABLE, our_pushable.len() as i32 - their_pushable.len() as i32);
        tally.add(OURS_THREATENED, our_threatened.len() as i32);
        tally.add(THEIRS_THREATENED, their_threatened.len() as i32);
    }

    #[inline]
    fn tactical_gain(weights: &Weights, pos: &Abalone, mv: Move) -> i32 {
        if pos.is_progress(mv) { weights.points(TOKEN) } else { 0 }
    }

    #[inline]
    fn history_index(_: &Abalone, mv: Move) -> usize {
        37 * Cell::id(mv.behind) + Cell::id(mv.front)
    }

    /// The destination of the token behind; all tokens are of one kind.
    #[inline]
    fn piece_to(_: &Abalone, mv: Move) -> usize {
        mv.front.id()
    }

    #[inline]
    fn is_irreversible(pos: &Abalone, mv: Move) -> bool {
        pos.is_progress(mv)
    }

    #[inline]
    fn null_move(pos: &Abalone) -> Option<Abalone> {
        Some(pos.passed())
    }

    /// The two cells separated by a blank: `A5 B4`.
    fn assignment_notation(mv: &str) -> String {
        match mv.split_at_checked(2) {
            Some((behind, front)) => format!("{behind} {front}"),
            None => mv.to_string(),
        }
    }

    /// The board changes behind the pair and in front of it; the cells touched are those of the
    /// pair.
    fn touched_between(pos: &Abalone, from: CellId, to: CellId) -> Vec<CellId> {
        let cells = pos.diagram().cells;
        let [a, b] = [from, to].map(|cell| cells[cell].center);
        let near = |p: Point| (p.x - (a.x + b.x) / 2.0).hypot(p.y - (a.y + b.y) / 2.0) < 0.01;
        let front = cells.iter().position(|cell| near(cell.center));
        std::iter::once(from).chain(front).collect()
    }

    fn reference_eval(pos: &Abalone) -> i32 {
        reference::evaluate(pos)
    }

    fn is_capture(pos: &Abalone, mv: Move) -> bool {
        pos.is_progress(mv)
    }
}

/// Counts the tokens of one side.
#[inline(always)]
fn count(tokens: CellSet, enemies: CellSet, sign: i32, tally: &mut impl Tally) {
    let len = |set: CellSet| sign * set.len() as i32;
    let [middle, centre, inner] = AROUND;
    let rim = tokens - inner;
    tally.add(TOKEN, len(tokens));
    tally.add(MIDDLE, len(tokens & middle));
    tally.add(CENTRE, len(tokens & centre));
    tally.add(RIM, len(rim));
    tally.add(CORNER, len(tokens & CORNERS));
    let mut supported = CellSet::default();
    let mut touched = CellSet::default();
    for there in LINES {
        let back = there.opposite();
        let fronts = tokens & tokens.shifted(there);
        tally.add(NEIGHBOURS, len(fronts));
        tally.add(LINE_OF_THREE, len(fronts & fronts.shifted(there)));
        supported = supported | fronts | fronts.shifted(back);
        touched = touched | enemies.shifted(there) | enemies.shifted(back);
    }
    tally.add(LONE, len(tokens - supported));
    tally.add(RIM_CONTACT, len(rim & touched));
    tally.add(CONTACT, len(tokens & touched));
    let lost = FULL - tokens.len() as i32;
    for (i, more_than) in (0..3).enumerate() {
        tally.add(LOST + i, sign * i32::from(lost > more_than));
    }
}
