//! Players and outcomes as members of the enumerations in `plywood.values`.

use engine::{Outcome, Player};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// The members of one enumeration.
struct Members<const N: usize> {
    cell: PyOnceLock<[Py<PyAny>; N]>,
    class: &'static str,
    names: [&'static str; N],
}

static PLAYERS: Members<2> = Members { cell: PyOnceLock::new(), class: "Player", names: ["ONE", "TWO"] };
static OUTCOMES: Members<3> =
    Members { cell: PyOnceLock::new(), class: "Outcome", names: ["ONE_WINS", "TWO_WINS", "DRAW"] };

impl<const N: usize> Members<N> {
    fn get(&self, py: Python<'_>, number: usize) -> PyResult<Py<PyAny>> {
        let members = self.cell.get_or_try_init(py, || {
            let class = py.import("plywood.values")?.getattr(self.class)?;
            let mut members = Vec::with_capacity(N);
            for name in self.names {
                members.push(class.getattr(name)?.unbind());
            }
            Ok::<_, PyErr>(members.try_into().expect("there is a member for each name"))
        })?;
        Ok(members[number].clone_ref(py))
    }
}

/// The exception for an argument of another type.
pub(crate) fn expected(what: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let class = found.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    PyTypeError::new_err(format!("expected {what}, found {class}"))
}

/// The number of a player, 0 or 1.
pub(crate) fn player_number(player: Player) -> usize {
    match player {
        Player::One => 0,
        Player::Two => 1,
    }
}

/// The player with this number.
pub(crate) fn player_of(number: u8) -> PyResult<Player> {
    match number {
        0 => Ok(Player::One),
        1 => Ok(Player::Two),
        _ => Err(PyValueError::new_err(format!("expected player 0 or 1, found {number}"))),
    }
}

/// The member of `Player`.
pub(crate) fn player(py: Python<'_>, player: Player) -> PyResult<Py<PyAny>> {
    PLAYERS.get(py, player_number(player))
}

/// The member of `Outcome`.
pub(crate) fn outcome(py: Python<'_>, outcome: Outcome) -> PyResult<Py<PyAny>> {
    let number = match outcome {
        Outcome::Win(player) => player_number(player),
        Outcome::Draw => 2,
    };
    OUTCOMES.get(py, number)
}
