//! A program that is started for every move.

use std::time::{Duration, Instant};

use engine::protocol::Go;
use engine::{AnyPosition, Control, Session, quoted};

use super::{Answer, Choice, NoMove, Player, time_limit};
use crate::MachineError;
use crate::answer::{AnswerReader, parse_answer};
use crate::evidence::Skipped;
use crate::record::VerdictKind;
use crate::sandbox::supervisor::End;
use crate::sandbox::{CommandLine, Flood, OutputEvent, Sandbox, SandboxedProcess, UNSUPERVISED, Workspace};

/// A program as in the Raichu course: it gets the position on its command line and prints better and better answers until
/// its time is up. The last answer counts; other output is skipped.
pub(crate) struct OneShot {
    workspace: Workspace,
    command: CommandLine,
    /// Whether the last line counts, even if it is not an answer.
    strict: bool,
}

/// How often to check whether the game was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How long reading the remaining output may take, on a busy machine.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

impl OneShot {
    /// A player that runs this command.
    #[must_use]
    pub(crate) fn new(sandbox: Sandbox, command: CommandLine, strict: bool) -> OneShot {
        OneShot { workspace: Workspace::new(sandbox), command, strict }
    }
}

/// The output of a program.
#[derive(Default)]
struct Lines {
    /// Complete lines that are not blank. Their size is bounded by the flood limit.
    whole: Vec<String>,
    /// A last line without a line end.
    rest: Option<String>,
    flood: Option<Flood>,
    ended: bool,
}

impl Lines {
    /// Collects output until it ends, the deadline passes, or the game is stopped.
    fn collect(&mut self, program: &SandboxedProcess, deadline: Instant, control: &Control) {
        while !(control.is_stopped() || self.flood.is_some() || self.ended) {
            match program.next_output(deadline.min(Instant::now() + POLL_INTERVAL)) {
                Some(OutputEvent::Line(line)) if line.trim().is_empty() => {}
                Some(OutputEvent::Line(line)) => self.whole.push(line),
                Some(OutputEvent::Rest(rest)) => {
                    self.rest = Some(rest).filter(|rest| !rest.trim().is_empty());
                }
                Some(OutputEvent::Flood(flood)) => self.flood = Some(flood),
                Some(OutputEvent::End) => self.ended = true,
                None if Instant::now() >= deadline => break,
                None => {}
            }
        }
    }

    /// Parses the line that counts: the last one with the form of an answer, or, if `strict`, the last one. A line that was
    /// cut off counts only if it is a legal answer.
    fn answer(mut self, pos: &dyn AnyPosition, is_cut: bool, strict: bool) -> Result<Choice, NoAnswer> {
        let mut cut = 0;
        if let Some(rest) = self.rest.take() {
            match parse_answer(pos, &rest) {
                Ok(choice) => return Ok(choice),
                Err(_) if is_cut => cut = rest.len(),
                Err(_) => self.whole.push(rest),
            }
        }
        let reader = AnswerReader::new(pos);
        let is_answer = |line: &String| strict || reader.is_answer(line);
        let count = self.whole.len();
        let Some(last) = self.whole.iter().rposition(is_answer) else {
            return Err(NoAnswer::Nothing { lines: count, cut, last: self.whole.pop() });
        };
        let mut skipped = Skipped::default();
        if let Some(example) = self.whole[last + 1..].last() {
            let lines = (count - 1 - last) as u64;
            skipped = Skipped { moves: 1, lines, example: quoted(example.trim()) };
        }
        let choice = parse_answer(pos, &self.whole[last]).map_err(NoAnswer::Wrong)?;
        Ok(Choice { skipped, ..choice })
    }
}

/// Why the output has no move.
enum NoAnswer {
    /// None of `lines` complete lines has the form of an answer; `cut` bytes of an incomplete line follow them.
    Nothing { lines: usize, cut: usize, last: Option<String> },
    /// The line that counts is wrong.
    Wrong(NoMove),
}

/// The time for a move. On a clock the program cannot know how many moves are to come, so it gets a share of it.
fn time_budget(go: &Go, side: engine::Player) -> Duration {
    const MOVES_TO_COME: u32 = 25;
    match (go.move_time, go.left[side]) {
        (None, Some(left)) => left.min(left / MOVES_TO_COME + go.increment[side].unwrap_or_default()),
        _ => time_limit(go, side),
    }
}

/// How often a program is started if the machine has no process for its supervisor: another player's program may have
/// used them all for the moment.
const ATTEMPTS: usize = 5;

impl Player for OneShot {
    fn prepare(&mut self, _: &Session, _: &Control) {
        self.workspace.prepare();
    }

    fn machine_error(&mut self) -> Option<MachineError> {
        self.workspace.machine_error()
    }

