//! `plywood serve`: its options, its first line, and what survives when it is killed.

mod program;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use serde_json::{Value, json};

/// A server that is killed when it is dropped.
struct Serving {
    child: Child,
    host: String,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(data: &Path) -> Serving {
    serve_with(data, &[])
}

fn serve_with(data: &Path, words: &[&str]) -> Serving {
    let mut child = program::program()
        .arg("serve")
        .args(words)
        .args(["--port", "0", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let host =
        line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).unwrap().to_string();
    Serving { child, host }
}

impl Serving {
    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> Value {
        let headers = format!("Authorization: Bearer {token}");
        let answer = self.answer_to(method, path, &headers, body);
        assert!(answer.starts_with("HTTP/1.1 20"), "{answer}");
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    /// The whole response to a client behind a proxy.
    fn answer(&self, method: &str, path: &str, client: &str, body: &Value) -> String {
        self.answer_to(method, path, &format!("X-Forwarded-For: {client}"), body)
    }

    fn answer_to(&self, method: &str, path: &str, headers: &str, body: &Value) -> String {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(&self.host).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             {headers}\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

#[test]
fn no_acknowledged_move_is_lost_when_it_is_killed() {
    let data = tempfile::tempdir().unwrap();
    let mut server = serve(data.path());
    let created =
        server.ask("POST", "/api/play", "", &json!({"game": "raichu", "players": ["human", "human"]}));
    let id = created["id"].as_str().unwrap();
    let mut played = Vec::new();
    for ply in 0..12 {
        let state = server.ask("GET", &format!("/api/play/{id}"), "", &Value::Null);
        let mv = state["position"]["moves"][ply % 3]["move"].clone();
        let token = created["seats"][ply % 2]["token"].as_str().unwrap();
        server.ask("POST", &format!("/api/play/{id}/move"), token, &json!({"move": mv, "ply": ply}));
        played.push(mv);
        if ply % 3 == 2 {
            // Killed as by `kill -9`, in the middle of the game.
            drop(server);
            server = serve(data.path());
            let state = server.ask("GET", &format!("/api/play/{id}"), "", &Value::Null);
            let kept = state["position"]["history"].as_array().unwrap().iter().map(|ply| ply["move"].clone());
            assert_eq!(kept.collect::<Vec<_>>(), played);
        }
    }
}

/// The memory of the server, in kilobytes.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn resident(server: &Serving) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().strip_suffix("kB").unwrap().trim().parse().unwrap()
}

/// Every connection once had its own copy of the router and the OpenAPI description: 0.9 MB.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn idle_connections_are_cheap() {
    const CONNECTIONS: u64 = 400;
    const MOST_KB: u64 = 40;
    let data = tempfile::tempdir().unwrap();
    let server = serve(data.path());
    let ask = || {
        let mut stream = TcpStream::connect(&server.host).unwrap();
        write!(stream, "GET /api/health HTTP/1.1\r\nHost: {}\r\n\r\n", server.host).unwrap();
        assert!(stream.read(&mut [0; 4096]).unwrap() > 0);
        stream
    };
    // What is set up once does not count for a connection.
    drop((0..10).map(|_| ask()).collect::<Vec<_>>());
    let before = resident(&server);
    let open: Vec<_> = (0..CONNECTIONS).map(|_| ask()).collect();
    let during = resident(&server).saturating_sub(before);
    assert!(during < CONNECTIONS * MOST_KB, "{} kB for each", during / CONNECTIONS);
    drop(open);
    let began = std::time::Instant::now();
    while resident(&server).saturating_sub(before) > during / 2 + 500 {
        assert!(began.elapsed().as_secs() < 120, "{during} kB, and never given back");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}

#[test]
fn limits_and_proxies_are_parsed() {
    let refuse = |words: &[&str], reason: &str| {
        let output = program::program().arg("serve").args(words).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(reason), "{words:?}: {said}");
    };
    refuse(&["--limit", "conections=1"], "there is no limit 'conections'");
    refuse(&["--limit", "connections=0"], "expected a number from 1");
    refuse(&["--limit", "connections"], "expected NAME=NUMBER");
    refuse(&["--trust-proxy=nowhere"], "expected an IP address or localhost");
    refuse(&["--proxy-header", "x"], "x-forwarded-for");
    let data = tempfile::tempdir().unwrap();
    let words = ["--trust-proxy", "--limit", "stored-games-per-address=1", "--keep-days", "9"];
    let server = serve_with(data.path(), &words);
    let wish = json!({"game": "raichu", "players": ["human", "human"]});
    let status = |client: &str| server.answer("POST", "/api/play", client, &wish)[9..12].to_string();
    assert_eq!(["192.0.2.1", "192.0.2.1", "192.0.2.2"].map(status), ["201", "429", "201"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_exits_with_130() {
    let data = tempfile::tempdir().unwrap();
    let mut server = serve(data.path());
    let id = server.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(server.child.wait().unwrap().code(), Some(130));
}

#[test]
fn occupied_port_is_a_usage_error() {
    let data = tempfile::tempdir().unwrap();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let output =
        program::program().args(["serve", "--port", &port, "--data"]).arg(data.path()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said.contains(&format!("cannot listen at 127.0.0.1:{port}")) && said.contains("--port"),
        "{said}"
    );
}

#[test]
fn svg_picture() {
    let output = program::program().args(["show", "abalone", "--svg"]).output().unwrap();
    let svg = String::from_utf8(output.stdout).unwrap();
    assert!(svg.starts_with("<svg ") && svg.matches("<circle").count() == 22, "{svg}");
    let flipped = program::program().args(["show", "abalone", "--svg", "--flip"]).output().unwrap();
    assert_ne!(flipped.stdout, svg.into_bytes());
}
