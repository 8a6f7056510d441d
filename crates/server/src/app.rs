//! The server as a whole.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use engine::TablesAt;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use crate::backroom::Backroom;
use crate::desk::{Desk, TablesByGame};
use crate::entrance::Entrance;
use crate::limits::Limits;
use crate::play::Hall;
use crate::proxy::TrustedProxies;
use crate::shares::Shares;
use crate::store::{Store, StoreError};
use crate::{door, router};

/// How the server is run.
#[derive(Clone, Debug)]
pub struct Options {
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
pub enum Fault {
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
    entrance: Entrance,
    app: App,
    guard: door::Guard,
    keep_days: Option<u32>,
}

/// What every request can reach.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) hall: Hall,
    pub(crate) backroom: Backroom,
    pub(crate) limits: Limits,
    /// What each client has of it.
    pub(crate) shares: Arc<Shares>,
    pub(crate) proxies: Arc<TrustedProxies>,
    /// As many as there may be connections that stay open.
    pub(crate) sockets: Arc<Semaphore>,
    /// Becomes true when the server stops.
    pub(crate) closing: watch::Receiver<bool>,
}

/// How often games are looked for that nobody looks at.
const TIDY: Duration = Duration::from_secs(30);
/// Whoever has not heard all of an answer after so long is not waited for.
const FAREWELL: Duration = Duration::from_millis(500);

impl Server {
    /// Opens the store and begins to listen.
    ///
    /// # Errors
    /// Fails where games cannot be kept or the address is taken.
    pub fn open(options: &Options) -> Result<Server, Fault> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let store = Store::open(&options.data)?;
        let address = options.address;
        let listener = runtime
            .block_on(TcpListener::bind(address))
            .map_err(|error| Fault::Listen { address, reason: error.to_string() })?;
        let tables = TablesByGame::at(&options.tables);
        let desk = Desk::new(options.threads, options.limits, tables.clone());
        let backroom = Backroom::new();
        let shares = Arc::new(Shares::new(&options.limits));
        let proxies = Arc::new(options.proxies.clone());
        let app = App {
            hall: Hall::new(store, desk, backroom.clone(), tables, options.limits, Arc::clone(&shares)),
            backroom,
            limits: options.limits,
            shares: Arc::clone(&shares),
            proxies: Arc::clone(&proxies),
            sockets: Arc::new(Semaphore::new(options.limits.sockets)),
            closing: watch::channel(false).1,
        };
        let guard = door::Guard::new(listener.local_addr()?, &options.names);
        let entrance = Entrance::new(listener, &options.limits, shares, proxies);
        Ok(Server { runtime, entrance, app, guard, keep_days: options.keep_days })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// Fails where the system does not say.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.entrance.local_addr()
    }

    /// Answers until `stop` is done.
    ///
    /// # Errors
    /// Fails where the system does not let it listen any longer.
    pub fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), Fault> {
        let Server { runtime, entrance, mut app, guard, keep_days } = self;
        let (close, closing) = watch::channel(false);
        app.closing = closing;
        let desk = app.hall.desk().clone();
        runtime.block_on(async move {
            let hall = app.hall.clone();
            tokio::spawn(async move {
                let mut ticks = tokio::time::interval(TIDY);
                loop {
                    ticks.tick().await;
                    hall.tidy();
                    if let Some(days) = keep_days {
                        hall.expire(days).await;
                    }
                }
            });
            let router = router::router(app, guard);
            tokio::select! {
                () = entrance.serve(router) => (),
                () = stop => {
                    // Those who follow something hear that it ends, and what is being answered is.
                    let _ = close.send(true);
                    tokio::time::sleep(FAREWELL).await;
                }
            }
        });
        desk.close();
        runtime.shutdown_timeout(FAREWELL);
        Ok(())
    }
}
