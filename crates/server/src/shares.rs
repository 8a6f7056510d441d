//! How much of everything one client may have at once, and how fast it may begin games.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::client::Client;
use crate::limits::Limits;
use crate::problem::Problem;

/// What every client has its share of.
pub(crate) struct Shares {
    pub(crate) connections: Arc<PerClient>,
    pub(crate) sockets: Arc<PerClient>,
    pub(crate) requests: Arc<PerClient>,
    pub(crate) large_bodies: Arc<PerClient>,
    pub(crate) reviews: Arc<PerClient>,
    pub(crate) new_games: Rate,
}

impl Shares {
    pub(crate) fn new(limits: &Limits) -> Shares {
        Shares {
            connections: PerClient::new("connections", limits.connections_per_address),
            sockets: PerClient::new("open WebSockets", limits.sockets_per_address),
            requests: PerClient::new("requests under way", limits.requests_per_address),
            large_bodies: PerClient::new("large requests under way", limits.large_bodies_per_address),
            reviews: PerClient::new("reviews", limits.reviews_per_address),
            new_games: Rate::new(limits.new_games_per_minute),
        }
    }
}

/// How many of something each client has.
pub(crate) struct PerClient {
    what: &'static str,
    most: usize,
    /// Nobody who has none is in here, so that it grows no larger than what there is.
    held: Mutex<HashMap<Client, usize>>,
}

/// One of them, until it is dropped.
pub(crate) struct Share {
    of: Arc<PerClient>,
    client: Client,
}

impl PerClient {
    pub(crate) fn new(what: &'static str, most: usize) -> Arc<PerClient> {
        Arc::new(PerClient { what, most, held: Mutex::default() })
    }

    /// One more for a client, unless it has as many as it may have.
    pub(crate) fn take(self: &Arc<PerClient>, client: Client) -> Result<Share, Problem> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.get(&client).copied().unwrap_or(0);
        if count >= self.most {
            let PerClient { what, most, .. } = &**self;
            return Err(Problem::Busy(format!("your address has {most} {what}: the most for one address")));
        }
        held.insert(client, count + 1);
        Ok(Share { of: Arc::clone(self), client })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut held = self.of.held.lock().unwrap_or_else(PoisonError::into_inner);
        match held.get_mut(&self.client) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                held.remove(&self.client);
            }
        }
    }
}

/// A token bucket for every client: it holds as much as a minute brings.
pub(crate) struct Rate {
    per_minute: usize,
    buckets: Mutex<HashMap<Client, Bucket>>,
}

struct Bucket {
    tokens: f64,
    filled: Instant,
}

/// So many buckets are looked after. Beyond, full ones are forgotten, which are as good as none.
const BUCKETS: usize = 4_096;

impl Rate {
    fn new(per_minute: usize) -> Rate {
        Rate { per_minute, buckets: Mutex::default() }
    }

    /// One more for a client, unless it was too fast.
    pub(crate) fn take(&self, client: Client, now: Instant) -> Result<(), Problem> {
        let full = self.per_minute as f64;
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= BUCKETS {
            buckets.retain(|_, bucket| bucket.at(now, full) < full);
        }
        if buckets.len() >= BUCKETS {
            // So many clients at once: the limits of the store hold all the same.
            buckets.clear();
        }
        let bucket = buckets.entry(client).or_insert(Bucket { tokens: full, filled: now });
        bucket.tokens = bucket.at(now, full);
        bucket.filled = now;
        if bucket.tokens < 1.0 {
            let per_minute = self.per_minute;
            return Err(Problem::Busy(format!("at most {per_minute} new games a minute from one address")));
        }
        bucket.tokens -= 1.0;
        Ok(())
    }
}

impl Bucket {
    fn at(&self, now: Instant, full: f64) -> f64 {
        let minutes = now.duration_since(self.filled).as_secs_f64() / 60.0;
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
        let places = PerClient::new("places", 2);
        let held = [places.take(client(1)), places.take(client(1))];
        assert!(places.take(client(1)).is_err());
        assert!(places.take(client(2)).is_ok());
        drop(held);
        assert!(places.take(client(1)).is_ok());
        assert!(places.held.lock().unwrap().is_empty(), "nobody holds anything");
    }

    #[test]
    fn a_bucket_fills_again() {
        let (rate, now) = (Rate::new(60), Instant::now());
        let taken = |rate: &Rate, at| (0..100).filter(|_| rate.take(client(1), at).is_ok()).count();
        assert_eq!(taken(&rate, now), 60);
        assert_eq!(taken(&rate, now + Duration::from_secs(10)), 10);
        assert!(rate.take(client(2), now).is_ok());
    }

    #[test]
    fn buckets_do_not_pile_up() {
        let (rate, now) = (Rate::new(60), Instant::now());
        for number in 0..=u16::MAX {
            let [high, low] = number.to_be_bytes();
            rate.take(Client::at([10, 0, high, low].into()), now).unwrap();
        }
        assert!(rate.buckets.lock().unwrap().len() <= BUCKETS);
    }
}
