//! The tuner's method, on functions whose best point is known.

use arena::{Perturbation, Spsa, TunedParam};
use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

fn start(iterations: u32, seed: u64) -> Spsa {
    let param = |name: &str, start, c_end| TunedParam { c_end, ..TunedParam::new(name, start, 0..=200) };
    let params = vec![param("a", 100, 10.0), param("b", 20, 4.0), param("c", 3, 0.7)];
    Spsa::new(params, iterations, 0.005, seed)
}

/// Elo below the best point, which is (60, 40, 6).
fn loss(values: &[i32]) -> f64 {
    let weights = [(60.0, 10.0), (40.0, 4.0), (6.0, 0.7)];
    let part = |(&value, (best, unit)): (&i32, (f64, f64))| ((f64::from(value) - best) / unit).powi(2);
    values.iter().zip(weights).map(part).sum::<f64>() * 3.0
}

/// A match of four games between two points, whose noise is far larger than the difference.
fn play(perturbation: &Perturbation, rng: &mut ChaCha8Rng) -> f64 {
    let elo = loss(&perturbation.minus) - loss(&perturbation.plus);
    let expected = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
    let won = |rng: &mut ChaCha8Rng| (below(rng, 1_000_000) as f64) < 1e6 * expected;
    (0..4).map(|_| if won(rng) { 1.0 } else { -1.0 }).sum()
}

fn run(mut spsa: Spsa, play: impl Fn(&Perturbation, &mut ChaCha8Rng) -> f64) -> Spsa {
    let mut rng = ChaCha8Rng::seed_from_u64(game::mix(spsa.seed));
    while !spsa.is_done() {
        let perturbation = spsa.perturbation();
        let result = play(&perturbation, &mut rng);
        spsa.update(&perturbation, result);
    }
    spsa
}

fn rounded(spsa: &Spsa) -> Vec<i32> {
    spsa.params.iter().map(TunedParam::rounded).collect()
}

#[test]
fn a_noisy_function_is_climbed() {
    for seed in 1..=5 {
        let before = loss(&rounded(&start(3_000, seed)));
        let after = loss(&rounded(&run(start(3_000, seed), play)));
        assert!(before > 150.0 && after < 20.0, "seed {seed}: {before} {after}");
        // Without a signal the values stay near where they were.
        let noise = |_: &Perturbation, rng: &mut ChaCha8Rng| 4.0 * (below(rng, 2) as f64 - 0.5);
        let lost = loss(&rounded(&run(start(3_000, seed), noise)));
        assert!(lost > 20.0, "seed {seed}: {lost} by noise alone");
    }
}

#[test]
fn values_stay_in_their_ranges_and_both_sides_are_symmetric() {
    let always = |_: &Perturbation, _: &mut ChaCha8Rng| 4.0;
    let mut spsa = start(200, 1);
    let (mut above, mut below) = (0, 0);
    while !spsa.is_done() {
        let perturbation = spsa.perturbation();
        for ((param, plus), minus) in spsa.params.iter().zip(&perturbation.plus).zip(&perturbation.minus) {
            assert!(param.range.contains(plus) && param.range.contains(minus), "{param:?}");
            above += usize::from(plus > minus);
            below += usize::from(plus < minus);
        }
        let result = always(&perturbation, &mut ChaCha8Rng::seed_from_u64(0));
        spsa.update(&perturbation, result);
    }
    assert!(above.abs_diff(below) < 120 && above + below > 500, "{above} {below}");
    let mut pushed = start(200, 1);
    while !pushed.is_done() {
        let perturbation = pushed.perturbation();
        // The first parameter is better the larger it is.
        let result = if perturbation.plus[0] > perturbation.minus[0] { 40.0 } else { -40.0 };
        pushed.update(&perturbation, result);
    }
    assert_eq!(pushed.params[0].rounded(), 200, "it goes as far as it may");
}

#[test]
fn a_stored_run_goes_on_as_if_nothing_had_happened() {
    let whole = run(start(100, 7), |perturbation, _| {
        f64::from(perturbation.plus[0] - perturbation.minus[0]).signum()
    });
    let mut half = start(100, 7);
    while half.done < 50 {
        let perturbation = half.perturbation();
        half.update(&perturbation, f64::from(perturbation.plus[0] - perturbation.minus[0]).signum());
    }
    let stored = serde_json::to_string(&half).unwrap();
    let half: Spsa = serde_json::from_str(&stored).unwrap();
    let resumed =
        run(half, |perturbation, _| f64::from(perturbation.plus[0] - perturbation.minus[0]).signum());
    assert_eq!(resumed, whole);
}
