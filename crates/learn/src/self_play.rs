//! Games of the engine against itself.

use game::playout::below;
use game::{Game, History, Outcome, Player, Value};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use search::{Evaluator, Limits, MoveOrdering, Options, ParallelSearch, Score, SearchParams, Table};

use crate::games_file::{Ending, TrainingGame};

/// How games are played. With the same options a game of the same number is the same game.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayOptions {
    /// About how many nodes a move gets.
    pub nodes: u64,
    /// In every other game one side gets this many times fewer: where equals draw, unequal players
    /// show what wins.
    pub odds: u64,
    /// A game begins with at most this many random plies, and at least two.
    pub opening: usize,
    /// Where chance begins.
    pub seed: u64,
    /// The parameters of the search.
    pub params: SearchParams,
}

/// Searches are short, and what they remember is forgotten before each game.
const TABLE_BYTES: usize = 1 << 20;
/// A game that goes on for longer is a draw.
const LONGEST: usize = 400;
/// A game begins with at least this many random plies.
const SHORTEST_OPENING: usize = 2;
/// Scores are cut off here.
const LARGEST_SCORE: i32 = 30_000;

/// Plays games of self-play.
pub struct SelfPlay<'a, G, E> {
    start: &'a G,
    evaluator: &'a E,
    options: &'a SelfPlayOptions,
    table: Table,
}

impl<'a, G: Game, E: Evaluator<G> + MoveOrdering<G>> SelfPlay<'a, G, E> {
    /// A player from `start`.
    pub fn new(start: &'a G, evaluator: &'a E, options: &'a SelfPlayOptions) -> Self {
        SelfPlay { start, evaluator, options, table: Table::new(TABLE_BYTES) }
    }

    /// The game of this number.
    pub fn play(&mut self, number: u64) -> TrainingGame {
        self.table.clear();
        let options = self.options;
        let mut rng = ChaCha8Rng::seed_from_u64(game::mix(options.seed ^ game::mix(number)));
        let shortest = SHORTEST_OPENING.min(options.opening);
        let opening = shortest + below(&mut rng, options.opening - shortest + 1);
        let weaker = (options.odds > 1 && number % 2 == 1)
            .then(|| if below(&mut rng, 2) == 0 { Player::One } else { Player::Two });
        let mut pos = self.start.in_play();
        let mut history = History::new(pos.key());
        let mut game = TrainingGame {
            opening: 0,
            moves: Vec::new(),
            scores: Vec::new(),
            outcome: Outcome::Draw,
            ending: Ending::House,
        };
        let mut moves = Vec::new();
        loop {
            if let Some(outcome) = pos.legal_moves(&mut moves) {
                (game.outcome, game.ending) = (outcome, Ending::Rules);
                break;
            }
            if history.is_draw(G::HOUSE_RULES) || history.plies() >= LONGEST {
                break;
            }
            let place = if history.plies() < opening {
                game.opening += 1;
                below(&mut rng, moves.len())
            } else {
                if let Some(value) = self.exact(&pos) {
                    (game.outcome, game.ending) = (value.outcome(pos.turn()), Ending::Table);
                    break;
                }
                let (place, score) = match moves.len() {
                    1 => (0, None),
                    _ => self.search(&pos, &moves, &history, weaker, &mut rng),
                };
                if let Some(score) = score.filter(|score| score.is_decided()) {
                    let value = if score > Score::DRAW { Value::Win } else { Value::Loss };
                    (game.outcome, game.ending) = (value.outcome(pos.turn()), Ending::Proven);
                    break;
                }
                let points = |score: Score| score.points().clamp(-LARGEST_SCORE, LARGEST_SCORE) as i16;
                game.scores.push(score.map(points));
                place
            };
            game.moves.push(place as u16);
            let is_progress = pos.is_progress(moves[place]);
            pos = pos.play_unchecked(moves[place]);
            history.push(pos.key(), is_progress);
        }
        game
    }

    fn exact(&self, pos: &G) -> Option<Value> {
        let exact = self.evaluator.exact(pos)?.within(pos.plies_left());
        Some(exact.value())
    }

    /// The place of the move that a short search likes, and its score. How short it is varies a
    /// little, so that games do.
    fn search(
        &self,
        pos: &G,
        moves: &[G::Move],
        history: &History,
        weaker: Option<Player>,
        rng: &mut ChaCha8Rng,
    ) -> (usize, Option<Score>) {
        let divisor = if weaker == Some(pos.turn()) { self.options.odds } else { 1 };
        let nodes = self.options.nodes * (75 + below(rng, 51) as u64) / 100 / divisor;
        let task = ParallelSearch {
            root: pos,
            history: history.earlier_keys(),
            evaluator: self.evaluator,
            table: &self.table,
            limits: Limits::nodes(nodes.max(1)),
            options: Options {
                params: self.options.params,
                no_progress_limit: G::HOUSE_RULES.no_progress,
                ..Options::default()
            },
        };
        let report = task.run(1, &mut |_| {});
        let best = report.lines.first().and_then(|line| Some((*line.moves.first()?, line.score)));
        let place = |mv: G::Move| moves.iter().position(|&other| other == mv);
        match best.and_then(|(mv, score)| Some((place(mv)?, score))) {
            Some((place, score)) => (place, Some(score)),
            None => (0, None),
        }
    }
}
