//! What is refused leaves the batch as it was.

use engine::{ActionError, BatchError, BatchOptions, StateError};

use crate::{Env, options, touches, without_reset, words};

/// Whether two batches are alike in everything that can be seen, now and after some steps.
fn are_alike(a: &mut Env, b: &mut Env) -> bool {
    (0..5).all(|_| {
        let actions = a.sample();
        let same = a.buffers == b.buffers && b.sample() == actions;
        a.step(&actions);
        b.step(&actions);
        same && a.buffers == b.buffers
    })
}

#[test]
fn a_bad_action_changes_nothing() {
    for word in words() {
        for options in [options(4), touches(4), BatchOptions { threads: 2, ..options(4) }] {
            let [mut env, mut twin] = [8, 8].map(|seed| Env::new(&word, options.clone(), seed));
            let all = env.batch.actions() as i64;
            let legal: Vec<i64> = (0..4).map(|game| env.allowed(game)[0]).collect();
            let forbidden = (0..all).find(|action| !env.allowed(2).contains(action)).unwrap();
            for bad in [forbidden, -1, all, i64::MIN, i64::MAX, 1 << 32] {
                let mut actions = legal.clone();
                actions[2] = bad;
                let refused = env.batch.step(&actions, env.buffers.arrays()).unwrap_err();
                assert!(matches!(refused, ActionError::Illegal { game: 2, action, .. } if action == bad));
                let text = refused.to_string();
                assert!(text.contains("game 2") && text.contains(&bad.to_string()), "{text}");
            }
            for wrong in [3, 5, 0] {
                let refused = env.batch.step(&vec![legal[0]; wrong], env.buffers.arrays()).unwrap_err();
                assert_eq!(refused, ActionError::Count { games: 4, received: wrong });
            }
            assert!(are_alike(&mut env, &mut twin), "{word}");
        }
    }
}

#[test]
fn a_game_that_is_over_takes_no_action() {
    for word in words() {
        let mut env = Env::new(&word, without_reset(BatchOptions { most_plies: Some(1), ..options(2) }), 0);
        let actions = env.sample();
        env.step(&actions);
        let refused = env.batch.step(&actions, env.buffers.arrays());
        assert_eq!(refused, Err(ActionError::Over { game: 0 }), "{word}");
        env.step(&[-1, -1]);
        env.batch.reset(Some(&[false, true]), None, env.buffers.arrays());
        assert_eq!((env.buffers.truncated[0], env.buffers.truncated[1]), (1, 0));
        assert_eq!(env.batch.step(&actions, env.buffers.arrays()), Err(ActionError::Over { game: 0 }));
    }
}

#[test]
fn states_of_other_games_are_refused() {
    for (word, other) in words().iter().zip(words().iter().cycle().skip(1)) {
        let [mut env, mut twin] = [4, 4].map(|seed| Env::new(word, options(2), seed));
        let foreign = Env::new(other, options(1), 0).batch;
        let state = foreign.state(0).unwrap();
        let text = state.text();
        assert_eq!(env.batch.set_state(1, &state, env.buffers.arrays()), Err(StateError::OtherGame));
        assert!(env.batch.read_state(&text).is_err(), "{word} took a state of {other}");
        assert!(env.batch.state_at(&foreign.position(0).unwrap()).is_err());
        let own = env.batch.state(0).unwrap();
        let refused = env.batch.set_state(2, &own, env.buffers.arrays());
        assert_eq!(refused, Err(StateError::NoGame { game: 2, games: 2 }));
        assert!(are_alike(&mut env, &mut twin), "{word}");
    }
}

#[test]
fn damaged_states_are_refused() {
    for word in words() {
        let mut env = Env::new(&word, options(1), 4);
        for _ in 0..6 {
            let actions = env.sample();
            env.step(&actions);
        }
        let text = env.batch.state(0).unwrap().text();
        assert!(env.batch.read_state(&text).is_ok());
        let lines: Vec<&str> = text.lines().collect();
        let with = |at: usize, line: &str| {
            let mut lines = lines.clone();
            lines[at] = line;
            lines.join("\n") + "\n"
        };
        let moves: Vec<&str> = lines[3].split(' ').collect();
        let damaged = [
            String::new(),
            text[..text.len() / 2].to_string(),
            text.clone() + "more",
            with(0, "plywood state 2"),
            with(1, "ludo"),
            with(2, "nonsense"),
            with(3, &[&moves[1..], &["x9-y9"]].concat().join(" ")),
            with(3, &moves[1..].join(" ")),
            with(4, "99999"),
            with(4, "a"),
            with(4, "3 3 3"),
        ];
        for text in damaged {
            let before = env.batch.position(0).unwrap();
            let set = env.batch.read_state(&text);
            let set = set.and_then(|state| env.batch.set_state(0, &state, env.buffers.arrays()));
            assert!(set.is_err(), "{word} took '{text}'");
            assert_eq!(env.batch.position(0).unwrap(), before);
        }
    }
}

#[test]
fn impossible_batches_are_refused() {
    let start = catalogue::CATALOGUE.all().next().unwrap().start();
    let made = |options| start.game().batch(&*start, options).err().unwrap();
    assert_eq!(made(options(0)), BatchError::Empty);
    assert!(matches!(made(options(usize::MAX)), BatchError::TooMany { .. }));
    for threads in [0, usize::MAX] {
        assert!(matches!(made(BatchOptions { threads, ..options(2) }), BatchError::Threads { .. }));
    }
}
