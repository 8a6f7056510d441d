//! Batches of games that write into numpy arrays.

use engine::{
    ActionError, ActionForm, Arrays, Autoreset, Batch, BatchError, BatchOptions, LaneState, StateError,
};
use numpy::{
    Element, PyArray1, PyArrayMethods as _, PyReadonlyArray1, PyReadwriteArray1, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{Exception, Raise as _, exception};
use crate::game::PyGame;
use crate::running::{brief, guarded};

/// Games that are stepped together. `plywood.vector.Batch` is what people use.
#[pyclass(name = "_Batch", module = "plywood._plywood")]
pub(crate) struct PyBatch {
    game: PyGame,
    batch: Box<dyn Batch>,
    memory: Memory,
}

/// The state of one game, which can be put into any batch of that game, copied and pickled.
#[pyclass(frozen, name = "State", module = "plywood.vector")]
pub(crate) struct PyState {
    game: PyGame,
    state: LaneState,
}

/// The flat arrays that a batch writes into. Python gets views of them that cannot be written.
struct Memory {
    observations: Py<PyArray1<u8>>,
    masks: Py<PyArray1<u8>>,
    rewards: Py<PyArray1<f32>>,
    terminated: Py<PyArray1<u8>>,
    truncated: Py<PyArray1<u8>>,
    turns: Py<PyArray1<u8>>,
    last_observations: Py<PyArray1<u8>>,
}

/// The arrays of a [`Memory`], for as long as they are written.
struct Borrowed<'py> {
    bytes: [PyReadwriteArray1<'py, u8>; 6],
    rewards: PyReadwriteArray1<'py, f32>,
}

impl Exception for BatchError {
    fn exception(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl Exception for ActionError {
    fn exception(self) -> PyErr {
        match self {
            ActionError::Count { .. } => exception::InvalidArray::new_err(self.to_string()),
            ActionError::Illegal { .. } | ActionError::Over { .. } => {
                exception::IllegalAction::new_err(self.to_string())
            }
        }
    }
}

impl Exception for StateError {
    fn exception(self) -> PyErr {
        match self {
            StateError::NoGame { .. } => pyo3::exceptions::PyIndexError::new_err(self.to_string()),
            StateError::OtherGame => exception::WrongGame::new_err(self.to_string()),
            _ => exception::InvalidState::new_err(self.to_string()),
        }
    }
}

impl Memory {
    fn of(py: Python<'_>, batch: &dyn Batch) -> Memory {
        fn zeros<T: Element>(py: Python<'_>, len: usize) -> Py<PyArray1<T>> {
            PyArray1::zeros(py, len, false).unbind()
        }
        let options = batch.options();
        let games = options.games;
        let seen = games * batch.planes().len();
        let seen_last = if options.autoreset == Autoreset::SameStep { seen } else { 0 };
        Memory {
            observations: zeros(py, seen),
            masks: zeros(py, games * batch.actions()),
            rewards: zeros(py, 2 * games),
            terminated: zeros(py, games),
            truncated: zeros(py, games),
            turns: zeros(py, games),
            last_observations: zeros(py, seen_last),
        }
    }

    fn bytes(&self) -> [&Py<PyArray1<u8>>; 6] {
        let Memory { observations, masks, terminated, truncated, turns, last_observations, .. } = self;
        [observations, masks, terminated, truncated, turns, last_observations]
    }

    /// Fails while another thread of Python steps the same batch.
    fn borrow<'py>(&self, py: Python<'py>) -> PyResult<Borrowed<'py>> {
        let borrowed = |_| PyValueError::new_err("the arrays of the batch are in use by another thread");
        let [a, b, c, d, e, f] = self.bytes().map(|array| array.bind(py).try_readwrite().map_err(borrowed));
        let rewards = self.rewards.bind(py).try_readwrite().map_err(borrowed)?;
        Ok(Borrowed { bytes: [a?, b?, c?, d?, e?, f?], rewards })
    }
}

impl Borrowed<'_> {
    fn arrays(&mut self) -> PyResult<Arrays<'_>> {
        let [observations, masks, terminated, truncated, turns, last_observations] = &mut self.bytes;
        Ok(Arrays {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: self.rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            turns: turns.as_slice_mut()?,
            last_observations: last_observations.as_slice_mut()?,
        })
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, games, threads, touches, autoreset, opening_plies, most_plies))]
    #[allow(clippy::too_many_arguments, reason = "as many as Python passes")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyGame>,
        games: usize,
        threads: usize,
        touches: bool,
        autoreset: u8,
        opening_plies: u32,
        most_plies: Option<u32>,
    ) -> PyResult<PyBatch> {
        let form = if touches { ActionForm::Touches } else { ActionForm::Moves };
        let autoreset = match autoreset {
            0 => Autoreset::NextStep,
            1 => Autoreset::SameStep,
            _ => Autoreset::Disabled,
        };
        let options = BatchOptions { games, threads, form, autoreset, opening_plies, most_plies };
        let game = *game.get();
        let start = game.0.start();
        let batch = brief(py, || start.game().batch(&*start, options))?.raise()?;
        let memory = Memory::of(py, &*batch);
        Ok(PyBatch { game, batch, memory })
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game
    }

    /// How many games there are.
    #[getter]
    fn games(&self) -> usize {
        self.batch.options().games
    }

    /// How many actions there are.
    #[getter]
    fn actions(&self) -> usize {
        self.batch.actions()
    }

    /// The name of each plane.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.batch.planes().names().to_vec()
    }

    /// The number of cells.
    #[getter]
    fn cells(&self) -> usize {
        self.batch.planes().cells()
    }

    /// The numbers of rows and columns, where the cells are a rectangle.
    #[getter]
    fn grid(&self) -> Option<(usize, usize)> {
        self.batch.planes().grid()
    }

    /// The flat arrays by their names.
    fn memory<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        let names = ["observations", "masks", "terminated", "truncated", "turns", "last_observations"];
        for (name, array) in names.into_iter().zip(self.memory.bytes()) {
            all.set_item(name, array)?;
        }
        all.set_item("rewards", &self.memory.rewards)?;
        Ok(all)
    }

    /// The cells of all paths of whole moves, and where each path starts and the last one ends.
    fn paths<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<u16>>, Bound<'py, PyArray1<u32>>) {
        let (cells, starts) = self.batch.table().flat();
        (PyArray1::from_slice(py, cells), PyArray1::from_slice(py, starts))
    }

    /// Starts the games of `which`, or all; `seeds` begin their random numbers anew.
    #[pyo3(signature = (which = None, seeds = None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        which: Option<PyReadonlyArray1<'_, bool>>,
        seeds: Option<PyReadonlyArray1<'_, u64>>,
    ) -> PyResult<()> {
        let games = self.games();
        for (what, len) in [
            ("choices", which.as_ref().map(|array| array.len())),
            ("seeds", seeds.as_ref().map(|array| array.len())),
        ] {
            if let Some(len) = len.filter(|&len| len != games) {
                return Err(exception::InvalidArray::new_err(format!(
                    "expected {games} {what}, found {len}"
                )));
            }
        }
        let which = which.map(|array| array.as_array().to_vec());
        let seeds = seeds.map(|array| array.as_array().to_vec());
        let mut borrowed = self.memory.borrow(py)?;
        let (arrays, batch) = (borrowed.arrays()?, &mut self.batch);
        brief(py, || batch.reset(which.as_deref(), seeds.as_deref(), arrays))
    }

    /// Steps each game by its action.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let mut borrowed = self.memory.borrow(py)?;
        let (arrays, batch) = (borrowed.arrays()?, &mut self.batch);
        let copied;
        let actions = match actions.as_slice() {
            Ok(actions) => actions,
            Err(_) => {
                copied = actions.as_array().to_vec();
                &copied
            }
        };
        brief(py, || batch.step(actions, arrays))?.raise()
    }

    /// A random legal action for each game, written into `actions`.
    fn sample(&mut self, py: Python<'_>, mut actions: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let (games, len) = (self.games(), actions.len());
        if games != len {
            return Err(exception::InvalidArray::new_err(format!("expected {games} places, found {len}")));
        }
        let (actions, batch) = (actions.as_slice_mut()?, &mut self.batch);
        brief(py, || batch.sample(actions))
    }

    /// The same batch again, with arrays and random numbers of its own.
    fn duplicate(&self, py: Python<'_>) -> PyResult<PyBatch> {
        let memory = Memory::of(py, &*self.batch);
        let mut to = memory.borrow(py)?;
        for (array, from) in to.bytes.iter_mut().zip(self.memory.bytes()) {
            array.as_slice_mut()?.copy_from_slice(from.bind(py).try_readonly()?.as_slice()?);
        }
        let rewards = self.memory.rewards.bind(py).try_readonly()?;
        to.rewards.as_slice_mut()?.copy_from_slice(rewards.as_slice()?);
        drop(to);
        Ok(PyBatch { game: self.game, batch: brief(py, || self.batch.duplicate())?, memory })
    }

    /// The state of one game.
    fn state(&self, game: usize) -> PyResult<PyState> {
        Ok(PyState { game: self.game, state: self.batch.state(game).raise()? })
    }

    /// The state of a game that begins with the position of this text.
    fn state_at(&self, position: &str) -> PyResult<PyState> {
        Ok(PyState { game: self.game, state: self.batch.state_at(position).raise()? })
    }

    /// Puts a state in the place of one game.
    fn set_state(&mut self, py: Python<'_>, game: usize, state: &PyState) -> PyResult<()> {
        let mut borrowed = self.memory.borrow(py)?;
        let (arrays, batch) = (borrowed.arrays()?, &mut self.batch);
        guarded(|| batch.set_state(game, &state.state, arrays))?.raise()
    }

    /// The position of one game, as text.
    fn position(&self, game: usize) -> PyResult<String> {
        self.batch.position(game).raise()
    }

    /// The whole-move actions of a position's legal moves, in their order.
    fn actions_at<'py>(&self, py: Python<'py>, position: &str) -> PyResult<Bound<'py, PyArray1<u32>>> {
        Ok(PyArray1::from_vec(py, self.batch.actions_at(position).raise()?))
    }
}

