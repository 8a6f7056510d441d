//! Commands about the rules, from the user's point of view.

mod program;

use std::process::Stdio;

use program::{failure, json, plywood, program, stdout};
use proptest::prelude::*;

#[test]
fn games_are_listed() {
    let names: Vec<String> = stdout(&["games"])
        .lines()
        .filter(|line| !line.starts_with(' '))
        .map(|line| line.split_whitespace().next().unwrap().to_string())
        .collect();
    assert_eq!(names, catalogue::CATALOGUE.names());
    let games = json(&["games", "--json"]);
    assert_eq!(games[1]["title"], "Checkers");
    assert_eq!(games[3]["start"], "bbbb/bbbbb/..bb../......./..rr../rrrrr/rrrr b");
    assert_eq!(games[2]["players"], serde_json::json!(["Queen", "Wights"]));
}

#[test]
fn boards_are_drawn_from_their_layout() {
    assert_eq!(
        stdout(&["show", "dragon-queen"]),
        " 5  .  .  Q  .  .
 4  .  D  D  D  .
 3  .  .  .  .  .
 2  .  .  .  .  .
 1  W_ W_ W_ W_ W_
    a  b  c  d  e

Wights to move, 5 legal moves.
..Q../.DDD./...../...../WWWWW w
"
    );
    assert_eq!(
        stdout(&["show", "abalone"]),
        "       A   b   b   b   b
     B   b   b   b   b   b
   C   .   .   b   b   .   .
 D   .   .   .   .   .   .   .
   E   .   .   r   r   .   .   7
     F   r   r   r   r   r   6
       G   r   r   r   r   5
             1   2   3   4

Blue to move, 10 legal moves.
bbbb/bbbbb/..bb../......./..rr../rrrrr/rrrr b
"
    );
    let checkers = stdout(&["show", "checkers", "W:WK22:B18"]);
    assert!(
        checkers.contains(" 17     .     b     .     .  20\n 21  .     R     .     .     24\n"),
        "{checkers}"
    );
    let finished = stdout(&["show", "raichu", &format!("{}@ b", ".".repeat(63))]);
    assert!(finished.contains("The game is over: White won."), "{finished}");
    let draw = stdout(&["show", "dragon-queen", "..Q../...../...../...../..... w"]);
    assert!(draw.contains("The game is over: a draw."), "{draw}");
}

#[test]
fn colours_only_on_request() {
    assert!(!stdout(&["show", "raichu"]).contains('\u{1b}'));
    assert!(stdout(&["--color", "always", "show", "raichu"]).contains('\u{1b}'));
    assert!(stdout(&["show", "raichu", "--color", "always"]).contains('\u{1b}'));
    assert!(!stdout(&["--color", "never", "show", "raichu"]).contains('\u{1b}'));
    let output = program().env("NO_COLOR", "1").args(["show", "raichu"]).output().unwrap();
    assert!(!output.stdout.contains(&0x1b));
}

#[test]
fn positions_in_every_format() {
    let start = stdout(&["show", "checkers", "--format", "fen"]);
    assert_eq!(start, "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12\n");
    let text = stdout(&["show", "checkers", start.trim(), "--format", "text"]);
    assert_eq!(text, ".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../r.r.r.r./.r.r.r.r/r.r.r.r. r\n");
    assert_eq!(stdout(&["show", "checkers", "--format", "grid"]).lines().count(), 8);
    assert_eq!(stdout(&["show", "raichu", "--format", "line"]).trim().len(), 64);
    assert_eq!(
        failure(&["show", "abalone", "--format", "fen"]),
        (
            2,
            "plywood: Abalone on 37 cells: expected one of the notations text, grid, found 'fen'\n"
                .to_string()
        )
    );
}

#[test]
fn json_picture_is_complete() {
    let picture = json(&["show", "abalone", "--json"]);
    assert_eq!(picture["cells"].as_array().unwrap().len(), 37);
    assert_eq!(picture["cells"][0]["outline"].as_array().unwrap().len(), 6);
    let piece = picture["cells"][0]["piece"].as_u64().unwrap() as usize;
    assert_eq!(picture["pieces"][piece]["letter"], "b");
    assert_eq!(picture["over"], false);
    assert_eq!(picture["moves"], 10);
}

