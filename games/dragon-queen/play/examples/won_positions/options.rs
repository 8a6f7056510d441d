//! The command line.

/// Counts how many won positions of The Dragon Queen the machine wins
#[derive(clap::Parser)]
pub(crate) struct Options {
    /// How many positions to play
    #[arg(long, default_value_t = 200)]
    pub(crate) count: usize,
    /// The machine's time per move, in seconds
    #[arg(long, default_value = "1.0", value_parser = seconds)]
    pub(crate) time: f64,
    /// The seed of the random positions
    #[arg(long, default_value_t = 7)]
    pub(crate) seed: u64,
    /// How many games to play at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) concurrency: u8,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|s: &f64| *s > 0.0 && *s < 1e6);
    seconds.ok_or_else(|| "expected a number of seconds greater than 0, such as 0.2".to_string())
}
