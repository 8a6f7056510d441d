//! Extractors, with error messages of our own.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(JsonRejection::MissingJsonContentType(_)) => {
                Err(Problem::NotJson("send JSON, with the header Content-Type: application/json".to_string()))
            }
            Err(JsonRejection::BytesRejection(rejection)) if rejection.status() == 413 => {
                Err(Problem::TooLong("the body is too long".to_string()))
            }
            Err(rejection) => Err(Problem::Malformed(cause(&rejection.body_text()))),
        }
    }
}

/// The cause of a deserialisation error, without Rust type names.
fn cause(text: &str) -> String {
    const LONGEST: usize = 200;
    let cause = text.split_once("target type: ").map_or(text, |(_, cause)| cause);
    let printable = cause.chars().filter(|c| !c.is_control()).take(LONGEST);
    format!("the body is invalid: {}", printable.collect::<String>())
}

/// Query parameters.
pub(crate) struct Params<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Params<T>, Problem> {
        let query: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        query.map(|Query(value)| Params(value)).map_err(|rejection| Problem::Malformed(rejection.body_text()))
    }
}

/// The bearer token of a seat.
pub(crate) struct Token(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Token {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Token, Problem> {
        Token::from_headers(&parts.headers).ok_or(Problem::NoToken)
    }
}

impl Token {
    /// The token of a request, if it has one.
    pub(crate) fn from_headers(headers: &HeaderMap) -> Option<Token> {
        let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
        value.strip_prefix("Bearer ").map(|token| Token(token.trim().to_string()))
    }
}
