//! Raichu endings: how many of those in which one side is far ahead does the engine win against
//! itself?
//!
//!     cargo run --release -p raichu-play --example raichu_endings -- [NODES [POSITIONS [WEIGHTS]]]
//!
//! NODES is the node limit per move (100000), POSITIONS the number of positions for each kind of
//! ending (10), WEIGHTS is best, first or a file. The positions are random but the same each time;
//! the weaker side moves first and no piece can be jumped at once.

use std::error::Error;

use engine::{Catalogue, Control, Limits, Outcome, Player, Session, ThinkerOptions, WeightsChoice};
use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// White's pieces against Black's.
const ENDINGS: [(&str, &str); 10] = [
    ("@@@", "$"),
    ("@@@@", "$"),
    ("@@@@@", "$"),
    ("@@@@@@", "$"),
    ("@@@@@", "$$"),
    ("@@@@@@@", "$$"),
    ("@@@", "bb"),
    ("@@", "BBb"),
    ("@@WWW", "$"),
    ("@@@ww", "$b"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let nodes = args.next().map_or(Ok(100_000), |text| text.parse())?;
    let positions = args.next().map_or(Ok(10), |text| text.parse())?;
    let weights = match args.next().as_deref() {
        None | Some("best") => WeightsChoice::Best,
        Some("first") => WeightsChoice::First,
        Some(file) => WeightsChoice::File(std::fs::read(file)?.into()),
    };
    let options = ThinkerOptions { weights, table_bytes: 16 << 20, ..ThinkerOptions::default() };
    println!("{:8} {:3}  won  drawn  lost  plies to win", "strong", "weak");
    for (strong, weak) in ENDINGS {
        let mut results = [0; 3];
        let mut plies = 0;
        for seed in 0..positions {
            let session = play(&start(strong, weak, seed)?, nodes, &options)?;
            let ending = session.ending().ok_or("a game that is not over")?;
            let place = match ending.outcome {
                Outcome::Win(Player::One) => 0,
                Outcome::Draw => 1,
                Outcome::Win(Player::Two) => 2,
            };
            results[place] += 1;
            if place == 0 {
                plies += session.moves().len();
            }
        }
        let mean = plies as f64 / f64::from(results[0].max(1));
        println!("{strong:8} {weak:3} {:4} {:6} {:5}  {mean:.1}", results[0], results[1], results[2]);
    }
    Ok(())
}

/// A random position with these pieces, Black to move, in which no piece can be jumped.
fn start(strong: &str, weak: &str, seed: u64) -> Result<Session, Box<dyn Error>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    static GAMES: Catalogue = Catalogue(&[&raichu_play::GAME]);
    let game = GAMES.find("raichu")?;
    loop {
        let mut cells = ['.'; 64];
        for piece in strong.chars().chain(weak.chars()) {
            // Not on the rows where pieces are promoted.
            let free = |cell: &usize| cells[*cell] == '.';
            let places: Vec<usize> = (8..56).filter(free).collect();
            cells[places[below(&mut rng, places.len())]] = piece;
        }
        let rows: Vec<String> = cells.chunks(8).map(|row| row.iter().collect()).collect();
        let is_quiet = |side: &str| -> Result<bool, Box<dyn Error>> {
            let moves = game.read(&format!("{} {side}", rows.join("/")))?.moves();
            Ok(!moves.iter().any(|mv| mv.text.contains('x')))
        };
        if is_quiet("w")? && is_quiet("b")? {
            return Ok(Session::game(&*game.read(&format!("{} b", rows.join("/")))?));
        }
    }
}

/// Plays the engine against itself, to the end.
fn play(start: &Session, nodes: u64, options: &ThinkerOptions) -> Result<Session, Box<dyn Error>> {
    let mut session = start.clone();
    let mut thinker = session.position().game().thinker(options)?;
    while session.ending().is_none() {
        let thought = thinker.think(&session, 1, &Limits::nodes(nodes), &Control::new(), &mut |_| ());
        let best = thought.best().ok_or("a game that is not over has a move")?;
        session.play(best);
    }
    Ok(session)
}
