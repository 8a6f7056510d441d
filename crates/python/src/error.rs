//! Errors of the crates below as exceptions of `plywood.errors`, with the same sentences.

use std::any::Any;

use arena::{PlanError, SpecError, TournamentError};
use engine::{
    BoardError, InvalidMove, InvalidPosition, InvalidProof, RecordError, ReplayError, TableError,
    UnknownGame, WeightsError,
};
use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The classes that `plywood.errors` defines.
pub(crate) mod exception {
    #![allow(missing_docs, reason = "the classes are described where they are defined")]
    use super::import_exception;

    import_exception!(plywood.errors, IllegalAction);
    import_exception!(plywood.errors, IllegalMove);
    import_exception!(plywood.errors, InternalError);
    import_exception!(plywood.errors, InvalidArray);
    import_exception!(plywood.errors, InvalidPosition);
    import_exception!(plywood.errors, InvalidState);
    import_exception!(plywood.errors, MatchError);
    import_exception!(plywood.errors, PlywoodError);
    import_exception!(plywood.errors, RecordError);
    import_exception!(plywood.errors, SolveError);
    import_exception!(plywood.errors, TableError);
    import_exception!(plywood.errors, UnknownGame);
    import_exception!(plywood.errors, VersionError);
    import_exception!(plywood.errors, WrongGame);
}

/// An error of a crate below as an exception.
pub(crate) trait Raise<T> {
    /// The value, or the exception.
    fn raise(self) -> PyResult<T>;
}

/// What becomes an exception.
pub(crate) trait Exception {
    /// The exception.
    fn exception(self) -> PyErr;
}

impl<T, E: Exception> Raise<T> for Result<T, E> {
    fn raise(self) -> PyResult<T> {
        self.map_err(Exception::exception)
    }
}

/// The exception of errors that are one sentence.
macro_rules! one_sentence {
    ($($error:ty => $class:ident),* $(,)?) => {$(
        impl Exception for $error {
            fn exception(self) -> PyErr {
                exception::$class::new_err(self.to_string())
            }
        }
    )*};
}

one_sentence! {
    UnknownGame => UnknownGame,
    RecordError => RecordError,
    ReplayError => RecordError,
    WeightsError => InternalError,
    InvalidProof => SolveError,
    TableError => TableError,
    BoardError => TableError,
    PlanError => MatchError,
    SpecError => MatchError,
    TournamentError => MatchError,
}

/// A panic, which is a fault of ours, as an exception.
pub(crate) fn internal(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown");
    exception::InternalError::new_err(format!("a fault of Plywood, which should be reported: {text}"))
}

impl Exception for InvalidPosition {
    fn exception(self) -> PyErr {
        Python::attach(|py| match PyTuple::new(py, &self.faults) {
            Ok(faults) => exception::InvalidPosition::new_err((self.to_string(), faults.unbind())),
            Err(error) => error,
        })
    }
}

impl Exception for InvalidMove {
    fn exception(self) -> PyErr {
        Python::attach(|py| match PyTuple::new(py, &self.cells) {
            Ok(cells) => exception::IllegalMove::new_err((self.to_string(), cells.unbind())),
            Err(error) => error,
        })
    }
}
