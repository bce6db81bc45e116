#![allow(dead_code, reason = "each test file uses a part")]

use ludoteca_core::Seat;
use ludoteca_evaluate::{Features, Knowledge};

/// The features of a position, by seat and index of the weight.
pub(crate) fn features<G: Features>(position: &G) -> Vec<Vec<i32>> {
    let count = Knowledge::<G>::none().weights().len();
    let mut all = vec![vec![0; count]; Seat::MAX];
    position.visit(|seat, feature, amount| all[seat.index()][feature] += amount);
    all
}

/// The index of a group's first weight.
pub(crate) fn start<G: Features>(name: &str) -> usize {
    let before = G::GROUPS.iter().take_while(|group| group.name != name);
    let start = before.map(|group| group.len).sum();
    assert!(G::GROUPS.iter().any(|group| group.name == name), "no group {name}");
    start
}

/// Weights that are all different and not 0, so that they mask no error.
pub(crate) fn scrambled<G: Features>() -> Knowledge<G> {
    let mut knowledge = Knowledge::none();
    let mut state = 12345u32;
    for weight in knowledge.weights_mut() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *weight = (state >> 16) as i16 % 300;
    }
    knowledge
}
