//! A whole game: where it started, what was played, and how it ended.

use std::sync::Arc;

use game::{History, HouseDraw, Outcome, Player};

use crate::erased::{AnyPosition, MoveId};
use crate::legal_move::InvalidMove;

/// A game with its history, which the house rules on repetition and no progress depend on.
#[derive(Clone)]
pub struct Session {
    start: Arc<dyn AnyPosition>,
    plies: Vec<Ply>,
    history: History,
    lost: Option<Lost>,
}

/// The loser of a game that did not end on the board.
#[derive(Clone, Copy)]
struct Lost {
    player: Player,
    reason: Reason,
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// Its place among the legal moves of the position it was played in.
    pub id: MoveId,
    /// How it is written.
    pub text: String,
    /// The cells of the diagram that a player touches to make it.
    pub touched: Vec<usize>,
    /// Whether it starts the count of plies without progress again.
    pub is_progress: bool,
}

#[derive(Clone)]
struct Ply {
    mv: PlayedMove,
    after: Arc<dyn AnyPosition>,
}

/// How a game ended, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The result.
    pub outcome: Outcome,
    /// What brought it about.
    pub reason: Reason,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// By the rules of the game.
    Rules,
    /// The same position occurred this many times.
    Repetition(u32),
    /// This many plies were played without progress.
    NoProgress(u32),
    /// A player resigned.
    Resignation,
    /// A player's clock ran out.
    Time,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Reason::Rules => "rules",
            Reason::Repetition(_) => "repetition",
            Reason::NoProgress(_) => "no progress",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
        })
    }
}

impl Session {
    /// A session about a position as it is, to study it.
    #[must_use]
    pub fn study(start: impl Into<Arc<dyn AnyPosition>>) -> Session {
        let start = start.into();
        let history = History::new(start.key());
        Session { start, plies: Vec::new(), history, lost: None }
    }

    /// A game played from a position.
    #[must_use]
    pub fn game(start: &dyn AnyPosition) -> Session {
        Session::study(start.in_play())
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> &dyn AnyPosition {
        &*self.start
    }

    /// The present position.
    #[must_use]
    pub fn position(&self) -> &dyn AnyPosition {
        self.plies.last().map_or(&*self.start, |ply| &*ply.after)
    }

    /// Where it started, to keep.
    #[must_use]
    pub fn shared_start(&self) -> Arc<dyn AnyPosition> {
        self.start.clone()
    }

    /// Where it stands, to keep.
    #[must_use]
    pub fn shared_position(&self) -> Arc<dyn AnyPosition> {
        self.plies.last().map_or(&self.start, |ply| &ply.after).clone()
    }

    /// The moves that were played.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &str> {
        self.plies.iter().map(|ply| &*ply.mv.text)
    }

    /// Each move that was played, and the position after it.
    pub fn plies(&self) -> impl ExactSizeIterator<Item = (&PlayedMove, &dyn AnyPosition)> {
        self.plies.iter().map(|ply| (&ply.mv, &*ply.after))
    }

    /// Every position from the start to the present one.
    pub fn positions(&self) -> impl Iterator<Item = &dyn AnyPosition> {
        std::iter::once(&*self.start).chain(self.plies.iter().map(|ply| &*ply.after))
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// Panics where the position has no such move.
    pub fn play(&mut self, id: MoveId) {
        let pos = self.position();
        let mv = PlayedMove {
            id,
            text: pos.move_text(id),
            touched: pos.touched(id),
            is_progress: pos.is_progress(id),
        };
        let after: Arc<dyn AnyPosition> = pos.play(id).into();
        self.history.push(after.key(), mv.is_progress);
        self.plies.push(Ply { mv, after });
    }

    /// Plays the move that a text means.
    ///
    /// # Errors
    /// Fails, and leaves everything as it was, when the text is no legal move here.
    pub fn play_text(&mut self, mv: &str) -> Result<(), InvalidMove> {
        let id = self.position().parse_move(mv)?;
        self.play(id);
        Ok(())
    }

    /// Takes the last move back, if there is one.
    pub fn undo(&mut self) -> Option<String> {
        self.lost = None;
        self.history.pop();
        self.plies.pop().map(|ply| ply.mv.text)
    }

    /// The game as it stood after this many plies, without a later resignation or fallen flag.
    #[must_use]
    pub fn after(&self, plies: usize) -> Session {
        let mut game = self.clone();
        game.reopen();
        while game.moves().len() > plies {
            game.undo();
        }
        game
    }

    /// A player resigns.
    pub fn resign(&mut self, player: Player) {
        self.lost = Some(Lost { player, reason: Reason::Resignation });
    }

    /// A player's clock runs out. The owner of the clock calls this.
    pub fn lose_on_time(&mut self, player: Player) {
        self.lost = Some(Lost { player, reason: Reason::Time });
    }

    /// Forgets a resignation or a fallen flag, so that the board alone decides.
    pub fn reopen(&mut self) {
        self.lost = None;
    }

    /// The ending, if the game is over. A win takes precedence over any draw.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        if let Some(outcome) = self.position().outcome() {
            return Some(Ending { outcome, reason: Reason::Rules });
        }
        if let Some(Lost { player, reason }) = self.lost {
            return Some(Ending { outcome: Outcome::Win(player.other()), reason });
        }
        let draw = self.history.house_draw(self.position().game().house_rules())?;
        let reason = match draw {
            HouseDraw::Repetition(times) => Reason::Repetition(times),
            HouseDraw::NoProgress(plies) => Reason::NoProgress(plies),
        };
        Some(Ending { outcome: Outcome::Draw, reason })
    }

    /// Plies since the last progress.
    #[must_use]
    pub fn plies_without_progress(&self) -> u32 {
        self.history.plies_without_progress()
    }

    /// Occurrences of the present position, this one included.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.history.repetitions()
    }

    /// The keys of the positions before this one that may come again: those since the last progress, or all of them
    /// where the game has no such count.
    pub(crate) fn earlier_keys(&self) -> &[u64] {
        let keys = self.history.earlier_keys();
        match self.position().game().house_rules().no_progress {
            Some(_) => &keys[keys.len() - self.plies_without_progress() as usize..],
            None => keys,
        }
    }
}

impl Ending {
    /// The ending in a sentence, with the players by their names.
    #[must_use]
    pub fn describe(&self, pos: &dyn AnyPosition) -> String {
        let players = pos.diagram().players;
        let result = match self.outcome {
            Outcome::Win(player) => format!("{} won", players[player].name),
            Outcome::Draw => "a draw".to_string(),
        };
        match (self.reason, self.outcome) {
            (Reason::Rules, _) => format!("The game is over: {result}."),
            (Reason::Repetition(times), _) => {
                format!("The game is over: {result}, the same position for the {} time.", ordinal(times))
            }
            (Reason::NoProgress(plies), _) => {
                format!("The game is over: {result}, {plies} plies without progress.")
            }
            (Reason::Resignation, Outcome::Win(player)) => {
                format!("The game is over: {} resigned, {result}.", players[player.other()].name)
            }
            (Reason::Time, Outcome::Win(player)) => {
                format!("The game is over: {} ran out of time, {result}.", players[player.other()].name)
            }
            (Reason::Resignation | Reason::Time, Outcome::Draw) => format!("The game is over: {result}."),
        }
    }
}

fn ordinal(number: u32) -> String {
    match number {
        2 => "second".to_string(),
        3 => "third".to_string(),
        n => format!("{n}th"),
    }
}
