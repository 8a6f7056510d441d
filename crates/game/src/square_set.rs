//! Sets of squares in one machine word.

/// The cells that a drawing of a board marks, in reading order: `x` is a marked cell, `.` any
/// other; blanks and line ends are ignored.
///
/// # Panics
/// Panics if the drawing has the wrong number of cells or an unknown character. In a constant this
/// is a compile-time error.
#[must_use]
pub const fn marked_cells<const CELLS: usize>(drawing: &str) -> [bool; CELLS] {
    let drawing = drawing.as_bytes();
    let mut marked = [false; CELLS];
    let (mut at, mut cell) = (0, 0);
    while at < drawing.len() {
        match drawing[at] {
            b' ' | b'\n' => {}
            mark @ (b'x' | b'.') => {
                assert!(cell < CELLS, "the drawing has more cells than the board");
                marked[cell] = mark == b'x';
                cell += 1;
            }
            _ => panic!("a drawing is made of x, . and blanks"),
        }
        at += 1;
    }
    assert!(cell == CELLS, "the drawing has fewer cells than the board");
    marked
}

/// Declares a set of squares in one word, with everything that such sets have in common: constants,
/// the operators `|`, `&`, `-` and `!`, membership, iteration in reading order, and drawings.
///
/// The type of its squares has `ALL`, an array in reading order, and the constant functions `bit`,
/// the number of a square's bit in the word, and `from_bit`; bits rise in reading order. The crate
/// must make sure that a set contains no bits without a square.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Eq, Debug)]
/// pub struct Square(u32);
///
/// impl Square {
///     const ALL: [Square; 4] = [Square(0), Square(1), Square(2), Square(3)];
///
///     const fn bit(self) -> u32 {
///         self.0
///     }
///
///     const fn from_bit(bit: u32) -> Square {
///         Square(bit)
///     }
/// }
///
/// game::square_set! {
///     /// A set of squares of 2 × 2.
///     pub struct SquareSet(u64) of Square, iterated by Squares;
/// }
///
/// const DIAGONAL: SquareSet = SquareSet::drawn("
///     x .
///     . x
/// ");
/// assert!(DIAGONAL.into_iter().eq([Square(0), Square(3)]));
/// assert_eq!(!DIAGONAL | SquareSet::of(Square(0)), SquareSet::BOARD - Square(3).into());
/// ```
#[macro_export]
macro_rules! square_set {
    ($(#[$attribute:meta])* pub struct $Set:ident($Word:ty) of $Square:ty, iterated by $Squares:ident;) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $Set(pub(crate) $Word);

        impl $Set {
            /// The empty set.
            pub const EMPTY: $Set = $Set(0);
            /// The whole board.
            pub const BOARD: $Set = $Set::from_marks([true; <$Square>::ALL.len()]);

            /// The set with one element.
            #[must_use]
            #[inline]
            pub const fn of(one: $Square) -> $Set {
                $Set(1 << one.bit())
            }

            /// The set that a drawing of the board marks; see
            /// [`marked_cells`](::game::marked_cells).
            ///
            /// # Panics
            /// Panics if this is not a drawing of the board.
            #[must_use]
            pub const fn drawn(board: &str) -> $Set {
                $Set::from_marks($crate::marked_cells(board))
            }

            const fn from_marks(marks: [bool; <$Square>::ALL.len()]) -> $Set {
                let mut set = 0;
                let mut i = 0;
                while i < marks.len() {
                    set |= (marks[i] as $Word) << <$Square>::ALL[i].bit();
                    i += 1;
                }
                $Set(set)
            }

            /// Whether `one` is in the set.
            #[must_use]
            #[inline]
            pub const fn contains(self, one: $Square) -> bool {
                self.0 >> one.bit() & 1 != 0
            }

            /// Whether the set is empty.
            #[must_use]
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The number of elements.
            #[must_use]
            #[inline]
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// The first element in reading order.
            #[must_use]
            #[inline]
            pub fn first(self) -> Option<$Square> {
                self.into_iter().next()
            }
        }

        $crate::square_set!(operators of $Set: BitOr bitor |, BitAnd bitand &, BitXor bitxor ^);

        /// The difference of two sets.
        impl ::std::ops::Sub for $Set {
            type Output = $Set;

            #[inline]
            fn sub(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }
        }

        /// The complement.
        impl ::std::ops::Not for $Set {
            type Output = $Set;

            #[inline]
            fn not(self) -> $Set {
                $Set::BOARD - self
            }
        }

        impl ::std::ops::BitOrAssign for $Set {
            #[inline]
            fn bitor_assign(&mut self, other: $Set) {
                *self = *self | other;
            }
        }

        impl From<$Square> for $Set {
            #[inline]
            fn from(one: $Square) -> $Set {
                $Set::of(one)
            }
        }

        impl FromIterator<$Square> for $Set {
            fn from_iter<I: IntoIterator<Item = $Square>>(all: I) -> $Set {
                all.into_iter().fold($Set::EMPTY, |set, one| set | $Set::of(one))
            }
        }

        impl IntoIterator for $Set {
            type Item = $Square;
            type IntoIter = $Squares;

            #[inline]
            fn into_iter(self) -> $Squares {
                $Squares($crate::Bits(self.0 as u64))
            }
        }

        impl ::std::fmt::Debug for $Set {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }

        #[doc = concat!("The elements of a [`", stringify!($Set), "`], in reading order.")]
        #[derive(Clone, Debug)]
        pub struct $Squares($crate::Bits);

        impl Iterator for $Squares {
            type Item = $Square;

            #[inline]
            fn next(&mut self) -> Option<$Square> {
                self.0.next().map(|bit| <$Square>::from_bit(bit as _))
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
        }

        impl ExactSizeIterator for $Squares {}
    };
    (operators of $Set:ident: $($Operator:ident $method:ident $sign:tt),+) => {
        $(
            impl ::std::ops::$Operator for $Set {
                type Output = $Set;

                #[inline]
                fn $method(self, other: $Set) -> $Set {
                    $Set(self.0 $sign other.0)
                }
            }
        )+
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_marks_cells_in_reading_order() {
        assert_eq!(marked_cells("\n  x .\n . . \n"), [true, false, false, false]);
        assert_eq!(marked_cells::<0>(" "), []);
    }

    #[test]
    #[should_panic(expected = "more cells")]
    fn a_drawing_has_no_cell_more_than_the_board() {
        let _ = marked_cells::<3>("x.x.");
    }

    #[test]
    #[should_panic(expected = "fewer cells")]
    fn a_drawing_has_no_cell_less_than_the_board() {
        let _ = marked_cells::<5>("x.x.");
    }

    #[test]
    #[should_panic(expected = "made of")]
    fn a_drawing_has_no_other_marks() {
        let _ = marked_cells::<4>("x.o.");
    }
}
