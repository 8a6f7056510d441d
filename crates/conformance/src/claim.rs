//! How a check fails.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Fails the test with the name of the check, the difference and the position.
#[track_caller]
pub(crate) fn fail(check: &str, position: &str, what: fmt::Arguments<'_>) -> ! {
    panic!("{check}: {what}\nposition: {position}")
}

/// Fails the test unless the claim holds.
macro_rules! ensure {
    ($claim:expr, $check:expr, $pos:expr, $($what:tt)+) => {{
        let kept: bool = $claim;
        if !kept {
            $crate::claim::fail($check, &$pos.write(), format_args!($($what)+))
        }
    }};
}
pub(crate) use ensure;

/// Calls `act`. If the game panics, `check` fails and says what was being done.
#[track_caller]
pub(crate) fn without_panic<T>(
    check: &str,
    position: impl FnOnce() -> String,
    doing: fmt::Arguments<'_>,
    act: impl FnOnce() -> T,
) -> T {
    match catch_unwind(AssertUnwindSafe(act)) {
        Ok(value) => value,
        Err(_) => fail(check, &position(), format_args!("{doing} panics")),
    }
}
