//! `minimax` always returns a legal move, and finds a win in one.

use ludoteca_conformance::random_position;
use ludoteca_core::{Game, Position, Seat, Standing, Status};
use ludoteca_evaluate::{Judged, Knowledge};
use ludoteca_number_one::NumberOne;
use ludoteca_one_piece::OnePiece;
use ludoteca_peak::Peak;
use ludoteca_peer::{AlphaBeta, Mcts};
use ludoteca_search::{Evaluate, shares_of_two};
use ludoteca_squadro::Squadro;
use std::{ops::ControlFlow, time::Duration};

/// Deep enough for the alpha-beta to see every move and its answers.
const DEPTH: u8 = 2;
/// Enough for each move to be tried many times at random.
const ROLLOUTS: u32 = 3000;
const POSITIONS: usize = 12;

/// The moves that win the game immediately.
fn wins<P: Position>(position: &P) -> Vec<P::Move> {
    let Status::ToAct(seat) = position.status() else { return Vec::new() };
    let won = |m: &P::Move| matches!(position.after(*m).status(), Status::Over(places) if places.winner() == Some(seat));
    position.moves().into_iter().filter(won).collect()
}

fn check<G: Judged>() {
    let mut alpha_beta = AlphaBeta::new(G::Judge::default());
    let mut mcts = Mcts::<G>::new();
    let rules = G::Rules::default();
    let mut seen = 0;
    let mut won = 0;
    // The last unfinished position of a random game: often one move from its end.
    for seed in 0.. {
        let position: G = random_position(&rules, seed, 10_000);
        let wins = wins(&position);
        if wins.is_empty() && seen >= POSITIONS / 2 {
            continue;
        }
        for (name, m) in [
            ("alpha-beta", alpha_beta.choose_at_depth(&position, DEPTH)),
            ("MCTS", mcts.choose_after(&position, ROLLOUTS)),
        ] {
            let m = m.expect("a move");
            assert!(position.is_legal(m), "{name}, seed {seed}: {}", position.position_text());
            assert!(
                wins.is_empty() || wins.contains(&m),
                "{name}, seed {seed}: {}",
                position.position_text()
            );
        }
        seen += 1;
        won += usize::from(!wins.is_empty());
        if seen >= POSITIONS && won >= POSITIONS / 2 {
            break;
        }
    }
}

#[test]
fn squadro() {
    check::<Squadro>();
}

#[test]
fn number_one() {
    check::<NumberOne>();
}

#[test]
fn peak() {
    check::<Peak>();
}

#[test]
fn one_piece_for_two() {
    check::<OnePiece>();
}

/// Two seats, one of which acts twice: the first takes 1 or 2 from a heap, then 1 or 2 again, then the second
/// takes 1. The seat that takes the last one wins.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Greedy {
    heap: u8,
    ply: u8,
}

impl Position for Greedy {
    type Rules = ();
    type Move = u8;

    fn start((): &()) -> Self {
        Greedy { heap: 9, ply: 0 }
    }

    fn seats(&self) -> u8 {
        2
    }

    fn status(&self) -> Status {
        let seat = |ply| if ply < 2 { Seat::FIRST } else { Seat::SECOND };
        match self.heap {
            0 => Status::Over(Standing::win_of_two(seat((self.ply + 2) % 3))),
            _ => Status::ToAct(seat(self.ply)),
        }
    }

    fn try_for_each_move<B>(&self, mut visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        let most = if self.ply < 2 { 2 } else { 1 };
        (1..=self.heap.min(most)).try_for_each(&mut visit)
    }

    fn play_unchecked(&mut self, taken: u8) {
        self.heap -= taken;
        self.ply = (self.ply + 1) % 3;
    }

    fn third_occurrence(&self) -> Option<Standing> {
        None
    }
}

struct Nothing;

impl Evaluate<Greedy> for Nothing {
    fn value(&self, _: &Greedy) -> i32 {
        0
    }

    fn shares(&self, position: &Greedy) -> ludoteca_core::PerSeat<f32> {
        let Status::ToAct(seat) = position.status() else { unreachable!("never asked of a finished game") };
        shares_of_two(seat, 0)
    }
}

/// Whether the first seat wins, by exhaustive search.
fn first_wins(position: &Greedy) -> bool {
    match position.status() {
        Status::Over(places) => places.winner() == Some(Seat::FIRST),
        Status::ToAct(seat) => {
            let wins = |m: &u8| first_wins(&position.after(*m)) == (seat == Seat::FIRST);
            position.moves().iter().any(wins) == (seat == Seat::FIRST)
        }
    }
}

/// With the null moves inserted, both searches keep every win although a seat acts twice.
#[test]
fn a_seat_that_acts_twice() {
    let mut alpha_beta = AlphaBeta::new(Nothing);
    let mut mcts = Mcts::new();
    for heap in 1..=20 {
        for ply in 0..3 {
            let position = Greedy { heap, ply };
            let Status::ToAct(seat) = position.status() else { continue };
            if first_wins(&position) != (seat == Seat::FIRST) {
                continue;
            }
            // To the end of the game, and with enough random games to tell good moves from bad ones.
            for m in [alpha_beta.choose_at_depth(&position, 30), mcts.choose_after(&position, 30_000)] {
                let after = position.after(m.unwrap());
                assert_eq!(first_wins(&after), seat == Seat::FIRST, "{position:?}: {m:?}");
            }
        }
    }
}

#[test]
fn three_seats_and_finished_games_have_no_move() {
    let rules = <NumberOne as Game>::rules(&ludoteca_conformance::options::<NumberOne>("players=3"));
    let three = NumberOne::start(&rules);
    assert!(AlphaBeta::new(Knowledge::<NumberOne>::default()).choose_at_depth(&three, DEPTH).is_none());
    assert!(Mcts::new().choose_after(&three, ROLLOUTS).is_none());
    assert!(Mcts::new().choose_after(&Greedy { heap: 0, ply: 1 }, ROLLOUTS).is_none());
}

/// Even with no time at all, the result is a legal move.
#[test]
fn a_limit_of_time_gives_a_legal_move() {
    let position = OnePiece::start(&Default::default());
    for time in [Duration::ZERO, Duration::from_millis(5)] {
        let m = AlphaBeta::new(Knowledge::<OnePiece>::default()).choose(&position, time).unwrap();
        assert!(position.is_legal(m));
        assert!(position.is_legal(Mcts::new().choose(&position, time).unwrap()));
    }
}
