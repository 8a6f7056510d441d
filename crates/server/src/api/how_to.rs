//! How games are played, and the guided tour.

use axum::Json;
use axum::extract::State;

use super::{Body, Params};
use crate::app::App;
use crate::limits::length;
use crate::problem::{ErrorBody, Problem};
use crate::wire::{HowToQuery, HowToView, TourAnswer, TourRequest};

/// How a game is played: its goal, its pieces, examples, and the steps of a guided tour.
#[utoipa::path(get, path = "/api/how-to", tag = "rules", params(HowToQuery),
    responses((status = 200, body = HowToView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn how_to(
    State(app): State<App>,
    Params(query): Params<HowToQuery>,
) -> Result<Json<HowToView>, Problem> {
    length::check("the name of the game", &query.game, length::GAME)?;
    Ok(Json(HowToView::of(app.catalogue.find(&query.game)?)?))
}

/// Judges a move on the guided tour.
#[utoipa::path(post, path = "/api/how-to/try", tag = "rules", request_body = TourRequest,
    responses((status = 200, body = TourAnswer), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn try_move(
    State(app): State<App>,
    Body(request): Body<TourRequest>,
) -> Result<Json<TourAnswer>, Problem> {
    length::check("the name of the game", &request.game, length::GAME)?;
    let game = app.catalogue.find(&request.game)?;
    Ok(Json(request.judge(game)?))
}
