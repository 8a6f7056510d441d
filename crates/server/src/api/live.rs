//! WebSockets: following a game, an analysis, a review.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::response::Response;
use engine::Session;

use super::Params;
use super::analysis::lines;
use super::response::to_json;
use super::rules::check_move_count;
use super::socket::{self, Socket};
use crate::app::App;
use crate::blocking::BlockingPool;
use crate::client::Client;
use crate::play::HostedGame;
use crate::problem::Problem;
use crate::review;
use crate::scheduler::{Analysis, AnalysisParams, Progress};
use crate::wire::{
    AnalysisCommand, AnalysisMessage, FollowerMessage, PositionRef, ReviewMessage, ThoughtView, Update,
    VersionQuery,
};

/// The interval of pings. A client that never answers is disconnected: see
/// [`Limits`](crate::Limits).
const PING: Duration = Duration::from_secs(20);
/// The search time of a live analysis.
const ANALYSIS: Duration = Duration::from_secs(60);

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

fn accept(upgrade: Upgrade) -> Result<WebSocketUpgrade, Problem> {
    upgrade.map_err(|_| Problem::Malformed("this address is for WebSockets".to_string()))
}

/// Sends the state of a game at once, then every change. A client that gives the version it has
/// gets the difference instead of a snapshot. A game that was paused by a restart is resumed when
/// one of its players sends a token.
pub(crate) async fn follow(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(query): Params<VersionQuery>,
    client: Client,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let upgrade = accept(upgrade)?;
    let handle = app.live_games.find(&id).await?;
    let app_ = app.clone();
    socket::open(&app_, client, upgrade, async move |mut socket: Socket| {
        let mut states = handle.subscribe();
        if handle.current().resumes_for_spectators() {
            app.live_games.resume(&handle, client).await;
        }
        states.mark_changed();
        let mut known = query.since;
        let mut pings = tokio::time::interval(PING);
        let mut closing = app.closing.clone();
        let mut open = true;
        let mut players = Vec::new();
        while open {
            open = tokio::select! {
                changed = states.changed() => {
                    let game = Arc::clone(&states.borrow_and_update());
                    let is_last = changed.is_err() || game.is_deleted();
                    let since = known.replace(game.version());
                    send_update(&mut socket, &app.blocking, game, since).await && !is_last
                }
                _ = pings.tick() => socket.ping().await,
                message = socket.recv() => match message {
                    Some(message) => {
                        if let Some(player) = player_of(&message, &handle.current()) {
                            app.live_games.resume(&handle, client).await;
                            if !players.contains(&player) {
                                players.push(player);
                                app.live_games.count_connection(&handle, player, true).await;
                            }
                        }
                        true
                    }
                    None => false,
                },
                _ = closing.changed() => false,
            };
        }
        for player in players {
            app.live_games.count_connection(&handle, player, false).await;
        }
        socket
    })
}

/// Sends what has changed since a version, or a snapshot to a client without a known version; false
/// if the connection is closed.
async fn send_update(
    socket: &mut Socket,
    blocking: &BlockingPool,
    game: Arc<HostedGame>,
    since: Option<u64>,
) -> bool {
    if let Some(delta) = since.and_then(|since| game.delta(since)) {
        return socket.send(&Update::Delta(Box::new(delta))).await;
    }
    match blocking.run(move || to_json(&Update::Snapshot(Box::new(game.state())))).await {
        Ok(text) => socket.send_text(&text).await,
        Err(_) => false,
    }
}

/// The player whose token a message carries. Other messages are ignored.
fn player_of(message: &str, hosted_game: &HostedGame) -> Option<engine::Player> {
    let FollowerMessage::Seat { token } = serde_json::from_str(message).ok()?;
    hosted_game.player(&token).ok()
}

