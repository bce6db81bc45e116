//! A random game and the plainest reference searches.

#![allow(dead_code, unreachable_pub, reason = "each test file uses a part")]

use ludoteca_core::{PerSeat, Position, Seat, Standing, Status};
use ludoteca_search::{Evaluate, MOST, Outcome, Value, shares};
use std::ops::ControlFlow;

/// The parameters of a random game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    pub seed: u64,
    pub seats: u8,
    /// The maximum number of moves in a position.
    pub moves: u8,
    /// The number of different positions at each ply (or in total): a small number yields transpositions.
    pub width: u32,
    pub kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Every game ends after at most this many plies.
    Tree { plies: u8 },
    /// No game ends before the 200th ply.
    Endless,
    /// Positions recur; the third occurrence is a draw.
    Draws,
    /// Positions recur; the third occurrence has a random result.
    Scores,
}

impl Default for Rules {
    fn default() -> Self {
        tree(0, 2, 3, 6, u32::MAX)
    }
}

pub fn tree(seed: u64, seats: u8, moves: u8, plies: u8, width: u32) -> Rules {
    Rules { seed, seats, moves, width, kind: Kind::Tree { plies } }
}

pub fn graph(seed: u64, moves: u8, width: u32, kind: Kind) -> Rules {
    Rules { seed, seats: 2, moves, width, kind }
}

pub fn endless(seed: u64) -> Rules {
    Rules { seed, seats: 2, moves: 6, width: u32::MAX, kind: Kind::Endless }
}

/// A position. The seat to act is random like everything else, so seats do not alternate.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Net {
    pub rules: Rules,
    pub node: u32,
    pub ply: u8,
}

fn mix(a: u64, b: u64) -> u64 {
    let mut x = a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b.wrapping_add(0x632b_e59b_d9b4_e019);
    for shift in [30, 27, 31] {
        x = (x ^ x >> shift).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }
    x ^ x >> 29
}

impl Net {
    pub fn new(rules: Rules) -> Self {
        Net { rules, node: 0, ply: 0 }
    }

    /// Every position of a game with cycles.
    pub fn all(rules: Rules) -> Vec<Net> {
        (0..rules.width).map(|node| Net { rules, node, ply: 0 }).collect()
    }

    /// Random bits for this position and purpose.
    fn bits(&self, purpose: u64) -> u64 {
        mix(mix(self.rules.seed, u64::from(self.node) << 8 | u64::from(self.ply)), purpose)
    }

    fn standing(&self, purpose: u64) -> Standing {
        let bits = self.bits(purpose);
        let points = PerSeat::new(self.rules.seats, |seat| (bits >> (8 * seat.index())) as u8 % 5 / 2);
        Standing::new(self.rules.seats, |seat| {
            1 + points.iter().filter(|&(_, others)| others > points[seat]).count() as u8
        })
    }

    fn is_over(&self) -> bool {
        match self.rules.kind {
            Kind::Tree { plies } => self.ply >= plies || self.ply > 1 && self.bits(1).is_multiple_of(6),
            Kind::Endless => self.ply >= 200,
            Kind::Draws | Kind::Scores => self.node > 0 && self.bits(1).is_multiple_of(4),
        }
    }

    pub fn mover(&self) -> Seat {
        Seat::all(self.rules.seats).nth((self.bits(2) % u64::from(self.rules.seats)) as usize).unwrap()
    }
}

impl Position for Net {
    type Rules = Rules;
    type Move = u8;

    fn start(rules: &Rules) -> Self {
        Net::new(*rules)
    }

    fn seats(&self) -> u8 {
        self.rules.seats
    }

    fn status(&self) -> Status {
        if self.is_over() { Status::Over(self.standing(3)) } else { Status::ToAct(self.mover()) }
    }

    fn try_for_each_move<B>(&self, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        (0..1 + (self.bits(4) % u64::from(self.rules.moves)) as u8).try_for_each(visit)
    }

    fn play_unchecked(&mut self, m: u8) {
        self.node = (self.bits(16 + u64::from(m)) % u64::from(self.rules.width)) as u32;
        if let Kind::Tree { .. } | Kind::Endless = self.rules.kind {
            self.ply += 1;
        }
    }

    fn third_occurrence(&self) -> Option<Standing> {
        match self.rules.kind {
            Kind::Tree { .. } | Kind::Endless => None,
            Kind::Draws => Some(Standing::draw(2)),
            Kind::Scores => Some(self.standing(5)),
        }
    }
}

/// An evaluation with random estimates.
pub struct Guess;

impl Evaluate<Net> for Guess {
    fn value(&self, position: &Net) -> i32 {
        (position.bits(6) % 2001) as i32 - 1000
    }

