//! Fits weights to examples by logistic regression.

use crate::Dice;
use ludoteca_core::{Seat, Standing};
use ludoteca_evaluate::{Features, Knowledge, Weight, logistic};
use std::cmp::Ordering;

/// Each example compares two seats of a position: the difference of their features, and which of them ended
/// better.
pub(crate) struct Examples {
    /// The indices of weights, with the amounts of those features in parts of `unit`.
    features: Vec<(u16, i16)>,
    unit: f32,
    /// Where the example's features end, and how it ended for the first of the two seats: 1, 0 or 0.5.
    ends: Vec<(usize, f32)>,
}

impl Examples {
    pub(crate) fn new(unit: i32) -> Examples {
        Examples { features: Vec::new(), unit: unit as f32, ends: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds an example for each pair of seats still in a game with this result.
    pub(crate) fn add_outcome<G: Features>(&mut self, position: &G, standing: &Standing) {
        let still_in = |seat: Seat| position.out_after(seat).is_none();
        for seat in Seat::all(position.seats()).filter(|&seat| still_in(seat)) {
            for rival in Seat::all(position.seats()).filter(|&rival| rival > seat && still_in(rival)) {
                self.add(position, [seat, rival], outcome(standing, [seat, rival]));
            }
        }
    }

    /// Adds an example whose target is this outcome for two seats of a position.
    pub(crate) fn add<G: Features>(&mut self, position: &G, [seat, rival]: [Seat; 2], outcome: f32) {
        position.visit(|whose, feature, amount| {
            if amount != 0 && (whose == seat || whose == rival) {
                let amount = if whose == seat { amount } else { -amount };
                self.features.push((feature as u16, amount as i16));
            }
        });
        self.ends.push((self.features.len(), outcome));
    }

    fn get(&self, number: usize) -> (&[(u16, i16)], f32) {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before].0);
        let (end, outcome) = self.ends[number];
        (&self.features[start..end], outcome)
    }

    fn predict(&self, weights: &[f32], features: &[(u16, i16)]) -> f32 {
        let each =
            features.iter().map(|&(feature, amount)| weights[usize::from(feature)] * f32::from(amount));
        logistic(each.sum::<f32>() / self.unit)
    }

    /// The log loss: the mean of -ln of the probability given to what happened; 0.693 without any knowledge.
    pub(crate) fn loss(&self, weights: &[f32]) -> f64 {
        let each = (0..self.len()).map(|number| {
            let (features, outcome) = self.get(number);
            let p = self.predict(weights, features).clamp(1e-6, 1.0 - 1e-6);
            f64::from(-(outcome * p.ln() + (1.0 - outcome) * (1.0 - p).ln()))
        });
        each.sum::<f64>() / self.len().max(1) as f64
    }
}

/// The result of a game for the first of two seats against the second: 1, 0 or 0.5.
pub(crate) fn outcome(standing: &Standing, [seat, rival]: [Seat; 2]) -> f32 {
    match standing[seat].cmp(&standing[rival]) {
        Ordering::Less => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 0.0,
    }
}

/// The weights in clear advantages.
pub(crate) fn of<G: Features>(knowledge: &Knowledge<G>) -> Vec<f32> {
    knowledge.weights().iter().map(|&weight| f32::from(weight) / 1000.0).collect()
}

/// Stores the weights in thousandths.
pub(crate) fn keep<G: Features>(knowledge: &mut Knowledge<G>, weights: &[f32]) {
    for (kept, weight) in knowledge.weights_mut().iter_mut().zip(weights) {
        // Casts of this kind saturate.
        *kept = (weight * 1000.0).round() as Weight;
    }
}

/// Stochastic gradient descent over the examples in random order. Each weight's step size shrinks with the
/// gradients it has seen, so that rare features move as far as common ones. The result is the average over
/// the path, which is less noisy than its end.
pub(crate) fn descend(examples: &Examples, weights: &mut [f32], rate: f32, dice: &mut Dice) {
    let mut order: Vec<usize> = (0..examples.len()).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, dice.below(last + 1));
    }
    let mut slopes = vec![1.0f32; weights.len()];
    // The mean over the second half of the path, updated for a weight only when it changes.
    let mut sums = vec![0.0f64; weights.len()];
    let mut since = vec![0usize; weights.len()];
    let half = order.len() / 2;
    for (step, &number) in order.iter().enumerate() {
        let (features, outcome) = examples.get(number);
        let miss = examples.predict(weights, features) - outcome;
        let now = step.saturating_sub(half);
        for &(feature, amount) in features {
            let i = usize::from(feature);
            sums[i] += f64::from(weights[i]) * (now - since[i]) as f64;
            since[i] = now;
            let slope = miss * f32::from(amount) / examples.unit;
            slopes[i] += slope * slope;
            weights[i] -= rate * slope / slopes[i].sqrt();
        }
    }
    let steps = order.len() - half;
    for ((weight, sum), since) in weights.iter_mut().zip(sums).zip(since) {
        *weight = ((sum + f64::from(*weight) * (steps - since) as f64) / steps.max(1) as f64) as f32;
    }
}
