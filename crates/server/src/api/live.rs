//! What is followed as it happens: a game, an analysis, a review.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::response::Response;
use engine::Session;

use super::Params;
use super::analysis::lines;
use super::answer::to_json;
use super::rules::refuse_long;
use super::socket::{self, Socket};
use crate::app::App;
use crate::blocking::BlockingPool;
use crate::client::Client;
use crate::play::HostedGame;
use crate::problem::Problem;
use crate::review;
use crate::scheduler::{Analysis, Progress, Question};
use crate::wire::{Asked, PositionRef, Present, ReviewMessage, Streamed, ThoughtView, Update, VersionQuery};

/// How often a browser is asked whether it is there. Whoever never answers is not kept: see [`Limits`](crate::Limits).
const PING: Duration = Duration::from_secs(20);
/// A live analysis ends after so much thinking.
const ANALYSIS: Duration = Duration::from_secs(60);

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

fn upgrade(upgrade: Upgrade) -> Result<WebSocketUpgrade, Problem> {
    upgrade.map_err(|_| Problem::Malformed("this address is for WebSockets".to_string()))
}

/// How a game stands at once, and then what changes. A client that names the version it has hears what has changed
/// since then at once. A game that stood still since the server started goes on when one of its players says that he is
/// there.
pub(crate) async fn follow(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(query): Params<VersionQuery>,
    client: Client,
    asked: Upgrade,
) -> Result<Response, Problem> {
    let asked = upgrade(asked)?;
    let held = app.live_games.find(&id).await?;
    let app_ = app.clone();
    socket::open(&app_, client, asked, async move |mut socket: Socket| {
        let mut states = held.follow();
        if held.now().goes_on_for_anybody() {
            app.live_games.wake(&held, client).await;
        }
        states.mark_changed();
        let mut known = query.since;
        let mut pings = tokio::time::interval(PING);
        let mut closing = app.closing.clone();
        let mut open = true;
        while open {
            open = tokio::select! {
                changed = states.changed() => {
                    let game = Arc::clone(&states.borrow_and_update());
                    let is_last = changed.is_err() || game.is_deleted();
                    let since = known.replace(game.version());
                    send_update(&mut socket, &app.blocking, game, since).await && !is_last
                }
                _ = pings.tick() => socket.ping().await,
                said = socket.hear() => match said {
                    Some(said) => {
                        if is_player(&said, &held.now()) {
                            app.live_games.wake(&held, client).await;
                        }
                        true
                    }
                    None => false,
                },
                _ = closing.changed() => false,
            };
        }
        socket
    })
}

/// Sends what has changed since a version, or everything to a client that has none we know; false where nobody listens
/// any more.
async fn send_update(
    socket: &mut Socket,
    blocking: &BlockingPool,
    game: Arc<HostedGame>,
    since: Option<u64>,
) -> bool {
    if let Some(delta) = since.and_then(|since| game.delta(since)) {
        return socket.say(&Update::Delta(Box::new(delta))).await;
    }
    match blocking.run(move || to_json(&Update::Snapshot(Box::new(game.state())))).await {
        Ok(text) => socket.say_text(&text).await,
        Err(_) => false,
    }
}

/// Whether whoever says this has a seat. What else is said does not matter here.
fn is_player(said: &str, hosted_game: &HostedGame) -> bool {
    let said = serde_json::from_str(said);
    said.is_ok_and(|Present::Seat { token }| hosted_game.player(&token).is_ok())
}

