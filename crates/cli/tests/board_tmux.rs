//! The full-screen board in a real terminal.

#![cfg(unix)]

mod tmux;

use std::process::Command;

use tmux::Terminal;

const PROGRAM: &str = env!("CARGO_BIN_EXE_plywood");

/// The moves of the last game in a file.
fn moves_in(path: &std::path::Path) -> usize {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let last = text.rsplit("\n\n").next().unwrap_or_default();
    if last.starts_with('[') { 0 } else { last.split_whitespace().count() }
}

/// Selects the next piece that can move and its first destination, by keys alone.
fn make_some_move(terminal: &Terminal) {
    terminal.keys(&["Tab", "Enter", "Tab", "Enter"]);
}

#[test]
fn a_whole_game_is_played_by_keys() {
    let Some(terminal) = Terminal::open(80, 24) else { return };
    let file = terminal.file("game.txt");
    let name = file.to_str().unwrap();
    terminal.shell(&format!("{PROGRAM} play dragon-queen --level 1 --seed 1 --transcript {name}"));
    terminal.wait_for("Wights to move, ");
    let mut moves = 0;
    let screen = loop {
        make_some_move(&terminal);
        let screen = terminal.wait_until("the answer", |screen| {
            screen.contains("The game is over")
                || screen.contains("legal move") && moves_in(&file) >= moves + 2
        });
        if screen.contains("The game is over") {
            break screen;
        }
        moves = moves_in(&file);
        assert!(moves <= 50, "the game has a limit");
    };
    let record = std::fs::read_to_string(&file).unwrap();
    let ending = if record.contains("[Result \"1-0\"]") {
        "The game is over: Queen won"
    } else if record.contains("[Result \"0-1\"]") {
        "The game is over: Wights won"
    } else {
        "The game is over: a draw"
    };
    assert!(screen.contains(ending), "{record}\n{screen}");
    terminal.keys(&["q"]);
    terminal.wait_for("code=0");
    assert!(terminal.screen().contains(ending), "it is said again:\n{}", terminal.screen());
    terminal.is_restored_after(0);
    terminal.shell(&format!("{PROGRAM} play --resume"));
    assert!(terminal.wait_for("code=2").contains("there is no unfinished game"), "{}", terminal.screen());
}

#[test]
fn interrupted_game_resumes() {
    let Some(terminal) = Terminal::open(80, 24) else { return };
    terminal.shell(&format!("{PROGRAM} play checkers --level 1 --seed 1"));
    terminal.wait_for("Red to move, 7 legal moves.");
    terminal.type_text("22-18");
    terminal.wait_for("Move: 22-18");
    terminal.keys(&["Enter"]);
    let before = terminal
        .wait_until("the answer", |screen| screen.contains("1. 22-18") && screen.contains("Red to move"));
    let move_list = |screen: &str| screen.lines().find(|line| line.contains("1. 22-18")).map(str::to_string);
    terminal.keys(&["C-c"]);
    assert!(terminal.wait_for("code=130").contains("plywood play --resume"));
    terminal.is_restored_after(130);
    terminal.shell(&format!("{PROGRAM} play --resume"));
    let after = terminal.wait_for("Red to move");
    assert_eq!(move_list(&after), move_list(&before), "{after}");
    assert!(after.contains("level 1"), "{after}");
    terminal.keys(&["q"]);
    terminal.is_restored_after(0);
}

#[test]
fn suspend_and_continue() {
    let Some(terminal) = Terminal::open(80, 24) else { return };
    terminal.shell(&format!("{PROGRAM} play dragon-queen --as both"));
    terminal.wait_for("Wights to move");
    terminal.keys(&["C-z"]);
    // 128 plus the number of the signal.
    terminal.is_restored_after(148);
    terminal.shell("fg");
    terminal.wait_for("Wights to move");
    terminal.keys(&["C-l"]);
    make_some_move(&terminal);
    terminal.wait_for("Queen to move");
    terminal.keys(&["q"]);
    terminal.is_restored_after(0);
}

#[test]
fn self_play_can_be_paused() {
    let Some(terminal) = Terminal::open(80, 24) else { return };
    let file = terminal.file("game.txt");
    let name = file.to_str().unwrap();
    terminal.shell(&format!("{PROGRAM} play abalone --as none --level 1 --transcript {name}"));
    terminal.wait_until("some moves", |_| moves_in(&file) >= 2);
    terminal.keys(&["Space"]);
    terminal.wait_for("the game is paused");
    let moves = moves_in(&file);
    // Longer than the machine waits between moves.
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert_eq!(moves_in(&file), moves);
    terminal.keys(&["p"]);
    terminal.wait_until("more moves", |_| moves_in(&file) > moves);
    terminal.keys(&["q"]);
    terminal.is_restored_after(0);
}

