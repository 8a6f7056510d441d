//! The identity of a table.

use game::{Game, Slice};

use super::fault::FaultKind;

/// The identity of a table: its game, rules and slice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The name of the game.
    pub game: String,
    /// The version of the game's rules and of its position index.
    pub rules: u32,
    /// The slice.
    pub slice: Slice,
    /// The human-readable name of the slice.
    pub slice_name: String,
    /// The number of positions in the slice.
    pub entries: u64,
}

impl Spec {
    /// The identity of the table of a game's slice.
    #[must_use]
    pub fn of<G: Game>(slice: Slice) -> Spec {
        Spec {
            game: G::NAME.to_string(),
            rules: G::RULES_VERSION,
            slice,
            slice_name: G::slice_name(slice),
            entries: G::slice_len(slice),
        }
    }

    /// The file name: the number of the slice, because names may differ only in case, and the name
    /// with characters that every file system accepts.
    #[must_use]
    pub fn file_name(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        let name: String = self.slice_name.chars().map(plain).collect();
        format!("{:08x}-{name}.{EXTENSION}", self.slice.0)
    }

    /// The slice of a table file with this name, or `None` if it is not such a name.
    pub(crate) fn slice_of_file(name: &str) -> Option<Slice> {
        let (number, _) = name.strip_suffix(EXTENSION)?.strip_suffix('.')?.split_once('-')?;
        u64::from_str_radix(number, 16).ok().map(Slice)
    }

    /// Succeeds if this equals `wanted`.
    pub(crate) fn expect(&self, wanted: &Spec) -> Result<(), FaultKind> {
        let different =
            |what, found: String, expected: String| (found != expected).then_some((what, found, expected));
        let rules = |spec: &Spec| format!("{} of the rules", spec.rules);
        let difference = different("the game", self.game.clone(), wanted.game.clone())
            .or_else(|| different("version", rules(self), rules(wanted)))
            .or_else(|| different("the slice", self.slice_name.clone(), wanted.slice_name.clone()))
            .or_else(|| different("slice number", self.slice.0.to_string(), wanted.slice.0.to_string()))
            .or_else(|| different("a length of", self.entries.to_string(), wanted.entries.to_string()));
        match difference {
            Some((what, found, expected)) => Err(FaultKind::Foreign { what, found, expected }),
            None => Ok(()),
        }
    }
}

const EXTENSION: &str = "plt";
