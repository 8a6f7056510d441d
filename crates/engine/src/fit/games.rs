//! The games to learn from.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use game::playout::below;
use game::{Game as _, History, Keyed as _, Outcome, Player, Position as _, Value};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use search::{MoveOrdering, ParallelSearch, Score, Table};

use super::FitOptions;
use super::sample::Sample;
use crate::evaluation::WeightedEvaluator;
use crate::play::{Move, Play};
use crate::weights::Weights;

/// A game that was played.
pub(super) struct Played {
    pub(super) samples: Vec<Sample>,
    outcome: Outcome,
}

/// Bytes of transposition table: searches are short, and the table is cleared before each game.
const TABLE_BYTES: usize = 1 << 20;
/// A longer game is scored as a draw.
const LONGEST: usize = 400;
/// The fewest random plies at the start of a game.
const SHORTEST_OPENING: usize = 2;

impl Played {
    /// 0 if the first player won, 1 for a draw, 2 if the second player won.
    pub(super) fn result(&self) -> usize {
        match self.outcome {
            Outcome::Win(Player::One) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Player::Two) => 2,
        }
    }
}

/// Plays the games of a round on all threads. Each game has its own seed, so the assignment to threads is irrelevant.
pub(super) fn play_all<P: Play>(
    start: &P::Position,
    weights: &Weights,
    options: &FitOptions,
    round: usize,
    told: &mut dyn FnMut(usize, usize),
) -> Vec<Played> {
    let next = AtomicUsize::new(0);
    let (tell, hear) = mpsc::channel();
    let mut games: Vec<Option<Played>> = Vec::new();
    games.resize_with(options.games, || None);
    std::thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            let (tell, next) = (tell.clone(), &next);
            scope.spawn(move || {
                let mut table = Table::new(TABLE_BYTES);
                let evaluator = WeightedEvaluator::<P>::new(weights.clone(), None);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= options.games {
                        break;
                    }
                    let seed = game::mix(options.seed ^ game::mix((round << 32 | number) as u64));
                    table.clear();
                    let played = Selfplay::new(start, &evaluator, &table, options, seed).play();
                    if tell.send((number, played)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(tell);
        for (done, (number, played)) in hear.iter().enumerate() {
            games[number] = Some(played);
            told(done + 1, options.games);
        }
    });
    games.into_iter().flatten().collect()
}

/// A game under way.
struct Selfplay<'a, P: Play> {
    pos: P::Position,
    evaluator: &'a WeightedEvaluator<P>,
    table: &'a Table,
    nodes: u64,
    draws: f64,
    opening: usize,
    rng: ChaCha8Rng,
    history: History,
    samples: Vec<(Player, Sample)>,
}

impl<'a, P: Play> Selfplay<'a, P> {
    fn new(
        start: &P::Position,
        evaluator: &'a WeightedEvaluator<P>,
        table: &'a Table,
        options: &FitOptions,
        seed: u64,
    ) -> Self {
        let pos = start.in_play();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let shortest = SHORTEST_OPENING.min(options.opening);
        let opening = shortest + below(&mut rng, options.opening - shortest + 1);
        let history = History::new(pos.key());
        Selfplay {
            pos,
            evaluator,
            table,
            nodes: options.nodes,
            draws: options.draws,
            opening,
            rng,
            history,
            samples: Vec::new(),
        }
    }

    /// Plays to the end, or until the search has proven the result.
    fn play(mut self) -> Played {
        let mut moves = Vec::new();
        let outcome = loop {
            if let Some(outcome) = self.pos.legal_moves(&mut moves) {
                break outcome;
            }
            if self.is_drawn() {
                break Outcome::Draw;
            }
            let mv = if self.history.plies() < self.opening {
                moves[below(&mut self.rng, moves.len())]
            } else if let [only] = moves[..] {
                only
            } else {
                let (mv, score) = self.search(moves[0]);
                if score.is_decided() {
                    let value = if score > Score::DRAW { Value::Win } else { Value::Loss };
                    break value.outcome(self.pos.turn());
                }
                self.sample(mv, score);
                mv
            };
            self.advance(mv);
        };
        let result = |player| match outcome.for_player(player) {
            Value::Loss => 0.0,
            Value::Draw => 0.5,
            Value::Win => 1.0,
        };
        let importance = if outcome == Outcome::Draw { self.draws } else { 1.0 };
        let known = |(player, mut sample): (Player, Sample)| {
            sample.result = result(player);
            sample.importance = importance;
            sample
        };
        Played { samples: self.samples.into_iter().map(known).collect(), outcome }
    }

    /// Whether a house rule or the maximum length ends the game.
    fn is_drawn(&self) -> bool {
        self.history.is_draw(P::Position::HOUSE_RULES) || self.history.plies() >= LONGEST
    }

    /// The best move of a short search, and its score. The number of nodes varies a little, so that games differ.
    fn search(&mut self, any: Move<P>) -> (Move<P>, Score) {
        let nodes = self.nodes * (75 + below(&mut self.rng, 51) as u64) / 100;
        let task = ParallelSearch {
            root: &self.pos,
            history: self.history.earlier_keys(),
            evaluator: self.evaluator,
            table: self.table,
            limits: search::Limits::nodes(nodes),
            options: search::Options { params: P::SEARCH, ..search::Options::default() },
        };
        let report = task.run(1, &mut |_| {});
        let line = report.lines.first();
        let first = line.and_then(|line| Some((*line.moves.first()?, line.score)));
        first.unwrap_or((any, Score::DRAW))
    }

    /// Keeps the position as a sample if it is quiet and new.
    fn sample(&mut self, best: Move<P>, score: Score) {
        let is_noisy = MoveOrdering::<P::Position>::tactical_gain(self.evaluator, &self.pos, best) > 0;
        let is_new = self.history.repetitions() == 1;
        if !is_noisy && !P::must_capture(&self.pos) && is_new {
            self.samples.push((self.pos.turn(), Sample::of::<P>(&self.pos, score.points())));
        }
    }

    fn advance(&mut self, mv: Move<P>) {
        let is_progress = self.pos.is_progress(mv);
        self.pos = self.pos.play_unchecked(mv);
        self.history.push(self.pos.key(), is_progress);
    }
}
