//! A whole game: the contract with the rest of the program.

use crate::{
    Explain, Indexed, Keyed, Layout, Notation, PlayedGame, Player, PositionErrors, Retro, SharedGame,
    Symmetric,
};

/// A game with everything that the program requires. The implementations of [`Keyed`],
/// [`Symmetric`], [`Indexed`] and [`Retro`] may be empty; the game then has a slower key, is not
/// reduced by symmetry, or has no tables.
pub trait Game: Explain + Notation + Layout + Keyed + Symmetric + Indexed + Retro {
    /// The name on the command line: small letters, digits and hyphens.
    const NAME: &'static str;
    /// The name in ordinary spelling.
    const TITLE: &'static str;
    /// The game in one line, to follow its title and a colon: a sentence without capital and full
    /// stop.
    const SUMMARY: &'static str;
    /// The rules that end whole games as draws. They never change exact values.
    const HOUSE_RULES: HouseRules = HouseRules { repetition: None, no_progress: None };
    /// Whether a player who can capture must.
    const CAPTURES_ARE_COMPULSORY: bool = false;
    /// Incremented with every change of the rules or of the position index that makes older tables
    /// wrong.
    const RULES_VERSION: u32 = 1;
    /// The extension of files in which other programs store games of this kind, if they share a
    /// text format. [`write_game`](Game::write_game) then writes it.
    const SHARED_FORM: Option<&'static str> = None;

    /// This position as the first of a whole game. A game whose positions count plies only on
    /// request starts the count here.
    #[must_use]
    fn in_play(&self) -> Self {
        self.clone()
    }

    /// The position with these pieces, as [`write_occupants`](Layout::write_occupants) writes them,
    /// and this side to move, in a quick way. `None` if the game has no such way, or refuses the
    /// arrangement: [`with_occupants`](Game::with_occupants) then asks in the slow way for the
    /// reasons. A game that is asked about many positions in arrays overrides this.
    fn from_occupants(cells: &[u8], turn: Player) -> Option<Self> {
        let _ = (cells, turn);
        None
    }

    /// The position of this board's size with these pieces, as
    /// [`write_occupants`](Layout::write_occupants) writes them, and this side to move. It counts no
    /// plies.
    ///
    /// # Errors
    /// Fails with everything that is wrong with the arrangement. The number of no piece is a cell that
    /// cannot be read.
    fn with_occupants(&self, cells: &[u8], turn: Player) -> Result<Self, PositionErrors<Self::Error>> {
        if let Some(pos) = Self::from_occupants(cells, turn) {
            return Ok(pos);
        }
        const NO_PIECE: char = '?';
        let diagram = self.diagram();
        let mut text = String::with_capacity(2 * diagram.cells.len());
        for (i, cell) in diagram.cells.iter().enumerate() {
            if i > 0 && cell.row != diagram.cells[i - 1].row {
                text.push('/');
            }
            text.push(match cells.get(i) {
                None | Some(0) => '.',
                Some(&number) => {
                    diagram.pieces.get(usize::from(number) - 1).map_or(NO_PIECE, |piece| piece.letter)
                }
            });
        }
        text.extend([' ', diagram.players[turn].letter]);
        Self::read(&text)
    }

    /// Whether the legal move `mv` resets the count of [`HouseRules::no_progress`]. A game with
    /// that rule overrides this; by default every move is progress.
    fn is_progress(&self, mv: Self::Move) -> bool {
        let _ = mv;
        true
    }

    /// A whole game from this position in the [shared form](Game::SHARED_FORM), with a line end
    /// after every line, or `None` if there is no such form.
    fn write_game(&self, game: &PlayedGame) -> Option<String> {
        let _ = game;
        None
    }

    /// The games of a text in the [shared form](Game::SHARED_FORM), whoever wrote it, or `None` if
    /// there is no such form. What cannot be read of a game is among its faults.
    #[must_use]
    fn read_games(text: &str) -> Option<Vec<SharedGame>> {
        let _ = text;
        None
    }
}

/// Rules that end whole games. They depend on the history, so a position does not apply them; the
/// owner of the history does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HouseRules {
    /// The game is a draw at this many occurrences of the same position.
    pub repetition: Option<u32>,
    /// The game is a draw after this many plies without progress.
    pub no_progress: Option<u32>,
}
