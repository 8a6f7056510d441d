//! With tables, the engine plays perfectly.

use engine::{
    AnyTables, Build, Control, Exact, Level, Limits, Machine, Outcome, Score, Session, TablesAt,
    TablesChoice, ThinkerOptions,
};
use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// Builds the tables of a game in a folder, with at most `pieces` pieces.
fn built(game: &str, pieces: u32, folder: &std::path::Path) -> std::sync::Arc<dyn AnyTables> {
    let start = catalogue::CATALOGUE.find(game).unwrap().start();
    let build = Build { folder, pieces, threads: 2, memory: 1 << 30, cancel: &engine::NEVER };
    let forecast = start.game().forecast_tables(&build).unwrap();
    start.game().build_tables(&build, &forecast, &|_| ()).unwrap();
    start.game().tables(&TablesAt {
        folder: Some(folder.to_path_buf()),
        embedded: false,
        ..TablesAt::default()
    })
}

/// Random positions of The Dragon Queen with few pieces, some plies played, and either side to
/// move.
fn random_text(rng: &mut ChaCha8Rng) -> String {
    let mut squares = ['.'; 25];
    let mut put = |letter: char, among: usize| loop {
        let square = below(rng, among);
        if squares[square] == '.' {
            squares[square] = letter;
            return;
        }
    };
    put('Q', 20);
    (0..2).for_each(|_| put('D', 25));
    (0..2).for_each(|_| put('W', 25));
    let rows: Vec<String> = squares.chunks(5).map(|row| row.iter().collect()).collect();
    let side = if below(rng, 2) == 0 { 'q' } else { 'w' };
    format!("{} {side} {}", rows.join("/"), below(rng, 45))
}

#[test]
fn every_position_that_is_won_within_the_cap_is_won_in_the_fewest_plies() {
    let folder = tempfile::tempdir().unwrap();
    let tables = built("dragon-queen", 5, folder.path());
    let game = catalogue::CATALOGUE.find("dragon-queen").unwrap();
    let options = ThinkerOptions {
        table_bytes: 1 << 20,
        tables: TablesChoice::These(tables.clone()),
        ..ThinkerOptions::default()
    };
    let mut machine = Machine::new(game.start().game(), Level::HIGHEST, 1, &options).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut played = [0, 0];
    for _ in 0..15_000 {
        let Ok(pos) = game.read(&random_text(&mut rng)) else { continue };
        let Ok(Some(Exact::Win(plies))) = tables.exact(&*pos) else { continue };
        let winner = pos.turn();
        let mut session = Session::game(&*pos);
        while session.ending().is_none() {
            let mv = if session.position().turn() == winner {
                let thought = machine.choose(&session, &Limits::nodes(200), &Control::new(), &mut |_| ());
                let left = plies - session.moves().len() as u32;
                assert_eq!(thought.exact, Some(Exact::Win(left)));
                assert_eq!(thought.lines[0].score, Score::Win(left));
                thought.best_text().unwrap().to_string()
            } else {
                tables.probe(session.position()).unwrap().moves[0].text.clone()
            };
            session.play_text(&mv).unwrap();
        }
        assert_eq!(session.ending().unwrap().outcome, Outcome::Win(winner), "{}", pos.text());
        assert_eq!(session.moves().len() as u32, plies, "{}", pos.text());
        played[winner as usize] += 1;
    }
    assert!(played.into_iter().all(|won| won >= 1_250), "{played:?}");
}