#[test]
fn moves_are_a_line_each() {
    let moves = stdout(&["moves", "dragon-queen"]);
    let mut lines: Vec<&str> = moves.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines[0], "a1-a2\t..Q../.DDD./...../W..../.WWWW q");
    assert_eq!(lines.len(), 5);
    let counted = stdout(&["moves", "dragon-queen", "..Q../.DDD./...../...../WWWWW", "w", "49"]);
    assert!(counted.lines().all(|line| line.ends_with(" q 50")), "{counted}");
    // A pass is a move, and a finished game has no moves.
    let pass = "......b./......../.......B/......../......../.....$../......../....w... w";
    assert_eq!(stdout(&["moves", "raichu", pass]), format!("pass\t{}\n", pass.replace(" w", " b")));
    assert_eq!(stdout(&["moves", "abalone", "b.../...../..bb../rb.b..b/brr..b/.rrr./r..b r"]), "");
    assert_eq!(
        json(&["moves", "abalone", "b.../...../..bb../rb.b..b/brr..b/.rrr./r..b r", "--json"]),
        serde_json::json!([])
    );
    let moves = json(&["moves", "checkers", "--json"]);
    assert_eq!(moves.as_array().unwrap().len(), 7);
    assert!(moves[0]["move"].is_string() && moves[0]["position"].as_str().unwrap().ends_with(" b"));
}

#[test]
fn perft_prints_a_line_for_each_depth() {
    assert_eq!(stdout(&["perft", "checkers", "4"]), "1\t7\n2\t49\n3\t302\n4\t1469\n");
    assert_eq!(stdout(&["perft", "raichu:10", "2", "--threads", "2"]), "1\t28\n2\t784\n");
    assert_eq!(stdout(&["perft", "abalone", "0"]), "0\t1\n");
    assert_eq!(
        json(&["perft", "abalone", "2", "--json"]),
        serde_json::json!([
            {"depth": 1, "nodes": 10}, {"depth": 2, "nodes": 96}
        ])
    );
    let divided = stdout(&["perft", "abalone", "3", "--divide"]);
    let shares: Vec<(&str, u64)> = divided
        .lines()
        .map(|line| line.split_once('\t').unwrap())
        .map(|(mv, n)| (mv, n.parse().unwrap()))
        .collect();
    assert_eq!(shares.len(), 11);
    assert_eq!(shares[10], ("total", 1108));
    assert_eq!(shares[..10].iter().map(|share| share.1).sum::<u64>(), 1108);
    assert_eq!(json(&["perft", "abalone", "1", "--divide", "--json"])["total"], 10);
    let speed = plywood(&["perft", "checkers", "3"]).stderr;
    assert!(String::from_utf8(speed).unwrap().contains("million a second"));
}

#[test]
fn usage_errors_exit_with_2_and_suggest() {
    for (args, message) in [
        (vec!["moves", "chekers"], "there is no game 'chekers': did you mean 'checkers'?"),
        (vec!["moves", "zzz"], "there is no game 'zzz': there are raichu, checkers, dragon-queen, abalone"),
        (
            vec!["moves", "raichu:9"],
            "raichu has no board of size '9': sizes are the even numbers from 8 to 26",
        ),
        (vec!["moves", "raichu:28"], "raichu has no board of size '28'"),
        (vec!["moves", "checkers:8"], "checkers has one board only: leave out ':8'"),
        (vec!["movs", "checkers"], "a similar subcommand exists: 'moves'"),
        (vec!["moves", "checkers", "--jsn"], "a similar argument exists: '--json'"),
        (vec!["perft", "checkers", "x"], "invalid value 'x' for '<DEPTH>'"),
        (vec!["perft", "checkers", "100"], "100 is not in 0..=99"),
        (vec!["perft", "checkers", "3", "--threads", "0"], "0 is not in 1..=1024"),
        (vec!["moves", "checkers", "... r"], "the board has 3 cells, not 64"),
        (
            vec!["moves", "abalone", "bbbb/bbbbb/..bb../......./..rr../rrrrr/rrrr", "x"],
            "expected b or r as the side to move, found 'x'",
        ),
        (vec!["moves", "abalone", ""], "the position is empty"),
        (
            vec![
                "moves",
                "raichu:10",
                "......../W.W.W.W./.w.w.w.w/......../......../b.b.b.b./.B.B.B.B/........ w",
            ],
            "the board is 8 × 8, and raichu:10 was asked for",
        ),
        (vec!["moves", "raichu", "../.. w"], "n even and from 8 to 26"),
        (
            vec![
                "moves",
                "raichu",
                "......../W.W.W.W./.w.w.w.w/......../......../b.b.b.b./.B.B.B.B/........ w 3",
            ],
            "'3' has no meaning at the end of a position",
        ),
        (vec!["completions", "cmd"], "invalid value 'cmd'"),
        (vec![], "Usage"),
    ] {
        let (code, said) = failure(&args);
        assert_eq!(code, 2, "{args:?}: {said}");
        assert!(said.contains(message), "{args:?}: {said}");
    }
}

