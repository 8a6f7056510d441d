//! A game as the front ends see it.

use std::sync::Arc;

use environment::{Batch, BatchError, BatchOptions, TypedBatch};
use game::{Game as _, HouseRules, Notation as _, Position as _, SharedGame, Slice};
use search::SearchParams;
use tablebase::{Build, BuildError, BuildEvent, Forecast, GroupSolver, TableOptions, Tables};

use super::{AnyGame, AnyPosition, ErasedGame, typed};
use crate::batches::PlayEncoding;
use crate::learning::{Learner, TypedLearner};
use crate::level::{Level, Strength};
use crate::play::{OpeningSet, Play};
use crate::protocol::AnyHub;
use crate::reference::{ErasedReference, ReferencePlayer};
use crate::solving::{ErasedSolver, ExactSolver};
use crate::tables::{AnyTables, TablesAt, TablesChoice};
use crate::think::{ErasedThinker, Thinker, ThinkerOptions};
use crate::weights::WeightsError;

impl<P: Play> AnyGame for ErasedGame<P> {
    fn name(&self) -> &'static str {
        P::Position::NAME
    }

    fn title(&self) -> &'static str {
        P::Position::TITLE
    }

    fn house_rules(&self) -> HouseRules {
        P::Position::HOUSE_RULES
    }

    fn must_capture(&self) -> bool {
        P::Position::CAPTURES_ARE_COMPULSORY
    }

    fn formats(&self) -> &'static [&'static str] {
        P::Position::FORMATS
    }

    fn shared_form(&self) -> Option<&'static str> {
        P::Position::SHARED_FORM
    }

    fn read_games(&self, text: &str) -> Option<Vec<SharedGame>> {
        P::Position::read_games(text)
    }

    fn thinker(&self, options: &ThinkerOptions) -> Result<Box<dyn Thinker>, WeightsError> {
        Ok(Box::new(ErasedThinker::<P>::new(options)?))
    }

    fn learner(&self) -> Option<Box<dyn Learner>> {
        P::IS_USUAL_BOARD.then(|| Box::new(TypedLearner::<P>::new()) as Box<dyn Learner>)
    }

    fn solver(&self, bytes: usize, tables: &TablesChoice) -> Box<dyn ExactSolver> {
        Box::new(ErasedSolver::<P>::new(bytes, tables))
    }

    fn check_proof(&self, text: &str) -> Result<solve::Checked, solve::ProofError> {
        solve::check::<P::Position>(text)
    }

    fn strength(&self, level: Level) -> Strength {
        level.of(&P::STRENGTHS)
    }

    fn search_params(&self) -> SearchParams {
        P::SEARCH
    }

    fn reference(&self, depth: Option<u8>, seed: u64) -> Box<dyn ReferencePlayer> {
        Box::new(ErasedReference::<P>::new(depth.unwrap_or(P::REFERENCE_DEPTH), seed))
    }

    fn tables(&self, at: &TablesAt) -> Arc<dyn AnyTables> {
        let TablesAt { folder, embedded, cache_bytes } = at.clone();
        let embedded = if embedded { P::EMBEDDED_TABLES } else { &[] };
        Arc::new(crate::tables::ErasedTables::<P>(Tables::new(TableOptions {
            folder,
            embedded,
            cache_bytes,
        })))
    }

    fn embedded_tables(&self) -> &'static [u8] {
        P::EMBEDDED_TABLES
    }

    fn default_table_pieces(&self) -> u32 {
        P::TABLE_PIECES
    }

    fn forecast_tables(&self, build: &Build) -> Result<Forecast, BuildError> {
        build.forecast::<P::Position>()
    }

    fn build_tables(
        &self,
        build: &Build,
        forecast: &Forecast,
        observe: &(dyn Fn(&BuildEvent) + Sync),
    ) -> Result<(), BuildError> {
        build.run::<P::Position>(forecast, observe)
    }

    fn build_tables_elsewhere(
        &self,
        build: &Build,
        forecast: &Forecast,
        solver: &dyn GroupSolver,
        observe: &(dyn Fn(&BuildEvent) + Sync),
    ) -> Result<(), BuildError> {
        build.run_elsewhere::<P::Position>(forecast, solver, observe)
    }

    fn solve_slice(&self, build: &Build, slice: Slice) -> Result<Vec<u8>, BuildError> {
        build.solve_packed::<P::Position>(slice)
    }

    fn batch(&self, start: &dyn AnyPosition, options: BatchOptions) -> Result<Box<dyn Batch>, BatchError> {
        let start = typed::<P>(start).expect("a game makes batches of its own positions");
        Ok(Box::new(TypedBatch::<PlayEncoding<P>>::new(start, options)?))
    }

    fn is_start(&self, pos: &dyn AnyPosition) -> bool {
        let start = || P::Position::start().in_play();
        P::IS_USUAL_BOARD && typed::<P>(pos).is_some_and(|pos| pos.in_play() == start())
    }

    fn assignment_notation(&self, mv: &str) -> String {
        P::assignment_notation(mv)
    }

    fn opening_plies(&self) -> usize {
        P::OPENING_PLIES
    }

    fn has_few_draws(&self) -> bool {
        P::FEW_DRAWS
    }

    fn drawn_openings(&self) -> &'static str {
        P::DRAWN_OPENINGS
    }

    fn opening_sets(&self) -> &'static [OpeningSet] {
        P::OPENING_SETS
    }

    fn hub(&self) -> Option<&'static dyn AnyHub> {
        crate::protocol::erased_hub::<P>()
    }
}
