//! `plywood engine`, driven by a scripted peer.

mod program;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use engine::testing::every_board;
use program::{failure, program, run_with_input};

/// Only a program that hangs takes this long.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The other side of the protocol.
struct Peer {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Peer {
    fn new(game: &str) -> Peer {
        let mut command = program();
        command.args(["engine", game]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Peer { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn next(&self) -> String {
        self.lines.recv_timeout(TIMEOUT).expect("the engine says something")
    }

    /// Everything up to the first line that begins like this.
    fn until(&self, start: &str) -> Vec<String> {
        let mut lines = vec![self.next()];
        while !lines[lines.len() - 1].starts_with(start) {
            lines.push(self.next());
        }
        lines
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.next()
    }

    /// The best move of a search, and everything printed before it.
    fn go(&mut self, go: &str) -> (String, Vec<String>) {
        self.say(go);
        let mut lines = self.until("bestmove ");
        let best = lines.pop().unwrap()["bestmove ".len()..].to_string();
        assert!(lines.iter().all(|line| line.starts_with("info depth ")), "{go}: {lines:?}");
        (best, lines)
    }

    fn legal(&mut self) -> Vec<String> {
        self.ask("legal").split(' ').skip(1).map(str::to_string).collect()
    }

    /// The exit code and the unread lines, after the input has ended.
    fn end(mut self) -> (Option<i32>, Vec<String>) {
        drop(self.input.take());
        let lines = std::iter::from_fn(|| self.lines.recv_timeout(TIMEOUT).ok()).collect();
        (self.child.wait().unwrap().code(), lines)
    }
}

#[test]
fn whole_games_through_the_protocol() {
    for game in &every_board(catalogue::CATALOGUE, 10) {
        let mut peer = Peer::new(game);
        peer.say("ugi");
        let lines = peer.until("ugiok");
        assert!(lines[0].starts_with("id name Plywood ") && lines[1].starts_with("id author "), "{lines:?}");
        assert!(
            lines.contains(&"option name Level type spin default 10 min 1 max 10".to_string()),
            "{lines:?}"
        );
        for option in ["Level value 4", "Hash value 1", "threads value 1", "Seed value 7"] {
            peer.say(&format!("setoption name {option}"));
        }
        assert_eq!(peer.ask("isready"), "readyok");
        peer.say("uginewgame");
        let mut moves: Vec<String> = Vec::new();
        while moves.len() < 24 {
            let played = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
            peer.say(&format!("position startpos{played}"));
            let over = peer.ask("query gameover");
            assert_eq!(
                over == "response true",
                peer.ask("query result") != "response none",
                "{game}: {moves:?}"
            );
            if over == "response true" {
                assert_eq!(peer.go("go movetime 50"), ("none".to_string(), vec![]));
                break;
            }
            let player_one_starts = game.as_str() != "dragon-queen";
            let expected = format!("response {}", moves.len().is_multiple_of(2) == player_one_starts);
            assert_eq!(peer.ask("query p1turn"), expected);
            let legal = peer.legal();
            let (best, infos) = peer.go("go p1time 9000 p2time 9000 p1inc 10 p2inc 10");
            assert!(legal.contains(&best), "{game}: {best} is not in {legal:?}");
            let told = &infos[infos.len() - 1];
            assert!(told.contains(" score ") && told.contains(&format!(" pv {best}")), "{told}");
            assert_eq!(peer.ask(&format!("why {best}")), "why legal");
            moves.push(best);
        }
        peer.say("quit");
        assert_eq!(peer.end(), (Some(0), vec![]), "{game}");
    }
}

#[test]
fn infinite_search_reports_and_stops() {
    for game in &every_board(catalogue::CATALOGUE, 10) {
        let mut peer = Peer::new(game);
        peer.say("setoption name MultiPV value 2");
        peer.say("go infinite");
        let lines = peer.until("info depth 3 ");
        assert!(lines.iter().any(|line| line.starts_with("info depth 1 multipv 2 ")), "{lines:?}");
        peer.say("isready");
        peer.until("readyok");
        peer.say("query gameover");
        peer.until("response false");
        for line in ["go depth 1", "position startpos", "setoption name Level value 1", "uginewgame"] {
            peer.say(line);
            let word = line.split(' ').next().unwrap();
            let lines = peer.until("info string ");
            let refused = format!("info string error: '{word}' must wait: send stop first");
            assert_eq!(lines[lines.len() - 1], refused, "{game}");
        }
        // A command right after `stop` is handled after the answer.
        peer.say("stop");
        peer.say("position startpos");
        peer.say("isready");
        let lines = peer.until("readyok");
        let answers: Vec<&String> = lines.iter().filter(|line| !line.starts_with("info depth ")).collect();
        assert!(answers.len() == 2 && answers[0].starts_with("bestmove "), "{game}: {answers:?}");
        assert_eq!(peer.end(), (Some(0), vec![]), "{game}");
    }
}

#[test]
fn ponderhit_ends_pondering() {
    let mut peer = Peer::new("checkers");
    peer.say("position startpos moves 22-18 11-15");
    peer.say("go ponder movetime 1");
    peer.until("info depth 2 ");
    peer.say("ponderhit");
    let lines = peer.until("bestmove ");
    assert_eq!(lines[lines.len() - 1], "bestmove 18x11");
    assert!(peer.ask("ponderhit").starts_with("info string error: 'ponderhit' must come after"));
    assert_eq!(peer.end().0, Some(0));
}

#[test]
fn invalid_line_is_explained_and_ignored() {
    let mut peer = Peer::new("checkers");
    peer.say("position startpos moves 22-18");
    let before = {
        peer.say("show");
        peer.until("show ").pop()
    };
    for (line, reason) in [
        ("hello", "there is no command 'hello'"),
        ("GO depth 3", "there is no command 'GO'"),
        ("ugi now", "nothing may follow 'ugi', but 'now' does"),
        ("go fast", "'go' must be followed by p1time"),
        ("go depth 0", "'depth' must be followed by a number of at least 1, not by '0'"),
        ("go p1time", "'p1time' must be followed by a number of milliseconds"),
        ("go p1time 500", "player 2 is to move, so 'go' needs p2time"),
        ("position", "'position' must be followed by startpos or fen POSITION"),
        ("position fen", "'position fen' must be followed by the text of a position"),
        ("position fen rubbish r", "not a position: "),
        (
            "position fen ......../......../......../......../......../......../......../........ r",
            "not a position: ",
        ),
        ("position startpos moves 22-18 22-18", "move 2, '22-18': "),
        (
            "position startpos moves 11-15",
            "move 1, '11-15': the piece on 11 is Black's, and it is Red's turn",
        ),
        ("position startpos moves \u{1b}[2J", "move 1, '\\u{1b}[2J': "),
        ("setoption Hash 3", "'setoption' must be followed by name NAME value VALUE, not by 'Hash'"),
        ("setoption name Hash", "option Hash cannot be '': a number from 1 to 65536"),
        ("setoption name Hash value lots", "option Hash cannot be 'lots'"),
        ("setoption name Colour value red", "there is no option 'Colour': there are Threads, Hash"),
        ("query winner", "'query' must be followed by gameover, p1turn or result, not by 'winner'"),
        ("perft many", "'perft' must be followed by a number of plies from 0 to 99, not by 'many'"),
        ("why", "'why' must be followed by a move"),
        ("ponderhit", "'ponderhit' must come after 'go ponder'"),
    ] {
        let said = peer.ask(line);
        assert!(said.starts_with(&format!("info string error: {reason}")), "{line}: {said}");
    }
    // Blank lines and a needless `stop` are ignored.
    for line in ["", "   ", "stop", "\r"] {
        peer.say(line);
    }
    peer.say("show");
    assert_eq!(peer.until("show ").pop(), before);
    assert_eq!(peer.end(), (Some(0), vec![]));
}

#[test]
fn binary_noise_and_endless_lines_are_rejected() {
    let mut peer = Peer::new("abalone");
    let input = peer.input.as_mut().unwrap();
    input.write_all(b"\xff\xfe\x00\x01 \x80\n").unwrap();
    input.write_all(&vec![b'x'; 3 << 20]).unwrap();
    input.write_all(b"\nisready\n").unwrap();
    assert!(peer.next().starts_with("info string error: there is no command "));
    assert_eq!(peer.next(), "info string error: a line may have 1048576 bytes");
    assert_eq!(peer.next(), "readyok");
    assert_eq!(peer.end(), (Some(0), vec![]));
}

#[test]
fn end_of_input_still_answers_the_search() {
    for (go, last) in [
        ("go depth 4", "bestmove "),
        ("go infinite", "bestmove "),
        ("go", "bestmove "),
        ("perft 4", "perft 4 1469"),
    ] {
        let mut peer = Peer::new("checkers");
        peer.say(go);
        let (code, lines) = peer.end();
        assert_eq!(code, Some(0));
        assert!(lines.last().is_some_and(|line| line.starts_with(last)), "{go}: {lines:?}");
    }
    let (code, said) = run_with_input(&["engine", "checkers"], "go infinite\nquit\nisready\n");
    assert!(code == 0 && !said.contains("readyok"), "{said}");
}

#[test]
fn finished_games_have_results_and_no_moves() {
    for (game, position, result) in [
        ("raichu", "......../......../......../......../......../......../......../W....... b", "p1win"),
        ("checkers", "......../......../......../......../......../......../......../B....... r", "p2win"),
        ("dragon-queen", "...../...../...../...../..Q.W w 9", "p1win"),
        ("dragon-queen", "...../...../..W../...../....W q 9", "p2win"),
        ("dragon-queen", "..Q../...../...../...../....W q 50", "draw"),
        ("abalone", ".bbb/.bb../..bb../......./..rr../rrrrr/rrrr b", "p2win"),
    ] {
        let mut peer = Peer::new(game);
        peer.say(&format!("position fen {position}"));
        assert_eq!(peer.ask("query result"), format!("response {result}"), "{game} {position}");
        assert_eq!(peer.ask("query gameover"), "response true");
        assert_eq!(peer.ask("value"), format!("value {result}"));
        assert_eq!(peer.ask("legal"), "legal");
        assert_eq!(peer.ask("perft 1"), "perft 1 0");
        for go in ["go depth 3", "go infinite", "go p1time 5 p2time 5"] {
            assert_eq!(peer.go(go), ("none".to_string(), vec![]), "{game} {position}");
        }
        assert_eq!(peer.end(), (Some(0), vec![]));
    }
}

#[test]
fn extensions_quote_the_rules() {
    let mut peer = Peer::new("dragon-queen");
    assert_eq!(peer.legal().len(), 5);
    assert_eq!(peer.ask("perft 5"), "perft 5 161152");
    assert!(peer.ask("value").starts_with("value cp "));
    assert_eq!(peer.ask("why a1-a2"), "why legal");
    assert!(peer.ask("why a1-b2").starts_with("why illegal: "));
    peer.say("show");
    let lines = peer.until("show ");
    assert!(lines.len() > 5 && lines[..lines.len() - 1].iter().all(|line| line.starts_with("info string ")));
    assert_eq!(lines[lines.len() - 1], "show ..Q../.DDD./...../...../WWWWW w 0");
    assert_eq!(peer.end(), (Some(0), vec![]));
    let mut peer = Peer::new("abalone");
    assert_eq!(peer.ask("why A4 B3"), "why legal");
    assert_eq!(peer.end(), (Some(0), vec![]));
}

#[test]
fn zero_time_gives_a_legal_move() {
    for game in &every_board(catalogue::CATALOGUE, 10) {
        let mut peer = Peer::new(game);
        let legal = peer.legal();
        for go in ["go p1time 0 p2time 0", "go p1time -50 p2time -50", "go movetime 0", "go nodes 1"] {
            let (best, _) = peer.go(go);
            assert!(legal.contains(&best), "{game}, {go}: {best}");
        }
        assert_eq!(peer.end(), (Some(0), vec![]));
    }
}

#[test]
fn a_game_must_be_named() {
    assert_eq!(failure(&["engine", "chess"]).0, 2);
    assert_eq!(failure(&["engine"]).0, 2);
}
