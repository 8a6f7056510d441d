//! Where captures and promotions lead: slices that were solved before.

use std::marker::PhantomData;
use std::sync::OnceLock;

use game::{Indexed, Slice};

use super::SolveError;

/// Whoever knows the slices that were solved before.
pub trait SolvedSlices: Sync {
    /// All codes of a slice.
    ///
    /// # Errors
    /// Fails where there is no such table, or something is wrong with it.
    fn codes(&self, slice: Slice) -> Result<Vec<u8>, String>;
}

/// The codes of a slice, or why there are none, once they were needed.
type Lazy = OnceLock<Result<Vec<u8>, String>>;

/// The slices that were solved before, each read when it is needed first.
pub struct Conversions<'e, G> {
    known: &'e dyn SolvedSlices,
    /// In the order of their numbers.
    slices: Vec<(Slice, Lazy)>,
    game: PhantomData<fn(G)>,
}

impl<'e, G: Indexed> Conversions<'e, G> {
    /// Those slices, as `known` knows them.
    pub fn new(known: &'e dyn SolvedSlices, slices: impl IntoIterator<Item = Slice>) -> Conversions<'e, G> {
        let mut slices: Vec<_> = slices.into_iter().map(|slice| (slice, OnceLock::new())).collect();
        slices.sort_by_key(|(slice, _)| *slice);
        Conversions { known, slices, game: PhantomData }
    }

    /// The code of a position in a slice that was solved before.
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
