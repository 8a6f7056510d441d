//! The Universal Game Interface, by which programs talk to engines; docs/protocol.md describes it.
//!
//! Text in, text out: [`Command`] and [`Answer`] are the words of both ends, [`UgiEngine`] is an engine's end
//! without its reading, writing and threads. [`HubLine`] is a line of the Hub protocol, by which programs talk to
//! engines for draughts.

mod answer;
mod command;
mod go;
mod hub;
mod hub_notation;
mod settings;
mod ugi_engine;
mod worker;

pub use answer::{Answer, AnswerError, Info, Response};
pub use command::{Command, CommandError, Query, Start};
pub use go::{ClockMissing, Go};
pub use hub::{HubError, HubLine};
pub(crate) use hub_notation::erased_hub;
pub use hub_notation::{AnyHub, HubNotation};
pub use settings::{Declared, Kind, SettingError, Settings};
pub use ugi_engine::{Reaction, UgiEngine};
pub use worker::{SearchTask, WorkItem, Worker, WorkerEvent};
