//! A position of any game, with its type erased.

use game::perft::{divide, perft_threads};
use game::{Diagram, Faults, Game, HouseRules, MoveFault, Notation, Outcome, Player};

/// A position of some game: text and data in and out.
pub trait AnyPosition: Send + Sync {
    /// The name of the game as people write it.
    fn title(&self) -> &'static str;

    /// The position text.
    fn text(&self) -> String;

    /// The forms that [`text_as`](AnyPosition::text_as) knows.
    fn formats(&self) -> &'static [&'static str];

    /// The position in one of the game's forms.
    fn text_as(&self, format: &str) -> Option<String>;

    /// Whose turn it is.
    fn turn(&self) -> Player;

    /// How the game ended, if it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The rules that end whole games as draws.
    fn house_rules(&self) -> HouseRules;

    /// Every legal move, in the order of the generator.
    fn moves(&self) -> Vec<NamedMove>;

    /// The position after a move.
    ///
    /// # Errors
    /// Fails when the text is no move or the move is illegal.
    fn play(&self, mv: &str) -> Result<Box<dyn AnyPosition>, MoveRefused>;

    /// The empty board, for drawing.
    fn diagram(&self) -> Diagram;

    /// What stands on each cell of the diagram.
    fn occupants(&self) -> Vec<Option<usize>>;

    /// How many sequences of `depth` moves there are.
    fn perft(&self, depth: u32, threads: usize) -> u64;

    /// The part of [`perft`](AnyPosition::perft) that each first move has.
    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)>;
}

/// A legal move and where it leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedMove {
    /// The move.
    pub text: String,
    /// The text of the position after it.
    pub after: String,
}

/// Why a text is no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reasons}")]
pub struct PositionRefused {
    /// Everything that is wrong with it.
    pub reasons: String,
    /// Whether it is not a position text at all, rather than one that the game refuses.
    pub is_malformed: bool,
}

/// Why a text is no legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct MoveRefused {
    /// What is wrong with it, or the rule that it breaks.
    pub reason: String,
    /// Whether it is not written like a move, rather than an illegal one.
    pub is_unreadable: bool,
}

impl<F: game::Fault> From<Faults<F>> for PositionRefused {
    fn from(faults: Faults<F>) -> PositionRefused {
        PositionRefused { reasons: faults.to_string(), is_malformed: faults.is_malformed() }
    }
}

impl<I: std::error::Error> From<MoveFault<I>> for MoveRefused {
    fn from(fault: MoveFault<I>) -> MoveRefused {
        MoveRefused {
            is_unreadable: matches!(fault, MoveFault::Unreadable { .. }),
            reason: fault.to_string(),
        }
    }
}

impl<G: Game> AnyPosition for G {
    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn text(&self) -> String {
        self.write()
    }

    fn formats(&self) -> &'static [&'static str] {
        G::FORMATS
    }

    fn text_as(&self, format: &str) -> Option<String> {
        self.write_as(format)
    }

    fn turn(&self) -> Player {
        game::Position::turn(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        game::Position::outcome(self)
    }

    fn house_rules(&self) -> HouseRules {
        G::HOUSE_RULES
    }

    fn moves(&self) -> Vec<NamedMove> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let named = |&mv| NamedMove { text: self.write_move(mv), after: self.play_unchecked(mv).write() };
        moves.iter().map(named).collect()
    }

    fn play(&self, mv: &str) -> Result<Box<dyn AnyPosition>, MoveRefused> {
        let mv = self.read_move(mv)?;
        Ok(Box::new(self.play_unchecked(mv)))
    }

    fn diagram(&self) -> Diagram {
        game::Layout::diagram(self)
    }

    fn occupants(&self) -> Vec<Option<usize>> {
        game::Layout::occupants(self)
    }

    fn perft(&self, depth: u32, threads: usize) -> u64 {
        perft_threads(self, depth, threads)
    }

    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)> {
        divide(self, depth, threads).into_iter().map(|(mv, nodes)| (self.write_move(mv), nodes)).collect()
    }
}

/// Reads a position of a known game.
pub(crate) fn read<G: Game>(text: &str) -> Result<Box<dyn AnyPosition>, PositionRefused> {
    Ok(Box::new(<G as Notation>::read(text)?))
}
