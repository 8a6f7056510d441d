//! Values against plain search, in thousands of positions of all games.

mod plain;

use std::sync::Arc;

use abalone::Abalone;
use cancel::Cancel;
use checkers::Checkers;
use dragon_queen::DragonQueen;
use game::toy::Toy;
use game::{Game, Notation as _, Player, Position as _};
use raichu::Raichu8;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use solve::{Exact, Limits, NoOracle, Oracle, Solver};

fn solver<G: Game>() -> Solver<G> {
    Solver::new(1 << 24, Arc::new(NoOracle))
}

/// Every question about a few plies gets the same answer as from exhaustive search, with one table
/// for all positions.
fn check_questions<G: Game>(positions: impl Iterator<Item = G>, most: u32) {
    let mut solver = solver();
    let mut wins = [0; 2];
    for pos in positions {
        for attacker in Player::ALL {
            for plies in 0..=most {
                let found = solver.forces(&pos, attacker, plies, &Limits::none()).unwrap();
                let wanted = plain::forces(&pos, attacker, plies);
                assert_eq!(found, wanted, "{attacker:?} within {plies} plies: {}", pos.write());
                wins[usize::from(attacker == pos.turn())] += u32::from(found && plies > 1);
            }
        }
    }
    assert!(wins[0] > 5 && wins[1] > 5, "{wins:?}");
}

#[test]
fn questions_are_answered_as_by_looking_at_everything() {
    let rng = || ChaCha8Rng::seed_from_u64(5);
    let mut r = rng();
    check_questions((0..1_500).map(|_| plain::anywhere::<Checkers>(5, &mut r)), 5);
    let mut r = rng();
    check_questions((0..600).map(|_| plain::anywhere::<DragonQueen>(6, &mut r)), 4);
    let mut r = rng();
    check_questions((0..150).map(|_| plain::anywhere::<Raichu8>(3, &mut r)), 3);
    let mut r = rng();
    let narrow = Abalone::read(".r../b..r./rbb.../rrrbb../bbrr../..rbb/.... b").unwrap();
    check_questions((0..150).map(|n| plain::wander(&narrow, n % 12, &mut r)), 3);
    let mut r = rng();
    let trees = (0..1_500).map(|_| Toy::read(&plain::tree(&mut r)).unwrap());
    // Each tree needs its own table: nodes have the same keys in all trees.
    trees.for_each(|tree| {
        let mut solver = solver();
        for attacker in Player::ALL {
            for plies in 0..6 {
                let found = solver.forces(&tree, attacker, plies, &Limits::none()).unwrap();
                assert_eq!(found, plain::forces(&tree, attacker, plies), "{}", tree.write());
            }
        }
    });
}

/// The values of positions in small state spaces, and their lines, agree with plain sweeps.
fn check_values<G: Game>(positions: impl Iterator<Item = G>, most: usize) -> usize {
    let mut kinds = [0; 3];
    for pos in positions {
        let Some(values) = plain::values(&pos, most) else { continue };
        let mut solver = solver();
        let answer = solver.solve(&pos, &Limits::none(), &mut |_| ());
        assert_eq!(answer.value, Some(values[&pos]), "{}", pos.write());
        check_line(&mut solver, &pos, &values);
        kinds[match values[&pos] {
            Exact::Win(_) => 0,
            Exact::Loss(_) => 1,
            Exact::Draw => 2,
        }] += 1;
    }
    assert!(kinds[0] > 0 && kinds[2] > 0, "{kinds:?}");
    kinds.iter().sum()
}

/// Each move of the line is best, and the line ends with the game or with the third repetition.
fn check_line<G: Game>(solver: &mut Solver<G>, pos: &G, values: &std::collections::HashMap<G, Exact>) {
    let value = values[pos];
    let line = solver
        .line(pos, value, &Limits::none())
        .unwrap_or_else(|_| panic!("no line for {value}: {}", pos.write()));
    let mut pos = pos.clone();
    let mut seen = vec![pos.clone()];
    for mv in &line {
        let best = solver.best_moves(&pos, values[&pos], &Limits::none()).unwrap();
        assert!(best.contains(mv));
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        for mv in moves {
            let next = pos.play_unchecked(mv);
            let through = values[&next].one_ply_earlier(next.turn() == pos.turn());
            assert_eq!(best.contains(&mv), through == values[&pos], "{mv:?} {}", pos.write());
        }
        pos = pos.play_unchecked(*mv);
        seen.push(pos.clone());
    }
    let times = seen.iter().filter(|other| **other == pos).count();
    match value.distance() {
        Some(plies) => assert_eq!(line.len() as u32, plies),
        None => assert!(pos.outcome().is_some() || times == 3, "{line:?}"),
    }
    assert!(pos.outcome().is_some() || value == Exact::Draw);
}

