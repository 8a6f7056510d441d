//! No client can lock the others out.

use std::io::{Read as _, Write as _};
#[cfg(target_os = "linux")]
use std::net::SocketAddr;
use std::net::{Ipv4Addr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::{Limits, ProxyHeader, TrustedProxies};
use tempfile::tempdir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{ClientRequestBuilder, WebSocket};

use crate::client::{PATIENCE, Serving, hear, options, serve_with, serve_within, wait_until};

/// A server behind a proxy on this machine, so that a header gives the client's address.
fn serve_behind_proxy(data: &std::path::Path, limits: Limits) -> Serving {
    let here = Ipv4Addr::LOCALHOST.into();
    let proxies = TrustedProxies { addresses: vec![here], header: ProxyHeader::XForwardedFor };
    serve_with(server::Options { proxies, ..options(data, limits) })
}

/// Sends a request for a client. The entry that the client itself wrote into the header comes
/// first.
fn post(server: &Serving, client: &str, path: &str, body: &Value) -> (u16, Value) {
    let host = server.address;
    let headers =
        format!("Host: {host}\r\nContent-Type: application/json\r\nX-Forwarded-For: 10.9.8.7, {client}\r\n");
    let answer = server.ask_with("POST", path, &headers, &body.to_string());
    (answer.status, answer.json())
}

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

fn socket(server: &Serving, client: &str, path: &str) -> Result<Socket, tungstenite::Error> {
    let address = format!("ws://{}{path}", server.address);
    let request = ClientRequestBuilder::new(address.parse().unwrap()).with_header("X-Forwarded-For", client);
    let (socket, _) = tungstenite::connect(request)?;
    if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
    }
    Ok(socket)
}

fn is_429<T>(result: Result<T, tungstenite::Error>) -> bool {
    matches!(result, Err(tungstenite::Error::Http(answer)) if answer.status() == 429)
}

#[test]
fn one_address_does_not_take_all_connections() {
    let folder = tempdir().unwrap();
    let limits = Limits { connections: 8, connections_per_address: 4, ..Limits::default() };
    let server = serve_within(folder.path(), limits);
    let connect = || TcpStream::connect(server.address).unwrap();
    let held: Vec<_> = (0..4).map(|_| connect()).collect();
    let mut fifth = connect();
    fifth.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut answer = String::new();
    fifth.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 429") && answer.contains("your address"), "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(answer.contains(&format!("Content-Length: {}\r\n", body.len())), "{answer}");
    drop(held);
    // A connection that is still over the limit is reset, because the server does not read its
    // request.
    let request =
        format!("GET /api/health HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
    wait_until(|| {
        let (mut stream, mut answer) = (connect(), String::new());
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let is_answered =
            stream.write_all(request.as_bytes()).and_then(|()| stream.read_to_string(&mut answer));
        is_answered.is_ok() && answer.starts_with("HTTP/1.1 200")
    });
}

/// Linux accepts connections to every address of the loopback network.
#[cfg(target_os = "linux")]
#[test]
fn another_address_has_connections_of_its_own() {
    let folder = tempdir().unwrap();
    let limits = Limits { connections: 8, connections_per_address: 4, ..Limits::default() };
    let server = serve_within(folder.path(), limits);
    let _held: Vec<_> = (0..4).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let connecting = async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, 2], 0))).unwrap();
        socket.connect(server.address).await.unwrap().into_std().unwrap()
    };
    let mut other = runtime.block_on(connecting);
    other.set_nonblocking(false).unwrap();
    other.set_read_timeout(Some(PATIENCE)).unwrap();
    let request =
        format!("GET /api/health HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
    other.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    other.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn a_silent_connection_is_closed_long_before_one_that_has_asked() {
    let folder = tempdir().unwrap();
    let limits = Limits { first_request: Duration::from_secs(1), ..Limits::default() };
    let server = serve_within(folder.path(), limits);
    let head = format!("GET /api/health HTTP/1.1\r\nHost: {}\r\n", server.address);
    let connect = |sent: &str| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(sent.as_bytes()).unwrap();
        stream
    };
    let mut asked = connect(&format!("{head}\r\n"));
    assert!(asked.read(&mut [0; 4096]).unwrap() > 0);
    for sent in ["", "G", &head] {
        let end = connect(sent).read(&mut [0; 1]);
        assert!(matches!(end, Ok(0)) || end.is_err_and(|e| e.kind() == std::io::ErrorKind::ConnectionReset));
    }
    asked.write_all(format!("{head}Connection: close\r\n\r\n").as_bytes()).unwrap();
    let mut answer = String::new();
    asked.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("HTTP/1.1 200"), "{answer}");
}

