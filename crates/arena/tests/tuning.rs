//! Tuning by games of a few nodes.

use arena::{OpeningSource, Spsa, TunedParam, Tuning, TuningScore};
use catalogue::CATALOGUE;
use engine::{Control, WeightsChoice};

fn tuning(threads: usize) -> Tuning {
    let start = CATALOGUE.find("dragon-queen").unwrap().start();
    let openings = OpeningSource::Random { plies: 3, balance: None };
    Tuning { start, openings, weights: WeightsChoice::Best, nodes: 60, pairs: 3, threads }
}

fn run() -> Spsa {
    let params = tuning(1).start.game().search_params();
    let chosen = params.fields().filter(|param| param.name.ends_with("margin"));
    let params = chosen.map(|param| TunedParam::new(param.name, param.value, param.range)).collect();
    Spsa::new(params, 5, 0.5, 3)
}

#[test]
fn values_depend_neither_on_threads_nor_on_interruptions() {
    let (mut whole, mut score) = (run(), TuningScore::default());
    tuning(1).run(&mut whole, &mut score, &Control::new(), &mut |_, _| {}).unwrap();
    assert_eq!(score.wins + score.draws + score.losses, 5 * 6);
    assert!(whole.is_done() && whole.params != run().params, "{whole:?}");

    let (mut parts, mut score_of_parts, mut stops) = (run(), TuningScore::default(), 0);
    while !parts.is_done() {
        let control = Control::new();
        let mut stop_after_two = |spsa: &Spsa, _: &TuningScore| {
            if spsa.done.is_multiple_of(2) {
                control.stop();
            }
        };
        tuning(2).run(&mut parts, &mut score_of_parts, &control, &mut stop_after_two).unwrap();
        stops += 1;
        assert!(stops < 9, "it goes on");
    }
    assert_eq!((stops, &parts, score_of_parts), (3, &whole, score));
}

#[test]
fn a_better_point_wins_more() {
    // Late moves reduced by four times as much as usual, or never: at this many nodes, and with this
    // evaluation, the first is known to be worse than the usual, and the point opposite is near it.
    let params = tuning(1).start.game().search_params();
    let reduction = params.fields().find(|param| param.name == "late_move_reduction_percent").unwrap();
    let param = TunedParam { c_end: 100.0, ..TunedParam::new(reduction.name, 300, reduction.range) };
    let mut spsa = Spsa::new(vec![param], 6, 0.05, 2);
    let mut score = TuningScore::default();
    let tuning = Tuning { pairs: 8, nodes: 400, weights: WeightsChoice::Terms, ..tuning(2) };
    tuning.run(&mut spsa, &mut score, &Control::new(), &mut |_, _| {}).unwrap();
    assert!(spsa.params[0].value < 300.0, "{spsa:?} {score:?}");
}

#[test]
fn what_is_refused_is_said() {
    let mut spsa = run();
    spsa.params[0].name = "no_such_margin".to_string();
    let error = tuning(1).run(&mut spsa, &mut TuningScore::default(), &Control::new(), &mut |_, _| {});
    assert_eq!(error.unwrap_err().to_string(), "no search parameter is called 'no_such_margin'");
    let weights = WeightsChoice::File(b"nothing of the kind".to_vec().into());
    let error = Tuning { weights, ..tuning(1) }.run(
        &mut run(),
        &mut TuningScore::default(),
        &Control::new(),
        &mut |_, _| {},
    );
    assert!(error.is_err());
}
