//! Where tables are.

use std::io::Write as _;
use std::path::PathBuf;

use engine::{AnyPosition, TableError, TablesAt, TablesChoice};

use crate::error::CliError;

/// The variable that names the folder where no option does.
const VARIABLE: &str = "PLYWOOD_TABLES";

/// Which tables to use.
#[derive(clap::Args, Clone, Default, Debug)]
pub(crate) struct TablesArgs {
    /// The folder with the tables; without it $PLYWOOD_TABLES, or a folder of the user's data
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl TablesArgs {
    /// The folder, whether or not it is there; nothing where the system has no place for data of this user.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        let variable = || std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from);
        self.tables.clone().or_else(variable).or_else(|| {
            let folders = directories::ProjectDirs::from("", "", "plywood")?;
            Some(folders.data_dir().join("tables"))
        })
    }

    /// The tables to think with: those that are part of the program, and those in the folder if it is there.
    pub(crate) fn choice(&self, pos: &dyn AnyPosition) -> Result<TablesChoice, CliError> {
        let at = self.at()?;
        Ok(match &at.folder {
            Some(folder) if folder.is_dir() => TablesChoice::These(pos.game().tables(&at)),
            _ => TablesChoice::Embedded,
        })
    }

    /// The folder, if there is one. A folder that was named must be there.
    pub(crate) fn existing_folder(&self) -> Result<Option<PathBuf>, CliError> {
        Ok(self.at()?.folder.filter(|folder| folder.is_dir()))
    }

    /// The tables to look into. A folder that was named must be there.
    pub(crate) fn at(&self) -> Result<TablesAt, CliError> {
        if let Some(folder) = self.tables.as_ref().filter(|folder| !folder.is_dir()) {
            let folder = folder.display();
            return Err(CliError::Usage(format!("--tables: there is no folder '{folder}'")));
        }
        Ok(TablesAt { folder: self.folder(), ..TablesAt::default() })
    }
}

/// Says on standard error that a table was refused, if one was.
pub(crate) fn report(fault: Option<&TableError>) {
    if let Some(fault) = fault {
        let _ = writeln!(anstream::stderr(), "plywood: {fault}; it was not used");
    }
}
