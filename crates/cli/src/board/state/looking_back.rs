//! Looking back on the finished game.

use super::{Effect, State};
use crate::board::review::{Found, Review};

impl State {
    /// Begins the review of the finished game; later goes to the next mistake.
    pub(super) fn review(&mut self) -> Option<Effect> {
        if self.session.ending().is_none() {
            self.show_refusal("The review is for when the game is over; e evaluates the position now.");
            return None;
        }
        if self.review.is_some() {
            return self.next_mistake();
        }
        if self.session.moves().len() == 0 {
            self.show_refusal("No move was made.");
            return None;
        }
        self.review = Some(Review::of(self.only_human()));
        self.show_progress();
        Some(Effect::Review)
    }

    /// Whether positions are still being looked at.
    pub(crate) fn is_reviewing(&self) -> bool {
        self.review.as_ref().is_some_and(|review| review.len() <= self.session.moves().len())
    }

    /// Takes what was found in the next position. The first mistake is shown as soon as it is known.
    pub(crate) fn add_reviewed(&mut self, found: Found) {
        let before = self.mistakes().len();
        if let Some(review) = &mut self.review {
            review.add(found);
        }
        match self.mistakes()[..] {
            [first] if before == 0 && self.viewed_ply.is_none() => {
                self.view_ply(first + 1);
                self.describe_reviewed();
            }
            [] => self.show_progress(),
            _ => (),
        }
    }

    fn mistakes(&self) -> Vec<usize> {
        self.review.as_ref().map_or_else(Vec::new, |review| review.mistakes(self.session.moves()))
    }

    fn show_progress(&mut self) {
        let (plies, known) = (self.session.moves().len(), self.review.as_ref().map_or(0, Review::len));
        if self.is_reviewing() {
            self.show_message(format!("Reviewing: {known} of {} positions; no mistake so far …", plies + 1));
        } else {
            self.show_message("The review has found no mistake: well played.");
        }
    }

    fn next_mistake(&mut self) -> Option<Effect> {
        let mistakes = self.mistakes();
        if mistakes.is_empty() {
            self.show_progress();
            return None;
        }
        let shown = self.plies_shown();
        // After the last one comes the first one again.
        let next = mistakes.iter().find(|&&ply| ply + 1 > shown && self.viewed_ply.is_some());
        let effect = self.view_ply(next.unwrap_or(&mistakes[0]) + 1);
        self.describe_reviewed();
        effect
    }

    /// Says what the move that led to the displayed position was worth.
    pub(super) fn describe_reviewed(&mut self) {
        let Some(ply) = self.plies_shown().checked_sub(1) else { return };
        let Some(played) = self.session.moves().nth(ply).map(str::to_string) else { return };
        let Some((judgement, best)) = self.review.as_ref().and_then(|review| review.judged(ply, &played))
        else {
            return;
        };
        let mistakes = self.mistakes();
        let place = mistakes.iter().position(|&mistake| mistake == ply);
        let place = place.map_or_else(String::new, |place| {
            format!(" Mistake {} of {}; v goes to the next.", place + 1, mistakes.len())
        });
        let best = match best {
            Some(best) if best != played && !judgement.sign().is_empty() => format!("; {best} was best"),
            _ => String::new(),
        };
        self.show_message(format!("{played}: {}{best}.{place}", judgement.word()));
    }
}
