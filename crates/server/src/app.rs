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

/// How the server is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The games that are served.
    pub catalogue: Catalogue,
    /// Where it listens.
    pub address: SocketAddr,
    /// Names beside addresses by which browsers may call it.
    pub names: Vec<String>,
    /// The folder in which games are kept.
    pub data: PathBuf,
    /// Where tables are.
    pub tables: TablesAt,
    /// How many threads think.
    pub threads: usize,
    /// How much there may be at once.
    pub limits: Limits,
    /// Whose word is taken for who asks.
    pub proxies: TrustedProxies,
    /// Games that nobody has changed for so many days are deleted.
    pub keep_days: Option<u32>,
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// Games cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {reason}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        reason: String,
    },
    /// The system does not let it run.
    #[error("cannot run: {0}")]
    Run(#[from] std::io::Error),
}

/// A server that listens and is ready to be run.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: LimitedListener,
    app: App,
    guard: origin_guard::Guard,
    keep_days: Option<u32>,
}

/// What every request can reach.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) catalogue: Catalogue,
    pub(crate) live_games: LiveGames,
    pub(crate) blocking: BlockingPool,
    pub(crate) limits: Limits,
    /// What each client has of it.
    pub(crate) client_limits: Arc<ClientLimits>,
    pub(crate) proxies: Arc<TrustedProxies>,
    /// As many as there may be connections that stay open.
    pub(crate) sockets: Arc<Semaphore>,
    /// Becomes true when the server stops.
    pub(crate) closing: watch::Receiver<bool>,
}

/// How often games are looked for that nobody looks at.
const EVICTION_INTERVAL: Duration = Duration::from_secs(30);
/// Whoever has not heard all of an answer after so long is not waited for.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(500);

impl Server {
    /// Opens the store and begins to listen.
    ///
    /// # Errors
    /// Fails where games cannot be kept or the address is taken.
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

    /// Where it listens.
    ///
    /// # Errors
    /// Fails where the system does not say.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until `stop` is done.
    ///
    /// # Errors
    /// Fails where the system does not let it listen any longer.
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
            // Bundled and compressed while the first visitor is still on the way.
            tokio::task::spawn_blocking(page::assets);
            let router = router::router(app, guard);
            tokio::select! {
                () = listener.serve(router) => (),
                () = stop => {
                    // Those who follow something hear that it ends, and what is being answered is.
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
