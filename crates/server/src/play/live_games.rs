//! All games that somebody looks at, and the way to the others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use engine::Catalogue;
use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::hosted_game::HostedGame;
use super::machine;
use crate::blocking::BlockingPool;
use crate::client::Client;
use crate::limits::Limits;
use crate::problem::Problem;
use crate::scheduler::{Scheduler, TablesByGame};
use crate::shares::Shares;
use crate::store::{Change, Store, now};

/// The games in memory.
#[derive(Clone)]
pub(crate) struct LiveGames {
    inner: Arc<Inner>,
}

struct Inner {
    catalogue: Catalogue,
    rooms: Mutex<HashMap<String, Arc<GameHandle>>>,
    /// Whoever takes a game in from the store has the place that its id falls to. Otherwise a slow reader could bring
    /// back a game as it was before others had taken it in, changed it and left it.
    taking_in: [tokio::sync::Mutex<()>; 16],
    store: Store,
    scheduler: Scheduler,
    blocking: BlockingPool,
    tables: TablesByGame,
    limits: Limits,
    shares: Arc<Shares>,
}

/// A game in memory.
pub(crate) struct GameHandle {
    /// Whoever changes the game has this until the change is stored.
    changing: tokio::sync::Mutex<()>,
    /// How it stands, for all who look and all who follow. What is here is stored.
    now: watch::Sender<Arc<HostedGame>>,
    /// When somebody last asked for it.
    used: Mutex<Instant>,
    /// One hint at a time.
    advising: Arc<tokio::sync::Semaphore>,
    /// What ends the game when somebody's time is over.
    clock_watcher: Mutex<Option<AbortHandle>>,
}

/// A game that nobody follows leaves memory after so long.
const FORGOTTEN: Duration = Duration::from_secs(300);
/// When a flag that fell could not be stored, it is tried again after so long.
const AGAIN: Duration = Duration::from_secs(2);

