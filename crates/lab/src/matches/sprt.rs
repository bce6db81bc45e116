//! The sequential probability ratio test: play until one of two hypotheses about the strength can be
//! accepted.

use super::stats::share_of_elo;
use serde::Serialize;

/// Whether the first player is stronger by `elo1` or only by `elo0`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    /// The probability of accepting `elo1` although `elo0` is true.
    pub(super) alpha: f64,
    /// The probability of accepting `elo0` although `elo1` is true.
    pub(super) beta: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Verdict {
    Elo0,
    Elo1,
    Open,
}

/// The points of the first player for a loss, a draw and a win.
const WORTH: [f64; 3] = [0.0, 0.5, 1.0];
/// The count assumed for an outcome that never occurred, so that its logarithm exists.
const HARDLY: f64 = 1e-3;

impl Sprt {
    /// Below the first bound `elo0` is accepted, above the second `elo1`.
    pub(super) fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the outcomes (losses, draws, wins), between the likeliest distributions
    /// with the expected scores of `elo1` and of `elo0`.
    pub(super) fn llr(&self, counts: [u64; 3]) -> f64 {
        let counts = counts.map(|count| (count as f64).max(HARDLY));
        let likely0 = likeliest(counts, share_of_elo(self.elo0));
        let likely1 = likeliest(counts, share_of_elo(self.elo1));
        (0..3).map(|i| counts[i] * (likely1[i] / likely0[i]).ln()).sum()
    }

    pub(super) fn verdict(&self, counts: [u64; 3]) -> Verdict {
        if counts.iter().all(|count| *count == 0) {
            return Verdict::Open;
        }
        let (low, high) = self.bounds();
        match self.llr(counts) {
            llr if llr <= low => Verdict::Elo0,
            llr if llr >= high => Verdict::Elo1,
            _ => Verdict::Open,
        }
    }
}

/// The likeliest distribution of these counts among those with mean `share`. By Lagrange it is `f / (1 + x
/// (worth - share))`, where `f` are the frequencies; the only `x` with the right mean is found by bisection.
fn likeliest(counts: [f64; 3], share: f64) -> [f64; 3] {
    let total: f64 = counts.iter().sum();
    let at =
        |x: f64| -> [f64; 3] { std::array::from_fn(|i| counts[i] / total / (1.0 + x * (WORTH[i] - share))) };
    let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let excess: f64 = at(middle).iter().zip(WORTH).map(|(p, worth)| p * (worth - share)).sum();
        if excess > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    at(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn bounds_are_walds() {
        let (low, high) = TEST.bounds();
        assert!((low + 2.944_44).abs() < 1e-4 && (high - 2.944_44).abs() < 1e-4);
    }

    #[test]
    fn the_likeliest_distribution_has_the_mean() {
        for counts in [[10.0, 20.0, 30.0], [HARDLY, HARDLY, 5.0], [400.0, HARDLY, 1.0]] {
            for share in [0.1, 0.5, 0.53, 0.97] {
                let p = likeliest(counts, share);
                assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{p:?}");
                assert!((p[1] / 2.0 + p[2] - share).abs() < 1e-6, "{p:?}");
            }
        }
    }

    #[test]
    fn without_draws_it_is_the_test_of_a_coin() {
        // n ln(p1/p0) for wins and n ln(q1/q0) for losses.
        let (p0, p1) = (share_of_elo(0.0), share_of_elo(10.0));
        let coin = 300.0 * (p1 / p0).ln() + 260.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        assert!((TEST.llr([260, 0, 300]) - coin).abs() < 0.01);
    }

    #[test]
    fn with_many_games_it_is_the_normal_approximation() {
        let counts = [4000u64, 8000, 4400];
        let n: f64 = counts.iter().sum::<u64>() as f64;
        let mean = (0.5 * counts[1] as f64 + counts[2] as f64) / n;
        let variance =
            counts.iter().zip(WORTH).map(|(&c, worth)| c as f64 / n * (worth - mean).powi(2)).sum::<f64>();
        let (s0, s1) = (share_of_elo(0.0), share_of_elo(10.0));
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!((TEST.llr(counts) - normal).abs() < 0.05, "{} {normal}", TEST.llr(counts));
    }

    #[test]
    fn it_stops_on_the_right_side_and_not_at_once() {
        assert_eq!(TEST.verdict([0, 0, 0]), Verdict::Open);
        assert_eq!(TEST.verdict([0, 0, 1]), Verdict::Open);
        assert_eq!(TEST.verdict([100, 50, 100]), Verdict::Open);
        assert_eq!(TEST.verdict([0, 0, 150]), Verdict::Elo1);
        assert_eq!(TEST.verdict([150, 0, 0]), Verdict::Elo0);
        assert_eq!(TEST.verdict([9000, 9000, 9000]), Verdict::Elo0);
    }
}
