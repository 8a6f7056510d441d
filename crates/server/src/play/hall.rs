//! All games that somebody looks at, and the way to the others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::machine;
use super::room::Room;
use crate::backroom::Backroom;
use crate::client::Client;
use crate::desk::{Desk, TablesByGame};
use crate::limits::Limits;
use crate::problem::Problem;
use crate::shares::Shares;
use crate::store::{Change, Store, now};

/// The games in memory.
#[derive(Clone)]
pub(crate) struct Hall {
    inner: Arc<Inner>,
}

struct Inner {
    rooms: Mutex<HashMap<String, Arc<Held>>>,
    /// Whoever takes a game in from the store has the place that its id falls to. Otherwise a slow reader could bring
    /// back a game as it was before others had taken it in, changed it and left it.
    taking_in: [tokio::sync::Mutex<()>; 16],
    store: Store,
    desk: Desk,
    backroom: Backroom,
    tables: TablesByGame,
    limits: Limits,
    shares: Arc<Shares>,
}

/// A game in memory.
pub(crate) struct Held {
    /// Whoever changes the game has this until the change is stored.
    changing: tokio::sync::Mutex<()>,
    /// How it stands, for all who look and all who follow.
    now: watch::Sender<Arc<Shown>>,
    /// When somebody last asked for it.
    used: Mutex<Instant>,
    /// One hint at a time.
    advising: Arc<tokio::sync::Semaphore>,
    /// What ends the game when somebody's time is over.
    clock_watcher: Mutex<Option<AbortHandle>>,
}

/// A game as it stands. What is shown is stored.
pub(crate) struct Shown {
    room: Room,
    text: OnceLock<Arc<str>>,
}

/// A game that nobody follows leaves memory after so long.
const FORGOTTEN: Duration = Duration::from_secs(300);
/// When a flag that fell could not be stored, it is tried again after so long.
const AGAIN: Duration = Duration::from_secs(2);

impl Hall {
    pub(crate) fn new(
        store: Store,
        desk: Desk,
        backroom: Backroom,
        tables: TablesByGame,
        limits: Limits,
        shares: Arc<Shares>,
    ) -> Hall {
        let (rooms, taking_in) = Default::default();
        Hall { inner: Arc::new(Inner { rooms, taking_in, store, desk, backroom, tables, limits, shares }) }
    }

    pub(crate) fn desk(&self) -> &Desk {
        &self.inner.desk
    }

    pub(crate) fn tables(&self) -> &TablesByGame {
        &self.inner.tables
    }

