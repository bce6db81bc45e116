//! Squadro: a small neural network over the crossings, trained on the exact values of the solved game.
//!
//! Which piece passes which is decided crossing by crossing, so each of the 25 crossings adds a row of
//! numbers that depends on the progress of the two pieces sharing it. Three small layers, one set for each
//! player to move, turn the sum into one number. All arithmetic is in integers and gives the same result on
//! every machine. `docs/network.md` describes the file and how it is made.

mod network;
mod rows;

use self::{
    network::judge,
    rows::{SEATS, with_sums},
};
use ludoteca_core::{PerSeat, Seat};
use ludoteca_search::{Evaluate, MOST, shares_of_two};
use ludoteca_squadro::{HOME, Move, Squadro, TRACKS, TURN, speed};
use std::fmt;

#[derive(Clone, Copy, Default)]
pub struct Network;

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({} numbers a crossing)", rows::WIDTH)
    }
}

impl Evaluate<Squadro> for Network {
    #[inline]
    fn value(&self, position: &Squadro) -> i32 {
        let [own, other] = position.lanes();
        let mover = position.mover().index() & 1;
        let lanes = if mover == 0 { [own, other] } else { [other, own] };
        with_sums(mover, lanes, |sums| judge(mover, sums)).clamp(-MOST, MOST)
    }

    fn shares(&self, position: &Squadro) -> PerSeat<f32> {
        shares_of_two(position.mover(), self.value(position))
    }

    /// By the race after the move: turns gained by walking, and turns lost by the jumped pieces.
    #[inline]
    fn order(&self, position: &Squadro, m: Move) -> i32 {
        use ludoteca_core::Position;
        let mover = position.mover();
        let [other, own] = position.after(m).lanes();
        race(mover.other_of_two(), other) - race(mover, own)
    }
}

/// By seat, track and progress: the number of turns the piece needs to get home if no piece is in its way
/// (SQ-2, SQ-5).
static TURNS_LEFT: [[[u8; 16]; TRACKS]; 2] = {
    let mut table = [[[0; 16]; TRACKS]; 2];
    let mut seat = 0;
    while seat < 2 {
        let mut track = 0;
        while track < TRACKS {
            let (out, back) = (speed(SEATS[seat], track, 0), speed(SEATS[seat], track, TURN));
            let mut progress = 0;
            while progress < HOME {
                table[seat][track][progress as usize] = if progress < TURN {
                    (TURN - progress).div_ceil(out) + TURN.div_ceil(back)
                } else {
                    (HOME - progress).div_ceil(back)
                };
                progress += 1;
            }
            track += 1;
        }
        seat += 1;
    }
    table
};

/// The turns that a seat's four quickest pieces still need.
#[inline]
fn race(seat: Seat, lanes: u32) -> i32 {
    let (mut sum, mut most) = (0, 0);
    for (track, turns) in TURNS_LEFT[seat.index() & 1].iter().enumerate() {
        let turns = turns[(lanes >> (4 * track) & 15) as usize];
        (sum, most) = (sum + turns, most.max(turns));
    }
    i32::from(sum - most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_exact;
    use ludoteca_core::{Notation, Position, Status};
    use ludoteca_squadro::Rules;

    /// The sums of rows are cached between positions; the value must not depend on earlier calls.
    #[test]
    fn the_order_of_questions_changes_nothing() {
        let mut game = vec![Squadro::start(&Rules::default())];
        for random in [0_u32, 1 << 30, 3 << 30, 2 << 30].into_iter().cycle().take(60) {
            let last = &game[game.len() - 1];
            let Some(m) = last.pick_move(random) else { break };
            let next = last.after(m);
            game.push(next);
        }
        let open: Vec<_> = game.iter().filter(|p| matches!(p.status(), Status::ToAct(_))).collect();
        let forwards: Vec<_> = open.iter().map(|p| Network.value(p)).collect();
        let mut backwards: Vec<_> = open.iter().rev().map(|p| Network.value(p)).collect();
        backwards.reverse();
        assert_eq!(forwards, backwards);
        assert!(forwards.len() > 30);
    }

    /// A fresh thread has an empty cache.
    #[test]
    fn cached_values_equal_recomputed_ones() {
        for text in ["60859/47671 r", "66a14/168a9 y", "00000/00000 y"] {
            let position = Squadro::read_position(&Rules::default(), text).expect("a position");
            position.for_each_child(|_, child| {
                let same = child.clone();
                let anew = std::thread::spawn(move || Network.value(&same)).join().expect("a value");
                assert_eq!(Network.value(&child), anew, "{text}");
            });
        }
    }

    #[test]
    fn it_foresees_most_winners() {
        let exact = read_exact(include_str!("../../../data/squadro-exact.txt")).expect("exact positions");
        let decided: Vec<_> = exact.iter().filter_map(|e| Some((&e.position, e.result.winner()?))).collect();
        let right = decided.iter().filter(|(p, winner)| (Network.value(p) > 0) == (*winner == p.mover()));
        assert!(right.count() * 100 > decided.len() * 90);
    }
}
