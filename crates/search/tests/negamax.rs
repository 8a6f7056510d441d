//! The search against plain negamax.

mod dice;

use dice::Dice;
use game::playout::below;
use game::toy::Toy;
use game::{Game, Value};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use search::{Evaluator, Limits, Options, Score, Search, SearchParams, Table};

const PLAIN: Options = Options {
    selective: false,
    table: false,
    quiescence: false,
    lines: 1,
    contempt: 0,
    no_progress_limit: None,
    params: SearchParams::DEFAULT,
};

/// The value of a position by looking at everything, as plainly as it can be written.
fn negamax<G: Game>(pos: &G, depth: u32, path: &mut Vec<u64>) -> Score {
    if path.contains(&pos.key()) {
        return Score::DRAW;
    }
    let mut moves = Vec::new();
    if let Some(outcome) = pos.legal_moves(&mut moves) {
        return match outcome.for_player(pos.turn()) {
            Value::Win => Score::Win(0),
            Value::Draw => Score::DRAW,
            Value::Loss => Score::Loss(0),
        };
    }
    if depth == 0 {
        return Score::Estimate(Evaluator::<G>::evaluate(&Dice, pos, 0, &mut ()).points);
    }
    path.push(pos.key());
    let value = |mv| {
        let next = pos.play(mv).unwrap();
        one_ply_earlier(negamax(&next, depth - 1, path), next.turn() == pos.turn())
    };
    let best = moves.into_iter().map(value).max().unwrap();
    path.pop();
    best
}

/// The score of a position seen from the one before it: wins and losses get longer.
fn one_ply_earlier(score: Score, same_side: bool) -> Score {
    match (score, same_side) {
        (Score::Win(plies), true) | (Score::Loss(plies), false) => Score::Win(plies + 1),
        (Score::Loss(plies), true) | (Score::Win(plies), false) => Score::Loss(plies + 1),
        (Score::Estimate(points), true) => Score::Estimate(points),
        (Score::Estimate(points), false) => Score::Estimate(-points),
    }
}

fn found<G: Game>(pos: &G, depth: u8, options: Options) -> Score {
    let table = Table::new(1 << 20);
    let mut search = Search::new(&Dice, &table, Limits::depth(depth), options);
    let report = search.run(pos, &[]);
    report.lines.first().map_or_else(|| negamax(pos, 0, &mut Vec::new()), |line| line.score)
}

/// Positions from random games.
fn positions<G: Game>(count: usize, longest: usize) -> Vec<G> {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut moves = Vec::new();
    let mut game = || {
        let mut pos = G::start();
        for _ in 0..below(&mut rng, longest) {
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            pos = pos.play_unchecked(moves[below(&mut rng, moves.len())]);
        }
        pos
    };
    (0..count).map(|_| game()).collect()
}

/// Positions with few pieces, where wins are near.
fn endings<G: Game>(count: usize) -> Vec<G> {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let slices = G::slices(4);
    let mut ending = || {
        let slice = slices[below(&mut rng, slices.len())];
        G::unindex(slice, below(&mut rng, G::slice_len(slice) as usize) as u64)
    };
    (0..count).map(|_| ending()).collect()
}

fn equals_negamax<G: Game>(count: usize, longest: usize, depth: u8) {
    for pos in positions::<G>(count, longest) {
        for depth in 1..=depth {
            let plain = negamax(&pos, depth.into(), &mut Vec::new());
            let score = found(&pos, depth, PLAIN);
            // A win that is found stops the deepening, and a deeper search finds nothing better.
            assert_eq!(score, plain, "depth {depth} of {}", pos.write());
        }
    }
}

#[test]
fn equals_negamax_in_all_games() {
    equals_negamax::<Toy>(20, 4, 8);
    equals_negamax::<checkers::Checkers>(40, 120, 5);
    equals_negamax::<raichu::Raichu8>(12, 150, 3);
    equals_negamax::<dragon_queen::DragonQueen>(20, 30, 4);
    equals_negamax::<abalone::Abalone>(15, 100, 3);
}

/// Whatever is switched on, a win or a loss that is claimed is one. Returns how many were.
fn claims_are_true<G: Game>(positions: &[G], depth: u8) -> usize {
    let mut claims = 0;
    for pos in positions {
        let score = found(pos, depth, Options::default());
        let Some(plies) = score.distance().filter(|plies| (1..=5).contains(plies)) else { continue };
        let plain = negamax(pos, plies, &mut Vec::new());
        let is_true = match score {
            Score::Win(_) => matches!(plain, Score::Win(shortest) if shortest <= plies),
            Score::Loss(_) => matches!(plain, Score::Loss(longest) if longest <= plies),
            Score::Estimate(_) => false,
        };
        assert!(is_true, "{score:?} is claimed and {plain:?} is true: {}", pos.write());
        claims += usize::from(plies > 1);
    }
    claims
}

#[test]
fn wins_and_losses_that_are_claimed_are_true() {
    assert!(claims_are_true(&endings::<checkers::Checkers>(150), 7) > 10);
    assert!(claims_are_true(&endings::<dragon_queen::DragonQueen>(400), 5) > 10);
    assert!(claims_are_true(&endings::<raichu::Raichu8>(60), 4) > 2);
    assert!(claims_are_true(&positions::<Toy>(40, 4), 9) > 0);
    claims_are_true(&positions::<checkers::Checkers>(40, 160), 6);
}

/// The cap of The Dragon Queen: a win that comes too late is none, whatever a table filled by
/// searches with more plies left says, and a draw by the cap does not hide a win from searches with
/// more plies left.
#[test]
fn a_win_beyond_the_cap_is_not_claimed() {
    let mut told_apart = 0;
    for pos in endings::<dragon_queen::DragonQueen>(150) {
        let table = Table::new(1 << 20);
        let best = |ply: Option<u8>, lines| {
            let pos = pos.with_ply(ply).unwrap();
            let options = Options { lines, selective: false, ..Options::default() };
            let mut search = Search::new(&Dice, &table, Limits::depth(6), options);
            search.run(&pos, &[]).lines.first().map(|line| line.score)
        };
        let score = |ply| best(ply, 1);
        // Several lines, so that the table learns of longer wins as well.
        let Some(Some(plies)) = best(None, 8).map(Score::distance) else { continue };
        let plies = plies as u8;
        // One ply short of the win, exactly enough, and unlimited again, all with the same table.
        if plies >= 2 {
            assert!(!score(Some(51 - plies)).unwrap().is_decided(), "{pos:?}");
            assert_eq!(score(Some(50 - plies)).unwrap().distance(), Some(plies.into()), "{pos:?}");
            assert_eq!(score(None).unwrap().distance(), Some(plies.into()), "{pos:?}");
            told_apart += 1;
        }
    }
    assert!(told_apart > 30, "only {told_apart}");
}

#[test]
fn the_same_call_gives_the_same_nodes() {
    for pos in positions::<checkers::Checkers>(5, 60) {
        let run = || {
            let table = Table::new(1 << 16);
            Search::new(&Dice, &table, Limits::nodes(20_000), Options::default()).run(&pos, &[])
        };
        let first = run();
        assert_eq!(first, run());
        assert!(first.nodes <= 20_000);
    }
}
