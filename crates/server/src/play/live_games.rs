//! The games in memory, and access to those in the store.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use engine::{ByPlayer, Catalogue, Player};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::hosted_game::HostedGame;
use super::machine;
use crate::blocking::BlockingPool;
use crate::client::Client;
use crate::client_limits::ClientLimits;
use crate::limits::Limits;
use crate::problem::Problem;
use crate::scheduler::{Scheduler, TablesByGame};
use crate::store::{Change, Store, now};

/// The games in memory.
#[derive(Clone)]
pub(crate) struct LiveGames {
    inner: Arc<Inner>,
}

struct Inner {
    catalogue: Catalogue,
    games: Mutex<HashMap<String, Arc<GameHandle>>>,
    /// Locks for loading games from the store, by a hash of the id. Without them a slow reader
    /// could bring back an outdated game, after others had loaded, changed and evicted it.
    loading: [tokio::sync::Mutex<()>; 16],
    store: Store,
    scheduler: Scheduler,
    blocking: BlockingPool,
    tables: TablesByGame,
    limits: Limits,
    client_limits: Arc<ClientLimits>,
}

/// A game in memory.
pub(crate) struct GameHandle {
    /// Held during a change of the game, until the change is stored.
    write_lock: tokio::sync::Mutex<()>,
    /// The current state, which is stored. Followers subscribe to it.
    current: watch::Sender<Arc<HostedGame>>,
    /// When a client last asked for it.
    last_used: Mutex<Instant>,
    /// Allows one hint at a time.
    hint_semaphore: Arc<tokio::sync::Semaphore>,
    /// How many connections each player has.
    connections: Mutex<ByPlayer<usize>>,
    /// The task that ends the game when a clock runs out.
    clock_watcher: Mutex<Option<AbortHandle>>,
}

/// A game without followers is evicted after this time.
const IDLE_TIMEOUT: Duration = Duration::from_secs(300);
/// How long to wait before a failed write of a loss on time is retried.
const RETRY_DELAY: Duration = Duration::from_secs(2);

impl LiveGames {
    pub(crate) fn new(
        catalogue: Catalogue,
        store: Store,
        scheduler: Scheduler,
        blocking: BlockingPool,
        tables: TablesByGame,
        limits: Limits,
        client_limits: Arc<ClientLimits>,
    ) -> LiveGames {
        let (games, loading) = Default::default();
        LiveGames {
            inner: Arc::new(Inner {
                catalogue,
                games,
                loading,
                store,
                scheduler,
                blocking,
                tables,
                limits,
                client_limits,
            }),
        }
    }

    pub(crate) fn scheduler(&self) -> &Scheduler {
        &self.inner.scheduler
    }

    pub(crate) fn tables(&self) -> &TablesByGame {
        &self.inner.tables
    }

    pub(crate) fn store(&self) -> &Store {
        &self.inner.store
    }

    fn games(&self) -> MutexGuard<'_, HashMap<String, Arc<GameHandle>>> {
        self.inner.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a new game, keeps it in memory and starts it.
    pub(crate) async fn admit(&self, hosted_game: HostedGame) -> Result<Arc<GameHandle>, Problem> {
        self.inner.client_limits.new_games.acquire(hosted_game.creator(), Instant::now())?;
        self.check_quotas(hosted_game.creator()).await?;
        self.evict_for_one_more()?;
        self.inner.store.write(vec![Change::Begin(Box::new(hosted_game.kept()))]).await?;
        let id = hosted_game.id().to_string();
        let handle = Arc::new(GameHandle::new(hosted_game.clone()));
        self.games().insert(id, Arc::clone(&handle));
        self.publish(&handle, hosted_game);
        Ok(handle)
    }

    /// The game with this id, loaded from the store if necessary. Loading does not resume it.
    pub(crate) async fn find(&self, id: &str) -> Result<Arc<GameHandle>, Problem> {
        if let Some(handle) = self.in_memory(id) {
            return Ok(handle);
        }
        let locks = &self.inner.loading;
        let slot = usize::from(blake3::hash(id.as_bytes()).as_bytes()[0]) % locks.len();
        let _loading = locks[slot].lock().await;
        if let Some(handle) = self.in_memory(id) {
            return Ok(handle);
        }
        let hosted_game = self.read(id).await?;
        self.evict_for_one_more()?;
        let handle = Arc::new(GameHandle::new(hosted_game));
        self.games().insert(id.to_string(), Arc::clone(&handle));
        Ok(handle)
    }

