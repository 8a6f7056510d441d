//! The crates depend on each other in one direction, and generic crates on no game; see
//! docs/architecture.md.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use repository::{files, root};

/// The crate that names games.
const CATALOGUE: &str = "catalogue";

/// The sorted entries of a folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn file_name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap()
}

struct Manifest {
    name: String,
    /// The dependencies of the crate on any target, without dev-dependencies.
    dependencies: BTreeSet<String>,
}

impl Manifest {
    fn parse(text: &str) -> Manifest {
        let (mut name, mut section) = (None, "");
        let mut dependencies = BTreeSet::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(header) = line.strip_prefix('[') {
                section = header.trim_end_matches(']');
                // `[dependencies.NAME]` is a section of its own.
                if let Some((_, dependency)) = section.split_once("dependencies.") {
                    assert!(!section.starts_with("dev-"), "'{line}' is not read here");
                    dependencies.insert(dependency.to_string());
                }
                continue;
            }
            let (key, value) = line.split_once('=').unwrap_or((line, ""));
            let is_dependency = section == "dependencies"
                || section.starts_with("target.") && section.ends_with(".dependencies")
                || section == "build-dependencies";
            if section == "package" && key.trim() == "name" {
                name = Some(value.trim().trim_matches('"').to_string());
            } else if is_dependency {
                dependencies.insert(key.split('.').next().unwrap().trim().to_string());
            }
        }
        Manifest { name: name.expect("a crate has a name"), dependencies }
    }

    fn read(folder: &Path) -> Manifest {
        Manifest::parse(&fs::read_to_string(folder.join("Cargo.toml")).unwrap())
    }
}

/// The folders of all crates below games/.
fn game_folders() -> Vec<PathBuf> {
    let games = entries(&root().join("games")).into_iter().filter(|path| path.is_dir());
    let crates = games.flat_map(|game| entries(&game)).filter(|path| path.join("Cargo.toml").exists());
    let found: Vec<PathBuf> = crates.collect();
    assert!(found.len() >= 10, "{found:?}");
    found
}

/// The names of all crates below games/.
fn game_crates() -> BTreeSet<String> {
    game_folders().iter().map(|folder| Manifest::read(folder).name).collect()
}

/// The folders of the crates that must work for any game.
fn generic_folders() -> Vec<PathBuf> {
    let crates = entries(&root().join("crates")).into_iter().filter(|path| file_name(path) != CATALOGUE);
    let others = ["fuzz", "instructions"].map(|name| root().join(name));
    let found: Vec<PathBuf> = crates.chain(others).collect();
    assert!(found.len() >= 10, "{found:?}");
    found
}

#[test]
fn a_manifest_is_read_without_its_dev_dependencies() {
    let manifest = Manifest::parse(
        "[package]\nname = \"hop\"\n\n[dependencies]\ngame.workspace = true\n# no\nserde = { version = \"1\" }\n\
         [target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n[target.'cfg(unix)'.dev-dependencies]\nnix = \"1\"\n\
         [dev-dependencies]\nraichu.workspace = true\n[lints]\nworkspace = true\n",
    );
    assert_eq!(manifest.name, "hop");
    assert!(manifest.dependencies.iter().eq(["game", "libc", "serde"]), "{:?}", manifest.dependencies);
}

#[test]
fn generic_crates_depend_on_no_game() {
    let games = game_crates();
    for folder in generic_folders() {
        let Manifest { name, dependencies } = Manifest::read(&folder);
        let named: Vec<&String> = dependencies.intersection(&games).collect();
        assert!(named.is_empty(), "{name} depends on {named:?}, and must work for any game");
        // The catalogue depends on all games; the program and the Python module pass it to all others.
        let is_given_one = ["plywood", "plywood-python", "plywood-fuzz"].contains(&&*name)
            || !dependencies.contains(CATALOGUE);
        assert!(is_given_one, "{name} depends on the catalogue: pass one to it");
    }
}

#[test]
fn rules_depend_on_the_contract_alone() {
    let ours: BTreeSet<String> =
        entries(&root().join("crates")).iter().map(|folder| Manifest::read(folder).name).collect();
    let ours: BTreeSet<String> = ours.into_iter().chain(game_crates()).collect();
    for folder in game_folders().iter().filter(|folder| file_name(folder) == "rules") {
        let Manifest { name, dependencies } = Manifest::read(folder);
        let of_ours: Vec<&String> = dependencies.intersection(&ours).collect();
        assert_eq!(of_ours, ["game"], "{name}");
    }
}

