//! The sandbox of a match: choosing it, its gaps, and what works here.

use std::io::Write as _;

use arena::sandbox::{self, Protection, Trial};
use clap::ValueEnum;

use crate::command::print_json;
use crate::error::CliError;

/// A sandbox by its name.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum SandboxWord {
    /// Namespaces made by bubblewrap
    Bubblewrap,
    /// Namespaces made by the supervisor
    Namespaces,
    /// Landlock rules and a seccomp filter, without namespaces
    Landlock,
    /// No sandbox: only resource limits
    Limits,
}

impl From<SandboxWord> for Protection {
    fn from(word: SandboxWord) -> Protection {
        match word {
            SandboxWord::Bubblewrap => Protection::Bubblewrap,
            SandboxWord::Namespaces => Protection::Namespaces,
            SandboxWord::Landlock => Protection::Landlock,
            SandboxWord::Limits => Protection::Limits,
        }
    }
}

/// Before the first program starts: selects the sandbox, says which protection holds and what it lacks, and protects
/// this process.
pub(crate) fn prepare(wanted: Option<SandboxWord>, is_required: bool) -> Result<(), CliError> {
    if let Some(word) = wanted {
        let wanted = Protection::from(word);
        if let Some(Trial { result: Err(why), .. }) =
            sandbox::try_sandboxes().into_iter().find(|trial| trial.protection == wanted)
        {
            return Err(CliError::Refused(format!(
                "the sandbox does not work here: {why}\n{}",
                remedy(wanted)
            )));
        }
        sandbox::use_sandbox(wanted);
    }
    sandbox::guard_this_process()?;
    let protection = sandbox::protection();
    if is_required && !protection.is_sandbox() {
        let message = "--require-sandbox: there is no sandbox, so no program was started; \
                       'plywood match --check-sandbox' shows what works here";
        return Err(CliError::Refused(message.to_string()));
    }
    // A closed standard error does not stop the match.
    let user = if rustix::process::geteuid().is_root() { "root" } else { "an ordinary user" };
    let _ = writeln!(anstream::stderr(), "sandbox: {}, as {user}: {protection}", name(protection));
    for gap in protection.gaps() {
        let _ = writeln!(anstream::stderr(), "sandbox: {gap}");
    }
    if !protection.is_sandbox() {
        let _ = writeln!(
            anstream::stderr(),
            "sandbox: --check-sandbox shows how to enable one, --require-sandbox refuses to start without."
        );
    }
    Ok(())
}

/// Prints which sandboxes work here; fails if none does.
pub(super) fn check(json: bool) -> Result<(), CliError> {
    let trials = sandbox::try_sandboxes();
    let best = trials.iter().find(|trial| trial.result.is_ok()).map(|trial| trial.protection);
    if json {
        print_json(&SandboxCheckOutput::of(&trials, best))?;
    } else {
        let mut out = anstream::stdout().lock();
        for trial in &trials {
            let name = name(trial.protection);
            match &trial.result {
                Ok(()) => writeln!(out, "{name:<12}works")?,
                Err(why) => {
                    writeln!(out, "{name:<12}does not work: {}", engine::quoted(why))?;
                    writeln!(out, "{:<12}{}", "", remedy(trial.protection))?;
                }
            }
        }
        let used = best.unwrap_or(Protection::Limits);
        writeln!(out, "{:<12}{}", "used here", name(used))?;
        writeln!(out, "{:<12}{used}", "it has")?;
        for gap in used.gaps() {
            writeln!(out, "{:<12}{gap}", "it lacks")?;
        }
    }
    match best {
        Some(_) => Ok(()),
        None => Err(CliError::Refused("no sandbox works here".to_string())),
    }
}

/// The result of the check as JSON.
#[derive(serde::Serialize)]
struct SandboxCheckOutput {
    used: Protection,
    sandboxes: Vec<SandboxOutput>,
}

#[derive(serde::Serialize)]
struct SandboxOutput {
    sandbox: Protection,
    works: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl SandboxCheckOutput {
    fn of(trials: &[Trial], best: Option<Protection>) -> SandboxCheckOutput {
        let sandboxes = trials.iter().map(|trial| SandboxOutput {
            sandbox: trial.protection,
            works: trial.result.is_ok(),
            why: trial.result.clone().err(),
        });
        SandboxCheckOutput { used: best.unwrap_or(Protection::Limits), sandboxes: sandboxes.collect() }
    }
}

fn name(protection: Protection) -> &'static str {
    match protection {
        Protection::Bubblewrap => "bubblewrap",
        Protection::Namespaces => "namespaces",
        Protection::Landlock => "landlock",
        Protection::Limits | Protection::Refusal => "limits",
    }
}

/// How to enable a sandbox.
fn remedy(protection: Protection) -> &'static str {
    match protection {
        Protection::Bubblewrap => {
            "Install bubblewrap 0.8 or later: apt install bubblewrap, dnf install bubblewrap, pacman -S bubblewrap."
        }
        Protection::Namespaces => {
            "Allow user namespaces: sysctl user.max_user_namespaces=10000, on Debian \
             kernel.unprivileged_userns_clone=1, on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0; in a \
             container, allow them and mount all of /proc."
        }
        Protection::Landlock => {
            "Use Linux 6.12 or later with landlock among its security modules (lsm=landlock,…)."
        }
        Protection::Limits | Protection::Refusal => "Limits need Linux.",
    }
}
