//! Accepts connections: a limited number in total and per client, and none for ever.
//!
//! A connection beyond the client's limit is answered with 429 and closed; beyond the total, new
//! connections wait to be accepted. A client has a few seconds for the head of its first request.
//! After that, a connection is closed once it has been silent for too long, whether it sent half a
//! request, follows a game without answering pings, or does nothing at all.

use std::future::Future as _;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::serve::Listener;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

use crate::client::Client;
use crate::client_limits::{ClientLimits, ClientPermit};
use crate::heap::Trimmer;
use crate::limits::Limits;
use crate::proxy::TrustedProxies;

/// A listener that limits connections.
pub(crate) struct LimitedListener {
    listener: TcpListener,
    semaphore: Arc<Semaphore>,
    client_limits: Arc<ClientLimits>,
    proxies: Arc<TrustedProxies>,
    first_request: Duration,
    silence: Duration,
    trimmer: Trimmer,
}

/// Open files that are not connections: the store, tables, the listener itself.
const OTHER_FILES: u64 = 128;
/// How long a connection may wait for its next request. Longer than the 60 seconds after which
/// proxies close theirs, so that no proxy sends a request into a connection that is being closed.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// The head of a request, and what is read ahead of its body.
const BUFFER_BYTES: usize = 64 << 10;

impl LimitedListener {
    pub(crate) fn new(
        listener: TcpListener,
        limits: &Limits,
        client_limits: Arc<ClientLimits>,
        proxies: Arc<TrustedProxies>,
    ) -> LimitedListener {
        let connections = limits.connections.min(file_descriptor_limit()).max(1);
        LimitedListener {
            listener,
            semaphore: Arc::new(Semaphore::new(connections)),
            client_limits,
            proxies,
            first_request: limits.first_request,
            silence: limits.silence,
            trimmer: Trimmer::default(),
        }
    }

    pub(crate) fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// A permit for a connection from this address: `Some(None)` for trusted proxies, which are
    /// exempt, and `None` if the address is at its limit.
    fn client_permit(&self, address: IpAddr) -> Option<Option<ClientPermit>> {
        if self.proxies.contains(address) {
            return Some(None);
        }
        self.client_limits.connections.acquire(Client::at(address)).ok().map(Some)
    }

    /// Serves every connection in a task of its own, all with the same router; does not return.
    pub(crate) async fn serve(mut self, router: Router) {
        let router = TowerToHyperService::new(router.with_state(()));
        tokio::spawn(self.trimmer.clone().run());
        loop {
            let permit = self.semaphore.clone().acquire_owned().await.expect("the semaphore is never closed");
            let (stream, address) = Listener::accept(&mut self.listener).await;
            let Some(client_permit) = self.client_permit(address.ip()) else {
                // If this would block, the message is lost; the connection is closed either way.
                let _ = stream.try_write(TOO_MANY);
                continue;
            };
            let connection = Connection::new(
                stream,
                &self,
                ConnectionPermits { _global: permit, _per_client: client_permit },
            );
            tokio::spawn(serve_connection(connection, address, router.clone()));
        }
    }
}

/// The response to a client with too many connections.
const TOO_MANY: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 10\r\n\
    Content-Type: application/json\r\nContent-Length: 60\r\n\r\n\
    {\"error\": \"too many connections from your address are open\"}";

/// The permits of a connection, in total and per client; trusted proxies need no second one.
struct ConnectionPermits {
    _global: OwnedSemaphorePermit,
    _per_client: Option<ClientPermit>,
}

/// Waits for the first byte, then serves the connection: until then it needs no buffers.
async fn serve_connection(connection: Connection, address: SocketAddr, router: TowerToHyperService<Router>) {
    let first_byte = tokio::time::timeout_at(connection.deadline(), connection.stream.peek(&mut [0])).await;
    if matches!(first_byte, Ok(Ok(1))) {
        Box::pin(serve_http(connection, address, router)).await;
    }
}

/// Serves the requests of a connection.
async fn serve_http(connection: Connection, address: SocketAddr, router: TowerToHyperService<Router>) {
    let has_request = Arc::clone(&connection.has_request);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        has_request.store(true, Ordering::Relaxed);
        request.extensions_mut().insert(address);
        router.call(request.map(Body::new))
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(KEEP_ALIVE).max_buf_size(BUFFER_BYTES);
    let served = http.serve_connection(TokioIo::new(connection), service).with_upgrades();
    if let Err(error) = served.await {
        tracing::debug!("connection from {address}: {error}");
    }
}

/// How many connections the limit of open files allows, after raising it as far as the system
/// permits.
fn file_descriptor_limit() -> usize {
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

/// A connection with its permits and timeouts.
struct Connection {
    stream: TcpStream,
    /// Whether the head of a request has arrived.
    has_request: Arc<AtomicBool>,
    /// The deadline for the head of the first request.
    first_request: Instant,
    last_read: Instant,
    silence: Duration,
    /// Fires when it is time to check the deadline.
    timer: Pin<Box<Sleep>>,
    trimmer: Trimmer,
    _permits: ConnectionPermits,
}

impl Connection {
    fn new(stream: TcpStream, listener: &LimitedListener, permits: ConnectionPermits) -> Connection {
        let now = Instant::now();
        let first_request = now + listener.first_request.min(listener.silence);
        Connection {
            stream,
            has_request: Arc::default(),
            first_request,
            last_read: now,
            silence: listener.silence,
            timer: Box::pin(tokio::time::sleep_until(first_request)),
            trimmer: listener.trimmer.clone(),
            _permits: permits,
        }
    }

    /// When the connection is closed unless something arrives.
    fn deadline(&self) -> Instant {
        let silence = self.last_read + self.silence;
        if self.has_request.load(Ordering::Relaxed) { silence } else { self.first_request.min(silence) }
    }

    /// Pending until the deadline has passed without a byte received. This applies to writes too:
    /// while a response is being sent nothing is read, so a client that does not read it counts as
    /// silent.
    fn wait<T>(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        loop {
            ready!(self.timer.as_mut().poll(cx));
            let deadline = self.deadline();
            if deadline <= Instant::now() {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            self.timer.as_mut().reset(deadline);
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.trimmer.count();
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(cx, buf) {
            self.last_read = Instant::now();
            return Poll::Ready(read);
        }
        self.wait(cx)
    }
}

impl AsyncWrite for Connection {
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
