//! Records commit and target for `--version`.

use std::path::Path;
use std::process::Command;

fn main() {
    let commit = Command::new("git")
        .args(["describe", "--always", "--dirty", "--abbrev=10", "--exclude=*"])
        .output()
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .map_or_else(|| "no commit".to_string(), |commit| commit.trim().to_string());
    let target = std::env::var("TARGET").unwrap_or_default();
    println!("cargo:rustc-env=PLYWOOD_BUILD={commit}, {target}");
    // A missing file, as in a source archive, would make every build run this again.
    for file in ["../../.git/HEAD", "../../.git/index"].into_iter().filter(|file| Path::new(file).exists()) {
        println!("cargo:rerun-if-changed={file}");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
