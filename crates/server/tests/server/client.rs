//! A server for each test, and a client.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use engine::TablesAt;
use serde_json::Value;
use server::{Limits, Options, Server, TrustedProxies};
use tokio::sync::oneshot;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{ClientRequestBuilder, Message, WebSocket};

/// A server that stops at the end of the test.
pub(crate) struct Serving {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn ok(self) -> Value {
        assert!(self.status < 300, "{self:?}");
        self.json()
    }
}

pub(crate) fn serve(data: &Path) -> Serving {
    serve_within(data, Limits::default())
}

pub(crate) fn serve_within(data: &Path, limits: Limits) -> Serving {
    serve_with(options(data, limits))
}

pub(crate) fn options(data: &Path, limits: Limits) -> Options {
    Options {
        catalogue: catalogue::CATALOGUE,
        address: "127.0.0.1:0".parse().unwrap(),
        names: Vec::new(),
        data: data.to_path_buf(),
        tables: TablesAt::default(),
        threads: 2,
        limits,
        proxies: TrustedProxies::default(),
        keep_days: None,
    }
}

pub(crate) fn serve_with(options: Options) -> Serving {
    let server = Server::open(&options).unwrap();
    let address = server.address().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let thread = std::thread::spawn(move || {
        let stopped = async {
            let _ = stopped.await;
        };
        server.run(stopped).unwrap();
    });
    Serving { address, stop: Some(stop), thread: Some(thread) }
}

impl Drop for Serving {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Serving {
    /// Sends a request byte for byte.
    pub(crate) fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(request).unwrap();
        let mut text = Vec::new();
        stream.read_to_end(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_string(), text: body.to_string() }
    }

    /// Sends a request and closes the connection without waiting for the response.
    pub(crate) fn send(&self, method: &str, path: &str, token: &str, body: &Value) {
        let (body, host) = (body.to_string(), self.address);
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Authorization: Bearer {token}\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        TcpStream::connect(self.address).unwrap().write_all(request.as_bytes()).unwrap();
    }

    pub(crate) fn ask_with(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let length = body.len();
        self.raw(
            format!(
                "{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
            )
            .as_bytes(),
        )
    }

    pub(crate) fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> Answer {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let host = self.address;
        let headers =
            format!("Host: {host}\r\nContent-Type: application/json\r\nAuthorization: Bearer {token}\r\n");
        self.ask_with(method, path, &headers, &body)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", &Value::Null)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, "", body)
    }

    /// Opens a WebSocket.
    pub(crate) fn socket(&self, path: &str) -> WebSocket<MaybeTlsStream<TcpStream>> {
        let address = format!("ws://{}{path}", self.address);
        let request = ClientRequestBuilder::new(address.parse().unwrap());
        let (socket, _) = tungstenite::connect(request).unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
        }
        socket
    }
}

/// How long any step may take before the test fails: long enough for any machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// The next message.
pub(crate) fn hear(socket: &mut WebSocket<MaybeTlsStream<TcpStream>>) -> Value {
    loop {
        match socket.read().unwrap() {
            Message::Text(text) => return serde_json::from_str(&text).unwrap(),
            Message::Close(_) => panic!("the connection was closed"),
            _ => (),
        }
    }
}

/// Polls until a condition holds.
pub(crate) fn wait_until(mut look: impl FnMut() -> bool) {
    let began = Instant::now();
    while !look() {
        assert!(began.elapsed() < PATIENCE, "the condition never held");
        std::thread::sleep(Duration::from_millis(20));
    }
}
