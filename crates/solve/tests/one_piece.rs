//! One Piece for Two on the smallest grids: solved backwards and by proof-number search.

use ludoteca_core::{Position, Seat, Status};
use ludoteca_one_piece::{BLUE, OnePiece, RED, Rules};
use ludoteca_search::{Goal, Limits, Outcome, ProofSearch, Stop, Verdict};
use ludoteca_solve::Graph;

fn start(width: u8, height: u8, pieces: u8, first: Seat) -> OnePiece {
    OnePiece::start(&Rules::new(width, height, pieces, first).unwrap())
}

/// Two independent solutions agree: backwards with symmetry, and forwards without it, with repetition as in
/// the rules.
#[test]
fn both_ways_agree_with_pieces_moved_about() {
    let start = start(4, 5, 8, RED);
    let graph = Graph::new(&start, 1 << 30, &mut |_| true).unwrap();
    let mut proofs = ProofSearch::new(64 << 20);
    let mut counts = [0; 3];
    let mut random = 1_u64;
    for _ in 0..150 {
        let mut position = start.clone();
        for _ in 0..20 {
            let Status::ToAct(mover) = position.status() else { break };
            let Some(worth) = graph.worth(&position) else { break };
            for (goal, reached) in
                [(Goal::Win, worth.value == Outcome::Win), (Goal::Draw, worth.value >= Outcome::Draw)]
            {
                let proof =
                    proofs.search(&position, &[], mover, goal, &Limits::nodes(3_000_000), Stop::never());
                let expected = if reached { Verdict::Proven } else { Verdict::Disproven };
                assert_eq!(proof.verdict, expected, "{position:?} {goal:?} {worth:?}");
            }
            counts[worth.value as usize] += 1;
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(m) = position.pick_move((random >> 32) as u32) else { break };
            position.play_unchecked(m);
        }
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

#[test]
fn the_starting_side_does_not_matter() {
    let worths = [RED, BLUE].map(|first| {
        let start = start(4, 4, 8, first);
        Graph::new(&start, 1 << 30, &mut |_| true).unwrap().worth(&start)
    });
    assert_eq!(worths[0], worths[1]);
}
