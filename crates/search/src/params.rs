//! The numbers of the selective search, for each game its own.

use std::ops::RangeInclusive;

/// A parameter with its value and the values that it may take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name, which is that of a field of [`SearchParams`].
    pub name: &'static str,
    /// Its value.
    pub value: i32,
    /// What [`SearchParams::set`] accepts.
    pub range: RangeInclusive<i32>,
}

/// Why a parameter cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParamError {
    /// No parameter has this name.
    Unknown(String),
    /// The value is not in the range of the parameter.
    OutOfRange(Param),
}

impl std::fmt::Display for ParamError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            ParamError::Unknown(name) => write!(f, "no search parameter is called '{name}'"),
            ParamError::OutOfRange(Param { name, value, range }) => {
                write!(f, "expected {name} from {} to {}, found {value}", range.start(), range.end())
            }
        }
    }
}

impl std::error::Error for ParamError {}

/// Declares the struct, its defaults and its rows in one list: `name: default, least..=greatest`.
macro_rules! search_params {
    ($(#[$docs:meta])* struct $Params:ident { $($(#[$field_docs:meta])* $name:ident: $default:literal, $range:expr;)* }) => {
        $(#[$docs])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $Params {
            $($(#[$field_docs])* pub $name: i32,)*
        }

        impl $Params {
            /// The parameters of a game that has none of its own.
            pub const DEFAULT: $Params = $Params { $($name: $default,)* };

            /// Every parameter with its value, in the order of the steps of the search.
            pub fn fields(&self) -> impl Iterator<Item = Param> {
                [$(Param { name: stringify!($name), value: self.$name, range: $range },)*].into_iter()
            }

            fn field_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

search_params! {
    /// Every margin, depth and divisor of the selective search.
    ///
    /// Depths are in plies of remaining depth, margins in points: hundredths of the least piece. A
    /// margin should be about as wide as a few quiet moves change the evaluation, so a game whose
    /// evaluation swings more wants [wider ones](SearchParams::with_margins_scaled).
    struct SearchParams {
        /// Aspiration windows, from this depth on …
        aspiration_depth: 5, 1..=64;
        /// … reach this many points to each side of the last score, …
        aspiration_window: 20, 1..=10_000;
        /// … and this many times as far after each failure.
        aspiration_widening: 4, 2..=100;

        /// Reverse futility pruning: at this depth or less, …
        reverse_futility_depth: 6, 0..=64;
        /// … fail high if eval − margin · depth ≥ beta.
        reverse_futility_margin: 40, 0..=10_000;

        /// Null-move pruning: from this depth on, …
        null_move_depth: 3, 1..=64;
        /// … with R = reduction + depth / divisor: the plies taken off for the reduction, …
        null_move_reduction: 2, 0..=64;
        /// … and the depth that takes off another one.
        null_move_depth_divisor: 5, 1..=64;

        /// ProbCut: from this depth on, …
        probcut_depth: 5, 1..=64;
        /// … a noisy move that scores beta + margin fails high …
        probcut_margin: 100, 0..=10_000;
        /// … in a search this many plies shallower than the node.
        probcut_reduction: 4, 1..=64;

        /// Single-reply extension: at plies less than this many times the depth of the root.
        single_reply_ply_factor: 2, 0..=4;

        /// Internal iterative reduction, from this depth on.
        internal_iterative_reduction_depth: 5, 1..=64;

        /// Futility pruning: at this depth or less, …
        futility_depth: 4, 0..=64;
        /// … skip a quiet move if eval + margin + margin per ply · depth ≤ alpha: the constant
        /// part, …
        futility_margin: 30, 0..=10_000;
        /// … and the part for each ply of depth.
        futility_margin_per_ply: 25, 0..=10_000;

        /// Late move pruning: at this depth or less, …
        late_move_pruning_depth: 4, 0..=64;
        /// … skip quiet moves after the first moves + depth².
        late_move_pruning_moves: 5, 1..=1_000;

        /// Late move reduction: from this depth on, …
        late_move_reduction_depth: 2, 1..=64;
        /// … for quiet moves after this many others, …
        late_move_reduction_moves: 1, 1..=1_000;
        /// … by ln(depth) · ln(moves tried) · percent / 100 plies, …
        late_move_reduction_percent: 100, 0..=400;
        /// … less history / divisor. History is the sum of three numbers from −16 384 to 16 384.
        late_move_reduction_history_divisor: 8_192, 1..=1_000_000;

        /// History: a cutoff at a depth changes it by bonus · depth², …
        history_bonus: 16, 0..=1_000;
        /// … at most by this.
        history_bonus_max: 2_048, 0..=16_384;

        /// Delta pruning in quiescence: skip a noisy move if eval + gain + margin ≤ alpha.
        delta_margin: 100, 0..=10_000;
        /// Correction history: so many hundredths of the mean error of the static evaluation after
        /// the same two moves are taken off it; 0 keeps no account of errors.
        correction_percent: 0, 0..=1_000;
    }
}

impl SearchParams {
    /// The same with wider or narrower margins against the static evaluation: reverse futility,
    /// futility and delta. ProbCut and aspiration compare scores of searches, which swing less, and
    /// stay as they are.
    #[must_use]
    pub const fn with_margins_scaled(self, percent: i32) -> SearchParams {
        SearchParams {
            reverse_futility_margin: self.reverse_futility_margin * percent / 100,
            futility_margin: self.futility_margin * percent / 100,
            futility_margin_per_ply: self.futility_margin_per_ply * percent / 100,
            delta_margin: self.delta_margin * percent / 100,
            ..self
        }
    }

    /// Changes one parameter.
    ///
    /// # Errors
    /// Fails where none has this name, or where the value is out of its range.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let unknown = || ParamError::Unknown(name.to_string());
        let param = self.fields().find(|param| param.name == name).ok_or_else(unknown)?;
        if !param.range.contains(&value) {
            return Err(ParamError::OutOfRange(Param { value, ..param }));
        }
        *self.field_mut(name).ok_or_else(unknown)? = value;
        Ok(())
    }

    /// How much a cutoff at this depth changes history.
    #[inline]
    pub(crate) fn history_bonus(&self, depth: i32) -> i32 {
        (depth * depth * self.history_bonus).min(self.history_bonus_max)
    }

    /// The plies that a late move is reduced by before history is asked: ln(depth) · ln(tried) ·
    /// percent / 100.
    #[inline]
    pub(crate) fn late_move_reduction(&self, depth: i32, tried: usize) -> i32 {
        let [depth, tried] = [depth as usize, tried].map(|number| LN[number.min(LN.len() - 1)]);
        (depth * tried * f64::from(self.late_move_reduction_percent) / 100.0) as i32
    }
}

impl Default for SearchParams {
    fn default() -> SearchParams {
        SearchParams::DEFAULT
    }
}

/// Natural logarithms of the numbers from 1 on; depths and moves beyond the last count as the last.
/// They are computed here and not by the library, so that every machine searches the same nodes.
static LN: [f64; 64] = {
    let mut logarithms = [0.0; 64];
    let mut number = 1;
    while number < 64 {
        logarithms[number] = ln(number);
        number += 1;
    }
    logarithms
};

/// The natural logarithm by the series 2 · Σ yⁱ / i over odd i, where y = (number − 1) / (number +
/// 1).
const fn ln(number: usize) -> f64 {
    let y = (number as f64 - 1.0) / (number as f64 + 1.0);
    let (mut power, mut sum, mut i) = (y, 0.0, 1);
    while i < 1_200 {
        sum += power / i as f64;
        power *= y * y;
        i += 2;
    }
    2.0 * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_one() {
        for (number, &logarithm) in LN.iter().enumerate().skip(1) {
            assert!((logarithm - (number as f64).ln()).abs() < 1e-9);
        }
    }

    #[test]
    fn late_moves_are_reduced_by_the_product_of_the_logarithms() {
        for (depth, ln_depth) in LN.iter().enumerate().skip(1) {
            for (tried, ln_tried) in LN.iter().enumerate().skip(1) {
                let expected = (ln_depth * ln_tried) as i32;
                assert_eq!(SearchParams::DEFAULT.late_move_reduction(depth as i32, tried), expected);
            }
        }
        assert_eq!(SearchParams::DEFAULT.late_move_reduction(200, 200), 17);
    }

    #[test]
    fn every_default_is_in_its_range_and_can_be_set() {
        let mut params = SearchParams::DEFAULT;
        for Param { name, value, range } in SearchParams::DEFAULT.fields() {
            assert!(range.contains(&value), "{name}");
            params.set(name, *range.end()).unwrap();
            let error = params.set(name, range.end() + 1).unwrap_err();
            assert!(error.to_string().starts_with(&format!("expected {name} from ")), "{error}");
        }
        assert!(params.fields().all(|param| param.value == *param.range.end()));
        assert_eq!(params.set("depth", 1).unwrap_err().to_string(), "no search parameter is called 'depth'");
    }

    #[test]
    fn only_margins_against_the_evaluation_are_scaled() {
        let wide = SearchParams::DEFAULT.with_margins_scaled(200);
        let changed =
            SearchParams::DEFAULT.fields().zip(wide.fields()).filter(|(before, after)| before != after);
        let changed: Vec<_> =
            changed.map(|(before, after)| (before.name, before.value, after.value)).collect();
        let expected = [
            ("reverse_futility_margin", 40, 80),
            ("futility_margin", 30, 60),
            ("futility_margin_per_ply", 25, 50),
            ("delta_margin", 100, 200),
        ];
        assert_eq!(changed, expected);
    }
}
