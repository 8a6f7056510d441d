//! Programs that attack the match, the machine and the opponent's time, in every sandbox that works
//! here.
#![cfg(target_os = "linux")]

mod program;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use program::games_in;
use serde_json::Value;
use tempfile::TempDir;

/// The sandboxes that work on this machine.
fn sandboxes() -> Vec<String> {
    let output = program::plywood(&["match", "--check-sandbox", "--json"]);
    let checked: Value = serde_json::from_slice(&output.stdout).unwrap();
    let working = checked["sandboxes"].as_array().unwrap().iter().filter(|one| one["works"] == true);
    let names: Vec<String> = working.map(|one| one["sandbox"].as_str().unwrap().to_string()).collect();
    assert_eq!(output.status.success(), !names.is_empty(), "{checked}");
    names
}

/// A folder with one program, readable by everyone.
fn folder(script: &str) -> TempDir {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("player.sh");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    dir
}

/// The first game of Raichu between a program in a sandbox and a random player.
fn game(sandbox: &str, script: &str, words: &str) -> Value {
    let words = if words.contains("time=") { words.to_string() } else { format!("time=60 {words}") };
    let (dir, out) = (folder(script), TempDir::new().unwrap());
    let player = format!("name=stranger type=oneshot cmd=./player.sh dir={} {words}", dir.path().display());
    let mut command = program::program();
    command.args(["match", "raichu", "--player", &player, "--player", "type=random", "--games", "2"]);
    command.args(["--opening-plies", "0", "--unbalanced", "--sandbox", sandbox, "--out"]).arg(out.path());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    games_in(out.path()).remove(0)
}

/// Whether a process with this word in its command line is running.
fn runs(word: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let mut lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.any(|line| String::from_utf8_lossy(&line).contains(word))
}

/// A program in a sandbox that does this, and then answers, does no harm.
fn check_harmless(script: &str, words: &str) {
    for sandbox in sandboxes() {
        let game = game(&sandbox, &format!("{script}\necho a2-a3"), words);
        assert_eq!(game["moves"][0], "a2-a3", "{sandbox}: {game}");
    }
}

#[test]
fn a_supervisor_cannot_be_killed_or_stopped() {
    check_harmless("kill -STOP $PPID; kill -KILL $PPID; kill -KILL -1", "");
}

#[test]
fn killing_the_supervisor_without_a_sandbox_loses() {
    for signal in ["KILL", "STOP"] {
        let script = format!("sleep 75319 & kill -{signal} $PPID; echo a2-a3; sleep 75319");
        let game = game("limits", &script, &format!("time={}", program::time_to_start(1.0)));
        assert_eq!(game["verdict"]["kind"], "crash", "{game}");
        assert!(game["verdict"]["why"].as_str().unwrap().starts_with("its supervisor was "), "{game}");
        assert!(!runs("75319"), "after {signal}");
    }
}

#[test]
fn other_peoples_files_cannot_be_read_or_changed() {
    let dir = TempDir::new().unwrap();
    let secret = dir.path().join("secret");
    fs::write(&secret, "another student's program").unwrap();
    let path = secret.display();
    let script = format!(
        "cat {path} 2>/dev/null && exit 9; echo mine > {path} 2>/dev/null; \
         cat /etc/shadow /etc/hostname 2>/dev/null && exit 9"
    );
    check_harmless(&script, "");
    assert_eq!(fs::read_to_string(&secret).unwrap(), "another student's program");
}

#[test]
fn readable_paths_can_be_read() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("book"), "").unwrap();
    let script = format!("cat {}/book || exit 9", dir.path().display());
    check_harmless(&script, &format!("readable={}", dir.path().display()));
}

#[test]
fn unix_sockets_cannot_be_reached() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("socket");
    let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let script = format!(
        "python3 -c \"import socket; socket.socket(socket.AF_UNIX).connect('{}')\" 2>/dev/null && exit 9",
        path.display()
    );
    check_harmless(&script, "");
}

#[test]
fn the_network_cannot_be_reached() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let connect = format!("import socket; socket.create_connection(('127.0.0.1', {port}), 5)");
    check_harmless(&format!("python3 -c \"{connect}\" 2>/dev/null && exit 9"), "");
}

