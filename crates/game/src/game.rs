//! A whole game: the contract that the program asks for.

use crate::{Explain, Indexed, Keyed, Layout, Notation, PlayedGame, Retro, Symmetric};

/// A game with everything that the program asks of one. Of the abilities, [`Keyed`], [`Symmetric`],
/// [`Indexed`] and [`Retro`] may be left empty; the game then plays, but is searched with a slower key, is
/// not reduced by symmetry, or has no tables.
pub trait Game: Explain + Notation + Layout + Keyed + Symmetric + Indexed + Retro {
    /// The name on the command line: small letters, digits and hyphens.
    const NAME: &'static str;
    /// The name as people write it.
    const TITLE: &'static str;
    /// The game in one line, to stand after its title and a colon: a sentence without capital and full stop.
    const SUMMARY: &'static str;
    /// The rules that end whole games as draws. They never change exact values.
    const HOUSE_RULES: HouseRules = HouseRules { repetition: None, no_progress: None };
    /// Counts up with every change of the rules or of the numbering of positions that makes older tables wrong.
    const RULES_VERSION: u32 = 1;
    /// How the names of files end in which other programs keep games of this kind, where there is a form of text that
    /// they share. [`write_game`](Game::write_game) then writes it.
    const SHARED_FORM: Option<&'static str> = None;

    /// This position as the first of a whole game. A game whose positions count their plies only on request
    /// starts the count here.
    #[must_use]
    fn in_play(&self) -> Self {
        self.clone()
    }

    /// Whether the legal move `mv` starts the count of [`HouseRules::no_progress`] again. A game with that rule
    /// gives its own; by the default the count never gets anywhere.
    fn is_progress(&self, mv: Self::Move) -> bool {
        let _ = mv;
        true
    }

    /// A whole game from this position in the [shared form](Game::SHARED_FORM), every line ended; nothing where
    /// there is no such form.
    fn write_game(&self, game: &PlayedGame) -> Option<String> {
        let _ = game;
        None
    }
}

/// Rules that end whole games. They need the history, so whoever has it applies them; a position does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HouseRules {
    /// The game is a draw when the same position comes for this many times.
    pub repetition: Option<u32>,
    /// The game is a draw after this many plies without progress.
    pub no_progress: Option<u32>,
}
