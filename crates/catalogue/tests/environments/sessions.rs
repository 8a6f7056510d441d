//! A batch is as many sessions as it has games.

use engine::{Autoreset, BatchOptions, Outcome, Player, Reason, Session, Value};

use crate::{Env, options, without_reset, words};

fn reward(outcome: Outcome, player: Player) -> f32 {
    match outcome.for_player(player) {
        Value::Win => 1.0,
        Value::Draw => 0.0,
        Value::Loss => -1.0,
    }
}

/// What a game's arrays show of its session.
fn check(env: &Env, game: usize, session: &Session) {
    let pos = session.position();
    let place = format!("{}, game {game}: {}", env.word, pos.text());
    assert_eq!(env.batch.position(game).unwrap(), pos.text());
    assert_eq!(env.buffers.turns[game], pos.turn() as u8, "{place}");
    let ending = session.ending();
    let by_rules = ending.is_some_and(|ending| ending.reason == Reason::Rules);
    assert_eq!(env.buffers.terminated[game] == 1, by_rules, "{place}");
    assert_eq!(env.buffers.truncated[game] == 1, ending.is_some() && !by_rules, "{place}");
    for player in Player::ALL {
        let expected = ending.map_or(0.0, |ending| reward(ending.outcome, player));
        assert_eq!(env.buffers.rewards[2 * game + player as usize], expected, "{place}");
    }
    check_planes(env, game, session, &place);
}

fn check_planes(env: &Env, game: usize, session: &Session, place: &str) {
    let pos = session.position();
    let (diagram, occupants, turn) = (pos.diagram(), pos.occupants(), pos.turn());
    let planes = env.planes(game);
    let of = |player| {
        let all = 0..diagram.pieces.len();
        all.filter(|&piece| diagram.pieces[piece].player == player).collect::<Vec<usize>>()
    };
    let sees_own_first = env.batch.planes().names().iter().all(|name| name != "player one to move");
    let first = if sees_own_first { turn } else { Player::One };
    let pieces: Vec<usize> = of(first).into_iter().chain(of(first.other())).collect();
    for (plane, piece) in planes.iter().zip(&pieces) {
        for cell in 0..diagram.cells.len() {
            let there = occupants[env.seen(turn, cell)];
            assert_eq!(plane[cell] == 1, there == Some(*piece), "{place}");
            assert!(plane[cell] <= 1);
        }
    }
    let times = session.positions().filter(|earlier| earlier.key() == pos.key()).count();
    for (plane, name) in planes.iter().zip(env.batch.planes().names()).skip(pieces.len()) {
        let expected = match name.as_str() {
            "player one to move" => usize::from(turn == Player::One),
            "plies left" => pos.plies_left().unwrap() as usize,
            "plies without progress" => session.plies_without_progress() as usize,
            "times seen before" => times - 1,
            other => panic!("what is '{other}'?"),
        };
        assert!(plane.iter().all(|&byte| usize::from(byte) == expected), "{place}: {name}");
    }
}

/// Random games to their ends, in which each step is also played in a session.
#[test]
fn a_batch_is_many_sessions() {
    const GAMES: usize = 4;
    for word in words() {
        let mut env = Env::new(&word, without_reset(options(GAMES)), 21);
        let start = catalogue::CATALOGUE.find(&word).unwrap().start();
        let mut sessions: Vec<Session> = (0..GAMES).map(|_| Session::game(&*start)).collect();
        (0..GAMES).for_each(|game| check(&env, game, &sessions[game]));
        let mut finished = 0;
        for _ in 0..600 {
            let actions = env.sample();
            for (session, &action) in sessions.iter_mut().zip(&actions) {
                if session.ending().is_none() {
                    let legal = env.batch.actions_at(&session.position().text()).unwrap();
                    let place = legal.iter().position(|&known| i64::from(known) == action).unwrap();
                    session.play(engine::MoveId::new(place));
                }
            }
            env.step(&actions);
            for game in 0..GAMES {
                if actions[game] == Autoreset::NO_ACTION {
                    assert_eq!(env.buffers.rewards[2 * game..2 * game + 2], [0.0; 2]);
                } else {
                    check(&env, game, &sessions[game]);
                }
            }
            let over: Vec<bool> = sessions.iter().map(|session| session.ending().is_some()).collect();
            if over.iter().all(|&over| over) {
                finished += GAMES;
                env.batch.reset(Some(&over), None, env.buffers.arrays());
                sessions = (0..GAMES).map(|_| Session::game(&*start)).collect();
            }
        }
        assert!(finished > 0 || word.contains(':'), "{word}");
    }
}

/// The three modes of starting again differ only in when they do it.
#[test]
fn games_start_again_when_they_should() {
    for word in catalogue::CATALOGUE.names() {
        let modes = [Autoreset::NextStep, Autoreset::SameStep];
        let [mut next, mut same] = modes.map(|autoreset| {
            Env::new(word, BatchOptions { autoreset, most_plies: Some(30), ..options(1) }, 5)
        });
        let start = next.batch.position(0).unwrap();
        for _ in 0..100 {
            let actions = next.sample();
            assert_eq!(same.sample(), actions);
            next.step(&actions);
            same.step(&actions);
            let over = next.buffers.terminated[0] + next.buffers.truncated[0] > 0;
            assert_eq!(next.buffers.rewards, same.buffers.rewards, "{word}");
            assert_eq!(next.buffers.terminated, same.buffers.terminated, "{word}");
            assert_eq!(next.buffers.truncated, same.buffers.truncated, "{word}");
            if over {
                assert_eq!(same.buffers.last_observations, next.buffers.observations, "{word}");
                assert_eq!(next.sample(), [Autoreset::NO_ACTION]);
                next.step(&[Autoreset::NO_ACTION]);
                assert_eq!(next.batch.position(0).unwrap(), start);
                assert_eq!(next.buffers.terminated[0] + next.buffers.truncated[0], 0);
            }
            assert_eq!(next.buffers.observations, same.buffers.observations, "{word}");
            assert_eq!(next.buffers.masks, same.buffers.masks, "{word}");
        }
    }
}

/// An opening is random, but not over, and counts as plies of the game.
#[test]
fn openings_are_played() {
    for word in catalogue::CATALOGUE.names() {
        let env = Env::new(word, BatchOptions { opening_plies: 3, most_plies: Some(4), ..options(20) }, 1);
        let mut starts: Vec<String> = (0..20).map(|game| env.batch.position(game).unwrap()).collect();
        assert!(env.buffers.truncated.iter().all(|&flag| flag == 0));
        starts.sort();
        starts.dedup();
        assert!(starts.len() > 10, "{word}: {starts:?}");
        let mut env = env;
        let actions = env.sample();
        env.step(&actions);
        for game in 0..20 {
            assert_eq!(env.buffers.truncated[game] + env.buffers.terminated[game], 1, "{word}");
        }
    }
}

/// Where games are not started again by themselves, some can be stepped without the others.
#[test]
fn games_can_wait() {
    for word in words() {
        let [mut env, mut alone] = [3, 3].map(|seed| Env::new(&word, without_reset(options(2)), seed));
        for _ in 0..10 {
            let actions = alone.sample();
            let waiting = env.batch.position(1).unwrap();
            assert_eq!(env.sample(), actions);
            env.step(&[actions[0], Autoreset::NO_ACTION]);
            assert_eq!(env.batch.position(1).unwrap(), waiting);
            env.step(&[Autoreset::NO_ACTION, actions[1]]);
            alone.step(&actions);
            assert_eq!(env.buffers.observations, alone.buffers.observations, "{word}");
        }
    }
}
