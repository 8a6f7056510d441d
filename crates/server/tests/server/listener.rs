//! The number of connections is limited, and no connection stays open for ever.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use server::Limits;
use tempfile::tempdir;

use tungstenite::Message;
use tungstenite::stream::MaybeTlsStream;

use crate::client::{Serving, serve_within};

/// A connection on which half a request was sent.
fn begin(server: &Serving) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.write_all(format!("GET /api/games HTTP/1.1\r\nHost: {}\r\n", server.address).as_bytes()).unwrap();
    stream
}

#[test]
fn who_finds_no_place_waits_for_one() {
    let folder = tempdir().unwrap();
    let server = serve_within(folder.path(), Limits { connections: 2, ..Limits::default() });
    let held = [begin(&server), begin(&server)];
    let mut third = begin(&server);
    third.write_all(b"Connection: close\r\n\r\n").unwrap();
    third.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
    let error = third.read(&mut [0; 1]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "{error}");
    drop(held);
    third.set_read_timeout(None).unwrap();
    let mut answer = String::new();
    third.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn whoever_says_nothing_for_too_long_is_not_kept() {
    let folder = tempdir().unwrap();
    let limits = Limits { connections: 1, silence: Duration::from_secs(2), ..Limits::default() };
    let server = serve_within(folder.path(), limits);
    let mut held = begin(&server);
    // The next connection is accepted when the first is closed.
    assert_eq!(server.get("/api/games").status, 200);
    let end = held.read(&mut [0; 1]);
    assert!(end.is_err() || end.is_ok_and(|bytes| bytes == 0));
}

#[test]
fn whoever_reads_nothing_is_not_kept() {
    let folder = tempdir().unwrap();
    let limits = Limits { connections: 1, silence: Duration::from_secs(1), ..Limits::default() };
    let server = serve_within(folder.path(), limits);
    let mut held = server.socket("/api/analysis/live");
    if let MaybeTlsStream::Plain(stream) = held.get_ref() {
        stream.set_write_timeout(Some(Duration::from_secs(5))).unwrap();
    }
    // Each message is answered with an error. This client reads none of them, so at last the server
    // cannot send any more.
    for _ in 0..200_000 {
        if held.write(Message::text("x")).is_err() {
            break;
        }
    }
    let _ = held.flush();
    assert_eq!(server.get("/api/games").status, 200);
    drop(held);
}
