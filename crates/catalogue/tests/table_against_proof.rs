//! Tables and proof search are independent of each other, and agree.

use engine::{Build, Control, Exact, Limits, TablesAt, TablesChoice};
use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// The node limit of a proof: enough for every win within [`SURE`] plies.
const NODES: u64 = 20_000;
const SURE: u32 = 5;

/// A random arrangement of at most `pieces` pieces, as occupants of the start's diagram, if the
/// game accepts it.
fn random(
    game: &engine::GameRef,
    pieces: usize,
    rng: &mut ChaCha8Rng,
) -> Option<Box<dyn engine::AnyPosition>> {
    let start = game.start();
    let diagram = start.diagram();
    let mut occupants = vec![None; diagram.cells.len()];
    for _ in 0..2 + below(rng, pieces - 1) {
        occupants[below(rng, diagram.cells.len())] = Some(below(rng, diagram.pieces.len()));
    }
    let turn = engine::Player::ALL[below(rng, 2)];
    start.arranged(&occupants, turn).ok().filter(|pos| pos.outcome().is_none())
}

/// Compares `positions` positions, and returns how many were decided and how many drawn.
fn compare(name: &str, at: &TablesAt, pieces: usize, positions: usize) -> [usize; 2] {
    let game = catalogue::CATALOGUE.find(name).unwrap();
    let tables = game.start().game().tables(at);
    let mut rng = ChaCha8Rng::seed_from_u64(29);
    let mut seen = [0, 0];
    while seen[0] + seen[1] < positions {
        let Some(pos) = random(&game, pieces, &mut rng) else { continue };
        let Ok(Some(known)) = tables.exact(&*pos) else { continue };
        let mut solver = pos.game().solver(4 << 20, &TablesChoice::None);
        let solution = solver.solve(&*pos, &Limits::nodes(NODES), &Control::new(), &mut |_| ());
        let text = pos.text();
        match known {
            Exact::Win(plies) | Exact::Loss(plies) if plies <= SURE => {
                assert_eq!(solution.value, Some(known), "{name} {text}");
                assert_eq!(solution.line.len(), plies as usize, "{name} {text}: {:?}", solution.line);
            }
            // The win may be too far away to be found, but the solver must not claim anything else.
            _ => assert!(solution.value.is_none_or(|value| value == known), "{name} {text}: {solution:?}"),
        }
        seen[usize::from(known == Exact::Draw)] += 1;
    }
    seen
}

#[test]
fn in_checkers() {
    let [decided, drawn] = compare("checkers", &TablesAt::default(), 4, 3_000);
    assert!(decided > 1_000 && drawn > 300, "{decided} {drawn}");
}

#[test]
fn in_raichu() {
    let [decided, drawn] = compare("raichu", &TablesAt::default(), 3, 2_000);
    assert!(decided > 500 && drawn > 100, "{decided} {drawn}");
}

#[test]
fn in_the_dragon_queen() {
    let folder = tempfile::tempdir().unwrap();
    let start = catalogue::CATALOGUE.find("dragon-queen").unwrap().start();
    let build =
        Build { folder: folder.path(), pieces: 4, threads: 1, memory: 1 << 30, cancel: &engine::NEVER };
    let forecast = start.game().forecast_tables(&build).unwrap();
    start.game().build_tables(&build, &forecast, &|_| ()).unwrap();
    let at = TablesAt { folder: Some(folder.path().to_path_buf()), ..TablesAt::default() };
    let [decided, drawn] = compare("dragon-queen", &at, 4, 3_000);
    assert!(decided > 500 && drawn > 10, "{decided} {drawn}");
}
