//! Positions with labels, derived from whole games.

use game::{Game, Outcome, Player, Value};
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
    /// The score of the search, in points; none where nothing was searched.
    pub(crate) score: Option<i16>,
    /// The score of the game's own terms, in points.
    pub(crate) terms: i16,
    /// How the game ended for the side to move.
    pub(crate) result: Value,
    /// Whether the result is a table's, so that no score says more.
    pub(crate) is_exact: bool,
    pub(crate) plane: u8,
    /// How many pieces are on the board.
    pub(crate) pieces: u8,
}

/// Scores beyond this say that a table win is far away or that all is lost: nothing to learn.
const LARGEST_SCORE: u16 = 4_000;
/// Scores of terms are cut off here.
const LARGEST_TERMS: i32 = 30_000;

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

    /// How many of them are labelled by tables.
    #[must_use]
    pub fn exact(&self) -> usize {
        self.labels.iter().filter(|label| label.is_exact).count()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Adds the positions of a game that are worth learning from: after the random opening, where
    /// there was a choice, where the best move is quiet, and, in a game that was drawn by a house
    /// rule, only up to its last progress.
    ///
    /// Tables know better than games: every position whose value is known is labelled with it, in
    /// the random opening too, and those before it as if the game had ended there.
    ///
    /// `terms` is the score of the game's own terms, for networks that add to it.
    pub fn add<G: Game>(
        &mut self,
        start: &G,
        features: &Features,
        ordering: &impl MoveOrdering<G>,
        known: impl Fn(&G) -> Option<Value>,
        terms: impl Fn(&G) -> i32,
        game: &TrainingGame,
    ) {
        let view = View::of::<G>();
        let mut pos = start.in_play();
        let (mut room, mut cells) = (vec![0; features.diagram_cells()], vec![0; self.cells_each]);
        let mut moves = Vec::new();
        let (first, mut last_progress) = (self.len(), self.len());
        let mut turns: Vec<Player> = Vec::new();
        for (ply, &place) in game.moves.iter().enumerate() {
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            let Some(&mv) = moves.get(usize::from(place)) else { break };
            let score = ply.checked_sub(game.opening).and_then(|i| game.scores.get(i).copied().flatten());
            let score = score.filter(|score| score.unsigned_abs() <= LARGEST_SCORE);
            let value = known(&pos);
            let is_quiet = || ordering.tactical_gain(&pos, mv) == 0;
            if !ordering.must_capture(&pos) && (value.is_some() || score.is_some() && is_quiet()) {
                let plane = view.write(features, &pos, &mut room, &mut cells) as u8;
                let pieces = cells.iter().filter(|&&cell| cell != 0).count().min(255) as u8;
                self.cells.extend(&cells);
                let result = value.unwrap_or(Value::Draw);
                let terms = terms(&pos).clamp(-LARGEST_TERMS, LARGEST_TERMS) as i16;
                self.labels.push(Label { score, terms, result, is_exact: value.is_some(), plane, pieces });
                turns.push(pos.turn());
                if value.is_some() {
                    last_progress = self.len();
                }
            }
            if pos.is_progress(mv) {
                last_progress = self.len();
            }
            pos = pos.play_unchecked(mv);
        }
        let mut outcome = game.outcome;
        for (label, &turn) in self.labels[first..].iter_mut().zip(&turns).rev() {
            if label.is_exact {
                outcome = label.result.outcome(turn);
            } else {
                label.result = outcome.for_player(turn);
            }
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

#[cfg(test)]
mod tests {
    use dragon_queen::DragonQueen;
    use game::Position;

    use super::*;

    /// A game of first moves: its samples where tables know some positions, as (result, exact).
    fn labels(known: impl Fn(u32) -> Option<Value>) -> Vec<(Value, bool)> {
        let start = DragonQueen::start();
        let features = Features::of(&start);
        let mut samples = Samples::new(&features);
        let game = TrainingGame {
            opening: 2,
            moves: vec![0; 6],
            scores: vec![Some(10); 4],
            outcome: Outcome::Draw,
            ending: Ending::House,
        };
        let begin = start.in_play().plies_left().unwrap();
        let known = |pos: &DragonQueen| known(begin - pos.plies_left().unwrap());
        samples.add(&start, &features, &AllQuiet, known, |_| 0, &game);
        samples.labels.iter().map(|label| (label.result, label.is_exact)).collect()
    }

    #[test]
    fn what_tables_know_decides_for_the_positions_before() {
        use Value::{Draw, Loss, Win};
        assert_eq!(labels(|_| None), [(Draw, false); 4]);
        let known = |ply| [(1, Loss), (4, Win)].into_iter().find(|known| known.0 == ply).map(|known| known.1);
        let expected = [(Loss, true), (Win, false), (Loss, false), (Win, true), (Draw, false)];
        assert_eq!(labels(known), expected, "the second ply of the opening, and the four plies after it");
    }
}
