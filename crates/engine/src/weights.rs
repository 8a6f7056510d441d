//! The weights of an evaluation.

use std::fmt::Write as _;

/// The weight of each term, in hundredths of the least piece, in the opening and in the ending.
///
/// As a text it has a line for each term: its name, blanks, its weight in the opening, blanks, its weight in
/// the ending; one number alone is both. Empty lines and lines that begin with `#` are ignored.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// Both weights in one word, each in sixteenths of a hundredth, so that one multiplication counts for both.
    /// The array is larger than any list of terms, so that its end is far from every place that is looked up.
    both: Box<[i64; MOST_TERMS]>,
    /// The means of the two in whole hundredths.
    points: Box<[i32; MOST_TERMS]>,
}

/// The weights of a term.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weight {
    /// In the opening.
    pub opening: f64,
    /// In the ending.
    pub ending: f64,
}

/// The most terms that an evaluation may have.
const MOST_TERMS: usize = 128;
/// The largest weight, about the worth of a win.
const LARGEST: f64 = 32_000.0;
/// Parts of a hundredth.
const PARTS: i32 = 16;
/// How many steps there are from the ending to the opening.
pub const PHASES: i32 = 16;
/// What [`Play::kept`](crate::Play::kept) gives for ordinary positions.
pub const ALL_KEPT: i32 = search::DRAW_SCALE;

/// Why a file is not weights of a game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// A line is not a name and a number.
    #[error("line {line}: '{text}' is not the name of a term and its weights")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// Its text.
        text: String,
    },
    /// The game has no such term.
    #[error("line {line}: there is no term '{name}'")]
    Unknown {
        /// The number of the line, from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A term has no weight.
    #[error("the term '{0}' has no weight")]
    Missing(&'static str),
    /// The game has no terms: it is evaluated by its material alone.
    #[error("the game has no evaluation terms, so there are no weights to fit")]
    NoTerms,
    /// The file is neither a network nor text.
    #[error("expected a network or a text of weights, found neither")]
    NoText,
    /// The file is a network that is refused.
    #[error(transparent)]
    Network(#[from] learn::NetworkError),
    /// The network adds to the terms with other weights.
    #[error(
        "the network adds to the score of the game's terms, whose weights have changed since: train it again"
    )]
    OtherTerms,
    /// The file is a network, and this board has none.
    #[error("networks are for the game's usual board; this is another one")]
    OtherBoard,
}

impl Weight {
    /// The same in opening and ending.
    #[must_use]
    pub fn even(points: f64) -> Weight {
        Weight { opening: points, ending: points }
    }
}

impl Weights {
    /// The weights of these terms, in hundredths.
    #[must_use]
    pub fn new(values: &[Weight]) -> Weights {
        let mut weights = Weights { both: Box::new([0; MOST_TERMS]), points: Box::new([0; MOST_TERMS]) };
        let fine = |value: f64| (value * f64::from(PARTS)).round() as i32;
        for (i, value) in values.iter().enumerate().take(MOST_TERMS) {
            let [opening, ending] = [value.opening, value.ending].map(fine).map(i64::from);
            weights.both[i] = opening + (ending << 32);
            weights.points[i] = ((value.opening + value.ending) / 2.0).round() as i32;
        }
        weights
    }

    /// Reads the weights of all of these terms.
    ///
    /// # Errors
    /// Fails where a line is wrong or a term has no weight.
    pub fn read(terms: &'static [&'static str], text: &str) -> Result<Weights, WeightsError> {
        debug_assert!(terms.len() <= MOST_TERMS);
        let mut values = vec![None; terms.len()];
        for (i, text) in text.lines().enumerate() {
            let (line, text) = (i + 1, text.trim());
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let fault = || WeightsError::Line { line, text: game::text::quoted(text) };
            let (rest, ending) = split_number(text).ok_or_else(fault)?;
            // A name may end with a number too.
            let both = split_number(rest).filter(|_| !terms.contains(&rest));
            let (name, opening) = both.unwrap_or((rest, ending));
            let unknown = || WeightsError::Unknown { line, name: game::text::quoted(name) };
            let term = terms.iter().position(|&term| term == name).ok_or_else(unknown)?;
            values[term] = Some(Weight { opening, ending });
        }
        let known = values.iter().zip(terms).map(|(value, &term)| value.ok_or(WeightsError::Missing(term)));
        Ok(Weights::new(&known.collect::<Result<Vec<Weight>, _>>()?))
    }

    /// The text of these weights.
    #[must_use]
    pub fn write(&self, terms: &[&str]) -> String {
        let width = terms.iter().map(|term| term.chars().count()).max().unwrap_or_default();
        let mut text = String::new();
        for (i, term) in terms.iter().enumerate() {
            let Weight { opening, ending } = self.get(i);
            let _ = writeln!(text, "{term:width$}  {opening:8.2}  {ending:8.2}");
        }
        text
    }

    /// The weight of a term in hundredths.
    #[must_use]
    pub fn get(&self, term: usize) -> Weight {
        let [opening, ending] =
            Weights::apart(self.both[term]).map(|fine| f64::from(fine) / f64::from(PARTS));
        Weight { opening, ending }
    }

    /// The weight of a term in whole hundredths, between that of the opening and that of the ending.
    #[must_use]
    #[inline]
    pub fn points(&self, term: usize) -> i32 {
        self.points[term]
    }

    #[inline(always)]
    fn both(&self, term: usize) -> i64 {
        self.both[term]
    }

    /// A sum of weights in whole hundredths, for a position with `opening` parts of the opening's weights that keeps
    /// `kept` parts of its value.
    #[inline(always)]
    fn blend(sum: i64, opening: i32, kept: i32) -> i32 {
        let [in_opening, in_ending] = Weights::apart(sum).map(i64::from);
        let parts = in_opening * i64::from(opening) + in_ending * i64::from(PHASES - opening);
        (parts * i64::from(kept) / i64::from(PHASES * PARTS * ALL_KEPT)) as i32
    }

    /// The lower half carries its sign into the upper one, which is undone here.
    #[inline(always)]
    fn apart(both: i64) -> [i32; 2] {
        let opening = both as i32;
        [opening, (both.wrapping_sub(opening.into()) >> 32) as i32]
    }
}

