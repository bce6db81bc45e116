//! Fits Peak's expected score by least squares over self-play games.

use crate::{
    Budget, Dice,
    files::{TuneError, replace},
    self_play::{Sight, finish, opening},
};
use ludoteca_evaluate::{
    Features, Knowledge, Weight,
    peak_score::{GROUPS, features, seen_from},
    total, write,
};
use ludoteca_peak::{DARK, LIGHT, Peak};
use std::{fmt, path::Path};

/// The errors of predictions of a seat's final score, in points.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ScoreReport {
    pub games: u32,
    /// The number of positions in the held-out games.
    pub positions: u32,
    /// The mean absolute error of the prediction, on the held-out games.
    pub off: f64,
    /// The same error if the current score is taken as the prediction.
    pub as_it_stands: f64,
    /// The same error if the mean final score is taken as the prediction for every position.
    pub mean: f64,
}

impl fmt::Display for ScoreReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} games, {} positions kept apart: off by {:.2} points (the running score by {:.2}, the mean score by {:.2})",
            self.games, self.positions, self.off, self.as_it_stands, self.mean
        )
    }
}

/// A seat in a position of a held-out game.
struct Example {
    seen: Vec<f64>,
    /// The score on the board in this position.
    now: f64,
    /// The final score of the game.
    score: f64,
}

/// Sums for the normal equations: of the products of every two features, and of each feature with the score.
struct Sums {
    size: usize,
    products: Vec<f64>,
    scores: Vec<f64>,
}

impl Sums {
    fn new(size: usize) -> Sums {
        Sums { size, products: vec![0.0; size * size], scores: vec![0.0; size] }
    }

    fn add(&mut self, features: &[f64], score: f64) {
        for (i, &x) in features.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            self.scores[i] += x * score;
            for (sum, &y) in self.products[i * self.size..].iter_mut().zip(features) {
                *sum += x * y;
            }
        }
    }

    /// The weights with the least squared error, by elimination. A small value is added to the diagonal,
    /// since some features always add up to the same sum.
    fn solve(mut self) -> Vec<f64> {
        let n = self.size;
        for i in 0..n {
            self.products[i * n + i] += 1.0;
        }
        for pivot in 0..n {
            let (upper, lower) = self.products.split_at_mut((pivot + 1) * n);
            let row = &upper[pivot * n..];
            for (k, below) in lower.chunks_mut(n).enumerate() {
                let factor = below[pivot] / row[pivot];
                for (value, above) in below.iter_mut().zip(row) {
                    *value -= factor * above;
                }
                self.scores[pivot + 1 + k] -= factor * self.scores[pivot];
            }
        }
        let mut weights = vec![0.0; n];
        for i in (0..n).rev() {
            let row = &self.products[i * n..(i + 1) * n];
            let known: f64 = (i + 1..n).map(|j| row[j] * weights[j]).sum();
            weights[i] = (self.scores[i] - known) / row[i];
        }
        weights
    }
}

/// Fits the expected score to new self-play games of the built-in knowledge and writes it. Every tenth game
/// is held out for the report; `progress` is called with the number of games played and their total.
///
/// # Errors
/// If the file cannot be written.
pub fn tune_score(
    budget: &Budget,
    path: &Path,
    mut progress: impl FnMut(u32, u32),
) -> Result<ScoreReport, TuneError> {
    let knowledge = Knowledge::<Peak>::default();
    let rules = Peak::tuned_for();
    let size = total(GROUPS);
    let mut sums = Sums::new(size);
    let mut apart: Vec<Example> = Vec::new();
    for number in 0..budget.games {
        if number % 64 == 0 {
            progress(number, budget.games);
        }
        let mut dice = Dice::new(budget.seed ^ 0x5C0, u64::from(number));
        let mut game = opening::<Peak>(&rules[number as usize % rules.len()], &mut dice);
        let strength = (Sight::Plies(budget.depth), budget.stray);
        if finish(&mut game, |_| &knowledge, strength, &mut dice, |_, _| {}).is_none() {
            continue;
        }
        for (position, _) in game.past() {
            let features = features(&position);
            for seat in [LIGHT, DARK] {
                let seen: Vec<f64> = seen_from(&features, seat).collect();
                let score = f64::from(game.position().score(seat));
                if number % 10 == 9 {
                    apart.push(Example { seen, now: f64::from(position.score(seat)), score });
                } else {
                    sums.add(&seen, score);
                }
            }
        }
    }
    let weights: Vec<Weight> = sums.solve().iter().map(|w| (w * 1000.0).round() as Weight).collect();
    let count = apart.len().max(1) as f64;
    let mean = apart.iter().map(|example| example.score).sum::<f64>() / count;
    let off = |forecast: &dyn Fn(&Example) -> f64| {
        apart.iter().map(|example| (forecast(example) - example.score).abs()).sum::<f64>() / count
    };
    let fitted =
        |example: &Example| example.seen.iter().zip(&weights).map(|(x, &w)| x * f64::from(w) / 1000.0).sum();
    let report = ScoreReport {
        games: budget.games,
        positions: apart.len() as u32 / 2,
        off: off(&fitted),
        as_it_stands: off(&|example| example.now),
        mean: off(&|_| mean),
    };
    let about = format!(
        "The expected score of Peak, in thousandths of a point.\nFitted by least squares to games against itself: {budget:?}.\n{report}"
    );
    replace(path, &write(GROUPS, &about, &weights))?;
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_squares_are_found() {
        let mut sums = Sums::new(2);
        for (x, y) in [(1.0, 5.0), (2.0, 8.0), (3.0, 11.0)] {
            for _ in 0..100_000 {
                sums.add(&[1.0, x], y);
            }
        }
        let weights = sums.solve();
        assert!((weights[0] - 2.0).abs() < 1e-3 && (weights[1] - 3.0).abs() < 1e-3, "{weights:?}");
    }
}
