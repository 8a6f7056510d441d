//! What is done to programs once, before the first game: archives are unpacked, and what must be compiled is built, in
//! the sandbox and with limits of its own. A program for which that fails loses its games with the verdict `build`.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;

use engine::Control;
use serde::{Deserialize, Serialize};

use crate::evidence::Evidence;
use crate::fingerprint::fingerprint;
use crate::plan::Plan;
use crate::spec::{PlayerKind, PlayerSpec};
use crate::tournament::{ScheduledGame, Tournament};
use crate::workers;

/// The command that builds a program, once.
#[derive(Clone, PartialEq, Debug)]
pub struct BuildStep {
    /// The command; no position is known yet.
    pub command: crate::sandbox::CommandLine,
    /// How long it may take.
    pub time: Duration,
}

/// Why a program cannot be prepared, for its author.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BuildFailure {
    /// What went wrong.
    pub why: String,
    /// What the compiler printed.
    #[serde(default, skip_serializing_if = "Evidence::is_empty")]
    pub evidence: Evidence,
}

/// A prepared program, as it is remembered for the next run.
#[derive(Serialize, Deserialize)]
struct Prepared {
    /// Its folder, relative to the one that it is prepared in.
    folder: Option<PathBuf>,
    failure: Option<BuildFailure>,
}

/// Why programs cannot be prepared, through no fault of theirs.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// A file cannot be read or written.
    #[error("player '{player}': {}: {error}", path.display())]
    File {
        /// The player.
        player: String,
        /// The file or folder.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
    /// The machine could not run the build.
    #[error("player '{player}': its program could not be built, through no fault of its own: {why}")]
    Machine {
        /// The player.
        player: String,
        /// What was missing.
        why: String,
    },
}

const RESULT: &str = "prepared.json";
const MAX_RESULT_BYTES: u64 = 1 << 20;

/// Whether a player must be prepared before it can play.
fn needs_preparation(player: &PlayerSpec) -> bool {
    let PlayerKind::Program { dir, build, .. } = &player.kind else { return false };
    build.is_some() || dir.as_deref().is_some_and(is_archive)
}

fn is_archive(dir: &Path) -> bool {
    crate::archive::archive_stem(dir).is_some() && dir.is_file()
}

impl Tournament {
    /// The number of programs that must be unpacked or built before they can play.
    #[must_use]
    pub fn programs_to_prepare(&self) -> usize {
        self.players.iter().filter(|player| needs_preparation(player)).count()
    }

    /// Unpacks and builds the programs of a plan in folders in `place`, as many at the same time as games; what was
    /// prepared before and has not changed is used again. From then on the players run in what was made. `observe` is told
    /// of each program that is ready. Stops early when the control is stopped.
    ///
    /// # Errors
    /// Fails if files cannot be read or written, or the machine cannot run a compiler. A program that cannot be built is
    /// no error: it loses its games.
    pub fn prepare(
        &mut self,
        plan: &Plan,
        place: &Path,
        control: &Control,
        observe: &(dyn Fn() + Sync),
    ) -> Result<(), PrepareError> {
        let options = plan.players.iter();
        let tasks: Vec<_> =
            self.players.iter_mut().zip(options).filter(|(player, _)| needs_preparation(player)).collect();
        let threads = self.concurrency.clamp(1, tasks.len().max(1));
        let tasks = Mutex::new(tasks.into_iter());
        let work = || -> Result<(), PrepareError> {
            loop {
                let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((player, options)) = task.filter(|_| !control.is_stopped()) else { return Ok(()) };
                let print = fingerprint(options).map_err(|error| PrepareError::File {
                    player: player.name.clone(),
                    path: options.get("dir").unwrap_or_default().into(),
                    error,
                })?;
                prepare(player, &print, place)?;
                observe();
            }
        };
        workers::share(threads, work)
    }

