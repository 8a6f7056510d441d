//! WebSockets.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;

use crate::app::App;
use crate::client::Client;
use crate::client_limits::ClientPermit;
use crate::problem::Problem;

/// The maximum size of a message; pages send far less.
const MAX_MESSAGE_BYTES: usize = 64 << 10;
/// Pages send a few hundred bytes at a time, and every connection keeps this buffer.
const READ_BUFFER: usize = 2 << 10;

/// How long to wait for the closing handshake.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Accepts a WebSocket, within the limits in total and per client. `serve` returns the socket for
/// the closing handshake.
pub(super) fn open<F, Fut>(
    app: &App,
    client: Client,
    upgrade: WebSocketUpgrade,
    serve: F,
) -> Result<Response, Problem>
where
    F: FnOnce(Socket) -> Fut + Send + 'static,
    Fut: Future<Output = Socket> + Send + 'static,
{
    let client_permit = app.client_limits.sockets.acquire(client)?;
    let permit = app.sockets.clone().try_acquire_owned();
    let permit = permit.map_err(|_| Problem::Busy("too many connections are open".to_string()))?;
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0);
    let serve = async move |socket| {
        serve(Socket { socket, _permit: permit, _client_permit: client_permit }).await.close().await;
    };
    Ok(upgrade.on_upgrade(serve))
}

/// An open WebSocket.
pub(super) struct Socket {
    socket: WebSocket,
    _permit: OwnedSemaphorePermit,
    _client_permit: ClientPermit,
}

impl Socket {
    /// Sends a message; false if the connection is closed.
    pub(super) async fn send(&mut self, message: &impl Serialize) -> bool {
        match serde_json::to_string(message) {
            Ok(text) => self.send_text(&text).await,
            Err(_) => false,
        }
    }

    pub(super) async fn send_text(&mut self, text: &str) -> bool {
        self.socket.send(Message::Text(text.into())).await.is_ok()
    }

    /// Sends a ping; false if the connection is closed.
    pub(super) async fn ping(&mut self) -> bool {
        self.socket.send(Message::Ping(Vec::new().into())).await.is_ok()
    }

    /// Performs the closing handshake, reading what is still on its way. A connection that is
    /// dropped with unread data is reset, and the page may lose the last message.
    async fn close(mut self) {
        let closing_handshake = async {
            if self.socket.send(Message::Close(None)).await.is_ok() {
                while let Some(Ok(_)) = self.socket.recv().await {}
            }
        };
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, closing_handshake).await;
    }

    /// The next message; `None` if the connection is closed.
    pub(super) async fn recv(&mut self) -> Option<String> {
        loop {
            match self.socket.recv().await?.ok()? {
                Message::Text(text) => return Some(text.to_string()),
                Message::Close(_) => return None,
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) => (),
            }
        }
    }
}
