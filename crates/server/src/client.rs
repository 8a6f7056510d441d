//! The client of a request, as far as limits are concerned.

use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

/// An IPv4 address, or the /64 network of an IPv6 address: a subscriber has at least such a
/// network, and may use every address in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client(IpAddr);

/// The network bits of an IPv6 address.
const NETWORK: u128 = !(u64::MAX as u128);

impl Client {
    /// The client of games that were stored before clients were recorded.
    pub(crate) const UNKNOWN: Client = Client(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

    pub(crate) fn at(address: IpAddr) -> Client {
        Client(match address.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & NETWORK)),
            address => address,
        })
    }

    /// Parses a client as written in the store.
    pub(crate) fn read(text: &str) -> Client {
        let address = text.strip_suffix("/64").unwrap_or(text).parse();
        address.map_or(Client::UNKNOWN, Client::at)
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => write!(f, "{address}"),
            IpAddr::V6(network) => write!(f, "{network}/64"),
        }
    }
}

/// The router stores the client in the extensions of every request before anything else.
impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Infallible> {
        Ok(parts.extensions.get().copied().unwrap_or(Client::UNKNOWN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_subscriber_is_one_client() {
        let client = |text: &str| Client::at(text.parse().unwrap());
        assert_eq!(client("2001:db8:1:2::1"), client("2001:db8:1:2:ffff::9"));
        assert_ne!(client("2001:db8:1:2::1"), client("2001:db8:1:3::1"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
    }

    #[test]
    fn what_is_written_is_read() {
        for address in ["192.0.2.1", "2001:db8:1:2:3::4"] {
            let client = Client::at(address.parse().unwrap());
            assert_eq!(Client::read(&client.to_string()), client);
        }
        assert_eq!(Client::read(""), Client::UNKNOWN);
    }
}
