//! Batches of games for learners, for any game: many games are stepped together and written into
//! arrays of bytes.
//!
//! An action is a number in a fixed list, the [`ActionTable`]: of the paths of cells that a whole
//! move can touch, or of the cells themselves, one touch at a time ([`ActionForm`]). What a learner
//! sees is a stack of planes ([`Planes`]), one byte per cell. Where a symmetry of the game exchanges
//! the players, actions and planes are as the side to move sees the board.
//!
//! [`TypedBatch`] steps games of one type; front ends use it without the type, as [`Batch`].

mod action_table;
mod batch;
mod buffers;
mod encoding;
mod error;
mod lane;
mod legal_actions;
mod numbering;
mod options;
mod planes;
mod played;
mod state;

pub use action_table::ActionTable;
pub use batch::{Batch, TypedBatch};
pub use buffers::{Arrays, Buffers};
pub use encoding::{Encoding, pairs_of_cells, player_two_view};
pub use error::{ActionError, BatchError, StateError};
pub use options::{ActionForm, Autoreset, BatchOptions};
pub use planes::Planes;
pub use state::LaneState;