#[test]
fn values_are_those_of_plain_sweeps() {
    let rng = || ChaCha8Rng::seed_from_u64(6);
    let mut r = rng();
    let trees = (0..1_500).map(|_| Toy::read(&plain::tree(&mut r)).unwrap());
    assert_eq!(check_values(trees, 1_000), 1_500);
    let mut r = rng();
    let checkers = (0..250).map(|_| plain::anywhere::<Checkers>(2, &mut r));
    assert!(check_values(checkers, 4_000) > 200);
    let mut r = rng();
    // With few plies left, the state space is small.
    let late = |pos: DragonQueen, n: usize| pos.with_ply(Some(50 - (n % 5) as u8)).unwrap();
    let capped = (0..1_000).map(|n| late(plain::anywhere::<DragonQueen>(5, &mut r), n));
    assert!(check_values(capped, 4_000) > 500);
    let mut r = rng();
    let free = (0..60).map(|_| plain::anywhere::<DragonQueen>(2, &mut r));
    assert!(check_values(free, 4_000) > 40);
    let mut r = rng();
    let raichu = (0..16).map(|_| plain::anywhere::<Raichu8>(2, &mut r));
    assert!(check_values(raichu, 9_000) > 3);
}

/// Knows every position with few pieces, from plain sweeps.
struct Known<G>(std::collections::HashMap<G, Exact>);

impl Oracle<DragonQueen> for Known<DragonQueen> {
    fn look_up(&self, pos: &DragonQueen) -> Option<Exact> {
        // Its positions have no ply count.
        self.0.get(&pos.with_ply(None).ok()?).copied()
    }
}

#[test]
fn an_oracle_is_believed_and_the_cap_is_kept() {
    let root = DragonQueen::read("Q..../...../..D../...../....W w").unwrap();
    let values = plain::values(&root, 40_000).unwrap();
    let positions: Vec<DragonQueen> =
        values.keys().filter(|pos| pos.outcome().is_none()).take(4_000).cloned().collect();
    let oracle: Arc<dyn Oracle<DragonQueen>> = Arc::new(Known(values.clone()));
    let mut capped_wins = 0;
    for (i, pos) in positions.iter().enumerate() {
        let left = (i % 9) as u8;
        let capped = pos.with_ply(Some(50 - left)).unwrap();
        let wanted = match values[pos].distance() {
            Some(plies) if plies <= left.into() => values[pos],
            _ => Exact::Draw,
        };
        let with_oracle = Solver::new(1 << 20, oracle.clone()).solve(&capped, &Limits::none(), &mut |_| ());
        assert_eq!(with_oracle.value, Some(wanted), "{}", capped.write());
        if i % 20 == 0 {
            let without = solver().solve(&capped, &Limits::none(), &mut |_| ());
            assert_eq!(without.value, Some(wanted), "{}", capped.write());
        }
        capped_wins += usize::from(wanted != values[pos]);
    }
    assert!(capped_wins > 50, "{capped_wins}");
}

#[test]
fn limits_are_kept_and_the_answer_is_then_unknown() {
    let start = Checkers::start();
    let mut solver = solver();
    let answer = solver.solve(&start, &Limits::nodes(30_000), &mut |_| ());
    assert!(answer.value.is_none() && (30_000..30_100).contains(&answer.nodes), "{answer:?}");
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = solver.solve(&start, &Limits { cancel: &cancel, ..Limits::none() }, &mut |_| ());
    assert!(stopped.value.is_none() && stopped.nodes < 3_000, "{stopped:?}");
    assert!(solver.forces(&start, Player::One, 25, &Limits::nodes(1_000)).is_err());
}

#[test]
fn a_memory_that_is_too_small_costs_time_only() {
    let pos =
        Checkers::read("...b..../......../.....b../..b...b./......../b.b...../......../r.r...r. r").unwrap();
    let value = |bytes| {
        Solver::new(bytes, Arc::new(NoOracle)).solve(&pos, &Limits::nodes(3_000_000), &mut |_| ()).value
    };
    let (large, small) = (value(1 << 27), value(1 << 10));
    assert!(large.is_some());
    assert!(small.is_none() || small == large);
}
