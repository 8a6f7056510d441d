//! Many games that are stepped together.

use std::sync::Arc;

use game::{Layout as _, Notation as _, Position as _};
use rayon::iter::{IntoParallelRefMutIterator as _, ParallelIterator as _};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::buffers::Arrays;
use crate::lane::{Lane, Refused, Shared, Tools};
use crate::legal_actions::end_touch;
use crate::numbering::Numbering;
use crate::state::TypedState;
use crate::{
    ActionError, ActionForm, ActionTable, BatchError, BatchOptions, Encoding, LaneState, Planes, StateError,
};

/// How many games a batch can have: enough for any memory.
const MOST_GAMES: usize = 1 << 24;
/// On how many threads a batch can be stepped.
const MOST_THREADS: usize = 1024;

/// Many games that are stepped together, without their type. The arrays that its methods write are
/// always the same ones, and nobody else writes into them.
pub trait Batch: Send + Sync {
    /// How it was made.
    fn options(&self) -> &BatchOptions;

    /// What a learner sees.
    fn planes(&self) -> &Planes;

    /// The table of whole moves.
    fn table(&self) -> &ActionTable;

    /// How many actions there are: whole moves, or touches.
    fn actions(&self) -> usize;

    /// The same batch again, random numbers included.
    fn duplicate(&self) -> Box<dyn Batch>;

    /// Starts the games of `which`, or all, and writes their arrays. With `seeds`, one for each game
    /// of the batch, their random numbers begin anew.
    ///
    /// # Panics
    /// Panics if there is not one of `which` and of `seeds` for each game.
    fn reset(&mut self, which: Option<&[bool]>, seeds: Option<&[u64]>, arrays: Arrays<'_>);

    /// Steps each game by its action. All actions are checked first: if one is refused, nothing
    /// happens.
    ///
    /// # Errors
    /// Fails if an action is illegal.
    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), ActionError>;

    /// Writes a random legal action for each game, all equally likely.
    ///
    /// # Panics
    /// Panics if `actions` has not one place for each game.
    fn sample(&mut self, actions: &mut [i64]);

    /// The state of a game.
    ///
    /// # Errors
    /// Fails if there is no such game.
    fn state(&self, game: usize) -> Result<LaneState, StateError>;

    /// Puts a state in the place of a game and writes its arrays.
    ///
    /// # Errors
    /// Fails if there is no such game, or the state is of another one.
    fn set_state(&mut self, game: usize, state: &LaneState, arrays: Arrays<'_>) -> Result<(), StateError>;

    /// Reads a state from its text.
    ///
    /// # Errors
    /// Fails with what is wrong with the text.
    fn read_state(&self, text: &str) -> Result<LaneState, StateError>;

    /// The state of a game that begins with the position of this text.
    ///
    /// # Errors
    /// Fails with what is wrong with the position.
    fn state_at(&self, position: &str) -> Result<LaneState, StateError>;

    /// The position of a game, as text.
    ///
    /// # Errors
    /// Fails if there is no such game.
    fn position(&self, game: usize) -> Result<String, StateError>;

    /// The whole-move actions of a position's legal moves, in the order of the generator.
    ///
    /// # Errors
    /// Fails with what is wrong with the position.
    fn actions_at(&self, position: &str) -> Result<Vec<u32>, StateError>;
}

/// Many games that are stepped together.
pub struct TypedBatch<E: Encoding> {
    shared: Shared<E::Position>,
    table: Arc<ActionTable>,
    shards: Vec<Shard<E>>,
    pool: Option<Arc<ThreadPool>>,
}

/// The games of a thread.
struct Shard<E: Encoding> {
    first: usize,
    lanes: Vec<Lane<E::Position>>,
    tools: Tools,
}

impl<E: Encoding> Clone for Shard<E> {
    fn clone(&self) -> Self {
        Shard { first: self.first, lanes: self.lanes.clone(), tools: self.tools.clone() }
    }
}

impl<E: Encoding> TypedBatch<E> {
    /// Games that begin with `start`. Until they are [reset](Batch::reset), nothing is written.
    ///
    /// # Errors
    /// Fails if there are no games or threads, or too many.
    pub fn new(start: &E::Position, options: BatchOptions) -> Result<TypedBatch<E>, BatchError> {
        let BatchOptions { games, threads, .. } = options;
        if games == 0 {
            return Err(BatchError::Empty);
        }
        if games > MOST_GAMES {
            return Err(BatchError::TooMany { games, most: MOST_GAMES });
        }
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(BatchError::Threads { received: threads, most: MOST_THREADS });
        }
        let pool = match threads.min(games) {
            1 => None,
            threads => {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build();
                Some(Arc::new(pool.map_err(|error| BatchError::NoThreads(error.to_string()))?))
            }
        };
        let planes = Planes::new::<E>(start, options.form == ActionForm::Touches);
        let table = Arc::new(ActionTable::new(start.diagram().cells.len(), E::action_paths(start)));
        let each = games.div_ceil(threads);
        let shard = |first: usize| Shard {
            first,
            lanes: (first..games.min(first + each)).map(|game| Lane::new(start, game as u64)).collect(),
            tools: Tools { numbering: Numbering::new::<E>(table.clone()), scratch: planes.scratch() },
        };
        let shards = (0..games).step_by(each).map(shard).collect();
        let shared = Shared { start: start.clone(), options, planes };
        Ok(TypedBatch { shared, table, shards, pool })
    }

