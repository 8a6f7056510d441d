//! Joins ES modules into one script, and style sheets into one.
//!
//! Each module becomes a function that is called once, after those it imports, and returns what it exports. That is all
//! that the page's modules need, and whatever would need more is refused: circles, exported variables that change,
//! default exports. Texts over several lines are refused as well, so that every line can be read by itself, and comments
//! and indentation left out.

use std::collections::HashMap;
use std::fmt::Write as _;

/// Why sources cannot be joined.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BundleError {
    /// A file is imported that is not there.
    #[error("there is no file '{0}'")]
    Missing(String),
    /// Modules import each other.
    #[error("'{0}' imports itself, by way of others")]
    Cycle(String),
    /// A line that cannot be joined.
    #[error("{file}, line {line}: {problem}")]
    Unsupported {
        /// The file.
        file: String,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
}

/// Reads a file by its path.
type Read<'r> = &'r dyn Fn(&str) -> Option<String>;

/// A module with everything that it imports, as one script.
pub(crate) fn script(entry: &str, read: Read) -> Result<String, BundleError> {
    let mut bundler = Bundler { read, is_done: HashMap::new(), script: String::new() };
    bundler.add(entry)?;
    Ok(bundler.script)
}

/// The two scripts of a page: a module with everything that it imports, and another one that is loaded when it is needed,
/// with what the first does not have. The first leaves its modules behind for the second, so that there is one of each.
pub(crate) fn scripts(first: &str, later: &str, read: Read) -> Result<[String; 2], BundleError> {
    let mut bundler = Bundler { read, is_done: HashMap::new(), script: String::new() };
    bundler.add(first)?;
    let mut shared: Vec<String> = bundler.is_done.keys().map(|path| id(path)).collect();
    shared.sort_unstable();
    let shared = shared.join(", ");
    let mut begun = std::mem::take(&mut bundler.script);
    let _ = writeln!(begun, "globalThis.$modules = {{ {shared} }};");
    bundler.add(later)?;
    let exports = Module::parse(later, &read(later).unwrap_or_default())?.exports.join(", ");
    let rest = bundler.script;
    let later = id(later);
    Ok([
        begun,
        format!(
            "const {{ {shared} }} = globalThis.$modules;\n{rest}export const {{ {exports} }} = {later};\n"
        ),
    ])
}

/// A style sheet with everything that it imports.
pub(crate) fn stylesheet(path: &str, read: Read) -> Result<String, BundleError> {
    let source = read(path).ok_or_else(|| BundleError::Missing(path.to_string()))?;
    let mut sheet = String::new();
    for line in source.lines() {
        match line.strip_prefix("@import \"").and_then(|rest| rest.strip_suffix("\";")) {
            Some(imported) => sheet += &stylesheet(&resolved(path, imported), read)?,
            None => {
                sheet += line;
                sheet.push('\n');
            }
        }
    }
    Ok(sheet)
}

struct Bundler<'r> {
    read: Read<'r>,
    /// Modules that were met, and whether they are in the script.
    is_done: HashMap<String, bool>,
    script: String,
}

impl Bundler<'_> {
    /// Adds a module after those that it imports.
    fn add(&mut self, path: &str) -> Result<(), BundleError> {
        match self.is_done.insert(path.to_string(), false) {
            None => (),
            Some(true) => {
                self.is_done.insert(path.to_string(), true);
                return Ok(());
            }
            Some(false) => return Err(BundleError::Cycle(path.to_string())),
        }
        let source = (self.read)(path).ok_or_else(|| BundleError::Missing(path.to_string()))?;
        let module = Module::parse(path, &source)?;
        for import in &module.imports {
            self.add(&import.path)?;
        }
        module.write(&mut self.script);
        self.is_done.insert(path.to_string(), true);
        Ok(())
    }
}

/// A module, taken apart.
struct Module {
    path: String,
    imports: Vec<Import>,
    exports: Vec<String>,
    body: String,
}

