//! What the engine wants to know about a game beyond its rules.

use environment::{pairs_of_cells, player_two_view};
use game::{CellId, Game, Symmetry};
use search::SearchParams;

use crate::assignment::Assignment;
use crate::defaults;
use crate::level::{Strengths, USUAL_STRENGTHS};
use crate::protocol::HubNotation;
use crate::weights::{Tally, Weights};

/// The moves of a game.
pub(crate) type Move<P> = <<P as Play>::Position as game::Position>::Move;

/// A game for the engine: a marker type, so that the rules know nothing of the engine and nothing stands in the way
/// of implementing it in a crate of its own. Everything has a default, so a game plays as soon as its rules do:
///
/// ```
/// use engine::{GameEntry, Play};
/// use game::toy::Toy;
///
/// struct ToyPlay;
///
/// impl Play for ToyPlay {
///     type Position = Toy;
/// }
///
/// static GAME: GameEntry = engine::entry::<ToyPlay>();
/// assert_eq!(GAME.info().name, "toy");
/// ```
///
/// The items come in nine groups: evaluation, move ordering, search, levels and play, the reference player, data,
/// environments, what people read, and the course's program.
pub trait Play: Sized + Send + Sync + 'static {
    /// The rules.
    type Position: Game;

    // Evaluation: terms that are counted, and weights that are fitted to results.

    /// The names of the evaluation's terms. A game without terms is judged by its material, each kind of piece worth the
    /// more the more moves it has in random games.
    const TERMS: &'static [&'static str] = &[];
    /// The weights that play, as a text of [`Weights`].
    const WEIGHTS: &'static str = "";
    /// The weights from before the first fit, as an opponent to measure the others by.
    const FIRST_WEIGHTS: &'static str = "";
    /// A learned evaluation, as `plywood learn` writes it. Where there is one, it plays in place of the terms.
    const NETWORK: &'static [u8] = &[];
    /// The term that counts the least piece, whose weight is a hundred by convention.
    const UNIT: usize = 0;

    /// The game phase: 16 in the opening, 0 in an ending.
    #[inline]
    fn opening(pos: &Self::Position) -> i32 {
        let _ = pos;
        crate::weights::PHASES
    }

    /// How many of 16 parts of its evaluation a position keeps: fewer where even a large lead does not win.
    #[inline]
    fn kept(pos: &Self::Position) -> i32 {
        let _ = pos;
        crate::weights::ALL_KEPT
    }

    /// Counts the terms of a position that is not over, from the view of the side to move. Playing and fitting share
    /// this code.
    #[inline]
    fn tally(pos: &Self::Position, tally: &mut impl Tally) {
        let _ = (pos, tally);
    }

    // Move ordering: see `search::MoveOrdering`, whose methods have the same names.

    /// How many numbers [`history_index`](Play::history_index) gives.
    const HISTORY_SIZE: usize = defaults::HISTORY_SIZE;
    /// How many numbers [`piece_to`](Play::piece_to) gives.
    const PIECE_TO_SIZE: usize = defaults::PIECE_TO_SIZE;

    /// What the move wins at once, in hundredths of the least piece; 0 for a quiet move.
    #[inline]
    fn tactical_gain(weights: &Weights, pos: &Self::Position, mv: Move<Self>) -> i32 {
        let _ = weights;
        defaults::tactical_gain(pos, mv)
    }

    /// The move's index into history, killers and countermoves: usually from and to.
    #[inline]
    fn history_index(pos: &Self::Position, mv: Move<Self>) -> usize {
        defaults::history_index(pos, mv)
    }

    /// The move's index into continuation history: usually the piece and where it goes.
    #[inline]
    fn piece_to(pos: &Self::Position, mv: Move<Self>) -> usize {
        defaults::piece_to(pos, mv)
    }

    /// Whether no earlier position can come again after the move.
    #[inline]
    fn is_irreversible(pos: &Self::Position, mv: Move<Self>) -> bool {
        // Without a rule about progress nothing is known of it.
        Self::Position::HOUSE_RULES.no_progress.is_some() && pos.is_progress(mv)
    }

    /// Whether captures are compulsory here, so that standing pat is no option.
    #[inline]
    fn must_capture(pos: &Self::Position) -> bool {
        let _ = pos;
        false
    }

    /// Whether there is plainly no noisy move.
    #[inline]
    fn is_quiet(pos: &Self::Position) -> bool {
        let _ = pos;
        false
    }

    /// The position after a null move, where passing is surely no better than the best move.
    #[inline]
    fn null_move(pos: &Self::Position) -> Option<Self::Position> {
        let _ = pos;
        None
    }

    // Search.

    /// The margins and depths of selective search.
    const SEARCH: SearchParams = SearchParams::DEFAULT;

    // Levels and play.

    /// How many points a player gives up rather than draw.
    const CONTEMPT: i32 = 40;
    /// What makes the levels, so that each is clearly stronger than the one below.
    const STRENGTHS: Strengths = USUAL_STRENGTHS;
    /// How many random plies an opening of a match has by default: enough for variety, few enough that the game is
    /// still open.
    const OPENING_PLIES: usize = 6;
    /// Whether hardly any position is a draw after a few random plies, so that openings must be chosen.
    const FEW_DRAWS: bool = false;

    // The reference player: a plain alpha-beta search of fixed depth that never changes, to measure others by.

    /// How many plies the reference player looks ahead.
    const REFERENCE_DEPTH: u8 = 4;

    /// The reference player's evaluation of a position that is not over, for the side to move, in hundredths of the
    /// least piece.
    fn reference_eval(pos: &Self::Position) -> i32 {
        defaults::material(pos)
    }

    /// Whether a move captures something. The reference player tries captures first.
    fn is_capture(pos: &Self::Position, mv: Move<Self>) -> bool {
        defaults::tactical_gain(pos, mv) > 0
    }

    // Data.

    /// Tables that are part of the program, packed as [`tablebase::write_pack`] does.
    const EMBEDDED_TABLES: &'static [u8] = &[];
    /// How many pieces the tables have that `table build` makes by default.
    const TABLE_PIECES: u32 = 2;
    /// The positions of `plywood bench`: the word for the game and its size, and lines of a depth and a position;
    /// other lines are empty or begin with `#`.
    const BENCH: &'static [(&'static str, &'static str)] = &[];
    /// Openings of [`OPENING_PLIES`](Play::OPENING_PLIES) plies that are known to be draws: lines of moves from the
    /// start.
    const DRAWN_OPENINGS: &'static str = "";
    /// Openings that players know by a name.
    const OPENING_SETS: &'static [OpeningSet] = &[];
    /// Whether the game's usual start is on this type of board; a game whose boards have several types says no for
    /// the others.
    const IS_USUAL_BOARD: bool = true;

    /// The cells that a player touches for a move after which a piece is gone from `from` and another stands on `to`:
    /// usually these two.
    fn touched_between(pos: &Self::Position, from: CellId, to: CellId) -> Vec<CellId> {
        let _ = pos;
        vec![from, to]
    }

    /// How the Hub protocol writes this game, if it can.
    const HUB: Option<HubNotation<Self::Position>> = None;

    // Environments for learners: see `environment::Encoding`, whose items have the same names.

    /// How many numbers [`move_code`](Play::move_code) gives.
    const MOVE_CODES: usize = 0;

    /// The paths of cells that player one may touch for a move on the board of `pos`, whatever stands on it: the table
    /// of actions. By default no cell, every cell, and every pair of cells.
    fn action_paths(pos: &Self::Position) -> Vec<Vec<CellId>> {
        pairs_of_cells(pos)
    }

    /// A number that tells the move from all others on the same board, whatever stands on it, so that its action is
    /// looked up only once.
    #[inline]
    fn move_code(mv: Move<Self>) -> Option<usize> {
        let _ = mv;
        None
    }

    /// The symmetry through which player two sees the board as player one does, if there is one. By default the first
    /// that exchanges the players.
    fn player_two_view() -> Option<Symmetry> {
        player_two_view::<Self::Position>()
    }

    // For people.

    /// How the game is played, with pictures and a guided tour, as TOML; see [`HowTo`](crate::HowTo). A game without one
    /// is explained by its layout.
    const HOW_TO: &'static str = "";

    // The course's program.

    /// The program `plywood GAME`: what the game's course asks for, or a game at the prompt.
    const ASSIGNMENT: Assignment = Assignment::NONE;

    /// A move as the game's course assignment writes it, from the text of [`Notation`](game::Notation).
    fn assignment_notation(mv: &str) -> String {
        mv.to_string()
    }
}

/// Openings that players know by a name, such as the three-move ballots of checkers.
#[derive(Clone, Copy, Debug)]
pub struct OpeningSet {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is, to follow "openings: ".
    pub description: &'static str,
    /// Every opening, as the texts of its moves from the start.
    pub lines: fn() -> Vec<Vec<String>>,
}

impl PartialEq for OpeningSet {
    fn eq(&self, other: &OpeningSet) -> bool {
        self.name == other.name
    }
}

impl Eq for OpeningSet {}

/// How often a position has each term.
#[must_use]
pub fn terms<P: Play>(pos: &P::Position) -> Vec<i32> {
    let mut counts = vec![0; P::TERMS.len()];
    P::tally(pos, &mut counts);
    counts
}
