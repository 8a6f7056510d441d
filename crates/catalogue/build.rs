//! Generates the catalogue from the dependencies of this crate: every `GAME-play` has a `GAME`
//! entry and its `Boards`.

use std::path::Path;
use std::{env, fs};

fn main() {
    let manifest = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("Cargo.toml");
    println!("cargo::rerun-if-changed={}", manifest.display());
    let manifest = fs::read_to_string(&manifest).expect("cargo has read it");
    let section = manifest.split("\n[dependencies]\n").nth(1).expect("there are dependencies");
    let section = section.split("\n[").next().unwrap_or_default();
    let names = section.lines().filter_map(|line| line.split([' ', '.', '=']).next());
    let crates: Vec<String> =
        names.filter(|name| name.ends_with("-play")).map(|name| name.replace('-', "_")).collect();
    let entries: String = crates.iter().map(|name| format!("    &{name}::GAME,\n")).collect();
    let boards: String =
        crates.iter().map(|name| format!("    <{name}::Boards as Boards>::visit(visitor);\n")).collect();
    let code = format!(
        "/// Every game that the program knows.\n\
         pub static CATALOGUE: Catalogue = Catalogue(&[\n{entries}]);\n\n\
         /// Shows every type of board of every game to a visitor, in the order of the catalogue.\n\
         pub fn visit_boards(visitor: &mut impl BoardVisitor) {{\n{boards}}}\n"
    );
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("catalogue.rs"), code).expect("the folder can be written");
}