    fn shares(&self, position: &Net) -> PerSeat<f32> {
        PerSeat::new(position.rules.seats, |seat| {
            (position.bits(7) >> (8 * seat.index())) as u8 as f32 / 512.0
        })
    }

    fn order(&self, position: &Net, m: u8) -> i32 {
        (position.bits(8) >> m) as i32 & 1
    }
}

/// Random estimates with hints: correct immediate wins, random threats and random trimming.
pub struct Hints;

impl Evaluate<Net> for Hints {
    fn value(&self, position: &Net) -> i32 {
        Guess.value(position)
    }

    fn shares(&self, position: &Net) -> PerSeat<f32> {
        Guess.shares(position)
    }

    fn wins_at_once(&self, position: &Net) -> bool {
        let mover = position.mover();
        let mut wins = false;
        position.for_each_child(|_, child| {
            wins |= matches!(child.status(), Status::Over(standing) if standing.winner() == Some(mover));
        });
        wins
    }

    fn is_threatened(&self, position: &Net) -> bool {
        position.bits(9).is_multiple_of(3)
    }

    fn trimmed(&self, position: &Net) -> u32 {
        (position.bits(10) % 8).saturating_sub(5) as u32
    }
}

/// A win in `n` plies is `SURE - n`, a loss the negative of that.
pub const SURE: i32 = 1_000_000;

pub fn result_for(standing: &Standing, seat: Seat) -> Outcome {
    match standing.winner() {
        Some(winner) if winner == seat => Outcome::Win,
        Some(_) => Outcome::Loss,
        None => Outcome::Draw,
    }
}

/// Plain minimax for two seats from the point of view of `seat`, without optimisations.
pub fn minimax(position: &Net, seat: Seat, depth: u32) -> i32 {
    match position.status() {
        Status::Over(standing) => match result_for(&standing, seat) {
            Outcome::Win => SURE,
            Outcome::Draw => 0,
            Outcome::Loss => -SURE,
        },
        Status::ToAct(mover) if depth == 0 => Guess.value(position) * if mover == seat { 1 } else { -1 },
        Status::ToAct(mover) => {
            let values =
                position.moves().into_iter().map(|m| later(minimax(&position.after(m), seat, depth - 1)));
            if mover == seat { values.max().unwrap() } else { values.min().unwrap() }
        }
    }
}

/// Moves a value one ply further from the end.
pub fn later(value: i32) -> i32 {
    if value.abs() > MOST { value - value.signum() } else { value }
}

pub fn number(value: Value) -> i32 {
    match value {
        Value::Proven { result: Outcome::Win, plies } => SURE - plies as i32,
        Value::Proven { result: Outcome::Loss, plies } => -SURE + plies as i32,
        Value::Proven { result: Outcome::Draw, .. } => 0,
        Value::Estimate(value) => value,
        Value::Shares { .. } => panic!("no single value"),
    }
}

/// Plain max^n. Also returns whether at some node moves with equal shares for the mover had different shares
/// for others, so that the choice among them matters.
pub fn plain_max_n(position: &Net, depth: u32) -> (PerSeat<f32>, bool) {
    match position.status() {
        Status::Over(standing) => (shares(&standing), false),
        Status::ToAct(_) if depth == 0 => (Guess.shares(position), false),
        Status::ToAct(mover) => {
            let mut best: Option<PerSeat<f32>> = None;
            let mut unclear = false;
            for m in position.moves() {
                let (found, below) = plain_max_n(&position.after(m), depth - 1);
                unclear |= below || best.is_some_and(|b| b[mover] == found[mover] && b != found);
                if best.is_none_or(|best| found[mover] > best[mover]) {
                    best = Some(found);
                }
            }
            (best.unwrap(), unclear)
        }
    }
}

/// For each position of a game with cycles, the number of plies in which `seat` can force a win. Endless play
/// is not a win.
pub fn forced_wins(all: &[Net], seat: Seat) -> Vec<Option<u32>> {
    let mut wins: Vec<Option<u32>> = all
        .iter()
        .map(|position| match position.status() {
            Status::Over(standing) if result_for(&standing, seat) == Outcome::Win => Some(0),
            _ => None,
        })
        .collect();
    for plies in 1..=all.len() as u32 {
        let before = wins.clone();
        for (i, position) in all.iter().enumerate() {
            let Status::ToAct(mover) = position.status() else { continue };
            let mut children = position.moves().into_iter().map(|m| before[position.after(m).node as usize]);
            let won = if mover == seat {
                children.any(|win| win.is_some())
            } else {
                children.all(|win| win.is_some())
            };
            if won && wins[i].is_none() {
                wins[i] = Some(plies);
            }
        }
    }
    wins
}
