//! The errors of requests, and the one place that turns them into responses.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{InvalidMove, InvalidPosition, ReplayError, UnknownGame};
use serde::Serialize;
use utoipa::ToSchema;

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Problem {
    /// The request is malformed.
    #[error("{0}")]
    Malformed(String),
    /// The request needs the token of a seat.
    #[error("this needs the token of a seat: Authorization: Bearer TOKEN")]
    NoToken,
    /// The token is not valid for this.
    #[error("{0}")]
    Forbidden(String),
    /// The resource does not exist.
    #[error("{0}")]
    NotFound(String),
    /// The state of the game does not allow it.
    #[error("{0}")]
    Conflict(String),
    /// The body is too long.
    #[error("{0}")]
    TooLong(String),
    /// The body took too long to arrive.
    #[error("the body took too long to arrive")]
    BodyTimeout,
    /// The body is not JSON.
    #[error("{0}")]
    NotJson(String),
    /// The request is well-formed but invalid: an illegal move, an invalid position, a value out of
    /// range.
    #[error("{0}")]
    Invalid(String),
    /// The move is illegal.
    #[error("{reason}")]
    Illegal {
        /// The rule that it breaks.
        reason: String,
        /// The cells that the rule is about.
        cells: Vec<usize>,
    },
    /// A limit is reached.
    #[error("{0}")]
    Busy(String),
    /// The store, a table or a search failed. This is not the client's fault.
    #[error("{0}")]
    Internal(String),
}

/// The body of every error response.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// What went wrong, in a sentence that can be shown to users.
    pub(crate) error: String,
    /// If a move was illegal: the cells that the sentence is about, first the one that is in the
    /// way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cells: Option<Vec<usize>>,
}

impl Problem {
    fn status(&self) -> StatusCode {
        match self {
            Problem::Malformed(_) => StatusCode::BAD_REQUEST,
            Problem::NoToken => StatusCode::UNAUTHORIZED,
            Problem::Forbidden(_) => StatusCode::FORBIDDEN,
            Problem::NotFound(_) => StatusCode::NOT_FOUND,
            Problem::Conflict(_) => StatusCode::CONFLICT,
            Problem::TooLong(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Problem::BodyTimeout => StatusCode::REQUEST_TIMEOUT,
            Problem::NotJson(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Problem::Invalid(_) | Problem::Illegal { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Problem::Busy(_) => StatusCode::TOO_MANY_REQUESTS,
            Problem::Internal(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        if let Problem::Internal(what) = &self {
            tracing::error!("{what}");
        }
        let cells = match &self {
            Problem::Illegal { cells, .. } => Some(cells.clone()),
            _ => None,
        };
        let mut answer = (self.status(), Json(ErrorBody { error: self.to_string(), cells })).into_response();
        let headers = answer.headers_mut();
        match self {
            Problem::NoToken => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            Problem::Busy(_) => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
            }
            _ => (),
        }
        answer
    }
}

impl From<UnknownGame> for Problem {
    fn from(unknown: UnknownGame) -> Problem {
        Problem::Invalid(unknown.to_string())
    }
}

impl From<InvalidPosition> for Problem {
    fn from(invalid: InvalidPosition) -> Problem {
        Problem::Invalid(format!("not a position: {invalid}"))
    }
}

impl From<InvalidMove> for Problem {
    fn from(invalid: InvalidMove) -> Problem {
        let InvalidMove { reason, cells, .. } = invalid;
        Problem::Illegal { reason, cells }
    }
}

impl From<ReplayError> for Problem {
    fn from(fault: ReplayError) -> Problem {
        Problem::Invalid(fault.to_string())
    }
}
