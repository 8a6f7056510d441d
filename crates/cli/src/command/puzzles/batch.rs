//! A folder of puzzles.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use engine::{PuzzleEnding, PuzzleSolution};

use super::PuzzleJob;
use super::files::write;
use crate::error::CliError;
use crate::progress::Progress;

/// Counts of the results.
#[derive(Default)]
struct Tally {
    solved: usize,
    unproven: usize,
    refused: usize,
}

impl PuzzleJob {
    /// Solves every puzzle in a folder; an invalid one does not stop the others.
    pub(super) fn batch(&self, from: &Path, to: &Path) -> Result<(), CliError> {
        let puzzles = files_in(from)?;
        std::fs::create_dir_all(to)
            .map_err(|error| CliError::File(format!("cannot create the folder {}: {error}", to.display())))?;
        if let (Ok(from), Ok(to)) = (from.canonicalize(), to.canonicalize())
            && from == to
        {
            return Err(CliError::Usage(
                "the solutions would overwrite the puzzles: name another --outdir".to_string(),
            ));
        }
        ::files::remove_stale(to);
        let mut tally = Tally::default();
        let progress = Progress::bar(puzzles.len() as u64, "");
        for (i, path) in puzzles.iter().enumerate() {
            let Some(name) = path.file_name() else { continue };
            progress.update(i as u64, name.to_string_lossy().into_owned());
            match self.solve_one(path, &to.join(name), &mut tally) {
                Ok(None) => (),
                Ok(Some(note)) => progress.suspend(|| print_note(&format!("{}: {note}", path.display()))),
                Err(CliError::Interrupted) => return Err(CliError::Interrupted),
                Err(failure) => {
                    tally.refused += 1;
                    progress.suspend(|| print_note(&format!("plywood: {failure}")));
                }
            }
        }
        drop(progress);
        let Tally { solved, unproven, refused } = tally;
        let failed = if refused > 0 { format!(", {refused} refused") } else { String::new() };
        let open = if unproven > 0 { format!(", {unproven} not proven") } else { String::new() };
        let summary = format!("{solved} solved{open}{failed}");
        if refused > 0 {
            return Err(CliError::Refused(summary));
        }
        print_note(&summary);
        Ok(())
    }

    fn solve_one(&self, from: &Path, to: &Path, tally: &mut Tally) -> Result<Option<String>, CliError> {
        let solved = self.solve(from, Instant::now());
        if self.interrupt.was_pressed() {
            return Err(CliError::Interrupted);
        }
        let PuzzleSolution { text, ending } = solved?;
        write(to, &text)?;
        match ending {
            PuzzleEnding::Unproven => tally.unproven += 1,
            _ => tally.solved += 1,
        }
        Ok(self.note(ending))
    }
}

fn print_note(what: &str) {
    let _ = writeln!(anstream::stderr(), "{what}");
}

/// The files of a folder, sorted by name, without hidden files and *.md.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let unreadable = |error| CliError::File(format!("cannot read the folder {}: {error}", folder.display()));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let is_about = path.extension().is_some_and(|ending| ending == "md");
        if path.is_file() && !is_hidden && !is_about {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
