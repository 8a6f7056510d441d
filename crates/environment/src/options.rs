//! How games are stepped.

/// What an action is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ActionForm {
    /// A whole move, a chain of jumps included: a number of the [`ActionTable`](crate::ActionTable).
    #[default]
    Moves,
    /// A touch of one cell. A move is played with the last touch of its path; the turn stays until
    /// then. The number after the last cell ends a path that could go on, and is the pass.
    Touches,
}

/// What happens to a game that is over; the words are Gymnasium's.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Autoreset {
    /// The next step starts it again, whatever its action is.
    #[default]
    NextStep,
    /// It starts again in the step that ends it, which keeps the last observation elsewhere.
    SameStep,
    /// It stays until it is reset. The action [`NO_ACTION`](Autoreset::NO_ACTION) leaves any game as
    /// it is, so that some games of a batch can be stepped without the others.
    Disabled,
}

impl Autoreset {
    /// The action of a game that is over, or that is not to be stepped.
    pub const NO_ACTION: i64 = -1;
}

/// How a batch is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchOptions {
    /// How many games there are.
    pub games: usize,
    /// On how many threads they are stepped. The results do not depend on it.
    pub threads: usize,
    /// What an action is.
    pub form: ActionForm,
    /// What happens to games that are over.
    pub autoreset: Autoreset,
    /// How many random plies begin each game.
    pub opening_plies: u32,
    /// After how many plies, the opening included, a game is truncated.
    pub most_plies: Option<u32>,
}

impl Default for BatchOptions {
    fn default() -> BatchOptions {
        BatchOptions {
            games: 1,
            threads: 1,
            form: ActionForm::default(),
            autoreset: Autoreset::default(),
            opening_plies: 0,
            most_plies: None,
        }
    }
}