/// Judges every move of a game, one after another.
pub(crate) async fn review(
    State(app): State<App>,
    Path(id): Path<String>,
    client: Client,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let upgrade = accept(upgrade)?;
    let permit = app.client_limits.reviews.acquire(client)?;
    let session = app.live_games.peek(&id).await?.session().clone();
    let mut closing = app.closing.clone();
    let app_ = app.clone();
    socket::open(&app_, client, upgrade, async move |mut socket: Socket| {
        let _permit = permit;
        let mut review = review::Review::new(&app, client, session);
        let mut pings = tokio::time::interval(PING);
        loop {
            let mut next = std::pin::pin!(review.next());
            // Other events must not restart the search.
            let message = loop {
                let is_open = tokio::select! {
                    message = &mut next => break message,
                    message = socket.recv() => message.is_some(),
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
            if !socket.send(&message).await || is_last {
                return socket;
            }
        }
    })
}

/// An analysis that gets deeper while it is followed.
pub(crate) async fn analysis(
    State(app): State<App>,
    client: Client,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let upgrade = accept(upgrade)?;
    let app_ = app.clone();
    let serve = async move |socket: Socket| AnalysisStream { app, client, socket, current: None }.run().await;
    socket::open(&app_, client, upgrade, serve)
}

/// The analyses of one page, one at a time.
struct AnalysisStream {
    app: App,
    client: Client,
    socket: Socket,
    current: Option<CurrentAnalysis>,
}

struct CurrentAnalysis {
    id: u64,
    session: Session,
    analysis: Analysis,
}

impl AnalysisStream {
    async fn run(mut self) -> Socket {
        let mut closing = self.app.closing.clone();
        let mut pings = tokio::time::interval(PING);
        let mut open = true;
        while open {
            let AnalysisStream { current, socket, .. } = &mut self;
            let progress = async {
                match current {
                    Some(current) => current.analysis.next().await,
                    None => std::future::pending().await,
                }
            };
            open = tokio::select! {
                progress = progress => self.send_progress(progress).await,
                message = socket.recv() => match message {
                    Some(message) => self.handle_message(&message).await,
                    None => false,
                },
                _ = pings.tick() => self.socket.ping().await,
                _ = closing.changed() => false,
            };
        }
        self.socket
    }

    async fn send_progress(&mut self, progress: Option<Progress>) -> bool {
        let Some(CurrentAnalysis { id, session, .. }) = &self.current else { return true };
        let id = *id;
        let Some(Progress { thought, ahead, is_done }) = progress else {
            self.current = None;
            return self.socket.send(&AnalysisMessage::Done { id }).await;
        };
        let thought = thought.map(|thought| ThoughtView::of(session, &thought));
        let is_open = match (thought, ahead) {
            (_, Some(ahead)) if !is_done => self.socket.send(&AnalysisMessage::Waiting { id, ahead }).await,
            (Some(thought), _) => self.socket.send(&AnalysisMessage::Thought { id, thought }).await,
            (None, _) => true,
        };
        if is_done {
            self.current = None;
            return is_open && self.socket.send(&AnalysisMessage::Done { id }).await;
        }
        is_open
    }

    async fn handle_message(&mut self, message: &str) -> bool {
        let command = match serde_json::from_str(message) {
            Ok(command) => command,
            Err(error) => {
                let error = engine::quoted(&error.to_string());
                return self.socket.send(&AnalysisMessage::Error { id: None, error }).await;
            }
        };
        self.current = None;
        match command {
            AnalysisCommand::Stop => true,
            AnalysisCommand::Analyze { id, game, position, moves, lines } => {
                match self.begin(id, PositionRef { game, position, moves }, lines).await {
                    Ok(()) => true,
                    Err(problem) => {
                        let error = problem.to_string();
                        self.socket.send(&AnalysisMessage::Error { id: Some(id), error }).await
                    }
                }
            }
        }
    }

    async fn begin(&mut self, id: u64, position: PositionRef, wanted: Option<usize>) -> Result<(), Problem> {
        check_move_count(&position, &self.app)?;
        let catalogue = self.app.catalogue;
        let session = self.app.blocking.run(move || position.session(catalogue)).await?;
        let params =
            AnalysisParams { session: session.clone(), lines: lines(wanted)?, time: ANALYSIS, depth: None };
        let analysis = self.app.live_games.scheduler().analyze(self.client, params)?;
        self.current = Some(CurrentAnalysis { id, session, analysis });
        Ok(())
    }
}