    /// The plan with programs as they were prepared, for machines that only play.
    #[must_use]
    pub fn prepared_plan(&self, plan: &Plan) -> Plan {
        let mut plan = plan.clone();
        for (player, options) in self.players.iter().zip(&mut plan.players) {
            let PlayerKind::Program { dir, .. } = &player.kind else { continue };
            let is_built = options.take("build").is_some();
            options.take("build-time");
            if is_built || options.get("dir").is_some_and(|dir| is_archive(Path::new(dir))) {
                options.take("dir");
                if let Some(dir) = dir {
                    options.set("dir", dir.display().to_string());
                }
            }
        }
        plan
    }

    /// Whether one of the players has no program, because it could not be built.
    pub(crate) fn is_lost_unbuilt(&self, game: &ScheduledGame) -> bool {
        game.seats
            .iter()
            .any(|&seat| matches!(&self.players[seat].kind, PlayerKind::Program { failure: Some(_), .. }))
    }
}

/// Prepares one program in a folder that is named by its fingerprint.
fn prepare(player: &mut PlayerSpec, print: &str, place: &Path) -> Result<(), PrepareError> {
    let name = player.name.clone();
    let file = |path: &Path| {
        let (player, path) = (name.clone(), path.to_path_buf());
        move |error: std::io::Error| PrepareError::File { player, path, error }
    };
    let own = place.join(print);
    let stored = files::read_to_string(&own.join(RESULT), MAX_RESULT_BYTES);
    let prepared = match stored.ok().and_then(|text| serde_json::from_str::<Prepared>(&text).ok()) {
        Some(prepared) => prepared,
        None => {
            // What an interrupted run has left is made anew.
            if own.exists() {
                std::fs::remove_dir_all(&own).map_err(file(&own))?;
            }
            std::fs::create_dir_all(&own).map_err(file(&own))?;
            let prepared = make(player, &own, &file)?;
            let text = serde_json::to_string(&prepared).unwrap_or_default();
            files::write(&own.join(RESULT), text).map_err(file(&own))?;
            prepared
        }
    };
    if let PlayerKind::Program { dir, build, failure, .. } = &mut player.kind {
        *build = None;
        *dir = prepared.folder.map(|folder| own.join(folder));
        *failure = prepared.failure.map(Box::new);
    }
    Ok(())
}

/// Unpacks and builds a program.
fn make<E: FnOnce(std::io::Error) -> PrepareError>(
    player: &PlayerSpec,
    own: &Path,
    file: &dyn Fn(&Path) -> E,
) -> Result<Prepared, PrepareError> {
    let failed = |why: String, evidence: Evidence| {
        Ok(Prepared { folder: None, failure: Some(BuildFailure { why, evidence }) })
    };
    let PlayerKind::Program { dir, build, limits, .. } = &player.kind else {
        return Ok(Prepared { folder: None, failure: None });
    };
    let mut folder = dir.clone();
    if let Some(archive) = dir.as_deref().filter(|dir| is_archive(dir)) {
        let most = crate::archive::ArchiveLimits { bytes: limits.disk, files: limits.files };
        match crate::archive::unpack(archive, &own.join("unpacked"), most) {
            Ok(root) => folder = Some(root),
            Err(crate::ArchiveError::File(error)) => return Err(file(archive)(error)),
            Err(refused) => {
                let name = archive.file_name().unwrap_or_default().to_string_lossy();
                return failed(
                    format!("'{}' was not unpacked: {refused}", engine::quoted(&name)),
                    Evidence::default(),
                );
            }
        }
    }
    if let Some(step) = build {
        #[cfg(target_os = "linux")]
        match build::run(player, step, folder.as_deref(), &own.join("built"))? {
            Ok(built) => folder = Some(built),
            Err(failure) => return failed(failure.why, failure.evidence),
        }
        #[cfg(not(target_os = "linux"))]
        let _ = step;
    }
    let folder = folder.map(|folder| folder.strip_prefix(own).map_or(folder.clone(), Path::to_path_buf));
    Ok(Prepared { folder, failure: None })
}

#[cfg(target_os = "linux")]
mod build {
    use std::os::fd::OwnedFd;
    use std::path::{Path, PathBuf};
    use std::time::Instant;

