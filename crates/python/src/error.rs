//! Errors of the crates below as exceptions of `plywood.errors`, with the same sentences.

use engine::{InvalidMove, InvalidPosition, UnknownGame};
use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The classes that `plywood.errors` defines.
pub(crate) mod exception {
    #![allow(missing_docs, reason = "the classes are described where they are defined")]
    use super::import_exception;

    import_exception!(plywood.errors, IllegalAction);
    import_exception!(plywood.errors, IllegalMove);
    import_exception!(plywood.errors, InvalidArray);
    import_exception!(plywood.errors, InvalidPosition);
    import_exception!(plywood.errors, InvalidState);
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

impl Exception for UnknownGame {
    fn exception(self) -> PyErr {
        exception::UnknownGame::new_err(self.to_string())
    }
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