impl LiveGames {
    pub(crate) fn new(
        catalogue: Catalogue,
        store: Store,
        scheduler: Scheduler,
        blocking: BlockingPool,
        tables: TablesByGame,
        limits: Limits,
        shares: Arc<Shares>,
    ) -> LiveGames {
        let (rooms, taking_in) = Default::default();
        LiveGames {
            inner: Arc::new(Inner {
                catalogue,
                rooms,
                taking_in,
                store,
                scheduler,
                blocking,
                tables,
                limits,
                shares,
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

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<GameHandle>>> {
        self.inner.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a new game, takes it in and lets it go on.
    pub(crate) async fn admit(&self, hosted_game: HostedGame) -> Result<Arc<GameHandle>, Problem> {
        self.inner.shares.new_games.take(hosted_game.creator(), Instant::now())?;
        self.check_quotas(hosted_game.creator()).await?;
        self.make_room()?;
        self.inner.store.write(vec![Change::Begin(Box::new(hosted_game.kept()))]).await?;
        let id = hosted_game.id().to_string();
        let held = Arc::new(GameHandle::new(hosted_game.clone()));
        self.rooms().insert(id, Arc::clone(&held));
        self.show(&held, hosted_game);
        Ok(held)
    }

    /// The game with this id, taken into memory where it is not. That alone does not make it go on.
    pub(crate) async fn find(&self, id: &str) -> Result<Arc<GameHandle>, Problem> {
        if let Some(held) = self.in_memory(id) {
            return Ok(held);
        }
        let places = &self.inner.taking_in;
        let place = usize::from(blake3::hash(id.as_bytes()).as_bytes()[0]) % places.len();
        let _taking_in = places[place].lock().await;
        if let Some(held) = self.in_memory(id) {
            return Ok(held);
        }
        let hosted_game = self.read(id).await?;
        self.make_room()?;
        let held = Arc::new(GameHandle::new(hosted_game));
        self.rooms().insert(id.to_string(), Arc::clone(&held));
        Ok(held)
    }

    fn in_memory(&self, id: &str) -> Option<Arc<GameHandle>> {
        let held = self.rooms().get(id).cloned()?;
        held.use_now();
        Some(held)
    }

    /// How a game stands, for somebody who only wants to see that: it is neither taken in nor does it go on.
    pub(crate) async fn peek(&self, id: &str) -> Result<Arc<HostedGame>, Problem> {
        let held = self.rooms().get(id).cloned();
        match held {
            Some(held) => Ok(held.now()),
            None => Ok(Arc::new(self.read(id).await?)),
        }
    }

    /// A game from the store.
    async fn read(&self, id: &str) -> Result<HostedGame, Problem> {
        let missing = || Problem::Missing(format!("there is no game '{}'", engine::quoted(id)));
        let kept = self.inner.store.read(id).await?.ok_or_else(missing)?;
        let catalogue = self.inner.catalogue;
        self.inner.blocking.run(move || HostedGame::of(catalogue, &kept)).await
    }

    /// Lets a game from the store go on by itself: its clocks, its machine. It does so for a client.
    pub(crate) async fn wake(&self, held: &Arc<GameHandle>, client: Client) {
        let _changing = held.changing.lock().await;
        let shown = held.now();
        if !shown.is_awake() && !shown.is_deleted() {
            let mut hosted_game = HostedGame::clone(&shown);
            hosted_game.is_used_by(client);
            hosted_game.wake();
            self.show(held, hosted_game);
        }
    }

    /// Changes a game: what the change says is stored before anybody hears of it, and where that fails nothing
    /// has happened. Once begun it is done, even if whoever asked does not wait for it: memory and store must not part.
    pub(crate) async fn change<T: Send + 'static>(
        &self,
        held: &Arc<GameHandle>,
        change: impl FnOnce(&mut HostedGame) -> Result<(T, Vec<Change>), Problem> + Send + 'static,
    ) -> Result<(T, Arc<HostedGame>), Problem> {
        let (live_games, held) = (self.clone(), Arc::clone(held));
        let changing = tokio::spawn(async move {
            let _changing = held.changing.lock().await;
            let before = held.now();
            before.refuse_deleted()?;
            let mut hosted_game = HostedGame::clone(&before);
            let (answer, changes) = change(&mut hosted_game)?;
            live_games.inner.store.write(changes).await?;
            if hosted_game.version() == before.version() {
                return Ok((answer, before));
            }
            before.interrupt();
            Ok((answer, live_games.show(&held, hosted_game)))
        });
        changing
            .await
            .unwrap_or_else(|error| Err(Problem::Broken(format!("the game cannot change: {error}"))))
    }

    /// The game that its players play after one that is over: the first of them who asks begins it, the others come to
    /// the same. Where that is over as well, it is the one after it.
    pub(crate) async fn again(
        &self,
        held: &Arc<GameHandle>,
        client: Client,
        token: String,
    ) -> Result<Arc<GameHandle>, Problem> {
        let (live_games, mut held) = (self.clone(), Arc::clone(held));
        let beginning = tokio::spawn(async move {
            loop {
                let next = live_games.next(&held, client, &token).await?;
                if !next.now().is_over() {
                    return Ok(next);
                }
                held = next;
            }
        });
        beginning.await.unwrap_or_else(|error| Err(Problem::Broken(format!("no game can begin: {error}"))))
    }

    /// The game that follows, begun if it is not there, and everybody who follows this one is told.
    async fn next(
        &self,
        held: &Arc<GameHandle>,
        client: Client,
        token: &str,
    ) -> Result<Arc<GameHandle>, Problem> {
        let _changing = held.changing.lock().await;
        let mut hosted_game = HostedGame::clone(&held.now());
        hosted_game.refuse_deleted()?;
        hosted_game.player(token)?;
        let next = hosted_game.again(client)?;
        let next = match self.find(next.id()).await {
            Err(Problem::Missing(_)) => self.admit(next).await?,
            found => found?,
        };
        if hosted_game.lead_to(next.now().id()) {
            self.show(held, hosted_game);
        }
        Ok(next)
    }

    /// Deletes a game. Those who follow it hear that it is gone; whoever is about to change it is refused.
    pub(crate) async fn delete(&self, held: &Arc<GameHandle>) -> Result<(), Problem> {
        let (live_games, held) = (self.clone(), Arc::clone(held));
        let deleting = tokio::spawn(async move {
            let _changing = held.changing.lock().await;
            let mut hosted_game = HostedGame::clone(&held.now());
            hosted_game.refuse_deleted()?;
            live_games.inner.store.write(vec![Change::Delete { id: hosted_game.id().to_string() }]).await?;
            hosted_game.interrupt();
            hosted_game.delete();
            live_games.rooms().remove(hosted_game.id());
            live_games.show(&held, hosted_game);
            Ok(())
        });
        deleting
            .await
            .unwrap_or_else(|error| Err(Problem::Broken(format!("the game cannot be deleted: {error}"))))
    }

    /// Deletes some of the games that nobody has changed for so many days and nobody looks at.
    pub(crate) async fn expire(&self, days: u32) {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let old = self.inner.store.unchanged_since(now() - i64::from(days) * DAY).await.unwrap_or_default();
        for id in old {
            let is_looked_at = self.rooms().contains_key(&id);
            if let (false, Ok(held)) = (is_looked_at, self.find(&id).await)
                && let Err(problem) = self.delete(&held).await
            {
                tracing::error!("game {id}: {problem}");
            }
        }
    }

    /// Refuses a new game of a client that has too many, and of anybody where the store is full.
    pub(crate) async fn check_quotas(&self, client: Client) -> Result<(), Problem> {
        let Limits { stored_games_per_address: most, stored_megabytes, games_per_address, .. } =
            self.inner.limits;
        if self.inner.store.games_of(client).await? >= most {
            return Err(Problem::Busy(format!("your address has {most} games here: delete some first")));
        }
        if self.inner.store.bytes().await? >= (stored_megabytes as u64) << 20 {
            return Err(Problem::Busy("no more games can be stored here".to_string()));
        }
        if self.rooms().len() < games_per_address {
            return Ok(());
        }
        let is_held =
            |held: &&Arc<GameHandle>| held.now().creator() == client && !is_idle(held, Duration::ZERO);
        if self.rooms().values().filter(is_held).count() >= games_per_address {
            return Err(Problem::Busy(format!("your address has {games_per_address} games in play")));
        }
        Ok(())
    }

    /// Begins the machine's move again, unless something has happened since.
    pub(super) async fn think_again(&self, held: &Arc<GameHandle>, version: u64) {
        let _changing = held.changing.lock().await;
        let shown = held.now();
        if shown.version() == version {
            let mut hosted_game = HostedGame::clone(&shown);
            hosted_game.rest();
            self.show(held, hosted_game);
        }
    }

    /// Does what a game needs after a change, and tells everybody.
    fn show(&self, held: &Arc<GameHandle>, mut hosted_game: HostedGame) -> Arc<HostedGame> {
        hosted_game.start_clock();
        if let Some(level) = hosted_game.waits_for_machine() {
            machine::start(self, held, &mut hosted_game, level);
        }
        let watcher = hosted_game.falls_at().map(|at| {
            let watching = watch_clock(self.clone(), Arc::downgrade(held), at);
            tokio::spawn(watching).abort_handle()
        });
        let old = std::mem::replace(
            &mut *held.clock_watcher.lock().unwrap_or_else(PoisonError::into_inner),
            watcher,
        );
        if let Some(old) = old {
            old.abort();
        }
        held.show(hosted_game)
    }

    /// Forgets games that nobody looks at, and refuses another one where all are looked at.
    fn make_room(&self) -> Result<(), Problem> {
        let mut rooms = self.rooms();
        if rooms.len() < self.inner.limits.games {
            return Ok(());
        }
        rooms.retain(|_, held| !is_idle(held, Duration::ZERO));
        if rooms.len() < self.inner.limits.games {
            return Ok(());
        }
        Err(Problem::Busy("too many games are in play; try again in a while".to_string()))
    }

    /// Forgets games that nobody has looked at for a while.
    pub(crate) fn tidy(&self) {
        self.rooms().retain(|_, held| !is_idle(held, FORGOTTEN));
    }
}

/// Ends a game when the time is over. Every change of the game puts another watcher in this one's place.
async fn watch_clock(live_games: LiveGames, held: Weak<GameHandle>, at: Instant) {
    tokio::time::sleep_until(at.into()).await;
    while let Some(held) = held.upgrade() {
        if live_games.change(&held, |hosted_game| Ok(((), hosted_game.flag()))).await.is_ok() {
            return;
        }
        drop(held);
        tokio::time::sleep(AGAIN).await;
    }
}

/// Whether a game may leave memory. To be asked while nobody can find it: whoever has it may change it any moment.
fn is_idle(held: &Arc<GameHandle>, at_least: Duration) -> bool {
    let used = *held.used.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::strong_count(held) == 1 && held.now().is_asleep() && used.elapsed() >= at_least
}

impl GameHandle {
    fn new(hosted_game: HostedGame) -> GameHandle {
        GameHandle {
            changing: tokio::sync::Mutex::default(),
            now: watch::Sender::new(Arc::new(hosted_game)),
            used: Mutex::new(Instant::now()),
            advising: Arc::new(tokio::sync::Semaphore::new(1)),
            clock_watcher: Mutex::default(),
        }
    }

    /// The game as it stands.
    pub(crate) fn now(&self) -> Arc<HostedGame> {
        Arc::clone(&self.now.borrow())
    }

    /// The right to have a hint thought about.
    pub(crate) fn advise(&self) -> Result<tokio::sync::OwnedSemaphorePermit, Problem> {
        let permit = Arc::clone(&self.advising).try_acquire_owned();
        permit.map_err(|_| Problem::Busy("a hint is being thought about already".to_string()))
    }

    /// Hears of every change from now on.
    pub(crate) fn follow(&self) -> watch::Receiver<Arc<HostedGame>> {
        self.now.subscribe()
    }

    fn show(&self, hosted_game: HostedGame) -> Arc<HostedGame> {
        let shown = Arc::new(hosted_game);
        self.now.send_replace(Arc::clone(&shown));
        shown
    }

    fn use_now(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::NewGame;

    fn live_games(folder: &std::path::Path, limits: Limits) -> LiveGames {
        let tables = TablesByGame::at(catalogue::CATALOGUE, &engine::TablesAt::default());
        let scheduler = Scheduler::new(1, limits, tables.clone());
        let shares = Arc::new(Shares::new(&limits));
        LiveGames::new(
            catalogue::CATALOGUE,
            Store::open(folder).unwrap(),
            scheduler,
            BlockingPool::new(),
            tables,
            limits,
            shares,
        )
    }

    fn new_game(clock: &str) -> HostedGame {
        let wish = format!(r#"{{"game": "checkers", "players": ["human", "human"], "clock": {clock}}}"#);
        HostedGame::begin(
            catalogue::CATALOGUE,
            &serde_json::from_str::<NewGame>(&wish).unwrap(),
            Client::UNKNOWN,
        )
        .unwrap()
        .0
    }

    async fn make(live_games: &LiveGames, held: &Arc<GameHandle>, mv: &'static str) {
        let made = move |hosted_game: &mut HostedGame| {
            let mv = hosted_game.session().position().parse_move(mv)?;
            Ok(((), hosted_game.make(mv)?))
        };
        live_games.change(held, made).await.unwrap();
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
            let held = live_games.admit(new_game(r#"{"seconds": 86400}"#)).await.unwrap();
            make(&live_games, &held, "22-18").await;
            make(&live_games, &held, "11-15").await;
            for _ in 0..50 {
                live_games
                    .change(&held, |hosted_game| Ok(((), hosted_game.undo(engine::Player::One)?)))
                    .await
                    .unwrap();
            }
            // One that was ended is gone when its thread has looked at it.
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
            let held = live_games.admit(new_game(r#"{"seconds": 1}"#)).await.unwrap();
            let mut states = held.follow();
            make(&live_games, &held, "22-18").await;
            make(&live_games, &held, "11-15").await;
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
            let held = live_games.admit(new_game("null")).await.unwrap();
            let states = held.follow();
            live_games.change(&held, |hosted_game| Ok(((), hosted_game.flag()))).await.unwrap();
            assert!(!states.has_changed().unwrap());
            make(&live_games, &held, "22-18").await;
            assert!(states.has_changed().unwrap());
        });
    }

    #[test]
    fn a_game_that_somebody_was_given_stays_in_memory() {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let live_games = live_games(folder.path(), Limits { games: 1, ..Limits::default() });
            let held = live_games.admit(new_game("null")).await.unwrap();
            assert!(matches!(live_games.admit(new_game("null")).await, Err(Problem::Busy(_))));
            make(&live_games, &held, "22-18").await;
            let id = held.now().id().to_string();
            assert!(Arc::ptr_eq(&held, &live_games.find(&id).await.unwrap()));
            drop(held);
            live_games.admit(new_game("null")).await.unwrap();
        });
    }

    #[test]
    fn a_move_that_nobody_waits_for_is_made_in_memory_as_well() {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let live_games = live_games(folder.path(), Limits::default());
            let held = live_games.admit(new_game("null")).await.unwrap();
            for mv in ["22-18", "11-15", "18x11", "8x15"] {
                let mut states = held.follow();
                let mut moving = Box::pin(make(&live_games, &held, mv));
                // Begun, and then dropped while it waits for the disk.
                let begun = std::future::poll_fn(|cx| std::task::Poll::Ready(moving.as_mut().poll(cx)));
                assert!(begun.await.is_pending());
                drop(moving);
                tokio::time::timeout(Duration::from_secs(60), states.changed()).await.unwrap().unwrap();
            }
            assert_eq!(held.now().session().moves().len(), 4);
        });
    }
}
