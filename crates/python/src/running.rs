//! Long work without the interpreter's lock, which Ctrl-C and a token stop.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Control, Limits, Time};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::error::internal;

/// How often a thread that waits for work looks for signals.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A token by which another thread stops a search, a solver, a build or a match.
#[pyclass(frozen, name = "Stop", module = "plywood")]
#[derive(Default)]
pub(crate) struct PyStop(pub(crate) Control);

#[pymethods]
impl PyStop {
    #[new]
    fn new() -> PyStop {
        PyStop::default()
    }

    /// Asks the work to stop.
    fn stop(&self) {
        self.0.stop();
    }

    /// Whether it was asked to stop.
    #[getter]
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// The hold that a caller gave, or a new one.
pub(crate) fn control(stop: Option<&PyStop>) -> Control {
    stop.map_or_else(Control::new, |stop| stop.0.clone())
}

/// Does work on a thread of its own, while this one looks for signals: only the main thread of Python hears of Ctrl-C,
/// and only when it asks. A signal stops the work by the control, and its exception comes out of here.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    control: &Control,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    interruptible_with(py, control, |_| Ok(()), work)
}

/// The same; `when_stopped` is called again and again while the work goes on though it was asked to stop.
pub(crate) fn interruptible_with<T: Send>(
    py: Python<'_>,
    control: &Control,
    when_stopped: impl Fn(Python<'_>) -> PyResult<()> + Send + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (done, is_done) = mpsc::channel::<()>();
            let work = move || {
                // Dropped when the work ends, however it does.
                let _done = done;
                work()
            };
            let worker = thread::Builder::new().name("plywood".to_string()).spawn_scoped(scope, work);
            let worker = worker.map_err(PyOSError::new_err)?;
            let mut signal = Ok(());
            while is_done.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if signal.is_ok() {
                    signal = Python::attach(check_signals);
                    if signal.is_err() {
                        control.stop();
                    }
                }
                if control.is_stopped() {
                    let told = Python::attach(&when_stopped);
                    signal = signal.and(told);
                }
            }
            let result = worker.join().map_err(|panic| internal(&*panic));
            signal?;
            result
        })
    })
}

/// The exception of a signal that has come, if one has.
fn check_signals(py: Python<'_>) -> PyResult<()> {
    py.check_signals()
}

/// Does work that is over before anybody could press a key.
pub(crate) fn brief<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| guarded(work))
}

/// Does work of some microseconds, for which the lock is kept. A panic becomes an exception that programs catch: that
/// of PyO3 is none.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| internal(&*panic))
}

/// Calls a Python function from a thread that does not hold the interpreter's lock. Its first exception stops the work,
/// and is kept for the end.
pub(crate) struct Observer {
    function: Option<Py<PyAny>>,
    control: Control,
    error: Option<PyErr>,
}

impl Observer {
    pub(crate) fn new(function: Option<Py<PyAny>>, control: &Control) -> Observer {
        Observer { function, control: control.clone(), error: None }
    }

    /// Calls the function, if there is one, with what `make` makes.
    pub(crate) fn tell<'a, A>(&mut self, make: impl FnOnce(Python<'_>) -> PyResult<A>)
    where
        A: for<'py> pyo3::call::PyCallArgs<'py> + 'a,
    {
        let Some(function) = self.function.as_ref().filter(|_| self.error.is_none()) else { return };
        let called = Python::attach(|py| function.call1(py, make(py)?).map(|_| ()));
        if let Err(error) = called {
            self.control.stop();
            self.error = Some(error);
        }
    }

    /// The exception of the function, if it raised one.
    pub(crate) fn finish(self) -> PyResult<()> {
        self.error.map_or(Ok(()), Err)
    }
}

/// A number of seconds.
pub(crate) fn duration(seconds: f64) -> PyResult<Duration> {
    let duration = Duration::try_from_secs_f64(seconds);
    duration.map_err(|_| PyValueError::new_err(format!("expected seconds from 0 on, found {seconds}")))
}

/// Limits as keyword arguments give them.
pub(crate) fn limits(seconds: Option<f64>, depth: Option<u8>, nodes: Option<u64>) -> PyResult<Limits> {
    let time = seconds.map(duration).transpose()?.map_or(Time::Unlimited, Time::Move);
    if nodes == Some(0) {
        return Err(PyValueError::new_err("expected at least 1 node, found 0"));
    }
    Ok(Limits { depth, nodes, time, since: Instant::now() })
}

/// Whether work with these limits is over before anybody could press a key.
pub(crate) fn is_brief(limits: &Limits) -> bool {
    const NODES: u64 = 20_000;
    const TIME: Duration = Duration::from_millis(20);
    limits.nodes.is_some_and(|nodes| nodes <= NODES) || limits.time.most().is_some_and(|most| most <= TIME)
}
