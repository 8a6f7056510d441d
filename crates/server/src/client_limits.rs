//! How much of each resource one client may use at once, and how fast it may start games.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::client::Client;
use crate::limits::Limits;
use crate::problem::Problem;

/// The limits of each client, resource by resource.
pub(crate) struct ClientLimits {
    pub(crate) connections: Arc<PerClientLimit>,
    pub(crate) sockets: Arc<PerClientLimit>,
    pub(crate) requests: Arc<PerClientLimit>,
    pub(crate) large_bodies: Arc<PerClientLimit>,
    pub(crate) reviews: Arc<PerClientLimit>,
    pub(crate) new_games: RateLimiter,
}

impl ClientLimits {
    pub(crate) fn new(limits: &Limits) -> ClientLimits {
        ClientLimits {
            connections: PerClientLimit::new("connections", limits.connections_per_address),
            sockets: PerClientLimit::new("open WebSockets", limits.sockets_per_address),
            requests: PerClientLimit::new("requests under way", limits.requests_per_address),
            large_bodies: PerClientLimit::new("large requests under way", limits.large_bodies_per_address),
            reviews: PerClientLimit::new("reviews", limits.reviews_per_address),
            new_games: RateLimiter::new(limits.new_games_per_minute),
        }
    }
}

/// Counts how many units of a resource each client holds.
pub(crate) struct PerClientLimit {
    noun: &'static str,
    max: usize,
    /// Clients that hold nothing have no entry, so the map stays as small as the resource.
    counts: Mutex<HashMap<Client, usize>>,
}

/// One unit of the resource, released when it is dropped.
pub(crate) struct ClientPermit {
    limit: Arc<PerClientLimit>,
    client: Client,
}

impl PerClientLimit {
    pub(crate) fn new(noun: &'static str, max: usize) -> Arc<PerClientLimit> {
        Arc::new(PerClientLimit { noun, max, counts: Mutex::default() })
    }

    /// Acquires one unit for a client, unless the client is at its limit.
    pub(crate) fn acquire(self: &Arc<PerClientLimit>, client: Client) -> Result<ClientPermit, Problem> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.get(&client).copied().unwrap_or(0);
        if count >= self.max {
            let PerClientLimit { noun, max, .. } = &**self;
            return Err(Problem::Busy(format!("your address has {max} {noun}: the most for one address")));
        }
        counts.insert(client, count + 1);
        Ok(ClientPermit { limit: Arc::clone(self), client })
    }
}

impl Drop for ClientPermit {
    fn drop(&mut self) {
        let mut counts = self.limit.counts.lock().unwrap_or_else(PoisonError::into_inner);
        match counts.get_mut(&self.client) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                counts.remove(&self.client);
            }
        }
    }
}

/// A token bucket per client, which holds one minute's worth of tokens.
pub(crate) struct RateLimiter {
    per_minute: usize,
    buckets: Mutex<HashMap<Client, TokenBucket>>,
}

struct TokenBucket {
    tokens: f64,
    refilled_at: Instant,
}

/// The maximum number of buckets. Beyond it, full buckets are dropped: a full bucket and none are
/// the same.
const MAX_BUCKETS: usize = 4_096;

impl RateLimiter {
    fn new(per_minute: usize) -> RateLimiter {
        RateLimiter { per_minute, buckets: Mutex::default() }
    }

    /// Takes a token of a client, unless its bucket is empty.
    pub(crate) fn acquire(&self, client: Client, now: Instant) -> Result<(), Problem> {
        let full = self.per_minute as f64;
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_BUCKETS {
            buckets.retain(|_, bucket| bucket.at(now, full) < full);
        }
        if buckets.len() >= MAX_BUCKETS {
            // Too many active clients to track; the limits of the store still apply.
            buckets.clear();
        }
        let bucket = buckets.entry(client).or_insert(TokenBucket { tokens: full, refilled_at: now });
        bucket.tokens = bucket.at(now, full);
        bucket.refilled_at = now;
        if bucket.tokens < 1.0 {
            let per_minute = self.per_minute;
            return Err(Problem::Busy(format!("at most {per_minute} new games a minute from one address")));
        }
        bucket.tokens -= 1.0;
        Ok(())
    }
}

impl TokenBucket {
    fn at(&self, now: Instant, full: f64) -> f64 {
        let minutes = now.duration_since(self.refilled_at).as_secs_f64() / 60.0;
        (self.tokens + minutes * full).min(full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn client(number: u8) -> Client {
        Client::at([192, 0, 2, number].into())
    }

    #[test]
    fn one_client_does_not_take_the_share_of_another() {
        let limit = PerClientLimit::new("limit", 2);
        let permits = [limit.acquire(client(1)), limit.acquire(client(1))];
        assert!(limit.acquire(client(1)).is_err());
        assert!(limit.acquire(client(2)).is_ok());
        drop(permits);
        assert!(limit.acquire(client(1)).is_ok());
        assert!(limit.counts.lock().unwrap().is_empty(), "all permits are released");
    }

    #[test]
    fn a_bucket_fills_again() {
        let (rate, now) = (RateLimiter::new(60), Instant::now());
        let taken = |rate: &RateLimiter, at| (0..100).filter(|_| rate.acquire(client(1), at).is_ok()).count();
        assert_eq!(taken(&rate, now), 60);
        assert_eq!(taken(&rate, now + Duration::from_secs(10)), 10);
        assert!(rate.acquire(client(2), now).is_ok());
    }

    #[test]
    fn buckets_do_not_pile_up() {
        let (rate, now) = (RateLimiter::new(60), Instant::now());
        for number in 0..=u16::MAX {
            let [high, low] = number.to_be_bytes();
            rate.acquire(Client::at([10, 0, high, low].into()), now).unwrap();
        }
        assert!(rate.buckets.lock().unwrap().len() <= MAX_BUCKETS);
    }
}
