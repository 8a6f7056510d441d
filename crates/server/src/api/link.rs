//! Links for people on other machines: the address of this one, and QR codes.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use axum::Json;
use axum::extract::State;
use qrcodegen::{QrCode, QrCodeEcc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Body;
use crate::app::App;
use crate::limits::length;
use crate::problem::{ErrorBody, Problem};

/// Where other machines reach this server.
#[derive(Serialize, ToSchema)]
pub(crate) struct Address {
    /// The beginning of the address, such as `http://192.168.1.5:7474`; null if the server listens
    /// to this machine alone.
    url: Option<String>,
}

/// The address at which other machines reach this server.
#[utoipa::path(get, path = "/api/address", tag = "play",
    responses((status = 200, body = Address), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn address(State(app): State<App>) -> Json<Address> {
    let url = reachable(app.address).map(|address| format!("http://{address}"));
    Json(Address { url })
}

/// The address for others of a server that listens here.
fn reachable(listening: SocketAddr) -> Option<SocketAddr> {
    match listening.ip() {
        ip if ip.is_loopback() => None,
        ip if ip.is_unspecified() => Some(SocketAddr::new(own_address()?, listening.port())),
        _ => Some(listening),
    }
}

/// The address of this machine in its network: the one from which a packet to elsewhere would come.
/// Connecting a UDP socket sends nothing.
fn own_address() -> Option<IpAddr> {
    /// An address that is reserved for documentation, so that nobody has it.
    const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((ELSEWHERE, 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

/// A text to be shown as a QR code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct QrRequest {
    #[schema(max_length = 300)]
    text: String,
}

/// A QR code.
#[derive(Serialize, ToSchema)]
pub(crate) struct Qr {
    /// Its rows from the top, `1` for a dark module and `0` for a light one. The border of four
    /// light modules is not included.
    rows: Vec<String>,
}

/// A text as a QR code.
#[utoipa::path(post, path = "/api/qr", tag = "play", request_body = QrRequest,
    responses((status = 200, body = Qr), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn qr(Body(request): Body<QrRequest>) -> Result<Json<Qr>, Problem> {
    length::check("the text", &request.text, length::QR)?;
    let code = QrCode::encode_text(&request.text, QrCodeEcc::Medium)
        .map_err(|_| Problem::Invalid("the text is too long for a QR code".to_string()))?;
    let row = |y| (0..code.size()).map(|x| if code.get_module(x, y) { '1' } else { '0' }).collect();
    Ok(Json(Qr { rows: (0..code.size()).map(row).collect() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_for_this_machine_alone_has_no_address_for_others() {
        assert_eq!(reachable("127.0.0.1:80".parse().unwrap()), None);
        assert_eq!(reachable("[::1]:80".parse().unwrap()), None);
        let known: SocketAddr = "10.1.2.3:80".parse().unwrap();
        assert_eq!(reachable(known), Some(known));
        let own = reachable("0.0.0.0:80".parse().unwrap());
        assert!(own.is_none_or(|own| own.port() == 80 && !own.ip().is_loopback()), "{own:?}");
    }
}
