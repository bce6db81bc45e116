//! Simulated solvers of known strength and puzzles of known difficulty. Both converge to the right order, and
//! the numbers match direct calls of the crate `skillratings`.

use ludoteca_catalog::GameId;
use ludoteca_rating::{Rating, attempted, puzzle};
use rand_core::Rng;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
};

const PUZZLES: usize = 120;
const SOLVERS: usize = 80;
const WEEK: f64 = 7.0 * 24.0 * 3600.0 * 1000.0;

/// 400 points are ten to one.
fn solves(chance: &mut Xoshiro256PlusPlus, solver: f64, puzzle: f64) -> bool {
    let expected = 1.0 / (1.0 + 10_f64.powf((puzzle - solver) / 400.0));
    ((chance.next_u64() >> 11) as f64 / (1_u64 << 53) as f64) < expected
}

/// Spearman's rank correlation of two lists: 1 for the same order, 0 for no correlation.
fn agreement(one: &[f64], other: &[f64]) -> f64 {
    let ranks = |values: &[f64]| -> Vec<f64> {
        let below = |value: &f64| values.iter().filter(|other| *other < value).count() as f64;
        values.iter().map(below).collect()
    };
    let (one, other) = (ranks(one), ranks(other));
    let mean = (one.len() as f64 - 1.0) / 2.0;
    let product =
        |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum() };
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

#[test]
fn solvers_and_puzzles_come_to_the_right_order_and_to_the_numbers_of_skillratings() {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(4);
    let strengths: Vec<f64> = (0..SOLVERS).map(|at| 900.0 + at as f64 * 1200.0 / SOLVERS as f64).collect();
    let hardness: Vec<f64> = (0..PUZZLES).map(|at| 800.0 + at as f64 * 1400.0 / PUZZLES as f64).collect();
    // Grades are informative but inaccurate: those of the puzzles are off by up to three.
    let grades: Vec<u8> = (0..PUZZLES)
        .map(|at| (at * 10 / PUZZLES) as i64 + (chance.next_u64() % 7) as i64 - 2)
        .map(|grade| grade.clamp(1, 10) as u8)
        .collect();
    let mut puzzles: Vec<Rating> = grades.iter().map(|grade| puzzle(GameId::Squadro, *grade)).collect();
    let mut solvers = vec![(Rating::NEW, 0_u64); SOLVERS];
    let before = agreement(&puzzles.iter().map(|one| one.value).collect::<Vec<_>>(), &hardness);

    let theirs = |one: &Rating| Glicko2Rating {
        rating: one.value,
        deviation: one.deviation,
        volatility: one.volatility,
    };
    let mut their_puzzles: Vec<Glicko2Rating> = puzzles.iter().map(theirs).collect();
    let mut their_solvers: Vec<Glicko2Rating> = solvers.iter().map(|(one, _)| theirs(one)).collect();
    // Every solver tries every puzzle once, in random order.
    let mut attempts: Vec<(usize, usize)> =
        (0..SOLVERS).flat_map(|who| (0..PUZZLES).map(move |which| (who, which))).collect();
    for i in (1..attempts.len()).rev() {
        attempts.swap(i, chance.next_u64() as usize % (i + 1));
    }
    let mut now = 1_000_000;
    for (who, which) in attempts {
        now += chance.next_u64() % 600_000;
        let solved = solves(&mut chance, strengths[who], hardness[which]);
        let (rating, last) = solvers[who];
        let idle = if last == 0 { 0 } else { now - last };
        let after = attempted(rating, idle, puzzles[which], solved);
        solvers[who] = (after.0, now);
        puzzles[which] = after.1;

        let came = their_solvers[who];
        let step = 173.7178 * came.volatility * (idle as f64 / WEEK).sqrt();
        let deviation = if idle > 0 { came.deviation.hypot(step).min(350.0) } else { came.deviation };
        let outcome = if solved { Outcomes::WIN } else { Outcomes::LOSS };
        let (solver, tried) = glicko2(
            &Glicko2Rating { deviation, ..came },
            &their_puzzles[which],
            &outcome,
            &Glicko2Config::default(),
        );
        their_solvers[who] = solver;
        their_puzzles[which] = tried;
    }
    for (own, theirs) in solvers.iter().map(|(one, _)| one).zip(&their_solvers) {
        let own = (own.value, own.deviation, own.volatility);
        assert_eq!(own, (theirs.rating, theirs.deviation, theirs.volatility));
    }
    for (own, theirs) in puzzles.iter().zip(&their_puzzles) {
        let own = (own.value, own.deviation, own.volatility);
        assert_eq!(own, (theirs.rating, theirs.deviation, theirs.volatility));
    }

    let values: Vec<f64> = puzzles.iter().map(|one| one.value).collect();
    let of_puzzles = agreement(&values, &hardness);
    assert!(before < 0.95 && of_puzzles > 0.98, "puzzles: {before} by grade, {of_puzzles} by rating");
    let values: Vec<f64> = solvers.iter().map(|(one, _)| one.value).collect();
    let of_solvers = agreement(&values, &strengths);
    assert!(of_solvers > 0.97, "solvers: {of_solvers}");
    // Few ratings are provisional, except for puzzles that nearly all or nearly no solvers solve; and rating
    // differences match the true differences.
    let unsure = puzzles.iter().filter(|one| one.is_provisional()).count();
    assert!(unsure < PUZZLES / 10, "{unsure}");
    let spread = |values: &[f64]| {
        let most = values.iter().copied().fold(f64::MIN, f64::max);
        most - values.iter().copied().fold(f64::MAX, f64::min)
    };
    assert!((spread(&values) - spread(&strengths)).abs() < 350.0, "{}", spread(&values));
}
