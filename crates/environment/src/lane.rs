//! One game of a batch.

use game::playout::below;
use game::{Game, Outcome, Player, Value};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::buffers::Arrays;
use crate::legal_actions::{LegalActions, Meaning};
use crate::numbering::Numbering;
use crate::planes::{Planes, Scratch};
use crate::played::Played;
use crate::state::TypedState;
use crate::{ActionForm, ActionTable, Autoreset, BatchOptions, Encoding};

/// How often an opening that ends the game is drawn again.
const OPENING_TRIES: usize = 100;

/// One game, and what to do with it in the next step.
#[derive(Clone, Debug)]
pub(crate) struct Lane<G: Game> {
    played: Played<G>,
    legal: LegalActions<G::Move>,
    ending: Option<Ending>,
    planned: Planned,
    rng: ChaCha8Rng,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    Rules(Outcome),
    Truncated,
}

/// What the next step does, after its actions were checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Planned {
    Nothing,
    Restart,
    Act(Meaning),
}

/// Why an action was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    Illegal,
    Over,
}

/// What all games of a batch share.
#[derive(Clone, Debug)]
pub(crate) struct Shared<G> {
    pub(crate) start: G,
    pub(crate) options: BatchOptions,
    pub(crate) planes: Planes,
}

/// What all games of a thread share.
#[derive(Clone, Debug)]
pub(crate) struct Tools {
    pub(crate) numbering: Numbering,
    pub(crate) scratch: Scratch,
}

