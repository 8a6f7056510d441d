//! Programs that run for a whole game, in matches: the Universal Game Interface and Hub; and
//! bubblewrap.
#![cfg(target_os = "linux")]

mod program;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use program::{games_in, time_to_start};
use serde_json::Value;
use tempfile::TempDir;

const OURS: &str = env!("CARGO_BIN_EXE_plywood");

fn write_script(path: &Path, script: &str) {
    fs::write(path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// A folder with one program in it.
fn folder(script: &str) -> TempDir {
    let dir = TempDir::new().unwrap();
    write_script(&dir.path().join("player.sh"), script);
    dir
}

/// Two games from the start between two players, with the programs in `programs` first in PATH.
fn games_with(game: &str, player: &str, other: &str, more: &[&str], programs: Option<&Path>) -> Vec<Value> {
    let out = TempDir::new().unwrap();
    let args = ["match", game, "--player", player, "--player", other, "--games", "2", "--opening-plies", "0"];
    let mut command = program::program();
    command.args(args).args(["--unbalanced", "--out", out.path().to_str().unwrap()]).args(more);
    if let Some(programs) = programs {
        let path = std::env::var("PATH").unwrap();
        command.env("PATH", format!("{}:{path}", programs.display()));
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    games_in(out.path())
}

fn games(game: &str, player: &str, other: &str, more: &[&str]) -> Vec<Value> {
    games_with(game, player, other, more, None)
}

/// The verdict on a checkers program of this type, which must be the same in both games.
fn verdict(kind: &str, script: &str, words: &str) -> (String, String) {
    let dir = folder(script);
    // The time limit is ample unless it is what is tested: the machine may be busy.
    let time = if words.contains("time=") { "" } else { "time=60" };
    let player = format!(
        "name=stranger type={kind} cmd=\"./player.sh {OURS}\" dir={} {time} {words}",
        dir.path().display()
    );
    let games = games("checkers", &player, "type=random", &[]);
    let said = |game: &Value| {
        assert_eq!(game["verdict"]["player"], "stranger", "{game}");
        ["kind", "why"].map(|name| game["verdict"][name].as_str().unwrap().to_string())
    };
    assert_eq!(games.len(), 2);
    assert_eq!(said(&games[0])[0], said(&games[1])[0]);
    said(&games[0]).into()
}

/// A program that follows the protocol up to the first move.
const GREETING: &str =
    "read ugi; echo id name X; echo ugiok; read new; read ready; echo readyok; read position;";

#[test]
fn own_engine_plays_through_a_pipe() {
    for game in catalogue::CATALOGUE.names() {
        let player = format!("name=ours type=ugi cmd=\"{OURS} engine {game}\" option.Hash=1 nodes=200");
        for played in games(game, &player, "name=direct nodes=200", &[]) {
            assert_eq!(played["verdict"], Value::Null, "{played}");
            assert!(played["moves"].as_array().unwrap().len() > 5, "{played}");
        }
    }
}

#[test]
fn ugi_player_receives_limits_and_options() {
    // With the same limits it plays the same first moves as without a pipe.
    let ours = format!("name=a type=ugi cmd=\"{OURS} engine checkers\" depth=4 option.Hash=8");
    let moves = |player: &str| {
        let games = games("checkers", player, "name=b depth=3 table=8", &[]);
        games.iter().map(|game| game["moves"].as_array().unwrap()[..16].to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(moves(&ours), moves("name=a depth=4 table=8"));
}

#[test]
fn clock_runs_only_on_move() {
    // It takes longer to start than its whole clock, but less than the 10 seconds of a handshake.
    let clock = time_to_start(1.0).min(5.0);
    let dir = folder(&format!("sleep {}; exec {OURS} engine dragon-queen", 1.5 * clock));
    let player =
        format!("name=slow type=ugi cmd=\"./player.sh {OURS}\" dir={} option.Level=1", dir.path().display());
    for game in games("dragon-queen", &player, "type=random", &["--tc", &format!("{clock}+{clock}")]) {
        assert_eq!(game["verdict"], Value::Null, "{game}");
    }
}

#[test]
fn agreed_scores_end_games() {
    let player = format!("name=a type=ugi cmd=\"{OURS} engine checkers\" nodes=2000");
    let other = format!("name=b type=ugi cmd=\"{OURS} engine checkers\" option.Level=1 nodes=10");
    let games = games("checkers", &player, &other, &["--agree-win", "200,3"]);
    assert!(games.iter().any(|game| game["reason"] == "agreed scores"), "{games:?}");
}

#[test]
fn ugi_violations_have_verdicts() {
    let said = |rest: &str, words: &str| verdict("ugi", &format!("{GREETING} {rest}"), words);
    let (kind, why) = said("read go; echo bestmove 1-5; read more", "");
    assert_eq!((kind.as_str(), why.as_str()), ("illegal", "the piece on 1 is Black's, and it is Red's turn"));
    assert_eq!(said("read go; echo bestmove; read more", "").0, "garbage");
    assert_eq!(said("read go; echo bestmove hello; read more", "").0, "garbage");
    let none = said("read go; echo bestmove none; read more", "");
    assert_eq!(none.1, "it answered that there is no move, but there are 7");
    assert_eq!(said("read go; sleep 600", "time=0.2").0, "timeout");
    assert_eq!(said("read go; trap '' TERM INT; sleep 600 & wait", "time=0.2").0, "timeout");
    assert_eq!(said("exit 0", "").0, "silent");
    assert_eq!(said("echo what >&2; exit 4", "").1, "it ended with code 4; it complained: what");
    assert_eq!(said("kill -SEGV $$", "").1, "signal 11 ended it");
    assert_eq!(said("yes | head -c 100000000; sleep 60", "time=30").0, "flood");
    assert_eq!(verdict("ugi", "read ugi; exit 0", "").0, "silent");
    assert_eq!(verdict("ugi", "exec ./nothing", "").0, "crash");
}

#[test]
fn program_that_never_reads_times_out() {
    // The handshake is larger than a pipe's buffer.
    let option = format!("option.Name={}", "x".repeat(100_000));
    assert_eq!(
        verdict("ugi", "read ugi; echo ugiok; sleep 600", &option).1,
        "it did not answer 'isready' with 'readyok' in 10 seconds"
    );
}

#[test]
fn forgiven_move_is_asked_again() {
    // The first answer is wrong; the next one, from a new process, is right.
    let dir = TempDir::new().unwrap();
    let mark = dir.path().join("mark");
    let script = format!(
        "if mkdir {0} 2>/dev/null; then {GREETING} read go; echo bestmove 1-5; read more; fi; exec {OURS} engine checkers",
        mark.display()
    );
    let program = folder(&script);
    let player = format!("name=s type=ugi cmd=\"./player.sh\" dir={} nodes=50", program.path().display());
    // In a sandbox it could not remember. Without a rehearsal, the first answer is in a game.
    let more = ["--forgive", "move", "--sandbox", "limits", "--no-rehearsal"];
    let played = games_with("checkers", &player, "type=random", &more, None);
    let forgiven: Vec<&Value> =
        played.iter().flat_map(|game| game["forgiven"].as_array()).flatten().collect();
    assert_eq!(forgiven.len(), 1, "{played:?}");
    assert!(played.iter().all(|game| game["verdict"].is_null()), "{played:?}");
}

/// A Hub program that asks our engine, and answers in the protocol's long form if told to.
const HUB: &str = r#"
coproc_in=$(mktemp -u); mkfifo "$coproc_in"
"$1" engine checkers < "$coproc_in" | while read -r word mv rest; do
    [ "$word" = bestmove ] && { echo 'info depth=1 score=0.25 pv="'"$mv"'"'; echo "done move=$mv"; }
done &
exec 3> "$coproc_in"
while read -r word rest; do
    case $word in
        hub) echo 'id name=Test version=1 author="some body"'; echo 'param name=book value=true type=bool'; echo wait;;
        set-param) [ "$rest" = 'name=book value=false' ] || exit 9;;
        init) echo ready;;
        pos) case $rest in *moves=*) m=${rest#*moves=}; m=$(echo "$m" | tr -d '"' | sed 's/\([0-9]*x[0-9]*\)[x0-9]*/\1/g');; *) m=;; esac
             echo "position startpos${m:+ moves $m}" >&3;;
        go) echo 'go nodes 100' >&3;;
        quit) exit 0;;
    esac
