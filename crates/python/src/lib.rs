//! The Python extension module `plywood._plywood`: it converts values and errors, releases the interpreter, and leaves
//! everything else to the crates below. python/plywood is the package around it.

mod arena;
mod error;
mod game;
mod mv;
mod position;
mod running;
mod session;
mod solver;
mod tables;
mod thinker;
mod values;
mod vector;

use pyo3::prelude::*;

/// The native part of the package.
#[pymodule]
mod _plywood {
    #[pymodule_export]
    use crate::arena::{is_program, run_match, use_supervisor};
    #[pymodule_export]
    use crate::game::{PyGame, games};
    #[pymodule_export]
    use crate::mv::{PyMove, restore_move};
    #[pymodule_export]
    use crate::position::{PyPosition, restore_position};
    #[pymodule_export]
    use crate::running::PyStop;
    #[pymodule_export]
    use crate::session::{PyRecord, PySession, restore_record, restore_session};
    #[pymodule_export]
    use crate::solver::{PySolver, check_proof};
    #[pymodule_export]
    use crate::tables::{PyTables, build_tables, forecast_tables};
    #[pymodule_export]
    use crate::thinker::PyThinker;
    #[pymodule_export]
    use crate::vector::{PyBatch, PyState};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
