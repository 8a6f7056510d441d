//! The routes, and the limits on requests.

use axum::Json;
use axum::Router;
use axum::body::{Bytes, HttpBody as _};
use axum::extract::{DefaultBodyLimit, FromRequest as _, Request};
use axum::http::{Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{analysis, exact, how_to, link, live, play, rules};
use crate::app::App;
use crate::assets;
use crate::client::Client;
use crate::client_limits::ClientLimits;
use crate::origin_guard::{self, Guard};
use crate::problem::Problem;
use crate::proxy::TrustedProxies;
use crate::wire::{AnalysisCommand, AnalysisMessage, ReviewMessage};

/// The OpenAPI description.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Plywood",
        description = "Two-player games without chance: rules, exact values, analysis, and games that are kept. \
            Beside these there are WebSockets: /api/play/{id}/live, which sends an `Update` at once and after every change, \
            /api/play/{id}/review and /api/analysis/live.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(AnalysisCommand, ReviewMessage, AnalysisMessage)),
    modifiers(&Seats)
)]
struct Description;

/// The security scheme of seats: bearer tokens.
struct Seats;

impl utoipa::Modify for Seats {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        let components = openapi.components.get_or_insert_default();
        components.add_security_scheme("seat", SecurityScheme::Http(bearer));
    }
}

/// All routes.
pub(crate) fn router(app: App, guard: Guard) -> Router {
    let (router, description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(rules::health))
        .routes(routes!(rules::games))
        .routes(routes!(rules::read))
        .routes(routes!(rules::diagram))
        .routes(routes!(rules::position))
        .routes(routes!(rules::edit))
        .routes(routes!(rules::why))
        .routes(routes!(rules::picture_of))
        .routes(routes!(how_to::how_to))
        .routes(routes!(how_to::try_move))
        .routes(routes!(exact::exact))
        .routes(routes!(exact::batch))
        .routes(routes!(analysis::analysis))
        .routes(routes!(analysis::judge))
        .routes(routes!(play::begin, play::list))
        .routes(routes!(play::import))
        .routes(routes!(play::state, play::delete))
        .routes(routes!(play::moves))
        .routes(routes!(play::picture))
        .routes(routes!(play::join))
        .routes(routes!(play::make_move))
        .routes(routes!(play::undo))
        .routes(routes!(play::resign))
        .routes(routes!(play::draw))
        .routes(routes!(play::hints))
        .routes(routes!(play::decline))
        .routes(routes!(play::rename))
        .routes(routes!(play::level))
        .routes(routes!(link::address))
        .routes(routes!(link::qr))
        .routes(routes!(play::again))
        .routes(routes!(play::hint))
        .routes(routes!(play::record))
        .routes(routes!(play::shared_record))
        .split_for_parts();
    let limits = Arc::new(RequestLimits {
        requests: Semaphore::new(app.limits.requests),
        large_bodies: Semaphore::new(app.limits.large_bodies),
        client_limits: Arc::clone(&app.client_limits),
        proxies: Arc::clone(&app.proxies),
    });
    let body_bytes = app.limits.body_bytes;
    let description = Bytes::from(openapi_json(&description));
    router
        .route("/api/openapi.json", get(async move || openapi_response(description.clone())))
        .route("/api/play/{id}/live", get(live::follow))
        .route("/api/play/{id}/review", get(live::review))
        .route("/api/analysis/live", get(live::analysis))
        .route("/", get(assets::index))
        .route("/assets/{*path}", get(assets::asset))
        .fallback(missing)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn(move |request, next| limit(Arc::clone(&limits), request, next)))
        .layer(DefaultBodyLimit::max(body_bytes))
        .layer(middleware::from_fn_with_state(guard, origin_guard::guard))
        .with_state(app)
}

/// The description as JSON, serialised once.
fn openapi_json(description: &utoipa::openapi::OpenApi) -> Vec<u8> {
    serde_json::to_vec(description).expect("the description serialises to JSON")
}

fn openapi_response(text: Bytes) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], text)
}

/// How long a request body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);
/// Bodies up to this size need no permit.
const SMALL_BODY: u64 = 4 << 10;

/// The limits on concurrent requests.
struct RequestLimits {
    requests: Semaphore,
    large_bodies: Semaphore,
    client_limits: Arc<ClientLimits>,
    proxies: Arc<TrustedProxies>,
}

/// Limits the requests in progress, in total and per client. A request counts once its body has
/// arrived, so slow senders do not block others; but bodies are buffered in memory, so the number
/// of large ones is limited as well.
async fn limit(limits: Arc<RequestLimits>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<SocketAddr>().map(SocketAddr::ip);
    let client = peer.map_or(Client::UNKNOWN, |peer| limits.proxies.client(peer, request.headers()));
    request.extensions_mut().insert(client);
    limits.admit(client, request, next).await.unwrap_or_else(Problem::into_response)
}

impl RequestLimits {
    async fn admit(&self, client: Client, request: Request, next: Next) -> Result<Response, Problem> {
        let busy = |what: &str| Problem::Busy(format!("too many {what} are under way"));
        let is_small = request.body().size_hint().upper().is_some_and(|bytes| bytes <= SMALL_BODY);
        let _large_body = if is_small {
            None
        } else {
            let client_permit = self.client_limits.large_bodies.acquire(client)?;
            Some((client_permit, self.large_bodies.try_acquire().map_err(|_| busy("large requests"))?))
        };
        let arrived = tokio::time::timeout(BODY_TIMEOUT, buffer_body(request)).await;
        let request = arrived.map_err(|_| Problem::BodyTimeout)??;
        let _client_permit = self.client_limits.requests.acquire(client)?;
        let _permit = self.requests.try_acquire().map_err(|_| busy("requests"))?;
        Ok(next.run(request).await)
    }
}

/// Reads the whole body of a request.
async fn buffer_body(request: Request) -> Result<Request, Problem> {
    let (parts, body) = request.into_parts();
    let body = Bytes::from_request(Request::from_parts(parts.clone(), body), &()).await;
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLong("the body is too long".to_string()),
        _ => Problem::Malformed(rejection.body_text()),
    })?;
    Ok(Request::from_parts(parts, body.into()))
}

async fn missing(uri: axum::http::Uri) -> Problem {
    Problem::NotFound(format!("there is nothing at '{}'", engine::quoted(uri.path())))
}

async fn wrong_method(method: Method) -> Response {
    let error = format!("the method '{method}' is not allowed here");
    (StatusCode::METHOD_NOT_ALLOWED, Json(crate::problem::ErrorBody { error, cells: None })).into_response()
}
