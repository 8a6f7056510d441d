//! Which table it is.

use game::{Game, Slice};

use super::fault::FaultKind;

/// What a table is a table of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The name of the game.
    pub game: String,
    /// The version of its rules and of its numbering.
    pub rules: u32,
    /// The slice.
    pub slice: Slice,
    /// What a person calls the slice.
    pub slice_name: String,
    /// How many positions the slice has.
    pub entries: u64,
}

impl Spec {
    /// That of a slice of a game.
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

    /// How the file of the table is called: the number of the slice, because names may differ in nothing but
    /// capitals, and the name with what every system accepts.
    #[must_use]
    pub fn file_name(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        let name: String = self.slice_name.chars().map(plain).collect();
        format!("{:08x}-{name}.{EXTENSION}", self.slice.0)
    }

    /// The slice that a file of this name has, if it is the name of a table.
    pub(crate) fn slice_of_file(name: &str) -> Option<Slice> {
        let (number, _) = name.strip_suffix(EXTENSION)?.strip_suffix('.')?.split_once('-')?;
        u64::from_str_radix(number, 16).ok().map(Slice)
    }

    /// Nothing, if this is `wanted`.
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
