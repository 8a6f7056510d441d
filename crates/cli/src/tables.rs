//! Where the endgame tables are.

use std::io::Write as _;
use std::path::PathBuf;

use engine::{AnyPosition, TableError, TablesAt, TablesChoice};

use crate::error::CliError;

/// The environment variable that names the folder if there is no option.
const VARIABLE: &str = "PLYWOOD_TABLES";

/// Which tables to use.
#[derive(clap::Args, Clone, Default, Debug)]
pub(crate) struct TablesArgs {
    /// The folder with the tables [default: $PLYWOOD_TABLES, else the user's data folder]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl TablesArgs {
    /// The folder, whether or not it exists; `None` if the user has no data folder.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        let variable = || std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from);
        self.tables.clone().or_else(variable).or_else(|| {
            let folders = directories::ProjectDirs::from("", "", "plywood")?;
            Some(folders.data_dir().join("tables"))
        })
    }

    /// The tables for a search: the embedded ones, and those in the folder if it exists.
    pub(crate) fn choice(&self, pos: &dyn AnyPosition) -> Result<TablesChoice, CliError> {
        let at = self.at()?;
        Ok(match &at.folder {
            Some(folder) if folder.is_dir() => TablesChoice::These(pos.game().tables(&at)),
            _ => TablesChoice::Embedded,
        })
    }

    /// The folder if it exists. A folder named on the command line must exist.
    pub(crate) fn existing_folder(&self) -> Result<Option<PathBuf>, CliError> {
        Ok(self.at()?.folder.filter(|folder| folder.is_dir()))
    }

    /// The tables to probe. A folder named on the command line must exist.
    pub(crate) fn at(&self) -> Result<TablesAt, CliError> {
        if let Some(folder) = self.tables.as_ref().filter(|folder| !folder.is_dir()) {
            let folder = folder.display();
            return Err(CliError::Usage(format!("--tables: '{folder}' is not a folder")));
        }
        Ok(TablesAt { folder: self.folder(), ..TablesAt::default() })
    }
}

/// Warns on standard error about a table that was rejected.
pub(crate) fn report(fault: Option<&TableError>) {
    if let Some(fault) = fault {
        let _ = writeln!(anstream::stderr(), "plywood: {fault}; it was not used");
    }
}