#[test]
fn signal_restores_the_terminal() {
    let Some(terminal) = Terminal::open(80, 24) else { return };
    let pid = terminal.file("pid");
    let (pid_name, as_both) = (pid.to_str().unwrap(), "play abalone --as both");
    terminal.shell(&format!("sh -c 'echo $$ > {pid_name}; exec {PROGRAM} {as_both}'"));
    terminal.wait_for("Blue to move");
    let pid = std::fs::read_to_string(&pid).unwrap();
    assert!(Command::new("kill").args(["-TERM", pid.trim()]).status().unwrap().success());
    terminal.is_restored_after(130);
}

#[test]
fn small_terminal_recovers_after_resize() {
    let Some(terminal) = Terminal::open(80, 24) else { return };
    terminal.shell(&format!("{PROGRAM} play abalone --as both"));
    terminal.wait_for("Blue to move");
    terminal.resize(60, 20);
    terminal.wait_for("80 × 24 needed, this is 60 × 20");
    // On a visible board, this would be a move.
    terminal.keys(&["A", "4", "B", "3", "Enter"]);
    terminal.resize(120, 40);
    terminal.wait_for("No moves yet");
    terminal.resize(80, 24);
    terminal.wait_until("the board again", |screen| {
        screen.contains("Blue to move") && !screen.contains("needed")
    });
    terminal.keys(&["?"]);
    terminal.wait_for("any other key returns");
    terminal.keys(&["Escape"]);
    terminal.wait_for("Blue to move");
    terminal.keys(&["q"]);
    terminal.is_restored_after(0);
}

#[test]
fn pieces_are_moved_by_the_mouse() {
    let Some(terminal) = Terminal::open(80, 24) else { return };
    terminal.shell(&format!("{PROGRAM} play dragon-queen --as both"));
    let screen = terminal.wait_for("Wights to move");
    // The labels of rows and columns give the places of a1 and a2, whichever way the board lies.
    let line_of =
        |label: &str| screen.lines().position(|line| line.split_whitespace().any(|word| word == label));
    let (from, to, letters) = (line_of("1").unwrap(), line_of("2").unwrap(), line_of("a").unwrap());
    let column = screen.lines().nth(letters).unwrap().find('a').unwrap();
    terminal.click(column, from);
    terminal.click(column, to);
    terminal.wait_for("1. a1-a2");
    terminal.keys(&["q"]);
    terminal.is_restored_after(0);
}

#[test]
fn a_dumb_terminal_and_plain_play_at_the_prompt() {
    let Some(terminal) = Terminal::open(80, 24) else { return };
    for how in ["TERM=dumb", "PLAIN=1"] {
        let plain = if how == "PLAIN=1" { "--plain" } else { "" };
        terminal.shell(&format!("env {how} {PROGRAM} play checkers --level 1 {plain}"));
        terminal.wait_for("Type a move, or help.");
        terminal.wait_for("Red>");
        terminal.type_text("quit");
        terminal.keys(&["Enter"]);
        terminal.is_restored_after(0);
    }
}

#[test]
fn evaluation_hints_and_levels_during_a_game() {
    let Some(terminal) = Terminal::open(80, 24) else { return };
    terminal.shell(&format!("NO_COLOR=1 {PROGRAM} play checkers 'W:WK14,K18:BK3' --as red --level 1 --eval"));
    terminal.wait_for("exact: Red wins in 7");
    terminal.keys(&["h"]);
    terminal.wait_for("(a win in 7 plies)");
    terminal.keys(&["+"]);
    terminal.wait_for("level 2");
    terminal.keys(&["e"]);
    terminal.wait_until("no evaluation", |screen| !screen.contains("exact:"));
    let colours = terminal.screen_with_styles();
    assert!(!colours.contains("[38;") && !colours.contains("[48;"), "{colours}");
    terminal.keys(&["r"]);
    terminal.wait_for("Does Red resign?");
    terminal.keys(&["y"]);
    terminal.wait_for("Red resigned, Black won");
    terminal.keys(&["q"]);
    terminal.is_restored_after(0);
}
