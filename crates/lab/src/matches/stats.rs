//! Scores and Elo with confidence intervals.

use serde::Serialize;

/// 95 % of the normal distribution lie within this many standard deviations.
pub(crate) const NORMAL_95: f64 = 1.959_963_984_540_054;

/// A value with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The share `points / n` with Wilson's interval. A draw counts as half a point; since its variance is
/// smaller, the interval is slightly too wide.
pub(crate) fn share(points: f64, n: f64) -> Estimate {
    if n <= 0.0 {
        return Estimate { value: 0.5, low: 0.0, high: 1.0 };
    }
    // Adding 0 turns the -0 of an empty sum into 0.
    let (p, z2) = (points / n + 0.0, NORMAL_95 * NORMAL_95);
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = NORMAL_95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    Estimate { value: p, low: (middle - half).clamp(0.0, p), high: (middle + half).clamp(p, 1.0) }
}

/// The Elo difference for a share; infinite for 0 and 1.
pub(crate) fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The share for an Elo difference.
pub(crate) fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The mean of values given by their sum and sum of squares, with the normal interval.
pub(crate) fn mean(sum: f64, squares: f64, n: f64) -> Estimate {
    let value = sum / n.max(1.0);
    let variance = if n > 1.0 { ((squares - sum * value) / (n - 1.0)).max(0.0) } else { 0.0 };
    let half = NORMAL_95 * (variance / n.max(1.0)).sqrt();
    Estimate { value, low: value - half, high: value + half }
}

impl Estimate {
    /// Converts a share to an Elo difference.
    pub(crate) fn elo(self) -> Estimate {
        Estimate { value: elo(self.value), low: elo(self.low), high: elo(self.high) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() < by, "{a} is not {b}");
    }

    #[test]
    fn elo_by_the_usual_formula() {
        close(elo(0.5), 0.0, 1e-9);
        close(elo(0.75), 190.848_5, 1e-3);
        close(elo(0.909_090_909), 400.0, 1e-4);
        close(elo(0.36), -99.95, 0.01);
        assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
        for difference in [-300.0, -5.0, 0.0, 17.0, 640.0] {
            close(elo(share_of_elo(difference)), difference, 1e-9);
        }
    }

    #[test]
    fn wilson_as_in_the_textbooks() {
        let half = share(5.0, 10.0);
        close(half.low, 0.2366, 1e-4);
        close(half.high, 0.7634, 1e-4);
        let none = share(0.0, 10.0);
        close(none.low, 0.0, 1e-12);
        close(none.high, 0.2775, 1e-4);
        let most = share(81.0, 263.0);
        close(most.low, 0.2553, 1e-4);
        close(most.high, 0.3662, 1e-4);
        assert_eq!(share(0.0, 0.0), Estimate { value: 0.5, low: 0.0, high: 1.0 });
    }

    #[test]
    fn the_mean_of_places() {
        // 1, 1, 2, 3: mean 1.75, variance 0.91667.
        let places = mean(7.0, 15.0, 4.0);
        close(places.value, 1.75, 1e-12);
        close(places.high - places.value, 1.959_964 * (0.916_667f64 / 4.0).sqrt(), 1e-5);
    }
}
