//! All games that somebody looks at, and the way to the others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::machine;
use super::room::Room;
use crate::desk::{Desk, TablesByGame};
use crate::limits::Limits;
use crate::problem::Problem;
use crate::store::{Change, Store};

/// The games in memory.
#[derive(Clone)]
pub(crate) struct Hall {
    inner: Arc<Inner>,
}

struct Inner {
    rooms: Mutex<HashMap<String, Arc<Held>>>,
    store: Store,
    desk: Desk,
    tables: TablesByGame,
    limits: Limits,
}

/// A game in memory.
pub(crate) struct Held {
    /// Whoever changes it keeps it until the change is stored.
    room: tokio::sync::Mutex<Room>,
    /// How it stands, as JSON, for all who follow it.
    state: watch::Sender<Arc<str>>,
    /// When somebody last asked for it.
    used: Mutex<Instant>,
    /// One hint at a time.
    advising: Arc<tokio::sync::Semaphore>,
}

/// A game that nobody follows leaves memory after so long.
const FORGOTTEN: Duration = Duration::from_secs(300);

impl Hall {
    pub(crate) fn new(store: Store, desk: Desk, tables: TablesByGame, limits: Limits) -> Hall {
        let rooms = Mutex::new(HashMap::new());
        Hall { inner: Arc::new(Inner { rooms, store, desk, tables, limits }) }
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

    /// Stores a new game and takes it in.
    pub(crate) async fn admit(&self, room: Room) -> Result<Arc<Held>, Problem> {
        self.make_room()?;
        self.inner.store.write(vec![Change::Begin(Box::new(room.kept()))]).await?;
        let id = room.id().to_string();
        let held = Arc::new(Held::new(room));
        self.rooms().insert(id, Arc::clone(&held));
        self.go_on(&held).await;
        Ok(held)
    }

    /// The game with this id, from memory or from the store.
    pub(crate) async fn find(&self, id: &str) -> Result<Arc<Held>, Problem> {
        if let Some(held) = self.rooms().get(id).cloned() {
            held.use_now();
            return Ok(held);
        }
        let missing = || Problem::Missing(format!("there is no game '{}'", engine::quoted(id)));
        let kept = self.inner.store.read(id).await?.ok_or_else(missing)?;
        let room = Room::of(&kept)?;
        self.make_room()?;
        // Two may have read it at the same time: the first one counts.
        let held = self.rooms().entry(id.to_string()).or_insert_with(|| Arc::new(Held::new(room))).clone();
        self.go_on(&held).await;
        Ok(held)
    }

    /// Changes a game: what the change says is stored before anybody hears of it, and where that fails nothing
    /// has happened.
    pub(crate) async fn change<T>(
        &self,
        held: &Arc<Held>,
        change: impl FnOnce(&mut Room) -> Result<(T, Vec<Change>), Problem>,
    ) -> Result<T, Problem> {
        let mut room = held.room.lock().await;
        let mut changed = room.clone();
        let (answer, changes) = change(&mut changed)?;
        self.inner.store.write(changes).await?;
        *room = changed;
        self.attend(held, &mut room);
        Ok(answer)
    }

    /// Lets a game go on by itself: its clock, its machine.
    async fn go_on(&self, held: &Arc<Held>) {
        let mut room = held.room.lock().await;
        self.attend(held, &mut room);
    }

    /// Begins the machine's move again, unless something has happened since.
    pub(super) async fn think_again(&self, held: &Arc<Held>, version: u64) {
        let mut room = held.room.lock().await;
        if room.version() == version {
            room.rest();
            self.attend(held, &mut room);
        }
    }

    /// Does what a game needs after a change, and tells everybody.
    fn attend(&self, held: &Arc<Held>, room: &mut Room) {
        room.start_clock();
        if let Some(level) = room.waits_for_machine() {
            machine::start(self, held, room, level);
        }
        if let Some(at) = room.falls_at() {
            self.watch_clock(held, room.version(), at);
        }
        held.publish(room);
    }

    /// Ends the game when the time is over, unless something happens before.
    fn watch_clock(&self, held: &Arc<Held>, version: u64, at: Instant) {
        let (hall, held) = (self.clone(), Arc::clone(held));
        tokio::spawn(async move {
            tokio::time::sleep_until(at.into()).await;
            // Should it not be stored, the next look at the clock ends the game as well.
            let _ = hall
                .change(&held, |room| {
                    let changes = if room.version() == version { room.flag() } else { Vec::new() };
                    Ok(((), changes))
                })
                .await;
        });
    }

    /// Forgets games that nobody looks at, and refuses another one where all are looked at.
    fn make_room(&self) -> Result<(), Problem> {
        let mut rooms = self.rooms();
        if rooms.len() < self.inner.limits.games {
            return Ok(());
        }
        rooms.retain(|_, held| !held.is_idle(Duration::ZERO));
        if rooms.len() < self.inner.limits.games {
            return Ok(());
        }
        Err(Problem::Busy("too many games are in play; try again in a while".to_string()))
    }

    /// Forgets games that nobody has looked at for a while.
    pub(crate) fn tidy(&self) {
        self.rooms().retain(|_, held| !held.is_idle(FORGOTTEN));
    }
}

impl Held {
    fn new(room: Room) -> Held {
        let (state, _) = watch::channel(Arc::from(""));
        Held {
            room: tokio::sync::Mutex::new(room),
            state,
            used: Mutex::new(Instant::now()),
            advising: Arc::new(tokio::sync::Semaphore::new(1)),
        }
    }

    /// The game as it stands.
    pub(crate) async fn room(&self) -> tokio::sync::MutexGuard<'_, Room> {
        self.room.lock().await
    }

    /// The right to have a hint thought about.
    pub(crate) fn advise(&self) -> Result<tokio::sync::OwnedSemaphorePermit, Problem> {
        let permit = Arc::clone(&self.advising).try_acquire_owned();
        permit.map_err(|_| Problem::Busy("a hint is being thought about already".to_string()))
    }

    /// Hears of every change, and of how it stands now.
    pub(crate) fn follow(&self) -> watch::Receiver<Arc<str>> {
        self.state.subscribe()
    }

    fn publish(&self, room: &Room) {
        if self.state.receiver_count() > 0 {
            self.state.send_replace(text(room));
        }
    }

    /// How it stands, as JSON.
    pub(crate) async fn state_text(&self) -> Arc<str> {
        text(&*self.room.lock().await)
    }

    fn use_now(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn is_idle(&self, at_least: Duration) -> bool {
        let used = *self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let asleep = self.room.try_lock().is_ok_and(|room| room.is_asleep());
        asleep && self.state.receiver_count() == 0 && used.elapsed() >= at_least
    }
}

fn text(room: &Room) -> Arc<str> {
    serde_json::to_string(&room.state()).unwrap_or_default().into()
}
