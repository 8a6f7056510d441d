//! The logistic scale of strength.

/// The Elo difference that corresponds to an expected score; infinite for 0 and 1.
#[must_use]
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score at an Elo difference.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_table_of_expected_scores() {
        // From the FIDE handbook's table of expected scores, which has two digits.
        for (difference, score) in [(0.0, 0.50), (100.0, 0.64), (200.0, 0.76), (400.0, 0.91)] {
            assert!((expected_score(difference) - score).abs() < 0.005, "{difference}");
        }
        assert!((elo(0.75) - 190.848_501_9).abs() < 1e-6);
        assert!((elo(expected_score(-37.5)) + 37.5).abs() < 1e-9);
        assert!(elo(0.5) == 0.0 && elo(0.5).is_sign_positive());
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }
}
