//! A [`Position`] of two seats as `minimax` wants it.
//!
//! `minimax` takes for granted that the sides alternate. Here a seat may act twice in a row; between its two
//! plies the other side then has one move, the null move, that changes nothing but the turn.

use ludoteca_core::{Position, Seat, Standing, Status};
use ludoteca_search::{Evaluate, MOST};
use minimax::{Evaluation, Winner};
use std::{cmp::Ordering, hash::Hasher, marker::PhantomData};

/// The rules of the game whose positions are `P`.
pub(crate) struct Alternating<P>(PhantomData<fn() -> P>);

/// A position and the side whose turn `minimax` thinks it is.
#[derive(Clone)]
pub(crate) struct State<P> {
    position: P,
    turn: Seat,
}

/// A ply, or `None`: the null move of a side that has nothing to decide.
pub(crate) type Ply<P> = Option<<P as Position>::Move>;

impl<P: Position> State<P> {
    /// `None` when the game is over or not one of two seats.
    pub(crate) fn new(position: &P) -> Option<State<P>> {
        match position.status() {
            Status::ToAct(turn) if position.seats() == 2 => Some(State { position: position.clone(), turn }),
            _ => None,
        }
    }

    fn winner(&self, standing: &Standing) -> Winner {
        match standing[self.turn].cmp(&standing[self.turn.other_of_two()]) {
            Ordering::Less => Winner::PlayerToMove,
            Ordering::Equal => Winner::Draw,
            Ordering::Greater => Winner::PlayerJustMoved,
        }
    }
}

impl<P: Position> minimax::Game for Alternating<P> {
    type S = State<P>;
    type M = Ply<P>;

    fn generate_moves(state: &State<P>, moves: &mut Vec<Ply<P>>) -> Option<Winner> {
        match state.position.status() {
            Status::Over(standing) => return Some(state.winner(&standing)),
            Status::ToAct(seat) if seat == state.turn => {
                state.position.for_each_move(|m| moves.push(Some(m)));
            }
            Status::ToAct(_) => moves.push(None),
        }
        None
    }

    fn apply(state: &mut State<P>, ply: Ply<P>) -> Option<State<P>> {
        let mut next = state.clone();
        if let Some(m) = ply {
            next.position.play_unchecked(m);
        }
        next.turn = state.turn.other_of_two();
        Some(next)
    }

    fn get_winner(state: &State<P>) -> Option<Winner> {
        match state.position.status() {
            Status::Over(standing) => Some(state.winner(&standing)),
            Status::ToAct(_) => None,
        }
    }

    fn zobrist_hash(state: &State<P>) -> u64 {
        // The turn by two numbers without pattern: small ones would meet those in the position.
        let turn = if state.turn == Seat::FIRST { 0x2d35_8dcc_aa6c_78a5 } else { 0x8bb8_4b93_962e_acc9 };
        let mut hasher = QuickHasher(turn);
        state.position.hash(&mut hasher);
        // A table entry whose upper half is 0 is an empty one to `minimax`, and it panics on meeting it.
        hasher.finish() | 1 << 63
    }
}

/// Knowledge of the game, for the side `minimax` asks about.
pub(crate) struct ForMover<P, E> {
    knowledge: E,
    game: PhantomData<fn() -> P>,
}

impl<P, E> ForMover<P, E> {
    pub(crate) fn new(knowledge: E) -> Self {
        ForMover { knowledge, game: PhantomData }
    }
}

impl<P: Position, E: Evaluate<P>> minimax::Evaluator for ForMover<P, E> {
    type G = Alternating<P>;

    fn evaluate(&self, state: &State<P>) -> Evaluation {
        // Estimates stay well within what `minimax` takes for a decided game.
        let value = self.knowledge.value(&state.position).clamp(-MOST, MOST) as Evaluation;
        match state.position.status() {
            Status::ToAct(seat) if seat != state.turn => -value,
            _ => value,
        }
    }
}

/// Multiply and fold. `minimax` asks for a hash at every node, so that the standard library's would be a
/// handicap.
struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        let product = u128::from(self.0) * 0xa076_1d64_78bd_642f;
        (product >> 64) as u64 ^ product as u64
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, i: u8) {
        self.write_u64(u64::from(i));
    }

    fn write_u16(&mut self, i: u16) {
        self.write_u64(u64::from(i));
    }

    fn write_u32(&mut self, i: u32) {
        self.write_u64(u64::from(i));
    }

    fn write_u64(&mut self, i: u64) {
        let product = u128::from(self.0 ^ i) * 0xe703_7ed1_a0b4_28db;
        self.0 =
            ((product >> 64) as u64 ^ product as u64).rotate_left(23).wrapping_add(0x8ebc_6af0_9c88_c6e3);
    }

    fn write_usize(&mut self, i: usize) {
        self.write_u64(i as u64);
    }
}
