//! Every invalid request is answered with a client error and a reason.

use std::io::{Read as _, Write as _};

use serde_json::{Value, json};
use server::Limits;
use tempfile::tempdir;

use crate::client::{Answer, serve, serve_within};

fn is_refusal(answer: &Answer) -> bool {
    (400..500).contains(&answer.status)
        && answer.json()["error"].as_str().is_some_and(|error| !error.is_empty())
}

#[test]
fn malformed_requests_get_a_clear_4xx() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let bodies = [
        json!(null),
        json!([]),
        json!({}),
        json!({"game": "chekers"}),
        json!({"game": "raichu:7"}),
        json!({"game": "checkers", "position": "x"}),
        json!({"game": "checkers", "moves": ["1-1"]}),
        json!({"game": "checkers", "players": ["human"]}),
        json!({"game": "checkers", "players": ["human", {"level": 0}]}),
        json!({"game": "checkers", "players": ["human", "human"], "clock": {"seconds": 0}}),
        json!({"game": "checkers", "unknown": 1}),
        json!({"game": "checkers", "occupants": [9], "turn": 3}),
        json!({"game": "checkers", "time_ms": 0}),
        json!({"game": "checkers", "lines": 9}),
        json!({"game": "checkers", "positions": ["W:W31:B18", "?"]}),
        json!({"record": "[Game"}),
        json!({"invite": "x"}),
    ];
    for path in ["/api/diagram", "/api/position", "/api/position/edit", "/api/play", "/api/play/import"] {
        for body in &bodies {
            let answer = server.post(path, body);
            assert!(answer.status < 300 || is_refusal(&answer), "{path} {body}: {answer:?}");
        }
    }
    for (path, body) in [
        ("/api/diagram", &bodies[3]),
        ("/api/position", &bodies[6]),
        ("/api/position/edit", &bodies[11]),
        ("/api/why", &json!({"game": "checkers"})),
        ("/api/exact/batch", &bodies[14]),
        ("/api/analysis", &bodies[12]),
        ("/api/analysis", &bodies[13]),
        ("/api/play", &bodies[7]),
        ("/api/play", &bodies[8]),
        ("/api/play", &bodies[9]),
        ("/api/play/import", &bodies[15]),
        ("/api/play/nothing/join", &bodies[16]),
        ("/api/play/nothing/move", &json!({"move": "22-18", "ply": 0})),
        ("/api/nothing", &Value::Null),
        ("/api/games", &Value::Null),
    ] {
        let answer = server.post(path, body);
        assert!(is_refusal(&answer), "{path} {body}: {answer:?}");
    }
    for path in [
        "/api/play/nothing",
        "/api/play?limit=0",
        "/api/play?limit=x",
        "/api/play/nothing/live",
        "/api/analysis/live",
        "/api/picture.svg",
        "/api/picture.svg?game=x",
        "/assets/../Cargo.toml",
        "/assets/nothing.js",
        "/nothing",
    ] {
        let answer = server.get(path);
        assert!(is_refusal(&answer), "{path}: {answer:?}");
    }
}

#[test]
fn a_body_may_not_be_too_long_nor_something_else_than_json() {
    let folder = tempdir().unwrap();
    let limits = Limits { body_bytes: 1_000, ..Limits::default() };
    let server = serve_within(folder.path(), limits);
    let long = json!({"game": "checkers", "position": "x".repeat(2_000)});
    assert_eq!(server.post("/api/position", &long).status, 413);
    let host = format!("Host: {}\r\n", server.address);
    assert_eq!(server.ask_with("POST", "/api/position", &host, "game=checkers").status, 415);
    let broken = format!("{host}Content-Type: application/json\r\n");
    assert_eq!(server.ask_with("POST", "/api/position", &broken, "{").status, 400);
}

