//! Whatever ends a search, its claims are true: every reported win, loss and exact value, at the
//! end and on the way, is compared with tables or proofs.
//!
//! `PLYWOOD_CLAIMS=25000` runs that many searches per game; the default is a few hundred.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use engine::{
    AnyPosition, AnyTables, Build, Control, Exact, ExactSolver, GameRef, Limits, Player, Score, Session,
    TablesAt, TablesChoice, ThinkerOptions, Thought,
};
use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// The number of searches per position, which share one transposition table.
const SEARCHES_PER_POSITION: usize = 8;
/// The node limit of the solver per position.
const SOLVER_NODES: u64 = 200_000;

/// The source of the true values.
enum Truth {
    Tables(Arc<dyn AnyTables>),
    Proofs { solver: Box<dyn ExactSolver>, known: HashMap<String, Option<Exact>> },
}

impl Truth {
    fn proofs(game: &GameRef) -> Truth {
        let solver = game.start().game().solver(64 << 20, &TablesChoice::None);
        Truth::Proofs { solver, known: HashMap::new() }
    }

    /// The value for the side to move, if it can be found.
    fn value(&mut self, pos: &dyn AnyPosition) -> Option<Exact> {
        if let Some(outcome) = pos.outcome() {
            return Some(Exact::of_outcome(outcome, pos.turn()));
        }
        match self {
            Truth::Tables(tables) => tables.exact(pos).unwrap(),
            Truth::Proofs { solver, known } => *known.entry(pos.text()).or_insert_with(|| {
                solver.solve(pos, &Limits::nodes(SOLVER_NODES), &Control::new(), &mut |_| ()).value
            }),
        }
    }

    /// The value of a move for the player who makes it.
    fn of_move(&mut self, pos: &dyn AnyPosition, mv: &str) -> Option<Exact> {
        let next = pos.play(pos.parse_move(mv).unwrap());
        let same_turn = next.turn() == pos.turn();
        self.value(&*next).map(|value| value.one_ply_earlier(same_turn))
    }
}

/// Counts of the claims that were checked.
#[derive(Default, Debug)]
struct Tally {
    searches: usize,
    /// All rows that were reported, at the end and on the way.
    rows: usize,
    wins: usize,
    losses: usize,
    exact: usize,
    /// Claims about positions that the solver could not decide within its limit.
    undecided: usize,
}

impl Tally {
    /// Compares everything that a row claims with the truth.
    fn check(&mut self, pos: &dyn AnyPosition, thought: &Thought, truth: &mut Truth, how: &str) {
        self.rows += 1;
        let told =
            |claim: &str, value| format!("{} ({how}): said {claim}, is {value:?}: {thought:?}", pos.text());
        if let Some(exact) = thought.exact {
            match truth.value(pos) {
                Some(value) => assert_eq!(exact, value, "{}", told("exactly", Some(value))),
                None => self.undecided += 1,
            }
            self.exact += 1;
        }
        for (i, line) in thought.lines.iter().enumerate() {
            let mut compare = |value: Option<Exact>| match (line.score, value) {
                (Score::Estimate(_), _) => (),
                (_, None) => self.undecided += 1,
                (Score::Win(most), Some(Exact::Win(plies))) if plies <= most => self.wins += 1,
                (Score::Loss(most), Some(Exact::Loss(plies))) if plies <= most => self.losses += 1,
                (claim, value) => panic!("line {i}: {}", told(&format!("{claim:?}"), value)),
            };
            if matches!(line.score, Score::Estimate(_)) {
                continue;
            }
            // The best line makes a claim about the position, and every line about its first move.
            if i == 0 {
                compare(truth.value(pos));
            }
            compare(truth.of_move(pos, &line.moves[0]));
        }
    }
}

/// Limits of nodes or time, often small, or a number of rows after which the search is cancelled.
fn limits(rng: &mut ChaCha8Rng) -> (Limits, usize) {
    let size = 1 << below(rng, 14);
    let number = below(rng, size) as u64;
    match below(rng, 3) {
        0 => (Limits::nodes(1 + number), usize::MAX),
        1 => (Limits::time(Duration::from_micros(number)), usize::MAX),
        _ => (Limits { depth: Some(12), ..Limits::nodes(100_000) }, below(rng, 12)),
    }
}

