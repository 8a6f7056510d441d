//! A position of any game, with its type erased.

use std::any::Any;
use std::sync::Arc;

use game::perft::{divide, perft_threads};
use game::{Diagram, Exact, Faults, Game, HouseRules, MoveError, Notation, Outcome, PlayedGame, Player};
use tablebase::{Build, BuildError, Forecast, TableOptions, Tables};

use crate::eval::{Evaluation as _, Playable, WeightsError};
use crate::exact::{self, ExactSolver, Exactness};
use crate::player::{Level, Strength};
use crate::tables::{AnyTables, TableEvent, TablesAt, TablesChoice};
use crate::think::{Mind, Thinker, ThinkerOptions, Worth};
use crate::tune::{TuneOptions, TuneProgress, TuneReport, tune_from};

/// A position of some game: text and data in and out.
pub trait AnyPosition: Any + Send + Sync {
    /// The name of the game as people write it.
    fn title(&self) -> &'static str;

    /// The position text.
    fn text(&self) -> String;

    /// The forms that [`text_as`](AnyPosition::text_as) knows.
    fn formats(&self) -> &'static [&'static str];

    /// The position in one of the game's forms.
    fn text_as(&self, format: &str) -> Option<String>;

    /// How the names of files end in which other programs keep games of this kind, if they share a form.
    fn shared_form(&self) -> Option<&'static str>;

    /// A whole game from this position in that form.
    fn write_game(&self, game: &PlayedGame) -> Option<String>;

    /// Whose turn it is.
    fn turn(&self) -> Player;

    /// How the game ended, if it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The rules that end whole games as draws.
    fn house_rules(&self) -> HouseRules;

    /// Every legal move, in the order of the generator.
    fn moves(&self) -> Vec<NamedMove>;

    /// The position after a move.
    ///
    /// # Errors
    /// Fails when the text is no move or the move is illegal.
    fn play(&self, mv: &str) -> Result<Box<dyn AnyPosition>, MoveRefused>;

    /// The legal move that a player means by touching these cells of the diagram in this order; see
    /// [`Explain::attempt`](game::Explain::attempt).
    ///
    /// # Errors
    /// Fails with the rule that is broken.
    fn attempt(&self, cells: &[usize]) -> Result<String, MoveRefused>;

    /// A legal move as it is written, and whether it counts as progress by the house rules.
    ///
    /// # Errors
    /// Fails when the text is no move or the move is illegal.
    fn recognise(&self, mv: &str) -> Result<KnownMove, MoveRefused>;

    /// This position as the first of a whole game; see [`Game::in_play`].
    fn in_play(&self) -> Box<dyn AnyPosition>;

    /// The key by which positions are told apart, without a count of plies.
    fn key(&self) -> u64;

    /// Somebody who can think about positions of this game.
    ///
    /// # Errors
    /// Fails where the weights that are asked for are not weights of this game.
    fn thinker(&self, options: &ThinkerOptions) -> Result<Box<dyn Thinker>, WeightsError>;

    /// Somebody who finds exact values of positions of this game, with at most about so many bytes.
    fn exact_solver(&self, bytes: usize, tables: &TablesChoice) -> Box<dyn ExactSolver>;

    /// The exact value behind a win or loss that a search has proven, where a short exhaustive search shows that it
    /// cannot be quicker, or how quick it is.
    fn confirm(&self, claim: Worth) -> Option<Exact>;

    /// Checks the text of a proof about this game, with nothing but the rules.
    ///
    /// # Errors
    /// Fails with the first thing that is wrong.
    fn check_proof(&self, text: &str) -> Result<solve::Checked, solve::ProofError>;

    /// What makes a level in this game.
    fn strength(&self, level: Level) -> Strength;

    /// Fits weights to games from this position on; see [`tune`](crate::tune()).
    ///
    /// # Errors
    /// Fails where the weights to begin with are not weights of this game.
    fn tune(
        &self,
        options: &TuneOptions,
        observe: &mut dyn FnMut(&TuneProgress),
    ) -> Result<TuneReport, WeightsError>;

    /// The tables of this game.
    fn tables(&self, at: &TablesAt) -> Arc<dyn AnyTables>;

    /// How many pieces the tables have that are usually built.
    fn usual_table_pieces(&self) -> u32;

    /// What it would take to build tables of this game.
    ///
    /// # Errors
    /// Fails where the game has no tables.
    fn forecast_tables(&self, build: &Build) -> Result<Forecast, BuildError>;

    /// Builds the tables that are missing.
    ///
    /// # Errors
    /// Fails where it needs more memory than is allowed, somebody else builds in the same folder, it is stopped, or a
    /// table cannot be read or written.
    fn build_tables(
        &self,
        build: &Build,
        forecast: &Forecast,
        observe: &(dyn Fn(&TableEvent) + Sync),
    ) -> Result<(), BuildError>;

    /// This position with its type.
    fn as_any(&self) -> &dyn Any;

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
    ) -> Result<Box<dyn AnyPosition>, PositionRefused>;

    /// How many sequences of `depth` moves there are.
    fn perft(&self, depth: u32, threads: usize) -> u64;

    /// The part of [`perft`](AnyPosition::perft) that each first move has.
    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)>;
}

