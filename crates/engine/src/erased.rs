//! A game and its positions with their types erased, so that no front end is generic over games.

mod game;
mod position;

use std::any::{Any, TypeId};
use std::marker::PhantomData;
use std::sync::Arc;

use ::game::{
    CellId, Diagram, Exact, HouseRules, Notation as _, Outcome, PlayedGame, Player, PositionErrors,
    SharedGame, Slice, Symmetry,
};
use environment::{Batch, BatchError, BatchOptions};
use search::{Score, SearchParams};
use tablebase::{Build, BuildError, BuildEvent, Forecast, GroupSolver};

use crate::fit::{FitOptions, FitProgress, FitReport};
use crate::learning::Learner;
use crate::legal_move::{InvalidMove, LegalMove};
use crate::level::{Level, Strength};
use crate::play::{OpeningSet, Play};
use crate::protocol::AnyHub;
use crate::reference::ReferencePlayer;
use crate::solving::ExactSolver;
use crate::tables::{AnyTables, TablesAt, TablesChoice};
use crate::think::{Thinker, ThinkerOptions};
use crate::weights::WeightsError;

/// A legal move of a position: its place in the list of the move generator, which is the same whenever it is asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveId(u16);

impl MoveId {
    /// The move at this place of the list.
    ///
    /// # Panics
    /// Panics if the place is beyond that of any position's moves.
    #[must_use]
    pub fn new(place: usize) -> MoveId {
        MoveId(u16::try_from(place).expect("no position has more than 65 535 moves"))
    }

    /// Its place in the list.
    #[must_use]
    pub fn place(self) -> usize {
        self.0.into()
    }
}

/// One game on one type of board, with its type erased: its properties, and the players and tools made for it.
pub trait AnyGame: Any + Send + Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// The name as people write it.
    fn title(&self) -> &'static str;

    /// The rules that end whole games as draws.
    fn house_rules(&self) -> HouseRules;

    /// Whether a player who can capture must.
    fn must_capture(&self) -> bool;

    /// The forms that [`AnyPosition::text_as`] knows.
    fn formats(&self) -> &'static [&'static str];

    /// The file extension of the format in which other programs store games of this kind, if there is one.
    fn shared_form(&self) -> Option<&'static str>;

    /// The games of a text in that format; `None` if there is no such format.
    fn read_games(&self, text: &str) -> Option<Vec<SharedGame>>;

    /// A search for positions of this game, which keeps its transposition table from move to move.
    ///
    /// # Errors
    /// Fails if the requested weights are not weights of this game.
    fn thinker(&self, options: &ThinkerOptions) -> Result<Box<dyn Thinker>, WeightsError>;

    /// The learner of this game's evaluation; `None` if the board is not the usual one.
    fn learner(&self) -> Option<Box<dyn Learner>>;

    /// A solver of positions of this game that takes at most about `bytes` of memory.
    fn solver(&self, bytes: usize, tables: &TablesChoice) -> Box<dyn ExactSolver>;

    /// Checks the text of a proof about this game, with nothing but the rules.
    ///
    /// # Errors
    /// Fails with the first thing that is wrong.
    fn check_proof(&self, text: &str) -> Result<solve::Checked, solve::ProofError>;

    /// The settings of a level in this game.
    fn strength(&self, level: Level) -> Strength;

    /// The margins and depths of the search in this game.
    fn search_params(&self) -> SearchParams;

    /// The reference player, at its own depth or another.
    fn reference(&self, depth: Option<u8>, seed: u64) -> Box<dyn ReferencePlayer>;

    /// The tables of this game.
    fn tables(&self, at: &TablesAt) -> Arc<dyn AnyTables>;

    /// The pack of tables that is embedded in the program.
    fn embedded_tables(&self) -> &'static [u8];

    /// The number of pieces up to which tables are built by default.
    fn default_table_pieces(&self) -> u32;

    /// The time, memory and disk space that building tables of this game would take.
    ///
    /// # Errors
    /// Fails where the game has no tables.
    fn forecast_tables(&self, build: &Build) -> Result<Forecast, BuildError>;

    /// Builds the tables that are missing.
    ///
    /// # Errors
    /// Fails if it needs more memory than is allowed, if another process builds in the same folder, if it is stopped,
    /// or if a table cannot be read or written.
    fn build_tables(
        &self,
        build: &Build,
        forecast: &Forecast,
        observe: &(dyn Fn(&BuildEvent) + Sync),
    ) -> Result<(), BuildError>;

    /// Builds the tables that are missing, with the slices solved elsewhere.
    ///
    /// # Errors
    /// Fails as [`build_tables`](AnyGame::build_tables) does, and if a slice cannot be solved elsewhere.
    fn build_tables_elsewhere(
        &self,
        build: &Build,
        forecast: &Forecast,
        solver: &dyn GroupSolver,
        observe: &(dyn Fn(&BuildEvent) + Sync),
    ) -> Result<(), BuildError>;

    /// Solves a slice and its partner, given the tables in the folder, and packs both; see
    /// [`Build::solve_packed`].
    ///
    /// # Errors
    /// Fails as [`build_tables`](AnyGame::build_tables) does, or if the game has no such slice.
    fn solve_slice(&self, build: &Build, slice: Slice) -> Result<Vec<u8>, BuildError>;

    /// Games that begin with a position of this game, to be stepped together by a learner.
    ///
    /// # Errors
    /// Fails if there are no games or threads, or too many.
    ///
    /// # Panics
    /// Panics if the position is of another game or another type of board.
    fn batch(&self, start: &dyn AnyPosition, options: BatchOptions) -> Result<Box<dyn Batch>, BatchError>;

    /// Whether a position is where a game usually starts.
    fn is_start(&self, pos: &dyn AnyPosition) -> bool;

    /// A move as the game's course assignment writes it, from its text.
    fn assignment_notation(&self, mv: &str) -> String;

    /// How many random plies an opening of a match has by default.
    fn opening_plies(&self) -> usize;

    /// Whether hardly any position is a draw after a few random plies.
    fn has_few_draws(&self) -> bool;

    /// Openings of [`opening_plies`](AnyGame::opening_plies) plies that are known to be draws, lines of moves from the
    /// start.
    fn drawn_openings(&self) -> &'static str;

    /// Named sets of openings, such as ballots.
    fn opening_sets(&self) -> &'static [OpeningSet];

    /// The game's notation in the Hub protocol, if it has one.
    fn hub(&self) -> Option<&'static dyn AnyHub>;
}

