//! What is followed as it happens: a game, an analysis, a review.

use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::response::Response;
use engine::Session;

use super::analysis::lines;
use super::rules::refuse_long;
use super::socket::{self, Socket};
use crate::app::App;
use crate::desk::{Progress, Question, Study};
use crate::problem::Problem;
use crate::review;
use crate::wire::{Asked, ReviewMessage, Spot, Streamed, ThoughtView};

/// A browser that does not answer for so long is taken to be gone by the system below; until then it is asked.
const PING: Duration = Duration::from_secs(20);
/// A live analysis ends after so much thinking.
const ANALYSIS: Duration = Duration::from_secs(60);

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

fn upgrade(upgrade: Upgrade) -> Result<WebSocketUpgrade, Problem> {
    upgrade.map_err(|_| Problem::Malformed("this address is for WebSockets".to_string()))
}

/// How a game stands, at once and after every change.
pub(crate) async fn follow(
    State(app): State<App>,
    Path(id): Path<String>,
    asked: Upgrade,
) -> Result<Response, Problem> {
    let asked = upgrade(asked)?;
    let held = app.hall.find(&id).await?;
    let mut closing = app.closing.clone();
    socket::open(&app, asked, async move |mut socket: Socket| {
        let mut states = held.follow();
        // Marked as seen before it is read, so that no change between the two is lost.
        states.mark_unchanged();
        let now = held.state_text().await;
        let mut open = socket.say_text(&now).await;
        let mut pings = tokio::time::interval(PING);
        while open {
            open = tokio::select! {
                changed = states.changed() => {
                    let state = states.borrow_and_update().clone();
                    changed.is_ok() && socket.say_text(&state).await
                }
                _ = pings.tick() => socket.ping().await,
                said = socket.hear() => said.is_some(),
                _ = closing.changed() => false,
            };
        }
    })
}

/// Every move of a game judged, one after the other.
pub(crate) async fn review(
    State(app): State<App>,
    Path(id): Path<String>,
    asked: Upgrade,
) -> Result<Response, Problem> {
    let asked = upgrade(asked)?;
    let session = app.hall.find(&id).await?.room().await.session().clone();
    let mut closing = app.closing.clone();
    let app_ = app.clone();
    socket::open(&app_, asked, async move |mut socket: Socket| {
        let mut review = review::Review::new(&app, session);
        loop {
            let message = tokio::select! {
                message = review.next() => message,
                said = socket.hear() => match said {
                    Some(_) => continue,
                    None => return,
                },
                _ = closing.changed() => return,
            };
            let (message, is_last) = match message {
                Ok(Some(ply)) => (ply, false),
                Ok(None) => (ReviewMessage::Done, true),
                Err(problem) => (ReviewMessage::Error { error: problem.to_string() }, true),
            };
            if !socket.say(&message).await || is_last {
                return;
            }
        }
    })
}

/// An analysis that deepens while it is looked at.
pub(crate) async fn analysis(State(app): State<App>, asked: Upgrade) -> Result<Response, Problem> {
    let asked = upgrade(asked)?;
    let app_ = app.clone();
    socket::open(&app_, asked, async move |socket: Socket| Dialogue { app, socket, topic: None }.run().await)
}

/// One page's analyses, one at a time.
struct Dialogue {
    app: App,
    socket: Socket,
    topic: Option<Topic>,
}

struct Topic {
    id: u64,
    session: Session,
    study: Study,
}

impl Dialogue {
    async fn run(mut self) {
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
                match self.begin(id, &Spot { game, position, moves }, lines) {
                    Ok(()) => true,
                    Err(problem) => {
                        let error = problem.to_string();
                        self.socket.say(&Streamed::Error { id: Some(id), error }).await
                    }
                }
            }
        }
    }

    fn begin(&mut self, id: u64, spot: &Spot, wanted: Option<usize>) -> Result<(), Problem> {
        refuse_long(spot, &self.app)?;
        let session = spot.session()?;
        let question =
            Question { session: session.clone(), lines: lines(wanted)?, time: ANALYSIS, depth: None };
        let study = self.app.hall.desk().study(question)?;
        self.topic = Some(Topic { id, session, study });
        Ok(())
    }
}
