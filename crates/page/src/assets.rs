//! The files that the page consists of, as a browser asks for them.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::{BundleError, asset_bytes, asset_source, bundle, gzip, source};

/// A file, ready to be sent.
#[derive(Debug)]
pub struct Asset {
    /// The kind of its content, for the header.
    pub content_type: &'static str,
    /// A word that changes with the content.
    pub hash: String,
    /// The content.
    pub bytes: Vec<u8>,
    /// The content compressed.
    pub gzip: Vec<u8>,
}

/// The page and everything that it loads.
#[derive(Debug)]
pub struct Assets {
    index: Asset,
    by_name: HashMap<String, Asset>,
}

/// What the page is bundled into. The index and the manifest name these files as they are here; a browser is told their
/// hashed names. A file comes after those that it names.
const NAMES: [&str; 9] = [
    "later.js",
    "main.js",
    "early-theme.js",
    "style.css",
    "icon.svg",
    "icon-192.png",
    "icon-512.png",
    "icon-maskable.png",
    "manifest.webmanifest",
];
/// The script of the page, and the one with the pages that are asked for less often.
const SCRIPTS: (&str, &str) = ("main.js", "later.js");
/// Made once when the program starts, so it may take a while.
const SMALLEST: u32 = 9;

/// The page and everything that it loads, made on first use.
pub fn assets() -> &'static Assets {
    static ASSETS: LazyLock<Assets> = LazyLock::new(Assets::new);
    &ASSETS
}

impl Assets {
    fn new() -> Assets {
        let mut hashed_names: Vec<(&str, String)> = Vec::new();
        let mut by_name = HashMap::new();
        for name in NAMES {
            let asset = Asset::new(name, content(name, &hashed_names));
            let hashed = asset.hashed_name(name);
            hashed_names.push((name, hashed.clone()));
            by_name.insert(hashed, asset);
        }
        let index = source("index.html").expect("the page is in the program");
        Assets { index: Asset::new("index.html", with_hashed_names(index, &hashed_names)), by_name }
    }

    /// The page itself, whose name stays.
    #[must_use]
    pub fn index(&self) -> &Asset {
        &self.index
    }

    /// The file with a hashed name. What has such a name never changes.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Asset> {
        self.by_name.get(name)
    }
}

fn content(name: &str, hashed_names: &[(&str, String)]) -> Vec<u8> {
    match name.rsplit_once('.') {
        Some((_, "js")) => {
            with_hashed_names(script(name).expect("a test bundles every script"), hashed_names).into()
        }
        Some((_, "css")) => {
            bundle::stylesheet(name, &asset_source).expect("a test bundles every style sheet").into()
        }
        Some((_, "webmanifest")) => {
            with_hashed_names(asset_source(name).expect("a test reads every file"), hashed_names).into()
        }
        _ => asset_bytes(name).expect("a test reads every file"),
    }
}

fn script(name: &str) -> Result<String, BundleError> {
    let (first, later) = SCRIPTS;
    if ![first, later].contains(&name) {
        return bundle::script(name, &asset_source);
    }
    let [begun, rest] = bundle::scripts(first, later, &asset_source)?;
    Ok(if name == first { begun } else { rest })
}

/// A text that names files, with their hashed names.
fn with_hashed_names(text: String, hashed_names: &[(&str, String)]) -> String {
    let quoted = |name: &str| format!("\"/assets/{name}\"");
    hashed_names.iter().fold(text, |text, (name, hashed)| text.replace(&quoted(name), &quoted(hashed)))
}

impl Asset {
    fn new(name: &str, content: impl Into<Vec<u8>>) -> Asset {
        let bytes = content.into();
        Asset {
            content_type: match name.rsplit_once('.') {
                Some((_, "js")) => "text/javascript; charset=utf-8",
                Some((_, "css")) => "text/css; charset=utf-8",
                Some((_, "svg")) => "image/svg+xml",
                Some((_, "png")) => "image/png",
                Some((_, "webmanifest")) => "application/manifest+json",
                _ => "text/html; charset=utf-8",
            },
            hash: blake3::hash(&bytes).to_hex().as_str()[..16].to_string(),
            gzip: gzip(&bytes, SMALLEST),
            bytes,
        }
    }

    /// `main.js` becomes `main-0123456789abcdef.js`.
    fn hashed_name(&self, name: &str) -> String {
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        format!("{stem}-{}.{ending}", self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files that a text names.
    fn named_in(text: &str) -> Vec<&str> {
        text.split("\"/assets/").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect()
    }

    #[test]
    fn the_page_asks_for_nothing_that_is_not_there() {
        let assets = assets();
        let index = std::str::from_utf8(&assets.index().bytes).unwrap();
        let mut asked = named_in(index);
        let manifest =
            asked.iter().find(|name| name.starts_with("manifest-")).expect("the page has a manifest");
        let main = asked.iter().find(|name| name.starts_with("main-")).expect("the page has a script");
        let texts =
            [manifest, main].map(|name| std::str::from_utf8(&assets.get(name).unwrap().bytes).unwrap());
        asked.extend(texts.into_iter().flat_map(named_in));
        for name in &asked {
            assert!(assets.get(name).is_some(), "{name}");
        }
        asked.sort_unstable();
        asked.dedup();
        assert_eq!(asked.len(), NAMES.len(), "{asked:?}");
        assert!(assets.get("main.js").is_none(), "only hashed names may be kept by browsers");
    }

    #[test]
    fn a_name_changes_with_the_content() {
        let name = |content: &str| Asset::new("a.css", content).hashed_name("a.css");
        assert_ne!(name("a {}"), name("b {}"));
        assert!(name("a {}").starts_with("a-") && name("a {}").ends_with(".css"));
    }
}
