//! Programs that must be unpacked or built before the first game.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use arena::{Plan, Tournament};
use engine::Control;

use crate::error::CliError;
use crate::progress::Progress;

/// In the folder of a tournament; what has not changed is used again.
const PROGRAMS: &str = "programs";

/// Where programs are prepared: in the folder of the tournament, or in one that is removed afterwards.
pub(super) enum ProgramsFolder {
    Kept(PathBuf),
    Temporary(tempfile::TempDir),
}

impl ProgramsFolder {
    fn path(&self) -> &Path {
        match self {
            ProgramsFolder::Kept(path) => path,
            ProgramsFolder::Temporary(folder) => folder.path(),
        }
    }
}

/// Unpacks and builds programs, where there are such. The folder must outlive the tournament.
pub(super) fn prepare(
    tournament: &mut Tournament,
    plan: &Plan,
    out: Option<&Path>,
    control: &Control,
) -> Result<Option<ProgramsFolder>, CliError> {
    let count = tournament.programs_to_prepare();
    if count == 0 {
        return Ok(None);
    }
    let folder = match out {
        Some(out) => {
            ProgramsFolder::Kept(std::path::absolute(out.join(PROGRAMS)).map_err(|error| cannot(&error))?)
        }
        None => ProgramsFolder::Temporary(tempfile::tempdir().map_err(|error| cannot(&error))?),
    };
    let progress = Progress::bar(count as u64, "preparing programs");
    let done = AtomicU64::new(0);
    let observe =
        || progress.update(done.fetch_add(1, Ordering::Relaxed) + 1, "programs prepared".to_string());
    let prepared = tournament.prepare(plan, folder.path(), control, &observe);
    drop(progress);
    prepared.map_err(|error| CliError::File(error.to_string()))?;
    tournament.check_folders().map_err(|fault| CliError::Usage(fault.to_string()))?;
    Ok(Some(folder))
}

fn cannot(error: &std::io::Error) -> CliError {
    CliError::File(format!("cannot make a folder for programs: {error}"))
}