    fn in_memory(&self, id: &str) -> Option<Arc<GameHandle>> {
        let handle = self.games().get(id).cloned()?;
        handle.mark_used();
        Some(handle)
    }

    /// The current state of a game, neither loading it into memory nor resuming it.
    pub(crate) async fn peek(&self, id: &str) -> Result<Arc<HostedGame>, Problem> {
        let handle = self.games().get(id).cloned();
        match handle {
            Some(handle) => Ok(handle.current()),
            None => Ok(Arc::new(self.read(id).await?)),
        }
    }

    /// Reads a game from the store.
    async fn read(&self, id: &str) -> Result<HostedGame, Problem> {
        let missing = || Problem::NotFound(format!("there is no game '{}'", engine::quoted(id)));
        let kept = self.inner.store.read(id).await?.ok_or_else(missing)?;
        let catalogue = self.inner.catalogue;
        self.inner.blocking.run(move || HostedGame::of(catalogue, &kept)).await
    }

    /// Resumes a paused game, its clocks and its machine, on behalf of a client.
    pub(crate) async fn resume(&self, handle: &Arc<GameHandle>, client: Client) {
        let _guard = handle.write_lock.lock().await;
        let current = handle.current();
        if current.is_paused() && !current.is_deleted() {
            let mut hosted_game = HostedGame::clone(&current);
            hosted_game.set_client(client);
            hosted_game.resume();
            self.publish(handle, hosted_game);
        }
    }

    /// A player has opened a connection, or has closed one. With the last one the player is gone.
    pub(crate) async fn count_connection(&self, handle: &Arc<GameHandle>, player: Player, is_opened: bool) {
        let _guard = handle.write_lock.lock().await;
        let mut hosted_game = HostedGame::clone(&handle.current());
        let is_present = handle.count_connection(player, is_opened) > 0;
        if !hosted_game.is_deleted() && hosted_game.set_present(player, is_present) {
            handle.publish(hosted_game);
        }
    }

