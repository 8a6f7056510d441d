//! The terms of an evaluation, each declared once.

/// Declares the terms of an evaluation with their names in files of weights: a constant for the number of each term,
/// and `TERM_NAMES`, the names in the order of these numbers. A term with several names is a group of that many
/// consecutive terms, and its constant is the number of the first.
///
/// ```
/// engine::terms! {
///     /// What a man is worth.
///     MAN = "man";
///     /// By the row that he is on, from the second.
///     MAN_ON_ROW = "man on row 2", "man on row 3", "man on row 4";
///     KING = "king";
/// }
///
/// assert_eq!([MAN, MAN_ON_ROW, KING], [0, 1, 4]);
/// assert_eq!(TERM_NAMES[MAN_ON_ROW + 2], "man on row 4");
/// ```
#[macro_export]
macro_rules! terms {
    ($($(#[$doc:meta])* $TERM:ident = $($name:literal),+;)+) => {
        /// The names of the terms, in the order of their numbers.
        const TERM_NAMES: &[&str] = &[$($($name),+),+];
        $crate::terms!(@number 0; $($(#[$doc])* $TERM = $($name),+;)+);
    };
    (@number $number:expr; $(#[$doc:meta])* $TERM:ident = $($name:literal),+; $($rest:tt)*) => {
        $(#[$doc])*
        const $TERM: usize = $number;
        $crate::terms!(@number $TERM + [$($name),+].len(); $($rest)*);
    };
    (@number $end:expr;) => {};
}