#[test]
fn one_address_does_not_hold_all_analyses() {
    let folder = tempdir().unwrap();
    let limits = Limits { studies_per_address: 2, ..Limits::default() };
    let server = serve_behind_proxy(folder.path(), limits);
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut analysis = socket(&server, "192.0.2.1", "/api/analysis/live").unwrap();
        let ask = json!({"type": "analyze", "id": 1, "game": "checkers"});
        analysis.send(ask.to_string().into()).unwrap();
        hear(&mut analysis);
        held.push(analysis);
    }
    let ask = json!({"game": "checkers", "time_ms": 10, "depth": 1});
    let (status, answer) = post(&server, "192.0.2.1", "/api/analysis", &ask);
    assert_eq!(
        (status, &answer["error"]),
        (429, &json!("your address has 2 analyses: the most for one address"))
    );
    assert_eq!(post(&server, "192.0.2.2", "/api/analysis", &ask).0, 200);
    assert_eq!(post(&server, "2001:db8::1", "/api/analysis", &ask).0, 200);
}

#[test]
fn one_address_does_not_hold_all_sockets() {
    let folder = tempdir().unwrap();
    let server = serve_behind_proxy(folder.path(), Limits { sockets_per_address: 1, ..Limits::default() });
    let open = |client| socket(&server, client, "/api/analysis/live");
    let held = open("192.0.2.1").unwrap();
    assert!(is_429(open("192.0.2.1")));
    assert!(open("192.0.2.2").is_ok());
    drop(held);
    wait_until(|| open("192.0.2.1").is_ok());
}

#[test]
fn one_address_does_not_hold_all_reviews() {
    let folder = tempdir().unwrap();
    let server = serve_behind_proxy(folder.path(), Limits { reviews_per_address: 0, ..Limits::default() });
    let wish = json!({"game": "checkers", "players": ["human", "human"]});
    let (_, created) = post(&server, "192.0.2.1", "/api/play", &wish);
    let path = format!("/api/play/{}", created["id"].as_str().unwrap());
    assert!(is_429(socket(&server, "192.0.2.1", &format!("{path}/review"))));
    assert!(socket(&server, "192.0.2.1", &format!("{path}/live")).is_ok());
}

#[test]
fn one_address_does_not_hold_all_requests() {
    let folder = tempdir().unwrap();
    let limits = Limits { requests_per_address: 1, ..Limits::default() };
    let server = serve_behind_proxy(folder.path(), limits);
    let long = json!({"game": "checkers", "time_ms": 1_000});
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Either of the two requests may be the one that is rejected.
        scope.spawn(|| {
            let began = Instant::now();
            while !is_done.load(Ordering::Relaxed) && began.elapsed() < PATIENCE {
                post(&server, "192.0.2.1", "/api/analysis", &long);
            }
        });
        let short = json!({"game": "checkers"});
        wait_until(|| post(&server, "192.0.2.1", "/api/position", &short).0 == 429);
        let other = post(&server, "192.0.2.2", "/api/position", &short).0;
        is_done.store(true, Ordering::Relaxed);
        assert_eq!(other, 200);
    });
}

#[test]
fn a_header_from_anybody_else_changes_nothing() {
    let folder = tempdir().unwrap();
    let server = serve_within(folder.path(), Limits { new_games_per_minute: 1, ..Limits::default() });
    let wish = json!({"game": "checkers", "players": ["human", "human"]});
    assert_eq!(post(&server, "192.0.2.1", "/api/play", &wish).0, 201);
    assert_eq!(post(&server, "192.0.2.2", "/api/play", &wish).0, 429);
}