    /// Changes a game. The change is stored before it is published; if storing fails, nothing has
    /// changed. A change runs to its end even if the caller is dropped, so that memory and store
    /// cannot diverge.
    pub(crate) async fn change<T: Send + 'static>(
        &self,
        handle: &Arc<GameHandle>,
        change: impl FnOnce(&mut HostedGame) -> Result<(T, Vec<Change>), Problem> + Send + 'static,
    ) -> Result<(T, Arc<HostedGame>), Problem> {
        let (live_games, handle) = (self.clone(), Arc::clone(handle));
        let task = tokio::spawn(async move {
            let _guard = handle.write_lock.lock().await;
            let before = handle.current();
            before.ensure_not_deleted()?;
            let mut hosted_game = HostedGame::clone(&before);
            let (answer, changes) = change(&mut hosted_game)?;
            live_games.inner.store.write(changes).await?;
            if hosted_game.version() == before.version() {
                return Ok((answer, before));
            }
            before.stop_machine();
            Ok((answer, live_games.publish(&handle, hosted_game)))
        });
        task.await.unwrap_or_else(|error| Err(Problem::Internal(format!("the game cannot change: {error}"))))
    }

    /// The rematch of a game that is over. The first player who asks starts it, the others get the
    /// same game. If the rematch is over too, its own rematch, and so on.
    pub(crate) async fn rematch(
        &self,
        handle: &Arc<GameHandle>,
        client: Client,
        token: String,
    ) -> Result<Arc<GameHandle>, Problem> {
        let (live_games, mut handle) = (self.clone(), Arc::clone(handle));
        let task = tokio::spawn(async move {
            loop {
                let next = live_games.find_or_start_next(&handle, client, &token).await?;
                if !next.current().is_over() {
                    return Ok(next);
                }
                handle = next;
            }
        });
        task.await.unwrap_or_else(|error| Err(Problem::Internal(format!("no game can begin: {error}"))))
    }

    /// The rematch, started if necessary; followers of this game are told.
    async fn find_or_start_next(
        &self,
        handle: &Arc<GameHandle>,
        client: Client,
        token: &str,
    ) -> Result<Arc<GameHandle>, Problem> {
        let _guard = handle.write_lock.lock().await;
        let mut hosted_game = HostedGame::clone(&handle.current());
        hosted_game.ensure_not_deleted()?;
        hosted_game.player(token)?;
        let next = hosted_game.rematch(client)?;
        let next = match self.find(next.id()).await {
            Err(Problem::NotFound(_)) => self.admit(next).await?,
            found => found?,
        };
        if hosted_game.set_next(next.current().id()) {
            self.publish(handle, hosted_game);
        }
        Ok(next)
    }

    /// Deletes a game. Its followers are told; changes from now on fail.
    pub(crate) async fn delete(&self, handle: &Arc<GameHandle>) -> Result<(), Problem> {
        let (live_games, handle) = (self.clone(), Arc::clone(handle));
        let task = tokio::spawn(async move {
            let _guard = handle.write_lock.lock().await;
            let mut hosted_game = HostedGame::clone(&handle.current());
            hosted_game.ensure_not_deleted()?;
            live_games.inner.store.write(vec![Change::Delete { id: hosted_game.id().to_string() }]).await?;
            hosted_game.stop_machine();
            hosted_game.delete();
            live_games.games().remove(hosted_game.id());
            live_games.publish(&handle, hosted_game);
            Ok(())
        });
        task.await
            .unwrap_or_else(|error| Err(Problem::Internal(format!("the game cannot be deleted: {error}"))))
    }

    /// Deletes a batch of games that have not changed for this many days and are not in memory.
    pub(crate) async fn expire(&self, days: u32) {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let old = self.inner.store.unchanged_since(now() - i64::from(days) * DAY).await.unwrap_or_default();
        for id in old {
            let is_looked_at = self.games().contains_key(&id);
            if let (false, Ok(handle)) = (is_looked_at, self.find(&id).await)
                && let Err(problem) = self.delete(&handle).await
            {
                tracing::error!("game {id}: {problem}");
            }
        }
    }

    /// Fails if a client has too many games, or if the store is full.
    pub(crate) async fn check_quotas(&self, client: Client) -> Result<(), Problem> {
        let Limits { stored_games_per_address: most, stored_megabytes, games_per_address, .. } =
            self.inner.limits;
        if self.inner.store.games_of(client).await? >= most {
            return Err(Problem::Busy(format!("your address has {most} games here: delete some first")));
        }
        if self.inner.store.bytes().await? >= (stored_megabytes as u64) << 20 {
            return Err(Problem::Busy("no more games can be stored here".to_string()));
        }
        if self.games().len() < games_per_address {
            return Ok(());
        }
        let is_in_play = |handle: &&Arc<GameHandle>| {
            handle.current().creator() == client && !is_idle(handle, Duration::ZERO)
        };
        if self.games().values().filter(is_in_play).count() >= games_per_address {
            return Err(Problem::Busy(format!("your address has {games_per_address} games in play")));
        }
        Ok(())
    }

    /// Restarts the machine's search, unless the game has changed since.
    pub(super) async fn retry_machine_move(&self, handle: &Arc<GameHandle>, version: u64) {
        let _guard = handle.write_lock.lock().await;
        let current = handle.current();
        if current.board_version() == version {
            let mut hosted_game = HostedGame::clone(&current);
            hosted_game.stop_thinking();
            self.publish(handle, hosted_game);
        }
    }

    /// Starts clock and machine as needed after a change, and publishes the new state.
    fn publish(&self, handle: &Arc<GameHandle>, mut hosted_game: HostedGame) -> Arc<HostedGame> {
        hosted_game.start_clock();
        if let Some(level) = hosted_game.machine_to_move() {
            machine::start(self, handle, &mut hosted_game, level);
        }
        let watcher = hosted_game.flag_time().map(|at| {
            let watching = watch_clock(self.clone(), Arc::downgrade(handle), at);
            tokio::spawn(watching).abort_handle()
        });
        let old = std::mem::replace(
            &mut *handle.clock_watcher.lock().unwrap_or_else(PoisonError::into_inner),
            watcher,
        );
        if let Some(old) = old {
            old.abort();
        }
        handle.publish(hosted_game)
    }

    /// Evicts idle games if memory is full; fails if none is idle.
    fn evict_for_one_more(&self) -> Result<(), Problem> {
        let mut games = self.games();
        if games.len() < self.inner.limits.games {
            return Ok(());
        }
        games.retain(|_, handle| !is_idle(handle, Duration::ZERO));
        if games.len() < self.inner.limits.games {
            return Ok(());
        }
        Err(Problem::Busy("too many games are in play; try again in a while".to_string()))
    }

    /// Evicts games that have been idle for a while.
    pub(crate) fn evict_idle(&self) {
        self.games().retain(|_, handle| !is_idle(handle, IDLE_TIMEOUT));
    }
}

