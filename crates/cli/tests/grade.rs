//! Programs of a course graded: good ones, and those that students hand in at night. What is wrong with each is said in a
//! sentence that its author understands.
#![cfg(target_os = "linux")]

mod program;

use std::fs;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use program::failure;
use serde_json::Value;
use tempfile::TempDir;

const RULES: &str = include_str!("students/rules.py");

/// A course of one test, so that a bad program costs no time.
fn course(time: f64, more: &str) -> String {
    format!(
        "game = 'raichu'\ntitle = 'Assignment 1'\nleaderboard = true\n[program]\ntype = 'oneshot'\n\
         cmd = './player {{n}} {{side}} {{board}} {{seconds}}'\ntime = {time}\nmemory = 300\nprocesses = 20\n{more}"
    )
}

const START: &str = "[contract]\nstart = 4\n";

/// A program in a folder of its own, and the course file beside the folder.
fn hand_in(class: &Path, name: &str, script: &str) -> String {
    let dir = class.join(name);
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("rules.py"), RULES).unwrap();
    fs::write(dir.join("player"), script).unwrap();
    fs::set_permissions(dir.join("player"), fs::Permissions::from_mode(0o755)).unwrap();
    dir.display().to_string()
}

/// The grade of a program as JSON.
fn grade(class: &Path, course: &str, student: &str, more: &[&str]) -> Value {
    let file = class.join("course.toml");
    fs::write(&file, course).unwrap();
    let args = ["grade", "--file", file.to_str().unwrap(), "--student", student, "--json"];
    program::json(&[&args[..], more].concat())
}

