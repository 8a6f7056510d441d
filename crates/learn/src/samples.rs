//! Positions with labels, derived from whole games.

use game::{Game, Outcome, Value};
use search::MoveOrdering;

use crate::features::{Features, View};
use crate::games_file::{Ending, TrainingGame};

/// Positions to learn from, each as the side to move sees it.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    cells_each: usize,
    cells: Vec<u8>,
    labels: Vec<Label>,
}

/// What is known of a position besides its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Label {
    /// The score of the search, in points.
    pub(crate) score: i16,
    /// How the game ended for the side to move: 0 lost, 1 drawn, 2 won.
    pub(crate) result: u8,
    pub(crate) plane: u8,
    /// How many pieces are on the board.
    pub(crate) pieces: u8,
}

/// Scores beyond this say that a table win is far away or that all is lost: nothing to learn.
const LARGEST_SCORE: u16 = 4_000;

impl Samples {
    /// No positions yet.
    #[must_use]
    pub fn new(features: &Features) -> Samples {
        Samples { cells_each: features.cells(), ..Samples::default() }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Adds the positions of a game that are worth learning from: after the random opening, where
    /// there was a choice, where the best move is quiet, and, in a game that was drawn by a house
    /// rule, only up to its last progress.
    pub fn add<G: Game>(
        &mut self,
        start: &G,
        features: &Features,
        ordering: &impl MoveOrdering<G>,
        game: &TrainingGame,
    ) {
        let view = View::of::<G>();
        let mut pos = start.in_play();
        let (mut room, mut cells) = (vec![0; features.diagram_cells()], vec![0; self.cells_each]);
        let mut moves = Vec::new();
        let (first, mut last_progress) = (self.len(), self.len());
        for (ply, &place) in game.moves.iter().enumerate() {
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            let Some(&mv) = moves.get(usize::from(place)) else { break };
            let score = ply.checked_sub(game.opening).and_then(|i| game.scores.get(i).copied().flatten());
            if let Some(score) = score.filter(|score| score.unsigned_abs() <= LARGEST_SCORE) {
                let is_quiet = !ordering.must_capture(&pos) && ordering.tactical_gain(&pos, mv) == 0;
                if is_quiet {
                    let plane = view.write(features, &pos, &mut room, &mut cells) as u8;
                    let pieces = cells.iter().filter(|&&cell| cell != 0).count().min(255) as u8;
                    let result = match game.outcome.for_player(pos.turn()) {
                        Value::Loss => 0,
                        Value::Draw => 1,
                        Value::Win => 2,
                    };
                    self.cells.extend(&cells);
                    self.labels.push(Label { score, result, plane, pieces });
                }
            }
            if pos.is_progress(mv) {
                last_progress = self.len();
            }
            pos = pos.play_unchecked(mv);
        }
        let is_house_draw = game.ending == Ending::House && game.outcome == Outcome::Draw;
        if is_house_draw && G::HOUSE_RULES.no_progress.is_some() {
            let kept = last_progress.max(first);
            self.labels.truncate(kept);
            self.cells.truncate(kept * self.cells_each);
        }
    }

    pub(crate) fn cells(&self, sample: usize) -> &[u8] {
        &self.cells[sample * self.cells_each..][..self.cells_each]
    }

    pub(crate) fn label(&self, sample: usize) -> Label {
        self.labels[sample]
    }

    pub(crate) fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Buckets of about equally many positions, by the number of pieces.
    pub(crate) fn buckets(&self, count: usize) -> Vec<u8> {
        let mut histogram = [0_usize; 256];
        self.labels.iter().for_each(|label| histogram[usize::from(label.pieces)] += 1);
        let most = histogram.iter().rposition(|&positions| positions > 0).unwrap_or_default();
        let all = self.len().max(1);
        let mut before = 0;
        let bucket = |positions: &usize| {
            let middle = before + positions / 2;
            before += positions;
            (middle * count / all).min(count - 1) as u8
        };
        histogram[..=most].iter().map(bucket).collect()
    }
}

/// An ordering in which every move is quiet, so that every position with a choice is a sample.
pub struct AllQuiet;

impl<G: Game> MoveOrdering<G> for AllQuiet {
    const HISTORY_SIZE: usize = 1;
    const PIECE_TO_SIZE: usize = 1;

    fn tactical_gain(&self, _: &G, _: G::Move) -> i32 {
        0
    }

    fn history_index(&self, _: &G, _: G::Move) -> usize {
        0
    }

    fn piece_to(&self, _: &G, _: G::Move) -> usize {
        0
    }

    fn is_irreversible(&self, _: &G, _: G::Move) -> bool {
        false
    }
}
