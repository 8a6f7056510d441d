//! The games that tune the parameters of the search: pairs at fixed nodes between two points of a
//! run of SPSA, all in this process.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use engine::{
    AnyPosition, Contempt, Control, Limits, Outcome, ParamError, Player, Score, SearchParams, Session,
    Thinker, ThinkerOptions, Value, WeightsChoice, WeightsError,
};
use serde::{Deserialize, Serialize};

use crate::opening::{OpeningError, OpeningSource, Openings};
use crate::spsa::{Perturbation, Spsa};

/// How the games are played.
pub struct Tuning {
    /// The start position of the game.
    pub start: Box<dyn AnyPosition>,
    /// Where the openings come from.
    pub openings: OpeningSource,
    /// The evaluation to play with.
    pub weights: WeightsChoice,
    /// How many nodes a move gets.
    pub nodes: u64,
    /// Pairs of games in an iteration: the same opening with both colours.
    pub pairs: usize,
    /// How many pairs are played at the same time.
    pub threads: usize,
}

/// The results of all games so far, for the point in the direction of each iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TuningScore {
    /// Games that it won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that it lost.
    pub losses: u64,
}

/// Why parameters cannot be tuned.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TuningError {
    /// The weights are refused.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A parameter or its value is refused.
    #[error("{0}")]
    Param(ParamError),
}

/// A game that goes on for longer is a draw.
const MAX_PLIES: usize = 400;
/// Searches are short, and their table is cleared before each game.
const TABLE_BYTES: usize = 2 << 20;

/// The players at one board: the point in the direction of an iteration, and the one opposite.
struct Board {
    plus: Box<dyn Thinker>,
    minus: Box<dyn Thinker>,
}

impl Tuning {
    /// Plays the iterations that are left, until they are done or `control` stops them. `observe`
    /// is told of each iteration after it has been counted, so what it sees can be stored. The same
    /// run comes out whatever the number of threads.
    ///
    /// # Errors
    /// Fails if the weights or a parameter are refused or there are no openings.
    pub fn run(
        &self,
        spsa: &mut Spsa,
        score: &mut TuningScore,
        control: &Control,
        observe: &mut dyn FnMut(&Spsa, &TuningScore),
    ) -> Result<(), TuningError> {
        let boards = (0..self.threads.clamp(1, self.pairs.max(1))).map(|_| self.board());
        let mut boards = boards.collect::<Result<Vec<Board>, _>>()?;
        while !spsa.is_done() {
            let perturbation = spsa.perturbation();
            let Some(played) = self.iteration(spsa, &perturbation, &mut boards, control)? else { break };
            spsa.update(&perturbation, played.wins as f64 - played.losses as f64);
            score.wins += played.wins;
            score.draws += played.draws;
            score.losses += played.losses;
            observe(spsa, score);
        }
        Ok(())
    }

    fn board(&self) -> Result<Board, WeightsError> {
        let options = ThinkerOptions {
            threads: 1,
            table_bytes: TABLE_BYTES,
            weights: self.weights.clone(),
            contempt: Contempt::None,
            ..ThinkerOptions::default()
        };
        let thinker = || {
            let thinker = self.start.game().thinker(&options)?;
            thinker.prepare(Duration::ZERO);
            Ok::<_, WeightsError>(thinker)
        };
        Ok(Board { plus: thinker()?, minus: thinker()? })
    }

    /// The score of an iteration; nothing if it was stopped.
    fn iteration(
        &self,
        spsa: &Spsa,
        perturbation: &Perturbation,
        boards: &mut [Board],
        control: &Control,
    ) -> Result<Option<TuningScore>, TuningError> {
        let params = |values| self.params(spsa, values).map_err(TuningError::Param);
        let (plus, minus) = (params(&perturbation.plus)?, params(&perturbation.minus)?);
        let next = AtomicUsize::new(0);
        let scores: Vec<Result<TuningScore, TuningError>> = std::thread::scope(|scope| {
            let work = boards.iter_mut().map(|board| {
                let next = &next;
                scope.spawn(move || {
                    board.plus.set_params(plus);
                    board.minus.set_params(minus);
                    let mut score = TuningScore::default();
                    loop {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        if pair >= self.pairs || control.is_stopped() {
                            return Ok(score);
                        }
                        let number = u64::from(spsa.done) * self.pairs as u64 + pair as u64;
                        let opening = self.opening(game::mix(spsa.seed ^ game::mix(!number)))?;
                        for player in [Player::One, Player::Two] {
                            score.add(board.play(opening.clone(), player, self.nodes, control));
                        }
                    }
                })
            });
            let work: Vec<_> = work.collect();
            work.into_iter().map(|thread| thread.join().expect("a game cannot fail")).collect()
        });
        let mut sum = TuningScore::default();
        for score in scores {
            let TuningScore { wins, draws, losses } = score?;
            sum.wins += wins;
            sum.draws += draws;
            sum.losses += losses;
        }
        Ok((!control.is_stopped()).then_some(sum))
    }

    /// The parameters of the game with the tuned ones changed.
    fn params(&self, spsa: &Spsa, values: &[i32]) -> Result<SearchParams, ParamError> {
        let mut params = self.start.game().search_params();
        for (param, &value) in spsa.params.iter().zip(values) {
            params.set(&param.name, value)?;
        }
        Ok(params)
    }

    fn opening(&self, seed: u64) -> Result<Session, OpeningError> {
        let start = self.start.in_play();
        let mut openings = Openings::from_source(start, &self.openings, None, seed)?;
        Ok(openings.next_opening()?.session())
    }
}

impl TuningScore {
    fn add(&mut self, value: Value) {
        match value {
            Value::Win => self.wins += 1,
            Value::Draw => self.draws += 1,
            Value::Loss => self.losses += 1,
        }
    }
}

impl Board {
    /// How a game ends for the point in the direction, which plays as `player`. A game ends too
    /// when the search has proven its result.
    fn play(&mut self, mut session: Session, player: Player, nodes: u64, control: &Control) -> Value {
        self.plus.forget();
        self.minus.forget();
        while session.ending().is_none() && session.moves().len() < MAX_PLIES {
            let turn = session.position().turn();
            let thinker = if turn == player { &mut self.plus } else { &mut self.minus };
            let thought = thinker.think(&session, 1, &Limits::nodes(nodes), control, &mut |_| {});
            if control.is_stopped() {
                break;
            }
            let Some(line) = thought.lines.first() else { break };
            if line.score.is_decided() {
                let value = if line.score > Score::DRAW { Value::Win } else { Value::Loss };
                return value.outcome(turn).for_player(player);
            }
            session.play(line.mv);
        }
        session.ending().map_or(Outcome::Draw, |ending| ending.outcome).for_player(player)
    }
}