/// What is said about the first test.
fn told(grade: &Value) -> String {
    let text = grade["tests"][0]["text"].as_array().unwrap();
    text.iter().map(|sentence| sentence.as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

const PYTHON: &str = "#!/usr/bin/env python3\n";

#[test]
fn each_bad_program_is_told_what_is_wrong() {
    let class = TempDir::new().unwrap();
    fs::create_dir(class.path().join("ben")).unwrap();
    fs::write(class.path().join("ben/secret.py"), "x").unwrap();
    let other = class.path().join("ben/secret.py").display().to_string();
    let bad: [(&str, String, &[&str]); 13] = [
        (
            "crash",
            format!("{PYTHON}import sys\n\nprint(1 // (len(sys.argv) - 5))\n"),
            &[
                "Your program stopped with an error (player, line 4): ZeroDivisionError: ",
                "Run your program with the same arguments",
            ],
        ),
        (
            "segfault",
            "#!/bin/sh\nkill -SEGV $$\n".to_string(),
            &["Your program crashed (segmentation fault, signal 11).", "look for an index"],
        ),
        (
            "silence",
            "#!/bin/sh\nexit 0\n".to_string(),
            &["Your program ended without printing anything.", "Print the move, or the board after it"],
        ),
        (
            "wrong last line",
            "#!/bin/sh\necho Thinking; echo My move is pawn to e4\n".to_string(),
            &[
                "Your program printed 2 lines, none of which is a move or a board.",
                "The last line that it printed was 'My move is pawn to e4'.",
                "on a line of its own, exactly as the assignment shows it",
            ],
        ),
        (
            "illegal",
            "#!/bin/sh\necho a2-a8\n".to_string(),
            &["Your program played 'a2-a8', which is not legal: a2 is a Pikachu: "],
        ),
        (
            "endless output",
            format!("{PYTHON}while True:\n    print('a2-a3 ' * 100)\n"),
            &["for one move, and may print 1048576.", "Look for a loop that prints without end"],
        ),
        (
            "syntax",
            format!("{PYTHON}if 1\n    print('a2-a3')\n"),
            &[
                "Your program stopped with an error (player, line 2): SyntaxError: ",
                "Python cannot read the program at all",
            ],
        ),
        (
            "module",
            format!("{PYTHON}import numpie_that_is_nowhere\n"),
            &["ModuleNotFoundError: No module named 'numpie_that_is_nowhere'.", "is not installed here"],
        ),
        (
            "fork bomb",
            format!("{PYTHON}import os\nwhile True:\n    os.fork()\n"),
            &[
                "Your program was ended: too many processes",
                "Look for a loop that starts programs or processes.",
            ],
        ),
        (
            "memory",
            format!(
                "{PYTHON}import time\nx = bytearray(10 ** 9)\nx[::4096] = b'1' * len(x[::4096])\ntime.sleep(50)\n"
            ),
            &["Your program was ended: too much memory", "Keep fewer positions in memory"],
        ),
        (
            "others' files",
            format!("{PYTHON}print(open('{other}').read())\n"),
            &["Error: ", "Your program may read only the system's files and its own folder"],
        ),
        (
            "no interpreter",
            "#!/usr/bin/no-such-python\n".to_string(),
            &["could not be started", "check its name, with capitals"],
        ),
        (
            "network",
            format!("{PYTHON}import socket\nsocket.create_connection(('192.0.2.1', 80), 5)\n"),
            &["Your program stopped with an error (player, line 3): ", "Programs have no network here"],
        ),
    ];
    for (name, script, sentences) in bad {
        let dir = hand_in(class.path(), name, &script);
        let grade = grade(class.path(), &course(60.0, START), &dir, &[]);
        let told = told(&grade);
        for sentence in sentences {
            assert!(told.contains(sentence), "{name}: {told}\n{grade}");
        }
        assert_eq!((&grade["points"], &grade["max_points"]), (&0.0.into(), &4.0.into()), "{name}: {told}");
        assert!(!told.contains(" it ended") && !told.contains("complained"), "{name}: {told}");
    }
}

#[test]
fn a_slow_program_is_told_so() {
    let class = TempDir::new().unwrap();
    let dir = hand_in(class.path(), "slow", "#!/bin/sh\nsleep 300\necho a2-a3\n");
    let told = told(&grade(class.path(), &course(1.0, START), &dir, &[]));
    let start = "Your program printed nothing in 1 second. Print a first move at once";
    assert!(told.starts_with(start), "{told}");
}

/// A program that keeps to the contract.
const GOOD: &str = "#!/usr/bin/env python3
import sys
from rules import best
n, side, board = int(sys.argv[1]), sys.argv[2], sys.argv[3]
if len(board) != n * n:
    sys.exit('this is no board')
print(best(board, n, side))
";

const WHOLE: &str = "[contract]\nstart = 1\nboth-sides = 1\npositions = 2.5\ntime = 1\nlast-line = 1\nillegal-input = 1
[[puzzle]]\nname = 'Take it'\nposition = '......../......../.w....../..b...../......../......../......../........ w'
best = ['b3xd5']\npoints = 2
[[puzzle]]\nposition = '......../......../.w....../..b...../......../......../......../........ w'\npoints = 1
[[games]]\nagainst = 'name=\"a beginner\" type=random'\ngames = 2\npoints = 4\nfull = 0.5\n";

#[test]
fn a_good_program_gets_its_points_and_its_files() {
    let class = TempDir::new().unwrap();
    let dir = hand_in(class.path(), "ann", GOOD);
    let out = class.path().join("out");
    let text = format!("openings = 'openings.txt'\n{}", course(60.0, WHOLE));
    // Short games: whoever is to move wins at once, or cannot avoid losing at once.
    fs::write(
        class.path().join("openings.txt"),
        "......../......../.w....../..b...../......../......../......../........ w\n",
    )
    .unwrap();
    let grade = grade(class.path(), &text, &dir, &["--out", out.to_str().unwrap()]);
    let points: Vec<f64> =
        grade["tests"].as_array().unwrap().iter().map(|test| test["points"].as_f64().unwrap()).collect();
    assert_eq!(points, [1.0, 1.0, 2.5, 1.0, 1.0, 1.0, 2.0, 1.0, 4.0], "{grade:#}");
    assert_eq!((&grade["points"], &grade["max_points"]), (&14.5.into(), &14.5.into()));
    assert_eq!(grade["tests"][8]["text"][0], "Won 1, drawn 0, lost 1.");

    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let results: Value = serde_json::from_str(&read("results.json")).unwrap();
    assert_eq!((&results["score"], results["tests"].as_array().unwrap().len()), (&14.5.into(), 9));
    let test = &results["tests"][0];
    assert_eq!(
        (&test["score"], &test["max_score"], &test["status"]),
        (&1.0.into(), &1.0.into(), &"passed".into())
    );
    assert_eq!(test["output_format"], "html");
    assert_eq!(results["leaderboard"][0], serde_json::json!({"name": "Points", "value": 14.5}));
    assert!(read("junit.xml").contains("tests=\"9\" failures=\"0\""));
    let page = read("grade.html");
    assert!(page.contains("14.5 of 14.5 points.") && page.contains("id=\"viewer\"") && !page.contains("{{"));
}

#[test]
fn each_part_of_the_contract_is_tested() {
    let class = TempDir::new().unwrap();
    // It knows one side of one position, talks after its move, and answers to anything.
    let script = "#!/bin/sh\necho a2-a3\necho done\n";
    let dir = hand_in(class.path(), "ben", script);
    let grade = grade(class.path(), &course(60.0, WHOLE), &dir, &[]);
    let tests = grade["tests"].as_array().unwrap();
    let test = |number: usize| {
        let text: Vec<&str> =
            tests[number]["text"].as_array().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
        (tests[number]["points"].as_f64().unwrap(), text.join(" "))
    };
    assert_eq!(test(0), (1.0, "Your program played a2-a3.".to_string()));
    assert!(
        test(1).0 == 0.0 && test(1).1.starts_with("Your program played 'a2-a3', which is not legal: "),
        "{:?}",
        test(1)
    );
    assert!(test(2).1.starts_with("Your program made a legal move in "), "{:?}", test(2));
    assert!(
        test(4).0 == 0.0 && test(4).1.contains("The last line that your program printed was 'done'."),
        "{:?}",
        test(4)
    );
    assert!(test(5).0 == 0.0 && test(5).1.contains("instead it printed the move 'a2-a3'"), "{:?}", test(5));
    assert!(test(6).0 == 0.0, "{:?}", test(6));
    let games = test(8).1;
    assert!(
        games.starts_with("Won 0, drawn 0, lost 2.") || games.contains("because of what your program did"),
        "{games}"
    );
}

#[test]
fn a_build_that_fails_is_told_with_the_words_of_the_compiler() {
    if Command::new("cc").arg("--version").output().is_err() {
        return;
    }
    let class = TempDir::new().unwrap();
    let built = format!("build = 'cc -o player player.c'\n{START}");
    let dir = class.path().join("cleo");
    fs::create_dir(&dir).unwrap();
    fs::write(dir.join("player.c"), "int main(void) { return nothing_here; }\n").unwrap();
    let failed = grade(class.path(), &course(60.0, &built), dir.to_str().unwrap(), &[]);
    assert_eq!(failed["points"], 0.0);
    assert!(told(&failed).contains("because 'cc -o player player.c' ended with code 1."), "{failed}");
    let said = failed["tests"][0]["quotes"][0]["text"].as_str().unwrap();
    assert!(said.contains("player.c") && said.contains("nothing_here"), "{said}");
    let source = "#include <stdio.h>\nint main(void) { puts(\"a2-a3\"); return 0; }\n";
    fs::write(dir.join("player.c"), source).unwrap();
    let passed = grade(class.path(), &course(60.0, &built), dir.to_str().unwrap(), &[]);
    assert_eq!(passed["points"], 4.0, "{passed}");
}

#[test]
fn everybody_is_graded_from_folders_and_archives() {
    let class = TempDir::new().unwrap();
    let students = class.path().join("students");
    hand_in(&students, "ann", GOOD);
    hand_in(&students, "ben", "#!/bin/sh\n");
    let packed =
        Command::new("tar").current_dir(&students).args(["czf", "cleo.tar.gz", "ann"]).status().unwrap();
    assert!(packed.success());
    fs::write(students.join("dora.zip"), "this is no zip file").unwrap();
    let file = class.path().join("course.toml");
    fs::write(&file, course(60.0, START)).unwrap();
    let out = class.path().join("grades");
    let args = ["grade", "--file", file.to_str().unwrap(), "--each", students.to_str().unwrap()];
    let said = program::stdout(&[&args[..], &["--out", out.to_str().unwrap()]].concat());
    let lines: Vec<&str> = said.lines().collect();
    let expected = ["ann: 4 of 4 points", "ben: 0 of 4 points", "cleo: 4 of 4 points", "dora: 0 of 4 points"];
    assert_eq!(lines, expected);
    let table = fs::read_to_string(out.join("grades.csv")).unwrap();
    assert_eq!(table, "name,points,max_points\r\nann,4,4\r\nben,0,4\r\ncleo,4,4\r\ndora,0,4\r\n");
    let page = fs::read_to_string(out.join("dora/grade.html")).unwrap();
    assert!(
        page.contains("&#39;dora.zip&#39; was not unpacked: it is not a zip file, or is damaged"),
        "{page}"
    );
}

#[test]
fn an_autograder_grades_by_itself() {
    let class = TempDir::new().unwrap();
    let file = class.path().join("course.toml");
    fs::write(&file, course(60.0, START)).unwrap();
    let zip = class.path().join("autograder.zip");
    let args = ["grade", "--file", file.to_str().unwrap(), "--autograder", zip.to_str().unwrap()];
    assert!(program::plywood(&args).status.success());
    let mut archive = zip::ZipArchive::new(fs::File::open(&zip).unwrap()).unwrap();
    // As Gradescope has it, but not at the root of the machine.
    let place = class.path().join("autograder");
    archive.extract(place.join("source")).unwrap();
    let dir = hand_in(class.path(), "ann", GOOD);
    fs::rename(dir, place.join("submission")).unwrap();
    let mut run = String::new();
    fs::File::open(place.join("source/run_autograder")).unwrap().read_to_string(&mut run).unwrap();
    assert!(run.contains("cd /autograder\n"));
    let here = run.replace("cd /autograder\n", &format!("cd '{}'\n", place.display()));
    fs::write(place.join("source/run_autograder"), here).unwrap();
    let output = Command::new(place.join("source/run_autograder")).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let results: Value =
        serde_json::from_str(&fs::read_to_string(place.join("results/results.json")).unwrap()).unwrap();
    assert_eq!(
        (&results["score"], &results["tests"][0]["status"]),
        (&4.0.into(), &"passed".into()),
        "{output:?}"
    );
    let mode = fs::metadata(place.join("source/setup.sh")).unwrap().permissions().mode();
    assert_eq!(mode & 0o111, 0o111);
}

#[test]
fn wrong_course_files_are_explained() {
    let class = TempDir::new().unwrap();
    let dir = hand_in(class.path(), "ann", GOOD);
    let file = class.path().join("course.toml");
    let fault = |text: &str| {
        fs::write(&file, text).unwrap();
        let (code, said) = failure(&["grade", "--file", file.to_str().unwrap(), "--student", &dir]);
        assert_eq!(code, 2, "{said}");
        said
    };
    let with = |more: &str| fault(&course(1.0, more));
    assert!(with("").contains("there is nothing to test"));
    assert!(
        with("[contract]\nprotocol = 1").contains("[contract] protocol is only for programs of type ugi")
    );
    assert!(with("[contract]\nstart = -1").contains("points = -1: expected a number from 0"));
    assert!(with("[contract]\nstrat = 1").contains("unknown field `strat`"));
    assert!(with("[[puzzle]]\nposition = 'x'\npoints = 1").contains("puzzle 1: not a position: "));
    assert!(with("[[games]]\nagainst = 'level=11'\npoints = 1").contains("expected a level from 1 to 10"));
    assert!(with("[[games]]\nagainst = 'level=1'\ngames = 3\npoints = 1").contains("must be an even number"));
    assert!(
        fault("game = 'checkers'\n[program]\ntype = 'oneshot'\ncmd = 'x'\nname = 'y'")
            .contains("--student names the program")
    );
}

const OURS: &str = env!("CARGO_BIN_EXE_plywood");

/// The points of each test of a program in an empty folder, with a course file beside the puzzles of `courses/`.
fn graded(course: &str, script: &str) -> Value {
    let class = TempDir::new().unwrap();
    let puzzles = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../courses/puzzles");
    fs::create_dir(class.path().join("puzzles")).unwrap();
    for name in ["capture.txt", "two-against-one.txt"] {
        fs::copy(puzzles.join(name), class.path().join("puzzles").join(name)).unwrap();
    }
    let dir = hand_in(class.path(), "ann", script);
    grade(class.path(), course, &dir, &[])
}

fn points(grade: &Value) -> Vec<f64> {
    grade["tests"].as_array().unwrap().iter().map(|test| test["points"].as_f64().unwrap()).collect()
}

#[test]
fn puzzle_programs_are_graded_by_their_solutions() {
    let course = format!(
        "game = 'checkers'\n[program]\ntype = 'puzzles'\ncmd = './player {{input}} {{output}}'\ntime = 60\nreadable = '{OURS}'\n\
         [contract]\nillegal-input = 1\n[[puzzle]]\nfile = 'puzzles/capture.txt'\npoints = 2\n\
         [[puzzle]]\nname = 'Two'\nfile = 'puzzles/two-against-one.txt'\npoints = 3\n"
    );
    let ours = format!("#!/bin/sh\nexec {OURS} checkers --inputfile $1 --outputfile $2\n");
    let right = graded(&course, &ours);
    assert_eq!(points(&right), [1.0, 2.0, 3.0], "{right:#}");
    assert_eq!(right["tests"][1]["text"][0], "Your solution is right: red wins in 1 ply.");
    // It copies the puzzle, whatever is in it.
    let wrong = graded(&course, "#!/bin/sh\ncp $1 $2\n");
    assert_eq!(points(&wrong), [0.0, 0.0, 0.0], "{wrong:#}");
    let text = wrong["tests"][1]["text"][0].as_str().unwrap();
    assert!(text.starts_with("Your solution is wrong: "), "{text}");
    let nothing = graded(&course, "#!/bin/sh\nln -s /etc/passwd $2\n");
    assert_eq!(nothing["tests"][1]["text"][0], "Your program ended without writing the solution file.");
}

#[test]
fn engines_and_line_programs_are_graded() {
    let engine = format!(
        "game = 'abalone'\n[program]\ntype = 'ugi'\ncmd = './player'\ntime = 20\nreadable = '{OURS}'\n\
         [contract]\nstart = 1\nboth-sides = 1\nprotocol = 5\n\
         [[games]]\nagainst = 'type=random'\ngames = 2\npoints = 4\nfull = 0.5\n"
    );
    // Its moves take no time.
    let engine = engine.replace("time = 20", "nodes = 50");
    let grade = graded(&engine, &format!("#!/bin/sh\nexec {OURS} engine abalone\n"));
    assert_eq!(points(&grade), [1.0, 1.0, 5.0, 4.0], "{grade:#}");
    let line = "game = 'abalone'\n[program]\ntype = 'line'\ncmd = './player'\ntime = 60\n[contract]\nstart = 1\nboth-sides = 1\n";
    let first_only =
        "#!/bin/sh\nread side\n[ $side = 1 ] && echo A7 B7 || { read move; echo A7 B7; }\nread end\n";
    let grade = graded(line, first_only);
    assert_eq!(points(&grade), [1.0, 0.0], "{grade:#}");
    assert!(
        grade["tests"][1]["text"][0]
            .as_str()
            .unwrap()
            .starts_with("Your program played 'A7 B7', which is not legal: ")
    );
}

#[test]
fn the_course_files_of_the_repository_are_ready_for_use() {
    let courses = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../courses");
    let place = TempDir::new().unwrap();
    let mut number = 0;
    for entry in fs::read_dir(courses).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let zip = place.path().join("autograder.zip").display().to_string();
            let args = ["grade", "--file", path.to_str().unwrap(), "--autograder", &zip];
            let output = program::plywood(&args);
            assert!(output.status.success(), "{output:?}");
            number += 1;
        }
    }
    assert_eq!(number, 3);
}