done"#;

#[test]
fn a_hub_program_plays_checkers() {
    let dir = folder(HUB);
    let player = format!(
        "name=hub type=hub cmd=\"./player.sh {OURS}\" dir={} option.book=false time=20",
        dir.path().display()
    );
    for game in games("checkers", &player, "type=random", &[]) {
        assert_eq!(game["verdict"], Value::Null, "{game}");
        assert!(game["moves"].as_array().unwrap().len() > 10, "{game}");
    }
}

#[test]
fn hub_violations_have_verdicts() {
    let said_within = |rest: &str, time: &str| {
        let greeting = "read hub; echo wait; read init; echo ready; read new; read pos;";
        verdict("hub", &format!("{greeting} {rest}"), time)
    };
    let said = |rest: &str| said_within(rest, "");
    assert_eq!(said("read level; read go; echo done move=1-5; read more").0, "illegal");
    assert_eq!(said("read level; read go; echo done; read more").0, "garbage");
    assert_eq!(
        said("echo 'error message=\"no such position\"'; read more; read more; read more").0,
        "garbage"
    );
    assert_eq!(said_within("sleep 600", "time=0.5").0, "timeout");
    assert_eq!(said("exit 3").0, "crash");
    let (code, text) =
        program::failure(&["match", "raichu", "--player", "type=hub cmd=x", "--player", "type=random"]);
    assert!(code == 2 && text.contains("no notation of the Hub protocol"), "{code}: {text}");
}

