//! Plays games of the evaluation against itself.

use crate::Dice;
use ludoteca_core::{Play, Seat, Standing, Status};
use ludoteca_evaluate::{Features, Knowledge};
use ludoteca_search::{AlphaBeta, Evaluate, Limits, MOST, Outcome, Stop, Value, shares};
use std::cmp::Reverse;

/// A longer game is abandoned and not used.
const LONGEST: usize = 400;
/// Values closer than this, in thousandths of a clear advantage, count as equal for a player, so that games
/// differ.
const NOISE: usize = 40;

/// Players that search this little do not need a large table.
const TABLE_BYTES: usize = 1 << 18;

/// How far players look ahead.
#[derive(Clone, Copy)]
pub(crate) enum Sight {
    /// This number of plies.
    Plies(u32),
    /// As far as the engine's two-seat search gets with this number of positions.
    Nodes(u64),
}

/// The value of a seat against all others, looking `depth` plies ahead: the seat maximises, all others
/// minimise.
fn look<G: Features>(
    knowledge: &Knowledge<G>,
    now: &G,
    seat: Seat,
    depth: u32,
    mut alpha: i32,
    mut beta: i32,
) -> i32 {
    let to_act = match now.status() {
        Status::Over(standing) => return ((shares(&standing)[seat] * 2.0 - 1.0) * (MOST + 1) as f32) as i32,
        Status::ToAct(to_act) => to_act,
    };
    let own = to_act == seat;
    if now.wins_at_once() {
        return if own { MOST + 1 } else { -MOST - 1 };
    }
    if depth == 0 {
        return standing_of(knowledge, now, seat, to_act);
    }
    let mut best = if own { i32::MIN } else { i32::MAX };
    for m in ordered(now) {
        let value = look(knowledge, &now.after(m), seat, depth - 1, alpha, beta);
        if own {
            (best, alpha) = (best.max(value), alpha.max(value));
        } else {
            (best, beta) = (best.min(value), beta.min(value));
        }
        if alpha >= beta {
            break;
        }
    }
    best
}

fn standing_of<G: Features>(knowledge: &Knowledge<G>, now: &G, seat: Seat, to_act: Seat) -> i32 {
    if to_act == seat {
        knowledge.value(now)
    } else if now.seats() == 2 {
        -knowledge.value(now)
    } else {
        let share = knowledge.shares(now)[seat].clamp(0.001, 0.999);
        ((share / (1.0 - share)).ln() * 1000.0) as i32
    }
}

/// The moves, the promising ones first.
fn ordered<G: Features>(now: &G) -> impl Iterator<Item = G::Move> {
    let mut moves: Vec<(G::Move, i32)> = Vec::new();
    now.for_each_move(|m| moves.push((m, now.order(m))));
    moves.sort_by_key(|&(_, order)| Reverse(order));
    moves.into_iter().map(|(m, _)| m)
}

/// The move chosen by a player with this knowledge and sight; the plies include the player's own.
pub(crate) fn choose<G: Features>(
    knowledge: &Knowledge<G>,
    now: &G,
    sight: Sight,
    dice: &mut Dice,
) -> Option<(i32, G::Move)> {
    let Status::ToAct(seat) = now.status() else { return None };
    let depth = match sight {
        Sight::Plies(depth) => depth,
        Sight::Nodes(nodes) => return searched(knowledge, now, nodes, dice),
    };
    let mut best: Option<(i32, G::Move)> = None;
    for m in ordered(now) {
        let noise = dice.below(NOISE) as i32;
        let floor = best.map_or(-MOST - 2, |(value, _)| value - noise);
        let value = look(knowledge, &now.after(m), seat, depth.saturating_sub(1), floor, MOST + 2) + noise;
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, m));
        }
    }
    best
}

fn searched<G: Features>(
    knowledge: &Knowledge<G>,
    now: &G,
    nodes: u64,
    dice: &mut Dice,
) -> Option<(i32, G::Move)> {
    let limits = Limits { seed: u64::from(dice.bits()), ..Limits::nodes(nodes) };
    let answer = AlphaBeta::new(TABLE_BYTES).search(now, &[], knowledge, &limits, Stop::never(), &mut |_| ());
    let value = match answer.value()? {
        Value::Estimate(value) => value,
        Value::Proven { result: Outcome::Win, .. } => MOST,
        Value::Proven { result: Outcome::Loss, .. } => -MOST,
        Value::Proven { result: Outcome::Draw, .. } | Value::Shares { .. } => 0,
    };
    Some((value, answer.best()?))
}

/// A position from a random game, after a random part of it, at most two thirds.
pub(crate) fn opening<G: Features>(rules: &G::Rules, dice: &mut Dice) -> Play<G> {
    let mut game = Play::<G>::new(rules.clone());
    let mut plies = 0;
    while let Some(m) = game.position().pick_move(dice.bits()) {
        if plies == LONGEST {
            break;
        }
        game.push(m);
        plies += 1;
    }
    let played = dice.below(plies * 2 / 3 + 1);
    game.take_back_to(played);
    Play::from_position(rules.clone(), game.position().clone())
}

/// Plays the game to its end, each seat with the knowledge given for it, and calls `visit` with what each
/// player expected, in thousandths of a clear advantage; `None` if it takes too long. Players look as far
/// ahead as `sight` says, and `stray` percent of the moves are random.
pub(crate) fn finish<'k, G: Features>(
    game: &mut Play<G>,
    knowledge: impl Fn(Seat) -> &'k Knowledge<G>,
    (sight, stray): (Sight, u32),
    dice: &mut Dice,
    mut visit: impl FnMut(Seat, i32),
) -> Option<Standing> {
    for _ in 0..LONGEST {
        match game.status() {
            Status::Over(standing) => return Some(standing),
            Status::ToAct(seat) => {
                let (value, m) = choose(knowledge(seat), game.position(), sight, dice)?;
                visit(seat, value);
                let strays = dice.below(100) < stray as usize;
                let random = if strays { game.position().pick_move(dice.bits()) } else { None };
                game.push(random.unwrap_or(m));
            }
        }
    }
    None
}

/// The results of a match.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    pub games: u32,
    /// Games in which the first knowledge's seat alone was first.
    pub firsts: u32,
    /// The first knowledge's total share of the victory: with two seats a win is 1 and a draw 0.5.
    pub shares: f64,
}

impl Tally {
    /// The first knowledge's mean share; 0.5 if both are equal, whatever the number of seats.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.shares / f64::from(self.games.max(1))
    }
}

/// Plays a match of one knowledge against another: random openings from a seed, each played once from every
/// seat (the others use the second knowledge), looking `depth` plies ahead.
#[must_use]
pub fn compare<G: Features>(
    rules: &G::Rules,
    [first, second]: [&Knowledge<G>; 2],
    openings: u32,
    depth: u32,
    seed: u64,
) -> Tally {
    let mut tally = Tally::default();
    for number in 0..openings {
        let mut dice = Dice::new(seed, u64::from(number));
        let start = opening::<G>(rules, &mut dice);
        for seat in Seat::all(start.position().seats()) {
            let mut game = start.clone();
            if let Some(standing) = finish(
                &mut game,
                |mover| if mover == seat { first } else { second },
                (Sight::Plies(depth), 0),
                &mut dice,
                |_, _| {},
            ) {
                tally.games += 1;
                tally.firsts += u32::from(standing.winner() == Some(seat));
                tally.shares += f64::from(shares(&standing)[seat]);
            }
        }
    }
    tally
}
