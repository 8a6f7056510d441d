//! The types that the page's scripts are checked with equal those of the server's OpenAPI
//! description.

use std::path::Path;

use serde_json::Value;
use tempfile::tempdir;

use crate::client::serve;

/// The file with the types, which the scripts refer to.
const FILE: &str = "../../web/assets/wire.d.ts";

#[test]
fn the_types_of_the_page_are_up_to_date() {
    let folder = tempdir().unwrap();
    let description = serve(folder.path()).get("/api/openapi.json").ok();
    let types = declarations(&description);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var_os("UPDATE_WIRE_TYPES").is_some() {
        std::fs::write(&path, &types).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == types,
        "web/assets/wire.d.ts is out of date: run this test with UPDATE_WIRE_TYPES=1 to write it anew"
    );
}

/// A declaration for every schema.
fn declarations(description: &Value) -> String {
    let mut text = "// What goes over the wire. Written by a test of the server from its own description \
                    (/api/openapi.json): do not edit.\n"
        .to_string();
    let schemas = description["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas {
        text += &format!("\n{}export type {name} = {};\n", comment(schema, ""), type_of(schema, ""));
    }
    text
}

/// The description of a schema as a comment.
fn comment(schema: &Value, indent: &str) -> String {
    match schema["description"].as_str() {
        None => String::new(),
        Some(text) if !text.contains('\n') => format!("{indent}/** {text} */\n"),
        Some(text) => {
            let lines = text.lines().map(|line| format!("{indent} * {line}").trim_end().to_string() + "\n");
            format!("{indent}/**\n{}{indent} */\n", lines.collect::<String>())
        }
    }
}

/// A schema as a TypeScript type.
fn type_of(schema: &Value, indent: &str) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap().to_string();
    }
    for (word, sign) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if let Some(parts) = schema[word].as_array() {
            return joined(parts.iter().map(|part| type_of(part, indent)), sign);
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        return joined(values.iter().map(Value::to_string), " | ");
    }
    match &schema["type"] {
        Value::Array(kinds) => {
            let kind = |kind: &Value| {
                let mut one = schema.clone();
                one["type"] = kind.clone();
                type_of(&one, indent)
            };
            joined(kinds.iter().map(kind), " | ")
        }
        Value::String(kind) => match kind.as_str() {
            "integer" | "number" => "number".to_string(),
            "array" => array(schema, indent),
            "object" => object(schema, indent),
            kind => kind.to_string(),
        },
        _ => "unknown".to_string(),
    }
}

fn joined(parts: impl Iterator<Item = String>, sign: &str) -> String {
    parts.collect::<Vec<_>>().join(sign)
}

fn array(schema: &Value, indent: &str) -> String {
    if let Some(items) = schema["prefixItems"].as_array() {
        return format!("[{}]", joined(items.iter().map(|item| type_of(item, indent)), ", "));
    }
    let item = type_of(&schema["items"], indent);
    if item.contains([' ', '|', '&']) { format!("({item})[]") } else { format!("{item}[]") }
}

fn object(schema: &Value, indent: &str) -> String {
    let Some(properties) = schema["properties"].as_object() else { return "object".to_string() };
    let inner = format!("{indent}  ");
    let required = |name: &str| {
        schema["required"].as_array().is_some_and(|names| names.iter().any(|required| required == name))
    };
    let property = |(name, property): (&String, &Value)| {
        let mark = if required(name) { "" } else { "?" };
        format!("{}{inner}{name}{mark}: {};\n", comment(property, &inner), type_of(property, &inner))
    };
    format!("{{\n{}{indent}}}", properties.iter().map(property).collect::<String>())
}
