//! Stored games.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Catalogue, Control, Limits, PictureOptions, Player, Record};

use super::response::json_response;
use super::rules::svg;
use super::{Body, Params, Token};
use crate::app::App;
use crate::client::Client;
use crate::limits::length;
use crate::play::{Credentials, HostedGame, UNNAMED, nickname};
use crate::problem::{ErrorBody, Problem};
use crate::scheduler::Priority;
use crate::store::{Listed, Selected};
use crate::wire::{
    Created, Hint, ImportRequest, Join, Joined, LegalMoves, LevelRequest, List, ListQuery, MoveRequest,
    NewGame, Rematch, Rename, Summary, Update, VersionQuery, number,
};

const HINT_TIME: Duration = Duration::from_millis(800);
const USUAL_LIST: u32 = 20;
const LONGEST_LIST: u32 = 100;

/// Starts a game.
#[utoipa::path(post, path = "/api/play", tag = "play", request_body = NewGame,
    responses((status = 201, body = Created), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn begin(
    State(app): State<App>,
    client: Client,
    Body(request): Body<NewGame>,
) -> Result<(StatusCode, Json<Created>), Problem> {
    let (hosted_game, credentials) = HostedGame::begin(app.catalogue, &request, client)?;
    let handle = app.live_games.admit(hosted_game).await?;
    Ok((StatusCode::CREATED, Json(handle.current().created(credentials))))
}

/// Imports a game that was played elsewhere.
#[utoipa::path(post, path = "/api/play/import", tag = "play", request_body = ImportRequest,
    responses((status = 201, body = Created), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn import(
    State(app): State<App>,
    client: Client,
    Body(request): Body<ImportRequest>,
) -> Result<(StatusCode, Response), Problem> {
    let most = app.limits.plies;
    app.live_games.check_quotas(client).await?;
    let catalogue = app.catalogue;
    let read = app.blocking.run(move || read_record(catalogue, &request.record, most, client));
    let (hosted_game, credentials) = read.await?;
    let handle = app.live_games.admit(hosted_game).await?;
    let created = json_response(&app, move || Ok(handle.current().created(credentials)));
    Ok((StatusCode::CREATED, created.await?))
}

fn read_record(
    catalogue: Catalogue,
    text: &str,
    most: usize,
    client: Client,
) -> Result<(HostedGame, Credentials), Problem> {
    length::check("the record", text, length::RECORD)?;
    let records = match Record::read_all(text) {
        Ok(records) => records,
        // Perhaps another program wrote it.
        Err(fault) => {
            shared_records(catalogue, text).ok_or_else(|| Problem::Invalid(format!("not a game: {fault}")))?
        }
    };
    let [record] = &records[..] else {
        return Err(Problem::Invalid(format!("expected one game, found {}", records.len())));
    };
    let moves = record.moves.len();
    if moves > most {
        return Err(Problem::Invalid(format!("{moves} moves are too many: at most {most}")));
    }
    for name in [&record.players.one, &record.players.two] {
        length::check("a player's name", name, length::NAME)?;
    }
    length::check("the reason", &record.reason, length::REASON)?;
    HostedGame::import(catalogue, record, client)
}

/// The games of a text in a form that some game shares with other programs, if all of it can be read.
fn shared_records(catalogue: Catalogue, text: &str) -> Option<Vec<Record>> {
    catalogue.games().find_map(|info| {
        let game = catalogue.find(info.name).ok()?;
        let games = game.start().game().read_games(text)?;
        let is_sound = |game: &engine::SharedGame| game.faults.is_empty() && !game.moves.is_empty();
        let is_read = !games.is_empty() && games.iter().all(is_sound);
        is_read.then(|| games.iter().map(|game| Record::from_shared(info.name, game)).collect())
    })
}

/// The stored games, newest first.
#[utoipa::path(get, path = "/api/play", tag = "play", params(ListQuery),
    responses((status = 200, body = List), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn list(
    State(app): State<App>,
    Params(query): Params<ListQuery>,
) -> Result<Json<List>, Problem> {
    let limit = query.limit.unwrap_or(USUAL_LIST);
    if !(1..=LONGEST_LIST).contains(&limit) {
        return Err(Problem::Malformed(format!("limit must be from 1 to {LONGEST_LIST}")));
    }
    length::check("the list of ids", query.ids.as_deref().unwrap_or_default(), length::IDS)?;
    length::check("the name of the game", query.game.as_deref().unwrap_or_default(), length::GAME)?;
    // One more than requested, to know whether there are more.
    let selected = Selected {
        before: query.before,
        limit: limit + 1,
        ids: query.ids.map(|ids| ids.split(',').take(LONGEST_LIST as usize).map(str::to_string).collect()),
        game: query.game,
        finished: query.finished,
    };
    let mut listed = app.live_games.store().list(selected).await?;
    let is_more = listed.len() > limit as usize;
    listed.truncate(limit as usize);
    let next = if is_more { listed.last().map(|line| line.number) } else { None };
    Ok(Json(List { games: listed.into_iter().map(|listed| summary(&app, listed)).collect(), next }))
}

fn summary(app: &App, listed: Listed) -> Summary {
    let time =
        |millis| jiff::Timestamp::from_millisecond(millis).map(|time| time.to_string()).unwrap_or_default();
    Summary {
        size: size(app, &listed),
        id: listed.id,
        title: app.catalogue.find(&listed.game).map_or("", |game| game.info().title),
        game: listed.game,
        players: names(&listed.names),
        plies: listed.plies,
        result: listed.result,
        reason: listed.reason,
        started: time(listed.started),
        changed: time(listed.changed),
    }
}

/// The names of both players. Games of earlier versions call people by their kind of seat.
fn names(stored: &str) -> Vec<String> {
    let names: Vec<String> = serde_json::from_str(stored).unwrap_or_default();
    let is_kind = |name: &str| matches!(name, "human" | "friend");
    names.into_iter().map(|name| if is_kind(&name) { UNNAMED.to_string() } else { name }).collect()
}

/// The size of the board, if the game has several.
fn size(app: &App, listed: &Listed) -> Option<String> {
    let game = app.catalogue.find(&listed.game).ok()?;
    game.info().sizes?;
    let cells = game.read(&listed.start).ok()?.diagram().cells;
    let rows = cells.iter().map(|cell| cell.row).max()? + 1;
    Some(format!("{} × {rows}", cells.len() / rows))
}

/// The state of a game.
///
/// With the token of a seat, a game that was paused by a restart is resumed.
#[utoipa::path(get, path = "/api/play/{id}", tag = "play", params(("id" = String, Path), VersionQuery),
    security((), ("seat" = [])),
    responses((status = 200, body = Update), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn state(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(query): Params<VersionQuery>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mut game = app.live_games.peek(&id).await?;
    let token = Token::from_headers(&headers);
    if token.is_some_and(|Token(token)| game.player(&token).is_ok()) {
        let handle = app.live_games.find(&id).await?;
        app.live_games.resume(&handle, client).await;
        game = handle.current();
    }
    updated(&app, game, query).await
}

/// The legal moves of a game.
#[utoipa::path(get, path = "/api/play/{id}/moves", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = LegalMoves), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn moves(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<LegalMoves>, Problem> {
    Ok(Json(app.live_games.peek(&id).await?.legal_moves()))
}

/// Deletes a game.
///
/// The token is the `owner` returned when it was started or imported, or that of a `human`'s seat.
#[utoipa::path(delete, path = "/api/play/{id}", tag = "play", params(("id" = String, Path)), security(("seat" = [])),
    responses((status = 204), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn delete(
    State(app): State<App>,
    Path(id): Path<String>,
    Token(token): Token,
) -> Result<StatusCode, Problem> {
    let handle = app.live_games.find(&id).await?;
    handle.current().check_owner(&token)?;
    app.live_games.delete(&handle).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The state of a game, or what has changed since the client's version. A snapshot grows with the
/// game and is serialised in the blocking pool; a delta is small.
async fn updated(app: &App, game: Arc<HostedGame>, query: VersionQuery) -> Result<Response, Problem> {
    match query.since.and_then(|since| game.delta(since)) {
        Some(delta) => Ok(Json(Update::Delta(Box::new(delta))).into_response()),
        None => json_response(app, move || Ok(Update::Snapshot(Box::new(game.state())))).await,
    }
}

/// A picture of the current position, with the first player below.
#[utoipa::path(get, path = "/api/play/{id}/picture.svg", tag = "play", params(("id" = String, Path)),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn picture(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let game = app.live_games.peek(&id).await?;
    let flip = game.session().start().diagram().lower_player() != Player::One;
    Ok(svg(&headers, game.session(), &PictureOptions { flip, ..PictureOptions::default() }))
}

/// Takes the seat of an invitation, which can be used once.
#[utoipa::path(post, path = "/api/play/{id}/join", tag = "play", params(("id" = String, Path)), request_body = Join,
    responses((status = 200, body = Joined), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn join(
    State(app): State<App>,
    Path(id): Path<String>,
    client: Client,
    Body(join): Body<Join>,
) -> Result<Json<Joined>, Problem> {
    length::check("the invitation", &join.invite, length::INVITE)?;
    length::check("your name", join.name.as_deref().unwrap_or_default(), length::NICKNAME)?;
    let handle = app.live_games.find(&id).await?;
    let join = move |hosted_game: &mut HostedGame| {
        hosted_game.set_client(client);
        hosted_game.join(&join.invite, join.name.as_deref().and_then(nickname))
    };
    let (joined, _) = app.live_games.change(&handle, join).await?;
    Ok(Json(joined))
}

/// Plays a move. The response is sent once the move is stored.
#[utoipa::path(post, path = "/api/play/{id}/move", tag = "play", params(("id" = String, Path), VersionQuery),
    request_body = MoveRequest, security(("seat" = [])),
    responses((status = 200, body = Update), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn make_move(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(query): Params<VersionQuery>,
    client: Client,
    Token(token): Token,
    Body(request): Body<MoveRequest>,
) -> Result<Response, Problem> {
    let most = app.limits.plies;
    let act = move |hosted_game: &mut HostedGame, player| {
        hosted_game.play(player, request.ply, &request.attempt(), most)
    };
    change(&app, &id, query, client, token, act).await
}

/// Takes a move back.
///
/// Against a person this is a request, which the opponent grants by sending the same.
#[utoipa::path(post, path = "/api/play/{id}/undo", tag = "play", params(("id" = String, Path), VersionQuery),
    security(("seat" = [])), responses((status = 200, body = Update), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn undo(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(query): Params<VersionQuery>,
    client: Client,
    Token(token): Token,
) -> Result<Response, Problem> {
    change(&app, &id, query, client, token, HostedGame::undo).await
}

/// Resigns the game.
#[utoipa::path(post, path = "/api/play/{id}/resign", tag = "play", params(("id" = String, Path), VersionQuery),
    security(("seat" = [])), responses((status = 200, body = Update), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn resign(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(query): Params<VersionQuery>,
    client: Client,
    Token(token): Token,
) -> Result<Response, Problem> {
    change(&app, &id, query, client, token, HostedGame::resign).await
}

/// Offers a draw, or accepts it.
#[utoipa::path(post, path = "/api/play/{id}/draw", tag = "play", params(("id" = String, Path), VersionQuery),
    security(("seat" = [])), responses((status = 200, body = Update), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn draw(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(query): Params<VersionQuery>,
    client: Client,
    Token(token): Token,
) -> Result<Response, Problem> {
    change(&app, &id, query, client, token, HostedGame::draw).await
}

/// Asks that both players may have hints, or agrees to it.
#[utoipa::path(post, path = "/api/play/{id}/hints", tag = "play", params(("id" = String, Path), VersionQuery),
    security(("seat" = [])), responses((status = 200, body = Update), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn hints(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(query): Params<VersionQuery>,
    client: Client,
    Token(token): Token,
) -> Result<Response, Problem> {
    change(&app, &id, query, client, token, HostedGame::agree_to_hints).await
}

/// Declines what the other player asks for, or withdraws what this one has asked for.
#[utoipa::path(post, path = "/api/play/{id}/decline", tag = "play", params(("id" = String, Path), VersionQuery),
    security(("seat" = [])), responses((status = 200, body = Update), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn decline(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(query): Params<VersionQuery>,
    client: Client,
    Token(token): Token,
) -> Result<Response, Problem> {
    change(&app, &id, query, client, token, HostedGame::decline).await
}

/// Gives the player another name.
#[utoipa::path(post, path = "/api/play/{id}/name", tag = "play", params(("id" = String, Path), VersionQuery),
    request_body = Rename, security(("seat" = [])),
    responses((status = 200, body = Update), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn rename(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(query): Params<VersionQuery>,
    client: Client,
    Token(token): Token,
    Body(request): Body<Rename>,
) -> Result<Response, Problem> {
    length::check("your name", &request.name, length::NICKNAME)?;
    let act =
        move |hosted_game: &mut HostedGame, player| Ok(hosted_game.rename(player, nickname(&request.name)));
    change(&app, &id, query, client, token, act).await
}

/// Changes the level of the machine.
///
/// The token is that of a seat, or the `owner` returned when the game was started.
#[utoipa::path(post, path = "/api/play/{id}/level", tag = "play", params(("id" = String, Path), VersionQuery),
    request_body = LevelRequest, security(("seat" = [])),
    responses((status = 200, body = Update), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn level(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(query): Params<VersionQuery>,
    client: Client,
    Token(token): Token,
    Body(request): Body<LevelRequest>,
) -> Result<Response, Problem> {
    let player = crate::wire::player(request.player)
        .ok_or_else(|| Problem::Invalid(format!("expected player 1 or 2, found {}", request.player)))?;
    let handle = app.live_games.find(&id).await?;
    let act = move |hosted_game: &mut HostedGame| {
        hosted_game.player(&token).map(drop).or_else(|_| hosted_game.check_owner(&token))?;
        hosted_game.set_client(client);
        Ok(((), hosted_game.set_level(player, request.level)?))
    };
    let ((), game) = app.live_games.change(&handle, act).await?;
    updated(&app, game, query).await
}

/// Starts a rematch of a finished game.
///
/// The first player who asks starts it, the others get the same game. All keep their tokens and
/// swap sides.
#[utoipa::path(post, path = "/api/play/{id}/again", tag = "play", params(("id" = String, Path)), security(("seat" = [])),
    responses((status = 200, body = Rematch), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn again(
    State(app): State<App>,
    Path(id): Path<String>,
    client: Client,
    Token(token): Token,
) -> Result<Response, Problem> {
    let handle = app.live_games.find(&id).await?;
    let next = app.live_games.rematch(&handle, client, token.clone()).await?;
    let next = next.current();
    let player = number(next.player(&token)?);
    json_response(&app, move || Ok(Rematch { player, game: next.state() })).await
}

async fn change(
    app: &App,
    id: &str,
    query: VersionQuery,
    client: Client,
    token: String,
    act: impl FnOnce(&mut HostedGame, engine::Player) -> Result<Vec<crate::store::Change>, Problem>
    + Send
    + 'static,
) -> Result<Response, Problem> {
    let handle = app.live_games.find(id).await?;
    let act = move |hosted_game: &mut HostedGame| {
        let player = hosted_game.player(&token)?;
        hosted_game.set_client(client);
        Ok(((), act(hosted_game, player)?))
    };
    let ((), game) = app.live_games.change(&handle, act).await?;
    updated(app, game, query).await
}

/// The move that the machine would play.
#[utoipa::path(post, path = "/api/play/{id}/hint", tag = "play", params(("id" = String, Path)), security(("seat" = [])),
    responses((status = 200, body = Hint), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn hint(
    State(app): State<App>,
    Path(id): Path<String>,
    client: Client,
    Token(token): Token,
) -> Result<Json<Hint>, Problem> {
    let handle = app.live_games.find(&id).await?;
    let hosted_game = handle.current();
    let player = hosted_game.player(&token)?;
    if hosted_game.is_over() {
        return Err(Problem::Conflict("the game is over".to_string()));
    }
    if hosted_game.session().position().turn() != player {
        return Err(Problem::Conflict("it is not your turn".to_string()));
    }
    if !hosted_game.allows_hints() {
        return Err(Problem::Conflict("against a friend there are hints only if both agree".to_string()));
    }
    let permit = handle.hint_permit()?;
    let (asked, tables) = (Arc::clone(&hosted_game), app.live_games.tables().clone());
    let control = Control::new();
    let thought = app.live_games.scheduler().think(Priority::Game, client, control.clone(), move || {
        // Even if the caller is gone, there is no other hint until this one is done.
        let _permit = permit;
        let limits = Limits::time(HINT_TIME);
        let level = engine::Level::HIGHEST.number();
        crate::play::choose(asked.session(), level, 0, &limits, &control, &tables)
    });
    let thought = thought.await??;
    let line = thought.lines.first();
    let nothing = || Problem::Conflict("there is no move to suggest".to_string());
    let line = line.ok_or_else(nothing)?;
    let pos = hosted_game.session().position();
    let mv = line.mv;
    Ok(Json(Hint {
        text: pos.move_text(mv),
        touched: pos.touched(mv),
        course: pos.course(mv),
        score: line.score.into(),
    }))
}

/// The game as a text record.
#[utoipa::path(get, path = "/api/play/{id}/record.txt", tag = "play", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/plain", body = String), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn record(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Problem> {
    let record = app.live_games.peek(&id).await?.record();
    Ok(download("text/plain; charset=utf-8", &format!("{}-{id}.txt", record.game), record.write()))
}

/// The game in a format that other programs read, such as PDN.
///
/// The list of games gives the file extension of each game's format.
#[utoipa::path(get, path = "/api/play/{id}/record.{form}", tag = "play",
    params(("id" = String, Path), ("form" = String, Path, example = "pdn")),
    responses((status = 200, content_type = "application/*", body = String), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn shared_record(
    State(app): State<App>,
    Path((id, form)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let game = app.live_games.peek(&id).await?;
    app.blocking.run(move || write_shared(&game, &id, &form)).await
}

fn write_shared(hosted_game: &HostedGame, id: &str, form: &str) -> Result<Response, Problem> {
    let record = hosted_game.record();
    let start = hosted_game.session().start();
    let text = if start.game().shared_form() == Some(form) {
        record.write_shared(start, "Plywood", 1, &hosted_game.date())
    } else {
        None
    };
    let none =
        || Problem::NotFound(format!("{} has no record of the form '{}'", record.game, engine::quoted(form)));
    Ok(download(
        &format!("application/x-{form}"),
        &format!("{}-{id}.{form}", record.game),
        text.ok_or_else(none)?,
    ))
}

fn download(kind: &str, name: &str, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind.to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, text).into_response()
}
