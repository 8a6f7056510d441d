//! `plywood serve`: its words, its first line, and what it keeps when it is killed.

mod program;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use serde_json::{Value, json};

/// A server that is killed at the end of the test, at the latest.
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
    let mut child = program::program()
        .args(["serve", "--port", "0", "--data"])
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
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(&self.host).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Authorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 20"), "{answer}");
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
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
            // Killed as by -9, in the middle of the game.
            drop(server);
            server = serve(data.path());
            let state = server.ask("GET", &format!("/api/play/{id}"), "", &Value::Null);
            let kept = state["position"]["history"].as_array().unwrap().iter().map(|ply| ply["move"].clone());
            assert_eq!(kept.collect::<Vec<_>>(), played);
        }
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_with_130() {
    let data = tempfile::tempdir().unwrap();
    let mut server = serve(data.path());
    let id = server.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(server.child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_port_that_is_taken_is_named() {
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
fn a_picture_is_svg() {
    let output = program::program().args(["show", "abalone", "--svg"]).output().unwrap();
    let svg = String::from_utf8(output.stdout).unwrap();
    assert!(svg.starts_with("<svg ") && svg.matches("<circle").count() == 22, "{svg}");
    let flipped = program::program().args(["show", "abalone", "--svg", "--flip"]).output().unwrap();
    assert_ne!(flipped.stdout, svg.into_bytes());
}