#[test]
fn slow_senders_are_in_nobodys_way() {
    let folder = tempdir().unwrap();
    let server = serve_within(folder.path(), Limits { requests: 1, ..Limits::default() });
    let mut slow = std::net::TcpStream::connect(server.address).unwrap();
    let head = format!(
        "POST /api/position HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\
         Connection: close\r\n\r\n",
        server.address
    );
    slow.write_all(head.as_bytes()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert_eq!(server.get("/api/games").status, 200);
    slow.write_all(br#"{"game": "checkers"}"#).unwrap();
    let mut answer = String::new();
    slow.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn few_may_send_much_and_all_may_send_little() {
    let folder = tempdir().unwrap();
    let server = serve_within(folder.path(), Limits { large_bodies: 1, ..Limits::default() });
    let begin = |length: &str| {
        let mut stream = std::net::TcpStream::connect(server.address).unwrap();
        let host = server.address;
        let head = format!(
            "POST /api/position HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n{length}\r\n\
             Connection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let status = |mut stream: std::net::TcpStream| {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap().to_string()
    };
    let body = format!("{:<20000}", r#"{"game": "checkers"}"#);
    // `100 Continue` is sent once the request has its permit.
    let mut first = begin("Content-Length: 20000\r\nExpect: 100-continue");
    let mut told = [0; b"HTTP/1.1 100 Continue\r\n\r\n".len()];
    first.read_exact(&mut told).unwrap();
    assert_eq!(status(begin("Content-Length: 20000")), "429");
    // The length of a chunked body is not known in advance.
    assert_eq!(status(begin("Transfer-Encoding: chunked")), "429");
    assert_eq!(server.post("/api/position", &json!({"game": "checkers"})).status, 200);
    assert_eq!(server.get("/api/games").status, 200);
    first.write_all(body.as_bytes()).unwrap();
    assert_eq!(status(first), "200");
    let mut next = begin("Content-Length: 20000");
    next.write_all(body.as_bytes()).unwrap();
    assert_eq!(status(next), "200");
}

#[test]
fn only_pages_of_this_server_may_ask() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let with = |headers: &str| server.ask_with("GET", "/api/games", headers, "").status;
    let host = server.address;
    assert_eq!(with(&format!("Host: {host}\r\n")), 200);
    assert_eq!(with(&format!("Host: {host}\r\nOrigin: http://{host}\r\n")), 200);
    assert_eq!(with(&format!("Host: {host}\r\nOrigin: http://evil.example\r\n")), 403);
    assert_eq!(with("Host: evil.example\r\n"), 403);
    let upgrade = "Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://evil.example\r\n";
    let request = format!("GET /api/analysis/live HTTP/1.1\r\nHost: {host}\r\n{upgrade}\r\n");
    let refused = server.raw(request.as_bytes());
    assert_eq!(refused.status, 403);
}

#[test]
fn every_answer_carries_the_policy() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    for path in ["/", "/api/games", "/nothing", "/api/openapi.json"] {
        let head = server.get(path).head.to_lowercase();
        for line in ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff"] {
            assert!(head.contains(line), "{path}: {head}");
        }
        assert!(!head.contains("unsafe"), "{path}: {head}");
    }
}

#[test]
fn there_is_an_end_to_games_and_analyses_at_once() {
    let folder = tempdir().unwrap();
    let limits = Limits { games: 3, studies: 2, ..Limits::default() };
    let server = serve_within(folder.path(), limits);
    // A game that is followed stays in memory.
    let begin = || server.post("/api/play", &json!({"game": "checkers", "players": ["human", "human"]}));
    let mut followed = Vec::new();
    for _ in 0..3 {
        let id = begin().ok()["id"].as_str().unwrap().to_string();
        let mut socket = server.socket(&format!("/api/play/{id}/live"));
        crate::client::hear(&mut socket);
        followed.push(socket);
    }
    assert_eq!(begin().status, 429);
    drop(followed);
    crate::client::wait_until(|| begin().status == 201);

    let mut analyses = Vec::new();
    for _ in 0..2 {
        let mut socket = server.socket("/api/analysis/live");
        let ask = json!({"type": "analyze", "id": 1, "game": "checkers", "lines": 1});
        socket.send(ask.to_string().into()).unwrap();
        crate::client::hear(&mut socket);
        analyses.push(socket);
    }
    let third = server.post("/api/analysis", &json!({"game": "checkers", "time_ms": 10}));
    assert_eq!(third.status, 429, "{third:?}");
    assert!(third.head.to_lowercase().contains("retry-after"), "{third:?}");
}
