//! Adapts a [`Position`] of two seats to `minimax`.
//!
//! `minimax` assumes that the sides alternate. Here a seat may act twice in a row; the other side then makes
//! a null move between its two plies, which changes only the turn.

use ludoteca_core::{Position, Seat, Standing, Status};
use ludoteca_search::{Evaluate, MOST};
use minimax::{Evaluation, Winner};
use std::{cmp::Ordering, hash::Hasher, marker::PhantomData};

/// The rules of the game whose positions are `P`.
pub(crate) struct Alternating<P>(PhantomData<fn() -> P>);

/// A position and the side whose turn it is according to `minimax`.
#[derive(Clone)]
pub(crate) struct State<P> {
    position: P,
    turn: Seat,
}

/// A ply, or `None`: the null move of a side that has nothing to decide.
pub(crate) type Ply<P> = Option<<P as Position>::Move>;

impl<P: Position> State<P> {
    /// `None` if the game is over or does not have two seats.
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
        // The turn as one of two numbers without pattern: small ones would collide with those in the
        // position.
        let turn = if state.turn == Seat::FIRST { 0x2d35_8dcc_aa6c_78a5 } else { 0x8bb8_4b93_962e_acc9 };
        let mut hasher = QuickHasher(turn);
        state.position.hash(&mut hasher);
        // `minimax` treats a table entry whose upper half is 0 as empty, and panics when it reads one.
        hasher.finish() | 1 << 63
    }
}

/// The evaluation for the side that `minimax` requests.
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
        // Estimates stay well below what `minimax` treats as a decided game.
        let value = self.knowledge.value(&state.position).clamp(-MOST, MOST) as Evaluation;
        match state.position.status() {
            Status::ToAct(seat) if seat != state.turn => -value,
            _ => value,
        }
    }
}

/// Multiplies and folds. `minimax` hashes at every node, so the standard library's hasher would be a
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
