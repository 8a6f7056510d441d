//! The sandboxes that there may be, and which one is used.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::cage::Cage;
use super::keeper::End;
use super::namespace::Confinement;
use super::protection::Protection;
use super::wall::Wall;

/// What is around a program, besides its limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sandbox {
    /// Bubblewrap.
    Bubblewrap(Wall),
    /// One of our own.
    Own(Confinement),
    /// None.
    Limits,
}

/// Which one to use, where it is not the best that works.
static WANTED: OnceLock<Protection> = OnceLock::new();

/// How long it may take to see whether a sandbox works.
const TIME_TO_TRY: Duration = Duration::from_secs(20);

/// What became of a sandbox that was tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Which one.
    pub protection: Protection,
    /// Why it does not work here.
    pub result: Result<(), String>,
}

/// From here on, programs are only started in this sandbox, whether it works or not. Says whether that was not
/// decided before.
pub fn use_sandbox(protection: Protection) -> bool {
    WANTED.set(protection).is_ok()
}

/// Tries every sandbox, the better ones first.
#[must_use]
pub fn try_sandboxes() -> Vec<Trial> {
    [Protection::Bubblewrap, Protection::Namespaces, Protection::Landlock]
        .into_iter()
        .map(|protection| Trial { protection, result: attempt(protection).map(|_| ()) })
        .collect()
}

/// The sandbox that programs are put into. The first call takes a moment, since it is tried.
pub(crate) fn sandbox() -> &'static Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| match WANTED.get() {
        Some(&wanted) => Sandbox::of(wanted).unwrap_or(Sandbox::Limits),
        None => [Protection::Bubblewrap, Protection::Namespaces, Protection::Landlock]
            .into_iter()
            .find_map(|protection| attempt(protection).ok())
            .unwrap_or(Sandbox::Limits),
    })
}

/// A sandbox that works.
fn attempt(protection: Protection) -> Result<Sandbox, String> {
    let sandbox = Sandbox::of(protection).ok_or("there is no bwrap in PATH")?;
    let cage = Cage::of_this_program();
    let mut program = cage
        .home()
        .and_then(|home| cage.start_behind(&sandbox, &home, &["true".to_string()]))
        .map_err(|error| error.to_string())?;
    match program.end_before(Instant::now() + TIME_TO_TRY).clone() {
        End::Exit(0) => Ok(sandbox),
        end => {
            let complaint = program.complaint();
            Err(if complaint.is_empty() { end.to_string() } else { format!("{end}: {complaint}") })
        }
    }
}

impl Sandbox {
    /// The one of this name; nothing where bubblewrap is not installed.
    fn of(protection: Protection) -> Option<Sandbox> {
        match protection {
            Protection::Bubblewrap => Wall::find().map(Sandbox::Bubblewrap),
            Protection::Namespaces => Some(Sandbox::Own(Confinement::Namespaces)),
            Protection::Landlock => Some(Sandbox::Own(Confinement::Landlock)),
            Protection::Limits | Protection::Refusal => Some(Sandbox::Limits),
        }
    }

    /// Its name.
    pub(crate) fn protection(&self) -> Protection {
        match self {
            Sandbox::Bubblewrap(_) => Protection::Bubblewrap,
            Sandbox::Own(Confinement::Namespaces) => Protection::Namespaces,
            Sandbox::Own(Confinement::Landlock) => Protection::Landlock,
            Sandbox::Limits => Protection::Limits,
        }
    }

    /// How many processes it takes by itself.
    pub(crate) fn processes(&self) -> usize {
        match self {
            Sandbox::Bubblewrap(_) => Wall::PROCESSES,
            Sandbox::Own(Confinement::Namespaces) => 1,
            Sandbox::Own(Confinement::Landlock) | Sandbox::Limits => 0,
        }
    }
}
