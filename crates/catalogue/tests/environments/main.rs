//! Batches of all games: actions are inverse to moves, stepping is the same as playing a session,
//! and neither threads nor refused actions leave a trace.

mod actions;
mod refusals;
mod sessions;
mod states;
mod threads;

use catalogue::CATALOGUE;
use engine::testing::every_board;
use engine::{ActionForm, AnyPosition, Autoreset, Batch, BatchOptions, Buffers, CellId, Player};

/// Every game, and a larger board where there is one.
fn words() -> Vec<String> {
    let words = every_board(CATALOGUE, 10).into_iter().chain(every_board(CATALOGUE, 18));
    let words: std::collections::BTreeSet<String> = words.collect();
    assert!(words.len() > CATALOGUE.names().len(), "{words:?}");
    words.into_iter().collect()
}

/// A batch with its arrays.
struct Env {
    batch: Box<dyn Batch>,
    buffers: Buffers,
    word: String,
    turned: Option<Vec<CellId>>,
}

impl Env {
    fn new(word: &str, options: BatchOptions, seed: u64) -> Env {
        let start = CATALOGUE.find(word).unwrap().start();
        let mut batch = start.game().batch(&*start, options).unwrap();
        let mut buffers = Buffers::of(&*batch);
        let seeds: Vec<u64> = (0..batch.options().games as u64).map(|game| seed + game).collect();
        batch.reset(None, Some(&seeds), buffers.arrays());
        Env { batch, buffers, word: word.to_string(), turned: turned_cells(&*start) }
    }

    fn sample(&mut self) -> Vec<i64> {
        let mut actions = vec![0; self.batch.options().games];
        self.batch.sample(&mut actions);
        actions
    }

    fn step(&mut self, actions: &[i64]) {
        self.batch
            .step(actions, self.buffers.arrays())
            .unwrap_or_else(|error| panic!("{}: {error}", self.word));
    }

    fn position(&self, game: usize) -> Box<dyn AnyPosition> {
        let text = self.batch.position(game).unwrap();
        CATALOGUE.find(&self.word).unwrap().read(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The actions that the mask of a game allows.
    fn allowed(&self, game: usize) -> Vec<i64> {
        let each = self.batch.actions();
        let mask = &self.buffers.masks[game * each..(game + 1) * each];
        assert!(mask.iter().all(|&byte| byte <= 1));
        (0..each as i64).filter(|&action| mask[action as usize] == 1).collect()
    }

    /// The cell that `player` sees where player one sees `cell`.
    fn seen(&self, player: Player, cell: CellId) -> CellId {
        match (player, &self.turned) {
            (Player::Two, Some(turned)) => turned[cell],
            _ => cell,
        }
    }

    /// The planes of a game.
    fn planes(&self, game: usize) -> Vec<&[u8]> {
        let planes = self.batch.planes();
        let each = planes.len();
        self.buffers.observations[game * each..(game + 1) * each].chunks(planes.cells()).collect()
    }
}

/// For each cell the one that is drawn in its place when the other player looks, if players see the
/// board from their own sides.
fn turned_cells(pos: &dyn AnyPosition) -> Option<Vec<CellId>> {
    if !(0..pos.symmetries()).any(|number| pos.swaps_players(engine::Symmetry(number))) {
        return None;
    }
    let (diagram, turned) = (pos.diagram(), pos.diagram().turned());
    let place = |cell: &engine::Cell| (cell.row, cell.column);
    let there = |here| diagram.cells.iter().position(|cell| place(cell) == place(here)).unwrap();
    Some(turned.cells.iter().map(there).collect())
}

fn options(games: usize) -> BatchOptions {
    BatchOptions { games, ..BatchOptions::default() }
}

fn touches(games: usize) -> BatchOptions {
    BatchOptions { form: ActionForm::Touches, ..options(games) }
}

fn without_reset(options: BatchOptions) -> BatchOptions {
    BatchOptions { autoreset: Autoreset::Disabled, ..options }
}
