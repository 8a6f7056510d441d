//! Anything as a file of training games.

use game::Game;
use learn::{AllQuiet, Features, GamesReader, Patterns, Samples, TrainingGame, games_block, games_header};

use crate::input::{Check, Input};

/// The digit of a game, then any bytes as a file of training games, and as the body of a block of such a file: nothing
/// panics, the games that are accepted are written and read back, and as many of their moves are played as are legal.
pub fn training_games(input: &[u8]) {
    Input::run::<TrainingGames>(input);
}

struct TrainingGames;

impl Check for TrainingGames {
    fn check<G: Game>(input: Input) {
        let body = input.text;
        all(body);
        let mut file = games_header("fuzz");
        file.extend((body.len() as u32).to_le_bytes());
        file.extend(body);
        file.extend(crc32fast::hash(body).to_le_bytes());
        let games = all(&file);
        let written = [games_header("fuzz"), games_block(&games)].concat();
        assert_eq!(all(&written), games);
        let start = G::start();
        let features = Features::with(&start, Patterns::Cells).expect("single cells always fit");
        let mut samples = Samples::new(&features);
        for game in &games {
            let before = samples.len();
            samples.add(&start, &features, &AllQuiet, |_| None, |_| 0, game);
            assert!(samples.len() - before <= game.moves.len());
        }
    }
}

fn all(file: &[u8]) -> Vec<TrainingGame> {
    let Ok(mut reader) = GamesReader::new(file) else { return Vec::new() };
    let mut games = Vec::new();
    while let Some(block) = reader.block().expect("memory can be read") {
        games.extend(block);
    }
    games
}
