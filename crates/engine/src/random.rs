use crate::{Analysis, Budget, Line, Player, Watch};
use ludoteca_catalog::AnyPlay;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plays uniformly random legal moves: the lowest baseline.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Player for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn think(&mut self, game: &dyn AnyPlay, budget: &Budget, _watch: &mut Watch<'_>) -> Option<Analysis> {
        let mut moves = game.legal_moves();
        // A different seed at each ply, because the budget's seed is the same for the whole game.
        let seed = budget.seed ^ (game.steps() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let random = Xoshiro256PlusPlus::seed_from_u64(seed).next_u64();
        let chosen = (random % moves.len().max(1) as u64) as usize;
        let line = Line {
            moves: vec![(chosen < moves.len()).then(|| moves.swap_remove(chosen))?],
            value: None,
            score: None,
        };
        Some(Analysis { lines: vec![line], nodes: 1, depth: 0 })
    }
}
