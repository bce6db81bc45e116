//! The value of a position and of each of its moves, by proof-number search.

use ludoteca_core::{Position, Seat, Status};
use ludoteca_search::{Goal, Limits, Outcome, ProofSearch, Stop, Verdict};

/// A position whose value is proven, together with that of each of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved<M> {
    /// The result with best play, for the seat to act.
    pub value: Outcome,
    /// The result of each move, in the position's own order.
    pub moves: Vec<(M, Outcome)>,
    /// The number of positions that the proofs took.
    pub nodes: u64,
}

impl<M: Copy> Proved<M> {
    /// The moves that keep the value.
    pub fn keeping(&self) -> impl Iterator<Item = M> {
        self.moves.iter().filter(|(_, value)| *value == self.value).map(|&(m, _)| m)
    }
}

/// Proves values. Positions are taken without a history: nothing counts as having occurred before.
#[derive(Debug)]
pub struct Prover {
    proofs: ProofSearch,
    /// The maximum number of positions for the first question, and as many again for all others of one
    /// position.
    nodes: u64,
}

impl Prover {
    /// A prover with a table of `table_bytes` bytes that searches at most `nodes` positions for a proof.
    #[must_use]
    pub fn new(table_bytes: usize, nodes: u64) -> Prover {
        Prover { proofs: ProofSearch::new(table_bytes), nodes }
    }

    /// The value of a position for a seat, which need not be the one to act; `None` if it cannot be proven or
    /// the caller stops.
    pub fn value<P: Position>(&mut self, position: &P, seat: Seat, stop: Stop<'_>) -> Option<Outcome> {
        let (left, least) = (self.nodes, Outcome::Loss);
        Inquiry { proofs: &mut self.proofs, seat, left, stop, least }.value(position)
    }

    /// The value of a position and of all its moves; `None` if the game is over, one of the values cannot be
    /// proven, or the caller stops.
    pub fn judge<P: Position>(&mut self, position: &P, stop: Stop<'_>) -> Option<Proved<P::Move>> {
        let Status::ToAct(seat) = position.status() else { return None };
        let mut inquiry =
            Inquiry { proofs: &mut self.proofs, seat, left: self.nodes, stop, least: Outcome::Loss };
        // The position itself first: most positions are given up here, and its table entries help with the
        // moves.
        let value = inquiry.value(position)?;
        let first = self.nodes - inquiry.left;
        inquiry.left = self.nodes;
        inquiry.least = value;
        let mut moves = Vec::new();
        for m in position.moves() {
            moves.push((m, inquiry.value(&position.after(m))?));
        }
        let nodes = first + self.nodes - inquiry.left;
        Some(Proved { value, moves, nodes })
    }
}

struct Inquiry<'a> {
    proofs: &'a mut ProofSearch,
    seat: Seat,
    left: u64,
    stop: Stop<'a>,
    /// All values below this count as a loss: such a move does not keep the value, whether it draws or loses.
    least: Outcome,
}

impl Inquiry<'_> {
    fn value<P: Position>(&mut self, position: &P) -> Option<Outcome> {
        if let Status::Over(standing) = position.status() {
            return Some(match standing.winner() {
                Some(winner) if winner == self.seat => Outcome::Win,
                Some(_) => Outcome::Loss,
                None => Outcome::Draw,
            });
        }
        if self.reaches(position, Goal::Win)? {
            return Some(Outcome::Win);
        }
        let draws = self.least < Outcome::Win && self.reaches(position, Goal::Draw)?;
        Some(if draws { Outcome::Draw } else { Outcome::Loss })
    }

    fn reaches<P: Position>(&mut self, position: &P, goal: Goal) -> Option<bool> {
        let limits = Limits::nodes(self.left);
        let proof = self.proofs.search(position, &[], self.seat, goal, &limits, self.stop);
        self.left = self.left.saturating_sub(proof.nodes);
        match proof.verdict {
            Verdict::Proven => Some(true),
            Verdict::Disproven => Some(false),
            Verdict::Unknown => None,
        }
    }
}
