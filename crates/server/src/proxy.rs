//! Which client a request behind a reverse proxy comes from.
//!
//! Behind a reverse proxy every connection comes from the proxy, which adds the client's address to
//! a header. Any client can send such a header, and most proxies pass on what came before their own
//! entry. So the header counts only if the request comes from a trusted proxy, and only its last
//! entry. Most proxies set one of the two headers and pass on the other unread, so only the
//! configured one counts.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, header};

use crate::client::Client;

/// The proxies that are trusted to report client addresses.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TrustedProxies {
    /// The addresses of the proxies.
    pub addresses: Vec<IpAddr>,
    /// The header in which they report the client's address.
    pub header: ProxyHeader,
}

/// A header that reports the client's address.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ProxyHeader {
    /// `X-Forwarded-For: 192.0.2.1, 192.0.2.2`
    #[default]
    XForwardedFor,
    /// `Forwarded: for=192.0.2.1;proto=https`, as in RFC 7239.
    Forwarded,
}

impl TrustedProxies {
    /// Whether a connection comes from a trusted proxy.
    pub(crate) fn contains(&self, peer: IpAddr) -> bool {
        self.addresses.iter().any(|address| address.to_canonical() == peer.to_canonical())
    }

    /// The client of a request. A proxy that reports none is the client itself.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Client {
        let named = if self.contains(peer) { self.header.last(headers) } else { None };
        Client::at(named.unwrap_or(peer))
    }
}

impl ProxyHeader {
    /// The address in the last entry.
    fn last(self, headers: &HeaderMap) -> Option<IpAddr> {
        let name = match self {
            ProxyHeader::XForwardedFor => HeaderName::from_static("x-forwarded-for"),
            ProxyHeader::Forwarded => header::FORWARDED,
        };
        let entry = headers.get_all(name).iter().next_back()?.to_str().ok()?.rsplit(',').next()?.trim();
        match self {
            ProxyHeader::XForwardedFor => address(entry),
            ProxyHeader::Forwarded => {
                let parts = entry.split(';').filter_map(|part| part.trim().split_once('='));
                let (_, by) = parts.into_iter().find(|(key, _)| key.eq_ignore_ascii_case("for"))?;
                address(by.trim_matches('"'))
            }
        }
    }
}

/// An address with or without a port and brackets.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(header: ProxyHeader, peer: &str, name: &'static str, values: &[&'static str]) -> String {
        let proxies = TrustedProxies { addresses: vec!["127.0.0.1".parse().unwrap()], header };
        let headers = values
            .iter()
            .map(|value| (HeaderName::from_static(name), axum::http::HeaderValue::from_static(value)));
        proxies.client(peer.parse().unwrap(), &headers.collect()).to_string()
    }

    #[test]
    fn the_last_entry_of_a_trusted_proxy_counts() {
        let by = |peer, values: &[&'static str]| {
            client(ProxyHeader::XForwardedFor, peer, "x-forwarded-for", values)
        };
        assert_eq!(by("127.0.0.1", &["192.0.2.9"]), "192.0.2.9");
        assert_eq!(by("::ffff:127.0.0.1", &["192.0.2.9"]), "192.0.2.9");
        assert_eq!(by("127.0.0.1", &["10.0.0.1, 192.0.2.9"]), "192.0.2.9", "the client wrote the first");
        assert_eq!(by("127.0.0.1", &["10.0.0.1", "192.0.2.9:4711"]), "192.0.2.9");
        assert_eq!(by("127.0.0.1", &["[2001:db8::1]:80"]), "2001:db8::/64");
        assert_eq!(by("127.0.0.1", &["nonsense"]), "127.0.0.1");
        assert_eq!(by("192.0.2.1", &["192.0.2.9"]), "192.0.2.1", "not a trusted proxy");
    }

    #[test]
    fn the_other_header_is_not_read() {
        let forwarded = ["for=10.0.0.1, for=\"[2001:db8:1::1]:4711\";proto=https"];
        let by = |header| client(header, "127.0.0.1", "forwarded", &forwarded);
        assert_eq!(by(ProxyHeader::Forwarded), "2001:db8:1::/64");
        assert_eq!(by(ProxyHeader::XForwardedFor), "127.0.0.1");
    }
}