    fn answer(&mut self, session: &Session, go: &Go, control: &Control) -> Answer {
        let time = time_budget(go, session.position().turn());
        self.workspace.log().begin_ply(session.moves().len() + 1);
        for _ in 1..ATTEMPTS {
            if let Some(answer) = self.attempt(session, time, control)? {
                return Ok(answer);
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        let not_started = || NoMove::new(VerdictKind::Crash, "it could not be started: the machine is full");
        self.attempt(session, time, control)?.ok_or_else(not_started)
    }

    fn stderr(&mut self) -> String {
        self.workspace.log().text()
    }
}

impl OneShot {
    /// One run of the program; `None` if its supervisor did not run.
    fn attempt(
        &mut self,
        session: &Session,
        time: Duration,
        control: &Control,
    ) -> Result<Option<Choice>, NoMove> {
        let pos = session.position();
        let words = self.command.filled(pos, time.as_secs_f64());
        let deadline = Instant::now() + time;
        let crash = |error: &dyn std::fmt::Display| NoMove::new(VerdictKind::Crash, error.to_string());
        let mut program = self.workspace.start(&words).map_err(|error| crash(&error))?;
        let mut lines = Lines::default();
        lines.collect(&program, deadline, control);
        let end = if lines.ended { program.wait_until(deadline) } else { program.terminate() }.clone();
        // Without the supervisor's report it is unknown when the output was printed.
        match end {
            End::NotSupervised => return Ok(None),
            End::SupervisorKilled => {
                return Err(program.with_output(NoMove::new(VerdictKind::Crash, UNSUPERVISED)));
            }
            _ => {}
        }
        // Output that was printed in time may not have been read yet.
        lines.collect(&program, Instant::now() + DRAIN_TIMEOUT, control);
        if let Some(flood) = lines.flood {
            return Err(program.with_output(NoMove::new(VerdictKind::Flood, flood.to_string())));
        }
        if let Some(no_move) = program.disk_violation() {
            return Err(program.with_output(no_move));
        }
        let is_cut = !matches!(end, End::Exit(_));
        let (count, cut, last) = match lines.answer(pos, is_cut, self.strict) {
            Ok(choice) => return Ok(Some(choice)),
            Err(NoAnswer::Wrong(no_move)) => return Err(program.with_output(no_move)),
            Err(NoAnswer::Nothing { lines, cut, last }) => (lines, cut, last),
        };
        let answer = last.map(|last| quoted(last.trim()));
        let no_move = NoMove { answer, ..no_answer(&mut program, count, cut, time) };
        Err(program.with_output(no_move))
    }
}

/// The verdict on a program that printed no answer.
fn no_answer(program: &mut SandboxedProcess, lines: usize, cut: usize, time: Duration) -> NoMove {
    let printed = match (lines, cut) {
        (0, 0) => "printed nothing".to_string(),
        (0, bytes) => format!("printed {bytes} bytes without a line end"),
        (1, _) => "printed one line, which is neither a move nor a board".to_string(),
        (lines, _) => format!("printed {lines} lines, none of which is a move or a board"),
    };
    let seconds = time.as_secs_f64();
    let (ended, late) = if lines == 0 {
        ("it ended without printing anything".to_string(), format!("it {printed} in {seconds} seconds"))
    } else {
        (format!("it {printed}"), format!("in {seconds} seconds it {printed}"))
    };
    let code = |code| format!("it ended with code {code} and {printed}");
    let no_move = program.no_move(&ended, code, (VerdictKind::Timeout, late));
    match no_move.kind {
        VerdictKind::Silent if lines > 0 => NoMove { kind: VerdictKind::Garbage, ..no_move },
        _ => no_move,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Box<dyn AnyPosition> {
        catalogue::CATALOGUE.find("raichu").ok().unwrap().start()
    }

    fn answer(printed: &str, is_cut: bool, strict: bool) -> Result<Choice, NoAnswer> {
        let pos = start();
        let mut lines = Lines::default();
        for line in printed.split_inclusive('\n') {
            match line.strip_suffix('\n') {
                Some("") => {}
                Some(line) => lines.whole.push(line.to_string()),
                None => lines.rest = Some(line.to_string()),
            }
        }
        lines.answer(&*pos, is_cut, strict)
    }

    fn played(printed: &str, is_cut: bool, strict: bool) -> Option<(String, u64)> {
        answer(printed, is_cut, strict)
            .ok()
            .map(|choice| (start().move_text(choice.mv), choice.skipped.lines))
    }

    #[test]
    fn the_last_recommendation_counts_and_talk_after_it_is_skipped() {
        let mv = |mv: &str, skipped: u64| Some((mv.to_string(), skipped));
        assert_eq!(played("thinking\na2-a3\na2-a4\n", true, false), mv("a2-a4", 0));
        assert_eq!(played("a2-a3\na2-a4\ndone\n0.3 s\n", false, false), mv("a2-a4", 2));
        assert_eq!(played("a2-a3\ndone\n", false, true), None);
        assert_eq!(played("a2-a3\na2-a", true, false), mv("a2-a3", 0));
        assert_eq!(played("a2-a3\na2-a4", true, false), mv("a2-a4", 0));
        assert!(matches!(answer("hello\nyou\n", true, false), Err(NoAnswer::Nothing { lines: 2, .. })));
    }

    #[test]
    fn a_recommendation_that_is_illegal_counts() {
        for printed in ["a2-a3\na2-a8\n", "a2-a3\na2-a8\nsure of it\n", "a2-a3\na2-a8"] {
            assert!(matches!(answer(printed, false, false), Err(NoAnswer::Wrong(_))), "{printed}");
        }
        // A truncated line may have been meant to be longer.
        assert_eq!(played("a2-a3\na2-a8", true, false), Some(("a2-a3".to_string(), 0)));
    }
}