    pub(crate) fn store(&self) -> &Store {
        &self.inner.store
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Held>>> {
        self.inner.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a new game, takes it in and lets it go on.
    pub(crate) async fn admit(&self, room: Room) -> Result<Arc<Held>, Problem> {
        self.inner.shares.new_games.take(room.creator(), Instant::now())?;
        self.check_quotas(room.creator()).await?;
        self.make_room()?;
        self.inner.store.write(vec![Change::Begin(Box::new(room.kept()))]).await?;
        let id = room.id().to_string();
        let held = Arc::new(Held::new(room.clone()));
        self.rooms().insert(id, Arc::clone(&held));
        self.show(&held, room);
        Ok(held)
    }

    /// The game with this id, taken into memory where it is not. That alone does not make it go on.
    pub(crate) async fn find(&self, id: &str) -> Result<Arc<Held>, Problem> {
        if let Some(held) = self.in_memory(id) {
            return Ok(held);
        }
        let places = &self.inner.taking_in;
        let place = usize::from(blake3::hash(id.as_bytes()).as_bytes()[0]) % places.len();
        let _taking_in = places[place].lock().await;
        if let Some(held) = self.in_memory(id) {
            return Ok(held);
        }
        let room = self.read(id).await?;
        self.make_room()?;
        let held = Arc::new(Held::new(room));
        self.rooms().insert(id.to_string(), Arc::clone(&held));
        Ok(held)
    }

    fn in_memory(&self, id: &str) -> Option<Arc<Held>> {
        let held = self.rooms().get(id).cloned()?;
        held.use_now();
        Some(held)
    }

    /// How a game stands, for somebody who only wants to see that: it is neither taken in nor does it go on.
    pub(crate) async fn peek(&self, id: &str) -> Result<Arc<Shown>, Problem> {
        let held = self.rooms().get(id).cloned();
        match held {
            Some(held) => Ok(held.now()),
            None => Ok(Arc::new(Shown::new(self.read(id).await?))),
        }
    }

    /// A game from the store.
    async fn read(&self, id: &str) -> Result<Room, Problem> {
        let missing = || Problem::Missing(format!("there is no game '{}'", engine::quoted(id)));
        let kept = self.inner.store.read(id).await?.ok_or_else(missing)?;
        self.inner.backroom.run(move || Room::of(&kept)).await
    }

    /// Lets a game from the store go on by itself: its clocks, its machine. It does so for a client.
    pub(crate) async fn wake(&self, held: &Arc<Held>, client: Client) {
        let _changing = held.changing.lock().await;
        let shown = held.now();
        if !shown.room.is_awake() && !shown.room.is_deleted() {
            let mut room = shown.room.clone();
            room.is_used_by(client);
            room.wake();
            self.show(held, room);
        }
    }

    /// Changes a game: what the change says is stored before anybody hears of it, and where that fails nothing
    /// has happened. Once begun it is done, even if whoever asked does not wait for it: memory and store must not part.
    pub(crate) async fn change<T: Send + 'static>(
        &self,
        held: &Arc<Held>,
        change: impl FnOnce(&mut Room) -> Result<(T, Vec<Change>), Problem> + Send + 'static,
    ) -> Result<(T, Arc<Shown>), Problem> {
        let (hall, held) = (self.clone(), Arc::clone(held));
        let changing = tokio::spawn(async move {
            let _changing = held.changing.lock().await;
            let before = held.now();
            before.room.refuse_deleted()?;
            let mut room = before.room.clone();
            let (answer, changes) = change(&mut room)?;
            hall.inner.store.write(changes).await?;
            if room.version() == before.room.version() {
                return Ok((answer, before));
            }
            before.room.interrupt();
            Ok((answer, hall.show(&held, room)))
        });
        changing
            .await
            .unwrap_or_else(|error| Err(Problem::Broken(format!("the game cannot change: {error}"))))
    }

    /// The game that its players play after one that is over: the first of them who asks begins it, the others come to
    /// the same. Where that is over as well, it is the one after it.
    pub(crate) async fn again(
        &self,
        held: &Arc<Held>,
        client: Client,
        token: String,
    ) -> Result<Arc<Held>, Problem> {
        let (hall, mut held) = (self.clone(), Arc::clone(held));
        let beginning = tokio::spawn(async move {
            loop {
                let next = hall.next(&held, client, &token).await?;
                if !next.now().room.is_over() {
                    return Ok(next);
                }
                held = next;
            }
        });
        beginning.await.unwrap_or_else(|error| Err(Problem::Broken(format!("no game can begin: {error}"))))
    }

    /// The game that follows, begun if it is not there, and everybody who follows this one is told.
    async fn next(&self, held: &Arc<Held>, client: Client, token: &str) -> Result<Arc<Held>, Problem> {
        let _changing = held.changing.lock().await;
        let mut room = held.now().room.clone();
        room.refuse_deleted()?;
        room.player(token)?;
        let next = room.again(client)?;
        let next = match self.find(next.id()).await {
            Err(Problem::Missing(_)) => self.admit(next).await?,
            found => found?,
        };
        if room.lead_to(next.now().room.id()) {
            self.show(held, room);
        }
        Ok(next)
    }

    /// Deletes a game. Those who follow it hear that it is gone; whoever is about to change it is refused.
    pub(crate) async fn delete(&self, held: &Arc<Held>) -> Result<(), Problem> {
        let (hall, held) = (self.clone(), Arc::clone(held));
        let deleting = tokio::spawn(async move {
            let _changing = held.changing.lock().await;
            let mut room = held.now().room.clone();
            room.refuse_deleted()?;
            hall.inner.store.write(vec![Change::Delete { id: room.id().to_string() }]).await?;
            room.interrupt();
            room.delete();
            hall.rooms().remove(room.id());
            hall.show(&held, room);
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
            |held: &&Arc<Held>| held.now().room.creator() == client && !is_idle(held, Duration::ZERO);
        if self.rooms().values().filter(is_held).count() >= games_per_address {
            return Err(Problem::Busy(format!("your address has {games_per_address} games in play")));
        }
        Ok(())
    }

    /// Begins the machine's move again, unless something has happened since.
    pub(super) async fn think_again(&self, held: &Arc<Held>, version: u64) {
        let _changing = held.changing.lock().await;
        let shown = held.now();
        if shown.room.version() == version {
            let mut room = shown.room.clone();
            room.rest();
            self.show(held, room);
        }
    }

    /// Does what a game needs after a change, and tells everybody.
    fn show(&self, held: &Arc<Held>, mut room: Room) -> Arc<Shown> {
        room.start_clock();
        if let Some(level) = room.waits_for_machine() {
            machine::start(self, held, &mut room, level);
        }
        let watcher = room.falls_at().map(|at| {
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
        held.show(room)
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
async fn watch_clock(hall: Hall, held: Weak<Held>, at: Instant) {
    tokio::time::sleep_until(at.into()).await;
    while let Some(held) = held.upgrade() {
        if hall.change(&held, |room| Ok(((), room.flag()))).await.is_ok() {
            return;
        }
        drop(held);
        tokio::time::sleep(AGAIN).await;
    }
}

/// Whether a game may leave memory. To be asked while nobody can find it: whoever has it may change it any moment.
fn is_idle(held: &Arc<Held>, at_least: Duration) -> bool {
    let used = *held.used.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::strong_count(held) == 1 && held.now().room.is_asleep() && used.elapsed() >= at_least
}

impl Held {
    fn new(room: Room) -> Held {
        Held {
            changing: tokio::sync::Mutex::default(),
            now: watch::Sender::new(Arc::new(Shown::new(room))),
            used: Mutex::new(Instant::now()),
            advising: Arc::new(tokio::sync::Semaphore::new(1)),
            clock_watcher: Mutex::default(),
        }
    }

    /// The game as it stands.
    pub(crate) fn now(&self) -> Arc<Shown> {
        Arc::clone(&self.now.borrow())
    }

    /// The right to have a hint thought about.
    pub(crate) fn advise(&self) -> Result<tokio::sync::OwnedSemaphorePermit, Problem> {
        let permit = Arc::clone(&self.advising).try_acquire_owned();
        permit.map_err(|_| Problem::Busy("a hint is being thought about already".to_string()))
    }

    /// Hears of every change from now on.
    pub(crate) fn follow(&self) -> watch::Receiver<Arc<Shown>> {
        self.now.subscribe()
    }

    fn show(&self, room: Room) -> Arc<Shown> {
        let shown = Arc::new(Shown::new(room));
        self.now.send_replace(Arc::clone(&shown));
        shown
    }

    fn use_now(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

impl Shown {
    fn new(room: Room) -> Shown {
        Shown { room, text: OnceLock::new() }
    }

    pub(crate) fn room(&self) -> &Room {
        &self.room
    }

    /// Whether it takes so long to write it that the threads that answer should not: a millisecond and more.
    pub(crate) fn is_long(&self) -> bool {
        const CELLS: usize = 10_000;
        let session = self.room.session();
        (1 + session.moves().len()) * session.start().occupants().len() > CELLS
    }

    /// How it stands, as JSON: written once for all who hear of a change when it happens.
    pub(crate) fn news(&self) -> Arc<str> {
        Arc::clone(self.text.get_or_init(|| self.text().into()))
    }

    /// How it stands, as JSON, with the clocks as they are now.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(&self.room.state()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::NewGame;

    fn hall(folder: &std::path::Path, limits: Limits) -> Hall {
        let tables = TablesByGame::at(&engine::TablesAt::default());
        let desk = Desk::new(1, limits, tables.clone());
        let shares = Arc::new(Shares::new(&limits));
        Hall::new(Store::open(folder).unwrap(), desk, Backroom::new(), tables, limits, shares)
    }

    fn new_game(clock: &str) -> Room {
        let wish = format!(r#"{{"game": "checkers", "players": ["human", "human"], "clock": {clock}}}"#);
        Room::begin(&serde_json::from_str::<NewGame>(&wish).unwrap(), Client::UNKNOWN).unwrap().0
    }

    async fn make(hall: &Hall, held: &Arc<Held>, mv: &'static str) {
        hall.change(held, move |room| Ok(((), room.make(mv)?))).await.unwrap();
    }

    fn block_on(test: impl Future<Output = ()>) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        runtime.unwrap().block_on(test);
    }

    #[test]
    fn a_game_has_one_watcher_of_its_clock_however_often_it_changes() {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let hall = hall(folder.path(), Limits::default());
            let held = hall.admit(new_game(r#"{"seconds": 86400}"#)).await.unwrap();
            make(&hall, &held, "22-18").await;
            make(&hall, &held, "11-15").await;
            for _ in 0..50 {
                hall.change(&held, |room| Ok(((), room.undo(engine::Player::One)?))).await.unwrap();
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
            let hall = hall(folder.path(), Limits::default());
            let held = hall.admit(new_game(r#"{"seconds": 1}"#)).await.unwrap();
            let mut states = held.follow();
            make(&hall, &held, "22-18").await;
            make(&hall, &held, "11-15").await;
            while !states.borrow_and_update().room().is_over() {
                states.changed().await.unwrap();
            }
        });
    }

    #[test]
    fn where_nothing_changes_nobody_hears_of_it() {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let hall = hall(folder.path(), Limits::default());
            let held = hall.admit(new_game("null")).await.unwrap();
            let states = held.follow();
            hall.change(&held, |room| Ok(((), room.flag()))).await.unwrap();
            assert!(!states.has_changed().unwrap());
            make(&hall, &held, "22-18").await;
            assert!(states.has_changed().unwrap());
        });
    }

    #[test]
    fn a_game_that_somebody_was_given_stays_in_memory() {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let hall = hall(folder.path(), Limits { games: 1, ..Limits::default() });
            let held = hall.admit(new_game("null")).await.unwrap();
            assert!(matches!(hall.admit(new_game("null")).await, Err(Problem::Busy(_))));
            make(&hall, &held, "22-18").await;
            let id = held.now().room().id().to_string();
            assert!(Arc::ptr_eq(&held, &hall.find(&id).await.unwrap()));
            drop(held);
            hall.admit(new_game("null")).await.unwrap();
        });
    }

    #[test]
    fn a_move_that_nobody_waits_for_is_made_in_memory_as_well() {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let hall = hall(folder.path(), Limits::default());
            let held = hall.admit(new_game("null")).await.unwrap();
            for mv in ["22-18", "11-15", "18x11", "8x15"] {
                let mut states = held.follow();
                let mut moving = Box::pin(make(&hall, &held, mv));
                // Begun, and then dropped while it waits for the disk.
                let begun = std::future::poll_fn(|cx| std::task::Poll::Ready(moving.as_mut().poll(cx)));
                assert!(begun.await.is_pending());
                drop(moving);
                tokio::time::timeout(Duration::from_secs(60), states.changed()).await.unwrap().unwrap();
            }
            assert_eq!(held.now().room().session().moves().len(), 4);
        });
    }
}