/// A line without the types of its expressions: `/** @type {X} */ (x)` is `(x)`.
fn without_types(line: &str) -> String {
    const CAST: &str = "/** @type";
    let mut rest = line;
    let mut kept = String::new();
    while let Some((before, cast)) = rest.split_once(CAST) {
        let Some((_, after)) = cast.split_once("*/") else { break };
        kept += before;
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    kept + rest
}

struct Import {
    path: String,
    /// Each name, and what it is called here.
    names: Vec<(String, String)>,
}

impl Module {
    fn parse(path: &str, source: &str) -> Result<Module, BundleError> {
        let mut module =
            Module { path: path.to_string(), imports: Vec::new(), exports: Vec::new(), body: String::new() };
        let mut lines = source.lines().enumerate();
        while let Some((number, whole)) = lines.next() {
            let fail =
                |problem| BundleError::Unsupported { file: path.to_string(), line: number + 1, problem };
            if whole.matches('`').count() % 2 == 1 {
                return Err(fail("a text goes over several lines"));
            }
            let mut line = whole.trim();
            if line.starts_with("/*") {
                let end = loop {
                    if let Some((_, rest)) = line.split_once("*/") {
                        break rest.trim();
                    }
                    line = lines.next().ok_or_else(|| fail("a comment has no end"))?.1;
                };
                line = end;
            }
            if line.is_empty() || line.starts_with("//") {
                continue;
            }
            if line.starts_with("import ") {
                let mut statement = line.to_string();
                while !statement.ends_with(';') {
                    statement += lines.next().ok_or_else(|| fail("an import has no end"))?.1.trim();
                }
                let import = Import::parse(path, &statement);
                module
                    .imports
                    .push(import.ok_or_else(|| fail("expected import { names } from \"./file.js\";"))?);
                continue;
            }
            if let Some(declaration) = line.strip_prefix("export ") {
                let name = declared(declaration);
                let name =
                    name.ok_or_else(|| fail("expected export function, class or const with a name"))?;
                module.exports.push(name.to_string());
                line = declaration;
            }
            module.body += &without_types(line);
            module.body.push('\n');
        }
        Ok(module)
    }

    fn write(&self, script: &mut String) {
        let _ = writeln!(script, "const {} = (() => {{", id(&self.path));
        for import in &self.imports {
            let name = |(name, local): &(String, String)| {
                if name == local { name.clone() } else { format!("{name}: {local}") }
            };
            let names: Vec<String> = import.names.iter().map(name).collect();
            let _ = writeln!(script, "const {{ {} }} = {};", names.join(", "), id(&import.path));
        }
        let _ = writeln!(script, "{}return {{ {} }};\n}})();", self.body, self.exports.join(", "));
    }
}

impl Import {
    fn parse(importer: &str, statement: &str) -> Option<Import> {
        let rest = statement.strip_prefix("import")?.trim_start().strip_prefix('{')?;
        let (names, rest) = rest.split_once('}')?;
        let from = rest.trim_start().strip_prefix("from")?.trim();
        let path = from.strip_prefix('"')?.strip_suffix("\";")?;
        path.starts_with('.').then_some(())?;
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        let names = names.map(|name| name.split_once(" as ").unwrap_or((name, name)));
        let names = names.map(|(name, local)| (name.to_string(), local.to_string()));
        Some(Import { path: resolved(importer, path), names: names.collect() })
    }
}

/// The name that a declaration gives.
fn declared(declaration: &str) -> Option<&str> {
    let declaration = declaration.strip_prefix("async ").unwrap_or(declaration);
    let rest = ["function ", "class ", "const "].iter().find_map(|word| declaration.strip_prefix(word))?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    (end > 0).then(|| &rest[..end])
}

/// The path of a file that another one names.
fn resolved(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => (),
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// A name for a module that no module uses for anything else.
fn id(path: &str) -> String {
    let letters = path.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    format!("${}", letters.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(files: &[(&str, &str)]) -> Result<String, BundleError> {
        let read =
            |path: &str| files.iter().find(|(name, _)| *name == path).map(|(_, content)| content.to_string());
        script("main.js", &read)
    }

    #[test]
    fn modules_come_once_after_those_they_import() {
        let main = "// Begins.\nimport { two } from \"./parts/b.js\";\nimport {\n  one as first,\n} from \"./a.js\";\n\n\
                    /** Ends. */\nshow(first, two);\n";
        let b = "import { one } from \"../a.js\";\n\nexport const two = 2 * one;\n";
        let joined = joined(&[("main.js", main), ("a.js", "export const one = 1;\n"), ("parts/b.js", b)]);
        let expected = "const $a_js = (() => {\nconst one = 1;\nreturn { one };\n})();\n\
                        const $parts_b_js = (() => {\nconst { one } = $a_js;\nconst two = 2 * one;\nreturn { two };\n})();\n\
                        const $main_js = (() => {\nconst { two } = $parts_b_js;\nconst { one: first } = $a_js;\n\
                        show(first, two);\nreturn {  };\n})();\n";
        assert_eq!(joined.unwrap(), expected);
    }

    #[test]
    fn what_comes_later_shares_the_modules_of_what_came_first() {
        let read = |path: &str| {
            let text = match path {
                "main.js" => "import { one } from \"./a.js\";\nshow(one);\n",
                "a.js" => "export const one = 1;\n",
                "later.js" => "import { one } from \"./a.js\";\nexport const two = 2 * one;\n",
                _ => return None,
            };
            Some(text.to_string())
        };
        let [first, later] = scripts("main.js", "later.js", &read).unwrap();
        assert!(first.ends_with("globalThis.$modules = { $a_js, $main_js };\n"), "{first}");
        let expected = "const { $a_js, $main_js } = globalThis.$modules;\n\
                        const $later_js = (() => {\nconst { one } = $a_js;\nconst two = 2 * one;\nreturn { two };\n})();\n\
                        export const { two } = $later_js;\n";
        assert_eq!(later, expected);
    }

    #[test]
    fn comments_and_indentation_are_left_out() {
        let main = "/**\n * @param {number} a\n */\nfunction f(a) {\n  // Why.\n  return /** @type {any} */ (a);\n}\n\
                    /** @type {X} */ (f(1));\n";
        let joined = joined(&[("main.js", main)]).unwrap();
        assert!(joined.contains("{\nfunction f(a) {\nreturn (a);\n}\n(f(1));\nreturn"), "{joined}");
    }

    #[test]
    fn what_cannot_be_joined_is_refused() {
        let refused =
            |main: &str| joined(&[("main.js", main), ("a.js", "import { x } from \"./main.js\";\n")]);
        for line in [
            "export default f;",
            "export let changing = 1;",
            "export { a };",
            "import * as a from \"./a.js\";",
            "import { b } from \"b\";",
            "const text = `begins",
            "/* no end",
            "import { b }",
        ] {
            let main = format!("f();\n{line}\n");
            assert!(matches!(refused(&main), Err(BundleError::Unsupported { line: 2, .. })), "{line}");
        }
        assert_eq!(
            refused("import { x } from \"./a.js\";\n"),
            Err(BundleError::Cycle("main.js".to_string()))
        );
        assert_eq!(refused("import { x } from \"./c.js\";\n"), Err(BundleError::Missing("c.js".to_string())));
    }

    #[test]
    fn style_sheets_are_put_in_place() {
        let read = |path: &str| match path {
            "style.css" => Some("@import \"style/a.css\";\nb {}\n".to_string()),
            "style/a.css" => Some("a {}\n".to_string()),
            _ => None,
        };
        assert_eq!(stylesheet("style.css", &read), Ok("a {}\nb {}\n".to_string()));
        assert!(stylesheet("other.css", &read).is_err());
    }
}
