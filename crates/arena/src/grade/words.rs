//! What went wrong, in sentences that the author of the program understands.

use std::time::Duration;

use super::Finding;
use crate::player::NoMove;
use crate::record::VerdictKind;
use crate::spec::{PlayerKind, PlayerSpec, ProgramProtocol};

/// The names of a program's streams.
pub(super) const STDOUT: &str = "The end of its standard output";
pub(super) const STDERR: &str = "The end of its standard error";

/// Adds sentences about a missing or wrong answer, and what the program printed.
pub(super) fn explain(no_move: &NoMove, student: &PlayerSpec, finding: &mut Finding) {
    let stderr = &no_move.evidence.stderr;
    for sentence in sentences(no_move, student) {
        finding.say(sentence);
    }
    if let Some(board) = &no_move.evidence.board {
        let rows: Vec<String> = board.rows().iter().map(|row| row.iter().map(marked).collect()).collect();
        finding.quote("The board that it printed; squares that changed are in brackets", &rows.join("\n"));
    }
    finding.quote(STDOUT, &no_move.evidence.stdout);
    finding.quote(STDERR, stderr);
}

fn marked((letter, has_changed): &(char, bool)) -> String {
    if *has_changed { format!("[{letter}]") } else { format!(" {letter} ") }
}

/// What happened, and what to do about it.
fn sentences(no_move: &NoMove, student: &PlayerSpec) -> Vec<String> {
    let stderr = &no_move.evidence.stderr;
    let fault = python_fault(stderr);
    let what = what_happened(no_move, fault.as_deref());
    let hint = match no_move.kind {
        VerdictKind::Crash => resource_hint(&no_move.what)
            .or_else(|| fault.as_deref().and_then(|fault| python_hint(fault, stderr)))
            .or_else(|| start_hint(&no_move.what)),
        VerdictKind::Timeout => {
            fault.as_deref().and_then(|fault| python_hint(fault, stderr)).or_else(|| Some(time_hint(student)))
        }
        VerdictKind::Silent => Some(silent_hint(student)),
        VerdictKind::Garbage => Some(
            "Print the move, or the board after it, on a line of its own, exactly as the assignment shows it."
                .to_string(),
        ),
        VerdictKind::Flood => {
            Some("Look for a loop that prints without end; what is for you alone belongs to a file.".to_string())
        }
        VerdictKind::Illegal | VerdictKind::Build => None,
    };
    std::iter::once(what).chain(hint).collect()
}

fn what_happened(no_move: &NoMove, fault: Option<&str>) -> String {
    let what = told(&no_move.what);
    match (no_move.kind, &no_move.answer, fault) {
        (VerdictKind::Illegal, Some(answer), _) => {
            format!("Your program played '{answer}', which is not legal: {}.", what_of(&no_move.what))
        }
        (VerdictKind::Garbage, Some(answer), _) => {
            format!("{what}. The last line that it printed was '{answer}'.")
        }
        (VerdictKind::Crash, _, Some(fault)) if resource_hint(&no_move.what).is_none() => {
            let line = python_line(&no_move.evidence.stderr).map(|at| format!(" ({at})")).unwrap_or_default();
            format!("Your program stopped with an error{line}: {fault}.")
        }
        _ => format!("{what}."),
    }
}

/// A reason that begins with "it", as a sentence about the program.
fn told(what: &str) -> String {
    let what = what_of(what);
    let what = match what.strip_prefix("it ") {
        Some(rest) => format!("Your program {rest}"),
        None => match what.strip_prefix("signal ") {
            Some(rest) => match rest.strip_suffix(" ended it").and_then(|number| number.parse().ok()) {
                Some(number) => format!("Your program crashed ({})", signal(number)),
                None => what.clone(),
            },
            None => format!("Your program made no move: {what}"),
        },
    };
    what.trim_end_matches('.').to_string()
}

/// A reason without what standard error says, which is shown as it is, and with one second.
fn what_of(what: &str) -> String {
    let what = what.split("; it complained: ").next().unwrap_or(what);
    let what = what.replace(" 1 seconds", " 1 second");
    what.trim_end_matches('.').to_string()
}

/// The last line of a Python traceback, such as `ZeroDivisionError: division by zero`.
fn python_fault(stderr: &str) -> Option<String> {
    let last = stderr.lines().rev().find(|line| !line.trim().is_empty())?.trim();
    let name = last.split(':').next()?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    let is_fault = is_name
        && (name.ends_with("Error")
            || name.ends_with("Exception")
            || name.ends_with("Interrupt")
            || name.ends_with("Exit"));
    let has_trace = stderr.contains("Traceback (most recent call last)") || stderr.contains("  File \"");
    (is_fault && has_trace).then(|| engine::quoted_up_to(last, 300).trim_end_matches('.').to_string())
}

