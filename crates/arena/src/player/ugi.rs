//! The Universal Game Interface.

use std::time::Duration;

use engine::protocol::{self, Command, Go, Start};
use engine::{AnyPosition, Control, Score, Session, quoted};

use super::persistent::{EngineProtocol, send_and_expect};
use super::{Answer, NoMove};
use crate::answer::parse_answer;
use crate::record::VerdictKind;
use crate::sandbox::SandboxedProcess;

/// The protocol, described in docs/protocol.md.
pub(crate) struct Ugi {
    /// Options to set before the game.
    pub(crate) options: Vec<(String, String)>,
}

impl EngineProtocol for Ugi {
    const STOP: &'static str = "stop";

    fn handshake(&self, program: &mut SandboxedProcess, control: &Control) -> Result<(), NoMove> {
        let is =
            |answer: protocol::Answer| move |line: &str| protocol::Answer::read(line).as_ref() == Ok(&answer);
        send_and_expect(program, control, "ugi", "ugiok", is(protocol::Answer::UgiOk))?;
        for (name, value) in &self.options {
            let set = Command::SetOption { name: name.clone(), value: Some(value.clone()) };
            program.send_line(&set.to_string());
        }
        program.send_line(&Command::NewGame.to_string());
        send_and_expect(program, control, "isready", "readyok", is(protocol::Answer::ReadyOk))
    }

    fn request(session: &Session, go: &Go, _: Duration) -> String {
        let position = Command::Position {
            start: start(session.start()),
            moves: session.moves().map(str::to_string).collect(),
        };
        format!("{position}\n{}", Command::Go(go.clone()))
    }

    fn parse_line(pos: &dyn AnyPosition, line: &str, worth: &mut Option<Score>) -> Option<Answer> {
        let garbage = |what: String| {
            let answer = Some(quoted(line.trim()));
            Some(Err(NoMove { answer, ..NoMove::new(VerdictKind::Garbage, what) }))
        };
        match protocol::Answer::read(line) {
            Ok(protocol::Answer::Info(info)) => {
                if info.multipv.unwrap_or(1) == 1 && info.score.is_some() {
                    *worth = info.score;
                }
                None
            }
            Ok(protocol::Answer::BestMove(Some(mv))) => Some(parse_answer(pos, &mv)),
            Ok(protocol::Answer::BestMove(None)) => {
                garbage(format!("it answered that there is no move, but there are {}", pos.moves().len()))
            }
            Ok(_) => None,
            Err(_) if line.split_whitespace().next() == Some("bestmove") => {
                garbage("'bestmove' must be followed by one word, a move".to_string())
            }
            // Unknown lines are ignored.
            Err(_) => None,
        }
    }
}

/// The start of a game: `startpos` if possible, since every program knows it.
fn start(pos: &dyn AnyPosition) -> Start {
    if pos.game().is_start(pos) { Start::Startpos } else { Start::Fen(pos.text()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_start_has_a_word_and_any_other_a_text() {
        for game in catalogue::CATALOGUE.games() {
            let start_pos = catalogue::CATALOGUE.find(game.name).unwrap().start();
            let mut session = Session::game(&*start_pos);
            assert_eq!(start(session.start()), Start::Startpos, "{}", game.name);
            let mv = start_pos.moves()[0].text.clone();
            session.play_text(&mv).unwrap();
            let later = Session::game(session.position());
            assert_eq!(start(later.start()), Start::Fen(session.position().text()), "{}", game.name);
        }
        let large = catalogue::CATALOGUE.find("raichu:10").unwrap().start();
        assert_eq!(start(&*large), Start::Fen(large.text()));
    }

    #[test]
    fn lines_are_answers_or_passed_over() {
        let pos = catalogue::CATALOGUE.find("checkers").unwrap().start();
        let mut worth = None;
        let mut read = |line: &str| Ugi::parse_line(&*pos, line, &mut worth);
        for line in ["", "hello", "info string bestmove 22-18", "readyok", "response true", "info depth x"] {
            assert_eq!(read(line), None, "{line}");
        }
        assert_eq!(read("info depth 3 multipv 1 score cp 12 pv 22-18"), None);
        assert_eq!(read("info depth 3 multipv 2 score cp -90 pv 21-17"), None);
        assert_eq!(
            read("bestmove 22-18 ponder 11-15").unwrap().unwrap().mv,
            pos.parse_move("22-18").unwrap()
        );
        let kind = |answer: Option<Answer>| answer.unwrap().unwrap_err().kind;
        assert_eq!(kind(read("bestmove")), VerdictKind::Garbage);
        assert_eq!(kind(read("bestmove none")), VerdictKind::Garbage);
        assert_eq!(kind(read("bestmove 22-18 11-15")), VerdictKind::Garbage);
        assert_eq!(kind(read("bestmove hello")), VerdictKind::Garbage);
        assert_eq!(kind(read("bestmove 1-5")), VerdictKind::Illegal);
        assert_eq!(worth, Some(Score::Estimate(12)));
    }
}
