//! The files that the page consists of, as a browser asks for them.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::{asset_source, bundle, gzip, source};

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

/// What the page is bundled into. The index names these files as they are here; a browser is told their hashed names.
const NAMES: [&str; 4] = ["main.js", "early-theme.js", "style.css", "icon.svg"];
/// Made once when the program starts, so it may take a while.
const SMALLEST: u32 = 9;

/// The page and everything that it loads, made on first use.
pub fn assets() -> &'static Assets {
    static ASSETS: LazyLock<Assets> = LazyLock::new(Assets::new);
    &ASSETS
}

impl Assets {
    fn new() -> Assets {
        let mut index = source("index.html").expect("the page is in the program");
        let mut by_name = HashMap::new();
        for name in NAMES {
            let asset = Asset::new(name, content(name));
            let hashed = asset.hashed_name(name);
            index = index.replace(&format!("\"/assets/{name}\""), &format!("\"/assets/{hashed}\""));
            by_name.insert(hashed, asset);
        }
        Assets { index: Asset::new("index.html", index), by_name }
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

fn content(name: &str) -> String {
    match name.rsplit_once('.') {
        Some((_, "js")) => bundle::script(name, &asset_source).expect("a test bundles every script"),
        Some((_, "css")) => {
            bundle::stylesheet(name, &asset_source).expect("a test bundles every style sheet")
        }
        _ => asset_source(name).expect("a test reads every file"),
    }
}

impl Asset {
    fn new(name: &str, content: String) -> Asset {
        let bytes = content.into_bytes();
        Asset {
            content_type: match name.rsplit_once('.') {
                Some((_, "js")) => "text/javascript; charset=utf-8",
                Some((_, "css")) => "text/css; charset=utf-8",
                Some((_, "svg")) => "image/svg+xml",
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

    #[test]
    fn the_page_asks_for_nothing_that_is_not_there() {
        let assets = assets();
        let index = std::str::from_utf8(&assets.index().bytes).unwrap();
        let asked: Vec<&str> =
            index.split("\"/assets/").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect();
        assert!(asked.len() >= NAMES.len(), "{asked:?}");
        for name in asked {
            assert!(assets.get(name).is_some(), "{name}");
        }
        assert!(assets.get("main.js").is_none(), "only hashed names may be kept by browsers");
    }

    #[test]
    fn a_name_changes_with_the_content() {
        let name = |content: &str| Asset::new("a.css", content.to_string()).hashed_name("a.css");
        assert_ne!(name("a {}"), name("b {}"));
        assert!(name("a {}").starts_with("a-") && name("a {}").ends_with(".css"));
    }
}
