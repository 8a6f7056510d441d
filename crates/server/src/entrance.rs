//! Who is let in: so many connections at once, for as long as they have something to say.
//!
//! Whoever finds no place waits outside until there is one. A connection on which nothing arrives for too long is
//! closed, whether it began half a request, follows a game without answering to pings, or does nothing at all: so no
//! place is held for ever.

use std::future::Future as _;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

use crate::limits::Limits;

/// Where connections are accepted.
pub(crate) struct Entrance {
    listener: TcpListener,
    places: Arc<Semaphore>,
    silence: Duration,
}

/// Open files that are not connections: the store, tables, the listener itself.
const OTHER_FILES: u64 = 128;

impl Entrance {
    pub(crate) fn new(listener: TcpListener, limits: &Limits) -> Entrance {
        let places = limits.connections.min(room_for_files()).max(1);
        Entrance { listener, places: Arc::new(Semaphore::new(places)), silence: limits.silence }
    }
}

/// How many connections the system has files for, after it was asked for as many as it gives.
fn room_for_files() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
        if let Some(most) = getrlimit(Resource::Nofile).current {
            return most.saturating_sub(OTHER_FILES).try_into().unwrap_or(Semaphore::MAX_PERMITS);
        }
    }
    Semaphore::MAX_PERMITS
}

impl Listener for Entrance {
    type Io = Visitor;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Visitor, SocketAddr) {
        let place = self.places.clone().acquire_owned().await.expect("nobody closes the entrance");
        let (stream, address) = Listener::accept(&mut self.listener).await;
        let patience = Box::pin(tokio::time::sleep(self.silence));
        (Visitor { stream, silence: self.silence, patience, _place: place }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection and its place.
pub(crate) struct Visitor {
    stream: TcpStream,
    silence: Duration,
    /// Ends when nothing has been read for too long.
    patience: Pin<Box<Sleep>>,
    _place: OwnedSemaphorePermit,
}

impl AsyncRead for Visitor {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(cx, buf) {
            let deadline = Instant::now() + self.silence;
            self.patience.as_mut().reset(deadline);
            return Poll::Ready(read);
        }
        self.wait(cx)
    }
}

impl Visitor {
    /// Waits for what cannot be done yet, as long as something arrives now and then. Writing has to wait like this too:
    /// whoever does not read what is sent to it is not heard while it is sent.
    fn wait<T>(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        ready!(self.patience.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncWrite for Visitor {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.stream).poll_write(cx, bytes) {
            Poll::Pending => self.wait(cx),
            written => written,
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.stream).poll_write_vectored(cx, parts) {
            Poll::Pending => self.wait(cx),
            written => written,
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
