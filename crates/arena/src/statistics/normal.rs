//! The normal distribution.

use std::f64::consts::TAU;

/// The probability that a standard normal variable is less than `x`.
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    // Beyond this, the tail is below the precision of a probability near 1.
    const FAR: f64 = 8.5;
    if x.abs() > FAR {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    // x + x³/3 + x⁵/(3·5) + …, whose terms all have the same sign.
    let mut term = x;
    let mut sum = x;
    let mut k = 1.0;
    while term.abs() > 1e-17 * sum.abs() {
        k += 2.0;
        term *= x * x / k;
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / TAU.sqrt()
}

/// The inverse of [`normal_cdf`], for `p` between 0 and 1.
#[must_use]
pub fn quantile(p: f64) -> f64 {
    let (mut low, mut high) = (-9.0, 9.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if normal_cdf(middle) < p { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_tables() {
        // From printed tables of the standard normal distribution.
        let table = [
            (0.0, 0.5),
            (0.5, 0.691_462_461_3),
            (1.0, 0.841_344_746_1),
            (1.96, 0.975_002_104_9),
            (3.0, 0.998_650_102_0),
            (-2.0, 0.022_750_131_9),
        ];
        for (x, p) in table {
            assert!((normal_cdf(x) - p).abs() < 1e-9, "{x}");
        }
        assert_eq!((normal_cdf(-40.0), normal_cdf(40.0)), (0.0, 1.0));
        assert!((quantile(0.975) - 1.959_963_984_5).abs() < 1e-9);
        assert!((quantile(0.05) + 1.644_853_627_0).abs() < 1e-9);
    }
}
