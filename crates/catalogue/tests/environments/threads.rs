//! The number of threads changes nothing.

use engine::{ActionForm, Autoreset, BatchOptions};

use crate::{Env, options, words};

#[test]
fn the_same_seed_writes_the_same_bytes_on_any_number_of_threads() {
    for word in words() {
        for (form, autoreset) in
            [(ActionForm::Moves, Autoreset::NextStep), (ActionForm::Touches, Autoreset::SameStep)]
        {
            let made = |threads| {
                let options = BatchOptions {
                    threads,
                    form,
                    autoreset,
                    opening_plies: 2,
                    most_plies: Some(60),
                    ..options(7)
                };
                Env::new(&word, options, 99)
            };
            let mut one = made(1);
            let mut others = [2, 3, 16].map(made);
            for _ in 0..150 {
                let actions = one.sample();
                one.step(&actions);
                for other in &mut others {
                    assert_eq!(other.sample(), actions, "{word}");
                    other.step(&actions);
                    assert!(
                        other.buffers == one.buffers,
                        "{word} on {} threads",
                        other.batch.options().threads
                    );
                }
            }
        }
    }
}

#[test]
fn another_seed_plays_other_games() {
    for word in words() {
        let [mut a, mut b] = [1, 1000].map(|seed| Env::new(&word, options(3), seed));
        let differ = (0..30).any(|_| {
            let (one, other) = (a.sample(), b.sample());
            a.step(&one);
            b.step(&other);
            a.buffers.observations != b.buffers.observations
        });
        assert!(differ, "{word}");
    }
}
