//! The checkers course's program: puzzles solved exactly, and answers graded.

mod program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use program::{failure, plywood, program, stdout};

/// The folder with the puzzles.
fn puzzles() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/checkers/data/puzzles")
}

fn path(name: &str) -> String {
    puzzles().join(name).to_str().unwrap().to_string()
}

/// A row of the table of puzzles: file, winner or `draw`, plies.
struct Expected {
    file: String,
    result: String,
    plies: Option<usize>,
}

fn expected() -> Vec<Expected> {
    let table = fs::read_to_string(puzzles().join("README.md")).unwrap();
    let rows = table.lines().filter(|line| line.contains(".txt |"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let (result, plies) = cells[3].split_once(' ').unwrap_or((cells[3], ""));
        Expected { file: cells[1].to_string(), result: result.to_string(), plies: plies.parse().ok() }
    };
    rows.map(row).collect()
}

/// A temporary folder for a test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_string()
    }

    fn with(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.file(name), text).unwrap();
        self.file(name)
    }

    fn is_empty(&self) -> bool {
        fs::read_dir(self.0.path()).unwrap().next().is_none()
    }
}

fn boards(text: &str) -> Vec<String> {
    text.split("\n\n").filter(|board| !board.is_empty()).map(str::to_string).collect()
}

fn stderr_text(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn every_puzzle_is_solved_in_the_exact_number_of_plies() {
    let expected = expected();
    assert_eq!(expected.len(), fs::read_dir(puzzles()).unwrap().count() - 1);
    let folder = Folder::new();
    for Expected { file, result, plies } in expected {
        let (input, output) = (path(&file), folder.file(&file));
        let done = plywood(&["checkers", "--inputfile", &input, "--outputfile", &output]);
        assert!(done.status.success() && done.stdout.is_empty(), "{file}: {done:?}");
        let text = fs::read_to_string(&output).unwrap();
        let boards = boards(&text);
        assert!(text.ends_with("\n\n") && !text.ends_with("\n\n\n"), "{file}");
        assert!(boards.iter().all(|board| board.lines().count() == 8), "{file}");
        assert_eq!(boards[0], fs::read_to_string(&input).unwrap().trim_end(), "{file}");
        let right = stdout(&["checkers", "--inputfile", &input, "--check", &output]);
        assert_eq!(right, stdout(&["checkers", "--check", &output]));
        match plies {
            Some(plies) => {
                assert_eq!(boards.len(), plies + 1, "{file}");
                assert!(stderr_text(&done).is_empty(), "{file}: {done:?}");
                assert!(right.starts_with(&format!("Right: {result} ")), "{file}: {right}");
            }
            None => {
                let last = boards.last().unwrap();
                // After an even number of plies the same side is to move.
                let times = boards.iter().rev().step_by(2).filter(|board| *board == last).count();
                assert_eq!(times, 3, "{file}");
                assert!(stderr_text(&done).starts_with("The puzzle is a draw"), "{file}: {done:?}");
                assert_eq!(right, "Right: a draw.\n");
            }
        }
    }
}

#[test]
fn two_file_form_writes_the_best_move() {
    let folder = Folder::new();
    for file in
        ["final1.txt", "final2.txt", "final1_light.txt", "sonny_jump.txt", "finished.txt", "drawn.txt"]
    {
        let (input, whole) = (path(file), folder.file("whole"));
        assert!(plywood(&["checkers", "--inputfile", &input, "--outputfile", &whole]).status.success());
        let boards = boards(&fs::read_to_string(&whole).unwrap());
        let first = format!("{}\n", boards.get(1).unwrap_or(&boards[0]));
        let (plain, named) = (folder.file("plain"), folder.file("named"));
        assert!(plywood(&["checkers", &input, &plain]).status.success());
        let args = ["checkers", "--inputfile", &input, "--outputfile", &named, "--first-move"];
        assert!(plywood(&args).status.success());
        assert_eq!(fs::read_to_string(&plain).unwrap(), first, "{file}");
        assert_eq!(fs::read_to_string(&named).unwrap(), first, "{file}");
        assert!(
            stdout(&["checkers", "--inputfile", &input, "--check", &plain, "--first-move"])
                .starts_with("Right: ")
        );
    }
    let (code, said) = failure(&["checkers", "--check", &path("final1.txt"), "--first-move"]);
    assert!(code == 2 && said.contains("--inputfile is missing"), "{said}");
    let wrong = folder
        .with("wrong", "........\n........\n........\n........\n...b....\n........\n.....r..\n........\n");
    let (code, said) =
        failure(&["checkers", "--inputfile", &path("final1.txt"), "--check", &wrong, "--first-move"]);
    assert!(code == 1 && said.contains("ply 1: red could win in 3 plies, and now it is a draw"), "{said}");
}

#[test]
fn wrong_answers_are_rejected_with_a_reason() {
    let folder = Folder::new();
    let input = path("final2.txt");
    let answer = folder.file("answer");
    assert!(plywood(&["checkers", "--inputfile", &input, "--outputfile", &answer]).status.success());
    let right = fs::read_to_string(&answer).unwrap();
    let boards = boards(&right);
    let joined = |boards: &[String]| boards.iter().map(|board| format!("{board}\n\n")).collect::<String>();
    let puzzle = boards[0].clone();
    // A king that steps back and forth loses time, but no piece.
    let slow: String = {
        let mut lines: Vec<String> = puzzle.lines().map(str::to_string).collect();
        lines[2] = lines[2].replace('R', ".");
        lines[1].replace_range(6..7, "R");
        lines.join("\n")
    };
    let cases = [
        ("", "there is no board in it"),
        ("hello\n", "there is no board in it"),
        ("xxx.....\n", "board 1 is not a board: line 1, column 1: expected one of . r R b B, found 'x'"),
        (
            &joined(&boards[..3]),
            "the game is not over with the last board, number 3: red wins in 7 plies, so there are 8 boards",
        ),
        (&joined(&boards[..1]), "the game is not over with the last board, number 1: red wins in 7 plies"),
        (&joined(&boards[1..]), "the first board is not the puzzle's"),
        (
            &joined(&[boards[0].clone(), boards[2].clone()]),
            "ply 1: no legal move of red leads from board 1 to board 2",
        ),
        (&joined(&[boards[0].clone(), boards[0].clone()]), "ply 1: no legal move of red"),
        (&joined(&[puzzle.clone(), slow]), "ply 1: red could win in 7 plies, and now "),
        (&right.replacen("\n\n", "\n", 1), "line 9: expected an empty line after board 1, found '"),
        (
            &right.replacen("........", ".......", 1),
            "board 1 is not a board: line 1, column 8: the line ends here",
        ),
        (
            &(right.clone() + &joined(&boards[7..])),
            "the game is over with board 8 (the side to move has no move), and more boards follow",
        ),
        (
            &format!("{}........\n", joined(&boards[..2])),
            "board 3 is not a board: line 20, column 1: the file ends here",
        ),
    ];
    for (text, sentence) in cases {
        let wrong = folder.with("wrong", text);
        let (code, said) = failure(&["checkers", "--inputfile", &input, "--check", &wrong]);
        assert_eq!(code, 1, "{said}");
        assert!(
            said.starts_with(&format!("plywood: {wrong}: ")) && said.contains(sentence),
            "{sentence}: {said}"
        );
    }
    // Line ends of another system, and no final empty line, are accepted.
    let tolerated = folder.with("crlf", right.trim_end().replace('\n', "\r\n"));
    assert_eq!(stdout(&["checkers", "--check", &tolerated]), "Right: red wins in 7 plies.\n");
}

#[test]
fn losing_and_drawn_lines_are_graded() {
    let folder = Folder::new();
    // Black has two replies, both of which lose at once.
    let start = "........\n........\n........\n........\n...b....\n........\n........\n....r...\n\n";
    let red = "........\n........\n........\n........\n...b....\n........\n...r....\n........\n\n";
    let black = "........\n........\n........\n........\n........\n..b.....\n...r....\n........\n\n";
    let other = "........\n........\n........\n........\n........\n....b...\n...r....\n........\n\n";
    let end = "........\n........\n........\n........\n.r......\n........\n........\n........\n\n";
    let other_end = "........\n........\n........\n........\n.....r..\n........\n........\n........\n\n";
    // Two replies are equally good.
    for line in [[start, red, black, end], [start, red, other, other_end]] {
        let answer = folder.with("answer", line.concat());
        assert_eq!(stdout(&["checkers", "--check", &answer]), "Right: red wins in 3 plies.\n");
    }
    let drawn = fs::read_to_string(path("drawn.txt")).unwrap();
    let answer = folder.with("short", &drawn);
    let (code, said) = failure(&["checkers", "--check", &answer]);
    assert!(code == 1 && said.contains("a draw ends with the third repetition of a position"), "{said}");
    let whole = folder.file("whole");
    plywood(&["checkers", "--inputfile", &path("drawn.txt"), "--outputfile", &whole]);
    let text = fs::read_to_string(&whole).unwrap();
    let longer = folder.with("longer", format!("{text}{}\n\n", boards(&text)[1]));
    let (code, said) = failure(&["checkers", "--check", &longer]);
    assert!(code == 1 && said.contains("(the third repetition), and more boards follow"), "{said}");
}

#[test]
fn invalid_puzzles_list_every_error() {
    let folder = Folder::new();
    let inputs = Folder::new();
    let bad = ".r......\n........\n...x....\n........\n........\n..é...r\n........\n........\n";
    let input = inputs.with("bad.txt", bad);
    let args = ["checkers", "--inputfile", &input, "--outputfile", &folder.file("out")];
    let (code, said) = failure(&args);
    assert_eq!(code, 2);
    for fault in [
        "line 3, column 4: expected one of . r R b B, found 'x'",
        "line 6, column 3: expected one of . r R b B, found 'é'",
        "line 6, column 8: the line ends",
    ] {
        assert!(said.contains(fault), "{said}");
    }
    let input = inputs.with(
        "crowned.txt",
        ".r......\n........\n........\n........\n........\n...b....\n........\nb.......\n",
    );
    let (code, said) = failure(&["checkers", &input, &folder.file("out")]);
    assert_eq!(code, 1);
    assert!(
        said.contains("\n  line 1, column 2: a man of Red")
            && said.contains("\n  line 8, column 1: a man of Black"),
        "{said}"
    );
    inputs.with("bytes.txt", [0xFF, 0xFE, b'\n']);
    let (code, said) = failure(&["checkers", &inputs.file("bytes.txt"), &folder.file("out")]);
    assert!(code == 2 && said.contains("line 1, column 1: "), "{said}");
    let (code, said) = failure(&["checkers", &inputs.file("none.txt"), &folder.file("out")]);
    assert!(code == 1 && said.contains("cannot read"), "{said}");
    assert!(folder.is_empty());
    for args in [
        &["checkers"][..],
        &["checkers", "--inputfile", &input],
        &["checkers", "--outputfile", "x"],
        &["checkers", &input],
        &["checkers", "--batch", "x"],
        &["checkers", "--inputfile", &input, "--outputfile", "x", "--time", "0"],
    ] {
        assert_eq!(failure(args).0, 2, "{args:?}");
    }
}

#[test]
fn a_folder_is_solved_file_by_file() {
    let (inputs, outputs) = (Folder::new(), Folder::new());
    for file in ["final1.txt", "final3.txt", "jah0.txt"] {
        fs::copy(path(file), inputs.file(file)).unwrap();
    }
    inputs.with("notes.md", "# About them\n");
    let (from, to) = (inputs.file(""), outputs.file("new"));
    let done = plywood(&["checkers", "--batch", &from, "--outdir", &to]);
    assert!(done.status.success() && stderr_text(&done) == "3 solved\n", "{done:?}");
    assert_eq!(fs::read_dir(&to).unwrap().count(), 3);
    inputs.with("bad.txt", "hello\n");
    let done = plywood(&["checkers", "--batch", &from, "--outdir", &to, "--first-move"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(
        stderr_text(&done).contains("bad.txt is not a valid puzzle")
            && stderr_text(&done).ends_with("3 solved, 1 refused\n"),
        "{done:?}"
    );
    assert_eq!(fs::read_to_string(Path::new(&to).join("jah0.txt")).unwrap().lines().count(), 8);
    assert_eq!(failure(&["checkers", "--batch", &from, "--outdir", &from]).0, 2);
}

#[test]
fn unproven_results_are_reported() {
    let folder = Folder::new();
    let input = folder.with(
        "start.txt",
        ".b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nr.r.r.r.\n.r.r.r.r\nr.r.r.r.\n",
    );
    let output = folder.file("out");
    let done = plywood(&["checkers", "--inputfile", &input, "--outputfile", &output, "--time", "0.05"]);
    assert!(
        done.status.success() && stderr_text(&done).contains("could not be proven within 0.050 s"),
        "{done:?}"
    );
    assert!(boards(&fs::read_to_string(&output).unwrap()).len() > 20);
    let graded = stdout(&["checkers", "--check", &output, "--time", "0.05"]);
    assert!(graded.starts_with("Legal; whether it is optimal could not be proven"), "{graded}");
    // An incomplete answer is reported even if the best line is unknown.
    let text = fs::read_to_string(&output).unwrap();
    let short = folder.with("short", boards(&text)[..10].join("\n\n"));
    let (code, said) = failure(&["checkers", "--check", &short, "--time", "0.05"]);
    let missing = "it ends when a side cannot move on, or with the third repetition of a position or 80 plies without progress";
    assert!(code == 1 && said.contains(missing), "{said}");
}

/// The first fault by ply is reported, not the first one found.
#[test]
fn earliest_fault_is_reported() {
    let folder = Folder::new();
    let input = path("final1.txt");
    let start = fs::read_to_string(&input).unwrap();
    let start = start.trim_end();
    let slow = "........\n........\n........\n........\n...b....\n........\n.....r..\n........";
    // After a suboptimal move: a board that no move leads to, and text that is not a board.
    for later in [start, "hello"] {
        let answer = folder.with("answer", [start, slow, later].join("\n\n"));
        let (code, said) = failure(&["checkers", "--check", &answer]);
        assert!(code == 1 && said.contains("ply 1: red could win in 3 plies, and now"), "{said}");
    }
    let good = "........\n........\n........\n........\n...b....\n........\n...r....\n........";
    let answer = folder.with("answer", [start, good, start].join("\n\n"));
    let (code, said) = failure(&["checkers", "--check", &answer]);
    assert!(code == 1 && said.contains("ply 2: no legal move of black"), "{said}");
    let answer = folder.with("answer", [start, good, "hello"].join("\n\n"));
    let (code, said) = failure(&["checkers", "--check", &answer]);
    assert!(code == 1 && said.contains("the game is not over with the last board, number 2"), "{said}");
}

/// Kings that move back and forth: the best line cannot be proven in so little time, and the game
/// still ends.
#[test]
fn unproven_game_ends_by_the_rules() {
    let folder = Folder::new();
    let input = folder.with(
        "kings.txt",
        ".B.B.B..\n........\n........\n........\n........\n........\n........\nR.R.R...\n",
    );
    let output = folder.file("out");
    let done = plywood(&["checkers", "--inputfile", &input, "--outputfile", &output, "--time", "0.2"]);
    assert!(done.status.success() && stderr_text(&done).contains("could not be proven within"), "{done:?}");
    let graded = stdout(&["checkers", "--check", &output, "--time", "0.05"]);
    assert!(graded.starts_with("Legal; whether it is optimal could not be proven"), "{graded}");
}

#[test]
fn a_heading_and_remarks_are_not_graded() {
    let folder = Folder::new();
    let output = folder.file("out");
    stdout(&["checkers", "--inputfile", &path("final1.txt"), "--outputfile", &output]);
    let boards = fs::read_to_string(&output).unwrap();
    let right = stdout(&["checkers", "--check", &output]);
    assert!(right.starts_with("Right: red wins in "), "{right}");
    for text in [
        format!("Solution\n{boards}3 moves\n0.52 seconds\n"),
        format!("A puzzle of the course:\r\n\r\n{boards}\n3 moves\n\n0.52 seconds"),
        format!("{boards}3 moves\n"),
    ] {
        let answer = folder.with("answer", &text);
        assert_eq!(stdout(&["checkers", "--check", &answer]), right, "{text}");
    }
    // Text between boards is an error, reported once; a damaged row is not taken for a remark.
    let between = folder.with("between", boards.replacen("\n\n", "\n\nMove 1:\n", 1));
    let (code, said) = failure(&["checkers", "--check", &between]);
    assert!(code == 1 && said.contains("line 10: expected a row of board 2, found 'Move 1:'"), "{said}");
    assert_eq!(said.lines().count(), 1);
    let damaged = folder.with("damaged", boards.replacen('.', "x", 1));
    assert!(
        failure(&["checkers", "--check", &damaged]).1.contains("board 1 is not a board: line 1"),
        "{said}"
    );
}

#[test]
fn launcher_takes_the_course_arguments() {
    let folder = Folder::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../courses/checkers.py");
    let output = folder.file("out");
    let mut command = Command::new("python3");
    command.args(["-B", script, "--inputfile", &path("final1.txt"), "--outputfile", &output]);
    command.env("PLYWOOD", env!("CARGO_BIN_EXE_plywood"));
    // Without Python the launcher cannot be tested.
    let Ok(done) = command.output() else { return };
    assert!(done.status.success(), "{done:?}");
    assert_eq!(boards(&fs::read_to_string(&output).unwrap()).len(), 4);
}

#[cfg(unix)]
#[test]
fn ctrl_c_writes_nothing() {
    let folder = Folder::new();
    let input = folder.with(
        "start.txt",
        ".b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nr.r.r.r.\n.r.r.r.r\nr.r.r.r.\n",
    );
    let mut command = program();
    command.args(["checkers", "--inputfile", &input, "--outputfile", &folder.file("out")]);
    let mut child = command.spawn().unwrap();
    program::wait_for_interrupt_handler(&child);
    program::signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!Path::new(&folder.file("out")).exists());
}