/// Ends a game when a clock runs out. Every change of the game replaces the watcher.
async fn watch_clock(live_games: LiveGames, handle: Weak<GameHandle>, at: Instant) {
    tokio::time::sleep_until(at.into()).await;
    while let Some(handle) = handle.upgrade() {
        if live_games.change(&handle, |hosted_game| Ok(((), hosted_game.flag()))).await.is_ok() {
            return;
        }
        drop(handle);
        tokio::time::sleep(RETRY_DELAY).await;
    }
}

/// Whether a game may be evicted. Call it while the map is locked: any owner of a handle may change
/// the game at any time.
fn is_idle(handle: &Arc<GameHandle>, at_least: Duration) -> bool {
    let last_used = *handle.last_used.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::strong_count(handle) == 1 && handle.current().is_idle() && last_used.elapsed() >= at_least
}

impl GameHandle {
    fn new(hosted_game: HostedGame) -> GameHandle {
        GameHandle {
            write_lock: tokio::sync::Mutex::default(),
            current: watch::Sender::new(Arc::new(hosted_game)),
            last_used: Mutex::new(Instant::now()),
            hint_semaphore: Arc::new(tokio::sync::Semaphore::new(1)),
            connections: Mutex::new(ByPlayer { one: 0, two: 0 }),
            clock_watcher: Mutex::default(),
        }
    }

    /// Counts a connection of a player; returns how many there are now.
    fn count_connection(&self, player: Player, is_opened: bool) -> usize {
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        let count = &mut connections[player];
        *count = if is_opened { *count + 1 } else { count.saturating_sub(1) };
        *count
    }

    /// The current state.
    pub(crate) fn current(&self) -> Arc<HostedGame> {
        Arc::clone(&self.current.borrow())
    }

    /// A permit to compute a hint.
    pub(crate) fn hint_permit(&self) -> Result<tokio::sync::OwnedSemaphorePermit, Problem> {
        let permit = Arc::clone(&self.hint_semaphore).try_acquire_owned();
        permit.map_err(|_| Problem::Busy("another hint is being computed".to_string()))
    }

    /// Subscribes to all changes from now on.
    pub(crate) fn subscribe(&self) -> watch::Receiver<Arc<HostedGame>> {
        self.current.subscribe()
    }

    fn publish(&self, hosted_game: HostedGame) -> Arc<HostedGame> {
        let current = Arc::new(hosted_game);
        self.current.send_replace(Arc::clone(&current));
        current
    }

