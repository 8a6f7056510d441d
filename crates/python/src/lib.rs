//! The Python extension module `plywood._plywood`: it converts values and errors, releases the interpreter, and leaves
//! everything else to the crates below. python/plywood is the package around it.

mod error;
mod game;
mod mv;
mod position;
mod values;
mod vector;

use pyo3::prelude::*;

/// The native part of the package.
#[pymodule]
mod _plywood {
    #[pymodule_export]
    use crate::game::{PyGame, games};
    #[pymodule_export]
    use crate::mv::{PyMove, restore_move};
    #[pymodule_export]
    use crate::position::{PyPosition, restore_position};
    #[pymodule_export]
    use crate::vector::{PyBatch, PyState};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
