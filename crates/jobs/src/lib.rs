//! Work as pure functions: a small specification in, a result file named by its hash out.
//!
//! A [`Job`] names all that its result depends on: the kind of work, its settings, and the hashes of the files and
//! folders that it reads. So doing a job twice, or on two machines, is harmless, and a result that exists need not be
//! computed again. The [`Ledger`] on the machine that leads keeps the results; an [`Executor`] has jobs done, by
//! another [process](ProcessExecutor) that may distribute them over a cluster. docs/cluster.md describes the protocol.
//!
//! What kinds of jobs there are is up to other crates.

mod executor;
mod input;
mod job;
mod ledger;
mod messages;
mod process;
mod serve;

pub use executor::{Executor, ExecutorError};
pub use input::{InputId, Inputs, content_hash};
pub use job::{Job, JobError, JobId};
pub use ledger::Ledger;
pub use messages::{Report, Request};
pub use process::ProcessExecutor;
pub use serve::serve;