/// A program that plays like ours, after it has tried to write outside its folder.
fn curious(outside: &Path) -> TempDir {
    folder(&format!(
        "touch {0}/been-here 2>/dev/null; touch here || exit 5; exec {OURS} engine checkers",
        outside.display()
    ))
}

#[test]
fn bubblewrap_is_used_where_it_works_with_the_supervisor_outside() {
    // A stand-in for bubblewrap: it records its arguments and runs the program.
    let fake = TempDir::new().unwrap();
    let notes = fake.path().join("notes");
    let script = format!(
        "echo \"$@\" >> {}\nwhile [ \"$1\" != -- ]; do shift; done\nshift\nexec \"$@\"",
        notes.display()
    );
    write_script(&fake.path().join("bwrap"), &script);
    let dir = curious(fake.path());
    let player = format!("name=s type=ugi cmd=\"./player.sh\" dir={} nodes=20", dir.path().display());
    for game in games_with("checkers", &player, "type=random", &[], Some(fake.path())) {
        assert_eq!(game["verdict"], Value::Null, "{game}");
    }
    let notes = fs::read_to_string(notes).unwrap();
    assert!(notes.lines().count() >= 3, "{notes}");
    assert!(notes.lines().next().unwrap().ends_with("-- true"), "{notes}");
    for line in notes.lines() {
        assert!(
            line.contains("--unshare-net")
                && line.contains("--ro-bind /usr /usr")
                && !line.contains("--ro-bind / /")
                && line.contains("--die-with-parent")
        );
    }
}

#[test]
fn broken_bubblewrap_is_skipped() {
    let fake = TempDir::new().unwrap();
    write_script(&fake.path().join("bwrap"), "echo no namespaces here >&2; exit 1");
    let dir = curious(fake.path());
    let player =
        format!("name=s type=ugi cmd=\"./player.sh\" dir={} nodes=20 readable={OURS}", dir.path().display());
    for game in games_with("checkers", &player, "type=random", &[], Some(fake.path())) {
        assert_eq!(game["verdict"], Value::Null, "{game}");
    }
    let path = format!("{}:{}", fake.path().display(), std::env::var("PATH").unwrap());
    let output =
        program::program().args(["match", "--check-sandbox", "--json"]).env("PATH", path).output().unwrap();
    let checked: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(checked["sandboxes"][0]["works"], false, "{checked}");
    assert!(checked["sandboxes"][0]["why"].as_str().unwrap().contains("no namespaces here"), "{checked}");
    assert_ne!(checked["used"], "bubblewrap", "{checked}");
}

/// It answers only if it was given the folder and can read its contents.
#[test]
fn tables_option_is_set_and_readable() {
    let tables = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    fs::write(tables.path().join("known"), "").unwrap();
    let dir = folder(
        "while read -r line; do case \"$line\" in
         ugi) echo id name X; echo option name Tables type string default embedded; echo ugiok;;
         isready) echo readyok;;
         'setoption name Tables value '*) folder=${line#setoption name Tables value };;
         go*) [ -f \"$folder/known\" ] && echo bestmove 1-32 || exit 3;;
         quit) exit;;
         esac; done",
    );
    let player = |words: &str| format!("type=ugi cmd=./player.sh dir={} {words}", dir.path().display());
    for (words, kind) in
        [(format!("tables={}", tables.path().display()), "illegal"), (String::new(), "crash")]
    {
        for game in games("checkers", &player(&words), "type=random", &[]) {
            assert_eq!(game["verdict"]["kind"], kind, "{game}");
        }
    }
}
