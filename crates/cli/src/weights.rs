//! Which weights a command was asked for.

use std::path::Path;

use engine::WeightsChoice;

use crate::error::CliError;

/// The weights that a word means: best, terms, first, or a file.
pub(crate) fn choice(word: &str) -> Result<WeightsChoice, CliError> {
    Ok(match word {
        "best" => WeightsChoice::Best,
        "terms" => WeightsChoice::Terms,
        "first" => WeightsChoice::First,
        file => {
            let cannot = |error| CliError::Usage(format!("cannot read '{file}': {error}"));
            WeightsChoice::File(
                files::read(Path::new(file), WeightsChoice::MOST_BYTES).map_err(cannot)?.into(),
            )
        }
    })
}