/// Where it happened: the last line of the program's own files that a traceback names.
fn python_line(stderr: &str) -> Option<String> {
    let mut frames = stderr.lines().filter_map(|line| {
        let rest = line.trim().strip_prefix("File \"")?;
        let (file, rest) = rest.split_once("\", line ")?;
        let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let is_library = file.starts_with("/usr/") || file.contains("/lib/python") || file.starts_with('<');
        let is_own = !is_library && !number.is_empty();
        let name = file.rsplit('/').next()?.to_string();
        is_own.then(|| format!("{}, line {number}", engine::quoted_up_to(&name, 80)))
    });
    frames.next_back()
}

/// What a Python error means for the author.
fn python_hint(fault: &str, stderr: &str) -> Option<String> {
    let is_about_network =
        ["socket.py", "urllib", "http/client.py"].iter().any(|module| stderr.contains(module));
    if is_about_network {
        return Some(
            "Programs have no network here: hand in everything that your program needs.".to_string(),
        );
    }
    let (name, text) = fault.split_once(':').unwrap_or((fault, ""));
    let module = || text.split('\'').nth(1).map(|module| engine::quoted_up_to(module, 60));
    let hint = match name {
        "ModuleNotFoundError" => match module() {
            Some(module) => format!(
                "The module '{module}' is not installed here. If it is a file of yours, hand it in; otherwise do without it."
            ),
            None => "A module is missing: hand in all files that your program imports.".to_string(),
        },
        "ImportError" => "Something that your program imports is not there: hand in all its files, with the names as they are imported.".to_string(),
        "SyntaxError" | "IndentationError" | "TabError" => {
            "Python cannot read the program at all. Run it once on your own machine, with the same version of Python, before you hand it in.".to_string()
        }
        "FileNotFoundError" | "PermissionError" => {
            "Your program may read only the system's files and its own folder, and write only there: use paths relative to the program, and hand in every file that it needs.".to_string()
        }
        "RecursionError" => "A function calls itself without end, or too deeply: look for the case in which it should stop.".to_string(),
        "MemoryError" => "Your program asked for more memory than it may use.".to_string(),
        "IndexError" | "ValueError" | "TypeError" | "KeyError" | "AttributeError" | "NameError" | "ZeroDivisionError" | "UnboundLocalError" => {
            "Run your program with the same arguments to see the error yourself.".to_string()
        }
        "BlockingIOError" | "OSError" => {
            "Programs can start only a limited number of others, and open only a limited number of files.".to_string()
        }
        _ => return None,
    };
    Some(hint)
}

/// What to do about a limit that was exceeded.
fn resource_hint(what: &str) -> Option<String> {
    let hints = [
        ("too many processes", "Look for a loop that starts programs or processes."),
        ("too many threads", "Look for a loop that starts threads."),
        ("too much memory", "Keep fewer positions in memory, or search less deeply."),
        ("too much disk", "Write less to files, or nothing at all."),
        ("too many files", "Write fewer files, or none at all."),
        ("too deeply nested", "Make no folders inside folders."),
        ("too much processor time", "Look for a loop without end."),
        ("its supervisor was killed", "A program may not stop or kill other processes."),
    ];
    let found = hints.iter().find(|(limit, _)| what.contains(limit));
    found.map(|(_, hint)| (*hint).to_string())
}

/// What to do if it does not start.
fn start_hint(what: &str) -> Option<String> {
    let is_start = what.contains("could not be started");
    let missing = what.contains("No such file") || what.contains("os error 2");
    match (is_start, missing) {
        (true, true) => Some(
            "The file that should be started is not where the assignment says: check its name, with capitals, and that it is in the outermost folder that you hand in."
                .to_string(),
        ),
        (true, false) => Some("Check that the file may be executed and that its first line names a program that exists.".to_string()),
        (false, _) if what.contains("signal 11") => {
            Some("It read or wrote memory that is not its own: look for an index beyond the end of an array.".to_string())
        }
        (false, _) => None,
    }
}