/// Searches random positions with random options, and checks their claims.
fn check_claims(
    game: &GameRef,
    truth: &mut Truth,
    random: impl Fn(&mut ChaCha8Rng) -> Option<Box<dyn AnyPosition>>,
) -> Tally {
    let searches = std::env::var("PLYWOOD_CLAIMS").map_or(400, |count| count.parse().unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(15);
    let mut tally = Tally::default();
    while tally.searches < searches {
        let Some(pos) = random(&mut rng).filter(|pos| pos.outcome().is_none()) else { continue };
        let options = ThinkerOptions {
            threads: 1 + below(&mut rng, 2),
            table_bytes: 1 << (12 + below(&mut rng, 9)),
            tables: TablesChoice::None,
            ..ThinkerOptions::default()
        };
        let mut thinker = pos.game().thinker(&options).unwrap();
        let session = Session::study(game.read(&pos.text()).unwrap());
        for _ in 0..SEARCHES_PER_POSITION {
            let control = Control::new();
            let (limits, rows_left) = limits(&mut rng);
            let lines = 1 + below(&mut rng, 4);
            let how = format!("{limits:?}, {lines} lines, {} threads", options.threads);
            let mut rows = Vec::new();
            let last = thinker.think(&session, lines, &limits, &control, &mut |thought| {
                rows.push(thought.clone());
                if rows.len() >= rows_left {
                    control.stop();
                }
            });
            let last = last.confirmed(&*pos);
            for row in rows.iter().chain([&last]) {
                tally.check(&*pos, row, truth, &how);
            }
            tally.searches += 1;
        }
    }
    println!("{}: {tally:?}", game.info().name);
    tally
}

/// A random arrangement of `least` to `most` pieces, as occupants of the start's diagram, if the
/// game accepts it.
fn arrangement(
    game: &GameRef,
    least: usize,
    most: usize,
    rng: &mut ChaCha8Rng,
) -> Option<Box<dyn AnyPosition>> {
    let start = game.start();
    let diagram = start.diagram();
    let mut occupants = vec![None; diagram.cells.len()];
    for _ in 0..least + below(rng, most - least + 1) {
        occupants[below(rng, diagram.cells.len())] = Some(below(rng, diagram.pieces.len()));
    }
    start.arranged(&occupants, Player::ALL[below(rng, 2)]).ok()
}

fn embedded(game: &GameRef) -> Truth {
    Truth::Tables(game.start().game().tables(&TablesAt::default()))
}

#[test]
fn in_checkers() {
    let game = catalogue::CATALOGUE.find("checkers").unwrap();
    let tally = check_claims(&game, &mut embedded(&game), |rng| arrangement(&game, 2, 4, rng));
    assert!(tally.wins > 100 && tally.losses > 100 && tally.undecided == 0, "{tally:?}");
}

#[test]
fn in_raichu() {
    let game = catalogue::CATALOGUE.find("raichu").unwrap();
    let tally = check_claims(&game, &mut embedded(&game), |rng| arrangement(&game, 2, 3, rng));
    assert!(tally.wins > 100 && tally.losses > 50 && tally.undecided == 0, "{tally:?}");
}

#[test]
fn in_the_dragon_queen() {
    let game = catalogue::CATALOGUE.find("dragon-queen").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let build =
        Build { folder: folder.path(), pieces: 5, threads: 2, memory: 1 << 30, cancel: &engine::NEVER };
    let start = game.start();
    start.game().build_tables(&build, &start.game().forecast_tables(&build).unwrap(), &|_| ()).unwrap();
    let at = TablesAt { folder: Some(folder.path().to_path_buf()), ..TablesAt::default() };
    let random = |rng: &mut ChaCha8Rng| {
        let pos = arrangement(&game, 2, 5, rng)?;
        // The ply limits how much can still be won.
        game.read(&format!("{} {}", pos.text(), below(rng, 50))).ok()
    };
    let tally = check_claims(&game, &mut Truth::Tables(start.game().tables(&at)), random);
    assert!(tally.wins > 100 && tally.losses > 100, "{tally:?}");
}

#[test]
fn in_abalone() {
    let game = catalogue::CATALOGUE.find("abalone").unwrap();
    // When both have lost three or four tokens, the end is near.
    let tally = check_claims(&game, &mut Truth::proofs(&game), |rng| arrangement(&game, 16, 20, rng));
    assert!(tally.wins > 100 && tally.losses > 10, "{tally:?}");
}