    /// Calls `work` for the games of each thread and their part of the arrays.
    fn each_shard(
        &mut self,
        mut arrays: Arrays<'_>,
        work: impl Fn(&mut Shard<E>, Arrays<'_>, &Shared<E::Position>) + Sync,
    ) {
        let TypedBatch { shared, shards, pool, .. } = self;
        let Some(pool) = pool else {
            return shards.iter_mut().for_each(|shard| work(shard, arrays.all(), shared));
        };
        let (work, shared, mut rest) = (&work, &*shared, shared.options.games);
        pool.in_place_scope(|scope| {
            for shard in shards {
                let part = arrays.split_off(shard.lanes.len(), rest);
                rest -= shard.lanes.len();
                scope.spawn(move |_| work(shard, part, shared));
            }
        });
    }

    fn place(&self, game: usize) -> Result<(usize, usize), StateError> {
        let games = self.shared.options.games;
        if game >= games {
            return Err(StateError::NoGame { game, games });
        }
        let each = self.shards[0].lanes.len();
        Ok((game / each, game % each))
    }

    fn lane(&self, game: usize) -> Result<&Lane<E::Position>, StateError> {
        let (shard, place) = self.place(game)?;
        Ok(&self.shards[shard].lanes[place])
    }

    fn refused(&self, game: usize, action: i64, refused: Refused) -> ActionError {
        if refused == Refused::Over {
            return ActionError::Over { game };
        }
        let lane = self.lane(game).expect("the action was for one of the games");
        let shown = lane.legal().shown(self.shared.options.form);
        let example = shown.first().map(|action| format!(", such as {action}")).unwrap_or_default();
        ActionError::Illegal { game, action, legal: shown.len(), actions: self.actions(), example }
    }

    fn typed<'s>(&self, state: &'s LaneState) -> Result<&'s TypedState<E::Position>, StateError> {
        let state = state.typed::<E::Position>()?;
        if state.is_on_board_of(&self.shared.start) { Ok(state) } else { Err(StateError::OtherGame) }
    }
}

impl<E: Encoding> Shard<E> {
    /// Checks the actions of these games, and plans them.
    fn plan(
        &mut self,
        actions: &[i64],
        options: &BatchOptions,
        table: &ActionTable,
    ) -> Result<(), (usize, Refused)> {
        let actions = &actions[self.first..self.first + self.lanes.len()];
        for (place, (lane, &action)) in self.lanes.iter_mut().zip(actions).enumerate() {
            lane.plan(action, options, table).map_err(|refused| (self.first + place, refused))?;
        }
        Ok(())
    }
}

impl<E: Encoding> Batch for TypedBatch<E> {
    fn options(&self) -> &BatchOptions {
        &self.shared.options
    }

    fn planes(&self) -> &Planes {
        &self.shared.planes
    }

    fn table(&self) -> &ActionTable {
        &self.table
    }

    fn actions(&self) -> usize {
        match self.shared.options.form {
            ActionForm::Moves => self.table.len(),
            ActionForm::Touches => end_touch(&self.table) as usize + 1,
        }
    }

