//! A checkers program that uses the Hub protocol, version 2.

use std::time::Duration;

use engine::protocol::{AnyHub, Go, HubLine};
use engine::{AnyPosition, Control, Score, Session, quoted};

use super::persistent::{EngineProtocol, send_and_expect};
use super::{Answer, Choice, NoMove};
use crate::answer::parse_answer;
use crate::record::VerdictKind;
use crate::sandbox::SandboxedProcess;

/// The protocol. Red is the protocol's White, and squares have the same numbers; docs/protocol.md
/// says why.
pub(crate) struct Hub {
    /// Parameters to set before the game, and their values.
    pub(crate) parameters: Vec<(String, String)>,
}

impl EngineProtocol for Hub {
    const STOP: &'static str = "stop";

    fn handshake(&self, program: &mut SandboxedProcess, control: &Control) -> Result<(), NoMove> {
        let is = |command: &'static str| move |line: &str| matches!(HubLine::read(line), Ok(Some(line)) if line.command() == command);
        send_and_expect(program, control, "hub", "wait", is("wait"))?;
        for (name, value) in &self.parameters {
            program.send_line(&HubLine::new("set-param").with("name", name).with("value", value).to_string());
        }
        send_and_expect(program, control, "init", "ready", is("ready"))?;
        program.send_line("new-game");
        Ok(())
    }

    fn request(session: &Session, go: &Go, time: Duration) -> String {
        let level = level(go, session.position().turn(), time);
        let lines = [position(session), level, HubLine::new("go").with("think", "")];
        lines.map(|line| line.to_string()).join("\n")
    }

    fn parse_line(pos: &dyn AnyPosition, text: &str, score: &mut Option<Score>) -> Option<Answer> {
        let garbage = |what: String| {
            let answer = Some(quoted(text.trim()));
            Some(Err(NoMove { answer, ..NoMove::new(VerdictKind::Garbage, what) }))
        };
        let line = match HubLine::read(text) {
            Ok(line) => line?,
            Err(fault) if text.split_whitespace().next() == Some("done") => {
                return garbage(fault.to_string());
            }
            Err(_) => return None,
        };
        match (line.command(), line.value("move")) {
            ("done", Some(mv)) => Some(parse_hub_move(pos, mv)),
            ("done", None) => garbage("'done' must have a move".to_string()),
            ("error", _) => garbage("it does not understand what it was told".to_string()),
            ("info", _) => {
                let men = line.value("score").and_then(|men| men.parse().ok());
                *score = men.map_or(*score, |men: f64| Some(Score::Estimate((men * 100.0).round() as i32)));
                None
            }
            _ => None,
        }
    }
}

/// The start position, and the moves since.
fn position(session: &Session) -> HubLine {
    let notation = notation(session.position());
    let line = HubLine::new("pos").with("pos", notation.position(session.start()));
    let plies = session.positions().zip(session.plies());
    let moves: Vec<String> = plies.map(|(pos, (mv, _))| notation.write_move(pos, mv.id)).collect();
    if moves.is_empty() { line } else { line.with("moves", moves.join(" ")) }
}

fn notation(pos: &dyn AnyPosition) -> &'static dyn AnyHub {
    pos.game().hub().expect("only games that the protocol knows are played with it")
}

/// The limits of the search.
fn level(go: &Go, side: engine::Player, patience: Duration) -> HubLine {
    let seconds = |time: Duration| time.as_secs_f64();
    let line = HubLine::new("level");
    let line = match (go.move_time, go.left[side]) {
        (Some(time), _) => line.with("move-time", seconds(time)),
        (None, Some(left)) => {
            let line = line.with("time", seconds(left));
            let increment = go.increment[side].filter(|increment| !increment.is_zero());
            increment.into_iter().fold(line, |line, increment| line.with("inc", seconds(increment)))
        }
        (None, None) if go.depth.is_none() && go.nodes.is_none() => line.with("move-time", seconds(patience)),
        (None, None) => line,
    };
    let line = go.depth.into_iter().fold(line, |line, depth| line.with("depth", depth));
    go.nodes.into_iter().fold(line, |line, nodes| line.with("nodes", nodes))
}