    use super::{BuildFailure, BuildStep, PrepareError};
    use crate::evidence::Evidence;
    use crate::player::NoMove;
    use crate::record::VerdictKind;
    use crate::sandbox::supervisor::End;
    use crate::sandbox::{Limits, OutputEvent, Sandbox, copy_folder};
    use crate::spec::{PlayerKind, PlayerSpec};

    /// A compiler may use more than the program that it makes.
    const MEMORY: u64 = 4 << 30;
    const PROCESSES: usize = 256;
    const THREADS: usize = 1024;

    /// Runs the step in a copy of `folder`, and keeps the copy in `target`.
    pub(super) fn run(
        player: &PlayerSpec,
        step: &BuildStep,
        folder: Option<&Path>,
        target: &Path,
    ) -> Result<Result<PathBuf, BuildFailure>, PrepareError> {
        let PlayerKind::Program { limits, readable, environment, .. } = &player.kind else {
            return Ok(Ok(target.to_path_buf()));
        };
        let limits = Limits {
            memory: limits.memory.max(MEMORY),
            processes: limits.processes.max(PROCESSES),
            threads: limits.threads.max(THREADS),
            cpu: 4 * step.time,
            ..*limits
        };
        let sandbox = Sandbox {
            limits,
            dir: folder.map(Path::to_path_buf),
            owner: player.name.clone(),
            readable: readable.clone(),
            environment: environment.clone(),
            ..Sandbox::of_this_program()
        };
        let machine = |why: String| PrepareError::Machine { player: player.name.clone(), why };
        let fault = |error: std::io::Error| PrepareError::File {
            player: player.name.clone(),
            path: target.to_path_buf(),
            error,
        };
        let dir = match sandbox.scratch_dir() {
            Ok(dir) => dir,
            // A folder that cannot be copied is its author's, a disk without space is not.
            Err(crate::sandbox::SandboxError::Copy { why, .. }) => {
                return Ok(Err(BuildFailure {
                    why: format!("its folder cannot be copied: {why}"),
                    evidence: Evidence::default(),
                }));
            }
            Err(error) => return Err(machine(error.to_string())),
        };
        let words = step.command.words();
        let mut program =
            sandbox.start_in(&dir, words, &Default::default()).map_err(|error| machine(error.to_string()))?;
        let deadline = Instant::now() + step.time;
        let mut has_flooded = false;
        loop {
            match program.next_output(deadline) {
                Some(OutputEvent::Line(_) | OutputEvent::Rest(_)) => {}
                Some(OutputEvent::Flood(_)) => {
                    has_flooded = true;
                    break;
                }
                Some(OutputEvent::End) | None => break,
            }
        }
        let end = if has_flooded { program.terminate() } else { program.wait_until(deadline) }.clone();
        let command = engine::quoted(&words.join(" "));
        let seconds = step.time.as_secs_f64();
        let why = match end {
            End::Exit(0) => None,
            End::Exit(code) => Some(format!("'{command}' ended with code {code}")),
            End::Signal(signal) => Some(format!("signal {signal} ended '{command}'")),
            End::LimitExceeded(_) => Some(format!("'{command}' was ended: {end}")),
            End::NotStarted(why) => Some(format!("'{command}' could not be started: {why}")),
            End::Stopped if has_flooded => Some(format!("'{command}' printed more than 1 MB")),
            End::Stopped => Some(format!("'{command}' did not end within {seconds} seconds")),
            End::SupervisorKilled => Some(format!("'{command}' killed or stopped its supervisor")),
            End::NotSupervised | End::Unavailable(_) => return Err(machine(end.to_string())),
        };
        if let Some(why) = why {
            let said = program.with_output(NoMove::new(VerdictKind::Build, ""));
            return Ok(Err(BuildFailure { why, evidence: *said.evidence }));
        }
        std::fs::create_dir(target).map_err(fault)?;
        let into: OwnedFd = std::fs::File::open(target).map_err(fault)?.into();
        match copy_folder(&dir.home(), into, &limits) {
            Ok(()) => Ok(Ok(target.to_path_buf())),
            Err(why) => Ok(Err(BuildFailure {
                why: format!("what '{command}' made cannot be copied: {why}"),
                evidence: Evidence::default(),
            })),
        }
    }
}
