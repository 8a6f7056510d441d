//! Landlock: which files a process may touch, and which processes it may signal, without any namespace.

use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access as _, AccessFs, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, Scope, path_beneath_rules,
};

/// The first ABI that scopes signals (Linux 6.12). Without that a program could kill its supervisor.
const VERSION: ABI = ABI::V6;

/// Devices that every program may read and write.
pub(crate) const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// From now on this process and its descendants can read these files, write in the home folder, and signal only each other.
/// They cannot trace other processes either, that is, not read their memory or environment.
///
/// # Errors
/// Fails if the kernel does not support all of that.
pub(crate) fn restrict(readable: &[PathBuf], home: &Path) -> io::Result<()> {
    let read = AccessFs::from_read(VERSION);
    let change = AccessFs::ReadFile | AccessFs::WriteFile;
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(VERSION))
        .and_then(|rules| rules.scope(Scope::from_all(VERSION)))
        .and_then(Ruleset::create)
        .map_err(io::Error::other)?;
    let rules = rules
        .add_rules(path_beneath_rules(readable, read))
        .and_then(|rules| rules.add_rules(path_beneath_rules(["/proc"], read)))
        .and_then(|rules| rules.add_rules(path_beneath_rules(DEVICES, change)))
        .and_then(|rules| rules.add_rules(path_beneath_rules([home], AccessFs::from_all(VERSION))))
        .map_err(io::Error::other)?;
    rules.restrict_self().map_err(io::Error::other)?;
    Ok(())
}
