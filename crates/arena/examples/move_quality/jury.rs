//! A deep search that values moves.

use std::collections::BTreeMap;

use engine::{AnyPosition, Control, Limits, Score, Session, Thinker, ThinkerOptions, Value, WeightsError};

use crate::tally::Loss;

pub(crate) struct Jury {
    thinker: Box<dyn Thinker>,
    nodes: u64,
}

impl Jury {
    pub(crate) fn new(start: &dyn AnyPosition, nodes: u64) -> Result<Jury, WeightsError> {
        Ok(Jury { thinker: start.game().thinker(&ThinkerOptions::default())?, nodes })
    }

    /// The loss of each move against the best known one, which is among them or found by the deep
    /// search.
    pub(crate) fn judge(&mut self, session: &Session, moves: &[String]) -> Vec<Loss> {
        self.thinker.forget();
        let named = self.think(session).and_then(|(_, best)| best);
        let mut worths: BTreeMap<String, Score> = BTreeMap::new();
        for mv in moves.iter().chain(&named) {
            if !worths.contains_key(mv) {
                worths.insert(mv.clone(), self.after(session, mv));
            }
        }
        let points = |mv: &String| worths.get(mv).map_or(i32::MIN, |worth| worth.points());
        let Some(best) = worths.keys().max_by_key(|mv| points(mv)).map(|mv| worths[mv]) else {
            return Vec::new();
        };
        moves.iter().map(|mv| Loss::between(best, worths[mv])).collect()
    }

    /// The value of a move for the player who makes it.
    fn after(&mut self, session: &Session, mv: &str) -> Score {
        let mut session = session.clone();
        let mover = session.position().turn();
        if session.play_text(mv).is_err() {
            return Score::Loss(0);
        }
        if let Some(ending) = session.ending() {
            return match ending.outcome.for_player(mover) {
                Value::Win => Score::Win(1),
                Value::Draw => Score::Estimate(0),
                Value::Loss => Score::Loss(1),
            };
        }
        match self.think(&session) {
            Some((Score::Estimate(points), _)) => Score::Estimate(-points),
            Some((Score::Win(plies), _)) => Score::Loss(plies + 1),
            Some((Score::Loss(plies), _)) => Score::Win(plies + 1),
            None => Score::Estimate(0),
        }
    }

    /// The value of the position, and the best move.
    fn think(&mut self, session: &Session) -> Option<(Score, Option<String>)> {
        let limits = Limits::nodes(self.nodes);
        let thought = self.thinker.think(session, 1, &limits, &Control::new(), &mut |_| {});
        let best = thought.best_text().map(str::to_string);
        thought.lines.first().map(|line| (line.score, best))
    }
}