    fn duplicate(&self) -> Box<dyn Batch> {
        Box::new(TypedBatch::<E> {
            shared: self.shared.clone(),
            table: self.table.clone(),
            shards: self.shards.clone(),
            pool: self.pool.clone(),
        })
    }

    fn reset(&mut self, which: Option<&[bool]>, seeds: Option<&[u64]>, arrays: Arrays<'_>) {
        let games = self.shared.options.games;
        assert!(which.is_none_or(|which| which.len() == games), "a choice for each game");
        assert!(seeds.is_none_or(|seeds| seeds.len() == games), "a seed for each game");
        self.each_shard(arrays, |shard, arrays, shared| {
            for (game, (lane, mut arrays)) in (shard.first..).zip(shard.lanes.iter_mut().zip(arrays.games()))
            {
                if which.is_some_and(|which| !which[game]) {
                    continue;
                }
                if let Some(seeds) = seeds {
                    lane.seed(seeds[game]);
                }
                lane.restart::<E>(shared, &mut shard.tools, &mut arrays);
            }
        });
    }

    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), ActionError> {
        let games = self.shared.options.games;
        if actions.len() != games {
            return Err(ActionError::Count { games, received: actions.len() });
        }
        let (options, table) = (&self.shared.options, &*self.table);
        let plan = |shard: &mut Shard<E>| shard.plan(actions, options, table).err();
        let refused = match &self.pool {
            None => self.shards.iter_mut().find_map(plan),
            Some(pool) => pool.install(|| self.shards.par_iter_mut().find_map_first(plan)),
        };
        if let Some((game, refused)) = refused {
            return Err(self.refused(game, actions[game], refused));
        }
        self.each_shard(arrays, |shard, arrays, shared| {
            for (lane, mut arrays) in shard.lanes.iter_mut().zip(arrays.games()) {
                lane.step::<E>(shared, &mut shard.tools, &mut arrays);
            }
        });
        Ok(())
    }

    fn sample(&mut self, actions: &mut [i64]) {
        assert_eq!(actions.len(), self.shared.options.games, "an action for each game");
        let lanes = self.shards.iter_mut().flat_map(|shard| &mut shard.lanes);
        for (lane, action) in lanes.zip(actions) {
            *action = lane.sample(self.shared.options.form);
        }
    }

    fn state(&self, game: usize) -> Result<LaneState, StateError> {
        Ok(LaneState::new(self.lane(game)?.state(&self.table)))
    }

    fn set_state(
        &mut self,
        game: usize,
        state: &LaneState,
        mut arrays: Arrays<'_>,
    ) -> Result<(), StateError> {
        let (shard, place) = self.place(game)?;
        let state = self.typed(state)?;
        let TypedBatch { shared, shards, .. } = self;
        let Shard { lanes, tools, .. } = &mut shards[shard];
        let there = lanes[place].at_state::<E>(state, shared, tools).ok_or(StateError::Touches)?;
        lanes[place].replace(there, shared, tools, &mut arrays.of_game(game));
        Ok(())
    }

    fn read_state(&self, text: &str) -> Result<LaneState, StateError> {
        let state = LaneState::new(TypedState::read::<E>(text)?);
        self.typed(&state)?;
        Ok(state)
    }

    fn state_at(&self, position: &str) -> Result<LaneState, StateError> {
        let start = self.read(position)?;
        Ok(LaneState::new(TypedState { played: crate::played::Played::new(&start), touched: Vec::new() }))
    }

    fn position(&self, game: usize) -> Result<String, StateError> {
        Ok(self.lane(game)?.played().position().write())
    }

    fn actions_at(&self, position: &str) -> Result<Vec<u32>, StateError> {
        let (pos, mut moves) = (self.read(position)?, Vec::new());
        pos.legal_moves(&mut moves);
        Ok(Numbering::number_once::<E>(self.table.clone(), &pos, &moves))
    }
}

impl<E: Encoding> TypedBatch<E> {
    /// Reads a position on the board of this batch.
    fn read(&self, position: &str) -> Result<E::Position, StateError> {
        let pos = E::Position::read(position).map_err(|errors| StateError::Position(errors.to_string()))?;
        let cells = |pos: &E::Position| pos.diagram().cells.len();
        if cells(&pos) == cells(&self.shared.start) { Ok(pos) } else { Err(StateError::OtherGame) }
    }
}
