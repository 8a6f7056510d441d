//! An autograder for Gradescope: a zip file with `setup.sh`, `run_autograder`, the course file with what it names, and
//! this program.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Component, Path};

use arena::grade::Course;
use zip::write::SimpleFileOptions;

use crate::error::CliError;

/// The name of the course file inside.
const COURSE: &str = "course.toml";
const PROGRAM: &str = "plywood";

/// Writes the zip file.
pub(super) fn write(path: &Path, course: &Course, text: &str) -> Result<(), CliError> {
    let cannot =
        |error: &dyn std::fmt::Display| CliError::File(format!("cannot write '{}': {error}", path.display()));
    let named = named_files(course)?;
    let program = std::env::current_exe().map_err(|error| cannot(&error))?;
    files::write_with(path, |file| pack(file, course, text, &named, &program))
        .map_err(|error| cannot(&error))?;
    // A closed standard error is not an error.
    let _ = writeln!(
        anstream::stderr(),
        "{}: setup.sh, run_autograder, {PROGRAM}, {COURSE}{}",
        path.display(),
        named.iter().map(|name| format!(", {}", name.display())).collect::<String>()
    );
    Ok(())
}

/// The files that the course file names, relative to it.
fn named_files(course: &Course) -> Result<Vec<std::path::PathBuf>, CliError> {
    let puzzles = course.puzzles.iter().filter_map(|puzzle| puzzle.file.clone());
    let openings = course.openings.iter().map(std::path::PathBuf::from);
    let mut named: Vec<_> =
        puzzles.chain(openings.filter(|path| course.folder.join(path).is_file())).collect();
    named.sort();
    named.dedup();
    for path in &named {
        if path.components().any(|part| !matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(CliError::Usage(format!(
                "'{}' is not in the folder of the course file: an autograder needs it there",
                path.display()
            )));
        }
    }
    Ok(named)
}

fn pack(
    file: &mut File,
    course: &Course,
    text: &str,
    named: &[std::path::PathBuf],
    program: &Path,
) -> io::Result<()> {
    let mut zip = zip::ZipWriter::new(file);
    let plain = SimpleFileOptions::default().unix_permissions(0o644);
    let executable = SimpleFileOptions::default().unix_permissions(0o755);
    zip.start_file("setup.sh", executable)?;
    zip.write_all(setup(course).as_bytes())?;
    zip.start_file("run_autograder", executable)?;
    zip.write_all(RUN.as_bytes())?;
    zip.start_file(COURSE, plain)?;
    zip.write_all(text.as_bytes())?;
    for name in named {
        zip.start_file_from_path(name, plain)?;
        io::copy(&mut File::open(course.folder.join(name))?, &mut zip)?;
    }
    zip.start_file(PROGRAM, executable)?;
    io::copy(&mut File::open(program)?, &mut zip)?;
    zip.finish()?;
    Ok(())
}

/// What is installed once, when the autograder is made.
fn setup(course: &Course) -> String {
    let packages = course.packages.join(" ");
    format!(
        "#!/bin/sh\n# Runs once, when the autograder is built.\nset -e\nexport DEBIAN_FRONTEND=noninteractive\n\
         apt-get update\napt-get install -y --no-install-recommends python3 bubblewrap {packages}\n\
         chmod +x /autograder/source/{PROGRAM}\n"
    )
}

/// What runs for every submission.
const RUN: &str = "#!/bin/sh
# Runs for every submission, which is in /autograder/submission.
cd /autograder
mkdir -p results
source/plywood grade --file source/course.toml --student submission \\
  --results results/results.json --page results/grade.html
code=$?
if [ ! -s results/results.json ]; then
  printf '{\"score\": 0, \"output\": \"The autograder itself failed with code %s: please tell your teacher.\"}\\n' \"$code\" \\
    > results/results.json
fi
";