impl<G: Game> Lane<G> {
    pub(crate) fn new(start: &G, seed: u64) -> Lane<G> {
        Lane {
            played: Played::new(start),
            legal: LegalActions::new(),
            ending: None,
            planned: Planned::Nothing,
            rng: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    pub(crate) fn seed(&mut self, seed: u64) {
        self.rng = ChaCha8Rng::seed_from_u64(seed);
    }

    pub(crate) fn played(&self) -> &Played<G> {
        &self.played
    }

    pub(crate) fn legal(&self) -> &LegalActions<G::Move> {
        &self.legal
    }

    /// Starts a game and writes all its arrays.
    pub(crate) fn restart<E: Encoding<Position = G>>(
        &mut self,
        shared: &Shared<G>,
        tools: &mut Tools,
        arrays: &mut Arrays<'_>,
    ) {
        self.hide_actions(shared, arrays);
        self.begin::<E>(shared);
        self.number_actions::<E>(shared, tools);
        self.show(shared, tools, arrays);
    }

    /// Draws the opening of a new game.
    fn begin<E: Encoding<Position = G>>(&mut self, shared: &Shared<G>) {
        for _ in 0..OPENING_TRIES {
            self.played.restart(&shared.start);
            self.find_moves::<E>(shared);
            for _ in 0..shared.options.opening_plies {
                if self.ending.is_some() {
                    break;
                }
                let place = below(&mut self.rng, self.legal.moves().len());
                self.played.play::<E>(place, self.legal.moves()[place]);
                self.find_moves::<E>(shared);
            }
            if self.ending.is_none() {
                return;
            }
        }
        self.played.restart(&shared.start);
        self.find_moves::<E>(shared);
    }

    /// Generates the legal moves, and finds out whether the game is over.
    #[inline]
    fn find_moves<E: Encoding<Position = G>>(&mut self, shared: &Shared<G>) {
        let outcome = self.legal.generate::<E>(self.played.position());
        let is_late = shared.options.most_plies.is_some_and(|most| self.played.plies() >= most);
        self.ending = match outcome {
            Some(outcome) => Some(Ending::Rules(outcome)),
            None if is_late || self.played.is_house_draw() => Some(Ending::Truncated),
            None => None,
        };
    }

    #[inline]
    fn number_actions<E: Encoding<Position = G>>(&mut self, shared: &Shared<G>, tools: &mut Tools) {
        if self.ending.is_some() {
            self.legal.clear();
        } else {
            self.legal.number::<E>(self.played.position(), shared.options.form, &mut tools.numbering);
        }
    }

    /// Checks the action for the next step, and plans it.
    #[inline]
    pub(crate) fn plan(
        &mut self,
        action: i64,
        options: &BatchOptions,
        table: &ActionTable,
    ) -> Result<(), Refused> {
        self.planned = if options.autoreset == Autoreset::Disabled && action == Autoreset::NO_ACTION {
            Planned::Nothing
        } else if self.ending.is_some() {
            match options.autoreset {
                Autoreset::Disabled => return Err(Refused::Over),
                Autoreset::NextStep | Autoreset::SameStep => Planned::Restart,
            }
        } else {
            Planned::Act(self.legal.meaning(action, options.form, table).ok_or(Refused::Illegal)?)
        };
        Ok(())
    }

    /// Does what was planned.
    #[inline]
    pub(crate) fn step<E: Encoding<Position = G>>(
        &mut self,
        shared: &Shared<G>,
        tools: &mut Tools,
        arrays: &mut Arrays<'_>,
    ) {
        match self.planned {
            Planned::Nothing => arrays.rewards.fill(0.0),
            Planned::Restart => self.restart::<E>(shared, tools, arrays),
            Planned::Act(Meaning::Touch(touch)) => {
                self.hide_actions(shared, arrays);
                self.legal.touch(touch, tools.numbering.table());
                self.show(shared, tools, arrays);
            }
            Planned::Act(Meaning::Move(place)) => {
                self.hide_actions(shared, arrays);
                let place = usize::from(place);
                self.played.play::<E>(place, self.legal.moves()[place]);
                self.find_moves::<E>(shared);
                self.number_actions::<E>(shared, tools);
                self.show(shared, tools, arrays);
                if let Some(ending) = self.ending {
                    self.finish::<E>(ending, shared, tools, arrays);
                }
            }
        }
    }

    /// Writes the result of a game that has just ended.
    #[cold]
    fn finish<E: Encoding<Position = G>>(
        &mut self,
        ending: Ending,
        shared: &Shared<G>,
        tools: &mut Tools,
        arrays: &mut Arrays<'_>,
    ) {
        let rewards = match ending {
            Ending::Rules(outcome) => Player::ALL.map(|player| reward(outcome, player)),
            Ending::Truncated => [0.0; 2],
        };
        if shared.options.autoreset == Autoreset::SameStep {
            let flags = (arrays.terminated[0], arrays.truncated[0]);
            if !arrays.last_observations.is_empty() {
                arrays.last_observations.copy_from_slice(arrays.observations);
            }
            self.restart::<E>(shared, tools, arrays);
            (arrays.terminated[0], arrays.truncated[0]) = flags;
        }
        arrays.rewards.copy_from_slice(&rewards);
    }

    #[inline]
    fn hide_actions(&self, shared: &Shared<G>, arrays: &mut Arrays<'_>) {
        for &action in self.legal.shown(shared.options.form) {
            arrays.masks[action as usize] = 0;
        }
    }

    /// Writes everything about the position; nobody has won anything yet.
    #[inline]
    pub(crate) fn show(&self, shared: &Shared<G>, tools: &mut Tools, arrays: &mut Arrays<'_>) {
        for &action in self.legal.shown(shared.options.form) {
            arrays.masks[action as usize] = 1;
        }
        self.observe(shared, tools, arrays.observations);
        arrays.rewards.fill(0.0);
        arrays.terminated[0] = u8::from(matches!(self.ending, Some(Ending::Rules(_))));
        arrays.truncated[0] = u8::from(self.ending == Some(Ending::Truncated));
        arrays.turns[0] = self.played.position().turn() as u8;
    }

    #[inline]
    fn observe(&self, shared: &Shared<G>, tools: &mut Tools, observation: &mut [u8]) {
        let pos = self.played.position();
        let turn = pos.turn();
        let touched = self.legal.touched(tools.numbering.table());
        let mut write = |seen: &G| {
            shared.planes.write(seen, turn, &self.played, touched, &mut tools.scratch, observation);
        };
        match tools.numbering.view_of(turn) {
            Some(view) => write(&pos.transform(view)),
            None => write(pos),
        }
    }

    /// A random legal action, or what the game takes when it is over.
    pub(crate) fn sample(&mut self, form: ActionForm) -> i64 {
        let shown = self.legal.shown(form);
        if shown.is_empty() { Autoreset::NO_ACTION } else { shown[below(&mut self.rng, shown.len())].into() }
    }

    pub(crate) fn state(&self, table: &ActionTable) -> TypedState<G> {
        TypedState { played: self.played.clone(), touched: self.legal.touched(table).to_vec() }
    }

    /// The same random numbers at another point of a game; nothing if the touched cells begin no
    /// move there.
    pub(crate) fn at_state<E: Encoding<Position = G>>(
        &self,
        state: &TypedState<G>,
        shared: &Shared<G>,
        tools: &mut Tools,
    ) -> Option<Lane<G>> {
        let mut lane = Lane {
            played: state.played.clone(),
            legal: LegalActions::new(),
            ending: None,
            planned: Planned::Nothing,
            rng: self.rng.clone(),
        };
        lane.find_moves::<E>(shared);
        lane.number_actions::<E>(shared, tools);
        for &cell in &state.touched {
            let (form, table) = (shared.options.form, tools.numbering.table());
            match lane.legal.meaning(cell.into(), form, table) {
                Some(Meaning::Touch(touch)) => lane.legal.touch(touch, table),
                Some(Meaning::Move(_)) | None => return None,
            }
        }
        Some(lane)
    }

    /// Takes the place of another lane in the arrays.
    pub(crate) fn replace(
        &mut self,
        lane: Lane<G>,
        shared: &Shared<G>,
        tools: &mut Tools,
        arrays: &mut Arrays<'_>,
    ) {
        self.hide_actions(shared, arrays);
        *self = lane;
        self.show(shared, tools, arrays);
    }
}

fn reward(outcome: Outcome, player: Player) -> f32 {
    match outcome.for_player(player) {
        Value::Win => 1.0,
        Value::Draw => 0.0,
        Value::Loss => -1.0,
    }
}
