//! What was typed.

use std::time::Duration;

/// How it is used.
pub(crate) const USAGE: &str =
    "usage: won_positions [--count N] [--time SECONDS] [--seed N] [--concurrency N]";

pub(crate) struct Options {
    pub(crate) count: usize,
    pub(crate) time: Duration,
    pub(crate) seed: u64,
    pub(crate) concurrency: usize,
}

impl Options {
    pub(crate) fn read(words: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options { count: 200, time: Duration::from_secs(1), seed: 7, concurrency: 2 };
        let mut words = words;
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("{word} has no value"))?;
            let fault = || format!("{word} {value}: not a number that would do");
            match word.as_str() {
                "--count" => options.count = value.parse().map_err(|_| fault())?,
                "--seed" => options.seed = value.parse().map_err(|_| fault())?,
                "--concurrency" => {
                    options.concurrency =
                        value.parse().ok().filter(|n| (1..=256).contains(n)).ok_or_else(fault)?;
                }
                "--time" => {
                    let seconds = value.parse().ok().filter(|s: &f64| *s > 0.0 && *s < 1e6);
                    options.time = Duration::from_secs_f64(seconds.ok_or_else(fault)?);
                }
                _ => return Err(format!("there is no option '{word}'")),
            }
        }
        Ok(options)
    }
}
