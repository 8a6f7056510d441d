//! Games in play: who sits where, what was played, what the clocks say.

mod clock;
mod hall;
mod machine;
mod room;
mod seat;

pub(crate) use hall::{Hall, Shown};
pub(crate) use machine::choose;
pub(crate) use room::{Keys, Room};
