//! The weights of an evaluation.

use std::fmt::Write as _;

/// What each term is worth, in hundredths of the least piece.
///
/// As a text it has a line for each term: its name, blanks, its weight. Empty lines and lines that begin with
/// `#` say nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// In sixteenths of a hundredth. The array is larger than any list of terms, so that its end is far from
    /// every place that is looked up.
    fine: Box<[i32; MOST_TERMS]>,
}

/// No evaluation has more terms.
const MOST_TERMS: usize = 256;
/// Parts of a hundredth.
const PARTS: i32 = 16;

/// Why a text has no weights for a game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum WeightsFault {
    /// A line is not a name and a number.
    #[error("line {line}: '{text}' is not the name of a term and its weight")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What it says.
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
}

impl Weights {
    /// The weights of these terms, in hundredths.
    #[must_use]
    pub fn new(values: &[f64]) -> Weights {
        let mut fine = Box::new([0; MOST_TERMS]);
        for (fine, value) in fine.iter_mut().zip(values) {
            *fine = (value * f64::from(PARTS)).round() as i32;
        }
        Weights { fine }
    }

    /// Reads the weights of all of these terms.
    ///
    /// # Errors
    /// Fails where a line is wrong or a term has no weight.
    pub fn read(terms: &'static [&'static str], text: &str) -> Result<Weights, WeightsFault> {
        debug_assert!(terms.len() <= MOST_TERMS);
        let mut values = vec![None; terms.len()];
        for (i, text) in text.lines().enumerate() {
            let (line, text) = (i + 1, text.trim());
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let fault = || WeightsFault::Line { line, text: game::text::quoted(text) };
            let (name, value) = text.rsplit_once(char::is_whitespace).ok_or_else(fault)?;
            let value: f64 = value.parse().ok().filter(|value: &f64| value.is_finite()).ok_or_else(fault)?;
            let name = name.trim();
            let unknown = || WeightsFault::Unknown { line, name: game::text::quoted(name) };
            let term = terms.iter().position(|&term| term == name).ok_or_else(unknown)?;
            values[term] = Some(value);
        }
        let known = values.iter().zip(terms).map(|(value, &term)| value.ok_or(WeightsFault::Missing(term)));
        Ok(Weights::new(&known.collect::<Result<Vec<f64>, _>>()?))
    }

    /// The text of these weights.
    #[must_use]
    pub fn write(&self, terms: &[&str]) -> String {
        let width = terms.iter().map(|term| term.chars().count()).max().unwrap_or_default();
        let mut text = String::new();
        for (i, term) in terms.iter().enumerate() {
            let _ = writeln!(text, "{term:width$}  {:.2}", self.get(i));
        }
        text
    }

    /// The weight of a term in hundredths.
    #[must_use]
    pub fn get(&self, term: usize) -> f64 {
        f64::from(self.fine[term]) / f64::from(PARTS)
    }

    /// The weight of a term in whole hundredths.
    #[must_use]
    #[inline]
    pub fn points(&self, term: usize) -> i32 {
        Weights::coarse(self.fine[term])
    }

    #[inline(always)]
    pub(super) fn fine(&self, term: usize) -> i32 {
        self.fine[term]
    }

    /// A sum of fine weights in whole hundredths.
    #[inline(always)]
    pub(super) fn coarse(fine: i32) -> i32 {
        fine / PARTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: &[&str] = &["man", "man on the edge"];

    #[test]
    fn weights_are_written_and_read_back() {
        let weights = Weights::new(&[100.0, -3.25]);
        assert_eq!(Weights::read(TERMS, &weights.write(TERMS)), Ok(weights.clone()));
        assert_eq!((weights.points(0), weights.get(1)), (100, -3.25));
    }

    #[test]
    fn what_is_wrong_with_a_text_is_said() {
        let fault = |text| Weights::read(TERMS, text).unwrap_err().to_string();
        assert_eq!(fault("# nothing\n\nman 7"), "the term 'man on the edge' has no weight");
        assert_eq!(fault("man"), "line 1: 'man' is not the name of a term and its weight");
        assert_eq!(fault("man x"), "line 1: 'man x' is not the name of a term and its weight");
        assert_eq!(fault("man inf"), "line 1: 'man inf' is not the name of a term and its weight");
        assert_eq!(fault("\nking 3"), "line 2: there is no term 'king'");
    }
}
