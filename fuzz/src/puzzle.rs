//! Anything as a puzzle file of a course.

use catalogue::CATALOGUE;
use engine::Assignment;

/// Any bytes as a puzzle file: nothing panics, what is accepted is written and read back, refusals can be
/// printed.
pub fn puzzle(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for game in CATALOGUE.0 {
        let Assignment::Puzzles { course, .. } = *game.assignment() else { continue };
        match course.rewrite(&text) {
            Ok(written) => {
                // What was accepted is what is written, but for the ends of lines and blank lines after the last.
                let given = text.lines().take(written.lines().count());
                assert!(written.lines().eq(given), "{written:?} was {text:?}");
                assert_eq!(course.rewrite(&written).as_ref(), Ok(&written));
            }
            Err(invalid) => {
                assert!(!invalid.errors.is_empty());
                for said in &invalid.errors {
                    assert!(!said.trim().is_empty() && !said.contains(char::is_control), "{said:?}");
                }
            }
        }
    }
}