/// A legal move and where it leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedMove {
    /// The move.
    pub text: String,
    /// The text of the position after it.
    pub after: String,
    /// The cells of the diagram that a player touches to make it, in order; none for a pass.
    pub touched: Vec<usize>,
    /// How many pieces leave the board.
    pub takes: usize,
}

/// A legal move that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownMove {
    /// The move as it is written.
    pub text: String,
    /// Whether it starts the count of plies without progress again.
    pub is_progress: bool,
    /// The cells of the diagram that a player touches to make it.
    pub touched: Vec<usize>,
}

/// Why a text is no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reasons}")]
pub struct PositionRefused {
    /// Everything that is wrong with it.
    pub reasons: String,
    /// Whether it is not a position text at all, rather than one that the game refuses.
    pub is_malformed: bool,
}

/// Why a text is no legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct MoveRefused {
    /// What is wrong with it, or the rule that it breaks.
    pub reason: String,
    /// Whether it is not written like a move, rather than an illegal one.
    pub is_unreadable: bool,
}

impl<F: game::Fault> From<Faults<F>> for PositionRefused {
    fn from(faults: Faults<F>) -> PositionRefused {
        PositionRefused { reasons: faults.to_string(), is_malformed: faults.is_malformed() }
    }
}

impl<I: std::error::Error> From<MoveError<I>> for MoveRefused {
    fn from(fault: MoveError<I>) -> MoveRefused {
        MoveRefused {
            is_unreadable: matches!(fault, MoveError::Unreadable { .. }),
            reason: fault.to_string(),
        }
    }
}

impl<G: Playable> AnyPosition for G {
    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn text(&self) -> String {
        self.write()
    }