#[test]
fn profiles_name_no_game() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let named = |line: &str| Some(line.split_once("[profile.")?.1.split_once(".package.")?.1.to_string());
    let named: Vec<String> =
        manifest.lines().filter_map(named).map(|name| name.trim_end_matches(']').to_string()).collect();
    assert!(named.iter().any(|name| name == "server"), "{named:?}");
    let games = game_crates();
    let games: Vec<&String> = named.iter().filter(|name| games.contains(*name)).collect();
    assert!(games.is_empty(), "{games:?}: a new game would have to be added");
}

/// The code of a file, without comments and without what follows `#[cfg(test)]`, where tests and
/// examples may use a game as a dev-dependency.
fn code(text: &str) -> String {
    let product = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = product.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Whether code contains a path into a crate: `use NAME`, or `NAME::` that is not the end of a
/// longer name or path.
fn names_crate(code: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(name).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        let is_whole = !before.ends_with(is_part) && !after.starts_with(is_part);
        let is_inner = before.strip_suffix("::").is_some_and(|outer| outer.ends_with(is_part));
        let is_path = after.starts_with("::") && !is_inner;
        is_whole && (is_path || before.ends_with("use "))
    })
}

#[test]
fn paths_into_crates_are_found() {
    for code in ["use raichu::Raichu8;", "use raichu;", "let x: raichu::Move = 1;", "f(::raichu::start())"] {
        assert!(names_crate(&format!(" {code}"), "raichu"), "{code}");
    }
    for code in
        ["use raichu_play::GAME;", "my_raichu::x", "command::raichu::run()", "let raichu = 1;", "Raichu::x"]
    {
        assert!(!names_crate(code, "raichu"), "{code}");
    }
    let file = "use game::Game; // not raichu::x\n\n#[cfg(test)]\nmod tests {\n    use raichu::Raichu8;\n}\n";
    assert!(!names_crate(&code(file), "raichu") && names_crate(&code(file), "game"));
}

#[test]
fn generic_code_names_no_game() {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        for path in entries(folder) {
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") && file_name(&path) != "tests.rs" {
                found.push(path);
            }
        }
    }
    let mut files = Vec::new();
    for folder in generic_folders() {
        collect(&folder.join("src"), &mut files);
    }
    assert!(files.len() > 150, "{} files", files.len());
    let games: Vec<String> = game_crates().iter().map(|name| name.replace('-', "_")).collect();
    for file in files {
        let code = code(&fs::read_to_string(&file).unwrap());
        let named: Vec<&String> = games.iter().filter(|name| names_crate(&code, name)).collect();
        assert!(named.is_empty(), "{} names {named:?}", file.display());
    }
}

/// Whether a text has the names of three games one after the other, as in a list of them.
fn lists_games(text: &str, names: &[String]) -> bool {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let strings: Vec<&str> = compact.split(['"', '\'']).collect();
    let name = |text: &str| names.iter().position(|name| text.split(':').next() == Some(name));
    strings.windows(5).any(|words| {
        let named: BTreeSet<usize> = words.iter().step_by(2).filter_map(|word| name(word)).collect();
        named.len() == 3 && words[1] == "," && words[3] == ","
    })
}

/// Code works for every game of the catalogue, or for one that it names because it is about that game.
#[test]
fn no_code_lists_the_games() {
    let names: Vec<String> =
        game_folders().iter().map(|folder| file_name(folder.parent().unwrap()).to_string()).collect();
    assert!(lists_games("for game in [\"raichu:10\",\n \"checkers\", \"abalone\"]", &names));
    assert!(!lists_games(
        "[(\"raichu\", 5), (\"checkers\", 8), (\"abalone\", 9)] \"raichu\", \"raichu:10\", \"abalone\"",
        &names
    ));
    let is_code = |path: &PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        ["rs", "js", "mjs", "py", "sh", "html", "toml", "json"].contains(&ending)
            && !path.starts_with("games")
    };
    let code: Vec<PathBuf> = files().into_iter().filter(is_code).collect();
    assert!(code.len() > 500, "{} files", code.len());
    for file in code {
        let text = fs::read_to_string(root().join(&file)).unwrap();
        assert!(!lists_games(&text, &names), "{}: go through the catalogue instead", file.display());
    }
}
