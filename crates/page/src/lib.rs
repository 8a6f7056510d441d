//! What a browser gets, from the server or inside a report: the scripts and styles of `web/`, and boards as data.
//!
//! The sources are plain ES modules and style sheets, one for each thing. A browser would ask for them one by one, so
//! [`script`] and [`stylesheet`] join what belongs together into one text, and [`assets`] has these compressed, under
//! names that change with their content.

mod assets;
mod bundle;
mod diagram;
mod gzip;

pub use assets::{Asset, Assets, assets};
pub use bundle::BundleError;
pub use diagram::{Cell, Diagram, Label, Piece, Side, Tray};
pub use gzip::gzip;

use rust_embed::RustEmbed;

/// Everything in `web/`, inside the program. A build for development reads the files when it starts.
#[derive(RustEmbed)]
#[folder = "../../web/"]
struct Sources;

/// The text of a file in `web/`.
fn source(path: &str) -> Option<String> {
    String::from_utf8(Sources::get(path)?.data.into_owned()).ok()
}

fn asset_bytes(path: &str) -> Option<Vec<u8>> {
    Some(Sources::get(&format!("assets/{path}"))?.data.into_owned())
}

fn asset_source(path: &str) -> Option<String> {
    source(&format!("assets/{path}"))
}

/// A module of `web/assets` with everything that it imports, as one script. It may stand in a page of its own.
///
/// # Errors
/// Fails where the sources use a form of `import` or `export` that is not joined; the tests join all of them.
pub fn script(module: &str) -> Result<String, BundleError> {
    bundle::script(module, &asset_source)
}

/// A style sheet of `web/assets` with everything that it imports.
///
/// # Errors
/// Fails where a file is missing.
pub fn stylesheet(path: &str) -> Result<String, BundleError> {
    bundle::stylesheet(path, &asset_source)
}
