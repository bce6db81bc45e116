//! Max^n and paranoid search against plain ones on random trees of two to four seats.

use crate::net::{Guess, Kind, Net, endless, graph, plain_max_n, tree};
use ludoteca_core::{Position, Seat, Status};
use ludoteca_search::{Evaluate, MOST};
use ludoteca_search::{Limits, MaxN, Outcome, Paranoid, Stop, Value, shares, value_of_share};

#[test]
fn max_n_is_plain_max_n_at_every_depth() {
    let mut max_n = MaxN::new(1 << 14);
    for seed in 0..1200 {
        let width = if seed % 2 == 0 { u32::MAX } else { 6 };
        let position = Net::new(tree(seed, 2 + (seed % 3) as u8, 4, 5, width));
        for depth in 1..=5 {
            let limits = Limits { lines: 3, ..Limits::depth(depth) };
            let answer = max_n.search(&position, &[], &Guess, &limits, Stop::never(), &mut |_| ());
            let (truth, _) = plain_max_n(&position, depth);
            let Some(Value::Shares { shares, proven }) = answer.value() else { panic!("{answer:?}") };
            assert_eq!(shares, truth, "{position:?} depth {depth} {answer:?}");
            assert!(!proven || truth == plain_max_n(&position, 99).0, "{position:?}");
            let mover = position.mover();
            let own = |value: Value| match value {
                Value::Shares { shares, .. } => shares[mover],
                _ => panic!("{value:?}"),
            };
            assert!(answer.lines.is_sorted_by(|a, b| own(a.value) >= own(b.value)));
            for line in &answer.lines {
                let (after, _) = plain_max_n(&position.after(line.moves[0]), depth - 1);
                assert_eq!(own(line.value), after[mover], "{position:?} depth {depth} {line:?}");
            }
        }
        let answer = max_n.search(&position, &[], &Guess, &Limits::default(), Stop::never(), &mut |_| ());
        assert!(answer.value().unwrap().is_proven());
    }
}

/// The root's seat maximises and all others minimise what it gets: plies to a certain first place, or a
/// value.
fn plain_paranoid(position: &Net, one: Seat, depth: u32) -> i32 {
    match position.status() {
        Status::Over(standing) => match shares(&standing)[one] {
            1.0 => crate::net::SURE,
            0.0 => -crate::net::SURE,
            _ => 0,
        },
        Status::ToAct(_) if depth == 0 => value_of_share(Guess.shares(position)[one]),
        Status::ToAct(mover) => {
            let values = position
                .moves()
                .into_iter()
                .map(|m| crate::net::later(plain_paranoid(&position.after(m), one, depth - 1)));
            if mover == one { values.max().unwrap() } else { values.min().unwrap() }
        }
    }
}

#[test]
fn paranoid_is_one_against_all_at_every_depth() {
    for seed in 0..800 {
        let seats = 2 + (seed % 3) as u8;
        let position = Net::new(tree(seed, seats, 3, 6, if seed % 2 == 0 { u32::MAX } else { 6 }));
        for depth in 1..=6 {
            let mut paranoid = Paranoid::new(1 << 14);
            let answer =
                paranoid.search(&position, &[], &Guess, &Limits::depth(depth), Stop::never(), &mut |_| ());
            let truth = plain_paranoid(&position, position.mover(), depth);
            match answer.value().unwrap() {
                Value::Proven { result: Outcome::Win, plies } => {
                    assert_eq!(crate::net::SURE - plies as i32, truth)
                }
                Value::Proven { result: Outcome::Loss, plies } => {
                    assert_eq!((-crate::net::SURE + plies as i32, seats), (truth, 2));
                }
                Value::Proven { result: Outcome::Draw, .. } => assert_eq!((0, seats), (truth, 2)),
                Value::Estimate(value) => assert_eq!(value, truth.max(-MOST), "{position:?} depth {depth}"),
                Value::Shares { .. } => panic!("{answer:?}"),
            }
        }
    }
}

#[test]
fn limits_and_stop_are_kept() {
    let position = Net::new(crate::net::Rules { seats: 3, ..endless(1) });
    let answer =
        MaxN::new(1 << 14).search(&position, &[], &Guess, &Limits::nodes(5000), Stop::never(), &mut |_| ());
    assert!((4000..5016).contains(&answer.nodes) && answer.best().is_some(), "{answer:?}");
    let answer =
        MaxN::new(0).search(&position, &[], &Guess, &Limits::default(), Stop::when(&|| true), &mut |_| ());
    assert!(answer.nodes < 32 && answer.best().is_some(), "{answer:?}");
    let answer = Paranoid::new(1 << 14).search(
        &position,
        &[],
        &Guess,
        &Limits::nodes(5000),
        Stop::never(),
        &mut |_| (),
    );
    assert!((4000..5016).contains(&answer.nodes) && answer.best().is_some(), "{answer:?}");
}

#[test]
fn cycles_end() {
    for seed in 0..50 {
        let position = Net::new(graph(seed, 3, 12, Kind::Draws));
        let answer =
            MaxN::new(1 << 14).search(&position, &[], &Guess, &Limits::depth(8), Stop::never(), &mut |_| ());
        assert!(answer.best().is_some());
    }
}
