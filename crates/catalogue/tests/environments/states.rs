//! States of single games.

use engine::{ActionForm, BatchOptions};
use proptest::prelude::*;
use proptest::sample::select;

use crate::{Env, options, words};

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// A state that is taken out and put into another place, or written and read, goes on as the
    /// game that it came from.
    #[test]
    fn a_state_goes_on_elsewhere(
        word in select(words()),
        form in select(vec![ActionForm::Moves, ActionForm::Touches]),
        seed in 0..1000_u64,
        plies in 0..120_usize,
    ) {
        let options = BatchOptions { form, ..options(3) };
        let mut env = Env::new(&word, options.clone(), seed);
        for _ in 0..plies {
            let actions = env.sample();
            env.step(&actions);
        }
        let state = env.batch.state(0).unwrap();
        let text = state.text();
        let read = env.batch.read_state(&text).unwrap();
        prop_assert_eq!(&read.text(), &text);
        env.batch.set_state(1, &state, env.buffers.arrays()).unwrap();
        env.batch.set_state(2, &read, env.buffers.arrays()).unwrap();
        for step in 0..40 {
            for game in 1..3 {
                prop_assert_eq!(env.batch.position(game), env.batch.position(0));
                prop_assert_eq!(env.allowed(game), env.allowed(0));
                prop_assert_eq!(env.planes(game), env.planes(0));
                prop_assert_eq!(env.buffers.turns[game], env.buffers.turns[0]);
                prop_assert_eq!(env.buffers.terminated[game], env.buffers.terminated[0]);
                prop_assert_eq!(env.buffers.truncated[game], env.buffers.truncated[0]);
                // Setting a state wins nothing.
                let rewards = if step == 0 { 0..0 } else { 2 * game..2 * game + 2 };
                let of_first = if step == 0 { 0..0 } else { 0..2 };
                prop_assert_eq!(&env.buffers.rewards[rewards], &env.buffers.rewards[of_first]);
            }
            let action = env.sample()[0];
            env.step(&[action; 3]);
        }
    }
}

/// A copy of a batch plays on exactly as the batch, and independently of it.
#[test]
fn a_copy_goes_on_alike() {
    for word in words() {
        let mut env = Env::new(&word, BatchOptions { threads: 2, opening_plies: 1, ..options(5) }, 11);
        for _ in 0..20 {
            let actions = env.sample();
            env.step(&actions);
        }
        let mut copy = Env {
            batch: env.batch.duplicate(),
            buffers: env.buffers.clone(),
            word: word.clone(),
            turned: None,
        };
        let mut played = Vec::new();
        for _ in 0..100 {
            let actions = env.sample();
            env.step(&actions);
            played.push((actions, env.buffers.clone()));
        }
        for (actions, buffers) in played {
            assert_eq!(copy.sample(), actions);
            copy.step(&actions);
            assert!(copy.buffers == buffers, "{word}");
        }
    }
}

/// A position can be set, and a batch goes on from it.
#[test]
fn a_position_is_a_state() {
    for word in words() {
        let mut env = Env::new(&word, options(2), 2);
        for _ in 0..9 {
            let actions = env.sample();
            env.step(&actions);
        }
        let text = env.batch.position(0).unwrap();
        let state = env.batch.state_at(&text).unwrap();
        env.batch.set_state(1, &state, env.buffers.arrays()).unwrap();
        assert_eq!(env.batch.position(1).unwrap(), text);
        assert_eq!(env.allowed(1), env.allowed(0));
    }
}
