//! Games, boards, positions and their moves.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use engine::{PictureOptions, Session, picture};
use serde::Serialize;
use utoipa::ToSchema;

use super::response::{json_response, to_json};
use super::{Body, Params};
use crate::app::App;
use crate::encoding;
use crate::limits::length;
use crate::problem::{ErrorBody, Problem};
use crate::wire::{
    Attempt, Diagram, Edit, GameEntry, Legality, LegalityRequest, PictureQuery, Position, PositionRef,
    ReadAnswer, ReadGame, ReadRequest, player,
};

/// The status of the server.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    status: &'static str,
    version: &'static str,
}

/// Whether the server is up.
#[utoipa::path(get, path = "/api/health", tag = "rules",
    responses((status = 200, body = Health), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn health() -> Json<Health> {
    Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

/// All games.
#[utoipa::path(get, path = "/api/games", tag = "rules",
    responses((status = 200, body = Vec<GameEntry>), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn games(State(app): State<App>) -> Json<Vec<GameEntry>> {
    Json(GameEntry::all(app.catalogue))
}

/// The empty board of a position, ready to be drawn.
///
/// It is the same for all positions of one board size.
#[utoipa::path(post, path = "/api/diagram", tag = "rules", request_body = PositionRef,
    responses((status = 200, body = Diagram), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn diagram(
    State(app): State<App>,
    headers: HeaderMap,
    Body(position): Body<PositionRef>,
) -> Result<Response, Problem> {
    check_move_count(&position, &app)?;
    let catalogue = app.catalogue;
    let write = move || {
        let diagram = Diagram::of(&position.session(catalogue)?.position().diagram());
        Ok(encoding::text(&headers, "application/json", to_json(&diagram)?))
    };
    app.blocking.run(write).await
}

/// A position with its legal moves.
#[utoipa::path(post, path = "/api/position", tag = "rules", request_body = PositionRef,
    responses((status = 200, body = Position), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn position(
    State(app): State<App>,
    Body(position): Body<PositionRef>,
) -> Result<Response, Problem> {
    check_move_count(&position, &app)?;
    let catalogue = app.catalogue;
    json_response(&app, move || Ok(Position::of(&position.game, &position.session(catalogue)?))).await
}

/// A position set up piece by piece.
#[utoipa::path(post, path = "/api/position/edit", tag = "rules", request_body = Edit,
    responses((status = 200, body = Position), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn edit(State(app): State<App>, Body(edit): Body<Edit>) -> Result<Json<Position>, Problem> {
    let position = PositionRef { game: edit.game, position: edit.like, moves: Vec::new() };
    let session = position.session(app.catalogue)?;
    let like = session.position();
    let diagram = like.diagram();
    let (cells, pieces) = (diagram.cells.len(), diagram.pieces.len());
    if edit.occupants.len() != cells {
        let given = edit.occupants.len();
        return Err(Problem::Invalid(format!("the board has {cells} cells, and {given} are given")));
    }
    if let Some(piece) = edit.occupants.iter().flatten().find(|&&piece| piece >= pieces) {
        return Err(Problem::Invalid(format!(
            "there is no piece {piece}: pieces are numbered from 0 to {}",
            pieces - 1
        )));
    }
    let turn = player(edit.turn)
        .ok_or_else(|| Problem::Invalid(format!("expected player 1 or 2, found {}", edit.turn)))?;
    let arranged = like.arranged(&edit.occupants, turn)?;
    Ok(Json(Position::of(&position.game, &engine::Session::study(arranged))))
}

/// Reads the games of a file that other programs may have written.
#[utoipa::path(post, path = "/api/games/read", tag = "rules", request_body = ReadRequest,
    responses((status = 200, body = ReadAnswer), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn read(
    State(app): State<App>,
    Body(request): Body<ReadRequest>,
) -> Result<Response, Problem> {
    length::check("the text", &request.text, length::RECORD)?;
    let game = app.catalogue.find(&request.game)?;
    json_response(&app, move || {
        let ReadRequest { text, more, .. } = request;
        let mut games = game.start().game().read_games(&text).ok_or_else(|| {
            Problem::Invalid(format!("{} has no form of files that other programs share", game.info().title))
        })?;
        let mut end = text.len();
        if more {
            games.pop();
            end = games.last().map_or(0, |game| game.end);
        }
        let name = game.word();
        let filed = games.into_iter().map(|shared| engine::FiledGame { game: name.clone(), shared });
        let games = filed.map(|game| ReadGame::of(&game)).collect();
        Ok(ReadAnswer { games, read: text[..end].encode_utf16().count() })
    })
    .await
}

/// Whether a move is legal, and if not, which rule it breaks.
#[utoipa::path(post, path = "/api/why", tag = "rules", request_body = LegalityRequest,
    responses((status = 200, body = Legality), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn why(
    State(app): State<App>,
    Body(why): Body<LegalityRequest>,
) -> Result<Json<Legality>, Problem> {
    let (position, attempt): (PositionRef, Attempt) = (why.position.into(), why.attempt.into());
    check_move_count(&position, &app)?;
    let catalogue = app.catalogue;
    let meant = app.blocking.run(move || {
        let session = position.session(catalogue)?;
        let pos = session.position();
        Ok(attempt.resolve(pos).map(|mv| pos.move_text(mv)))
    });
    Ok(Json(match meant.await? {
        Ok(text) => Legality { legal: true, text: Some(text), reason: None, cells: Vec::new() },
        Err(Problem::Invalid(reason)) => {
            Legality { legal: false, text: None, reason: Some(reason), cells: Vec::new() }
        }
        Err(Problem::Illegal { reason, cells }) => {
            Legality { legal: false, text: None, reason: Some(reason), cells }
        }
        Err(problem) => return Err(problem),
    }))
}

/// A picture of a position.
#[utoipa::path(get, path = "/api/picture.svg", tag = "rules", params(PictureQuery),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn picture_of(
    State(app): State<App>,
    Params(query): Params<PictureQuery>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let position =
        PositionRef { game: query.game.clone(), position: query.position.clone(), moves: Vec::new() };
    let session = position.session(app.catalogue)?;
    let options = query.options(session.position())?;
    // The picture changes only with the program.
    let cached = [(header::CACHE_CONTROL, "public, max-age=86400")];
    Ok((cached, svg(&headers, &session, &options)))
}

/// A picture of the session's current position.
pub(super) fn svg(headers: &HeaderMap, session: &Session, options: &PictureOptions) -> Response {
    encoding::text(headers, "image/svg+xml; charset=utf-8", picture(session.position(), options))
}

/// Limits the number of moves, because the work grows with it.
pub(super) fn check_move_count(position: &PositionRef, app: &App) -> Result<(), Problem> {
    let (moves, most) = (position.moves.len(), app.limits.plies);
    if moves > most {
        return Err(Problem::Invalid(format!("{moves} moves are too many: at most {most}")));
    }
    Ok(())
}
