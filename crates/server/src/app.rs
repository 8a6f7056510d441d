//! The server as a whole.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use engine::{Catalogue, TablesAt};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use crate::blocking::BlockingPool;
use crate::client_limits::ClientLimits;
use crate::limits::Limits;
use crate::listener::LimitedListener;
use crate::play::LiveGames;
use crate::proxy::TrustedProxies;
use crate::scheduler::{Scheduler, TablesByGame};
use crate::store::{Store, StoreError};
use crate::{origin_guard, router};

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The games that are served.
    pub catalogue: Catalogue,
    /// The address to listen on.
    pub address: SocketAddr,
    /// Host names, besides IP addresses, under which browsers may reach the server.
    pub names: Vec<String>,
    /// The directory of the game store.
    pub data: PathBuf,
    /// Where the endgame tables are.
    pub tables: TablesAt,
    /// The number of search threads.
    pub threads: usize,
    /// Limits on concurrent work and memory.
    pub limits: Limits,
    /// The reverse proxies whose client addresses are trusted.
    pub proxies: TrustedProxies,
    /// Games unchanged for this many days are deleted.
    pub keep_days: Option<u32>,
}

/// Why the server cannot start or run.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The game store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address cannot be bound.
    #[error("cannot listen at {address}: {reason}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        reason: String,
    },
    /// The runtime cannot be started.
    #[error("cannot run: {0}")]
    Run(#[from] std::io::Error),
}

/// A server that is bound to its address and ready to run.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: LimitedListener,
    app: App,
    guard: origin_guard::Guard,
    keep_days: Option<u32>,
}

/// The state shared by all requests.
#[derive(Clone)]
pub(crate) struct App {
    /// Where the server listens.
    pub(crate) address: SocketAddr,
    pub(crate) catalogue: Catalogue,
    pub(crate) live_games: LiveGames,
    pub(crate) blocking: BlockingPool,
    pub(crate) limits: Limits,
    /// The limits of each client.
    pub(crate) client_limits: Arc<ClientLimits>,
    pub(crate) proxies: Arc<TrustedProxies>,
    /// One permit per WebSocket.
    pub(crate) sockets: Arc<Semaphore>,
    /// Becomes true when the server stops.
    pub(crate) closing: watch::Receiver<bool>,
}

/// How often idle games are evicted from memory.
const EVICTION_INTERVAL: Duration = Duration::from_secs(30);
/// On shutdown, open responses and WebSockets get this long to finish.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(500);

impl Server {
    /// Opens the store and binds the address.
    ///
    /// # Errors
    /// Fails if the store cannot be opened or the address is in use.
    pub fn open(options: &Options) -> Result<Server, ServerError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let store = Store::open(&options.data)?;
        let address = options.address;
        let listener = runtime
            .block_on(TcpListener::bind(address))
            .map_err(|error| ServerError::Listen { address, reason: error.to_string() })?;
        let tables = TablesByGame::at(options.catalogue, &options.tables);
        let scheduler = Scheduler::new(options.threads, options.limits, tables.clone());
        let blocking = BlockingPool::new();
        let client_limits = Arc::new(ClientLimits::new(&options.limits));
        let proxies = Arc::new(options.proxies.clone());
        let app = App {
            address: listener.local_addr()?,
            catalogue: options.catalogue,
            live_games: LiveGames::new(
                options.catalogue,
                store,
                scheduler,
                blocking.clone(),
                tables,
                options.limits,
                Arc::clone(&client_limits),
            ),
            blocking,
            limits: options.limits,
            client_limits: Arc::clone(&client_limits),
            proxies: Arc::clone(&proxies),
            sockets: Arc::new(Semaphore::new(options.limits.sockets)),
            closing: watch::channel(false).1,
        };
        let guard = origin_guard::Guard::new(listener.local_addr()?, &options.names);
        let listener = LimitedListener::new(listener, &options.limits, client_limits, proxies);
        Ok(Server { runtime, listener, app, guard, keep_days: options.keep_days })
    }

    /// The bound address.
    ///
    /// # Errors
    /// Fails if the system does not report it.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves requests until `stop` completes.
    ///
    /// # Errors
    /// Fails if the runtime breaks down.
    pub fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServerError> {
        let Server { runtime, listener, mut app, guard, keep_days } = self;
        let (close, closing) = watch::channel(false);
        app.closing = closing;
        let scheduler = app.live_games.scheduler().clone();
        runtime.block_on(async move {
            let live_games = app.live_games.clone();
            tokio::spawn(async move {
                let mut interval = tokio::time::interval(EVICTION_INTERVAL);
                loop {
                    interval.tick().await;
                    live_games.evict_idle();
                    if let Some(days) = keep_days {
                        live_games.expire(days).await;
                    }
                }
            });
            // Bundle and compress the page before the first request needs it.
            tokio::task::spawn_blocking(page::assets);
            let router = router::router(app, guard);
            tokio::select! {
                () = listener.serve(router) => (),
                () = stop => {
                    // Close all WebSockets and let pending responses finish.
                    let _ = close.send(true);
                    tokio::time::sleep(SHUTDOWN_GRACE).await;
                }
            }
        });
        scheduler.close();
        runtime.shutdown_timeout(SHUTDOWN_GRACE);
        Ok(())
    }
}