impl dyn AnyGame {
    /// Identifies the type of board: a thinker or solver serves positions of one type only.
    #[must_use]
    pub fn board_type(&self) -> TypeId {
        self.type_id()
    }
}

/// A position of some game.
pub trait AnyPosition: Any + Send + Sync {
    /// The game.
    fn game(&self) -> &'static dyn AnyGame;

    /// The position text.
    fn text(&self) -> String;

    /// The position in one of the game's forms.
    fn text_as(&self, format: &str) -> Option<String>;

    /// Whose turn it is.
    fn turn(&self) -> Player;

    /// How the game ended, if it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The number of plies until a rule ends the game; see [`Position::plies_left`](::game::Position::plies_left).
    fn plies_left(&self) -> Option<u32>;

    /// How many legal moves there are; their ids are the numbers below this.
    fn move_count(&self) -> usize;

    /// Every legal move as people see it, in the order of the generator.
    fn moves(&self) -> Vec<LegalMove>;

    /// The legal move that a text means.
    ///
    /// # Errors
    /// Fails if the text is not a move or the move is illegal.
    fn parse_move(&self, text: &str) -> Result<MoveId, InvalidMove>;

    /// The legal move that a player means by touching these cells of the diagram in this order; see
    /// [`Explain::attempt`](::game::Explain::attempt).
    ///
    /// # Errors
    /// Fails with the rule that is broken.
    fn touch(&self, cells: &[CellId]) -> Result<MoveId, InvalidMove>;

    /// The cells that a player touches for a move after which a piece is gone from `from` and another stands on `to`.
    fn touched_between(&self, from: CellId, to: CellId) -> Vec<CellId>;

    /// The text of a legal move.
    fn move_text(&self, mv: MoveId) -> String;

    /// The cells that a player touches to make a legal move, in order; none for a pass.
    fn touched(&self, mv: MoveId) -> Vec<CellId>;

    /// The cells along which a legal move is drawn; none for a pass.
    fn course(&self, mv: MoveId) -> Vec<CellId>;

    /// Whether a legal move starts the count of plies without progress again.
    fn is_progress(&self, mv: MoveId) -> bool;

    /// The position after a legal move.
    ///
    /// # Panics
    /// Panics where the position has no such move.
    fn play(&self, mv: MoveId) -> Box<dyn AnyPosition>;

    /// This position as the first of a whole game; see [`Game::in_play`](::game::Game::in_play).
    fn in_play(&self) -> Box<dyn AnyPosition>;

    /// The key by which positions are told apart, without a count of plies.
    fn key(&self) -> u64;