#[test]
fn illegal_positions_exit_with_1_and_every_reason() {
    for (args, message) in [
        (["dragon-queen", "QQ.../DDDD./...../...../WWWWW w"], "Queen"),
        (["abalone", "bbbb/bbbbb/.bbbb./......./..rr../rrrrr/rrrr b"], "13"),
        (
            ["checkers", "r......./......../......../......../......../......../......../........ r"],
            "light square",
        ),
        (["raichu", "......../......../......../......../......../......../......../........ w"], "empty"),
        (["dragon-queen", "..Q../.DDD./...../...../WWWWW w 51"], "51"),
        (
            ["checkers", "x......./......../......../......../......../......../......../.......b r"],
            "row 1, column 1: expected one of . r R b B, found 'x'",
        ),
    ] {
        let (code, said) = failure(&["moves", args[0], args[1]]);
        assert_eq!(code, 1, "{args:?}: {said}");
        assert!(said.starts_with("plywood: ") && said.contains(message), "{args:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let (_, two) = failure(&["show", "dragon-queen", "QQ.../DDDDz/...../...../WWWWW w"]);
    assert!(two.contains("'z'") && two.contains("2 Queens") && two.contains("4 Dragons"), "{two}");
}

#[test]
fn help_has_examples() {
    for args in [
        vec!["--help"],
        vec!["show", "--help"],
        vec!["moves", "--help"],
        vec!["perft", "--help"],
        vec!["games", "--help"],
        vec!["play", "--help"],
        vec!["dragon-queen", "--help"],
        vec!["abalone", "--help"],
        vec!["raichu", "--help"],
        vec!["analyze", "--help"],
        vec!["bench", "--help"],
    ] {
        assert!(stdout(&args).contains("Examples:\n  plywood "), "{args:?}");
    }
    assert!(stdout(&["--version"]).starts_with("plywood 0.1.0 ("));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&["completions", shell]).contains("perft"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn full_stderr_does_not_panic() {
    for (args, code) in [(["perft", "checkers", "3"], 0), (["moves", "checkers", "xx"], 2)] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let status = program().args(args).stdout(Stdio::null()).stderr(full).status().unwrap();
        assert_eq!(status.code(), Some(code), "{args:?}");
    }
}

#[test]
fn quoted_input_is_sanitised() {
    for args in [
        vec!["show", "a\u{1b}[31m"],
        vec!["show", "checkers", "--format", "\u{1b}[31m"],
        vec!["sh\u{1b}[31mow"],
        vec!["perft", "checkers", "\u{7}"],
        vec!["moves", "checkers", "\u{1b}[31m"],
    ] {
        let (code, said) = failure(&args);
        assert_eq!(code, 2);
        assert!(!said.contains(['\u{1b}', '\u{7}']), "{said:?}");
    }
    let long = "x".repeat(100_000);
    for args in
        [["show", &long, ""], ["perft", "checkers", &long], [&long, "", ""], ["moves", "checkers", &long]]
    {
        let (_, said) = failure(&args);
        assert!(said.len() < 5_000, "{} bytes", said.len());
    }
}

#[cfg(unix)]
#[test]
fn closed_pipe_is_not_an_error() {
    use std::io::Read as _;

    let mut command = program();
    command.args(["perft", "checkers", "9"]).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut first = [0; 1];
    let mut pipe = child.stdout.take().unwrap();
    pipe.read_exact(&mut first).unwrap();
    drop(pipe);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn non_utf8_arguments_are_usage_errors() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let output = program().arg("moves").arg(OsStr::from_bytes(b"\xff\xfe")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_arguments_never_panic(
        game in "raichu|raichu:10|raichu:26|checkers|dragon-queen|abalone|\\PC{0,12}",
        position in prop::collection::vec("[.wWbB@$rRQD/]{0,100}|\\PC{0,60}|[wbrq]|[0-9]{1,3}", 0..4),
    ) {
        let mut args = vec!["moves".to_string(), game];
        args.extend(position);
        let output = program().args(&args).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        prop_assert!(matches!(output.status.code(), Some(0..=2)), "{:?}: {}", args, said);
        prop_assert!(!said.contains("panicked"), "{:?}: {}", args, said);
        prop_assert_eq!(output.status.code() == Some(0), said.is_empty() || args.iter().any(|arg| arg == "--help" || arg == "-h"));
    }
}