#[pymethods]
impl PyState {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game
    }

    /// The state as text: where the game started, its moves, and the cells that were touched since.
    #[getter]
    fn text(&self) -> String {
        self.state.text()
    }

    /// Reads a state from its text.
    ///
    /// Raises `InvalidState` with what is wrong with it.
    #[staticmethod]
    fn parse(py: Python<'_>, game: &Bound<'_, PyGame>, text: &str) -> PyResult<PyState> {
        let game = *game.get();
        let start = game.0.start();
        let batch = start.game().batch(&*start, BatchOptions::default()).raise()?;
        let state = brief(py, || batch.read_state(text))?.raise()?;
        Ok(PyState { game, state })
    }

    fn __repr__(&self) -> String {
        format!("State.parse(Game('{}'), {:?})", self.game.name(), self.text())
    }

    fn __eq__(&self, other: &PyState) -> bool {
        self.game.name() == other.game.name() && self.text() == other.text()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        self.text().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<PyState>) -> Py<PyState> {
        slf
    }

    fn __deepcopy__(slf: Py<PyState>, _memo: &Bound<'_, PyAny>) -> Py<PyState> {
        slf
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (PyGame, String))> {
        let parse = py.get_type::<PyState>().getattr("parse")?;
        Ok((parse.unbind(), (self.game, self.text())))
    }
}
