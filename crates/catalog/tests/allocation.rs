//! Move generation and play do not allocate, in any game.

use ludoteca_catalog::{ForGame, GameId, Status, perft};
use ludoteca_core::{Game, Options};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

struct Allocations(u8);

impl ForGame for Allocations {
    type Output = u64;

    fn run<G: Game>(self) -> u64 {
        let no_options: [(&str, &str); 0] = [];
        let rules = G::rules(&Options::new(&G::INFO, Some(self.0), no_options).unwrap());
        let start = G::start(&rules);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
        let counted = allocation_counter::measure(|| {
            for _ in 0..100 {
                perft::playout(&start, 300, || random.next_u32());
                // Covers visiting, validating and playing moves, not only picking them.
                let mut now = start.clone();
                while let (Status::ToAct(_), Some(m)) = (now.status(), now.pick_move(random.next_u32())) {
                    assert!(now.is_legal(m));
                    now.for_each_child(|_, child| drop(std::hint::black_box(child)));
                    now = now.after(m);
                    if now.third_occurrence().is_some() && random.next_u32() < u32::MAX / 200 {
                        break; // where games can go on for ever
                    }
                }
            }
            perft::count(&start, 3);
            perft::count_in_bulk(&start, 3);
        });
        counted.count_total
    }
}

#[test]
fn generation_and_play_do_not_allocate() {
    for id in GameId::ALL {
        for players in id.info().min_players..=id.info().max_players() {
            assert_eq!(id.with(Allocations(players)), 0, "{id} for {players}");
        }
    }
}

#[test]
fn the_counter_sees_an_allocation() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(Vec::<u8>::with_capacity(10))));
    assert_eq!(counted.count_total, 1);
}