/// Parses a move in our notation or in the protocol's.
fn parse_hub_move(pos: &dyn AnyPosition, mv: &str) -> Answer {
    parse_answer(pos, mv).or_else(|no_move| notation(pos).read_move(pos, mv).map(Choice::from).ok_or(no_move))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notated(pos: &dyn AnyPosition) -> String {
        notation(pos).position(pos)
    }

    fn position_of(text: &str) -> Box<dyn AnyPosition> {
        catalogue::CATALOGUE.find("checkers").unwrap().read(text).unwrap()
    }

    #[test]
    fn a_game_is_told_in_the_words_of_the_protocol() {
        let mut session = Session::game(&*catalogue::CATALOGUE.find("checkers").unwrap().start());
        let start = format!("pos pos=W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
        assert_eq!(position(&session).to_string(), start);
        for mv in ["22-18", "11-15", "18x11", "8x15"] {
            session.play_text(mv).unwrap();
        }
        assert_eq!(position(&session).to_string(), format!("{start} moves=\"22-18 11-15 18x11x15 8x15x11\""));
    }

    #[test]
    fn kings_and_sides_have_their_letters() {
        assert_eq!(
            notated(&*position_of("B:WK1,21:BK32,12")),
            format!("BW{}b{}w{}B", "e".repeat(10), "e".repeat(8), "e".repeat(10))
        );
    }

    #[test]
    fn jumps_are_understood_by_what_they_capture_and_by_their_path() {
        let pos = position_of("W:W22:B18,11");
        let legal = pos.moves()[0].id;
        for text in ["22x15x8", "22x8", "22x8x18x11", "22x8x11x18"] {
            assert_eq!(parse_hub_move(&*pos, text).unwrap().mv, legal, "{text}");
        }
        for text in ["22x8x11", "22x15x18", "22-18", "22x8x18x11x7"] {
            assert_eq!(parse_hub_move(&*pos, text).unwrap_err().kind, VerdictKind::Illegal, "{text}");
        }
        assert_eq!(parse_hub_move(&*pos, "north").unwrap_err().kind, VerdictKind::Garbage);
    }

    #[test]
    fn every_move_of_some_games_is_understood_in_the_words_of_the_protocol() {
        let mut session = Session::game(&*catalogue::CATALOGUE.find("checkers").unwrap().start());
        for ply in 0.. {
            let pos = session.position();
            let moves = pos.moves();
            for mv in &moves {
                let written = notation(pos).write_move(pos, mv.id);
                let meant = parse_hub_move(pos, &written).unwrap().mv;
                assert_eq!(pos.play(meant).text(), pos.play(mv.id).text(), "{written}");
            }
            if session.ending().is_some() {
                assert!(ply > 20);
                break;
            }
            session.play(moves[ply * 7919 % moves.len()].id);
        }
    }

    #[test]
    fn levels_say_what_limits_it() {
        use engine::ByPlayer;
        let second = Duration::from_secs(1);
        let said = |go: Go| level(&go, engine::Player::Two, 600 * second).to_string();
        assert_eq!(said(Go { move_time: Some(second / 2), ..Go::default() }), "level move-time=0.5");
        let left = ByPlayer { one: None, two: Some(7 * second) };
        let increment = ByPlayer { one: Some(second), two: Some(second / 10) };
        assert_eq!(said(Go { left, increment, ..Go::default() }), "level time=7 inc=0.1");
        assert_eq!(said(Go { nodes: Some(9), depth: Some(3), ..Go::default() }), "level depth=3 nodes=9");
        assert_eq!(said(Go::default()), "level move-time=600");
    }

    #[test]
    fn lines_are_answers_or_passed_over() {
        let pos = catalogue::CATALOGUE.find("checkers").unwrap().start();
        let mut score = None;
        let mut read = |line: &str| Hub::parse_line(&*pos, line, &mut score);
        for line in ["", "pong", "hello \"", "info depth=3 score=-0.31 pv=\"22-18 11-15\"", "info score=x"] {
            assert_eq!(read(line), None, "{line}");
        }
        assert_eq!(
            read("done move=22-18 ponder=11-15").unwrap().unwrap().mv,
            pos.parse_move("22-18").unwrap()
        );
        for line in ["done", "done move=\"", "error message=\"bad pos\"", "done move=north"] {
            assert_eq!(read(line).unwrap().unwrap_err().kind, VerdictKind::Garbage, "{line}");
        }
        assert_eq!(score, Some(Score::Estimate(-31)));
    }
}
