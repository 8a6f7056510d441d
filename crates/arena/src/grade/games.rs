//! Games against players of fixed strength.

use engine::{Outcome, Player, Session};

use super::contract::board;
use super::course::LevelGames;
use super::{Finding, GradeError, Run, words};
use crate::plan::Plan;
use crate::player::NoMove;
use crate::record::{GameRecord, Verdict};
use crate::tournament::Tournament;

impl Run<'_> {
    /// Plays the games against a level, and adds them to `all`.
    pub(super) fn level_games(
        &mut self,
        level: &LevelGames,
        plays: bool,
        all: &mut Vec<GameRecord>,
    ) -> Result<Finding, GradeError> {
        let (plan, opponent) = self.course.plan(&self.student, level, self.grader.catalogue)?;
        let mut finding = Finding::new(format!("Games against {}", opponent.name), level.points);
        if !plays {
            finding.say("These games were not played, because your program makes no legal move from the start position.");
            return Ok(finding);
        }
        let tournament = self.tournament(&plan, opponent)?;
        let mut games: Vec<GameRecord> = Vec::new();
        tournament.run(Vec::new(), &mut |_| Ok(()), self.grader.control, &mut |event| {
            games.push(event.game.clone());
        })?;
        let name = &self.student.name;
        let side =
            |game: &GameRecord| if game.record.players.one == *name { Player::One } else { Player::Two };
        let (mut won, mut drawn, mut lost) = (0_u32, 0_u32, 0_u32);
        for game in &games {
            match game.outcome() {
                Outcome::Draw => drawn += 1,
                Outcome::Win(winner) if winner == side(game) => won += 1,
                Outcome::Win(_) => lost += 1,
            }
            let own = &game.times[side(game) as usize];
            if own.moves > 0 {
                self.moves.extend(std::iter::repeat_n(own.total / own.moves, own.moves as usize));
            }
        }
        let share = (f64::from(won) + 0.5 * f64::from(drawn)) / level.games as f64;
        finding.share = share / level.full;
        finding.say(format!("Won {won}, drawn {drawn}, lost {lost}."));
        if level.full < 1.0 {
            finding.say(format!(
                "{:.0} % of the games' points are enough for all points of this test; your program has {:.0} %.",
                100.0 * level.full,
                100.0 * share
            ));
        }
        let own = |game: &&GameRecord| game.verdict.as_ref().is_some_and(|verdict| verdict.player == *name);
        let forfeits = games.iter().filter(own).count();
        if let Some(game) = games.iter().find(own) {
            self.explain_forfeit(game, forfeits, &mut finding);
        }
        // Numbers go on from test to test, so that each game has one of its own on the page.
        let before = all.len();
        all.extend(games.into_iter().map(|game| GameRecord { number: before + game.number, ..game }));
        Ok(finding)
    }

    fn tournament(&self, plan: &Plan, opponent: crate::spec::PlayerSpec) -> Result<Tournament, GradeError> {
        let mut stand_ins = plan.clone();
        for name in ["one", "two"] {
            let words = format!("name={name} type=random");
            stand_ins.players.extend(words.parse().ok());
        }
        let tournament = stand_ins.tournament(self.grader.catalogue, self.grader.concurrency);
        let mut tournament = tournament.map_err(super::CourseError::Plan)?;
        let opponent_name = if opponent.name == self.student.name {
            format!("{} (staff)", opponent.name)
        } else {
            opponent.name.clone()
        };
        tournament.players =
            vec![self.student.clone(), crate::spec::PlayerSpec { name: opponent_name, ..opponent }];
        Ok(tournament)
    }

    /// Says why a game was lost without being played to its end.
    fn explain_forfeit(&self, game: &GameRecord, forfeits: usize, finding: &mut Finding) {
        let Some(verdict) = &game.verdict else { return };
        finding.say(match forfeits {
            1 => format!("One game was lost in ply {} because of what your program did:", verdict.ply),
            n => format!(
                "{n} games were lost because of what your program did. The first one, in ply {}:",
                verdict.ply
            ),
        });
        words::explain(&no_move(verdict), &self.student, finding);
        let Ok(start) = self.game.read(&game.record.position) else { return };
        let mut session = Session::game(&*start);
        if game.record.moves.iter().all(|mv| session.play_text(mv).is_ok()) {
            finding.boards.push(board("The position in which it happened", session.position(), &[]));
        }
    }
}

fn no_move(verdict: &Verdict) -> NoMove {
    NoMove {
        kind: verdict.kind,
        answer: verdict.answer.clone(),
        what: verdict.why.clone(),
        evidence: Box::new(verdict.evidence.clone()),
    }
}