fn time_hint(student: &PlayerSpec) -> String {
    match student.kind {
        PlayerKind::Program { protocol: ProgramProtocol::OneShot, .. } => {
            "Print a first move at once and better ones as you find them: what was printed last counts when the time is up."
                .to_string()
        }
        _ => "Answer within the time limit, and flush the output after each line: in Python print(move, flush=True).".to_string(),
    }
}

fn silent_hint(student: &PlayerSpec) -> String {
    match student.kind {
        PlayerKind::Program { protocol: ProgramProtocol::OneShot, .. } => {
            "Print the move, or the board after it, to standard output before the program ends.".to_string()
        }
        _ => "Keep the program running for the whole game, and print one line for each of your moves."
            .to_string(),
    }
}

/// A signal as people know it.
pub(super) fn signal(number: i32) -> String {
    let name = match number {
        4 => "illegal instruction",
        6 => "abort",
        7 => "bus error",
        8 => "arithmetic error, such as a division by zero",
        9 => "it was killed",
        11 => "segmentation fault",
        13 => "it wrote to somebody who no longer listens",
        24 => "too much processor time",
        25 => "a file became too large",
        31 => "a system call that is not allowed",
        _ => return format!("signal {number}"),
    };
    format!("{name}, signal {number}")
}

/// A time in words.
pub(super) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if (seconds - 1.0).abs() < f64::EPSILON { "1 second".to_string() } else { format!("{seconds} seconds") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Evidence;

    fn student() -> PlayerSpec {
        "name=ann type=oneshot cmd=./player".parse().unwrap()
    }

    fn explained(kind: VerdictKind, what: &str, stderr: &str) -> String {
        let evidence = Box::new(Evidence { stderr: stderr.to_string(), ..Evidence::default() });
        sentences(&NoMove { evidence, ..NoMove::new(kind, what) }, &student()).join(" ")
    }

    #[test]
    fn python_errors_are_told_with_file_and_line() {
        let trace = "Traceback (most recent call last):\n  File \"/home/x/player.py\", line 12, in <module>\n    import numpie\n\
                     ModuleNotFoundError: No module named 'numpie'";
        let text = explained(
            VerdictKind::Crash,
            "it ended with code 1 and printed nothing; it complained: X",
            trace,
        );
        assert_eq!(
            text,
            "Your program stopped with an error (player.py, line 12): ModuleNotFoundError: No module named 'numpie'. The module \
             'numpie' is not installed here. If it is a file of yours, hand it in; otherwise do without it."
        );
        let library = "Traceback (most recent call last):\n  File \"/home/x/player.py\", line 3, in <module>\n    connect()\n  File \"/opt/lib/python3.11/socket.py\", line 836, in connect\nOSError: [Errno 101] Network is unreachable";
        let text = explained(VerdictKind::Crash, "it ended with code 1", library);
        assert!(
            text.starts_with("Your program stopped with an error (player.py, line 3): OSError: "),
            "{text}"
        );
        assert!(
            text.ends_with("Programs have no network here: hand in everything that your program needs."),
            "{text}"
        );
        let syntax = "  File \"/x/player.py\", line 3\n    if x\n        ^\nSyntaxError: expected ':'";
        let text = explained(VerdictKind::Crash, "it ended with code 1", syntax);
        assert!(
            text.starts_with(
                "Your program stopped with an error (player.py, line 3): SyntaxError: expected ':'."
            ),
            "{text}"
        );
        // What only looks like an error of Python is told as it is.
        let text = explained(VerdictKind::Crash, "it ended with code 1 and printed nothing", "MyError: no");
        assert_eq!(text, "Your program ended with code 1 and printed nothing.");
    }

    #[test]
    fn limits_and_signals_have_names() {
        let text = explained(VerdictKind::Crash, "it was ended: too many processes: more than 64", "");
        assert!(text.starts_with("Your program was ended: too many processes"), "{text}");
        assert!(text.ends_with("Look for a loop that starts programs or processes."), "{text}");
        let text = explained(VerdictKind::Crash, "signal 11 ended it", "");
        assert!(text.starts_with("Your program crashed (segmentation fault, signal 11). It read"), "{text}");
    }

    #[test]
    fn one_second_is_singular() {
        let text = explained(VerdictKind::Timeout, "it printed nothing in 1 seconds", "");
        assert!(
            text.starts_with("Your program printed nothing in 1 second. Print a first move at once"),
            "{text}"
        );
        assert_eq!(
            [1.0, 2.0, 0.5].map(|time| seconds(Duration::from_secs_f64(time))),
            ["1 second", "2 seconds", "0.5 seconds"]
        );
    }
}