    fn mark_used(&self) {
        *self.last_used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::NewGame;

    fn live_games(folder: &std::path::Path, limits: Limits) -> LiveGames {
        let tables = TablesByGame::at(catalogue::CATALOGUE, &engine::TablesAt::default());
        let scheduler = Scheduler::new(1, limits, tables.clone());
        let client_limits = Arc::new(ClientLimits::new(&limits));
        LiveGames::new(
            catalogue::CATALOGUE,
            Store::open(folder).unwrap(),
            scheduler,
            BlockingPool::new(),
            tables,
            limits,
            client_limits,
        )
    }

    fn new_game(clock: &str) -> HostedGame {
        let request = format!(r#"{{"game": "checkers", "players": ["human", "human"], "clock": {clock}}}"#);
        HostedGame::begin(
            catalogue::CATALOGUE,
            &serde_json::from_str::<NewGame>(&request).unwrap(),
            Client::UNKNOWN,
        )
        .unwrap()
        .0
    }

    async fn make(live_games: &LiveGames, handle: &Arc<GameHandle>, mv: &'static str) {
        let made = move |hosted_game: &mut HostedGame| {
            let mv = hosted_game.session().position().parse_move(mv)?;
            Ok(((), hosted_game.apply_move(mv)?))
        };
        live_games.change(handle, made).await.unwrap();
    }

    fn block_on(test: impl Future<Output = ()>) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        runtime.unwrap().block_on(test);
    }

    #[test]
    fn a_game_has_one_watcher_of_its_clock_however_often_it_changes() {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let live_games = live_games(folder.path(), Limits::default());
            let handle = live_games.admit(new_game(r#"{"seconds": 86400}"#)).await.unwrap();
            make(&live_games, &handle, "22-18").await;
            make(&live_games, &handle, "11-15").await;
            for _ in 0..50 {
                live_games
                    .change(&handle, |hosted_game| Ok(((), hosted_game.undo(engine::Player::One)?)))
                    .await
                    .unwrap();
            }
            // An aborted task disappears when its thread next looks at it.
            let tasks = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
            for _ in 0..500 {
                if tasks() <= 1 {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            assert_eq!(tasks(), 1);
        });
    }

    #[test]
    fn the_last_watcher_ends_the_game() {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let live_games = live_games(folder.path(), Limits::default());
            let handle = live_games.admit(new_game(r#"{"seconds": 1}"#)).await.unwrap();
            let mut states = handle.subscribe();
            make(&live_games, &handle, "22-18").await;
            make(&live_games, &handle, "11-15").await;
            while !states.borrow_and_update().is_over() {
                states.changed().await.unwrap();
            }
        });
    }

    #[test]
    fn where_nothing_changes_nobody_hears_of_it() {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let live_games = live_games(folder.path(), Limits::default());
            let handle = live_games.admit(new_game("null")).await.unwrap();
            let states = handle.subscribe();
            live_games.change(&handle, |hosted_game| Ok(((), hosted_game.flag()))).await.unwrap();
            assert!(!states.has_changed().unwrap());
            make(&live_games, &handle, "22-18").await;
            assert!(states.has_changed().unwrap());
        });
    }

    #[test]
    fn a_game_that_somebody_was_given_stays_in_memory() {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let live_games = live_games(folder.path(), Limits { games: 1, ..Limits::default() });
            let handle = live_games.admit(new_game("null")).await.unwrap();
            assert!(matches!(live_games.admit(new_game("null")).await, Err(Problem::Busy(_))));
            make(&live_games, &handle, "22-18").await;
            let id = handle.current().id().to_string();
            assert!(Arc::ptr_eq(&handle, &live_games.find(&id).await.unwrap()));
            drop(handle);
            live_games.admit(new_game("null")).await.unwrap();
        });
    }

    #[test]
    fn a_move_that_nobody_waits_for_is_made_in_memory_as_well() {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let live_games = live_games(folder.path(), Limits::default());
            let handle = live_games.admit(new_game("null")).await.unwrap();
            for mv in ["22-18", "11-15", "18x11", "8x15"] {
                let mut states = handle.subscribe();
                let mut moving = Box::pin(make(&live_games, &handle, mv));
                // Polled once, then dropped while it waits for the disk.
                let begun = std::future::poll_fn(|cx| std::task::Poll::Ready(moving.as_mut().poll(cx)));
                assert!(begun.await.is_pending());
                drop(moving);
                tokio::time::timeout(Duration::from_secs(60), states.changed()).await.unwrap().unwrap();
            }
            assert_eq!(handle.current().session().moves().len(), 4);
        });
    }
}