#[test]
fn shared_memory_counts() {
    let zeros = |file: &str| {
        format!(
            "head -c 200000000 /dev/zero > {file} 2>/dev/null; [ \"$(wc -c < {file})\" -gt 70000000 ] && exit 9"
        )
    };
    let memfd = "python3 -c \"
import os, time
file = os.memfd_create('x')
for _ in range(200): os.write(file, bytes(1000000))
time.sleep(1)\" 2>/dev/null && exit 9";
    let unmapped = "python3 -c \"
import mmap, time
memory = mmap.mmap(-1, 200000000)
for i in range(0, 200000000, 4096): memory[i] = 1
memory.madvise(mmap.MADV_DONTNEED)
time.sleep(60)\" && exit 9";
    for script in [&zeros("/dev/shm/x"), &zeros("/tmp/x"), memfd, unmapped] {
        for sandbox in sandboxes() {
            let game = game(&sandbox, &format!("{script}\necho a2-a3"), "memory=64");
            let (verdict, answer) = (&game["verdict"], &game["moves"][0]);
            let is_ended = verdict["why"] == "it was ended: too much memory";
            assert!(is_ended || answer == "a2-a3", "{sandbox}: {script}: {game}");
        }
    }
}

#[test]
fn threads_and_descriptors_are_limited() {
    let threads = "python3 -c \"
import threading, time
for _ in range(2000): threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
time.sleep(60)\" 2>/dev/null && exit 9";
    let files = "python3 -c \"
import os
for _ in range(5000): os.dup(1)\" 2>/dev/null && exit 9";
    for sandbox in sandboxes().iter().map(String::as_str).chain(["limits"]) {
        for script in [threads, files] {
            let game = game(sandbox, &format!("{script}\necho a2-a3"), "processes=8");
            let is_ended = game["verdict"]["why"] == "it was ended: too many threads";
            assert!(is_ended || game["moves"][0] == "a2-a3", "{sandbox}: {script}: {game}");
        }
    }
}

/// How many times a persistent program ran a child process while the opponent thought for some
/// seconds.
fn ticks(sandbox: &str, words: &str, seconds: f64) -> u64 {
    let count = "$(wc -l < ticks)";
    let script = format!(
        "echo > ticks; (while :; do echo >> ticks; sleep 0.02; done) &
         read side; [ $side = 1 ] || read first; before={count}
         if [ $side = 1 ]; then echo A7B7; else echo G1F1; fi
         read reply; after={count}; echo $((after - before)) >&2; kill $!; exit 7"
    );
    let dir = folder(&script);
    let slow = folder(&format!(
        "read side; [ $side = 1 ] || read first; sleep {seconds}; \
         if [ $side = 1 ]; then echo A7B7; else echo G1F1; fi; read reply; exit 3"
    ));
    let out = TempDir::new().unwrap();
    let player = |name: &str, dir: &Path, words: &str| {
        format!("name={name} type=line cmd=./player.sh dir={} time=50 {words}", dir.display())
    };
    let mut command = program::program();
    command.args(["match", "abalone", "--games", "2", "--opening-plies", "0", "--unbalanced"]);
    command.args([
        "--player",
        &player("busy", dir.path(), words),
        "--player",
        &player("slow", slow.path(), ""),
    ]);
    command.args(["--sandbox", sandbox, "--out"]).arg(out.path());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let game = games_in(out.path()).remove(0);
    let why = game["verdict"]["why"].as_str().unwrap_or_default().to_string();
    let number = why.rsplit(' ').next().and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("{sandbox}: {game}"))
}

#[test]
fn pondering_needs_permission() {
    let seconds = program::time_to_start(2.0);
    // About a hundred in two seconds, and fewer on a busy machine.
    let awake = ticks("limits", "ponder=true", seconds);
    assert!(awake > 4, "{awake}");
    for sandbox in sandboxes().iter().map(String::as_str).chain(["limits"]) {
        let asleep = ticks(sandbox, "", seconds);
        assert!(asleep <= awake / 4, "{sandbox}: {asleep} of {awake}");
    }
}

#[test]
fn missing_protection_is_reported_first() {
    let dir = folder("echo a2-a3");
    let player = format!("type=oneshot cmd=./player.sh dir={}", dir.path().display());
    let args = ["match", "raichu", "--player", &player, "--player", "type=random", "--games", "2"];
    let with = |more: &[&str]| program::plywood(&[&args[..], more].concat());
    let said = |output: &std::process::Output| String::from_utf8(output.stderr.clone()).unwrap();
    let without = with(&["--sandbox", "limits"]);
    assert!(without.status.success(), "{without:?}");
    assert!(said(&without).contains("Programs can kill or stop the match"), "{without:?}");
    let refused = with(&["--sandbox", "limits", "--require-sandbox"]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(said(&refused).contains("no program was started"), "{refused:?}");
}
