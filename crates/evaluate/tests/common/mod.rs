#![allow(dead_code, reason = "each test file uses a part")]

use ludoteca_core::Seat;
use ludoteca_evaluate::{Features, Knowledge};

/// What a position has of each feature, by seat and number of the weight.
pub(crate) fn features<G: Features>(position: &G) -> Vec<Vec<i32>> {
    let count = Knowledge::<G>::none().weights().len();
    let mut all = vec![vec![0; count]; Seat::MAX];
    position.visit(|seat, feature, amount| all[seat.index()][feature] += amount);
    all
}

/// The number of the first weight of a group.
pub(crate) fn start<G: Features>(name: &str) -> usize {
    let before = G::GROUPS.iter().take_while(|group| group.name != name);
    let start = before.map(|group| group.len).sum();
    assert!(G::GROUPS.iter().any(|group| group.name == name), "no group {name}");
    start
}

/// Weights that are all different, so that nothing is hidden behind a zero.
pub(crate) fn scrambled<G: Features>() -> Knowledge<G> {
    let mut knowledge = Knowledge::none();
    let mut state = 12345u32;
    for weight in knowledge.weights_mut() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *weight = (state >> 16) as i16 % 300;
    }
    knowledge
}
