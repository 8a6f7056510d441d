//! The implementations of the sandbox, and which one is used.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::bubblewrap::Bubblewrap;
use super::namespace::Confinement;
use super::process::Sandbox;
use super::protection::Protection;
use super::stderr_log::StderrLog;
use super::supervisor::End;

/// An implementation of the sandbox.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Backend {
    /// Bubblewrap.
    Bubblewrap(Bubblewrap),
    /// Set up by the supervisor.
    Own(Confinement),
    /// No sandbox, only limits.
    Limits,
}

/// The one that the user asked for; otherwise the best that works is used.
static WANTED: OnceLock<Protection> = OnceLock::new();

/// How long a trial may take.
const TRIAL_TIMEOUT: Duration = Duration::from_secs(20);

/// The result of trying a sandbox.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// The sandbox.
    pub protection: Protection,
    /// Why it does not work here.
    pub result: Result<(), String>,
}

/// From now on, programs are started in this sandbox only, whether it works or not. Returns false if the choice was made
/// before.
pub fn use_sandbox(protection: Protection) -> bool {
    WANTED.set(protection).is_ok()
}

/// Tries every sandbox, best first.
#[must_use]
pub fn try_sandboxes() -> Vec<Trial> {
    [Protection::Bubblewrap, Protection::Namespaces, Protection::Landlock]
        .into_iter()
        .map(|protection| Trial { protection, result: try_backend(protection).map(|_| ()) })
        .collect()
}

/// The sandbox in use. The first call takes a moment, since it tries them.
pub(crate) fn backend() -> &'static Backend {
    static BACKEND: OnceLock<Backend> = OnceLock::new();
    BACKEND.get_or_init(|| match WANTED.get() {
        Some(&wanted) => Backend::of(wanted).unwrap_or(Backend::Limits),
        None => [Protection::Bubblewrap, Protection::Namespaces, Protection::Landlock]
            .into_iter()
            .find_map(|protection| try_backend(protection).ok())
            .unwrap_or(Backend::Limits),
    })
}

/// Runs `true` in a sandbox; returns the sandbox if that works, or what went wrong.
fn try_backend(protection: Protection) -> Result<Backend, String> {
    let backend = Backend::of(protection).ok_or("there is no bwrap in PATH")?;
    let sandbox = Sandbox::of_this_program();
    let mut program = sandbox
        .scratch_dir()
        .and_then(|dir| sandbox.start_with(&backend, &dir, &["true".to_string()], &StderrLog::default()))
        .map_err(|error| error.to_string())?;
    match program.wait_until(Instant::now() + TRIAL_TIMEOUT).clone() {
        End::Exit(0) => Ok(backend),
        end => {
            let stderr = program.stderr_tail();
            Err(if stderr.is_empty() { end.to_string() } else { format!("{end}: {stderr}") })
        }
    }
}

impl Backend {
    /// The backend of this name; `None` if bubblewrap is not installed.
    fn of(protection: Protection) -> Option<Backend> {
        match protection {
            Protection::Bubblewrap => Bubblewrap::find().map(Backend::Bubblewrap),
            Protection::Namespaces => Some(Backend::Own(Confinement::Namespaces)),
            Protection::Landlock => Some(Backend::Own(Confinement::Landlock)),
            Protection::Limits | Protection::Refusal => Some(Backend::Limits),
        }
    }

    /// Its name.
    pub(crate) fn protection(&self) -> Protection {
        match self {
            Backend::Bubblewrap(_) => Protection::Bubblewrap,
            Backend::Own(Confinement::Namespaces) => Protection::Namespaces,
            Backend::Own(Confinement::Landlock) => Protection::Landlock,
            Backend::Limits => Protection::Limits,
        }
    }

    /// The number of processes it uses itself.
    pub(crate) fn processes(&self) -> usize {
        match self {
            Backend::Bubblewrap(_) => Bubblewrap::PROCESSES,
            Backend::Own(Confinement::Namespaces) => 1,
            Backend::Own(Confinement::Landlock) | Backend::Limits => 0,
        }
    }
}
