//! The slices that captures and promotions lead to, which are solved already.

use std::marker::PhantomData;
use std::sync::OnceLock;

use game::{Indexed, Slice};

use super::SolveError;

/// Provides the slices that are solved already.
pub trait SolvedSlices: Sync {
    /// All codes of a slice.
    ///
    /// # Errors
    /// Fails if the table is missing or damaged.
    fn codes(&self, slice: Slice) -> Result<Vec<u8>, String>;
}

/// The codes of a slice or the reason why they are unavailable, once they were needed.
type Lazy = OnceLock<Result<Vec<u8>, String>>;

/// The slices that are solved already, each read when it is first needed.
pub struct Conversions<'e, G> {
    known: &'e dyn SolvedSlices,
    /// Sorted by number.
    slices: Vec<(Slice, Lazy)>,
    game: PhantomData<fn(G)>,
}

impl<'e, G: Indexed> Conversions<'e, G> {
    /// These slices, read from `known`.
    pub fn new(known: &'e dyn SolvedSlices, slices: impl IntoIterator<Item = Slice>) -> Conversions<'e, G> {
        let mut slices: Vec<_> = slices.into_iter().map(|slice| (slice, OnceLock::new())).collect();
        slices.sort_by_key(|(slice, _)| *slice);
        Conversions { known, slices, game: PhantomData }
    }

    /// The code of a position in a solved slice.
    pub(super) fn code(&self, slice: Slice, pos: &G) -> Result<u8, SolveError> {
        let missing = || SolveError::Missing(G::slice_name(slice));
        let at = self.slices.binary_search_by_key(&slice, |(slice, _)| *slice).map_err(|_| missing())?;
        let codes = self.slices[at].1.get_or_init(|| self.known.codes(slice));
        match codes {
            Ok(codes) => codes.get(pos.index() as usize).copied().ok_or_else(missing),
            Err(why) => Err(SolveError::Missing(format!("{}: {why}", G::slice_name(slice)))),
        }
    }
}
