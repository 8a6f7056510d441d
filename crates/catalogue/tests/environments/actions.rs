//! An action stands for one move, and a move for one action.

use std::collections::BTreeSet;

use engine::{CellId, MoveId};

use crate::{Env, options, touches, words};

/// In random games every legal move has its own action, whose path is what a player touches for it,
/// as the side to move sees the board.
#[test]
fn actions_and_moves_are_inverse() {
    for word in words() {
        let mut env = Env::new(&word, options(4), 7);
        for _ in 0..100 {
            for game in 0..4 {
                let pos = env.position(game);
                let actions = env.batch.actions_at(&pos.text()).unwrap();
                assert_eq!(actions.len(), pos.move_count(), "{word}");
                let different: BTreeSet<i64> = actions.iter().map(|&action| action.into()).collect();
                assert_eq!(different.len(), actions.len(), "{word}: {}", pos.text());
                if env.buffers.terminated[game] + env.buffers.truncated[game] == 0 {
                    assert!(different.iter().eq(&env.allowed(game)), "{word}: {}", pos.text());
                } else {
                    assert!(env.allowed(game).is_empty(), "{word}");
                }
                for (place, &action) in actions.iter().enumerate() {
                    let path = env.batch.table().path(action as usize).iter();
                    let path: Vec<CellId> = path.map(|&cell| env.seen(pos.turn(), cell.into())).collect();
                    assert_eq!(pos.touched(MoveId::new(place)), path, "{word}: {}", pos.text());
                    assert_eq!(pos.touch(&path), Ok(MoveId::new(place)), "{word}: {}", pos.text());
                }
            }
            let actions = env.sample();
            env.step(&actions);
        }
    }
}

/// The numbers of an action table are part of what people store: they never change.
#[test]
fn tables_have_their_lengths() {
    let length = |word: &str| Env::new(word, options(1), 0).batch.actions();
    assert_eq!(length("checkers"), 1426);
    assert_eq!(length("dragon-queen"), 144);
    assert_eq!(length("abalone"), 138);
    assert_eq!(length("raichu"), 1457);
    assert_eq!(length("raichu:26"), 55_901);
}

/// Chains that capture the same pieces by different paths stay different actions.
#[test]
fn ambiguous_chains_are_not_merged() {
    let env = Env::new("checkers", options(1), 0);
    let game = catalogue::CATALOGUE.find("checkers").unwrap();
    // A king takes four men around a square, clockwise or counterclockwise.
    let pos = game.read("W:WK31:B26,27,18,19").unwrap();
    let texts: Vec<String> = pos.moves().into_iter().map(|mv| mv.text).collect();
    assert_eq!(pos.move_count(), 2, "{texts:?}");
    let actions = env.batch.actions_at(&pos.text()).unwrap();
    assert_ne!(actions[0], actions[1]);
    assert_eq!(env.batch.table().path(actions[0] as usize).len(), 5);
}

/// Touch by touch the same games are played.
#[test]
fn touches_make_moves() {
    for word in words() {
        let mut env = Env::new(&word, touches(3), 3);
        let end = env.batch.planes().cells() as i64;
        let mut paths = vec![Vec::new(); 3];
        let mut moves = 0;
        for _ in 0..400 {
            let before: Vec<_> = (0..3).map(|game| env.position(game)).collect();
            let actions = env.sample();
            for (game, action) in actions.iter().enumerate() {
                let allowed = env.allowed(game);
                assert!(allowed.contains(action) || allowed.is_empty() && *action == -1, "{word}");
            }
            let was_over: Vec<bool> = (0..3).map(|game| env.allowed(game).is_empty()).collect();
            env.step(&actions);
            for game in 0..3 {
                let (pos, path) = (&before[game], &mut paths[game]);
                if was_over[game] {
                    path.clear();
                    continue;
                }
                if actions[game] != end {
                    path.push(actions[game] as CellId);
                }
                let touched: &[u8] = env.planes(game).last().unwrap();
                if env.batch.position(game).unwrap() == pos.text() {
                    for (order, &cell) in path.iter().enumerate() {
                        assert_eq!(usize::from(touched[cell]), order + 1, "{word}");
                    }
                    continue;
                }
                assert!(touched.iter().all(|&order| order == 0));
                let cells: Vec<CellId> = path.iter().map(|&cell| env.seen(pos.turn(), cell)).collect();
                let after = pos.play(pos.touch(&cells).unwrap());
                assert_eq!(after.text(), env.batch.position(game).unwrap(), "{word}");
                path.clear();
                moves += 1;
            }
        }
        assert!(moves > 300, "{word}");
    }
}