    /// Whether the other position is of the same game, and the same moves are possible from it on.
    fn equals(&self, other: &dyn AnyPosition) -> bool;

    /// How many symmetries the game has besides the identity; their numbers are below this.
    fn symmetries(&self) -> u8;

    /// Whether a symmetry exchanges the players.
    fn swaps_players(&self, symmetry: Symmetry) -> bool;

    /// The position transformed by a symmetry.
    fn transform(&self, symmetry: Symmetry) -> Box<dyn AnyPosition>;

    /// The move of the [transformed](AnyPosition::transform) position that corresponds to a legal move.
    fn transform_move(&self, symmetry: Symmetry, mv: MoveId) -> MoveId;

    /// The empty board, for drawing.
    fn diagram(&self) -> Diagram;

    /// What stands on each cell of the diagram.
    fn occupants(&self) -> Vec<Option<usize>>;

    /// The position of this board's size with these pieces, numbers into [`Diagram::pieces`] for each cell, and this
    /// side to move.
    ///
    /// # Errors
    /// Fails with everything that is wrong with the arrangement.
    fn arranged(
        &self,
        occupants: &[Option<usize>],
        turn: Player,
    ) -> Result<Box<dyn AnyPosition>, InvalidPosition>;

    /// The number of sequences of `depth` moves.
    fn perft(&self, depth: u32, threads: usize) -> u64;

    /// [`perft`](AnyPosition::perft) divided by first moves.
    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)>;

    /// A whole game from this position in the game's [shared form](AnyGame::shared_form).
    fn write_game(&self, game: &PlayedGame) -> Option<String>;

    /// The exact value behind a win or loss that a search has proven, where a short exhaustive search shows that it
    /// cannot be quicker, or how quick it is.
    fn confirm(&self, claim: Score) -> Option<Exact>;

    /// Fits weights to games from this position on; see [`fit_weights`](crate::fit_weights).
    ///
    /// # Errors
    /// Fails if the initial weights are not weights of this game.
    fn fit_weights(
        &self,
        options: &FitOptions,
        observe: &mut dyn FnMut(&FitProgress),
    ) -> Result<FitReport, WeightsError>;
}

/// Why a text is not a valid position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reasons}")]
pub struct InvalidPosition {
    /// Everything that is wrong with it, in one sentence.
    pub reasons: String,
    /// Each thing that is wrong with it.
    pub faults: Vec<String>,
    /// Whether the text cannot be parsed, rather than describing a position that the rules forbid.
    pub is_malformed: bool,
}

impl<F: ::game::PositionError> From<PositionErrors<F>> for InvalidPosition {
    fn from(faults: PositionErrors<F>) -> InvalidPosition {
        InvalidPosition {
            reasons: faults.to_string(),
            faults: faults.iter().map(ToString::to_string).collect(),
            is_malformed: faults.is_malformed(),
        }
    }
}

/// A game without its type.
pub(crate) struct ErasedGame<P>(PhantomData<fn() -> P>);

impl<P: Play> ErasedGame<P> {
    pub(crate) const GAME: &'static dyn AnyGame = &ErasedGame::<P>(PhantomData);
}

/// A position without its type.
struct Erased<P: Play>(P::Position);

/// A position with its type erased.
#[must_use]
pub fn erase<P: Play>(pos: P::Position) -> Box<dyn AnyPosition> {
    Box::new(Erased::<P>(pos))
}

/// A position with its type, where it is one of this game on this type of board.
#[must_use]
pub fn typed<P: Play>(pos: &dyn AnyPosition) -> Option<&P::Position> {
    let pos: &dyn Any = pos;
    pos.downcast_ref::<Erased<P>>().map(|erased| &erased.0)
}

/// Reads a position of a game.
///
/// # Errors
/// Fails with everything that is wrong with the text.
pub fn read<P: Play>(text: &str) -> Result<Box<dyn AnyPosition>, InvalidPosition> {
    Ok(erase::<P>(P::Position::read(text)?))
}

/// The id of a legal move.
///
/// # Panics
/// Panics where the move is not legal here.
#[must_use]
pub fn move_id<G: ::game::Position>(pos: &G, mv: G::Move) -> MoveId {
    let place = legal(pos).into_iter().position(|known| known == mv);
    MoveId::new(place.expect("a legal move is in the list of legal moves"))
}

/// The legal move with this id.
///
/// # Panics
/// Panics where the position has no such move.
#[must_use]
pub fn move_of<G: ::game::Position>(pos: &G, id: MoveId) -> G::Move {
    legal(pos)[id.place()]
}

fn legal<G: ::game::Position>(pos: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves
}
