//! What the fuzz targets claim, each a function from the bytes of one input. A claim that does not hold panics.
//! How to run them is in README.md.
//!
//! Inputs are meant to be written by hand, too. Most begin with a line that sets up a position: a digit for the
//! type of board, from `0` in the order of the catalogue (a game may have several, such as one for each width of set),
//! then a position text; where that is refused, the game starts from its beginning.

mod explain;
mod game_word;
mod input;
mod move_text;
mod network;
mod play;
mod position_text;
mod protocol;
mod puzzle;
mod record;
mod replay;
#[cfg(test)]
mod seeds;
mod take_back;
mod training_games;

pub use explain::explain;
pub use game_word::game_word;
pub use move_text::move_text;
pub use network::network;
pub use play::play;
pub use position_text::position_text;
pub use protocol::protocol;
pub use puzzle::puzzle;
pub use record::record;
pub use replay::replay;
pub use take_back::take_back;
pub use training_games::training_games;

/// For the macro [`target`].
#[cfg(fuzzing)]
pub use libfuzzer_sys;

/// The whole of a target: under cargo-fuzz the entry of the fuzzer, otherwise a program that replays the files
/// that it is given.
#[macro_export]
macro_rules! target {
    ($check:path) => {
        #[cfg(fuzzing)]
        $crate::libfuzzer_sys::fuzz_target!(|input: &[u8]| $check(input));

        #[cfg(not(fuzzing))]
        fn main() -> std::io::Result<()> {
            $crate::replay($check, std::env::args_os().skip(1))
        }
    };
}