/// Every move of a game judged, one after the other.
pub(crate) async fn review(
    State(app): State<App>,
    Path(id): Path<String>,
    client: Client,
    asked: Upgrade,
) -> Result<Response, Problem> {
    let asked = upgrade(asked)?;
    let share = app.shares.reviews.take(client)?;
    let session = app.live_games.peek(&id).await?.session().clone();
    let mut closing = app.closing.clone();
    let app_ = app.clone();
    socket::open(&app_, client, asked, async move |mut socket: Socket| {
        let _share = share;
        let mut review = review::Review::new(&app, client, session);
        let mut pings = tokio::time::interval(PING);
        loop {
            let mut next = std::pin::pin!(review.next());
            // Whatever else happens meanwhile, thinking is not begun again.
            let message = loop {
                let is_open = tokio::select! {
                    message = &mut next => break message,
                    said = socket.hear() => said.is_some(),
                    _ = pings.tick() => socket.ping().await,
                    _ = closing.changed() => false,
                };
                if !is_open {
                    return socket;
                }
            };
            let (message, is_last) = match message {
                Ok(Some(ply)) => (ply, false),
                Ok(None) => (ReviewMessage::Done, true),
                Err(problem) => (ReviewMessage::Error { error: problem.to_string() }, true),
            };
            if !socket.say(&message).await || is_last {
                return socket;
            }
        }
    })
}

/// An analysis that deepens while it is looked at.
pub(crate) async fn analysis(
    State(app): State<App>,
    client: Client,
    asked: Upgrade,
) -> Result<Response, Problem> {
    let asked = upgrade(asked)?;
    let app_ = app.clone();
    let serve = async move |socket: Socket| Dialogue { app, client, socket, topic: None }.run().await;
    socket::open(&app_, client, asked, serve)
}

/// One page's analyses, one at a time.
struct Dialogue {
    app: App,
    client: Client,
    socket: Socket,
    topic: Option<Topic>,
}

struct Topic {
    id: u64,
    session: Session,
    study: Analysis,
}

impl Dialogue {
    async fn run(mut self) -> Socket {
        let mut closing = self.app.closing.clone();
        let mut pings = tokio::time::interval(PING);
        let mut open = true;
        while open {
            let Dialogue { topic, socket, .. } = &mut self;
            let news = async {
                match topic {
                    Some(topic) => topic.study.next().await,
                    None => std::future::pending().await,
                }
            };
            open = tokio::select! {
                news = news => self.tell(news).await,
                said = socket.hear() => match said {
                    Some(said) => self.listen(&said).await,
                    None => false,
                },
                _ = pings.tick() => self.socket.ping().await,
                _ = closing.changed() => false,
            };
        }
        self.socket
    }

    async fn tell(&mut self, news: Option<Progress>) -> bool {
        let Some(Topic { id, session, .. }) = &self.topic else { return true };
        let id = *id;
        let Some(Progress { thought, ahead, is_done }) = news else {
            self.topic = None;
            return self.socket.say(&Streamed::Done { id }).await;
        };
        let thought = thought.map(|thought| ThoughtView::of(session, &thought));
        let said = match (thought, ahead) {
            (_, Some(ahead)) if !is_done => self.socket.say(&Streamed::Waiting { id, ahead }).await,
            (Some(thought), _) => self.socket.say(&Streamed::Thought { id, thought }).await,
            (None, _) => true,
        };
        if is_done {
            self.topic = None;
            return said && self.socket.say(&Streamed::Done { id }).await;
        }
        said
    }

    async fn listen(&mut self, said: &str) -> bool {
        let asked = match serde_json::from_str(said) {
            Ok(asked) => asked,
            Err(error) => {
                let error = engine::quoted(&error.to_string());
                return self.socket.say(&Streamed::Error { id: None, error }).await;
            }
        };
        self.topic = None;
        match asked {
            Asked::Stop => true,
            Asked::Analyze { id, game, position, moves, lines } => {
                match self.begin(id, PositionRef { game, position, moves }, lines).await {
                    Ok(()) => true,
                    Err(problem) => {
                        let error = problem.to_string();
                        self.socket.say(&Streamed::Error { id: Some(id), error }).await
                    }
                }
            }
        }
    }

    async fn begin(&mut self, id: u64, spot: PositionRef, wanted: Option<usize>) -> Result<(), Problem> {
        refuse_long(&spot, &self.app)?;
        let catalogue = self.app.catalogue;
        let session = self.app.blocking.run(move || spot.session(catalogue)).await?;
        let question =
            Question { session: session.clone(), lines: lines(wanted)?, time: ANALYSIS, depth: None };
        let study = self.app.live_games.scheduler().study(self.client, question)?;
        self.topic = Some(Topic { id, session, study });
        Ok(())
    }
}
