//! Ratings from the results of many pairs: the Bradley-Terry model, fitted by Newton's method.

use super::stats::NORMAL_95;

/// A rating in Elo relative to the first player, and half the width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rating {
    pub(super) elo: f64,
    pub(super) error: f64,
}

/// The score of one player against another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Score {
    pub(super) first: usize,
    pub(super) second: usize,
    /// The first player's points; a draw is half a point.
    pub(super) points: f64,
    pub(super) games: f64,
}

/// Elo per unit of the model's scale.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The maximum-likelihood ratings; the first player's is 0 without error. One extra draw is counted for each
/// pair that met, so that a clean sweep has a finite rating. Players not connected with the first by any
/// games stay at 0 with an infinite error.
pub(super) fn fit(players: usize, scores: &[Score]) -> Vec<Rating> {
    let scores: Vec<Score> = scores
        .iter()
        .filter(|score| score.games > 0.0)
        .map(|score| Score { points: score.points + 0.5, games: score.games + 1.0, ..*score })
        .collect();
    let mut strength = vec![0.0; players];
    let mut inverse = Vec::new();
    for _ in 0..200 {
        let mut gradient = vec![0.0; players];
        let mut information = vec![vec![0.0; players]; players];
        for score in &scores {
            let (a, b) = (score.first, score.second);
            let expected = 1.0 / (1.0 + f64::exp(strength[b] - strength[a]));
            let slope = score.points - score.games * expected;
            gradient[a] += slope;
            gradient[b] -= slope;
            let weight = score.games * expected * (1.0 - expected);
            information[a][a] += weight;
            information[b][b] += weight;
            information[a][b] -= weight;
            information[b][a] -= weight;
        }
        inverse = invert_without_first(information);
        let mut change: f64 = 0.0;
        for (row, own) in inverse.iter().zip(&mut strength) {
            let step: f64 = row.iter().zip(&gradient).map(|(a, b)| a * b).sum();
            // Far from the solution a full Newton step may diverge.
            let step = step.clamp(-1.0, 1.0);
            *own += step;
            change = change.max(step.abs());
        }
        if change < 1e-10 {
            break;
        }
    }
    let connected = connected_with_first(players, &scores);
    (0..players)
        .map(|i| Rating {
            elo: strength[i] * ELO,
            error: if connected[i] { NORMAL_95 * ELO * inverse[i][i].max(0.0).sqrt() } else { f64::INFINITY },
        })
        .collect()
}

fn connected_with_first(players: usize, scores: &[Score]) -> Vec<bool> {
    let mut connected: Vec<bool> = (0..players).map(|i| i == 0).collect();
    for _ in 0..players {
        for score in scores {
            let either = connected[score.first] || connected[score.second];
            connected[score.first] = either;
            connected[score.second] = either;
        }
    }
    connected
}

/// The inverse of the matrix without its first row and column, which are zero in the result, as are those of
/// players without games.
fn invert_without_first(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = a.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j && i > 0))).collect()).collect();
    for column in 1..n {
        // The matrix is positive definite apart from its zero rows, so no pivoting is needed.
        let pivot = a[column][column];
        if pivot.abs() < 1e-12 {
            inverse[column].fill(0.0);
            continue;
        }
        for j in 0..n {
            a[column][j] /= pivot;
            inverse[column][j] /= pivot;
        }
        for row in (1..n).filter(|row| *row != column) {
            let factor = a[row][column];
            for j in 0..n {
                a[row][j] -= factor * a[column][j];
                inverse[row][j] -= factor * inverse[column][j];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::stats;

    fn score(first: usize, second: usize, points: f64, games: f64) -> Score {
        Score { first, second, points, games }
    }

    #[test]
    fn two_players_are_apart_by_what_their_share_says() {
        // With the extra draw: 75 of 100.
        let ratings = fit(2, &[score(1, 0, 74.5, 99.0)]);
        assert_eq!(ratings[0], Rating { elo: 0.0, error: 0.0 });
        assert!((ratings[1].elo - stats::elo(0.75)).abs() < 1e-6);
        // 1.96 * 173.7 / sqrt(100 * 0.75 * 0.25)
        assert!((ratings[1].error - 78.63).abs() < 0.01, "{}", ratings[1].error);
    }

    #[test]
    fn a_chain_adds_up_and_so_do_its_errors() {
        let step = |i: usize| score(i + 1, i, 63.5, 99.0);
        let ratings = fit(10, &(0..9).map(step).collect::<Vec<_>>());
        let one = stats::elo(0.64);
        for (i, rating) in ratings.iter().enumerate() {
            assert!((rating.elo - one * i as f64).abs() < 1e-6);
            assert!((rating.error - ratings[1].error * (i as f64).sqrt()).abs() < 1e-6);
        }
    }

    #[test]
    fn the_expected_points_are_the_points() {
        let scores = [score(0, 1, 30.0, 100.0), score(1, 2, 55.0, 80.0), score(2, 0, 61.0, 90.0)];
        let ratings = fit(3, &scores);
        let mut difference = [0.0; 3];
        for s in scores {
            let expected = stats::share_of_elo(ratings[s.first].elo - ratings[s.second].elo);
            let over = s.points + 0.5 - (s.games + 1.0) * expected;
            difference[s.first] += over;
            difference[s.second] -= over;
        }
        assert!(difference.iter().all(|d| d.abs() < 1e-6), "{difference:?}");
    }

    #[test]
    fn sweeps_and_strangers_are_finite() {
        let ratings = fit(3, &[score(1, 0, 400.0, 400.0), score(2, 1, 0.0, 0.0)]);
        assert!(ratings[1].elo > 900.0 && ratings[1].elo.is_finite() && ratings[1].error.is_finite());
        assert_eq!(ratings[2], Rating { elo: 0.0, error: f64::INFINITY });
    }
}