/// The text before the last word, and that word as a number.
fn split_number(text: &str) -> Option<(&str, f64)> {
    let (rest, number) = text.rsplit_once(char::is_whitespace)?;
    let number = number.parse().ok().filter(|number: &f64| number.abs() <= LARGEST)?;
    Some((rest.trim_end(), number))
}

/// Where terms are counted.
pub trait Tally {
    /// The position has a term `times` times. The term's number is its place in
    /// [`Play::TERMS`](crate::Play::TERMS).
    fn add(&mut self, term: usize, times: i32);
}

/// The sum of all terms with their weights.
pub(crate) struct Sum<'w> {
    weights: &'w Weights,
    total: i64,
}

impl<'w> Sum<'w> {
    #[inline(always)]
    pub(crate) fn new(weights: &'w Weights) -> Sum<'w> {
        Sum { weights, total: 0 }
    }

    /// The sum in whole hundredths; see [`Weights::blend`].
    #[inline(always)]
    pub(crate) fn blend(&self, opening: i32, kept: i32) -> i32 {
        Weights::blend(self.total, opening, kept)
    }
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, term: usize, times: i32) {
        // Absurd weights give absurd sums, and no panic.
        self.total = self.total.wrapping_add(self.weights.both(term).wrapping_mul(times.into()));
    }
}

/// Each term by itself.
impl Tally for Vec<i32> {
    fn add(&mut self, term: usize, times: i32) {
        self[term] += times;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: &[&str] = &["man", "man on the edge", "man on 7"];

    #[test]
    fn weights_are_written_and_read_back() {
        let values = [
            Weight::even(100.0),
            Weight { opening: -3.25, ending: 17.5 },
            Weight { opening: 12.0, ending: -0.25 },
        ];
        let weights = Weights::new(&values);
        assert_eq!(Weights::read(TERMS, &weights.write(TERMS)), Ok(weights.clone()));
        assert_eq!(weights.get(1), values[1]);
        assert_eq!([0, 1, 2].map(|term| weights.points(term)), [100, 7, 6]);
        assert_eq!(
            Weights::read(TERMS, "man 100\nman on the edge -3.25 17.5\nman on 7  12 -.25"),
            Ok(weights)
        );
        let short = Weights::read(TERMS, "man 100\nman on the edge 1\nman on 7 12").unwrap();
        assert_eq!(short.get(2), Weight::even(12.0));
    }

    #[test]
    fn a_sum_is_blended_from_both_ends() {
        let weights = Weights::new(&[Weight { opening: -40.0, ending: 60.0 }]);
        for times in [-7, -1, 0, 1, 9] {
            let sum = weights.both(0) * i64::from(times);
            assert_eq!(Weights::blend(sum, PHASES, ALL_KEPT), -40 * times);
            assert_eq!(Weights::blend(sum, 0, ALL_KEPT), 60 * times);
            assert_eq!(Weights::blend(sum, PHASES / 2, ALL_KEPT), 10 * times);
            assert_eq!(Weights::blend(sum, PHASES / 2, ALL_KEPT / 2), 5 * times);
        }
    }

    #[test]
    fn what_is_wrong_with_a_text_is_said() {
        let fault = |text| Weights::read(TERMS, text).unwrap_err().to_string();
        assert_eq!(fault("# nothing\n\nman 7"), "the term 'man on the edge' has no weight");
        assert_eq!(fault("man"), "line 1: 'man' is not the name of a term and its weights");
        assert_eq!(fault("man x"), "line 1: 'man x' is not the name of a term and its weights");
        assert_eq!(fault("man 3 inf"), "line 1: 'man 3 inf' is not the name of a term and its weights");
        assert_eq!(fault("\nking 3"), "line 2: there is no term 'king'");
    }
}