    fn formats(&self) -> &'static [&'static str] {
        G::FORMATS
    }

    fn text_as(&self, format: &str) -> Option<String> {
        self.write_as(format)
    }

    fn shared_form(&self) -> Option<&'static str> {
        G::SHARED_FORM
    }

    fn write_game(&self, game: &PlayedGame) -> Option<String> {
        Game::write_game(self, game)
    }

    fn turn(&self) -> Player {
        game::Position::turn(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        game::Position::outcome(self)
    }

    fn house_rules(&self) -> HouseRules {
        G::HOUSE_RULES
    }

    fn moves(&self) -> Vec<NamedMove> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let standing = |pos: &G| game::Layout::occupants(pos).into_iter().flatten().count();
        let before = standing(self);
        let named = |&mv| {
            let after = self.play_unchecked(mv);
            NamedMove {
                text: self.write_move(mv),
                after: after.write(),
                touched: self.touched(mv),
                takes: before.saturating_sub(standing(&after)),
            }
        };
        moves.iter().map(named).collect()
    }

    fn play(&self, mv: &str) -> Result<Box<dyn AnyPosition>, MoveRefused> {
        let mv = self.read_move(mv)?;
        Ok(Box::new(self.play_unchecked(mv)))
    }

    fn attempt(&self, cells: &[usize]) -> Result<String, MoveRefused> {
        let illegal = |illegal: G::Illegal| MoveRefused { reason: illegal.to_string(), is_unreadable: false };
        game::Explain::attempt(self, cells).map(|mv| self.write_move(mv)).map_err(illegal)
    }

    fn recognise(&self, mv: &str) -> Result<KnownMove, MoveRefused> {
        let mv = self.read_move(mv)?;
        Ok(KnownMove {
            text: self.write_move(mv),
            is_progress: Game::is_progress(self, mv),
            touched: self.touched(mv),
        })
    }

    fn in_play(&self) -> Box<dyn AnyPosition> {
        Box::new(Game::in_play(self))
    }

    fn key(&self) -> u64 {
        game::Keyed::key(self)
    }

    fn thinker(&self, options: &ThinkerOptions) -> Result<Box<dyn Thinker>, WeightsError> {
        Ok(Box::new(Mind::<Self>::new(options)?))
    }

    fn exact_solver(&self, bytes: usize, tables: &TablesChoice) -> Box<dyn ExactSolver> {
        Box::new(Exactness::<Self>::new(bytes, tables))
    }

    fn confirm(&self, claim: Worth) -> Option<Exact> {
        exact::confirm(self, claim)
    }

    fn check_proof(&self, text: &str) -> Result<solve::Checked, solve::ProofError> {
        solve::check::<Self>(text)
    }

    fn strength(&self, level: Level) -> Strength {
        level.of(&G::Evaluation::STRENGTHS)
    }

    fn tune(
        &self,
        options: &TuneOptions,
        observe: &mut dyn FnMut(&TuneProgress),
    ) -> Result<TuneReport, WeightsError> {
        tune_from(self, options, observe)
    }

    fn tables(&self, at: &TablesAt) -> Arc<dyn AnyTables> {
        let TablesAt { folder, embedded, cache_bytes } = at.clone();
        let embedded = if embedded { G::TABLES } else { &[] };
        Arc::new(Tables::<G>::new(TableOptions { folder, embedded, cache_bytes }))
    }

    fn usual_table_pieces(&self) -> u32 {
        G::TABLE_PIECES
    }

    fn forecast_tables(&self, build: &Build) -> Result<Forecast, BuildError> {
        build.forecast::<G>()
    }

    fn build_tables(
        &self,
        build: &Build,
        forecast: &Forecast,
        observe: &(dyn Fn(&TableEvent) + Sync),
    ) -> Result<(), BuildError> {
        build.run::<G>(forecast, &|event| observe(&TableEvent::of::<G>(&event)))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn diagram(&self) -> Diagram {
        game::Layout::diagram(self)
    }

    fn occupants(&self) -> Vec<Option<usize>> {
        game::Layout::occupants(self)
    }

    fn arranged(
        &self,
        occupants: &[Option<usize>],
        turn: Player,
    ) -> Result<Box<dyn AnyPosition>, PositionRefused> {
        let diagram = game::Layout::diagram(self);
        let mut text = String::new();
        for (i, cell) in diagram.cells.iter().enumerate() {
            if i > 0 && cell.row != diagram.cells[i - 1].row {
                text.push('/');
            }
            let piece = occupants.get(i).copied().flatten().and_then(|number| diagram.pieces.get(number));
            text.push(piece.map_or('.', |piece| piece.letter));
        }
        text.extend([' ', diagram.players[turn].letter]);
        read::<G>(&text)
    }

    fn perft(&self, depth: u32, threads: usize) -> u64 {
        perft_threads(self, depth, threads)
    }

    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)> {
        divide(self, depth, threads).into_iter().map(|(mv, nodes)| (self.write_move(mv), nodes)).collect()
    }
}

/// Reads a position of a known game.
pub(crate) fn read<G: Playable>(text: &str) -> Result<Box<dyn AnyPosition>, PositionRefused> {
    Ok(Box::new(<G as Notation>::read(text)?))
}
