//! The engine's contract, tested on the real games.

use catalogue::CATALOGUE;
use engine::{Control, Exact, FitOptions, Limits, Session, TablesChoice};

#[test]
fn fitted_weights_do_not_depend_on_threads() {
    let game = CATALOGUE.find("checkers").unwrap();
    let fitted = |threads| {
        let options = FitOptions { games: 6, nodes: 40, rounds: 1, threads, ..FitOptions::default() };
        engine::fit_weights(game, &options, &mut |_| ()).unwrap()
    };
    let alone = fitted(1);
    assert_eq!(alone, fitted(3));
    assert!(alone.positions > 10 && alone.results.iter().sum::<usize>() == 6);
}

#[test]
fn a_value_that_tables_know_needs_no_search() {
    let pos = CATALOGUE.find("checkers").unwrap().read("W:WK3,K7:BK32").unwrap();
    let mut solver = pos.game().solver(1 << 20, &TablesChoice::Embedded);
    let solution = solver.solve(&*pos, &Limits::nodes(1), &Control::new(), &mut |_| ());
    let Some(value @ Exact::Win(plies)) = solution.value else { panic!("{solution:?}") };
    assert_eq!((solution.bounds.exact(), solution.line.len()), (Some(value), plies as usize));
    // Without tables this limit is too small.
    let mut solver = pos.game().solver(1 << 20, &TablesChoice::None);
    assert_eq!(solver.solve(&*pos, &Limits::nodes(1), &Control::new(), &mut |_| ()).value, None);
}

#[test]
fn a_game_remembers_its_positions_and_forgets_what_is_taken_back() {
    for game in CATALOGUE.all() {
        let mut session = Session::game(&*game.start());
        while session.ending().is_none() && session.moves().len() < 60 {
            let moves = session.position().moves();
            let chosen = session.moves().len() * 7919 % moves.len();
            session.play(moves[chosen].id);
            let key = session.position().key();
            let times = session.positions().filter(|pos| pos.key() == key).count();
            assert_eq!(session.occurrences() as usize, times, "{}", game.word());
            let idle = session.plies().collect::<Vec<_>>();
            let idle = idle.iter().rev().take_while(|(mv, _)| !mv.is_progress).count();
            assert_eq!(session.plies_without_progress() as usize, idle, "{}", game.word());
        }
        let all = session.moves().len();
        while session.undo().is_some() {}
        assert!(all > 5 && session.occurrences() == 1 && session.plies_without_progress() == 0);
    }
}
