//! Connections that stay open.

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;

use crate::app::App;
use crate::problem::Problem;

/// No message that a page sends is longer.
const LONGEST_MESSAGE: usize = 64 << 10;

/// Opens a connection, if there are not too many.
pub(super) fn open<F, Fut>(app: &App, upgrade: WebSocketUpgrade, serve: F) -> Result<Response, Problem>
where
    F: FnOnce(Socket) -> Fut + Send + 'static,
    Fut: Future<Output = ()> + Send + 'static,
{
    let permit = app.sockets.clone().try_acquire_owned();
    let permit = permit.map_err(|_| Problem::Busy("too many connections are open".to_string()))?;
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| serve(Socket { socket, _permit: permit })))
}

/// An open connection.
pub(super) struct Socket {
    socket: WebSocket,
    _permit: OwnedSemaphorePermit,
}

impl Socket {
    /// Says something; false where nobody listens any more.
    pub(super) async fn say(&mut self, message: &impl Serialize) -> bool {
        match serde_json::to_string(message) {
            Ok(text) => self.say_text(&text).await,
            Err(_) => false,
        }
    }

    pub(super) async fn say_text(&mut self, text: &str) -> bool {
        self.socket.send(Message::Text(text.into())).await.is_ok()
    }

    /// Asks whether anybody is there.
    pub(super) async fn ping(&mut self) -> bool {
        self.socket.send(Message::Ping(Vec::new().into())).await.is_ok()
    }

    /// What the page says next; nothing where it has gone.
    pub(super) async fn hear(&mut self) -> Option<String> {
        loop {
            match self.socket.recv().await?.ok()? {
                Message::Text(text) => return Some(text.to_string()),
                Message::Close(_) => return None,
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) => (),
            }
        }
    }
}
